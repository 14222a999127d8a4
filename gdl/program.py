"""Names this program as it lies here, so that what one program has kept is never taken for another's."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


@cache
def fingerprint(*packages: str) -> str:
    """Of all that these packages of ours consist of, the parser's version and Python's; raises OSError.

    Contents count, not times: installers may give every file the same. It takes some milliseconds.
    """
    digest = sha256(sys.version.encode())
    lark = find_spec("lark")
    if lark is None or lark.origin is None:
        raise FileNotFoundError("lark")
    for path in (lark.origin, *(path for package in packages for path in _files(str(ROOT / package)))):
        with open(path, "rb") as file:  # noqa: PTH123 - many files, and paths as objects take longer than reading them
            held = file.read()
        digest.update(f"{os.path.relpath(path, ROOT)} {len(held)}\0".encode())
        digest.update(held)
    return digest.hexdigest()


def _files(folder: str) -> Iterator[str]:
    """The files in a folder, in order, without what Python has made of them."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _files(entry.path)
        elif not entry.name.endswith((".pyc", "~", ".swp")):
            yield entry.path
