"""More hidden units: what was learnt with fewer goes on with them."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from command import run

from interpreter import Game
from interpreter.errors import PlayerError
from interpreter.players.learning import weights
from interpreter.players.learning.features import MANY_WEIGHTS, MOST_UNITS
from interpreter.players.learning.inherited import inherited, widened
from interpreter.players.learning.placing import place
from interpreter.players.learning.shares import JOB
from interpreter.players.learning.training import fresh, learn
from interpreter.players.learning.weights import Weights
from interpreter.work.engine import engine, put


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "200")


def of(game: Game) -> Weights:
    found = weights.of_rules(game.model)
    assert found is not None
    return found


def judged(game: Game, known: Weights) -> list[int]:
    """What the first hundred positions of a random game are worth."""
    instance = engine(game, JOB)._made()
    place(instance, known)
    state, found = game.start(seed=3), []
    while not state.is_over and len(found) < 100:
        found.append(instance.call("estimated", put(instance, state)))
        state = state.play(state.moves[len(found) * 7 % len(state.moves)])
    return found


def counted(found: Weights) -> array[float]:
    """What each hidden unit counts."""
    return found.values[len(found.values) - found.features.hidden :]


@pytest.mark.parametrize("name", ["breakthrough", "chess", "shogi", "backgammon"])
def test_units_that_come_change_no_value_at_first(name: str) -> None:
    game = Game.load(name)
    known = of(game)
    units = known.features.hidden + 8
    more = widened(game, known, units, seed=1)
    assert more.features.hidden == units
    assert judged(game, more) == judged(game, known)
    assert list(counted(more))[-8:] == [0.0] * 8


def test_they_learn_and_the_others_go_on() -> None:
    """What counts nothing yet moves in the steps of a beginner, what was learnt from millions in small ones."""
    game = Game.load("breakthrough")
    known = of(game)
    more = widened(game, known, 64, seed=1)
    found = learn(game, 1, 1, lambda _: False, more, size=1000)
    moved = [abs(after - before) for after, before in zip(counted(found), counted(more), strict=True)]
    assert min(moved[32:]) > 0.0
    assert sorted(moved[32:])[16] > 5 * sorted(moved[:32])[16]
    row = slice(found.features.linear, found.features.linear + 64)
    assert len({*found.values[row][32:]}) == 32  # they began at random, or all would learn the same


def test_a_file_tells_how_many_there_are_and_variants_have_as_many(tmp_path: Path) -> None:
    game = Game.load("breakthrough")
    own = weights.own_file(game.model)
    status, out, err = run(["train", "breakthrough", "--units", "40", "--positions", "1", "--threads", "1"])
    assert status == 0, err
    assert "40 hidden units" in out
    assert weights.read(own, game.model).features.hidden == 40
    assert run(["train", "breakthrough", "--positions", "1", "--threads", "1"])[0] == 0  # it goes on with as many
    assert weights.read(own, game.model).features.hidden == 40
    path = tmp_path / "mine.gdl"
    path.write_text('game "Mine" extends "breakthrough"\n', encoding="utf-8")
    begun = inherited(Game.load(path), 1)
    assert begun is not None
    assert begun.features.hidden == 40
    begun = inherited(Game.load("king_of_the_hill"), 1)
    assert begun is not None
    assert begun.features.hidden == 32


def test_a_file_with_enough_positions_gets_units_and_learns_nothing(tmp_path: Path) -> None:
    path, game = tmp_path / "mine.weights", Game.load("breakthrough")
    path.write_bytes(of(game).encoded())
    status, out, err = run(["train", "breakthrough", "--units", "40", "--positions", "9", "-o", str(path)])
    assert status == 0, err
    assert "40 hidden units" in out and "nothing was learnt" in out
    assert weights.read(path, game.model).training == of(game).training


def test_usual_numbers_make_usual_files(tmp_path: Path) -> None:
    files = [tmp_path / "usual.weights", tmp_path / "said.weights"]
    for path, said in zip(files, ((), ("--units", "32")), strict=True):
        words = ["train", "tictactoe", "--positions", "1", "--threads", "1", "-o", str(path), *said]
        assert run(words)[0] == 0
    assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize(
    ("units", "told"),
    [("60", "60 is no multiple of 8"), ("24", "32 hidden units; there can be more, not fewer"),
     ("136", "'136' isn't a whole number from 8 to 128"), ("0", "'0' isn't a whole number from 8 to 128"),
     ("x", "'--units': 'x' isn't a whole number from 8 to 128")],
)  # fmt: skip
def test_numbers_that_cant_be_are_told(units: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.weights"
    path.write_bytes(of(Game.load("breakthrough")).encoded())
    held = path.read_bytes()
    status, _, err = run(["train", "breakthrough", "--units", units, "--positions", "9", "-o", str(path)])
    assert status == 2
    assert told in err
    assert path.read_bytes() == held


def test_more_than_there_is_room_for_is_told() -> None:
    game = Game.load("shogi")
    most = MANY_WEIGHTS // fresh(game, 1).features.size // 8 * 8
    assert fresh(game, 1, most).features.hidden == most < MOST_UNITS
    with pytest.raises(PlayerError, match=f"up to {most} hidden units"):
        fresh(game, 1, most + 8)
    with pytest.raises(PlayerError, match=f"up to {most} hidden units"):
        widened(game, of(game), most + 8, 1)


def test_a_policy_has_none() -> None:
    status, _, err = run(["train", "hex", "--policy", "--units", "64"])
    assert status == 2
    assert "--units" in err
