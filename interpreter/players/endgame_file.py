"""Solved positions in a file: written in one step, read with mistrust.

Eight bytes that say what it is; blocks, each packed by zlib with its length before it; then what is said of them, as
JSON, with its length and its SHA-256. A table is taken only if all is there and every sum is right.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import os
import struct
import zlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, BinaryIO

from gdl.files import make_folder
from interpreter.errors import PlayerError

MAGIC = b"GDLTABLE"
VERSION = 2
BLOCK = 1 << 20
LONGEST_HEAD = 4 << 20
MOST_BYTES = 4 << 30
"""What a table may hold, laid out."""
END = struct.Struct("<Q32s8s")


class TableError(PlayerError):
    """A table of solved positions that can't be used: why."""


@dataclass(frozen=True)
class Head:
    """What is said of a table: of which rules it is, how many positions of how many bytes, the symmetries by which they
    were taken for one, what was left out of the rules, and of each block its bytes, its bytes in the file, and the
    SHA-256 of these; and of positions whose values aren't certain, if bounds are, what the first player surely gets,
    at least and at most."""

    version: int
    rules: str
    game: str
    states: int
    state_bytes: int
    symmetries: list[dict[str, Any]]
    forgotten: list[str]
    blocks: list[tuple[int, int, str]]
    bounds: dict[str, tuple[float, float]] = field(default_factory=dict)


def write(path: Path, head: Head, read: Callable[[int, int], bytes]) -> int:
    """Write a table in one step, its content read block by block; gives the bytes of the file. Raises TableError."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    blocks: list[tuple[int, int, str]] = []
    total = head.states * head.state_bytes
    if total > MOST_BYTES:
        raise TableError(f"{path}: {total >> 20:,} MB of positions are more than a table may hold")
    try:
        make_folder(path)
        with part.open("xb") as file:
            file.write(MAGIC)
            for at in range(0, total, BLOCK):
                held = read(at, min(BLOCK, total - at))
                packed = zlib.compress(held, 1)
                file.write(packed)
                blocks.append((len(held), len(packed), hashlib.sha256(packed).hexdigest()))
            told = {key: value for key, value in asdict(head).items() if key != "bounds" or value}
            said = json.dumps({**told, "blocks": blocks}, sort_keys=True).encode()
            file.write(said)
            file.write(END.pack(len(said), hashlib.sha256(said).digest(), MAGIC))
            file.flush()
            os.fsync(file.fileno())
            size = file.tell()
        part.replace(path)
        return size
    except OSError as error:
        raise TableError(f"{path}: can't be written: {error.strerror or error}") from None
    finally:
        with contextlib.suppress(OSError):  # its folder couldn't be made
            part.unlink(missing_ok=True)


def head_of(path: Path) -> Head:
    """What is said of the table in a file; raises TableError."""
    with _opened(path) as file:
        return _head(file, path)


def blocks_of(path: Path, head: Head) -> Iterator[bytes]:
    """Its content, block by block, each checked; raises TableError."""
    with _opened(path) as file:
        file.seek(len(MAGIC))
        for number, (size, packed_size, digest) in enumerate(head.blocks):
            packed = file.read(packed_size)
            if hashlib.sha256(packed).hexdigest() != digest:
                raise TableError(f"{path}: block {number + 1} of {len(head.blocks)} isn't as it was written")
            try:
                unpacking = zlib.decompressobj()
                held = unpacking.decompress(packed, size + 1)
            except zlib.error:
                raise TableError(f"{path}: block {number + 1} can't be unpacked") from None
            if len(held) != size:
                raise TableError(f"{path}: block {number + 1} has another size than is said")
            yield held


def _opened(path: Path) -> BinaryIO:
    try:
        if not path.is_file():
            other = "is a folder" if path.is_dir() else "is no ordinary file"
            raise TableError(f"{path}: {other if path.exists() else 'there is no such file'}")
        return path.open("rb")
    except OSError as error:
        raise TableError(f"{path}: can't be read: {error.strerror or error}") from None


def _head(file: BinaryIO, path: Path) -> Head:
    size = file.seek(0, os.SEEK_END)
    file.seek(0)
    if size < len(MAGIC) or file.read(len(MAGIC)) != MAGIC:
        raise TableError(f"{path}: isn't a table of solved positions")
    if size < len(MAGIC) + END.size:
        raise TableError(f"{path}: is half written")
    file.seek(size - END.size)
    length, digest, magic = END.unpack(file.read(END.size))
    if magic != MAGIC or length > min(LONGEST_HEAD, size - END.size - len(MAGIC)):
        raise TableError(f"{path}: is half written, or something follows it")
    file.seek(size - END.size - length)
    said = file.read(length)
    if hashlib.sha256(said).digest() != digest:
        raise TableError(f"{path}: what it says of itself isn't as it was written")
    head = _read_head(said, path)
    if len(MAGIC) + sum(packed for _, packed, _ in head.blocks) + length + END.size != size:
        raise TableError(f"{path}: is longer or shorter than it says")
    return head


def _read_head(said: bytes, path: Path) -> Head:
    try:
        data = json.loads(said)
        if data["version"] != VERSION:
            raise TableError(f"{path}: is of format {data['version']}; this program reads {VERSION}: solve again")
        head = Head(**{**data, "blocks": [(int(a), int(b), str(c)) for a, b, c in data["blocks"]]})
        texts = isinstance(head.rules, str) and isinstance(head.game, str)
        numbers = all(isinstance(n, int) and n > 0 for n in (head.states, head.state_bytes))
        sizes = all(0 < size <= BLOCK and 0 < packed <= 2 * BLOCK for size, packed, _ in head.blocks)
        bounds = {key: (float(least), float(most)) for key, (least, most) in head.bounds.items()}
        ordered = all(-math.inf < least <= most < math.inf for least, most in bounds.values())
        lists = isinstance(head.symmetries, list) and isinstance(head.forgotten, list)
        if not (texts and numbers and sizes and ordered and lists):
            raise ValueError
    except TableError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError):
        raise TableError(f"{path}: what it says of itself makes no sense") from None
    total = head.states * head.state_bytes
    if total > MOST_BYTES or total != sum(size for size, _, _ in head.blocks):
        raise TableError(f"{path}: says of {head.states:,} positions, and holds others")
    return replace(head, bounds=bounds)
