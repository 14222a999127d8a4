"""What an author probably means where a name or a comparison can't be understood: the words of hints."""

from __future__ import annotations

import re
from collections.abc import Iterable

from gdl.check.prelude import Prelude
from gdl.model.model import Shape
from gdl.model.types import Base, Domain, Range
from gdl.suggest import closest
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import listed

# Names of other languages, and what is written instead.
FOREIGN = {
    "abs": "write `max({n, -n})`", "all": "say `A within B`, or `no x in A where not …`",
    "any": "to ask whether there is one, write `some S` or `some x in S where …`", "len": "write `count(S)`",
    "length": "write `count(S)`", "size": "write `count(S)`", "random": "chance is a statement: `roll x in S`",
    "rand": "chance is a statement: `roll x in S`", "dice": "a die is rolled: `roll n in 1..6`",
    "none": "nothing is written `{}`; to ask whether there is any, `no S`",
    "None": "nothing is written `{}`; to ask whether there is any, `no S`",
    "null": "nothing is written `{}`; to ask whether there is any, `no S`",
    "nil": "nothing is written `{}`; to ask whether there is any, `no S`",
    "nothing": "nothing is written `{}`; to ask whether there is any, `no S`",
    "True": "write `true`", "False": "write `false`", "yes": "write `true`", "I": "the player on turn is `me`",
    "self": "the player on turn is `me`", "current": "the player on turn is `me`",
    "enemy": "the other player is `opponent`, their pieces are `theirs`",
    "enemies": "other players' pieces are `theirs`", "friends": "one's own pieces are `mine`",
    "own": "one's own pieces are `mine`", "my": "one's own pieces are `mine`",
    "squares": "the sites of the board are `site`", "cells": "the sites of the board are `site`",
    "sites": "the sites of the board are `site`", "unoccupied": "the sites where nothing stands are `empty`",
    "free": "the sites where nothing stands are `empty`", "stalemate": "whether `next` can't move is `stuck`, in `end`",
}  # fmt: skip
_LABEL = re.compile(r"([a-z]+)(\d+)")
_SEVERAL = 8  # names that a hint lists at most


def off_board(name: str, shapes: Iterable[Shape]) -> str:
    """Which sites there are, if a name looks like that of a site: “columns a–h, rows 1–8”. An empty text otherwise."""
    if not _LABEL.fullmatch(name.lower()):
        return ""
    for shape in shapes:
        found = [m.groups() for label in shape.labels if (m := _LABEL.fullmatch(label))]
        if len(found) == len(shape):
            if name.lower() in shape.index:
                return f"did you mean `{name.lower()}`?"
            letters = sorted({letter for letter, _ in found}, key=lambda x: (len(x), x))
            numbers = sorted({int(number) for _, number in found})
            return f"the board has the columns {letters[0]}–{letters[-1]} and the rows {numbers[0]}–{numbers[-1]}"
    return ""


def coordinate(name: str, base: Base) -> str:
    """The coordinate that is meant by its full name, as `row` for `r`; else which there are."""
    if not isinstance(base, Shape) or not base.coordinates:
        return ""
    short = [c for c in base.coordinates if name.lower().startswith(c.lower()) or c.startswith(name.lower())]
    if name.lower() in ("x", "y", "col", "file", "rank", "row", "column", "line") or short:
        if len(short) == 1:
            return f"write `.{short[0]}`"
        return f"the coordinates of {_a_site(base)} are {listed(base.coordinates, 'and')}"
    return ""


def _a_site(shape: Shape) -> str:
    return f"a {shape.noun}" if shape.noun[:1] not in "aeiou" else f"an {shape.noun}"


def elsewhere(
    name: str, prelude: Prelude, shape: Shape | None, subject: bool = False, called: bool = False
) -> str:
    """Which boards that ship have what is asked for: “`lines(k)` belongs to `grid` boards”; of directions, its own."""
    having, shown = [], name
    for board in prelude.shape_names():
        other = prelude.shape(board)
        for item in () if other is None else other.items:
            if isinstance(item, t.Define) and (item.subject is not None, item.name.text) == (subject, name):
                if bool(item.parameters) != called:
                    continue
                arguments = ", ".join(p.text for p in item.parameters)
                shown = f"{'s.' if subject else ''}{name}" + (f"({arguments})" if arguments else "")
                having.append(board)
            elif isinstance(item, t.Direction) and item.name.text == name and shape and shape.directions.labels:
                return f"the directions of this board are {listed(shape.directions.labels, 'and')}"
    if not having:
        return ""
    boards = f"{listed(having, 'and')} boards" if len(having) > 1 else f"a `{having[0]}` board"
    return f"`{shown}` belongs to {boards}; on others, `define` it"


def nearest(name: str, names: Iterable[str], what: str = "there is") -> str:
    """The nearest of some names; if none is near, all of them, or the first few."""
    known = list(dict.fromkeys(names))
    if near := closest(name, known):
        others = [n for n in known if n != near]
        more = f" ({what} also {listed(others[:_SEVERAL], 'and')}{', …' if len(others) > _SEVERAL else ''})"
        return f"did you mean `{near}`?" + (more if others else "")
    if not known:
        return ""
    return f"{what} {listed(known[:_SEVERAL], 'and')}" + (", …" if len(known) > _SEVERAL else "")


def compared(e: t.Binary, left: Base, right: Base, player: Domain, kinds: Domain, board: Shape | None) -> str:
    """What to write for a comparison of things of two sorts, such as a kind with a player."""
    sides = (e.left, left), (e.right, right)
    for i, ((side, base), (other, its_base)) in enumerate((sides, sides[::-1])):
        new, kept = _instead(side, base, other, its_base, (player, kinds, board)), other.span.text
        if new:
            return f"write `{f' {e.operator} '.join((new, kept) if i == 0 else (kept, new))}`"
    return ""


def _instead(
    side: t.Expression, base: Base, other: t.Expression, its_base: Base, known: tuple[Domain, Domain, Shape | None]
) -> str:
    """One side of a comparison, such that it can be compared with the other; or nothing."""
    player, kinds, board = known
    text = side.span.text
    holder, asked = (side.subject.span.text, side.link.span.text) if isinstance(side, t.Dot) else (text, "")
    names_a_kind = isinstance(other, t.Name) and other.text in kinds.index
    if its_base is player and asked == "kind":
        return f"{holder}.owner"
    if its_base is player and base is board:
        return "" if isinstance(side, t.Name) and side.text in kinds.index else f"{text}.owner"
    if asked == "owner" and names_a_kind:
        return f"{holder}.kind"
    if base is board and its_base is kinds:
        return f"{text}.kind"
    if isinstance(its_base, Range) and isinstance(base, Shape) and base.coordinates:
        named = other.link.span.text if isinstance(other, t.Dot) else ""
        return f"{text}.{named if named in base.coordinates else next(iter(base.coordinates))}"
    return ""
