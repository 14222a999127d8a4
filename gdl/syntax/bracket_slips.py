"""Slips about brackets: round, square or curly ones, forgotten or of the wrong form."""

from __future__ import annotations

import re

from gdl.syntax.spot import Spot
from gdl.syntax.vocabulary import COMPARISONS, FUNCTIONS, KEYWORDS
from gdl.text.fixes import Edit, Hint

_THINGS = re.compile(r"\s*([a-z]\d{1,2}|[A-Z]\w+)(\s*,\s*([a-z]\d{1,2}|[A-Z]\w+))+\s*")
"""Names that are surely no numbers: squares such as `a1`, and what begins with a capital letter."""


def parentheses(spot: Spot) -> str:
    """A condition within braces or arguments."""
    inside = "COMMA" in spot.expected and "_NL" not in spot.expected
    if inside and spot.found in ("when", "otherwise", "and", "or", *COMPARISONS):
        return "put this part in parentheses"
    if spot.found == "otherwise" and re.match(r"otherwise\s+(draw|win|lose)\b", spot.text[spot.at :]):
        return "give each result a line of its own, with its condition: `win me if …`, then `draw if …`"
    if spot.found == "otherwise" and spot.first in ("move", "put", "remove", "by", "win", "lose", "for", "deal"):
        return "put all of `… otherwise …` in parentheses"
    if spot.found == "when" and spot.first in ("by", "most"):
        return "put all of `… when … otherwise …` in parentheses"
    if "RBRACE" in spot.expected and "_NL" not in spot.expected and spot.found in ("when", "otherwise"):
        return "put all of `… when … otherwise …` in parentheses"
    if spot.found == "for" and inside:
        start = _opening(spot.text, spot.at) + 1
        value = spot.text[start : spot.at].strip()
        if re.search(r"\b(when|otherwise)\b", value) and "\n" not in value:
            edits = [spot.edit(start, start, "("), spot.edit(spot.last_end, spot.last_end, ")")]
            return Hint(f"put the value in parentheses: `({value}) for …`", edits=edits)
    return ""


def brackets(spot: Spot) -> str:
    """Arguments without round brackets."""
    if spot.last == "the" and spot.found.isidentifier() and spot.first != "define":  # a define says a value
        start = spot.last_end - len(spot.last)
        edits = [spot.edit(start, spot.at, "")]
        return Hint("leave out `the`; `the(S)` is the only element of a set", edits=edits)
    if spot.last in FUNCTIONS and (spot.found[:1].isalnum() or spot.found in "{["):
        return Hint(f"write `{spot.last}(…)`", edits=_rounded(spot, spot.at, "(", ")") if spot.found == "[" else ())
    if spot.last == "else" and spot.head == "define" and "LPAR" in spot.expected:
        return Hint("write `otherwise`", edits=[spot.edit(spot.last_end - len("else"), spot.last_end, "otherwise")])
    if spot.found.isdigit() and "LPAR" in spot.expected and spot.last.isidentifier() and spot.head != "board":
        if spot.last in KEYWORDS:
            return ""
        return f"put arguments in brackets: `{spot.last}({spot.found})`"
    if spot.found == "(" and spot.last == ")":
        return "put all arguments in the same brackets: `x(a, b)`"
    if spot.found == "," and "RPAR" in spot.expected and "COMMA" not in spot.expected:
        opening = _opening(spot.text, spot.at)
        edits = _rounded(spot, opening, "{", "}")
        sure = edits and _THINGS.fullmatch(spot.text[opening + 1 : edits[1].span.start])
        said = "write a set in braces: `{a, b}`; write the site with these coordinates in square brackets: `[1, 2]`"
        return Hint("write a set in braces: `{a, b}`" if sure else said, edits=edits if sure else [])
    if spot.found == "{" and spot.head == "define" and {"COLON", "_NL"} <= spot.expected:
        case = spot.line_before.strip()
        return Hint(f"write `:` behind the case: `{case}: {{…}}`", edits=[spot.edit(spot.last_end, spot.last_end, ":")])
    if spot.found == "{" and "_NL" in spot.expected:
        return "indent a block on the next lines, without braces"
    if spot.found in ("row", "column") and spot.last in ("bottom", "lowest", "first", "left"):
        return f"write `{spot.found}(1)`"
    if spot.found in ("row", "column") and spot.last in ("top", "highest", "last", "right"):
        return f"write `{spot.found}(8)`, with the number of the {spot.found}"
    if spot.found == "[" and spot.last.isidentifier():
        return "put arguments in round brackets, `x(a)`, and names of a thing after a dot, `a.x`"
    return ""


def _opening(text: str, at: int) -> int:
    """Where the bracket stands that is open at a place."""
    depth = 0
    while at > 0 and depth < 1:
        at -= 1
        depth += (text[at] in "([{") - (text[at] in ")]}")
    return at


def _rounded(spot: Spot, opening: int, left: str, right: str) -> list[Edit]:
    """Other brackets for the one that opens at a place and the one that closes it; none if nothing does."""
    closing = {"(": ")", "[": "]", "{": "}"}.get(spot.text[opening], "")
    depth, end = 0, spot.text.find("\n", opening)
    for at in range(opening, end if closing else opening):
        depth += (spot.text[at] in "([{") - (spot.text[at] in ")]}")
        if depth == 0:
            pair = [spot.edit(opening, opening + 1, left), spot.edit(at, at + 1, right)]
            return pair if spot.text[at] == closing and '"' not in spot.text[opening:at] else []
    return []
