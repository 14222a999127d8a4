"""A configuration file as what it says: lines, keys, values, and the facts of a variant."""
