"""Whole lines as people write them who know other languages, or none: what to write in their place."""

from __future__ import annotations

import re
from collections.abc import Callable

ARROW = ("no line has an `->`: a player chooses, and then something changes: "
         "`choose a in mine, b in a.adjacent & empty`, and below it `move a to b`")  # fmt: skip
"""About rules such as `[ > Player | Crate ] -> [ > Player | > Crate ]`."""


def declaration(line: str) -> str:
    """What is probably meant by a line in the first column; an empty text if nobody can say."""
    return next((said for meant in _MEANT if (said := meant(line))), "")


def _arrow(line: str) -> str:
    return ARROW if re.search(r"[\]\w]\s*->\s*[\[\w]", line) else ""


def goal(line: str) -> str:
    """`All Target on Crate`, `Some Player on Goal`, `No Fruit`: goals without a winner."""
    found = re.fullmatch(r"\s*(all|every|some|any|no)\s+(\w+)(?:\s+on\s+(\w+))?\s*", line, re.IGNORECASE)
    if found is None:
        return ""
    how, what, there = found[1].lower(), found[2], found[3]
    if how in ("all", "every"):
        asked = f"{what} within {there}" if there else ""
    else:
        asked = f"{'no' if how == 'no' else 'some'} {what}" + (f" & {there}" if there else "")
    return f"say who wins, in `end`: `win me if {asked}`" if asked else ""


def _had(line: str) -> str:
    """A line that says what is remembered: `caught: 0..6`, `each player has caught: 0..6`, `int caught = 0`."""
    if found := re.match(r"(?:each|every)\s+(\w+)\s+has\s+(\w+)", line):
        return f"write `{found[1]} has {found[2]}: …`: each {found[1]} has its own"
    if found := re.match(r"(player|game|site)\s*\.\s*(\w+)\s*=", line):
        return f"write `{found[1]} has {found[2]}: 0..9 = 0`, for example"
    if found := re.match(r"(?:(?:int|var|let|state)\s+)?(\w+)\s*(?:of|for(?:\s+each)?)\s+(player|site)\b", line):
        return f"write `{found[2]} has {found[1]}: 0..9`, for example"
    if found := re.match(r"(\w+)\s*:\s*(-?\w+\s*\.\.\s*\w+)(?:.*\b(player|site)\b)?", line):
        holders = (found[3],) if found[3] else ("game", "player")
        return "say what has it: " + " or ".join(f"`{holder} has {found[1]}: {found[2]}`" for holder in holders)
    if found := re.match(r"(\w+)\s*:\s*((?:set|bag|pile)\b.*\bof\s+\w+|\w+\?|truth)", line):
        return f"say what has it: `game has {found[1]}: {found[2]}` or `player has {found[1]}: {found[2]}`"
    return ""


def named(line: str) -> str:
    """What to say to `x = 3`, if nothing else is meant by its first word; what has names before the `=` is defined."""
    found = re.match(r"(\w+(?:\.\w+)?)(\([\w\s,]*\))?\s*=[^=]", line)
    if found is None:
        return ""
    how = f"write `define {found[1]}{found[2] or ''} = …`"
    return how if found[2] or "." in found[1] else f"{how}, or `game has {found[1]}: 0..9 = 3` if it changes"


def set_value(line: str, text: str) -> str:
    """`size 3`, `size = 3`: an option is given a value. Only this text is known, not what it extends."""
    found = re.match(r"(\w+)\s*(?:=|\bto\b)?\s*(-?\w+)\s*(?:#.*)?$", line)
    if found is None:
        return ""
    name, value = found.groups()
    if re.search(rf"^option\s+{name}\b", text, re.MULTILINE):
        return f"say the value in the line of the option: `option {name}: … = {value}`"
    is_variant = re.search(r"^game\b.*\bextends\b", text, re.MULTILINE)
    return f"if the base has an option `{name}`, write `set {name} = {value}`" if is_variant else ""


_MEANT: tuple[Callable[[str], str], ...] = (_arrow, goal, _had)
