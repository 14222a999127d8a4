"""A file of another program as a stream of text: in UTF-8, UTF-16 with its mark, or what its `CA` says; bytes that are
no UTF-8 are read as Latin-1, as older programs wrote. Never more than a piece of it is in memory."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path

from interpreter.errors import GameError

PIECE = 1 << 16
_HEAD = 4096
_ASCII = b"(;GM[1]CA[x]+-:.)"
"""What must read alike in any encoding, since the head is read byte by byte."""
_CHARSET = re.compile(rb"CA\[([A-Za-z0-9_.:-]{1,40})\]")
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


class FormatError(GameError):
    """A file that can't be read, or a game that can't be written; str() says why."""


def _as_latin(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("latin-1"), error.end


codecs.register_error("gdl-latin", _as_latin)


@dataclass
class Reached:
    """How far a file has been read, in bytes."""

    bytes: int = 0


def pieces(path: Path, reached: Reached | None = None) -> Iterator[tuple[int, str]]:
    """The text line by line, each with its number; a long line comes in several pieces, cut at blanks if it has any.
    `reached` is kept up to date. Raises FormatError."""
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
            encoding = _encoding(path, head)
            file.seek(0)
            errors = "gdl-latin" if encoding.startswith("utf-8") else "replace"
            text = TextIOWrapper(file, encoding, errors)
            number, kept = 1, ""
            while read := text.readline(PIECE):
                read, kept = kept + read, ""
                ended = read.endswith("\n")
                if not ended and len(read) >= PIECE and (at := read.rfind(" ") + 1):
                    read, kept = read[:at], read[at:]
                if reached is not None:
                    reached.bytes = file.tell()
                yield number, read
                number += ended
            if kept:
                yield number, kept
    except OSError as error:
        raise FormatError(f"{path}: can't be read: {error.strerror or error}") from None


def _encoding(path: Path, head: bytes) -> str:
    for mark, encoding in _MARKS.items():
        if head.startswith(mark):
            return encoding
    if b"\0" in head:
        raise FormatError(f"{path}: isn't a text, or is one in UTF-16 without its mark; save it as UTF-8")
    if said := _CHARSET.search(head):
        try:
            info = codecs.lookup(said[1].decode())
            alike = info._is_text_encoding and _ASCII.decode(info.name, "replace") == _ASCII.decode()
            return info.name if alike else "utf-8"
        except (LookupError, UnicodeError):
            return "utf-8"
    return "utf-8"
