"""Findings that need play: importing this adds their rules to those of `gdl.lint`; `judge` plays games for them."""

from interpreter.lab.lint import (
    beginnings,
    decisions,
    effects,
    ends,
    leaks,
    length,
    limits,
    options,
    pieces,
    results,
    symmetry,
)

MODULES = (beginnings, effects, results, ends, length, decisions, pieces, options, symmetry, limits, leaks)
"""The rules, by the letters of their codes."""
