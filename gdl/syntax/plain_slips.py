"""Slips in what is asked and done: plain English, or another language, where a condition stands."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import ENDS, KEYWORDS
from gdl.text.fixes import Hint

_SETS = ("empty", "occupied", "mine", "theirs")
_AMOUNTS = {"least": ">=", "most": "<=", "more": ">", "greater": ">", "larger": ">", "less": "<", "fewer": "<"}
_AMOUNT = re.compile(r"(?:is\s+)?(?:at\s+(least|most)|(more|greater|larger|less|fewer)\s+than)\s+(?=[\w(])")
_ALONE = "write `stuck` alone: whether `next` has nothing to choose"
_CHANGES = re.compile(r"else\s+(\S.*([-+]=|\s=\s)|(put|move|remove)\b)")
_BOUND = re.compile(r"\b(?:choose|for|roll|,)\s+(\w+)\s+in\b")


def plain(spot: Spot) -> str:
    """A condition in plain English, or the word for one in a wrong place."""
    rest = spot.text[spot.at :].split("\n")[0]
    return next((said for rule in _RULES if (said := rule(spot, rest))), "")


def _asks(spot: Spot) -> bool:
    return not {"if", "where", "when", "until", "while"}.isdisjoint(spot.line_words)


def _standing(spot: Spot, rest: str) -> str:
    """`king at b`, `theirs on b`, `b has king`, `b is empty`, `b not mine`, `empty b`."""
    if not _asks(spot):
        return ""
    subject = re.search(r"[\w.]+(?: of [\w.]+)?$", spot.line_before.rstrip())
    if subject is None or spot.last in KEYWORDS - {"empty", "mine", "theirs", "not", "me", "next"}:
        return ""
    if place := re.match(r"(?:at|on)\s+([\w.]+)", rest):
        return f"write `{place[1]} in {subject[0]}`" if spot.first not in ("put", "move") else ""
    if held := re.match(r"has\s+(?:an?\s+)?([A-Za-z_]\w*)", rest):
        is_kind = re.search(rf"^pieces\b.*\b{re.escape(held[1])}\b", spot.text, re.MULTILINE)
        return f"write `{subject[0]} in {held[1]}`: the sites where it stands" if is_kind else ""
    negated = re.search(r"([\w.]+)\s+not$", spot.line_before.rstrip())
    if negated and spot.found in _SETS:
        return Hint(f"write `{negated[1]} not in {spot.found}`", edits=[spot.edit(spot.at, spot.at, "in")])
    said = re.match(rf"(?:is\s+)?(not\s+)?({'|'.join(_SETS)})\b", rest)
    if said and subject[0] in _BOUND.findall(spot.text):
        better = f"{subject[0]} {'not in' if said[1] else 'in'} {said[2]}"
        edits = [spot.edit(spot.at, spot.at + said.end(), better[len(subject[0]) + 1 :])]
        return Hint(f"write `{better}`", edits=edits)
    if spot.last in _SETS and spot.found in _BOUND.findall(spot.text):
        start = spot.last_end - len(spot.last)
        better = f"{spot.found} in {spot.last}"
        return Hint(f"write `{better}`", edits=[spot.edit(start, spot.at + len(spot.found), better)])
    return ""


def _amounts(spot: Spot, rest: str) -> str:
    """`between 1 and 3`, `at least 3`."""
    left = re.search(r"[\w.]+(?:\([^()]*\))?$", spot.line_before.rstrip())
    if left and (ends := re.match(r"(?:is\s+)?between\s+(\d+)\s+and\s+(\d+)\b", rest)):
        better = f"in {ends[1]}..{ends[2]}"
        return Hint(f"write `{left[0]} {better}`", edits=[spot.edit(spot.at, spot.at + ends.end(), better)])
    if left and (said := _AMOUNT.match(rest)):
        sign = _AMOUNTS[said[1] or said[2]]
        edits = [spot.edit(spot.at, spot.at + said.end(), f"{sign} ")]
        return Hint(f"write `{left[0]} {sign} …`", edits=edits)
    return ""


def _quantified(spot: Spot, rest: str) -> str:
    """`any x in S`, `exists x in S`, `some x in S, x.r = 2`, `count(S where …)`, `some king of White in S`."""
    if spot.last in ("any", "exists", "exist") and re.match(r"\w+\s+in\b", rest):
        edits = [spot.edit(spot.last_end - len(spot.last), spot.last_end, "some")]
        return Hint(f"write `some {spot.found} in S where …`", edits=edits)
    named = re.search(r"\b(?:some|no)\s+\w+\s+in\s+[^,]+(,\s*)(\w+)\s*$", spot.line_before)
    if named and "IN" in spot.expected and spot.found in (".", "<", ">", "not"):
        start = spot.at - len(spot.line_before) + named.start(1)
        edits = [spot.edit(start, start + len(named[1]), " where ")]
        return Hint("a condition begins with `where`", edits=edits)
    if spot.found == "where" and (counted := re.search(r"\b(count|the)\(\s*([\w.]+)\s*$", spot.line_before)):
        return f"name what is counted: `{counted[1]}({{x in {counted[2]} where …}})`"
    if spot.found == "in" and (both := re.search(r"\b(some|no)\s+(\w+ of [\w.]+)\s*$", spot.line_before)):
        other = re.match(r"in\s+([\w.]+(?:\([^()]*\))?)\s*$", rest)
        return f"write `{both[1]} {both[2]} & {other[1] if other else '…'}` to ask for what is in both sets"
    return ""


def _condition_word(spot: Spot, rest: str) -> str:
    """The word for a condition after a comma, a second time, or where another belongs."""
    if spot.last == "where" and (comma := re.search(r"(,\s*)where\s*$", spot.line_before)):
        start = spot.at - len(spot.line_before) + comma.start(1)
        edits = [spot.edit(start, start + len(comma[1]), " ")]
        return Hint("leave out the comma before `where`", edits=edits)
    if re.search(r"\band\s+choose\s*$", spot.line_before):
        return "one decision names all that is chosen: `choose a in S, b in T where …`"
    if spot.found == "if" and spot.first in ("choose", "roll", "for") and "where" in spot.line_words:
        return Hint("join conditions with `and`", "and") if " otherwise" not in rest and " else" not in rest else ""
    if spot.found == "," and spot.first in ENDS and re.match(r",\s*if\b", rest):
        return Hint("leave out the comma", "")
    if spot.found == "where" and spot.first in ("win", "lose") and spot.line_before.split()[1:] in _ONE:
        return Hint("the condition of a statement begins with `if`", "if")
    changed = re.fullmatch(r"\s*[\w.()]+\s*([-+]?=)\s*(.+?)\s*", spot.line_before)
    if spot.found == "where" and changed and "IF" in spot.expected and (changed[1] != "=" or changed[2].isdigit()):
        return Hint("the condition of a statement begins with `if`", "if")
    if not spot.found.strip() and spot.first == "else" and spot.last == "if":
        return "say the condition behind `else if`, or write `else` alone"
    if "?" in rest and re.search(r"\?.+:", rest) and "IF" not in spot.expected:
        return "write a value with a condition as `a when c otherwise b`"
    return ""


_ONE = (["me"], ["next"], ["opponent"])


def _other_case(spot: Spot, rest: str) -> str:
    """`else` behind a statement with `if`, and `otherwise` below a block of one."""
    if spot.found == "else" and spot.first in ENDS:
        return "give each result a line of its own, with its condition: `win me if …`, then `draw if …`"
    if spot.found == "else" and "if" in spot.line_words and _CHANGES.match(rest):
        return "write `if` and its condition in a line of its own, `else` in another, and what happens below each"
    if spot.found == "otherwise" and spot.first_on_line and _above(spot) in ("if", "else"):
        return Hint("an `if` goes on with `else`", "else")
    return ""


def _above(spot: Spot) -> str:
    """The first word of the line above that stands in the same column."""
    column = len(spot.line_before)
    for line in reversed(spot.text[: spot.at - column].splitlines()):
        if line.strip() and len(line) - len(line.lstrip()) <= column:
            return line.split()[0] if len(line) - len(line.lstrip()) == column else ""
    return ""


def _goes_on(spot: Spot, rest: str) -> str:
    """A statement that was taken for the rest of the line above."""
    above = spot.text[: spot.at - len(spot.line_before)].rstrip()
    end = re.search(r"(\band|\bor|\bnot|,|[-+&=])$", above)
    if end and spot.found in ("=", "+=", "-=", "to", "on") and len(spot.line_words) > 0 and "_NL" in spot.expected:
        return f"the line above ends with `{end[1]}`, so it goes on here: leave that out"
    return ""


def _stuck(spot: Spot, rest: str) -> str:
    """`they are stuck`, `next is stuck`, `not can move`."""
    if re.match(r"(?:is|are)\s+stuck\b", rest) or (spot.found == "move" and spot.last == "can"):
        return _ALONE
    return ""


_RULES = (_amounts, _standing, _quantified, _condition_word, _other_case, _goes_on, _stuck)
