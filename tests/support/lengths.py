"""How long a ruleset is: the lines of its rules, without options, facts, comments, looks, and lines that do nothing but
say how a move is written or asked for, or why a game ended."""

from __future__ import annotations

import re

from gdl import library

NOT_RULES = ("option", "looks")


def rules_of(text: str) -> list[str]:
    """The lines of a ruleset that are rules."""
    found: list[str] = []
    word, is_written = "", False
    for line in text.splitlines():
        code = re.sub(r'"[^"]*"', '""', line).partition("#")[0].rstrip()
        if not code:
            continue
        is_indented = code.startswith(" ")
        word = word if is_indented else code.split()[0].rstrip(":")
        is_written = code.split()[0] in ("as", "asking", *(["otherwise"] if is_written else []))
        if word not in NOT_RULES and not is_written and not (word == "game" and is_indented):
            found.append(line)
    return found


def lengths() -> dict[str, int]:
    """The lines of rules of everything that ships."""
    return {name: len(rules_of(path.read_text(encoding="utf-8"))) for name, path in library.paths().items()}
