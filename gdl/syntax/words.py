"""The words of the language by what editors colour alike, and the names that every ruleset finds there."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from gdl.syntax.vocabulary import (
    BUILT_IN,
    CONTENT,
    FUNCTIONS,
    GRAMMAR,
    HEADS,
    KEYWORDS,
    OF_BORDERS,
    OF_DIRECTIONS,
    SECTIONS,
    SOFT,
    SOFT_HEADS,
    SOFT_STATEMENTS,
    STACK,
    STATEMENTS,
    first,
)

_PRELUDE = Path(__file__).parents[1] / "prelude"
_EXPRESSIONS = set(re.findall(r'"([a-z]+)"', GRAMMAR[GRAMMAR.index("---- expressions") :]))


@cache
def kinds() -> dict[str, tuple[str, ...]]:
    """Every word once: keywords by their part in a sentence, then names by what they stand for."""
    constants = set(first("truth"))
    sections = {*SECTIONS, "looks"} & KEYWORDS
    statements = {*STATEMENTS, *SOFT_STATEMENTS}
    operators = _EXPRESSIONS - constants - statements - set(BUILT_IN)
    declarations = {*HEADS, *SOFT_HEADS} - sections - statements - operators
    connecting = KEYWORDS.union(SOFT.values()) - constants - sections - statements - operators - declarations
    boards, defined = _prelude()
    groups: dict[str, Iterable[str]] = {
        "constant": constants, "section": sections, "declaration": declarations, "statement": statements,
        "operator": operators, "connecting": connecting, "name": set(BUILT_IN) - KEYWORDS, "function": FUNCTIONS,
        "attribute": {*CONTENT, *STACK, *OF_DIRECTIONS, *OF_BORDERS} - set(BUILT_IN), "board": boards,
        "defined": defined - KEYWORDS - {*BUILT_IN, *FUNCTIONS, *CONTENT, *STACK, *OF_DIRECTIONS, *OF_BORDERS, *boards},
    }  # fmt: skip
    return {kind: tuple(sorted(words)) for kind, words in groups.items()}


def _prelude() -> tuple[set[str], set[str]]:
    """The boards that ship, and what the prelude defines: names, directions, what belongs to sites."""
    texts = {path.stem: path.read_text(encoding="utf-8") for path in sorted(_PRELUDE.glob("*.gdl"))}
    boards = {name for text in texts.values() for name in re.findall(r"^type (\w+)", text, re.MULTILINE)}
    names = r"^ *(?:define (?:\w+\.)?|direction )(\w+)"
    return boards, {name for text in texts.values() for name in re.findall(names, text, re.MULTILINE)}
