"""Hints where sets of two sorts are joined: sites with directions, pieces with a player, cards with a suit."""

from __future__ import annotations

import re

from gdl.check.declared import Declared
from gdl.model.shape import Shape
from gdl.model.types import Base, Range, Size, Type
from gdl.syntax import tree as t


def joined(declared: Declared, a: Type, b: Type, e: t.Binary) -> str:
    """What the author probably means by `A & B` or `A - B`; an empty text if nothing is likely."""
    sides = (e.left, a), (e.right, b)
    for (one, type_), (other, its) in (sides, sides[::-1]):
        if not isinstance(type_.base, Shape):
            continue
        if its.base is type_.base.directions:
            return _ways(one, other, e)
        if its.base is declared.player and type_.base is declared.board:
            owners = other.span.text
            whose = "mine" if owners == "me" else f"piece of {owners}"
            return f"write `{one.span.text} {e.operator} {whose}` for the sites with pieces of this player"
        if holder := _holder(declared, type_.base, its.base):
            said = _filtered(one, holder, other, its, e.operator)
            return f"{said}, for example" if isinstance(its.base, Range) else said
    return ""


def way_of_a_site(a: Type, b: Type, e: t.Binary) -> str:
    """What to write for `d = goat` or `d in empty`: a direction is no site, but a step leads to one."""
    if not isinstance(b.base, Shape) or a.base is not b.base.directions or a.size > Size.MAYBE:
        return ""
    line = e.span.source.text[: e.span.start].rsplit("\n", 1)[-1]
    binder = re.search(r"\b(?:choose|for)\s+(\w+)\s+in\b", line)
    known = binder is not None and binder[1] != e.left.span.text
    start, whose = (binder[1], "") if binder and known else ("s", ", s being a site")
    asked = {"=": "in", "!=": "not in"}.get(e.operator, e.operator) if b.size == Size.MANY else e.operator
    return f"a step leads to a site: write `{step(start, e.left)} {asked} {e.right.span.text}`{whose}"


def _ways(sites: t.Expression, ways: t.Expression, e: t.Binary) -> str:
    """Directions are kept by where they lead; a step in each of them gives sites."""
    starts = [side.subject.span.text for side in (ways, sites) if isinstance(side, t.Dot)]
    start, whose = (starts[0], "") if starts else ("s", ", s being a site")
    asked = "in" if e.operator == "&" else "not in"
    steps = step(start, ways)
    return (f"for directions write `{{d in {ways.span.text} where {start}.d {asked} {sites.span.text}}}`; "
            f"for sites `{steps} {e.operator} {sites.span.text}`{whose}")  # fmt: skip


def step(start: str, ways: t.Expression) -> str:
    """A step in some directions, as it is written."""
    text = ways.span.text
    return f"{start}.{text}" if isinstance(ways, t.Name | t.Set) else f"{start}.({text})"


def _holder(declared: Declared, shape: Shape, base: Base) -> str:
    """What of a site has such values: a coordinate, or a variable."""
    for name, (type_, _) in shape.coordinates.items():
        if type_.base is base or (isinstance(base, Range) and isinstance(type_.base, Range)):
            return name
    for name, variables in declared.state.attributes.items():
        if any(v.subject is shape and v.type.base is base and len(v.dimensions) == 1 for v in variables):
            return name
    return ""


def _filtered(many: t.Expression, holder: str, value: t.Expression, its: Type, operator: str) -> str:
    signs = {("&", True): "=", ("&", False): "in", ("-", True): "!=", ("-", False): "not in"}
    sign = signs.get((operator, its.size < Size.MANY))
    return f"write `{{x in {many.span.text} where x.{holder} {sign} {value.span.text}}}`" if sign else ""
