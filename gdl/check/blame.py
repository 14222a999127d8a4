"""Whose fault it is. If a call gives a define something that it can't take, the call is wrong, not the define."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from gdl.check.scope import Thing
from gdl.model.nodes import Expr
from gdl.model.shape import Shape
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span

_OPERATORS = r"(?:[-+*/%&=<>]|!=|<=|>=|\.\.|\b(?:not in|in|within|of)\b)"
_SORTS = re.compile(r"T3\d\d|P5\d\d|N205")
"""Codes of findings about what sort of thing stands somewhere."""
_OF_ANOTHER = re.compile(r"belongs to|\bonly a site has\b|^the coordinates of|the game keeps one")
_HANDED_ON = re.compile(r"^`\w+` can't take [^:]*: ")
_OF_VALUES = ("T322", "P511")
"""Among these, codes about the value of a call, or about the name of what is called. The arguments are right."""


def blamed(found: Finding, define: t.Define, given: Mapping[str, Expr | Thing], call: Span, own: bool) -> Finding:
    """The finding, moved to the call if an argument of the call is at fault. `own`: the define is the author's.

    An argument is at fault if the finding is about a parameter: the parameter stands alone, as an argument of another
    call, or on one side of an operator; or something behind its dot may be missing because the argument may be missing.
    A define that ships has no faults of its own.
    """
    inside = found.span.source is define.span.source and define.span.start <= found.span.start < define.span.end
    if not inside or not _SORTS.fullmatch(found.code) or call == found.span:
        return found
    if own and found.code == "N205" and not _OF_ANOTHER.search(found.hint):
        return found  # nothing has that, whatever is given
    of_value = found.code in _OF_VALUES and not _HANDED_ON.match(found.message)
    name = next((name for name in given if _is_about(found.span, name, of_value) or _lacks(found, name, given)), "")
    is_asked = found.code == "T309" and found.span.text.strip() not in given  # what is made of it is asked, not it
    if own and (not name or is_asked):
        return found
    inner = _HANDED_ON.sub("", found.message)  # handed on to it: the first to give it is told
    message = re.sub(r"\bhere\b", "there", inner)
    hint = found.hint
    if own:
        line = found.span.source.line(found.span.line).split("#")[0].strip()
        hint = f"{found.span.where} says `{line}`" + (f"; {hint}" if hint else "")
    if name and define.subject is not None and name == define.subject.text and _wants_a_set(found, inner):
        whole = f"{define.name.text}({', '.join([name, *(p.text for p in define.parameters)])})"
        hint = f"a dot asks each element by itself; for a set as a whole write `define {whole}`, and call it so"
    if name and define.subject is not None and name == define.subject.text and _is_coordinate(define, given[name]):
        hint = f"`{define.name.text}` is a coordinate of the board, too: give the define another name"
    what = f" {_sort(given[name])} as its `{name}`" if name else " this"
    return replace(found, span=call, message=f"`{define.name.text}` can't take{what}: {message}", hint=hint, fix=None)


def _wants_a_set(found: Finding, inner: str) -> bool:
    """Whether one thing stands where a set is needed. A comparison of things of two sorts doesn't count."""
    return found.code != "T311" and bool(re.search(r"\bset\b", inner))


def _is_coordinate(define: t.Define, value: Expr | Thing) -> bool:
    """Whether the subject has a coordinate with the name of the define."""
    base = None if isinstance(value, Thing) else value.type.base
    return isinstance(base, Shape) and define.name.text in base.coordinates


def _is_about(span: Span, name: str, of_value: bool) -> bool:
    """Whether a finding is about a parameter. `of_value`: the finding is about the value of a call, not about its
    arguments."""
    about = rf"{name}|{name}\s*{_OPERATORS}.*|.*{_OPERATORS}\s*{name}"
    if not of_value:
        about += rf"|[\w.]+\((?:.*,\s*)?{name}(?:\s*,.*)?\)"
    before = span.source.text[: span.start]
    return bool(re.fullmatch(about, span.text, re.DOTALL) or re.search(rf"(?<![\w.]){name}\.$", before))


def _lacks(found: Finding, name: str, given: Mapping[str, Expr | Thing]) -> bool:
    """Whether `parameter.name` may be missing only because the argument may be missing."""
    value = given[name]
    unsure = isinstance(value, Expr) and value.type.size == Size.MAYBE
    return found.code == "T337" and unsure and bool(re.fullmatch(rf"{name}\.\w+", found.span.text))


def _sort(value: Expr | Thing) -> str:
    return "a piece" if isinstance(value, Thing) else str(value.type)
