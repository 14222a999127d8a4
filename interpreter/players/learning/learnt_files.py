"""Files of what was learnt for some rules: a line of JSON, with the rules' hash and name, numbers that are packed
(zlib), and a digest of all that.

Whoever made one, reading it is safe: it is bounded, nothing in it is run, and it is refused unless everything fits.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gdl import files, library
from gdl.model.model import Model

MOST_BYTES = 1_000_000
DIGEST = 32


@dataclass(frozen=True)
class Form:
    """A sort of such files: how they begin, how their names end, in which of the user's folders they are kept, what
    they are called, and what is raised if one can't be used, or is something else."""

    magic: bytes
    ending: str
    folder: str
    called: str
    many: str
    error: type[Exception]
    other: type[Exception]

    def encoded(self, head: Mapping[str, Any], held: bytes) -> bytes:
        """What it says of itself and its numbers, as a file."""
        line = self.magic + json.dumps(head, separators=(",", ":")).encode() + b"\n"
        content = line + zlib.compress(held, 9)
        return content + hashlib.sha256(content).digest()

    def own_file(self, model: Model) -> Path:
        """Where that is kept which the user has learnt for these rules."""
        return data_folder() / self.folder / f"{model.name}-{model.hash[:12]}{self.ending}"

    def of_rules(self, model: Model) -> tuple[Path, bytes] | None:
        """The file that says that it is for these rules: the user's own before those that ship."""
        shipped = library.paths().get(model.name)
        beside = sorted(shipped.parent.glob(f"{model.name}*{self.ending}")) if shipped else []
        for path in (self.own_file(model), *beside):
            if files.is_file(path):
                content = self.contents(path)
                if self._head(path, content)[0].get("rules") == model.hash:
                    return path, content
        return None

    def contents(self, path: Path) -> bytes:
        """What is in a file; raises `other`."""
        try:
            content = files.contents(path, MOST_BYTES)
        except (OSError, ValueError) as problem:
            raise self.other(f"{path}: it can't be read ({getattr(problem, 'strerror', None) or problem})") from None
        if len(content) > MOST_BYTES:
            raise self.other(f"{path}: it is larger than {self.many} are ({MOST_BYTES:,} bytes at most)")
        return content

    def is_one(self, content: bytes) -> bool:
        """Whether it begins like such a file: what is cut off at once, or empty, is no loss, and counts as one."""
        return content.startswith(self.magic) or self.magic.startswith(content)

    def checked(self, path: Path, content: bytes, model: Model) -> tuple[dict[str, Any], bytes]:
        """What a whole file for these rules says of itself, otherwise unchecked, and its packed numbers; raises `error`
        or `other`."""
        head, packed = self._head(path, content)
        if hashlib.sha256(content[:-DIGEST]).digest() != content[-DIGEST:]:
            raise self.error(f"{path}: it is damaged (its digest doesn't fit); learn anew, or take it away")
        if head.get("rules") != model.hash:
            raise self.error(
                f"{path}: it was learnt for other rules ({head.get('name')}, {str(head.get('rules'))[:12]}), not for "
                f"{model.name} as it is here ({model.hash[:12]})"
            )
        return head, packed

    def _head(self, path: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
        line, end, rest = content.partition(b"\n")
        try:
            if not line.startswith(self.magic) or not end or len(rest) <= DIGEST:
                raise ValueError
            head = json.loads(line[len(self.magic) :])
            if not isinstance(head, dict):
                raise ValueError
        except (ValueError, RecursionError):
            kind = self.error if self.is_one(content) else self.other
            raise kind(f"{path}: it is no file of {self.called}, or not whole") from None
        return head, rest[:-DIGEST]


def unpacked(packed: bytes, size: int, what: str) -> bytes:
    """So many bytes that were packed; raises ValueError if there are more or less, of `what`, or zlib.error."""
    unpacker = zlib.decompressobj()
    held = unpacker.decompress(packed, size + 1)
    if len(held) != size or not unpacker.eof or unpacker.unused_data:
        raise ValueError(f"another number of {what}")
    return held


def data_folder() -> Path:
    """Where what the user has learnt is kept: `GDL_DATA`, or the user's data folder by the system's customs."""
    if chosen := os.environ.get("GDL_DATA"):
        return Path(chosen).absolute()
    from platformdirs import user_data_dir  # for whoever learns

    return Path(user_data_dir("gdl-interpreter", appauthor=False))
