"""Games looked at afterwards, and evaluations, by the page's engine in Node: beside what Python's review finds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from page_node import NODE, called, random_game, record_of
from playing import load

from interpreter import Game
from interpreter.game.plies import Step
from interpreter.players import make
from interpreter.players.asking import analysis, seat_of
from interpreter.players.review import Review, review

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")


def stepped(game: Game, moves: list[str]) -> list[Step]:
    state, found = game.start(seed=1), []
    for text in moves:
        move = next(move for move in state.ways if move.text == text)
        found.append(Step(state, move, state.play(move)))
        state = found[-1].after
    return found


def by_python(game: Game, moves: list[str], kind: str) -> Review:
    analyst = make(kind, seat_of(game, game.players[0], 1))
    return review(stepped(game, moves), lambda state: analysis(analyst, state))


def by_page(folder: Path, game: Game, moves: list[str], kind: str) -> dict[str, Any]:
    steps = stepped(game, moves)
    everybody = dict.fromkeys(game.players, "human")
    record = record_of(game, 1, [steps[0].before, *(step.after for step in steps)], everybody)
    found = called(folder, [game], [("begin", {"seed": 1, "seats": everybody}), ("load", record), ("review", kind)])
    assert found[1] is None and "expected" in found[2], found[1:]
    return found[2]


@pytest.mark.parametrize(("name", "line", "kind"), [
    ("tictactoe", "a1 b1 a3 a2 c1 b2 c3 b3", "alphabeta:9"), ("tictactoe", "a1 b2 b1 c1 a2 a3", "mcts:400"),
    ("connect_four", "", "alphabeta:3"), ("sparks", "", "mcts:30"),
])  # fmt: skip
def test_pages_find_what_the_terminal_finds(name: str, line: str, kind: str, tmp_path: Path) -> None:
    game = load(name)
    moves = line.split() or random_game(game, 2, 500)[-1].line
    wanted, found = by_python(game, moves, kind), by_page(tmp_path, game, moves, kind)
    for here, there in zip(wanted.expected, found["expected"], strict=True):
        assert here is not None
        assert [here[player] for player in game.players] == pytest.approx(there)
    told = [(slip.ply, slip.player, slip.text, list(slip.better)) for slip in wanted.slips]
    assert told == [(slip["ply"], slip["player"], slip["text"], slip["better"]) for slip in found["slips"]]
    assert [slip.lost for slip in wanted.slips] == pytest.approx([slip["lost"] for slip in found["slips"]])
    assert told


def test_what_an_end_is_worth_and_what_stops_a_review(tmp_path: Path) -> None:
    game = load("tictactoe")
    everybody = dict.fromkeys(game.players, "human")
    calls = [("begin", {"seed": 1, "seats": everybody}), ("review", None), ("evaluate", None),
             *(("play", move) for move in ("a1", "a2", "b1", "b2", "c1")), ("evaluate", None),
             ("goto", 4), ("evaluate", None),
             ("review", None), ("undo", None), ("review", None)]  # fmt: skip
    _, early, first, *_, last, _, before, found, _, late = called(tmp_path, [game], calls)
    assert early["error"] == late["error"] == "The game isn't over yet."
    assert first == {"X": pytest.approx(0, abs=0.1), "O": pytest.approx(0, abs=0.1)}
    assert last == before == {"X": 1, "O": -1}
    assert found["slips"][0]["text"] in ("a2", "b2")
