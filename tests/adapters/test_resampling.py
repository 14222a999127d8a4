"""OpenSpiel is given states that a player can't tell from another: they look alike, each as often as it should."""

from __future__ import annotations

import random
from collections import Counter

import pytest

pytest.importorskip("pyspiel", reason="pip install 'gdl-interpreter[open-spiel]'")

import numpy as np
from open_spiel.python.algorithms import ismcts, mcts

from interpreter.bridges.adapters.open_spiel import RulesetState, load_game


def at_random(name: str, plies: int, seed: int) -> RulesetState:
    draw, state = random.Random(seed), load_game(name).new_initial_state()
    while not state.is_terminal() and (plies > 0 or state.is_chance_node()):
        plies -= not state.is_chance_node()
        state.apply_action(draw.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(("name", "plies"), [
    ("kuhn_poker", 1), ("leduc_holdem", 2), ("love_letter", 3), ("tictactoe", 4),
])  # fmt: skip
def test_what_is_drawn_looks_alike(name: str, plies: int) -> None:
    draw = random.Random(1)
    for seed in range(3):
        state = at_random(name, plies, seed)
        if state.is_terminal():
            continue
        me = state.current_player()
        for _ in range(20):
            other = state.resample_from_infostate(me, draw.random)
            assert other.current_player() == me
            assert other.information_state_string(me) == state.information_state_string(me)
            assert other.legal_actions() == state.legal_actions()


def test_hidden_cards_come_as_often_as_they_should() -> None:
    """Who has the king in Kuhn poker meets the jack as often as the queen: 6 standard deviations are allowed, and
    200 histories stand for all (`Resampler`)."""
    draw, met = random.Random(2), Counter[str]()
    for _ in range(30):  # of as many games, for histories are kept
        game = load_game("kuhn_poker")
        state = game.new_initial_state()
        for _ in range(2):
            state.apply_action(state.legal_actions()[-1 if state.history() == [] else 0])
        assert state.node.state.value("hand", "A") == 3
        for _ in range(40):
            other = state.resample_from_infostate(0, draw.random)
            met[str(other.node.state.value("hand", "B"))] += 1
    assert set(met) == {"1", "2"}
    assert abs(met["1"] - 600) < 6 * (30 * (200 * 40**2 / 200**2 / 4 + 10)) ** 0.5


def test_open_spiels_search_of_information_sets_plays() -> None:
    """With a king nobody passes to a bet: searching finds that."""
    state = load_game("kuhn_poker").new_initial_state()
    for action in (2, 0):  # a king for the first player, a jack for the second
        state.apply_action(state.legal_actions()[action])
    state.apply_action(state.string_to_action("pass"))
    state = state.clone()
    state.apply_action(state.string_to_action("bet"))
    bot = ismcts.ISMCTSBot(
        load_game("kuhn_poker"), mcts.RandomRolloutEvaluator(4, np.random.RandomState(1)), 2.0, 400,
        random_state=np.random.RandomState(3),
    )  # fmt: skip
    assert state.action_to_string(bot.step(state)) == "bet"


def test_players_who_decide_at_once_are_refused() -> None:
    state = load_game("rock_paper_scissors").new_initial_state()
    with pytest.raises(ValueError, match="players decide at once"):
        state.resample_from_infostate(0, random.random)
