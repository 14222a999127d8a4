"""Names of rulesets: a new file gets its game's title as its name, and any file can be renamed."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path, PurePosixPath

from cli.studio.cases import files_beside, own_file
from cli.studio.files import ENDING, Folder, Refused
from gdl.files import contents, is_file, write

STEM = "mygame"
MOST = 500_000
"""Bytes of a file of scenarios that is changed."""


def stem_of(text: str) -> str:
    """The name for the file of a text, made of its game's title."""
    title = re.search(r'^game[ \t]+"([^"\n]{1,60})"', text, re.MULTILINE)
    return re.sub(r"[^a-z0-9]+", "", title[1].lower()) or STEM if title else STEM


def renamed(folder: Folder, name: str, wanted: str, changed: Callable[[Path], None]) -> tuple[str, list[str]]:
    """Give a ruleset another name: its own, and those of the rulesets that extend it and go on with the old one. Its
    scenarios follow. `changed` is called with each file that has changed or is gone. Raises Refused."""
    stem = wanted.strip().removesuffix(ENDING)
    if not stem or "/" in stem or stem.startswith("."):
        raise Refused("a name is a word such as `mygame`")
    new = PurePosixPath(name).with_name(stem + ENDING).as_posix()
    old, path = folder.path(name), folder.rename(name, new)
    extending = [other for other in folder.names() if other != new and _extends(folder, other, old)]
    changed(old)
    changed(path)
    names = f"({re.escape(old.name)}|{re.escape(old.stem)})"
    named = re.compile(rf"^([ -]*game: *['\"]?(?:\./)?){names}(?=['\"]?[ \r]*(?:#|$))", re.MULTILINE)
    for file in files_beside(path):
        text = _text(file)
        about = named.sub(lambda m: m[1] + (path.name if m[2] == old.name else path.stem), text)
        if about != text:
            write(file, about.encode())
            changed(file)
    if is_file(own_file(old)) and not own_file(path).exists():
        own_file(old).rename(own_file(path))
        changed(own_file(old))
        changed(own_file(path))
    return new, extending


def removed(folder: Folder, name: str, changed: Callable[[Path], None]) -> None:
    """Delete a ruleset and its own scenarios. Raises Refused."""
    path = folder.path(name)
    for file in (path, own_file(path)):
        file.unlink(missing_ok=True)
        changed(file)


def _extends(folder: Folder, name: str, base: Path) -> bool:
    try:
        text = folder.read(name).text
    except Refused:
        return False
    found = re.search(r'^game[ \t]+"[^"\n]*"[ \t]+extends[ \t]+"([^"\n]*)"', text, re.MULTILINE)
    return found is not None and found[1] in (base.stem, base.name)


def _text(file: Path) -> str:
    try:
        return contents(file, MOST).decode()
    except (OSError, ValueError):
        return ""
