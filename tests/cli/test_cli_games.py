"""Whole random games of every ruleset, typed into `gdl play`: by single moves, by numbers and by whole turns."""

from __future__ import annotations

from functools import cache
from itertools import dropwhile
from pathlib import Path

import pytest
from sample import rulesets
from typer.testing import CliRunner

from cli.app import app
from cli.terminal.scene.phrases import listed
from gdl import library
from interpreter import Game, State
from interpreter.game import records
from interpreter.game.plies import Step, by_turns
from interpreter.graph.chance import Chance

SEED = 11
PLIES, DEEP_PLIES = 24, 60
"""A person gets up after so many: on a usual day, and on one with a lot of time."""
WAYS = ("moves", "numbers", "turns")


@cache
def random_game(name: str, plies: int) -> list[Step]:
    """The game that this seed names, or its beginning, to the end of a turn."""
    chance, state, steps = Chance(SEED), Game.load(name).start(SEED), list[Step]()
    while not state.is_over and (len(steps) < plies or state.in_turn):
        ways = state.ways if state.is_chance else state.moves
        move = ways[chance.pick(len(ways), len(steps))]
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    return steps


def is_decision(state: State) -> bool:
    """Whether somebody is asked: where people hide things from each other, a lone option may be a secret."""
    lone = state.game.model.hides and len(state.game.players) > 1
    return not state.is_chance and (lone or len(state.moves) > 1)


@pytest.mark.parametrize("name", rulesets())
@pytest.mark.parametrize("how", WAYS)
def test_a_typed_game_is_the_game(name: str, how: str, tmp_path: Path) -> None:
    check(name, how, PLIES, tmp_path / "game.yaml")


@pytest.mark.deep
@pytest.mark.parametrize("name", library.names())
@pytest.mark.parametrize("how", WAYS)
def test_a_longer_typed_game_is_the_game(name: str, how: str, tmp_path: Path) -> None:
    check(name, how, DEEP_PLIES, tmp_path / "game.yaml")


def check(name: str, how: str, plies: int, file: Path) -> None:
    """Type a game, and compare the record of it."""
    steps = random_game(name, plies)
    game = steps[0].before.game
    if how == "moves":
        lines = [step.move.text for step in steps if is_decision(step.before)]
    elif how == "numbers":
        decided = [step for step in steps if is_decision(step.before)]
        lines = [f"#{listed(step.before.moves).index(step.move) + 1}" for step in decided]
    else:
        # what comes before the first real choice has been played by itself before anything is asked
        turns = (dropwhile(lambda step: not is_decision(step.before), turn) for turn in by_turns(steps))
        lines = [", ".join(step.move.text for step in turn if not step.before.is_chance) for turn in turns]
        lines = [line for line in lines if line]
    seats = [word for player in game.players for word in ("--seat", f"{player}=human")]
    words = ["play", name, "--seed", str(SEED), *seats, "--record", str(file)]
    result = CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in lines), catch_exceptions=False)
    assert result.exit_code == 0
    assert "(? for help" not in result.stdout  # nothing was misread
    record = records.read(file)
    assert record.plies[: len(steps)] == [step.move.text for step in steps]
    assert len(record.turns) >= len(by_turns(steps))  # lone moves may have followed
    assert record.result == steps[-1].after.outcomes
