"""Slips by which a line says too much: a word beside a board, an ending behind a picture, brackets around nothing."""

from __future__ import annotations

import re

from gdl.pictures import PICTURES
from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint

_CAPTURES = re.compile(r"(?:and\s+)?(?:captures?|captured|capturing|takes?|taking|kills?|killing)\b(.*)")
_FILE = re.compile(r"\.?\s*(?:svg|png|jpe?g|gif|webp)\b", re.IGNORECASE)
_WRITTEN = ("has", "called", "named", "written", "text", "label", "say", "says", "note", "like", "show")


def too_much(spot: Spot) -> str:
    """What to leave out, or the word to write in the place of another that isn't one of the language."""
    rest = spot.text[spot.at :].split("\n")[0]
    return next((said for rule in _RULES if (said := rule(spot, rest))), "")


def _capture(spot: Spot, rest: str) -> str:
    """`move a to b capture`."""
    said = _CAPTURES.match(rest)
    if spot.first != "move" or " to " not in spot.line_before or said is None:
        return ""
    if re.search(r"^board\s+stacks\b", spot.text, re.MULTILINE):
        return "leave this out; on stacks a piece comes to lie on what is there: `remove b` above takes that away"
    alone = re.fullmatch(r"\s*(?:if\b.*|#.*)?", said[1])
    edits = [spot.edit(spot.last_end, spot.at + said.start(1), "")] if alone else []
    return Hint("leave this out: what stood where a piece moves to is gone", edits=edits)


def _no_arguments(spot: Spot, rest: str) -> str:
    """`next.next()`, `me.hand.count()`."""
    called = re.search(r"(\w+)(\(\s*)$", spot.line_before)
    if spot.found != ")" or called is None:
        return ""
    counted = re.search(r"([\w.]+)\.(?:count|size|length|len)\($", spot.line_before)
    if counted:
        return f"write `count({counted[1]})`"
    start = spot.at - len(spot.line_before) + called.start(2)
    return Hint(f"what takes no arguments has no brackets: `{called[1]}`", edits=[spot.edit(start, spot.at + 1, "")])


def _picture_file(spot: Spot, rest: str) -> str:
    """`as pawn.svg`."""
    ending = _FILE.match(rest)
    if spot.head != "looks" or ending is None or not re.search(r"\bas\s+\w+\s*$", spot.line_before):
        return ""
    if spot.last in PICTURES:
        edits = [spot.edit(spot.last_end, spot.at + ending.end(), "")]
        return Hint(f"write the picture's name alone, `as {spot.last}`: rules read no files", edits=edits)
    return 'rules read no files: write the name of a picture, as `as pawn`, or an SVG path in quotes'


def _text_of_a_move(spot: Spot, rest: str) -> str:
    """`choose a in mine has "{a}"`."""
    if "AS" in spot.expected and spot.found in _WRITTEN and re.match(r'\w+\s*"', rest):
        return Hint('the text of a move stands behind `as`: `as "…"`', "as")
    return ""


_RULES = (_capture, _no_arguments, _picture_file, _text_of_a_move)
