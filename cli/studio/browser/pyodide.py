"""Pyodide's files: which version the studio is made for, and that they are these and no others.

They aren't in this repository: whoever makes a site says where they lie, in a folder or at an address.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gdl.files import contents

VERSION = "0.29.5"
PATIENCE = 60.0
"""Seconds that an address may say nothing."""


@dataclass(frozen=True)
class Pinned:
    """A file of that version."""

    name: str
    size: int
    digest: str


FILES = (
    Pinned("pyodide.js", 18_597, "7f832a350240263d9946a9c3c877f7bcdab6c37d6dc65f72cd3be5905dca62dd"),
    Pinned("pyodide.asm.js", 1_074_322, "356c42f69e1695397e9d8670bd3c2e678248cde76e18bdae1731e848537b47d7"),
    Pinned("pyodide.asm.wasm", 8_647_684, "54309a5a2cfd757b1f0fdbc9093c92503f7b341500110329d932487183912718"),
    Pinned("python_stdlib.zip", 2_424_003, "831fd1e535084b972f87c6a35275de3d236efd5166f5e77ce89497710635e73c"),
)


class NotPyodide(Exception):
    """The files can't be had, or are others; str() says why, for people."""


def taken(source: str) -> Iterator[tuple[str, bytes]]:
    """The files from a folder or an address (http, https), each with its name. Raises NotPyodide."""
    for file in FILES:
        where = f"{source.rstrip('/')}/{file.name}"
        try:
            data = _fetched(where, file.size) if is_address(source) else contents(Path(where), file.size)
        except (OSError, ValueError) as problem:
            why = getattr(problem, "strerror", None) or getattr(problem, "reason", None) or problem
            raise NotPyodide(f"{where}: can't be read: {why}; {HOW}") from None
        if sha256(data).hexdigest() != file.digest:
            raise NotPyodide(f"{where}: isn't the file of Pyodide {VERSION}: its SHA-256 is another; {HOW}")
        yield file.name, data


HOW = f"`npm install pyodide@{VERSION}` puts the files into node_modules/pyodide"


def is_address(source: str) -> bool:
    """Whether this names no folder."""
    return source.startswith(("https://", "http://"))


def _fetched(address: str, size: int) -> bytes:
    from urllib.request import urlopen  # takes long to import

    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - http or https, as was asked for
        data: bytes = answer.read(size + 1)
    return data
