"""Where rulesets are found: those that ship, by name, and files, by path."""

from __future__ import annotations

import os
import re
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from functools import cache
from pathlib import Path

from gdl import files
from gdl.text.findings import error
from gdl.text.fixes import Hint
from gdl.text.near_files import near_file
from gdl.text.source import Source, Span
from gdl.text.suggest import did_you_mean

FOLDER = Path(__file__).resolve().parent.parent / "rulesets"
PRELUDE = Path(__file__).with_name("prelude")
MAX_BYTES = 1_000_000
OTHERS = {
    "gdl record": ("the record of a game", "`gdl replay {name}` shows it, `gdl play --resume {name}` goes on with it"),
    "gdl observed": ("what a player saw of a game", "`gdl replay {name}` shows it"),
    "scenarios": ("a file of scenarios", "`gdl test {name}` runs them"),
}
"""Files of other kinds, by a word that stands at the beginning of one of their lines: what they are, and a hint."""
OTHER = re.compile(rb"^(" + "|".join(OTHERS).encode() + rb"):", re.MULTILINE)


class NotFound(Exception):
    """There is no such ruleset, or it can't be read; `message` says why, and `hint`, if any, what to do."""

    def __init__(self, message: str, hint: str = "", is_missing: bool = False) -> None:
        super().__init__(f"{message}; {hint}" if hint else message)
        self.message, self.hint, self.is_missing = message, hint, is_missing


class NotText(NotFound):
    """A file isn't UTF-8 text; `finding` says where it goes wrong."""

    def __init__(self, source: Source, at: int) -> None:
        place = Span(source, at, at + 1)
        super().__init__(f"{place.where}: this is not UTF-8 text", "save the file as UTF-8")
        self.finding = error("S108", place, "this is not UTF-8 text", "save the file as UTF-8")


@cache
def paths() -> dict[str, Path]:
    """The rulesets that ship, by name."""
    return {path.stem: path for path in sorted(FOLDER.rglob("*.gdl"))}


def names() -> list[str]:
    """The names of the rulesets that ship."""
    return sorted(paths())


def find(name: str) -> Path:
    """The file of a ruleset that ships; raises NotFound."""
    if name in paths():
        return paths()[name]
    hint = did_you_mean(name, names()) or "`gdl list` shows what there is"
    raise NotFound(f"there is no ruleset `{name}`", hint, is_missing=True)


def read(what: str | Path) -> Source:
    """The text of a ruleset that ships, of a file, or of standard input (`-`); raises NotFound."""
    if what == "-":
        return decode(sys.stdin.buffer.read(MAX_BYTES + 1), "<standard input>")
    is_file = isinstance(what, Path) or is_path(what)
    try:
        return read_file(Path(what) if is_file else find(str(what)))
    except NotFound as error:
        near = near_file(Path(what)) if error.is_missing else None
        if near is None or (isinstance(error.hint, Hint) and near.stem != Path(what).stem):
            raise
        raise NotFound(error.message, f"did you mean `{near}`?", is_missing=True) from None


def is_path(what: str) -> bool:
    """Whether a text stands for a file, not for a ruleset that ships."""
    if what in paths():
        return False
    return what.endswith(".gdl") or "/" in what or "\\" in what or files.is_there(what)


def read_file(path: Path) -> Source:
    """The text of a file; raises NotFound."""
    shown = shown_path(path)
    try:
        return decode(files.contents(path, MAX_BYTES), shown)
    except IsADirectoryError:
        raise NotFound(f"{shown} is a folder, not a ruleset") from None
    except FileNotFoundError:
        if path.stem in paths():
            hint: str = Hint(f"a game that ships is called by its name alone: `{path.stem}`", path.stem)
        else:
            hint = str(did_you_mean(path.stem, names()))
        raise NotFound(f"there is no file {shown}", hint, is_missing=True) from None
    except (OSError, ValueError) as problem:
        raise NotFound(f"{shown} can't be read: {getattr(problem, 'strerror', None) or problem}") from None


def shown_path(path: Path) -> str:
    """A path as messages show it: relative to the current folder where it lies within."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError, RuntimeError):  # links that go in a circle
        return str(path)


def decode(data: bytes, name: str) -> Source:
    """Bytes as the text of a ruleset; raises NotFound if they are none."""
    if len(data) > MAX_BYTES:
        raise NotFound(f"{name} is larger than {MAX_BYTES:,} bytes, the limit for a ruleset")
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise NotFound(f"{name} is text in UTF-16", "save it as UTF-8")
    if b"\0" in data:
        raise NotFound(f"{name} is not a text file")
    if (other := OTHER.search(data)) and not name.endswith(".gdl"):
        kind, hint = OTHERS[other[1].decode()]
        raise NotFound(f"{name} is {kind}, not a ruleset", hint.format(name="FILE" if name.startswith("<") else name))
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError:
        source = Source(name, data.decode("utf-8", errors="replace"))
        raise NotText(source, source.text.index("\ufffd")) from None


def base_of(name: str, source: Source) -> Source:
    """The ruleset that `source` extends: a file beside or below it, or one that ships; raises NotFound.

    A stranger's ruleset may name whatever it likes here; nothing else is read.
    """
    folder = Path(source.name).parent
    if name.endswith(".gdl") or "/" in name or "\\" in name:
        return read_file(_below(name, folder))
    beside = folder / f"{name}.gdl"
    if files.is_file(beside) and shown_path(beside) != source.name:
        return read_file(_below(beside.name, folder))
    return read_file(find(name))


def _below(name: str, folder: Path) -> Path:
    """A ruleset's file in this folder or one within, wherever links may lead; raises NotFound."""
    path = folder / name
    if not is_ruleset(path):
        raise NotFound(f"`{name}` isn't a ruleset's file, whose name ends in .gdl")
    home = os.path.realpath(folder)
    if not Path(os.path.realpath(path)).is_relative_to(home):
        hint = "only a file in the folder of this one, or below it, can be extended"
        raise NotFound(f"`{name}` lies elsewhere", hint)
    return path


def is_ruleset(path: Path) -> bool:
    """Whether a path, and what it leads to if it is a link, has the name of a ruleset."""
    try:
        return path.suffix == Path(os.path.realpath(path)).suffix == ".gdl"
    except ValueError:  # a zero byte
        return False
