"""Things that are slow to make and the same every time, kept between runs in the user's cache folder.

What is kept is trusted when it is read – machine code is run – while the cache folder may be one that several users
share. So all of it lies in a folder of the user's own there, and is used only if nobody else can have written it.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

DIGEST = 32
"""Bytes in front of what is kept that say whether it is whole, and what was kept under this very name."""


def folder() -> Path:
    """The cache folder: `GDL_CACHE`, or the place the system's customs give. Raises RuntimeError: no home folder."""
    if chosen := os.environ.get("GDL_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    if base and Path(base).is_absolute():  # any other is to be ignored, by the same customs
        return Path(base) / "gdl-interpreter"
    return Path.home() / ".cache" / "gdl-interpreter"


def kept(name: str) -> bytes | None:
    """What was kept under this name, if it is there, whole, and our own."""
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        path = _private() / name
        if not _is_ours(path.lstat(), stat.S_ISREG):
            return None
        with path.open("rb") as file:
            if not _is_ours(os.fstat(file.fileno()), stat.S_ISREG):  # it may have been changed for another meanwhile
                return None
            held = file.read()
        if _digest(name, held[DIGEST:]) == held[:DIGEST]:
            return held[DIGEST:]
    return None


def keep(name: str, held: bytes, most: int | None = None) -> None:
    """Keep this, all or nothing; of the files with this ending the oldest go if there are more than `most`.

    A cache that can't be written only costs time. Two processes may write at once.
    """
    with contextlib.suppress(OSError, RuntimeError, ValueError):
        home = _private(make=True)
        part = _written(home, _digest(name, held) + held)
        try:
            part.replace(home / name)
        finally:
            part.unlink(missing_ok=True)
        if most is not None:
            files = sorted(home.glob(f"*{Path(name).suffix}"), key=lambda file: file.stat().st_mtime)
            for old in files[: max(0, len(files) - most)]:
                old.unlink(missing_ok=True)


def _digest(name: str, held: bytes) -> bytes:
    """The name counts: a file that was kept for something else and renamed is no proof of anything."""
    return sha256(name.encode() + b"\0" + held).digest()


def _written(home: Path, held: bytes) -> Path:
    """A new file that holds this, readable and writable by us alone; none is left behind if that fails."""
    number, name = tempfile.mkstemp(dir=home)
    part = Path(name)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(held)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
    return part


def _private(make: bool = False) -> Path:
    """Our own folder in the cache; raises OSError if there is none that nobody else can write to."""
    home = folder() / (f"user-{os.getuid()}" if os.name == "posix" else "user")
    if make:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not _is_ours(home.lstat(), stat.S_ISDIR):
        raise PermissionError(f"{home} isn't ours alone")
    return home


def _is_ours(found: os.stat_result, of_sort: Callable[[int], bool]) -> bool:
    """Whether a file or folder is of this sort, belongs to us, and nobody else may write to it."""
    return of_sort(found.st_mode) and (
        os.name != "posix" or (found.st_uid == os.getuid() and not found.st_mode & 0o022)
    )
