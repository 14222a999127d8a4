"""What is repetitive – every ruleset with every property – runs whole in deep runs, and in part each day: a core of
games that are as different as can be, and one part in turn of the others, so that some days see them all.

The day is named by the environment variable GDL_SAMPLE, `2026-11-23`, which each run tells at its end: with it anybody
runs the same again. `GDL_SAMPLE=all` leaves nothing out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from gdl import library

LEAVE_OUT = "GDL_LEAVE_OUT"
"""Set in everyday runs of all tests: what has another day isn't even collected, which would take longer."""
DAY = os.environ.setdefault("GDL_SAMPLE", datetime.now(UTC).date().isoformat())
"""Which part is run; processes of the same run inherit it."""
FOUNDING = ("sparks", "sparklies", "big_balls", "fire_and_ice", "spectral_reapers")
CORE = (*FOUNDING, "chess", "go", "backgammon", "kuhn_poker")
"""Looked at each day: the first games, and one each of pieces of many kinds, of territory, of dice and of cards."""
PARTS = 16
_BASE = re.compile(r'^game "[^"]*" extends "([^"]+)"', re.MULTILINE)


def daily(items: Iterable[Any], parts: int = PARTS, core: Iterable[str] = CORE) -> list[Any]:
    """Parameters: all items, of which a day runs those of the core and one part of so many, and deep runs the others.

    An item is of the core if it, or the first of its values, has that name: as a text, or as a file's.
    """
    always, found, others = {*core}, list[Any](), 0
    for item in items:
        values, marks, name = item if isinstance(item, _PARAMETERS) else (_values(item), (), None)
        left_out = False
        first = values[0].stem if isinstance(values[0], Path) else str(values[0])
        if first not in always:
            marks = [*marks, pytest.mark.sampled(parts)]
            left_out = not is_today(others, parts)
            others += 1
        found.append(pytest.param(*values, marks=[*marks, *([pytest.mark.deep] if left_out else [])], id=name))
    todays = [one for one in found if not is_left_out(one)] if os.environ.get(LEAVE_OUT) else []
    return todays or found


def rulesets(parts: int = PARTS) -> list[Any]:
    """Parameters: the rulesets that ship."""
    return daily(library.names(), parts)


def chosen(parts: int = PARTS, core: Iterable[str] = CORE) -> list[str]:
    """The day's rulesets."""
    return [found.values[0] for found in daily(library.names(), parts, core) if not is_left_out(found)]


def is_left_out(parameters: Any) -> bool:
    """Whether only deep runs have these parameters."""
    return any(mark.name == "deep" for mark in parameters.marks)


def is_today(number: int, parts: int = PARTS, every: int = 1) -> bool:
    """Whether what has this number is in the part of the day. `every`: of what has its day only once in so many."""
    return DAY == "all" or (number + date.fromisoformat(DAY).toordinal() // every) % parts == 0


def base_of(name: str) -> str | None:
    """The game that a shipped variant extends."""
    found = _BASE.search(library.read(name).text)
    return found[1] if found else None


_PARAMETERS = type(pytest.param(1))


def _values(item: Any) -> tuple[Any, ...]:
    return item if isinstance(item, tuple) else (item,)


if __name__ == "__main__":  # for .ci/run
    print(*(library.paths()[name] for name in chosen(core=())), sep="\0", end="")
