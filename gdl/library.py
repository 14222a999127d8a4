"""Where rulesets are found: those that ship, by name, and files, by path."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

from gdl.findings import error
from gdl.suggest import did_you_mean
from gdl.syntax.source import Source, Span

FOLDER = Path(__file__).resolve().parent.parent / "rulesets"
PRELUDE = Path(__file__).with_name("prelude")
MAX_BYTES = 1_000_000


class NotFound(Exception):
    """There is no such ruleset, or it can't be read; says why, and what to do."""


class NotText(NotFound):
    """A file isn't UTF-8 text; `finding` says where it goes wrong."""

    def __init__(self, source: Source, at: int) -> None:
        place = Span(source, at, at + 1)
        super().__init__(f"{place.where}: this is not UTF-8 text; save the file as UTF-8")
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
    raise NotFound(f"there is no ruleset `{name}`; {hint}")


def read(what: str | Path) -> Source:
    """The text of a ruleset that ships, of a file, or of standard input (`-`); raises NotFound."""
    if what == "-":
        return decode(sys.stdin.buffer.read(MAX_BYTES + 1), "<standard input>")
    text = str(what)
    if isinstance(what, str) and text in paths():
        return read_file(paths()[text])
    is_path = (
        isinstance(what, Path) or text.endswith(".gdl") or "/" in text or "\\" in text or Path(text).exists()
    )
    return read_file(Path(what)) if is_path else read_file(find(text))


def read_file(path: Path) -> Source:
    """The text of a file; raises NotFound."""
    shown = shown_path(path)
    try:
        if path.is_dir():
            raise NotFound(f"{shown} is a folder, not a ruleset")
        with path.open("rb") as file:
            return decode(file.read(MAX_BYTES + 1), shown)
    except FileNotFoundError:
        hint = did_you_mean(path.stem, names())
        raise NotFound(f"there is no file {shown}" + (f"; {hint}" if hint else "")) from None
    except (OSError, ValueError) as problem:
        raise NotFound(f"{shown} can't be read: {getattr(problem, 'strerror', None) or problem}") from None


def shown_path(path: Path) -> str:
    """A path as messages show it: relative to the current folder where it lies within."""
    try:
        return str(path.resolve().relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def decode(data: bytes, name: str) -> Source:
    """Bytes as the text of a ruleset; raises NotFound if they are none."""
    if len(data) > MAX_BYTES:
        raise NotFound(f"{name} is larger than {MAX_BYTES:,} bytes, the limit for a ruleset")
    if b"\0" in data:
        raise NotFound(f"{name} is not a text file")
    try:
        return Source(name, data.decode("utf-8"))
    except UnicodeDecodeError:
        source = Source(name, data.decode("utf-8", errors="replace"))
        raise NotText(source, source.text.index("\ufffd")) from None


def base_of(name: str, source: Source) -> Source:
    """The ruleset that `source` extends: a file beside it, or one that ships; raises NotFound."""
    if name.endswith(".gdl") or "/" in name:
        return read_file(Path(source.name).parent / name)
    beside = Path(source.name).parent / f"{name}.gdl"
    if beside.is_file() and shown_path(beside) != source.name:
        return read_file(beside)
    return read_file(find(name))
