"""What stands where in a ruleset: what each name means, what may be written at a place. For editors and other tools."""
