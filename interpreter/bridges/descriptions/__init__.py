"""Descriptions of games for other programs, turned into rulesets and back: text to text."""
