"""Semantic tokens: colours by what names mean, which no pattern can know."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as lsp

from cli.editors.documents import Document
from cli.editors.places import units
from gdl.index.symbols import Occurrence, Sort
from gdl.syntax.vocabulary import WORDS

T = lsp.SemanticTokenTypes
_TYPES = {
    Sort.PLAYER: T.EnumMember, Sort.OPTION: T.Property, Sort.TYPE: T.Type, Sort.MEMBER: T.EnumMember,
    Sort.BOARD: T.Class, Sort.PIECE: T.Struct, Sort.STATE: T.Variable, Sort.DEFINE: T.Function, Sort.BLOCK: T.Method,
    Sort.DIRECTION: T.EnumMember, Sort.COORDINATE: T.Property, Sort.SIZE: T.Parameter, Sort.LOCAL: T.Variable,
    Sort.PARAMETER: T.Parameter, Sort.NUMBER: T.Property, Sort.SITE: T.EnumMember, Sort.BUILT_IN: T.Macro,
    Sort.FUNCTION: T.Function,
}  # fmt: skip
M = lsp.SemanticTokenModifiers
LEGEND = lsp.SemanticTokensLegend(
    token_types=[*dict.fromkeys([*(t.value for t in _TYPES.values()), T.Keyword.value, T.Comment.value,
                                 T.String.value, T.Number.value])],
    token_modifiers=[M.Declaration.value, M.Readonly.value, M.Modification.value, M.DefaultLibrary.value],
)  # fmt: skip
_READONLY = (Sort.PLAYER, Sort.OPTION, Sort.MEMBER, Sort.DIRECTION, Sort.SITE, Sort.PARAMETER)
_PLAIN = re.compile(r'(?P<comment>#[^\n]*)|(?P<string>"[^"\n]*")|(?P<number>\b\d+\b)|(?P<word>\b[a-z]+\b)')


def tokens(document: Document) -> list[int]:
    """All tokens, each by how far it lies behind the one before, as the protocol has them."""
    found: list[int] = []
    line = column = 0
    for start, end, kind, modifiers in _all(document):
        at = document.places.position(start)
        found += [
            at.line - line,
            at.character - (column if at.line == line else 0),
            units(document.source.text[start:end], document.encoding),
            LEGEND.token_types.index(kind),
            modifiers,
        ]
        line, column = at.line, at.character
    return found


def _all(document: Document) -> Iterator[tuple[int, int, str, int]]:
    """Names by what they mean, and all else by what it looks like; in the order of the text, none over another."""
    text = document.source.text
    names = {o.span.start: o for o in document.index.occurrences}
    pieces: list[tuple[int, int, str, int]] = []
    for start, o in names.items():
        pieces.append((start, o.span.end, _TYPES[o.symbol.sort].value, _modifiers(o)))
    taken = sorted((start, end) for start, end, _, _ in pieces)
    for match in _PLAIN.finditer(text):
        kind = match.lastgroup
        if kind == "word":
            if match.group() in WORDS and match.start() not in names:
                pieces.append((*match.span(), T.Keyword.value, 0))
        elif kind == "string":
            pieces += _around(match.start(), match.end(), taken, T.String.value)
        elif kind == "comment":
            pieces.append((*match.span(), T.Comment.value, 0))
        elif match.start() not in names:
            pieces.append((*match.span(), T.Number.value, 0))
    behind = 0
    for piece in sorted(pieces):
        if piece[0] >= behind and piece[1] > piece[0]:
            yield piece
            behind = piece[1]


def _around(start: int, end: int, taken: list[tuple[int, int]], kind: str) -> Iterator[tuple[int, int, str, int]]:
    """The parts of a text between the names in its braces."""
    at = start
    for a, b in taken:
        if start <= a and b <= end:
            if at < a:
                yield at, a, kind, 0
            at = b
    if at < end:
        yield at, end, kind, 0


def _modifiers(occurrence: Occurrence) -> int:
    symbol = occurrence.symbol
    flags = (
        occurrence.introduces,
        symbol.sort in _READONLY,
        occurrence.changes,
        symbol.sort in (Sort.BUILT_IN, Sort.FUNCTION),
    )
    return sum(flag << i for i, flag in enumerate(flags))
