"""Games of search against search, and against random play, to judge a game by them."""

from __future__ import annotations

from contextlib import suppress

from gdl.check.watched import watched
from interpreter.errors import GameError, RuleError
from interpreter.game.game import Game
from interpreter.lab.lint.evidence import SEED, Evidence
from interpreter.lab.lint.games import RANDOM, Played, again, searched_games
from interpreter.lab.lint.spending import FOR_SEARCH, Spending
from interpreter.players.learnt import UNTAUGHT

SEARCHED = 60
"""Games of search against search, at most; half as many of search against random play."""
ITERATIONS = 100
FEW_ITERATIONS = 30
PLIES = 2_000
FEW_MOVES = 200
"""Plies of a game of search where random games don't end."""
LOOKED_AT = 10
"""Games that are looked at one by one."""
A_DECISION = 1e7
"""What it takes to ask a player for a move, besides thinking …"""
A_BELIEF = 2e9
"""… and to find states that fit what the player knows, where players don't see everything."""


def play(found: Evidence, spending: Spending) -> None:
    """Play them, and count what of the text comes into effect that didn't before; raises CancelledError."""
    if not found.compiled or found.broken:
        return
    endless = len(found.unfinished) > found.games / 2
    length = found.random.decisions.mean if found.random.games and not endless else float(PLIES)
    effort, many = _many(found, spending, max(length, 1.0))
    if not many and found.game.model.hides:
        return
    many = max(many, 2)
    n = len(found.game.players)
    spec = f"mcts:{effort}@{UNTAUGHT}"  # what is found mustn't depend on whether somebody has learnt
    limit = FEW_MOVES if endless else min(PLIES, int(8 * length) + 100)  # where it is, every thought takes very long
    watcher = _Watcher(found, spending)
    try:
        for one in searched_games(found.game, [[spec] * n] * many, SEED, limit, spending.threads):
            spending.token.check()
            found.searched.append(one)
            if one.problem is not None:
                found.broken.append(one)
            else:
                watcher.replay(one)
        if n == 2:
            seats = [i % 2 for i in range(many)]
            tables = [[spec if seat == i else RANDOM for i in range(2)] for seat in seats]
            games = searched_games(found.game, tables, SEED + 1, limit, spending.threads)
            for one, seat in zip(games, seats, strict=True):
                spending.token.check()
                found.against_random.append((one, seat))
    except GameError:  # a player that can't play this game: then there is nothing to be learnt from it
        return
    finally:
        watcher.count()


def _many(found: Evidence, spending: Spending, length: float) -> tuple[int, int]:
    """Iterations a move, and how many games."""
    asked = A_BELIEF if found.game.model.hides else A_DECISION
    for effort in (spending.iterations,) if spending.iterations else (ITERATIONS, FEW_ITERATIONS):
        one_game = length * (effort * spending.cost / 2 + asked)
        many = min(SEARCHED, int(FOR_SEARCH / one_game / 2))  # half of them against random play
        if many >= SEARCHED // 2:
            break
    return effort, many


class _Watcher:
    """Replays games, once each: for what is seen in them, and for what comes into effect, if anything is missing."""

    def __init__(self, found: Evidence, spending: Spending) -> None:
        self.found, self.spending = found, spending
        missing = set(found.counts.missing())
        self.rules = watched(found.checked, missing.__contains__)
        self.game = spending.lent(Game(self.rules.model, "reference")) if missing else None

    def replay(self, one: Played) -> None:
        """Take a game in."""
        looks = len(self.found.searched) <= LOOKED_AT
        game = self.game or (self.found.game if looks else None)
        if game is None:
            self.found.watched += 1
            return
        seen = self.found.seen_in_search
        seen.begin()
        with suppress(RuleError):
            again(game, SEED, one, seen if looks else lambda _: None)
        self.found.watched += 1

    def count(self) -> None:
        """Add what has been counted."""
        if self.game is not None:
            counters = self.game.machine.code.counters  # type: ignore[attr-defined]
            self.found.counts.add(dict(zip(self.rules.points, counters, strict=True)))
