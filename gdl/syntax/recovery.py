"""Reading on behind an error: the statement that holds it is left out, so that what is wrong below shows, too."""

from __future__ import annotations

import re

from gdl.syntax.characters import plain
from gdl.syntax.lines import goes_on
from gdl.syntax.vocabulary import HEADS, SECTIONS

UNREAD = "_"
"""The name that stands in the place of a statement that couldn't be read."""
_PARTS = {"else", "or", "otherwise", "until", "elif", "elsif", "elseif"}  # with which a statement goes on in its column
_LISTS = {"game", "looks", "type", "players", "pieces"}  # where lines may be left away
_CODE = re.compile(r"\.\.|[<>!]=|\w+|[^\w\s]")
_SIGNS = re.compile(r'"[^"\n]*"|#[^\n]*|[(\[{]|[)\]}]')


def without(text: str, at: int, misplaced: bool) -> tuple[str, str] | None:
    """A declaration without the statement at a place, as long as before; and that statement.

    A name takes its place. What is `misplaced`, further in than it may stand, goes with the line above it. None if the
    place is in the declaration's first line, or nothing is gained by it.
    """
    lines = text.split("\n")
    number = text.count("\n", 0, max(at, 0))
    if not 0 <= at < len(text) or not number:
        return None
    if misplaced and (column := _column_below(lines, number)):
        behind = next(i for i in range(number + 1, len(lines)) if _width(lines[i]) == column)
        left = [*lines[:number], (" " * column + UNREAD).ljust(len(lines[number]))]
        left += [" " * len(line) for line in lines[number + 1 : behind]] + lines[behind:]
        return "\n".join(left), "\n".join(lines[number:behind])
    depths = _depths(lines)
    above = next((i for i in range(number - 1, -1, -1) if _width(lines[i])), 0)
    section = lines[number].strip() in SECTIONS
    if misplaced and (section or (not above and _word(lines[number]) in HEADS)):  # with all in it
        left = lines[:number] + [" " * len(line) for line in lines[number:]]
        return "\n".join(left), "\n".join(lines[number:])
    inwards = misplaced and above and _width(lines[number]) > _width(lines[above])
    first = above if inwards else number
    while first and (depths[first] or not _width(lines[first]) or _goes_on(lines, first)):
        first -= 1
    column = _width(lines[first])
    while first and (_width(lines[first]) != column or depths[first] or _word(lines[first]) in _PARTS):
        first -= 1
        if 0 < _width(lines[first]) < column:
            break
    if not first or lines[first].strip() == UNREAD:
        return None
    column, behind = _width(lines[first]), number + 1
    while behind < len(lines) and _belongs(lines[behind], column):
        behind += 1
    instead = "" if (misplaced and not inwards) or _word(text) in _LISTS else " " * column + UNREAD
    left = [*lines[:first], instead.ljust(len(lines[first]))]
    left += [" " * len(line) for line in lines[first + 1 : behind]] + lines[behind:]
    return ("\n".join(left), "\n".join(lines[first:behind])) if any(map(_width, left[1:])) else None


def _column_below(lines: list[str], number: int) -> int:
    """Where a block really begins whose first line stands too far in; 0 if this line is no such one."""
    above = next((width for line in reversed(lines[:number]) if (width := _width(line))), 0)
    width = _width(lines[number])
    below = next((w for line in lines[number + 1 :] if 0 < (w := _width(line)) < width), 0)
    return below if below > above and lines[number].strip() != UNREAD else 0


def _goes_on(lines: list[str], number: int) -> bool:
    """Whether a line that isn't blank belongs to the one above."""
    above = next((line for line in reversed(lines[:number]) if _width(line)), lines[0])
    return goes_on(*(_CODE.findall(line.split("#")[0]) for line in (above, lines[number])))


def words(text: str) -> set[str]:
    """All words of a text, also as they would be without letters that only look like others."""
    return {*re.findall(r"\w+", text), *re.findall(r"\w+", "".join(map(plain, text)))}


def _belongs(line: str, column: int) -> bool:
    """Whether a line below a statement is a part of it."""
    width = _width(line)
    if not line.strip(" )]}"):  # a bracket of a block in another language
        return True
    return not width or width > column or (width == column and _word(line) in _PARTS)


def _depths(lines: list[str]) -> list[int]:
    """How many brackets are open at the beginning of each line."""
    depths, depth = [], 0
    for line in lines:
        depths.append(depth)
        for sign in _SIGNS.findall(line):
            depth += (sign in "([{") - (sign in ")]}")
        depth = max(depth, 0)
    return depths


def _width(line: str) -> int:
    """The blanks before a line's first word; 0 if nothing but a comment stands in it."""
    plain = line.split("#")[0]
    return len(plain) - len(plain.lstrip()) if plain.strip() else 0


def _word(line: str) -> str:
    found = re.match(r"\s*(\w+)", line)
    return found[1] if found else ""
