"""The ruleset that a new game begins with."""

from __future__ import annotations

from pathlib import Path


def fresh_text(path: Path) -> str:
    """A commented game to start from, with its title and file name filled in."""
    title = path.stem.replace("_", " ").capitalize()
    text = Path(__file__).with_name("new.gdl").read_text(encoding="utf-8")
    return text.replace("NAME.gdl", path.name).replace("TITLE", title)
