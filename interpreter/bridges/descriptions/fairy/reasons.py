"""Why a game ended, in words for players, behind the lines of `end` that an import writes."""

from __future__ import annotations

import re

_ENDS = (
    (r"(?:win me|win next|win opponent|draw) if stuck and next\.check", '"checkmate"'),
    (r"win me if me\.checks = 1", '"{me} has given check"'),
    (r"win me if me\.checks = (\d+)", r'"{me} has given check \1 times"'),
    (r"draw if passes = 2", '"both have passed"'),
    (r"win next if me\.perpetual and not next\.perpetual", '"{me} gave check again and again"'),
    (r"win me if next\.perpetual and not me\.perpetual", '"{next} gave check again and again"'),
    (r"draw if me\.perpetual", '"both gave check again and again"'),
)
_DRAWS = {
    "stuck": "{next} can't move",
    "quiet = 2 * moves": "{moves} quiet moves of each player",
    "dead": "too few pieces are left to give mate",
    "repeated": "the position came up {times} times",
}
"""Conditions of draws, and their words. That of a repetition can't be asked at the end, so it stands last."""


def told(text: str) -> str:
    """A declaration with words for those of its ends that have some."""
    return "\n".join(_line(line) for line in text.splitlines())


def _line(line: str) -> str:
    code = line.strip()
    for form, words in _ENDS:
        if re.fullmatch(form, code):
            return f"{line} as {re.sub(form, words, code)}"
    tests = code.removeprefix("draw if ").split(" or ")
    if not code.startswith("draw if ") or not {*tests} <= {*_DRAWS}:
        return line
    *cases, last = sorted(tests, key=[*_DRAWS].index)
    said = [*(f'"{_DRAWS[test]}" when {test}' for test in cases), f'"{_DRAWS[last]}"']
    return line + ("\n      as " if cases else " as ") + "\n      otherwise ".join(said)
