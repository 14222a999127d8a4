"""Conditions, weights and lists that stand where something else is read: what to write, and where."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import COMPARISONS
from gdl.text.fixes import Hint


def misplaced(spot: Spot) -> str:
    """What such a line means."""
    rest = spot.text[spot.at :].split("\n")[0].split("#")[0].strip()
    return next((said for rule in _RULES if (said := rule(spot, rest))), "")


def _weights(spot: Spot, rest: str) -> str:
    """`roll k in 1..6 by {6: 2}`."""
    if rest[:1] == ":" and re.search(r"\bby\s*\{[^}]*$", spot.line_before):
        return "a weight is one number for each outcome: `by 2 when k = 6 otherwise 1`, for example"
    return ""


def _or_nothing(spot: Spot, rest: str) -> str:
    """`game has bay: player or nothing`."""
    held = re.search(r"\bhas\b.*:\s*(\w+)\s*$", spot.line_before)
    other = re.match(r"or\s+(?:nothing|none|nobody|null|no\s+\w+)\b", rest)
    if held is None or other is None:
        return ""
    edits = [spot.edit(spot.last_end, spot.at + other.end(), "?")]
    return Hint(f"write `{held[1]}?` for one or nothing", edits=edits)


def _comparison(spot: Spot, rest: str) -> str:
    """`choose a in mine, b != c where …`, `choose b > low`: a condition among the names."""
    if spot.found not in (*COMPARISONS, "not") or spot.found == "=" or "IN" not in spot.expected:
        return ""
    name = re.search(r"(?:(,)|\b(?:choose|roll|for))\s*(\w+)\s*$", spot.line_before)
    if name is None or rest.startswith("not in"):
        return ""
    asked = f"{name[2]} {re.split(r' (?:where|as|asking) ', rest)[0]}"
    if name[1]:
        return f"conditions stand behind `where`: `… where {asked}`"
    return f"say among what: `{name[2]} in S where {asked}`"


def _not_empty(spot: Spot, rest: str) -> str:
    """`if deck not empty`."""
    asked = re.search(r"([\w.]+)\s+not\s*$", spot.line_before)
    if spot.found != "empty" or asked is None:
        return ""
    start = spot.at - len(spot.line_before) + asked.start()
    edits = [spot.edit(start, spot.at + len("empty"), f"some {asked[1]}")]
    return Hint(f"write `some {asked[1]}`", edits=edits)


def _after(spot: Spot, rest: str) -> str:
    """`some me.spot after lay(t)`."""
    change = re.match(r"after\s+([^()]*(?:\([^()]*\))?)", rest)
    if change is None or spot.first_on_line or not re.search(r"\b(?:where|if|and|or)\b", spot.line_before):
        return ""
    return f"the change stands before the question: `(after {change[1].strip()}: …)`"


def _unbraced(spot: Spot, rest: str) -> str:
    """`define red = diamonds, hearts`."""
    listed = re.fullmatch(r"define\s[^=]*=\s*(\w+)\s*", spot.line_before)
    others = re.fullmatch(r"((?:,\s*\w+\s*)+)", rest)
    if spot.head != "define" or listed is None or others is None:
        return ""
    start = spot.at - len(spot.line_before) + listed.start(1)
    whole = f"{{{listed[1]}{others[1].strip()}}}"
    return Hint(f"a set stands in braces: `{whole}`", edits=[spot.edit(start, spot.at + len(others[1]), whole)])


def _nameless(spot: Spot, rest: str) -> str:
    """`for 1..29`."""
    through = re.match(r"\w+\.\.\w+", rest)
    if spot.last != "for" or through is None or spot.expected != {"NAME"}:
        return ""
    return Hint(f"name what is gone through: `for n in {through[0]}`", edits=[spot.edit(spot.at, spot.at, "n in ")])


_RULES = (_weights, _or_nothing, _comparison, _not_empty, _after, _unbraced, _nameless)
