"""The parts of a ruleset."""
