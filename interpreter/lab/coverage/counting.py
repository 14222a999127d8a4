"""Counting in compiled rules: random games, or every position there is, of rules that are watched."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from gdl.check.checker import Checked
from gdl.check.watched import INCIDENTAL, Point, Watched, watched
from gdl.model.model import counters_of
from interpreter.cancellation import CancelToken
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.graph.backend import GivenUp, Halted
from interpreter.native.compile import PLAYING, Compiled, compile_model
from interpreter.native.host.instance import Instance
from interpreter.native.host.jobs import Native
from interpreter.native.host.thread_pool import in_order
from interpreter.native.module.emitter import Unsupported

AT_ONCE = 40
"""Points that are watched in one module: with more, some rules would be too large to be compiled."""
GAMES_AT_ONCE = 25
STEP = 20_000
"""Positions that are looked at in one call."""
MEMORY = 1 << 30


@dataclass
class Counts:
    """How often points came into effect, over how many games (positions); points that couldn't be watched."""

    counts: dict[Point, int] = field(default_factory=dict)
    games: int = 0
    unwatched: set[Point] = field(default_factory=set)

    def add(self, found: Mapping[Point, int]) -> None:
        """Take in more."""
        for point, n in found.items():
            self.counts[point] = self.counts.get(point, 0) + n

    def missing(self) -> list[Point]:
        """The points that never came into effect, and should."""
        return [point for point, n in self.counts.items() if not n and point.event not in INCIDENTAL]


def all_points(checked: Checked, effects: bool = False) -> tuple[Point, ...]:
    """All that can be watched; `checked` with its origins. `effects`: with what tells how often statements did
    something, which takes longer to count."""
    return watched(checked, lambda point: effects or point.event != "did").points


def modules(
    checked: Checked, points: Iterable[Point], jobs: tuple[str, ...] = PLAYING, token: CancelToken | None = None
) -> Iterator[tuple[Watched, Native | None]]:
    """Watched rules, compiled, so many points in each; None for a point that can't be watched in this way. `token`
    stops what runs, and the compiling, which then raises CancelledError."""
    left = list(points)
    todo = [left[i : i + AT_ONCE] for i in range(0, len(left), AT_ONCE)]
    while todo:
        part = todo.pop()
        if token is not None:
            token.check()
        rules = watched(checked, set(part).__contains__)
        try:
            compiled = compile_model(rules.model, jobs)
            compiled.token = token
            yield rules, Native(compiled)
        except Unsupported:
            if len(part) == 1:
                yield rules, None
            else:
                todo += [part[: len(part) // 2], part[len(part) // 2 :]]


def in_random_games(
    checked: Checked, points: Iterable[Point], games: int, seed: int, limit: int, threads: int = 1,
    at_once: int = GAMES_AT_ONCE, token: CancelToken | None = None,
) -> Counts:  # fmt: skip
    """How often each point came into effect in random games of a seed; games with more plies than `limit`, and those in
    which a rule is broken, count as far as they got. What is done before the first decision or roll is done once for
    all games that are played `at_once`, since they begin alike."""
    found = Counts(games=games)
    for rules, native in modules(checked, points, ("playouts",), token):
        if native is None:
            found.unwatched |= set(rules.points)
            continue
        found.add(dict.fromkeys(rules.points, 0))

        def play(instance: Instance, first: int, native: Native = native) -> tuple[int, ...]:
            native.played_by(instance, seed, first, min(at_once, games - first), limit)
            return _taken(instance, native)

        for counts in in_order(native.instance, threads, play, iter(range(0, games, at_once))):
            found.add(dict(zip(rules.points, counts, strict=True)))
    return found


def reached_in_random_games(
    checked: Checked, points: Iterable[Point], games: int, seed: int, limit: int, threads: int = 1,
    token: CancelToken | None = None,
) -> Counts:  # fmt: skip
    """The same, but only whether each point came into effect at all: then what follows from another point isn't
    watched, and the others not for longer than they must be."""
    wanted = set(points)
    implied = watched(checked, wanted.__contains__).implied
    first = wanted - frozenset().union(*implied.values())
    found = Counts(dict.fromkeys(wanted, 0), games)
    for part in (first, wanted - first):
        left = [point for point in part if not found.counts[point]]
        once = in_random_games(checked, left, games, seed, limit, threads, token=token)
        found.unwatched |= once.unwatched
        for point, n in once.counts.items():
            if n:
                for other in (point, *implied.get(point, ())):
                    found.counts[other] = max(found.counts.get(other, 0), n if other == point else 1)
    found.counts = {point: n for point, n in found.counts.items() if point not in found.unwatched}
    return found


def everywhere(
    checked: Checked, points: Iterable[Point], most: int, token: CancelToken | None = None
) -> Counts | None:
    """How often each point came into effect when every option of every position that can be reached was tried once;
    None if there are more than `most` positions, or if a rule is broken in one of them."""
    found = Counts()
    for rules, native in modules(checked, points, (*PLAYING, "solve"), token):
        if native is None:
            found.unwatched |= set(rules.points)
            continue
        try:
            start = Game(rules.model).start()
            if native.set_up_rolls or start.is_over:
                return None
            instance = native.instance()
            instance.write(native.ready.work, native.encoded(start._stop))
            status = instance.call("solve_start", native.ready.work, MEMORY)
            while status == 0 and instance.call("state_count") <= most:
                status = min(known := instance.call("solve_explore", STEP), 0)
                if known == 0:
                    break
        except (GivenUp, Halted, RuleError):
            return None
        found.games = instance.call("state_count")
        if status < 0 or found.games > most:
            return None
        found.add(dict(zip(rules.points, _taken(instance, native), strict=True)))
    return found


def _taken(instance: Instance, native: Native) -> tuple[int, ...]:
    """What has been counted since the last time."""
    assert isinstance(native.ready, Compiled)
    at, size = native.ready.counters, counters_of(native.ready.model)
    counts = instance.words(at, size) if size else ()
    instance.write(at, bytes(8 * size))
    return counts
