"""What is said of a number on the command line that can't be: what was given, and what is allowed.

The command line's own reader says it in the words of the library that reads the values, and without the value."""

from __future__ import annotations

from typing import Any

SORTS = {"int": "whole number", "float": "number"}
"""What a value is that the library couldn't read, or that was beyond a bound, by the beginning of its type."""

BOUNDS = {"greater_than_equal", "greater_than", "less_than_equal", "less_than"}
"""The library's errors about a number that it could read."""


def worded(problem: Any) -> None:
    """Put our words into the error of a wrong value, if that is a number's. Older readers of the command line name the
    value themselves; their words stay."""
    found = getattr(problem.__cause__, "errors", None)
    descriptor = getattr(problem.param, "type_descriptor", None)
    if found is None or descriptor is None:
        return
    error = found()[0]
    bounds = descriptor.parameter_info
    kind = error["type"].partition("_")[0]
    if error["type"] in BOUNDS:
        kind = "float" if any(isinstance(bound, float) for bound in (bounds.min, bounds.max)) else "int"
    if kind in SORTS:
        problem.message = f"'{error['input']}' isn't a {SORTS[kind]}{_range(bounds.min, bounds.max)}"


def _range(least: float | None, most: float | None) -> str:
    """The numbers that are allowed, behind the name of their sort."""
    if least is None:
        return "" if most is None else f" of at most {most}"
    return f" of at least {least}" if most is None else f" from {least} to {most}"
