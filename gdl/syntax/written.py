"""Parts of a ruleset as text that can stand in another place: in parentheses where they would be read otherwise."""

from __future__ import annotations

import re

from gdl.syntax import tree as t

TEST, SUM, PRODUCT, UNARY = 5, 6, 8, 9
"""How tightly a part must hold together to stand as a test, beside a comparison, as a factor, behind a factor."""
_LEVELS = {
    "otherwise": 0, "when": 1, "or": 2, "and": 3, "not": 4, "..": 6, "+": 7, "-": 7, "&": 8, "*": 8, "/": 8, "%": 8,
    "through": 10, "of": 11,
}  # fmt: skip
_ALONE_BEFORE = re.compile(r"(\b(in|some|no|within|on|to|remove)|[(,=])\s*$")
_ALONE_BEHIND = re.compile(r"\s*($|[),}#]|(where|as|to|on)\b)", re.MULTILINE)


def written(node: t.Node, least: int = TEST) -> str:
    """The text of a part, in parentheses unless it holds together as tightly as asked for."""
    text = node.span.text
    return text if _level(node) >= least else f"({text})"


def _level(node: t.Node) -> int:
    match node:
        case t.Quantified() | t.After():
            return 2
        case t.Unary(operator="-"):
            return UNARY
        case t.Unary(operator="not"):
            return 4
        case t.Unary():
            return TEST
        case t.Binary(operator=operator):
            return _LEVELS.get(operator, TEST)
        case _:
            return 12


def stands_alone(node: t.Node) -> bool:
    """Whether the words around a part show that nothing takes a piece of what may stand in its place."""
    text = node.span.source.text
    line = text.rfind("\n", 0, node.span.start) + 1
    return bool(_ALONE_BEFORE.search(text[line : node.span.start]) and _ALONE_BEHIND.match(text, node.span.end))
