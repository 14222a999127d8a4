"""Declarations broken where their lines are long."""

from __future__ import annotations

import re

WIDTH = 100
"""Characters of a line that can be read well."""


def broken(text: str) -> str:
    """The same declaration with its long lines broken where the language lets them be."""
    return "\n".join(line for long in text.split("\n") for line in _broken(long))


def _broken(line: str) -> list[str]:
    code, comment = _cut(line)
    if len(line.rstrip()) <= WIDTH:
        return [line]
    if comment and len(code.rstrip()) <= WIDTH:
        indent = code[: len(code) - len(code.lstrip())]
        return [f"{indent}{comment}", code.rstrip()]
    at = max(_places(code), default=0)
    depth = len(code) - len(code.lstrip())
    if at <= depth + 8:
        return [line]
    rest = " " * (depth + (0 if _continues(code) else 4)) + code[at:].strip() + (f"  {comment}" if comment else "")
    return [code[:at].rstrip(), *_broken(rest)]


def _continues(code: str) -> bool:
    """Whether a line continues another by its looks: it stands four deeper and begins with a word of those."""
    return bool(re.match(r"\s+(when|where|and|as|asking)\b", code))


def _cut(line: str) -> tuple[str, str]:
    """A line, and the comment behind it."""
    found = re.match(r'^((?:"[^"]*"|[^"#])*)(#.*)$', line)
    return (found[1], found[2]) if found and found[1].strip() else (line, "")


def _places(code: str) -> list[int]:
    """Where a line may be broken: behind commas and operators, before words that go on."""
    hidden = re.sub(r'"[^"]*"', lambda quoted: "_" * len(quoted[0]), code)
    behind = [found.end() for found in re.finditer(r"(, | \+ | & )", hidden) if found.end() <= WIDTH]
    before = [
        found.start() for found in re.finditer(r" (?=(when|where|and|or|otherwise) )", hidden) if found.start() <= WIDTH
    ]
    return behind + before
