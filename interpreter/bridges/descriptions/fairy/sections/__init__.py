"""The parts of a ruleset, a file for those that belong together: each takes the facts and adds parts to a draft."""
