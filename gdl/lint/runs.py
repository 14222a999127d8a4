"""Checking a ruleset with every combination of its options, or, where they are many, with some of each option."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TypeVar

from gdl.check.checker import Checked, check
from gdl.lint.walk import uses
from gdl.model.model import Model, Option
from gdl.outcomes import MAX_RUNS
from gdl.text.findings import Finding
from gdl.text.source import Source

MAX_TRIED = 24  # a longer range is a threshold rather than a shape: its ends show what those between would
FEW = 4  # an option with so many values is tried with all of them, whatever the others have

NOT_SO_MANY = "O805"
"""Found where a number of players doesn't fit: with other options it may. So it isn't one of the ways."""

V = TypeVar("V")
Way = tuple[dict[str, object], int | None]
"""Options and a number of players to check a ruleset with."""
Check = Callable[..., Checked]
"""Checks a source with a way's options and number of players, or as it stands."""


@dataclass(frozen=True)
class Runs:
    """A ruleset checked in some ways, first as it stands; what was found; a note if there are more ways.

    `exhaustive`: all that options and numbers of players can be has been tried.
    """

    checked: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    note: str = ""
    exhaustive: bool = False

    @property
    def models(self) -> list[Model]:
        """The models of all ways without errors."""
        return [c.model for c in self.checked if c.model is not None]


def run(source: Source, most: int = MAX_RUNS, check: Check = check) -> Runs:
    """Check a ruleset as it stands, then in at most so many ways with other options and numbers of players.

    `check` checks one way; who can't wait for all of them raises an exception there.
    """
    first = check(source)
    if first.model is None:  # what is wrong already would be said again and again
        return Runs((first,), first.findings)
    known = {_key(f) for f in first.findings}
    findings, checked = list(first.findings), [first]
    numbers = numbers_of_players(first)
    number = how_many(first.model, numbers)
    ways = combinations(first.model, numbers)[:most]
    for way in ways:
        other = check(source, *way)
        more = [(way[0], n) for n in numbers_of_players(other) if n not in numbers]  # with these options
        ways += [new for new in more if new not in ways][: most - len(ways)]
        if any(finding.code == NOT_SO_MANY for finding in other.findings):
            continue
        checked.append(other)
        for finding in other.findings:
            if _key(finding) not in known:
                known.add(_key(finding))
                findings.append(replace(finding, message=f"{finding.message} (with {_said(way)})"))
    exhaustive = len(ways) + 1 >= number
    note = "" if exhaustive else f"{source.name}: {len(ways) + 1} combinations of options tried; there are more"
    return Runs(tuple(checked), tuple(findings), note, exhaustive)


def how_many(model: Model, numbers: list[int]) -> int:
    """The number of all combinations. Options whose values can't be listed count as having very many."""
    return prod((len(numbers), *(len(_values(option)) or MAX_RUNS + 1 for option in model.options)))


def combinations(model: Model, numbers: list[int]) -> list[Way]:
    """Options and numbers of players to try besides the defaults.

    All combinations if they are few, but of a long range its ends and its default alone; otherwise the values of each
    option, or the ends of its range if they are many, with the defaults of the others; then all at their lower, and all
    at their upper ends.
    """
    values = {option.name: found for option in model.options if (found := _values(option))}
    defaults = _defaults(model)
    several = len(numbers) > 1
    ways: list[Way] = []
    if how_many(model, numbers) <= MAX_RUNS:
        tried = [_tried(option, values[option.name]) for option in model.options]
        for players, chosen in product(numbers, product(*tried)):
            ways.append((dict(zip(values, chosen, strict=True)), players if several else None))
    else:
        ways += [(defaults, n) for n in _few(numbers) if several]
        ways += [({**defaults, name: v}, None) for name, found in values.items() for v in _few(found)]
        for end in (0, -1):
            ways.append(({name: v[end] for name, v in values.items()}, numbers[end] if several else None))
    usual = (None, len(model.players))
    return [way for way in ways if not (way[0] == defaults and way[1] in usual)]


def playable(first: Checked) -> list[Way]:
    """Options and numbers of players to play with besides the defaults: as `combinations`, but where options say how
    many may play, each with all numbers that it allows."""
    assert first.model is not None
    numbers, asked = numbers_of_players(first), _asked_by_players(first)
    ways = combinations(first.model, numbers)
    if not any(option.name in asked for option in first.model.options):
        return ways
    allowed: dict[tuple[object, ...], list[int]] = {}
    found: dict[tuple[object, ...], list[Way]] = {}
    for options, _ in ways:
        seats = {name: value for name, value in options.items() if name in asked}
        key = tuple(seats.values())
        if key not in allowed:
            allowed[key] = numbers_of_players(check(first.rules.trees[0].source, seats))
        found.setdefault(tuple(options.values()), [(options, n) for n in allowed[key]])
    usual = _defaults(first.model), len(first.model.players)
    return [way for several in found.values() for way in several if way != usual]


def _asked_by_players(checked: Checked) -> set[str]:
    """The names on which the number of players may hang, also through defines."""
    players, defines = checked.rules.players, checked.rules.defines
    asked = {name.text for name in uses(players)} if players else set()
    waiting = list(asked)
    while waiting:
        name = waiting.pop()
        used = [define for (_, called), define in defines.items() if called == name]
        more = {use.text for use in uses(used)} - asked
        asked |= more
        waiting += more
    return asked


def _few(values: Sequence[V]) -> Sequence[V]:
    return values if len(values) <= FEW else (values[0], values[-1])


def _defaults(model: Model) -> dict[str, object]:
    """The values of the options that can be listed."""
    return {option.name: option.value for option in model.options if _values(option)}


def _tried(option: Option, values: Sequence[object]) -> Sequence[object]:
    is_long = not option.choices and len(values) > MAX_TRIED
    return list(dict.fromkeys((values[0], option.value, values[-1]))) if is_long else values


def _values(option: Option) -> Sequence[object]:
    if option.choices:
        return [{"true": True, "false": False}.get(c, c) for c in option.choices]
    if option.low is None or option.high is None:
        return []
    return range(option.low, option.high + 1)


def numbers_of_players(checked: Checked) -> list[int]:
    """How many may play, with the options that were checked."""
    return list(checked.declared.seats) if checked.declared else []


def _key(finding: Finding) -> tuple[str, int, str]:
    return finding.code, finding.span.start, finding.span.source.name


def _said(way: Way) -> str:
    said = [f"{name} = {value}" for name, value in way[0].items()]
    return ", ".join(said + ([f"{way[1]} players"] if way[1] else []))
