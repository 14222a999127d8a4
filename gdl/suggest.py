"""“Did you mean …?” from the names in scope."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

MAX_COMPARED = 200


def closest(name: str, names: Iterable[str]) -> str | None:
    """The most similar of `names`, upper and lower case counting little, or None if nothing comes close."""
    by_lower: dict[str, str] = {}
    letters = set(name.lower())
    for other in names:  # comparing is slow: only those of like length with enough letters in common
        alike = 2 * len(letters & set(other.lower())) >= len(letters)
        if alike and abs(len(other) - len(name)) <= max(2, len(name) // 2):
            by_lower.setdefault(other.lower(), other)
        if len(by_lower) > MAX_COMPARED:
            break
    found = get_close_matches(name.lower(), [n for n in by_lower if by_lower[n] != name], n=1, cutoff=0.6)
    return by_lower[found[0]] if found else None


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """A hint, or an empty text."""
    other = closest(name, names)
    return f"did you mean `{other}`?" if other else ""
