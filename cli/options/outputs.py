"""Files that long work will write: what stands in the way is said before the work begins."""

from __future__ import annotations

from pathlib import Path

from cli.options.plain import stop
from gdl import files


def check_place(path: Path | None) -> None:
    """Make the folder in which a file is to lie, and see that it can be written there; else end with the reason."""
    if path is None:
        return
    try:
        files.check_place(path)
    except (OSError, ValueError) as error:
        stop(f"{path}: can't be written: {getattr(error, 'strerror', None) or error}")
