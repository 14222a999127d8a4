"""Files that may be meant by a path where there is none: those with the same ending, in the same folder or not."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from gdl.text.suggest import closest

MOST = 500
"""The number of files in a folder that are compared at most."""


def near_file(path: Path) -> Path | None:
    """A file beside where a path leads whose name is much like it, or one of just that name in the folder where we are;
    None if there is none."""
    here = Path(path.name)
    if path.parent != here.parent and _is_file(here):
        return here
    stems = {one.stem: one for one in _like(path)}
    if path.stem in stems:
        return stems[path.stem]
    plain = {_plain(stem): one for stem, one in stems.items()}
    if found := plain.get(_plain(path.stem)):
        return found
    near = closest(path.stem, stems)
    return stems[near] if near else None


def _plain(stem: str) -> str:
    """A name without the signs by which words are joined, and in lower case."""
    return "".join(filter(str.isalnum, stem)).lower()


def _like(path: Path) -> Iterable[Path]:
    """Files in the folder of a path with its ending; rulesets, if it has none."""
    ending = path.suffix or ".gdl"
    try:
        beside = sorted(path.parent.glob(f"*{ending}"))[:MOST]
    except (OSError, ValueError):
        return []
    return [one for one in beside if _is_file(one)]


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
