"""Which program this is: those who work together must be one, or their figures wouldn't be."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path

from gdl.program import ROOT

FOLDERS = ("gdl", "interpreter")
"""What plays games. Rulesets travel as text, learnt values as they are, and screens stay where they are."""
ENDINGS = (".py", ".gdl", ".lark", ".toml", ".json", ".c")
OPPONENTS = "rulesets/*.yaml"
"""Who sits behind a level."""


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """Names all files that have a hand in how games are played."""
    return of_files(ROOT)


def of_files(root: Path) -> str:
    """The same for a program that lies there; line endings don't count."""
    found = hashlib.sha256()
    paths = [path for folder in FOLDERS for path in sorted((root / folder).rglob("*")) if path.suffix in ENDINGS]
    for path in (*paths, *sorted(root.glob(OPPONENTS))):
        content = path.read_bytes().replace(b"\r\n", b"\n")
        found.update(f"{path.relative_to(root).as_posix()}\0{len(content)}\0".encode())
        found.update(content)
    return found.hexdigest()[:16]


def file_digest(path: str) -> str | None:
    """Names the content of a file on this machine; None if there is none."""
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()
    except (OSError, ValueError):
        return None
