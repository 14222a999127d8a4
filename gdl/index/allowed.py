"""What the grammar allows at a place: asked of the parser itself, which has read everything before it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from lark.exceptions import LarkError

from gdl.syntax.parser import lalr
from gdl.syntax.vocabulary import GOING_ON, KEYWORDS, WORDS

_STAND_IN = "0nothing_is_called_so"
"""A name that stands for what comes next: in front of it all there is has been read, the line's indentation too."""
_MOST = 20_000
"""Characters of a declaration that are read at most."""


@dataclass(frozen=True)
class Allowed:
    """The keywords that may come next, and whether a name, a text, or the start of a declaration may."""

    keywords: frozenset[str]
    name: bool
    text: bool
    starts: bool = False


NOTHING = Allowed(frozenset(), name=False, text=False)


def allowed(before: str) -> Allowed:
    """What may come behind this beginning of a declaration; nothing if it can't be read so far."""
    if len(before) > _MOST:
        return NOTHING
    terminals, above = _accepted(before)
    words = {word for terminal in terminals for word in _words(terminal)}
    for word in _ahead():  # what stands before it is read otherwise because of it
        words |= {word for terminal in _accepted(before, word)[0] if word in _words(terminal)}
    line = before.rpartition("\n")[2]
    if "\n" in before and line[:1] in (" ", "\t") and not line.strip():  # it may continue the line above
        words |= {word for terminal in above for word in _words(terminal)} & {*GOING_ON}
    return Allowed(frozenset(words), "NAME" in terminals, "STRING" in terminals, not before.strip())


def _accepted(before: str, stand_in: str = _STAND_IN) -> tuple[frozenset[str], frozenset[str]]:
    """The terminals that may come next, and those that might have come before the end of the last line."""
    nothing: frozenset[str] = frozenset()
    above = nothing
    reader: Any = lalr().parse_interactive(before + stand_in, start="start")
    try:
        for token in reader.lexer_thread.lex(reader.parser_state):
            if token == stand_in and (token.start_pos or 0) >= len(before):
                break
            if token.type == "_NL":
                above = frozenset(reader.accepts())
            reader.feed_token(token)
    except LarkError:
        end = getattr(reader.lexer_thread.state, "line_ctr", None)
        if end is None or end.char_pos < len(before):  # what stands before it can't be read
            return nothing, nothing
    return frozenset(reader.accepts()), above


@cache
def _ahead() -> tuple[str, ...]:
    """The keywords at which terminals look ahead: `game` is another word before `has`."""
    aheads = [part for known in lalr().terminals for part in re.findall(r"\(\?=(.*?)\)", known.pattern.value)]
    found = dict.fromkeys(word for part in aheads for word in re.findall(r"[a-z]+", re.sub(r"\\\w", " ", part)))
    return tuple(word for word in found if word in KEYWORDS and word not in GOING_ON)


@cache
def _words(terminal: str) -> frozenset[str]:
    """The keywords that a terminal stands for."""
    for known in lalr().terminals:
        if known.name == terminal:
            itself = known.pattern.value.partition("(?=")[0]  # not what must follow it
            return frozenset(re.findall(r"[a-z]+", itself)) & WORDS
    return frozenset()
