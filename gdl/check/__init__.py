"""Checking: from a merged ruleset to the model, with names resolved and every type settled."""
