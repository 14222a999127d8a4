"""Files that commands write. Each option that names one has a callback from here: what stands in the way is said when
the command line is read, before any work."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from cli.options.plain import stop
from gdl import files

ALONE = "\0"
"""What an option stands for if no file follows, so that the command names it: nobody can type this."""
P = TypeVar("P", Path, str, None)


def writable(path: P) -> P:
    """See that a file can be written there, and leave all as it is; else end with the reason."""
    if path is not None and str(path) not in (ALONE, "-"):  # which is standard output
        _check(path, Path(path))
    return path


def writable_folder(folder: P) -> P:
    """The same of a folder for files."""
    if folder is not None:
        if Path(folder).is_file():
            stop(f"{folder}: is a file; name a folder")
        _check(folder, Path(folder) / "file")
    return folder


def writable_either(path: P) -> P:
    """The same of a file, or of a folder that is there."""
    return writable_folder(path) if path is not None and Path(path).is_dir() else writable(path)


def _check(said: Path | str, place: Path) -> None:
    try:
        files.check_place(place)
    except IsADirectoryError:
        stop(f"{said}: is a folder; name a file in it")
    except (OSError, ValueError) as error:
        stop(f"{said}: can't be written: {getattr(error, 'strerror', None) or error}")
