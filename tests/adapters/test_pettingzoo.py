"""Rulesets as environments of PettingZoo: its own tests of environments, and what agents see and get."""

from __future__ import annotations

from typing import Any

import pytest
from sample import rulesets

from interpreter import Game

pytest.importorskip("pettingzoo", reason="pip install 'gdl-interpreter[pettingzoo]'")

import numpy as np
from pettingzoo.test import api_test, seed_test

from interpreter.bridges.adapters.pettingzoo import env

# Agents have the names of the rules; an environment has no picture but its text.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")


def passes(name: str, cycles: int) -> None:
    api_test(env(name, max_game_length=60), num_cycles=cycles)
    seed_test(lambda: env(name, max_game_length=60), num_cycles=cycles)


@pytest.mark.parametrize("name", rulesets())
def test_passes_the_tests_of_environments(name: str) -> None:
    passes(name, 40)


def play(made: Any, moves: list[str]) -> None:
    """Play moves by their names."""
    for move in moves:
        raw = made.unwrapped
        (action,) = [
            a for a, m in zip(raw.actions.actions(raw.game_state), raw.game_state.moves, strict=True) if m.text == move
        ]
        made.step(action)


def test_a_game_to_its_end() -> None:
    made = env("tictactoe")
    made.reset(seed=1)
    assert made.possible_agents == ["X", "O"]
    assert made.last()[0]["action_mask"].tolist() == [1] * 9
    assert not made.observe("O")["action_mask"].any()
    play(made, ["a1", "a3", "b1", "b3", "c1"])
    assert made.terminations == {"X": True, "O": True}
    assert made.rewards == {"X": 1, "O": -1}
    told = {}
    for agent in made.agent_iter():
        _, told[agent], ended, cut, _ = made.last()
        assert ended
        assert not cut
        made.step(None)
    assert told == {"X": 1, "O": -1}


def test_a_game_that_takes_too_long_is_cut() -> None:
    made = env("chess", max_game_length=2)
    made.reset()
    play(made, ["e2-e4", "e7-e5"])
    assert made.truncations == {"White": True, "Black": True}
    assert not any(made.rewards.values())
    assert not made.last()[0]["action_mask"].any()


def test_a_seed_names_the_dice() -> None:
    one, other = env("backgammon"), env("backgammon")
    for made in (one, other):
        made.reset(seed=7)
    assert one.unwrapped.game_state == other.unwrapped.game_state
    first = one.unwrapped.game_state
    one.reset()
    assert one.unwrapped.game_state != first
    one.reset(seed=7)
    assert one.unwrapped.game_state == first


def test_an_action_that_is_no_move_is_told() -> None:
    made = env("tictactoe")
    made.reset()
    made.step(0)
    with pytest.raises(ValueError, match="0 is not among the moves of O: see its action mask"):
        made.step(0)


@pytest.mark.parametrize("action", [9, -1, 1.0, None, "b2", [1], np.array([1, 2])])
def test_what_is_no_action_is_told(action: object) -> None:
    made = env("tictactoe")
    made.reset()
    with pytest.raises(ValueError, match="is not among the moves of X: see its action mask"):
        made.step(action)
    made.step(np.int64(4))
    assert made.agent_selection == "O"


def test_what_it_looks_like() -> None:
    made = env("tictactoe", render_mode="ansi")
    made.reset()
    play(made, ["b2"])
    assert made.render() == "to move: O\npieces: {'stone of X': ['b2']}"


ROLLED = """
game "Rolled"
players A, B
game has die: 0..6
turn
  roll n in 1..6
  die = n
  if die < 6
    choose "go on"
end
  win me if die = 6
"""


def test_a_game_that_is_over_before_anybody_decides() -> None:
    """The results come with a step for which any action will do."""
    for seed in range(100):
        made = env(Game.parse(ROLLED))
        made.reset(seed=seed)
        assert not any(made.terminations.values())
        if made.unwrapped.game_state.is_over:
            assert made.last()[0]["action_mask"].tolist() == [1]
            made.step(0)
            assert made.terminations == {"A": True, "B": True}
            assert made.rewards == {"A": 1, "B": -1}
            return
    raise AssertionError("no six in a hundred throws")
