"""The language: from a ruleset's text to a checked, typed model of its rules. Knows nothing of play."""
