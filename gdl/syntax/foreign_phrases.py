"""Phrases of rules as people tell them, and what to write in their place."""

from __future__ import annotations

import re

from gdl.syntax.foreign_words import CONNECTED, IN_A_LINE
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.mends import Hint


def in_a_row(spot: Spot) -> str:
    """Three in a row, or a chain from side to side."""
    if spot.found == "row" and (number := re.search(r"\b(\d+)\s+in\s+a\s*$", spot.line_before)):
        return f"write `some line in lines({number[1]}) where line within mine`"
    rest = spot.text[spot.at :].split("\n")[0]
    if spot.found in ("has", "have", "Line", "makes", "form") and re.search(r"\b(?i:line|row)\b", rest):
        return IN_A_LINE
    if spot.found == "within" and re.search(r"\blines?\(.*\)\s*$", spot.line_before):
        return IN_A_LINE
    return CONNECTED if spot.found in ("connects", "connect", "connected", "joins", "reaches") else ""


def player(spot: Spot) -> str:
    """A statement that begins with a player: `White: king e1`."""
    named = re.search(r"^players\b(.*)$", spot.text, re.MULTILINE)
    if not (named and spot.first in re.findall(r"\w+", named[1]) and spot.line_words == [spot.first]):
        return ""
    if spot.found in ("wins", "loses"):
        return ""  # said elsewhere
    return f"begin with what happens: `put … of {spot.first} on …`, or `if me = {spot.first}` for what only one does"


def adjective(spot: Spot) -> str:
    """A set with a word behind it that says what it is: `theirs empty`."""
    if spot.found == "empty" and spot.first in ("win", "lose", "draw", "if") and spot.last.isidentifier():
        start = spot.last_end - len(spot.last)
        edits = [spot.edit(start, spot.at + 5, f"no {spot.last}")] if spot.text[start - 1] == " " else []
        return Hint(f"write `no {spot.last}`", edits=edits)
    if spot.first == "move" and "to" in spot.line_words and spot.found.isidentifier() and spot.found not in KEYWORDS:
        return "choose both first: `choose a in mine, b in a.adjacent & empty`; then `move a to b`"
    if spot.found == "between":
        return "`s.N through theirs` is their pieces in a row from s, and what is behind them"
    if spot.first == "win" and spot.last in ("max", "most", "highest", "player") and spot.found != "if":
        return "let the greatest number win: `rank p by p.score if …`"
    return ""
