"""Learning finds what is true, the same each time, and goes on where it was."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from breaking import BREAKING
from sample import daily

from gdl import library
from interpreter import Game, PlayerError, State
from interpreter.native.host.instance import Instance
from interpreter.players.learning import training
from interpreter.players.learning.placing import place
from interpreter.players.learning.training import (
    EXPLORING,
    JOB,
    NOISE,
    RATE,
    TRACE,
    Learner,
    Progress,
    fresh,
    learn,
)
from interpreter.players.learning.weights import Weights
from interpreter.work.engine import engine, put

Values = Callable[[State], float]


@cache
def game(name: str) -> Game:
    return Game.load(name)


def until(positions: int) -> Callable[[Progress], bool]:
    return lambda progress: progress.weights.training.positions < positions


@cache
def learnt(name: str, positions: int) -> Weights:
    return learn(game(name), 1, 1, until(positions))


def values(weights: Weights, one: Game) -> Values:
    """What states are worth to whoever is to move; ends as they are."""
    made: Instance = engine(one, JOB)._made()
    place(made, weights)
    return lambda state: float(made.call("estimated", put(made, state)))


def exact(start: State) -> dict[State, float]:
    """What perfect play comes to from each state, for the first player, by looking at all that can follow."""
    found: dict[State, float] = {}

    def worth(state: State) -> float:
        if state.results is not None:
            return float(state.results[start.game.players[0]])
        if state not in found:
            best = max if state.mover == start.game.players[0] else min
            found[state] = best(worth(state.play(move)) for move in state.moves)
        return found[state]

    worth(start)
    return found


@cache
def truth(name: str) -> dict[State, float]:
    return exact(game(name).start())


# ---- what is true


@pytest.mark.parametrize(("name", "positions"), [("tictactoe", 150_000), ("nim", 60_000)])
def test_most_decided_positions_are_judged_right(name: str, positions: int) -> None:
    value = values(learnt(name, positions), game(name))
    decided = {state: worth for state, worth in truth(name).items() if worth}
    assert len(decided) > 200
    right = sum(
        value(state) * worth * (1 if state.mover == game(name).players[0] else -1) > 0
        for state, worth in decided.items()
    )
    assert right >= 0.95 * len(decided)


def test_who_takes_the_greatest_value_never_loses_tictactoe() -> None:
    """Whatever the other does, on either seat."""
    one = game("tictactoe")
    value = values(learnt("tictactoe", 150_000), one)

    def after(state: State, me: str) -> float:
        if state.results is not None:
            return 2_000_000.0 * float(state.results[me])
        return value(state) if state.mover == me else -value(state)

    def never_loses(state: State, me: str) -> bool:
        if state.results is not None:
            return float(state.results[me]) >= 0
        moves = state.moves
        if state.mover == me:
            moves = (max(moves, key=lambda move: after(state.play(move), me)),)
        return all(never_loses(state.play(move), me) for move in moves)

    assert [never_loses(one.start(), me) for me in one.players] == [True, True]


# ---- the same each time


def test_the_seed_the_threads_and_the_positions_say_what_is_learnt() -> None:
    one = game("tictactoe")
    first = learn(one, 7, 1, lambda _: False)
    again = learn(one, 7, 1, lambda _: False)
    other = learn(one, 8, 1, lambda _: False)
    two = learn(one, 7, 2, lambda _: False)
    assert first.values == again.values
    assert first.training.games == again.training.games
    assert first.values != other.values
    assert first.values != two.values
    assert two.values == learn(one, 7, 2, lambda _: False).values
    assert two.training.positions == pytest.approx(2 * first.training.positions, rel=0.05)


def test_what_threads_have_learnt_is_added_up() -> None:
    """Each weight goes as far as both have moved it together, from where both began."""
    one = game("nim")
    weights = fresh(one, 3)
    learners = [Learner(one, weights, 3, number) for number in range(2)]
    for learner in learners:
        learner.round()
    begun = weights.values
    after = [floats(learner.values) for learner in learners]
    moved = [floats(learner.squares) for learner in learners]
    assert after[0] != after[1]
    first = floats(learners[0].before[1])[0]
    learners[0].add_changes(learners[1])
    for i, together in enumerate(floats(learners[0].values)):
        assert together == pytest.approx(after[0][i] + after[1][i] - begun[i], abs=1e-5)
    for i, together in enumerate(floats(learners[0].squares)):
        assert together == pytest.approx(moved[0][i] + moved[1][i] - first, rel=1e-4)


def floats(held: bytes) -> array[float]:
    found = array("f")
    found.frombytes(held)
    return found


def test_it_goes_on_where_it_was() -> None:
    """Positions, games and seconds are counted on, other games are played, and what was known counts."""
    one = game("tictactoe")
    first = learn(one, 7, 1, lambda _: False)
    more = learn(one, 7, 1, lambda _: False, first)
    assert more.training.positions == pytest.approx(2 * first.training.positions, rel=0.1)
    assert more.training.games > first.training.games
    assert more.training.seconds >= first.training.seconds
    begun_anew = learn(one, 7, 1, lambda _: False, replace(first, training=replace(first.training, games=0)))
    assert begun_anew.values != more.values
    near = sum(abs(a - b) for a, b in zip(first.values, more.values, strict=True))
    far = sum(abs(a) for a in more.values)
    assert 0 < near < far


def test_progress_says_how_far_it_is() -> None:
    seen: list[Progress] = []

    def more(progress: Progress) -> bool:
        seen.append(progress)
        return len(seen) < 4

    found = learn(game("tictactoe"), 2, 1, more)
    assert [p.weights.training.positions for p in seen] == sorted(p.weights.training.positions for p in seen)
    assert found == seen[-1].weights
    assert seen[-1].misjudged < seen[0].misjudged
    assert all(p.cut == 0 for p in seen)


# ---- what can't be learnt


def test_three_players_are_too_many() -> None:
    with pytest.raises(PlayerError, match="for one or two players; Spectral Reapers is for 3"):
        learn(Game.load("spectral_reapers", players=3), 1, 1, lambda _: False)


def test_rules_that_break_say_so() -> None:
    one = Game.parse(BREAKING)
    with pytest.raises(PlayerError, match="the rules of Broken break in a game that is learnt from"):
        learn(one, 1, 1, lambda _: True)


@pytest.mark.parametrize("name", daily(library.names(), core=("chess", "crazyhouse", "spectral_reapers")))
def test_a_game_of_what_ships_is_learnt_from(name: str) -> None:
    """Records may be large: a game of Crazyhouse remembers many positions."""
    one = game(name)
    if len(one.players) > 2 or one.model.hides or one.model.unites or one.model.is_common:
        pytest.skip("not for this")
    learner = Learner(one, fresh(one, 1), 1, 0)
    assert learner.instance.call("train", learner.key, 0, 1, RATE, EXPLORING, NOISE, TRACE) == 1


def test_records_too_large_for_memory_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "LARGEST", 1 << 20)
    with pytest.raises(PlayerError, match="a position of Tic-tac-toe takes so much memory"):
        learn(Game.load("tictactoe"), 1, 1, lambda _: False)
