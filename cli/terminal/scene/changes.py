"""Changes of a file as people read them: the lines that differ, with those around them."""

from __future__ import annotations

from difflib import unified_diff


def changes(before: str, after: str, name: str, how: str) -> str:
    """The lines that differ, in the form that `patch` and version control use; `how` says what the new ones are."""
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), name, f"{name} ({how})")
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
