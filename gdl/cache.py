"""Things that are slow to make and the same every time, kept between runs in the user's cache folder."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any


def folder() -> Path:
    """The cache folder: `GDL_CACHE`, or the place the system's customs give."""
    if chosen := os.environ.get("GDL_CACHE"):
        return Path(chosen)
    base = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    )
    if base and Path(base).is_absolute():  # any other is to be ignored, by the same customs
        return Path(base) / "gdl-interpreter"
    return Path.home() / ".cache" / "gdl-interpreter"


def stored(key: str, make: Callable[[], Any]) -> Any:
    """What `make` gives, from disk if it was made before. A missing, torn or unwritable cache only costs time."""
    try:
        path = folder() / f"{key}-{sys.version_info[0]}{sys.version_info[1]}.pickle"
    except RuntimeError:  # no home folder
        return make()
    try:
        return pickle.loads(path.read_bytes())  # noqa: S301 - written by us, in the user's own folder
    except Exception:  # noqa: S110 - a torn file may fail in any way; it is made anew
        pass
    value = make()
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as file:
            file.write(pickle.dumps(value))
        try:
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink()
    return value
