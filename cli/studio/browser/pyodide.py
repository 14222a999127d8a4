"""Pyodide's files: taken from where they lie, and refused if they are others than the pinned ones.

They aren't in this repository: whoever makes a site says where they lie, in a folder or at an address.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

from cli.studio.browser.pinned import FILES, HOW, VERSION, NotPyodide
from gdl.files import contents

PATIENCE = 60.0
"""Seconds that an address may say nothing."""


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


def is_address(source: str) -> bool:
    """Whether this names no folder."""
    return source.startswith(("https://", "http://"))


def _fetched(address: str, size: int) -> bytes:
    with urlopen(address, timeout=PATIENCE) as answer:  # noqa: S310 - http or https, as was asked for
        data: bytes = answer.read(size + 1)
    return data
