"""Slips in statements and declarations: the small words of plain English."""

from __future__ import annotations

import re

from gdl.syntax.foreign_words import said_otherwise
from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import ENDS, STATEMENTS
from gdl.text.fixes import Hint

_OF_EACH = (
    "a line of `pieces` says once whose they are: `pieces man, king of player`; for other owners write another line"
)
_HOW_MANY = "how many there are at first is said in `setup`; a piece may bear a number, as `man(number: 1..5)`"
_SMALL = "leave out `{}`"


def plain_words(spot: Spot) -> str:
    """A word too many, or in another place than here."""
    rest = spot.text[spot.at :].split("\n")[0]
    return next((said for rule in _RULES if (said := rule(spot, rest))), "")


def _pieces(spot: Spot, rest: str) -> str:
    """`pieces man of player, king of player`, `pieces 5 man`, `pieces man(5)`, `pieces man of each player`."""
    if spot.head != "pieces":
        return ""
    if spot.found == "," and "of" in spot.line_words:
        return _OF_EACH
    if spot.found.isdigit() and (spot.line_words == ["pieces"] or spot.last == "("):
        return _HOW_MANY
    each = re.search(r"\bof\s+(each|every|all)\s+$", spot.line_before)
    if each and spot.found == "player":
        start = spot.at - len(spot.line_before) + each.start(1)
        return Hint(_SMALL.format(each[1]), edits=[spot.edit(start, spot.at, "")])
    return ""


def _declared(spot: Spot, rest: str) -> str:
    """`player has a store: …`, an option without its sentence, or without its `:`."""
    article = re.search(r"\bhas\s+(an?|the)\s+$", spot.line_before)
    if article and spot.found.isidentifier() and "COLON" in spot.expected:
        start = spot.at - len(spot.line_before) + article.start(1)
        return Hint(_SMALL.format(article[1]), edits=[spot.edit(start, spot.at, "")])
    if spot.head == "option" and not spot.found.strip() and "STRING" in spot.expected:
        return "end the line with a sentence about it, in quotes: `option size: 3..5 = 4 \"squares along a side\"`"
    if spot.head == "option" and spot.found.isdigit() and "COLON" in spot.expected:
        return Hint(f"write a `:` behind the name: `{spot.line_before.strip()}: …`",
                    edits=[spot.edit(spot.last_end, spot.last_end, ":")])  # fmt: skip
    kept = re.fullmatch(r"\w+\s+has\s+(\w+(?:\([^()]*\))?)\s+", spot.line_before)
    if kept and "COLON" in spot.expected and spot.found.isalnum() and not said_otherwise(kept.groups()):
        return Hint(f"write a `:` behind the name: `{spot.line_before.strip()}: …`",
                    edits=[spot.edit(spot.last_end, spot.last_end, ":")])  # fmt: skip
    if spot.head == "define" and spot.found == "when" and "EQUAL" in spot.expected:
        return "write `=` behind the name of the define: the lines below it are a table then"
    return ""


def _put(spot: Spot, rest: str) -> str:
    """`put man on row(1) for White`, `man of White on row(1)`, `White's man`."""
    if spot.first == "put" and spot.found == "for" and (whose := re.match(r"for\s+(\w+)\s*$", rest)):
        return f"name the owner after the kind: `put … of {whose[1]} on …`"
    if spot.no_statement and spot.found == "of" and re.match(r"of\s+[\w.]+\s+on\b", rest):
        start = spot.at - len(spot.line_before.lstrip())
        return Hint(f"write `put {spot.first} …`", edits=[spot.edit(start, start, "put ")])
    if spot.found == "'" and (whose := re.match(r"'s\s+(\w+)", rest)) and spot.last.isidentifier():
        start = spot.last_end - len(spot.last)
        better = f"{whose[1]} of {spot.last}"
        return Hint(f"write `{better}`", edits=[spot.edit(start, spot.at + whose.end(), better)])
    return ""


def _several(spot: Spot, rest: str) -> str:
    """`move a to b and remove c`, `remove all theirs`, `let x 3`."""
    more = re.match(r"(?:and|,)\s+(?:then\s+)?(\w+)\b", rest)
    if spot.first in STATEMENTS and more and more[1] in STATEMENTS and more[1] != "if" and "IF" in spot.expected:
        return f"one line does one thing: write `{rest[more.start(1) :].strip()}` below it"
    if spot.line_words in (["remove", "all"], ["remove", "every"]) and spot.found.isidentifier():
        return Hint(_SMALL.format(spot.last), edits=[spot.edit(spot.last_end - len(spot.last), spot.at, "")])
    if spot.first == "let" and len(spot.line_words) == 2 and "EQUAL" in spot.expected and spot.found[:1].isalnum():
        return Hint(f"write `let {spot.last} = …`", edits=[spot.edit(spot.at, spot.at, "= ")])
    return ""


def _texts(spot: Spot, rest: str) -> str:
    """`win me if … because "…"`, `win me if … "…"`, `as it is there`."""
    if spot.first not in ENDS or "if" not in spot.line_words:
        return ""
    if (said := re.match(r"(because|since|with|saying)?\s*\"", rest)) and "AS" in spot.expected:
        end = spot.at + len(said[1] or "")
        return Hint('write why it ends as `as "…"`', edits=[spot.edit(spot.at, end, "as" if said[1] else "as ")])
    words = re.search(r"\bas\s+\w+\s*$", spot.line_before)
    return 'put the text in quotes: `as "…"`' if words and spot.found.isalpha() else ""


_RULES = (_pieces, _declared, _put, _several, _texts)
