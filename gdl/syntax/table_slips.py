"""Slips in the lines of a table: where the condition of a line stands, with which word, and what ends a line."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.text.fixes import Hint


def table(spot: Spot) -> str:
    """What a line of a table should say; an empty text elsewhere."""
    if not _is_in_table(spot):
        return ""
    rest = spot.text[spot.at :].split("\n")[0].split("#")[0].strip()
    return next((said for rule in _RULES if (said := rule(spot, rest))), "")


def _is_in_table(spot: Spot) -> bool:
    head = re.match(r"[^\n#]*=\s*(?:#[^\n]*)?\n", spot.text[spot.declaration :])
    is_below = head is not None and spot.at >= spot.declaration + head.end()
    return is_below and spot.head in ("define", "replace")


def _case(spot: Spot, rest: str) -> str:
    """`c.rank = 7: 21`, `when a in king: 3`."""
    asked = re.fullmatch(r"\s+(?:(?:when|if)\s+)?(\S.*?)\s*", spot.line_before)
    if rest[:1] != ":" or asked is None or "{" in asked[1] or not _ASKS.search(asked[1]):
        return ""
    return f"a condition stands behind its value: `{rest[1:].strip() or '…'} when {asked[1]}`"


def _condition_first(spot: Spot, rest: str) -> str:
    """`if a in king: 3`, `if a in king then 3`."""
    cut = re.fullmatch(r"(.+?)\s*(?::|,|\bthen\b)\s*([^:]+)", rest)
    if spot.line_before.strip() != "if" or cut is None:
        return ""
    line = f"{cut[2]} when {cut[1]}"
    return Hint(f"a condition stands behind its value: `{line}`", edits=[
        spot.edit(spot.at - len(spot.line_before.lstrip()), spot.at + len(rest), line)])  # fmt: skip


_ASKS = re.compile(r"[=<>]|\b(?:in|within)\b|^(?:some|no|not)\b")


def _word(spot: Spot, rest: str) -> str:
    """`a.adjacent if n = 2`, `a.N where a in king`."""
    if spot.found not in ("if", "where") or "WHERE" in spot.expected or not spot.line_before.strip():
        return ""
    if "else" in rest or "_NL" not in spot.expected:
        return ""
    return Hint("the condition of a line in a table begins with `when`", "when")


def _ends(spot: Spot, rest: str) -> str:
    """A comma or a semicolon behind a line."""
    if spot.found not in (",", ";") or rest[1:]:
        return ""
    return Hint(f"the lines of a table stand without `{spot.found}` at their ends", "")


_RULES = (_condition_first, _case, _word, _ends)
