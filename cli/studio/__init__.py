"""The studio: a page in which rulesets are written and played at once, and the local server behind it."""
