"""What of a ruleset's text comes into effect in games: at random, in every position if there are few, with other
options; and what best play comes to, if there are few positions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress

from gdl.check.checker import Checked, check
from gdl.check.watched import Point
from gdl.lint.runs import Way, playable
from interpreter.errors import GameError
from interpreter.lab.coverage.counting import all_points, everywhere, reached_in_random_games
from interpreter.lab.lint.evidence import SEED, Evidence
from interpreter.lab.lint.spending import FOR_COVERAGE, FOR_POSITIONS, Spending
from interpreter.players.solving import solve

POSITIONS = 200_000
"""A game with no more positions is known as a whole."""
FEW_POSITIONS = 20_000
"""Where a position takes so long that no more than these could be looked at, none is."""
SHORT = 40
"""Decisions of a random game, up to which it may be small enough."""
SOLVING_BYTES = 8 << 20
WAYS = 24
"""Combinations of options in which what never came into effect is looked for."""
FEW_GAMES = 50


def watch(found: Evidence, spending: Spending) -> None:
    """Count what comes into effect in random games, and in all positions; raises CancelledError."""
    own = [p for p in all_points(found.checked) if p.span.source == found.checked.rules.trees[0].source]
    if not found.compiled or not own:
        return
    found.counts = reached_in_random_games(
        found.checked, own, _games(spending), SEED, found.limit, spending.threads, spending.stopper
    )
    missing = found.counts.missing()
    most = min(POSITIONS, _positions(spending))
    if missing and not found.broken and _is_short(found) and most >= FEW_POSITIONS:
        everything = everywhere(found.checked, missing, most, spending.stopper)
        spending.token.check()
        if everything is not None:
            found.counts.add(everything.counts)
            found.positions = everything.games


def watch_others(found: Evidence, spending: Spending) -> None:
    """Look with other options for what never came into effect; raises CancelledError."""
    if not found.compiled:
        return
    for way in _relevant(found.checked, found.counts.missing()):
        spending.token.check()
        missing = found.counts.missing()
        if not missing:
            return
        other = check(found.source, *way, origins=True)
        if other.model is None:
            continue
        there = set(all_points(other))
        wanted = [point for point in missing if point in there]
        if wanted:
            many = min(_games(spending), FEW_GAMES)
            found.counts.add(reached_in_random_games(
                other, wanted, many, SEED, found.limit, spending.threads, spending.stopper).counts)  # fmt: skip


def solve_it(found: Evidence, spending: Spending) -> None:
    """The game's value, if it has few positions; raises CancelledError or Halted."""
    if not found.compiled or found.broken or not _is_short(found) or found.game.model.hides:
        return
    if _positions(spending) < FEW_POSITIONS:
        return
    with suppress(GameError):
        solution = solve(found.game.start(SEED), SOLVING_BYTES)
        if solution.is_exact and not solution.is_endless:
            found.values = solution.values


def _games(spending: Spending) -> int:
    return max(min(spending.games, int(FOR_COVERAGE / spending.cost)), min(spending.games, 10))


def _positions(spending: Spending) -> int:
    """How many positions may be looked at."""
    return int(FOR_POSITIONS / (spending.a_ply * 30))


def _is_short(found: Evidence) -> bool:
    """Whether the game may have so few positions that all of them can be looked at."""
    return found.random.games > 0 and found.random.decisions.mean <= SHORT


def _relevant(checked: Checked, missing: Sequence[Point]) -> list[Way]:
    """Other options to try for what never came into effect: those first that are mentioned where that stands, then
    those that are mentioned where it is said which pieces, or other names of that place, there are."""
    if not missing:
        return []
    items = checked.rules.trees[0].items
    near = _words(item.span.text for item in items
                  if any(item.span.start <= p.span.start < item.span.end for p in missing))  # fmt: skip
    assert checked.model is not None
    kinds = {kind.name for kind in checked.model.kinds} & near
    far = _words(item.span.text for item in items if kinds & _words((item.span.text,)))
    usual = {option.name: option.value for option in checked.model.options}

    def order(way: Way) -> int:
        changed = {name for name, value in way[0].items() if value != usual.get(name)}
        return (0 if changed & near else 1000 if changed & far else 2000) + len(changed)

    return sorted(playable(checked), key=order)[:WAYS]


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in re.findall(r"\w+", text)}
