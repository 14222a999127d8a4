"""The reference interpreter: a Python function for each node of the graph."""
