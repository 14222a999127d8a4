"""Variants begin to learn with what was learnt for the ruleset that they extend."""

from __future__ import annotations

import json
from array import array
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from gdl import library
from interpreter import Game
from interpreter.players.learning import weights
from interpreter.players.learning.inherited import carried_over, inherited
from interpreter.players.learning.placing import place
from interpreter.players.learning.shares import JOB
from interpreter.players.learning.training import fresh
from interpreter.players.learning.weights import Weights
from interpreter.work.engine import engine, put


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def of(name: str) -> Weights:
    found = weights.of_rules(Game.load(name).model)
    assert found is not None
    return found


def without_places(found: Weights) -> Weights:
    """The same, but where the rules wait counts nothing: that has no name which means the same in other rules."""
    features, values = found.features, array("f", found.values)
    for number in set(range(features.size - 64)) - set(features.named.values()):
        values[number] = 0.0
        row = features.linear + features.hidden * number
        values[row : row + features.hidden] = array("f", [0.0] * features.hidden)
    return replace(found, values=values)


@pytest.mark.parametrize("variant", ["king_of_the_hill", "three_check", "atomic"])
def test_a_position_of_both_is_worth_the_same(variant: str) -> None:
    """The same moves lead to the same men in both, as long as nothing is special."""
    known = without_places(of("chess"))
    games, found = [Game.load("chess"), Game.load(variant)], []
    begun = fresh(games[1], 1)
    values = carried_over(known.features, known.values, begun.features, begun.values)
    assert values is not None
    for game, held in zip(games, (known, replace(begun, values=values)), strict=True):
        instance = engine(game, JOB)._made()
        place(instance, held)
        state, judged = game.start(seed=1), []
        for move in ("e2-e4", "d7-d5", "b1-c3", "g8-f6", "f1-b5" if variant != "three_check" else "f1-e2", "c8-d7"):
            state = state.play(move)
            judged.append(instance.call("estimated", put(instance, state)))
        found.append(judged)
    assert found[0] == found[1]
    assert len(set(found[0])) > 3


def train(*options: str) -> dict[str, object]:
    done = CliRunner().invoke(app, ["train", *options, "--positions", "1", "--threads", "1", "--json"])
    assert done.exit_code == 0, done.output
    return dict(json.loads(done.output))


def test_training_begins_with_them_unless_it_is_to_begin_anew(data: Path) -> None:
    assert train("giveaway_draughts")["base"] == "draughts"
    assert train("giveaway_draughts")["base"] == "draughts"  # it goes on
    assert train("giveaway_draughts", "--fresh")["base"] is None
    assert train("tictactoe")["base"] is None


def test_it_is_told(tmp_path: Path) -> None:
    path = tmp_path / "mine.gdl"
    path.write_text('game "Mine" extends "breakthrough"\n', encoding="utf-8")
    done = CliRunner().invoke(app, ["train", str(path), "--positions", "1", "--threads", "1"])
    assert "it began with what was learnt for breakthrough" in done.output


def test_nothing_is_carried_over_where_nothing_means_the_same_or_is_known(data: Path) -> None:
    assert inherited(Game.load("minishogi"), 1) is None  # nothing was learnt for Shogi
    game = Game.load("king_of_the_hill")
    own = weights.own_file(Game.load("chess").model)
    own.parent.mkdir(parents=True)
    own.write_bytes(library.paths()["chess"].with_suffix(".weights").read_bytes()[:-1])
    assert inherited(game, 1) is None  # a broken file of the base's is nobody's fault here


def test_files_say_what_they_began_with_and_older_ones_are_read() -> None:
    game = Game.load("king_of_the_hill")
    begun = inherited(game, 1)
    assert begun is not None
    assert weights.decoded(Path("a"), begun.encoded(), game.model).training.base == "chess"
    assert of("chess").training.base == ""
