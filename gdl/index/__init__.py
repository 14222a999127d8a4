"""What stands where in a ruleset: which name means what, what may be written at a place. For editors and other tools."""
