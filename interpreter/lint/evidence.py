"""What is known of a game when it has been played to be judged: the rules of `interpreter.lint` look only at this.

How much is played follows from the rules alone: from what a random game takes, in instructions. A budget of time may
end it earlier; then `cut_short` says so.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from gdl.check.checker import Checked, check
from gdl.check.watched import Point, watched
from gdl.lint.runs import Way, combinations, numbers_of_players
from gdl.syntax.source import Source
from interpreter.coverage.counting import Counts, all_points, everywhere, reached_in_random_games
from interpreter.game.errors import GameError, RuleError
from interpreter.game.game import Game
from interpreter.lint.alike import Alike, search
from interpreter.lint.games import RANDOM, Played, again, listed_game, random_game, searched_games
from interpreter.lint.mirrors import Unlike, begins_alike, unlike
from interpreter.lint.seen import Seen
from interpreter.native.compile import compile_model
from interpreter.native.module.emitter import Unsupported
from interpreter.players.search import UNTAUGHT
from interpreter.players.solving import solve
from interpreter.tools.instructions import instructions_of_a_game
from interpreter.tools.summary import Summary

SEED = 0
GAMES = 1000
"""Random games, at most."""
LIMIT = 20_000
"""Plies after which a random game is taken to have no end."""
SEARCHED_PLIES = 2_000
FEW_MOVES = 200
"""Plies of a game of search where random games don't end."""
LOOKED_AT = 2_000
"""Plies of random games that are looked at one by one."""
SEARCHED = 60
"""Games of search against search, at most; half as many of search against random play."""
ITERATIONS = 100
FEW_ITERATIONS = 30
POSITIONS = 200_000
"""A game with no more positions is known as a whole."""
FEW_POSITIONS = 20_000
"""Where a position takes so long that no more than these could be looked at, none is."""
SHORT = 40
"""Decisions of a random game, up to which it may be small enough."""
SOLVING_BYTES = 8 << 20
WAYS = 12
"""Combinations of options that are tried besides the ruleset as it stands."""
FEW_GAMES = 50

# Budgets in instructions, of which a core does some ten billion a second.
FOR_RANDOM = 1e10
FOR_COVERAGE = 5e9
FOR_SEARCH = 4e10
FOR_POSITIONS = 1e10
A_DECISION = 1e7
"""What it takes to ask a player for a move, besides thinking …"""
A_BELIEF = 2e9
"""… and to find states that fit what the player knows, where players don't see everything."""
REFERENCE_GAMES = 20
"""Games of a ruleset that can't be compiled."""


@dataclass(frozen=True)
class OptionPlayed:
    """A combination of options that was played, and what came of it; `same`: exactly the games of the defaults."""

    options: Mapping[str, object]
    players: int | None
    problem: RuleError | None
    unfinished: int
    games: int
    same: bool


@dataclass
class Evidence:
    """What was seen of one ruleset."""

    source: Source
    checked: Checked
    game: Game
    random: Summary
    games: int
    """Random games that were begun."""
    unfinished: list[int] = field(default_factory=list)
    """Random games that hadn't ended after LIMIT plies, by their numbers."""
    broken: list[Played] = field(default_factory=list)
    """Games, random or searched, in which a rule was broken."""
    looked_at: list[Played] = field(default_factory=list)
    """Random games, one by one."""
    searched: list[Played] = field(default_factory=list)
    """Games of search against search."""
    against_random: list[tuple[Played, int]] = field(default_factory=list)
    """Games of search against random play, and the seat of the search."""
    seen: Seen = field(default_factory=Seen)
    seen_in_search: Seen = field(default_factory=Seen)
    counts: Counts = field(default_factory=Counts)
    """How often what can be watched of the ruleset's own text came into effect."""
    positions: int = 0
    """The number of all positions, if all of them were looked at; else 0."""
    options: list[OptionPlayed] = field(default_factory=list)
    limit: int = LIMIT
    """Plies after which a random game is taken to have no end."""
    values: Mapping[str, float] = field(default_factory=dict)
    """What each player gets with best play, if the game is small enough to be solved."""
    begins_alike: bool = True
    """Whether two players begin alike; otherwise one may be meant to have the better chances."""
    unlike: list[Unlike] = field(default_factory=list)
    """Where it differs from its mirror images."""
    alike: list[Alike] = field(default_factory=list)
    """Situations that look alike to a player and aren't."""
    cut_short: bool = False
    compiled: bool = True

    @property
    def is_exhaustive(self) -> bool:
        """Whether every position there is was looked at."""
        return self.positions > 0

    @property
    def over(self) -> str:
        """Over what a finding speaks."""
        if self.is_exhaustive:
            return f"in all {self.positions:,} positions of the game"
        search = f" and {len(self.searched)} of search" if self.searched else ""
        return f"in {self.games:,} random games{search}"


class _Clock:
    """The time there is."""

    def __init__(self, budget: float | None) -> None:
        self.until = None if budget is None else time.monotonic() + budget
        self.struck = False

    def left(self) -> bool:
        """Whether there is some."""
        self.struck = self.struck or (self.until is not None and time.monotonic() >= self.until)
        return not self.struck


def gather(source: Source, games: int = GAMES, budget: float | None = None, threads: int = 1,
           iterations: int = 0) -> Evidence | None:  # fmt: skip
    """Play a ruleset; None if it has errors. `budget`: seconds after which no more is begun."""
    checked = check(source, origins=True)
    if checked.model is None:
        return None
    clock = _Clock(budget)
    game = Game.of(source)
    found = Evidence(source, checked, game, Summary(game.players), 0)
    own = [p for p in all_points(checked) if p.span.source == checked.rules.trees[0].source]
    try:
        compiled = compile_model(checked.model)
        cost = instructions_of_a_game(compiled)
    except Unsupported:
        found.compiled, cost = False, FOR_RANDOM / REFERENCE_GAMES
    found.games = max(min(games, int(FOR_RANDOM / cost)), min(games, REFERENCE_GAMES))
    _look(found, clock)
    _play_at_random(found, threads)
    if checked.model.hides and clock.left():
        with suppress(GameError):
            found.alike = search(game, SEED, clock.left)[0]
    _watch(found, own, cost, games, threads, clock)
    _search(found, cost, threads, clock, iterations)
    _try_options(found, clock)
    if not found.broken and clock.left():
        with suppress(GameError):
            found.begins_alike = begins_alike(game, SEED)
            found.unlike = list(unlike(game, SEED))
    found.cut_short = clock.struck
    return found


def _look(found: Evidence, clock: _Clock) -> None:
    """Random games, ply by ply."""
    plies = 0
    for number in range(found.games):
        if plies >= LOOKED_AT or not clock.left():
            break
        found.seen.begin()
        one = listed_game(found.game, SEED, number, max(LOOKED_AT - plies, 1), found.seen)
        found.looked_at.append(one)
        if one.problem is not None:
            found.broken.append(one)
        plies += len(one.choices) + 1


def _play_at_random(found: Evidence, threads: int) -> None:
    """The random games, in bulk; those that the compiled rules can't play to their end are played by the reference
    interpreter, a few of them, to learn why."""
    native = found.game.native
    if native is None:
        number = 0
        for number in range(found.games):
            one = random_game(found.game, SEED, number, LIMIT // 10)
            _take_in(found, one)
        return
    for first in range(0, found.games, 50):
        batch = native.random_games(SEED, first, min(50, found.games - first), LIMIT, None)
        from interpreter.tools.tally import take_in

        take_in(found.random, batch.totals)
        for left in batch.unplayed:
            if left.reached is not None:
                found.unfinished.append(left.number)
            elif len(found.broken) < 3:
                one = random_game(found.game, SEED, left.number, LIMIT)
                _take_in(found, one)


def _take_in(found: Evidence, one: Played) -> None:
    if one.problem is not None:
        if not any(b.number == one.number and b.players == one.players for b in found.broken):
            found.broken.append(one)
    elif not one.is_over:
        found.unfinished.append(one.number)
    else:
        outcomes = dict(zip(found.game.players, one.outcomes, strict=True))
        for player, means in found.random.results.items():
            for key in ("win", "draw", "loss"):
                means[key].add(outcomes[player] == key)
        found.random.turns.add(one.turns)
        found.random.decisions.add(one.decisions)


def _watch(found: Evidence, own: Sequence[Point], cost: float, games: int, threads: int, clock: _Clock) -> None:
    """What of the text comes into effect: at random, in every position if there are few, with other options."""
    if not found.compiled or not own or not clock.left():
        return
    checked = found.checked
    many = max(min(games, int(FOR_COVERAGE / cost)), 10)
    found.counts = reached_in_random_games(checked, own, many, SEED, LIMIT, threads)
    missing = found.counts.missing()
    if missing and clock.left() and not found.broken and found.random.games and _is_short(found):
        per_position = cost / max(found.random.decisions.mean, 1.0) * 30
        most = int(min(POSITIONS, FOR_POSITIONS / per_position))
        everything = everywhere(checked, missing, most) if most >= FEW_POSITIONS else None
        if everything is not None:
            found.counts.add(everything.counts)
            found.positions = everything.games
    if not found.broken and found.random.games and clock.left():
        _solve(found, cost)
    for way in _relevant(checked, found.counts.missing()):
        missing = found.counts.missing()
        if not missing or not clock.left():
            break
        other = check(found.source, *way, origins=True)
        if other.model is None:
            continue
        there = set(all_points(other))
        wanted = [point for point in missing if point in there]
        if wanted:
            found.counts.add(reached_in_random_games(other, wanted, min(many, FEW_GAMES), SEED, LIMIT, threads).counts)


def _relevant(checked: Checked, missing: Sequence[Point]) -> list[Way]:
    """Other options to try for what never came into effect, those first that are mentioned where that stands."""
    rules = checked.rules.trees[0]
    around = [item.span.text for item in rules.items
              if any(item.span.start <= p.span.start < item.span.end for p in missing)]  # fmt: skip
    words = {word for text in around for word in re.findall(r"\w+", text)}
    assert checked.model is not None
    usual = {option.name: option.value for option in checked.model.options}

    def far(way: Way) -> int:
        changed = {name for name, value in way[0].items() if value != usual.get(name)}
        return (0 if changed & words else 1000) + len(changed)

    return sorted(combinations(checked.model, numbers_of_players(checked)), key=far)[:WAYS] if missing else []


def _is_short(found: Evidence) -> bool:
    """Whether the game may have so few positions that all of them can be looked at."""
    return found.random.decisions.mean <= SHORT


def _solve(found: Evidence, cost: float) -> None:
    """The game's value, if it has few positions."""
    per_position = cost / max(found.random.decisions.mean, 1.0) * 30
    if FOR_POSITIONS / per_position < FEW_POSITIONS or not _is_short(found) or found.game.model.hides:
        return
    with suppress(GameError):
        start = found.game.start(SEED)
        solution = solve(start, SOLVING_BYTES)
        if solution.is_exact and not solution.is_endless:
            found.values = solution.values


def _ways(checked: Checked) -> list[Way]:
    assert checked.model is not None
    numbers = numbers_of_players(checked)
    found = combinations(checked.model, numbers)
    step = max(len(found) // WAYS, 1)
    return found[::step]


def _search(found: Evidence, cost: float, threads: int, clock: _Clock, iterations: int) -> None:
    """Games of search against search, and against random play."""
    if not found.compiled or found.broken or not clock.left():
        return
    length = found.random.decisions.mean if found.random.games else float(LIMIT)
    if not length or len(found.unfinished) > found.games / 2:
        length = SEARCHED_PLIES
    asked = A_BELIEF if found.game.model.hides else A_DECISION
    for effort in (iterations,) if iterations else (ITERATIONS, FEW_ITERATIONS):
        one_game = max(length, 1.0) * (effort * cost / 2 + asked)
        many = min(SEARCHED, int(FOR_SEARCH / one_game / 2))  # half of them against random play
        if many >= SEARCHED // 2:
            break
    if not many and found.game.model.hides:
        return
    many = max(many, 2)
    n = len(found.game.players)
    spec = f"mcts:{effort}@{UNTAUGHT}"  # what is found mustn't depend on whether somebody has learnt
    limit = min(SEARCHED_PLIES, int(8 * length) + 100)
    if len(found.unfinished) > found.games / 2:  # then every thought takes very long
        limit = FEW_MOVES
    missing = set(found.counts.missing())
    model, context = found.checked.model, found.checked.context
    assert model is not None
    assert context is not None
    rules = watched(model, context, missing.__contains__)
    watcher = Game(rules.model, "reference")
    try:
        for one in searched_games(found.game, [[spec] * n] * many, SEED, limit, threads):
            _take_searched(found, one, watcher if missing else None)
            if not clock.left():
                break
        if n == 2 and clock.left():
            seats = [i % 2 for i in range(many)]
            tables = [[spec if seat == i else RANDOM for i in range(2)] for seat in seats]
            for one, seat in zip(searched_games(found.game, tables, SEED + 1, limit, threads), seats, strict=True):
                found.against_random.append((one, seat))
                if not clock.left():
                    break
    except GameError:  # a player that can't play this game: then there is nothing to be learnt from it
        return
    if missing:
        found.counts.add(dict(zip(rules.points, watcher.machine.counters, strict=True)))  # type: ignore[attr-defined]


def _take_searched(found: Evidence, one: Played, watcher: Game | None) -> None:
    found.searched.append(one)
    if one.problem is not None:
        found.broken.append(one)
        return
    if len(found.searched) <= 10:
        found.seen_in_search.begin()
        again(found.game, SEED, one, found.seen_in_search)
    if watcher is not None:
        with suppress(RuleError):
            again(watcher, SEED, one)


def _try_options(found: Evidence, clock: _Clock) -> None:
    """Other options: whether they can be played, and whether they change anything."""
    if not found.compiled:
        return
    usual = _totals(found.game, FEW_GAMES)
    for options, players in _ways(found.checked):
        if not clock.left():
            return
        try:
            game = Game.of(found.source, options, players)
        except GameError:
            continue
        if game.native is None:
            continue
        batch = game.native.random_games(SEED, 0, FEW_GAMES, LIMIT, None)
        broken = next((left.number for left in batch.unplayed if left.reached is None), None)
        unfinished = sum(left.reached is not None for left in batch.unplayed)
        problem = None if broken is None else random_game(game, SEED, broken, LIMIT).problem
        changed = {k: v for k, v in options.items() if v != found.game.options.get(k)}
        same = bool(changed) and batch.totals == usual and not batch.unplayed
        same = same and _totals(game, found.games) == _totals(found.game, found.games)
        found.options.append(
            OptionPlayed(changed, players, problem, unfinished, FEW_GAMES, same)
        )


def _totals(game: Game, games: int) -> list[int]:
    """What some random games came to in sums: the same where no move of any game differs, and hardly elsewhere."""
    assert game.native is not None
    return game.native.random_games(SEED, 0, games, LIMIT, None).totals
