"""The rulesets of one folder: named, read and written for the page. Nothing outside the folder is ever touched."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from gdl.files import contents, is_file, write
from gdl.syntax.parser import MAX_SIZE

ENDING = ".gdl"
MOST_FILES = 500
"""Rulesets of a folder that the page lists."""
MOST_BYTES = 4 * MAX_SIZE
"""Bytes of a file that the page opens or saves: as many as the longest ruleset can have."""
LONGEST_NAME = 200
_NAME = re.compile(r"[^\x00-\x1f\\]+\.gdl")


class Refused(Exception):
    """Something can't be done; str() says why, for people."""


class Changed(Exception):
    """The file isn't what the page believes; `now` is what it holds, None if it is gone."""

    def __init__(self, now: Text | None) -> None:
        super().__init__("the file has changed on the disk")
        self.now = now


@dataclass(frozen=True)
class Text:
    """A file's text as the page shows it: lines end in ``\\n``. `mark` names these bytes."""

    name: str
    text: str
    mark: str


class Folder:
    """The folder that the studio works in. Names are paths below it, written with `/`."""

    def __init__(self, root: Path) -> None:
        self.root = Path(os.path.realpath(root))

    def names(self) -> list[str]:
        """The rulesets below the folder, at most `MOST_FILES` of them. Hidden folders are left out."""
        found: list[str] = []
        for here, folders, files in os.walk(self.root):
            folders[:] = sorted(name for name in folders if not name.startswith((".", "__pycache__", "node_modules")))
            shown = Path(here).relative_to(self.root)
            found += [(shown / name).as_posix() for name in sorted(files) if name.endswith(ENDING)]
            if len(found) >= MOST_FILES:
                break
        return found[:MOST_FILES]

    def path(self, name: str) -> Path:
        """The file of this name. Raises Refused where that is no ruleset below the folder."""
        if not isinstance(name, str) or len(name) > LONGEST_NAME or not _NAME.fullmatch(name):
            raise Refused("a ruleset's name is a path below the studio's folder and ends in .gdl")
        path = self.root / name
        if ".." in Path(name).parts or not Path(os.path.realpath(path)).is_relative_to(self.root):
            raise Refused(f"{name}: is outside the studio's folder")
        return path

    def read(self, name: str) -> Text:
        """A file's text; raises Refused."""
        path = self.path(name)
        try:
            data = contents(path, MOST_BYTES)
        except FileNotFoundError:
            raise Refused(f"{name}: isn't there any more") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name}: can't be read: {_why(error)}") from None
        return _text(name, data)

    def text(self, name: str, data: bytes) -> Text:
        """These bytes as the text of a file; raises Refused."""
        return _text(name, data)

    def mark(self, name: str) -> str | None:
        """What names the bytes that are in the file now; None if there is none that can be read."""
        try:
            return _mark(contents(self.path(name), MOST_BYTES))
        except (OSError, ValueError, Refused):
            return None

    def write(self, name: str, text: str, mark: str | None) -> Text:
        """Put a text into a file that holds what `mark` names; None: there is no such file yet.

        Line ends and a byte order mark stay as the file has them. Raises Changed if the file holds anything else, and
        Refused where the disk refuses.
        """
        path = self.path(name)
        try:
            old = contents(path, MOST_BYTES) if is_file(path) else None
            if (None if old is None else _mark(old)) != mark:
                raise Changed(None if old is None else _text(name, old))
            data = _like(old, text)
            if len(data) > MOST_BYTES:
                raise Refused(f"{name}: the text is longer than {MOST_BYTES:,} bytes, the limit")
            path.parent.mkdir(parents=True, exist_ok=True)
            write(path, data, fresh=old is None)
        except FileExistsError:
            raise Refused(f"{name}: there is something else of this name") from None
        except (OSError, ValueError) as error:
            raise Refused(f"{name}: can't be written: {_why(error)}; the text is still here in the page") from None
        return Text(name, text, _mark(data))

    def rename(self, name: str, new: str) -> Path:
        """Give a file another name, if there is such a file; gives the new path. Raises Refused."""
        old, path = self.path(name), self.path(new)
        if os.path.lexists(path):
            raise Refused(f"{new}: there is something else of this name")
        try:
            if is_file(old):
                old.rename(path)
        except OSError as error:
            raise Refused(f"{name}: can't be renamed: {_why(error)}") from None
        return path

    def is_unused(self, name: str) -> bool:
        """Whether a new ruleset can have this name: it is one, and no file has it."""
        try:
            return not os.path.lexists(self.path(name))
        except (Refused, OSError):
            return False

    def free(self, stem: str = "mygame") -> str:
        """A name that no file has yet."""
        number, name = 1, f"{stem}{ENDING}"
        while os.path.lexists(self.root / name):
            number += 1
            name = f"{stem}{number}{ENDING}"
        return name


def _text(name: str, data: bytes) -> Text:
    if len(data) > MOST_BYTES:
        raise Refused(f"{name}: is larger than {MOST_BYTES:,} bytes, the limit")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{name}: is no text in UTF-8 (byte {error.start:,})") from None
    if "\0" in text:
        raise Refused(f"{name}: is no text: there are bytes of zero in it")
    if len(text) > MAX_SIZE:
        raise Refused(f"{name}: has more than {MAX_SIZE:,} characters, the limit for a ruleset")
    return Text(name, text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), _mark(data))


def _like(old: bytes | None, text: str) -> bytes:
    """A text as bytes, with the line ends and the byte order mark of those before."""
    if old is not None and b"\r\n" in old:
        text = text.replace("\n", "\r\n")
    return (b"\xef\xbb\xbf" if old is not None and old.startswith(b"\xef\xbb\xbf") else b"") + text.encode(
        "utf-8", "replace"
    )


def _mark(data: bytes) -> str:
    return sha256(data).hexdigest()


def _why(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
