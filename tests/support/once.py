"""What ships, or lies beside the tests, is checked once in a run of them: many load the same games.

Models are frozen, so whoever gets one may have been given it before. What a test writes itself is checked each time,
unless nothing else has a part in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from gdl import library
from gdl.check.checker import Checked, ReadBase, base_of, check
from gdl.lint import found_in
from gdl.lint.rule import Rule
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter.game import game

KEPT: dict[tuple[Any, ...], Checked] = {}
NAMELESS = "<text>"
FOLDER = Path(__file__).parents[1] / "rulesets"


def checked(
    source: Source, options: Mapping[str, object] | None = None, players: int | None = None,
    read_base: ReadBase = base_of, **others: Any,
) -> Checked:  # fmt: skip
    """`check`, or what it has said of the same before."""
    if read_base is not base_of or others:
        return check(source, options, players, read_base, **others)
    key = (source, repr(sorted((options or {}).items())), players, Path.cwd())
    found = KEPT.get(key)
    if found is None:
        found = check(source, options, players)
        if found.model is not None and all(is_settled(tree.source) for tree in found.rules.trees):
            KEPT[key] = Checked(found.model, found.findings, found.rules)  # the rest is large, and read by lint alone
    return found


def is_settled(source: Source) -> bool:
    """Whether this text can't be another one the next time."""
    return source.name == NAMELESS or source.text in lasting()


@cache
def lasting() -> frozenset[str]:
    """The texts that no test changes."""
    paths = [*library.paths().values(), *FOLDER.rglob("*.gdl")]
    return frozenset(Source(path.name, path.read_text(encoding="utf-8")).text for path in paths)


@cache
def faults(rule: type[Rule]) -> tuple[Finding, ...]:
    """What is found in a lint rule's wrong example, which several tests look at."""
    return tuple(found_in(rule, rule.bad))


def install() -> None:
    """From now on games are loaded so."""
    vars(game)["check"] = checked
