"""Checking a ruleset with every combination of its options, as far as there are few and time allows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from time import monotonic

from gdl import tree as t
from gdl.check import Checked, check
from gdl.findings import Finding
from gdl.model import Model, Option
from gdl.source import Source

MAX_RUNS = 300
SECONDS = 4.0  # for all combinations of one file

Way = tuple[dict[str, object], int | None]
"""Options and a number of players to check a ruleset with."""


@dataclass(frozen=True)
class Runs:
    """A ruleset checked in some ways, first as it stands; what was found; a note if ways are left."""

    checked: tuple[Checked, ...]
    findings: tuple[Finding, ...]
    note: str = ""

    @property
    def models(self) -> list[Model]:
        """The models of all ways without errors."""
        return [c.model for c in self.checked if c.model is not None]


def run(source: Source, seconds: float = SECONDS) -> Runs:
    """Check a ruleset as it stands, then with other options and numbers of players."""
    stop = monotonic() + seconds
    first = check(source)
    if first.model is None:  # what is wrong already would be said again and again
        return Runs((first,), first.findings)
    known = {_key(f) for f in first.findings}
    findings, checked = list(first.findings), [first]
    size, ways = combinations(first.model, _numbers_of_players(first))
    for way in ways:
        if monotonic() > stop:
            break
        other = check(source, *way)
        checked.append(other)
        for finding in other.findings:
            if _key(finding) not in known:
                known.add(_key(finding))
                findings.append(replace(finding, message=f"{finding.message} (with {_said(way)})"))
    note = ""
    if len(checked) < size:
        note = f"{source.name}: {len(checked):,} of {size:,} combinations of options were checked"
    return Runs(tuple(checked), tuple(findings), note)


def combinations(model: Model, numbers: list[int]) -> tuple[int, list[Way]]:
    """How many combinations there are, and which to try besides the defaults.

    All if they are few; otherwise the ends of all ranges, one at a time and, as far as possible, together.
    """
    values = {option.name: found for option in model.options if (found := _values(option))}
    size = prod((len(numbers), *map(len, values.values())))
    defaults: dict[str, object] = {option.name: option.value for option in model.options if option.name in values}
    if size <= MAX_RUNS:
        every = product(numbers, product(*values.values()))
    else:
        ends = [list(dict.fromkeys((v[0], v[-1]))) for v in values.values()]
        every = product(sorted({numbers[0], numbers[-1]}), product(*ends))
    ways: list[Way] = []
    if size > MAX_RUNS:
        ways += [({**defaults, name: v}, None) for name, found in values.items() for v in (found[0], found[-1])]
    for players, chosen in every:
        ways.append((dict(zip(values, chosen, strict=True)), players if len(numbers) > 1 else None))
        if len(ways) > MAX_RUNS:
            break
    usual = (None, len(model.players))
    return size, [way for way in ways if not (way[0] == defaults and way[1] in usual)]


def _values(option: Option) -> Sequence[object]:
    if option.choices:
        return [{"true": True, "false": False}.get(c, c) for c in option.choices]
    if option.low is None or option.high is None:
        return []
    return range(option.low, option.high + 1)


def _numbers_of_players(checked: Checked) -> list[int]:
    players = checked.rules.players
    if players and isinstance(players.low, t.Integer) and isinstance(players.high, t.Integer):
        return list(range(players.low.value, players.high.value + 1))
    return [len(checked.model.players)] if checked.model else []


def _key(finding: Finding) -> tuple[str, int, str]:
    return finding.code, finding.span.start, finding.span.source.name


def _said(way: Way) -> str:
    said = [f"{name} = {value}" for name, value in way[0].items()]
    return ", ".join(said + ([f"{way[1]} players"] if way[1] else []))
