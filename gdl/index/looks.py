"""What may be written in a line of `looks` beside names: colours, and what stands behind `as`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.colours import COLOURS
from gdl.index.index import Index
from gdl.index.symbols import Sort, Symbol
from gdl.pictures import COUNTERS, EDGE, NOTHING, PICTURES, STYLES, TURNED

_THINGS = (Sort.PIECE, Sort.PLAYER, Sort.MEMBER)


def words_of_looks(index: Index, before: str) -> Iterator[tuple[str, str]]:
    """The words that may come behind this beginning of a line, and what they are; none where a thing is named."""
    thing = re.match(r"\s*(\w+)", before)
    if thing is not None and before.count('"') % 2:
        yield from _read(index, thing[1])
        return
    if thing is None or re.search(r"([-+&,(.]|\bof)\s*$", before) or _is_open(before):
        return
    if re.search(r"\bas\s*$", before):
        yield from _drawn(index, thing[1])
        return
    yield from ((name, "colour") for name in COLOURS)
    symbol = index.world.plain.get(thing[1])
    if symbol is not None and symbol.sort is Sort.PLAYER:
        yield TURNED, "how many degrees, clockwise"


def _read(index: Index, thing: str) -> Iterator[tuple[str, str]]:
    """What stands for something in the braces of a text for players."""
    for symbol in _meant(index, thing):
        if symbol.sort is Sort.STATE:
            yield symbol.name, "its value"
            whose = [symbol.of, *(name.text for name in getattr(symbol.declaration, "parameters", ()))]
            yield from ((name, "whose it is") for name in whose if name)


def _meant(index: Index, thing: str) -> list[Symbol]:
    return [*filter(None, [index.world.plain.get(thing)]), *index.world.links.get(thing, ())]


def _drawn(index: Index, thing: str) -> Iterator[tuple[str, str]]:
    if thing == "board":
        yield from ((style, "style") for style in STYLES)
        return
    sorts = {symbol.sort for symbol in _meant(index, thing)}
    if Sort.STATE in sorts:
        yield from ((word, "what players see") for word in (COUNTERS, NOTHING))
    elif not sorts & {*_THINGS}:
        yield EDGE, "the rim beside these sites"
    yield from ((picture, "picture") for picture in PICTURES)


def _is_open(before: str) -> bool:
    return sum((c in "([{") - (c in ")]}") for c in re.sub(r'"[^"]*"', "", before)) > 0
