"""The program as one file for the browser: this package and those that it needs there, all of them plain Python."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from cli.options.catalogue import entries
from cli.options.shipped import TABLE, as_table, shipped
from cli.studio.browser.pinned import Missing

ROOT = Path(__file__).parents[3]
OURS = ("gdl", "interpreter", "cli", "rulesets")
THEIRS = (
    "attrs", "cattrs", "lark", "lsprotocol", "markdown-it-py", "mdurl", "platformdirs", "pygls", "pyyaml",
    "typing_extensions",
)  # fmt: skip
"""Packages that the language layer and the board need; what they have in other languages isn't needed."""
ENDINGS = frozenset({".py", ".lark", ".typed"})
"""Files of theirs that are taken; of ours, all are."""


def pack() -> bytes:
    """All files, packed (gzip): how long a list is, in 4 bytes, the list of names and sizes as JSON, and the bytes.

    The same files give the same bytes. Raises Missing.
    """
    found = sorted([*_ours(), *_theirs()])
    names = json.dumps([[name, len(data)] for name, data in found], separators=(",", ":")).encode()
    held = b"".join([len(names).to_bytes(4, "little"), names, *(data for _, data in found)])
    return gzip.compress(held, 9, mtime=0)


def _ours() -> Iterator[tuple[str, bytes]]:
    yield _name(TABLE), as_table(shipped(entries))
    for package in OURS:
        for path in (ROOT / package).rglob("*"):
            if path.suffix != ".pyc" and path.is_file():
                yield _name(path), path.read_bytes()


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _theirs() -> Iterator[tuple[str, bytes]]:
    for name in THEIRS:
        try:
            listed = files(name)
        except PackageNotFoundError:
            raise Missing(name) from None
        for file in listed or ():
            is_wanted = file.suffix in ENDINGS or file.name == "METADATA"
            if is_wanted and ".." not in file.parts and "__pycache__" not in file.parts:
                path = Path(str(file.locate()))
                if path.is_file():
                    yield file.as_posix(), path.read_bytes()
