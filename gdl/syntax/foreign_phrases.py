"""Phrases of rules as people tell them, and what to write in their place."""

from __future__ import annotations

import re

from gdl.syntax.foreign_lines import ARROW, goal
from gdl.syntax.foreign_words import CONNECTED, IN_A_LINE
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.fixes import Hint

_GREATEST = re.compile(r"\b(most|max\w*|highest|greatest|best)\b")

_WHO = re.compile(
    r"\s*((win|lose)\s+(if\s+)?(the\s+)?(last|only|first|other|previous|current|remaining)\s+(player|one|man|mover)\b"
    r"|(win|lose)\s+(the\s+)?player\s+(to|who|that|whose)\b"
    r"|(the\s+)?(last|only|first|other|previous|current|remaining)\s+(player|one|man|mover)\b.*\b(wins|loses)\b)"
)
WHO_WINS = "in `end`, `win me` names who has just moved, `win next` who comes next, `win {p in player where …}` others"
_NUMBERS = {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8"}


def in_a_row(spot: Spot) -> str:
    """Three in a row, or a chain from side to side."""
    if spot.found == "row" and (number := re.search(r"\b(\w+)\s+in\s+a\s*$", spot.line_before)):
        size = number[1] if number[1].isdigit() else _NUMBERS.get(number[1].lower(), "")
        return f"write `some line in lines({size}) where line within mine`" if size else IN_A_LINE
    rest = spot.text[spot.at :].split("\n")[0]
    if spot.found in ("has", "have", "Line", "makes", "form") and re.search(r"\b(?i:lines?|rows?)\b", rest):
        return IN_A_LINE
    if spot.found in ("within", "in") and re.search(r"\blines?\(.*\)\s*$", spot.line_before):
        return IN_A_LINE
    if spot.found == "lines" and spot.last in ("any", "a", "all", "every"):
        return IN_A_LINE
    return CONNECTED if spot.found in ("connects", "connect", "connected", "joins", "reaches") else ""


def whole_line(spot: Spot) -> str:
    """A rule with an arrow, or a goal without a winner."""
    line = spot.line_before + spot.text[spot.at :].split("\n")[0]
    if re.match(r"\s+\[.*->", line):
        return ARROW
    return goal(line) if spot.no_statement else ""


def amount(spot: Spot) -> str:
    """`if 3 captured`, `if Red has 3 captured`: how many there are of something."""
    if not {"if", "where"} & {*spot.line_words}:
        return ""
    behind = spot.last.isdigit() and spot.found.isidentifier() and "COMPARE" in spot.expected
    if behind and spot.found not in KEYWORDS:
        return f"say how many of what: `count({spot.found}) = {spot.last}`, or `me.{spot.found} = {spot.last}`"
    unit = spot.last.isdigit() and re.match(r"[A-Za-z]\w*(?![\w(])", spot.text[spot.at :])
    if unit and spot.found not in KEYWORDS and "_NL" in spot.expected:
        return f"a number stands alone: leave out `{spot.found}`"
    if spot.found == "has" and "COMPARE" in spot.expected and spot.last.isidentifier():
        had = re.match(r"has\s+(\d+)\s+(\w+)", spot.text[spot.at :])
        asked = f"{spot.last}.{had[2]} = {had[1]}`" if had else f"{spot.last}.gold = 3`, for example"
        return f"what `{spot.last}` has stands behind a dot: `{asked}"
    return ""


def player(spot: Spot) -> str:
    """A statement that begins with a player: `White: king e1`."""
    named = re.search(r"^players\b(.*)$", spot.text, re.MULTILINE)
    if not (named and spot.first in re.findall(r"\w+", named[1]) and spot.line_words == [spot.first]):
        return ""
    if spot.found in ("wins", "loses"):
        return ""  # said elsewhere
    return f"begin with what happens: `put … of {spot.first} on …`, or `if me = {spot.first}` for what only one does"


def adjective(spot: Spot) -> str:
    """A set with a word behind it that says what it is: `theirs empty`, `board is full`."""
    if spot.last == "board" and (word := re.match(r"(?:is\s+)?(empty|full)\b", spot.text[spot.at :])):
        return f"write `no {'piece' if word[1] == 'empty' else 'empty'}`: then the board is {word[1]}"
    owned = re.search(r"[\w.]+$", spot.line_before.rstrip())
    if owned and "if" in spot.line_words and re.match(r"is\s+empty\b", spot.text[spot.at :]):
        return f"write `no {owned[0]}` to ask whether there is nothing"
    if spot.found == "empty" and spot.first in ("win", "lose", "draw", "if") and spot.last.isidentifier():
        start = spot.last_end - len(spot.last)
        edits = [spot.edit(start, spot.at + 5, f"no {spot.last}")] if spot.text[start - 1] == " " else []
        return Hint(f"write `no {spot.last}`", edits=edits)
    if spot.first == "move" and "to" in spot.line_words and spot.found.isidentifier() and spot.found not in KEYWORDS:
        return "choose both first: `choose a in mine, b in a.adjacent & empty`; then `move a to b`"
    if spot.first == "remove" and spot.found == "on":
        return "name the sites alone: `remove d1`; or those where such pieces stand: `remove man of White`"
    if spot.found == "between":
        return "`s.N through theirs` is their pieces in a row from s, and what is behind them"
    return ""


def counted_turns(spot: Spot) -> str:
    """`draw after 200 turns`."""
    if spot.first not in ("draw", "win", "lose") or not (
        found := re.match(r"after\s+(\d+)\s+(turns?|rounds?|moves?|plies)\b", spot.text[spot.at :])
    ):
        return ""
    number, ends = found[1], spot.first if spot.first == "draw" else f"{spot.first} …"
    counter = f"`game has turns: 0..{number}`, at the end of `turn` `turns += 1`"
    return f"count them: {counter}, and here `{ends} if turns = {number}`"


def several(spot: Spot) -> str:
    """`choose a, b in mine`, and a condition behind `and` where `where` is meant."""
    if spot.line_words[:1] not in (["choose"], ["roll"], ["for"]):
        return ""
    rest = spot.text[spot.at :].split("\n")[0]
    if spot.found in ("with", "having", "such") and "WHERE" in spot.expected:
        return "a condition begins with `where`: `where count(S) = 3`, for example"
    if spot.found == "," and "where" in spot.line_words:
        return f"all names stand before `where`: `{spot.first} a in S, b in T where …`; join conditions with `and`"
    if spot.found == "," and (behind := re.match(r",\s*(\w+)\s+(in|within)\s+([\w.]+)", rest)):
        one, (other, how, source) = spot.last, behind.groups()
        return f"each name has its own set: `{spot.first} {one} {how} {source}, {other} {how} {source}`"
    if spot.found == "and" and "WHERE" in spot.expected and re.match(r"and\s+[\w.]+\s*(not\s+in\b|=|!=|<|>)", rest):
        return Hint("a condition begins with `where`", edits=[spot.edit(spot.at, spot.at + 3, "where")])
    return ""


def winner(spot: Spot) -> str:
    """`win the player with the highest score`, `win p where p.score = 3`, `win last player`, `last player wins`."""
    if _WHO.match(spot.line_before + spot.text[spot.at :].split("\n")[0]):
        return WHO_WINS
    if spot.first not in ("win", "lose") or not spot.found or "if" in (spot.found, *spot.line_words):
        return ""
    rest = spot.text[spot.at :].split("\n")[0]
    if spot.first == "win" and (_GREATEST.search(rest) or _GREATEST.fullmatch(spot.last)):
        return "let the greatest number win: `rank p by p.score if …`"
    if spot.found in ("where", "in", "with") and spot.last.isidentifier():
        return f"name the players in braces: `{spot.first} {{p in player where …}}`"
    return ""
