"""Findings that need play: importing this adds their rules to those of `gdl.lint`."""

from interpreter.lint import beginnings

MODULES = (beginnings,)
"""The rules, by the letters of their codes."""
