"""The alpha-beta player on real rules: beside plain minimax by the reference interpreter, mates, proofs, chance."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from clocks import by_work
from patience import HANGS
from piece_values import by_pieces, kept
from playing import load
from sample import daily

from interpreter import Game, State
from interpreter.graph.abi import ASPIRING, GIVEN_UP, QUIETLY, REDUCED, SURE, UNIT, VALUED, VICTORY
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Match
from interpreter.players import Seat
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.interruptible import interruptibly
from interpreter.players.player import Player
from interpreter.players.solving import solve
from interpreter.work.engine import engine, put

EVERYTHING = QUIETLY + REDUCED + ASPIRING


def searched(state: State, depth: int, features: int = 0, bits: int = 14) -> tuple[int, int, bool]:
    """The value, the best option and whether it is exact, at this depth; leaves that aren't ends are worth nothing."""
    compiled = engine(state.game, "alphabeta")
    instance = compiled.take()
    assert instance.call("alphabeta_start", bits, 0) == 0
    assert instance.call("alphabeta_begin", put(instance, state), features) == len(state.ways)
    for d in range(1, depth + 1):
        assert instance.call("alphabeta", d, 1 << 60) == 0
    value, best, exact = instance.report(3)
    compiled.give_back(instance)
    return value, best, bool(exact)


def minimax(state: State, depth: int, ply: int = 0) -> float:
    """By definition, for the player who is to move. A lone option costs no depth, unless options take looking ahead,
    for then there is more than one candidate."""
    me, ways = state.mover or "", state.ways
    lone = len(ways) == 1 and state.game.title != "Chess"
    if depth <= 0 and not lone:
        return 0
    found = []
    for way in ways:
        after = state.play(way)
        if after.is_over:
            outcome = (after.outcomes or {})[me]
            value: float = {"win": VICTORY - ply - 1, "loss": ply + 1 - VICTORY}.get(outcome, 0)
        else:
            left = depth - (not lone)
            value = minimax(after, left, ply + 1)
            value = value if after.mover == me else -value
        found.append(value)
    if not state.is_chance:
        return max(found)
    if min(found) > SURE or max(found) < -SURE:
        return min(found) if min(found) > SURE else max(found)
    return sum(max(min(value, UNIT), -UNIT) for value in found) / len(found)


def before_the_end(game: Game, number: int, plies: int) -> State:
    """A state of a random game, at least so many plies before its end, where somebody decides."""
    chance = Chance(1, number)
    states = [game.start(1, number)]
    while not states[-1].is_over:
        states.append(states[-1].play(states[-1].draw(chance, states[-1].ply)))
    return next(s for s in reversed(states[: max(len(states) - plies, 1)]) if not s.is_chance)


@pytest.mark.parametrize(
    ("name", "options", "plies", "depth"),
    [
        ("breakthrough", {}, 4, 3), ("connect_four", {}, 5, 4), ("chess", {}, 3, 2), ("reversi", {"size": 4}, 6, 4),
        ("draughts", {}, 5, 4), ("nine_mens_morris", {}, 4, 3), ("amazons", {}, 6, 2),
        ("pig", {"goal": 40}, 8, 5), ("einstein", {}, 6, 4), ("big_balls", {}, 4, 2),
    ],
)  # fmt: skip
@pytest.mark.parametrize("number", daily(range(3), 3))
def test_the_value_is_that_of_minimax(
    name: str, options: dict[str, Any], plies: int, depth: int, number: int
) -> None:
    state = before_the_end(load(name, 2 if name == "pig" else None, **options), number, plies)
    for d in range(1, depth + 1):
        expected = minimax(state, d)
        value, best, _ = searched(state, d)
        assert abs(value - expected) <= d, (d, state.position())
        after = state.play(state.ways[best])
        if expected > SURE:
            assert after.is_over or after.mover == state.mover or minimax(after, d) < -SURE


# ---- what is certain stays certain -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "options", "plies"),
    [
        ("connect_four", {"columns": 4, "rows": 4}, 9), ("tictactoe", {}, 6),
        pytest.param("breakthrough", {"size": 4}, 6, marks=pytest.mark.deep),  # half a minute
    ],
)
def test_what_is_proved_is_true(name: str, options: dict[str, Any], plies: int) -> None:
    """However much is left out: wins, losses and exact values are those of the solver."""
    proved = 0
    for number in range(2):
        state = before_the_end(load(name, **options), number, plies)
        me = state.mover or ""
        worth, after = solve(state).values[me], [solve(state.play(way)).values[me] for way in state.ways]
        for features in (REDUCED, EVERYTHING, EVERYTHING + VALUED):
            for depth in range(1, 12):
                value, best, exact = searched(state, depth, features)
                if exact or abs(value) > SURE:
                    assert (value > SURE) - (value < -SURE) == worth
                    assert worth < 1 or after[best] == 1
                    proved += 1
    assert proved


MATES = [
    ("6k1/5ppp/8/8/8/8/8/R6K w - -", 1, {"a1-a8"}),
    ("kbK5/pp6/1P6/8/8/8/8/R7 w - -", 2, {"a1-a6"}),  # Paul Morphy's problem
    ("5r1k/6pp/7N/3Q4/8/8/8/7K w - -", 2, {"d5-g8"}),  # Lucena's smothered mate
]


@pytest.mark.parametrize("features", [0, EVERYTHING])
@pytest.mark.parametrize(("fen", "moves", "keys"), MATES)
def test_mates(fen: str, moves: int, keys: set[str], features: int) -> None:
    state = Game.load("chess").position(fen)
    plies = 2 * moves - 1
    value, best, exact = searched(state, plies + 2, features)
    assert (VICTORY - value, exact) == (plies, True)
    assert state.moves[best].text in keys


# ---- values by pieces --------------------------------------------------------------------------------

WORTHS = {"pawn": 0.1, "knight": 0.3, "bishop": 0.33, "rook": 0.5, "queen": 0.9}
HANGING = [
    ("4k3/8/8/3q4/4P3/8/8/4K3 w - -", "e4xd5"),
    ("r3k3/8/8/8/8/2n5/1P6/R3K3 w - -", "a1xa8"),
    ("4k3/2p5/3q4/8/8/8/3R4/3QK3 w - -", "d2xd6"),
]


@pytest.fixture(scope="module")
def chess_by_pieces(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Game]:
    """Chess with values that count pieces."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GDL_DATA", str(tmp_path_factory.mktemp("values")))
        game = Game.load("chess")
        kept(by_pieces(game, WORTHS), game)
        yield Game(game.model)


@pytest.mark.parametrize(("fen", "move"), HANGING)
def test_what_hangs_is_taken(chess_by_pieces: Game, fen: str, move: str) -> None:
    state = chess_by_pieces.position(fen)
    for limit in (Limit(1), Limit(2), Limit(positions=3000)):
        player = AlphaBeta(Seat(chess_by_pieces, state.mover or ""), limit)
        assert player.choose(state).text == move
        player.close()


def test_a_guarded_pawn_is_left_alone(chess_by_pieces: Game) -> None:
    """One ply deep, the queen would take it; the quiescence search sees that she is taken back."""
    state = chess_by_pieces.position("4k3/8/4p3/3p4/8/8/3Q4/4K3 w - -")
    player = AlphaBeta(Seat(chess_by_pieces, "White"), Limit(1))
    assert player.choose(state).text != "d2xd5"
    player.close()
    loud = AlphaBeta(Seat(chess_by_pieces, "White"), Limit(1))
    loud._think(state, 0, 0.0)
    assert state.moves[loud.found.best].text == "d2xd5"
    loud.close()


# ---- chance, time, seeds -----------------------------------------------------------------------------

@pytest.mark.parametrize("name", daily(["pig", "einstein", "big_balls"], 3, ()))
def test_dice_are_played_with(name: str) -> None:
    match = Match(load(name, 2 if name == "pig" else None), ["alphabeta:400n", "random"], seed=1)
    for _ in match.play(10):
        pass
    assert match.standings[0].results["win"].mean >= 0.6


def test_the_chance_to_win_at_once() -> None:
    """In Pig, with 4 points to go and none at stake, the game is won by rolling 4, 5 or 6 – and by what comes after a
    2 or 3; who stops lets the other one, who needs one throw but of a one, win five times of six."""
    game = load("pig", 2, goal=10)
    state = game.position({"to move": "A", "variables": {"total": {"A": 6, "B": 8}}})
    while state.is_chance:
        state = state.play(state.ways[1])  # a two: 2 at stake, two to go
    values = [searched(state, depth)[0] for depth in (2, 3)]
    # rolling: 5/6 wins at once; a one gives B the move, who then wins at least 5 times of 6
    assert values[0] == pytest.approx(UNIT * 5 / 6, abs=UNIT / 6 + 1)
    assert searched(state, 6)[1] == next(i for i, m in enumerate(state.ways) if m.text == "roll")


def test_positions_name_the_game() -> None:
    """On every machine, and in whatever number of processes."""
    match = Match(load("breakthrough"), ["alphabeta:300n", "alphabeta:200n"], seed=2)
    games = [[bout.decisions for bout in match.play(4, jobs)] for jobs in (1, 2)]
    assert games[0] == games[1]


def test_a_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that stands still while the machine does something else."""
    clock = by_work(monkeypatch)
    player = AlphaBeta(Seat(load("breakthrough"), "White"), Limit(seconds=0.3))
    state = load("breakthrough").start()
    player.choose(state)  # whatever has to be compiled
    began = clock.perf_counter()
    player.choose(state)
    assert 0.1 < clock.perf_counter() - began < 2.0
    assert player.found.depth >= 1
    player.close()


def test_it_stops_when_it_is_told() -> None:
    game = load("breakthrough")
    player = AlphaBeta(Seat(game, game.players[0]), Limit(seconds=600))
    asked: list[float | None] = []

    def enough(_: Player, part: float | None) -> bool:
        asked.append(part)
        return len(asked) < 5

    player.pause = enough
    assert player.choose(game.start()) in game.start().moves
    assert player.so_far() is not None
    assert len(asked) >= 5
    player.close()


def test_an_interrupted_job_can_be_gone_on_with() -> None:
    game = load("breakthrough")
    instance = engine(game, "alphabeta").take()
    assert instance.call("alphabeta_start", 12, 4) == 0
    assert instance.call("alphabeta_begin", put(instance, game.start()), 0) > 0
    for depth in range(1, 90):
        until = time.perf_counter() + (HANGS if depth < 3 else 0.05)
        status = interruptibly(instance, partial(instance.call, "alphabeta", depth, 1 << 60), until, lambda: True)
        if status == GIVEN_UP:
            break
        assert status == 0
    assert status == GIVEN_UP
    assert instance.report(2)[1] >= 0
    with pytest.raises(KeyboardInterrupt):
        interruptibly(instance, lambda: instance.call("alphabeta", 80, 1 << 60), None, _ctrl_c)


def _ctrl_c() -> bool:
    raise KeyboardInterrupt


def test_what_it_thinks() -> None:
    game = load("tictactoe")
    state = game.position({"to move": "X", "pieces": {"stone of X": ["a1", "a2"], "stone of O": ["b1", "b2"]}})
    found = AlphaBeta(Seat(game, "X"), Limit(6)).analyse(state)
    assert found.options[0].move.text == "a3"
    assert (found.prospect.is_sure, found.prospect.plies, found.prospect.expected) == (True, 1, {"X": 1, "O": -1})
    assert found.line == ("a3",)
    assert {o.move.text: o.prospect.expected["X"] for o in found.options}["c1"] == -1  # O wins by b3
    assert "positions" in found.effort
