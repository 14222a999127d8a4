"""Slips about pieces with a number, and about the points of a board."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint

_RANGE = re.compile(r"(?:(\w+)\s*(?:in|:|=|from)?\s*)?(\d+\s*\.\.\s*\w+)")


def numbered_kind(spot: Spot) -> str:
    """A kind of piece with a number that isn't in brackets: `pieces robot number 1..4`; a piece that is put there."""
    behind = re.fullmatch(r"pieces\s+(?:.*,\s*)?(\w+)\s+of\s+(\w+)\(\s*(\w+)\s*", spot.line_before)
    if spot.found == ":" and behind:
        return f"the number stands behind the kind: `pieces {behind[1]}({behind[3]}: 1..6) of {behind[2]}`"
    kind = re.fullmatch(r"pieces\s+(?:.*,\s*)?(\w+)\s*", spot.line_before)
    if spot.head != "pieces" or kind is None:
        return ""
    rest = spot.text[spot.at :].split("\n")[0]
    if said := _RANGE.match(rest):
        name = said[1] or "number"
        return Hint(f"a piece's number stands in brackets: `{kind[1]}({name}: {said[2]})`",
                    edits=[spot.edit(spot.last_end, spot.at + said.end(), f"({name}: {said[2]})")])  # fmt: skip
    if re.match(r"(?:\w+\s+)?on\b", rest):
        return f"`pieces` names the kinds; in `setup` or `turn`, `put {kind[1]} … on …` puts one"
    return ""


def numbered_piece(spot: Spot) -> str:
    """A piece whose number isn't in brackets: `put robot 2 on s`, `robot 2 on s`."""
    line = spot.line_before + spot.text[spot.at :].split("\n")[0]
    said = re.match(r"\s*(?:(put|remove)\s+)?(?:pieces?\s+)?(\w+)\s+(?:(\w+)\s+)?(\w+)\s+(of\s+\w+\s+)?on\b", line)
    if said is None or not re.search(rf"^pieces\b.*\b{re.escape(said[2])}\s*\(", spot.text, re.MULTILINE):
        return ""
    if said[1] == "remove":
        return "`remove` takes sites: `remove s` takes away what stands on s"
    return f"a piece's number stands in brackets: `put {said[2]}({said[4]}) {said[5] or ''}on …`"


def point(spot: Spot) -> str:
    """A point of a board: its name before its place, and the words before both."""
    number = re.match(r"\s*point\s+\d+\s*", spot.line_before)
    if number is None:
        return ""
    if spot.found[:1] == '"' and "AS" in spot.expected:
        return Hint("write `as` before a point's name", edits=[spot.edit(spot.at, spot.at, "as ")])
    if "AT" in spot.expected and re.match(r"-?\d", spot.text[spot.at :]):
        return Hint("write `at` before a point's place", edits=[spot.edit(spot.at, spot.at, "at ")])
    if spot.found == "as" and (place := re.search(r"\bat\s+\S.*?(?=\s*$)", spot.line_before)):
        name = re.match(r'as\s+"[^"\n]*"', spot.text[spot.at :])
        return f"a point's name stands before its place: `{number[0].strip()} {name[0] if name else 'as …'} {place[0]}`"
    return ""


def through(spot: Spot) -> str:
    """`through when …`: it goes on within a set."""
    if "through" not in spot.line_words or spot.last not in ("through", "when"):
        return ""
    if spot.first in ("win", "lose", "draw"):
        return "a condition stands behind `if`: `win me if …`; `a.near through S` goes from a through the sites of S"
    return "behind `through` stands the set within which it goes on: `a.near through empty`"
