"""By which line of the rules games end, in random games."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.model.model import Model
from gdl.text.source import Span
from interpreter.errors import PlayerError, RuleError
from interpreter.game.game import Game
from interpreter.graph.abi import UNFINISHED
from interpreter.graph.backend import Halted
from interpreter.graph.chance import seed_key, signed
from interpreter.graph.ends import numbered
from interpreter.graph.layout import RESULT
from interpreter.lab.tools.simulate import playout
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

LINES = 56
"""Lines that are told apart, as in `kernels/traces.py`."""
MEMORY = 1 << 30


@dataclass(frozen=True)
class Marked:
    """Rules that say by which line they ended: its number is its place among `lines`."""

    game: Game
    lines: tuple[Span | None, ...]
    """None for a line that these options leave without effect."""


def marked(game: Game) -> Marked:
    """The rules, changed so."""
    return _marked(game.model, game.backend)


@lru_cache(maxsize=8)
def _marked(model: Model, backend: str) -> Marked:
    rules = numbered(model)
    lines = tuple(end.statement.span if end.is_live else None for end in rules.ends)
    return Marked(Game(rules.model, backend), lines)  # type: ignore[arg-type]


def counted(game: Game, seed: int, first: int, count: int, limit: int) -> Counter[int]:
    """How many of the random games of a seed ended by which line. Games that can't be played don't count."""
    rules = marked(game).game
    if rules.native is not None:
        try:
            held = engine(rules, "traces")
            instance = held.take(MEMORY)
        except PlayerError:
            return _by_reference(rules, seed, first, count, limit)
        found = _compiled(instance, seed, first, count, limit)
        held.give_back(instance)
        return found
    return _by_reference(rules, seed, first, count, limit)


def _compiled(instance: Instance, seed: int, first: int, count: int, limit: int) -> Counter[int]:
    found: Counter[int] = Counter()
    key = signed(seed_key(seed))
    while count > 0:
        try:
            status = instance.call("endings", key, first, count, limit)
        except Halted:
            return found
        done, *ends = instance.report(1 + LINES)
        found.update({i: n for i, n in enumerate(ends) if n})
        skipped = 1 if status else 0
        assert status in (0, UNFINISHED) or status < 0
        first, count = first + done + skipped, count - done - skipped
    return found


def _by_reference(rules: Game, seed: int, first: int, count: int, limit: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for number in range(first, first + count):
        try:
            end = playout(rules, seed, number, limit).end
        except RuleError:
            continue
        found[end._stop.values[RESULT][1][0]] += 1
    return found
