"""Which lines go on with the line above: where that is unfinished, or where they begin with a word that goes on."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.syntax.vocabulary import BEFORE_NAME, BEFORE_TEXT, GOING_ON, SEPARATING, STATEMENTS

UNFINISHED = frozenset({
    ",", "+", "-", "*", "/", "%", "&", "<", ">", "<=", ">=", "!=", "..",
    "and", "or", "not", "in", "within", "where", "when", "otherwise", "through", "of",
})  # fmt: skip
"""What ends a line that isn't finished; not `=`, behind which a table begins."""


BEHIND_NAMES = frozenset({"has", "as", "of"})
"""What follows a name that is declared, or that has a look."""


def is_unfinished(line: Sequence[str]) -> bool:
    """Whether these words of a line ask for more. A word that separates blocks stands alone."""
    return bool(line) and line[-1] in UNFINISHED and not (len(line) == 1 and line[0] in SEPARATING)


def is_next(word: str, line: Sequence[str]) -> bool:
    """Whether a word below an unfinished line begins another statement. `let` may be a part of a query."""
    return word in STATEMENTS and (word != "let" or line[-1] != ",")


def goes_on(above: Sequence[str], line: Sequence[str]) -> bool:
    """Whether an indented line belongs to the line above. Both are given as words, without comments."""
    if is_unfinished(above):
        return not is_next(line[0], above)
    if line[0] in BEFORE_TEXT:
        return len(line) > 1 and line[1].startswith('"')
    if line[0] in BEFORE_NAME:
        return len(line) > 1 and line[1].isidentifier() and line[1] not in BEHIND_NAMES
    return line[0] in GOING_ON and not (len(line) == 1 and line[0] in SEPARATING)
