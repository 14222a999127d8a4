"""Which Pyodide the studio is made for, and what may be missing to write it."""

from __future__ import annotations

from dataclasses import dataclass

VERSION = "0.29.5"
HOW = f"`npm install pyodide@{VERSION}` puts the files into node_modules/pyodide"


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


class Missing(Exception):
    """A package isn't installed here; str() is its name."""
