"""Files, read and written with care: nothing hangs, nothing grows without bounds, nothing is left half written."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
from pathlib import Path


def contents(path: Path, most: int) -> bytes:
    """The bytes of a regular file, of a larger one the first `most` and one more. Raises OSError or ValueError.

    A pipe or a device is refused: it might never give anything, or never end.
    """
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        mode = os.fstat(number).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a pipe or a device, not a file", str(path))
        with os.fdopen(number, "rb", closefd=False) as file:
            return file.read(most + 1)
    finally:
        os.close(number)


def is_file(path: str | Path) -> bool:
    """Whether there is such a file; False where no file can have that name."""
    return os.path.isfile(path)  # noqa: PTH113 - the path's own method raises for some names


def is_there(path: str | Path) -> bool:
    """Whether there is anything of that name; False where nothing can have it."""
    return os.path.exists(path)  # noqa: PTH110 - the path's own method raises for some names


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Make the folder that a file is to lie in, and those above it, where they are missing. Raises OSError, also where
    its name means the home of somebody who isn't known (`~ann/`)."""
    folder = path.absolute().parent
    _refuse_unknown_home(path)
    try:
        folder.mkdir(mode=mode, parents=True, exist_ok=True)
    except FileExistsError:  # a file stands in its place; the file that is to lie in it isn't there
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder)) from None


def check_place(path: Path) -> None:
    """See, before long work, that its result can be written there. All stays as it is: no file and no folder is made.
    Raises OSError, which names the file, or ValueError."""
    try:
        target = Path(os.path.realpath(path))
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if is_there(target) and not is_file(target):  # others are written to, not replaced
            return
        _refuse_unknown_home(path)
        folder = target.parent
        while not os.path.lexists(folder):  # what is missing is made when there is something to write
            folder = folder.parent
        if not folder.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        part = folder / f".{target.name}.{os.getpid()}.part"
        part.touch()
        part.unlink()
    except OSError as error:
        error.filename = str(path)
        raise


def _refuse_unknown_home(path: Path) -> None:
    """Raise OSError where the name of a folder means the home of somebody who isn't known (`~ann/`)."""
    if str(path).startswith("~") and not path.absolute().parent.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))


def write(path: Path, content: bytes, fresh: bool = False, private: bool = False) -> None:
    """Put this in the file in one step: whoever reads it, or kills us, finds the old content or the new.

    A missing folder is made. If it fails, the old content is still there, or no file if there was none. `fresh`: there
    must be none yet; `private`: if there was none, only its owner may read it, and at no time anybody else. Raises
    OSError, which names the file, or ValueError.
    """
    try:
        _write(path, content, fresh, 0o600 if private else 0o666)
    except OSError as error:
        error.filename = str(path)  # not that of the part
        raise


def _write(path: Path, content: bytes, fresh: bool, mode: int) -> None:
    if fresh and os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
    make_folder(path)
    target = Path(os.path.realpath(path))  # a link keeps pointing where it points
    make_folder(target)
    if is_there(target) and not is_file(target):  # a pipe or a device is written to, not replaced
        target.write_bytes(content)
        return
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)  # of somebody who had our number and was killed
        with open(part, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(content)
        if fresh:
            put(part, target)
        else:
            with contextlib.suppress(OSError):
                shutil.copymode(target, part)
            part.replace(target)
    finally:
        part.unlink(missing_ok=True)


def put(part: Path, target: Path) -> None:
    """Give a file this name, unless somebody else has taken that meanwhile; raises OSError. The other name may stay."""
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # not every file system knows links
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST)) from None
        part.replace(target)
