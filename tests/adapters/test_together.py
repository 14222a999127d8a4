"""Decisions taken at once: nodes at which all decide, and nobody sees what others do before all have."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from interpreter import Game

pyspiel = pytest.importorskip("pyspiel", reason="pip install 'gdl-interpreter[open-spiel]'")

from interpreter.bridges.adapters.open_spiel import load_game  # noqa: E402

PENNIES = """
game "Pennies"
players Even, Odd
type coin = heads, tails
player has shown: coin?
turn
  together p in player
    choose c in coin as "{c}"
    p.shown = c
end
  win Even if Even.shown = Odd.shown
  win Odd
"""
SHARES = """
game "Shares"
# Each of three says how much of four they want, and who wants something also for what; the rest is told afterwards.
players A, B, C
type thing = food, wood
player has wish: 0..2
player has thing_: thing?
turn
  together p in player
    choose n in 0..2 as "{n}"
    p.wish = n
    if n > 0
      choose t in thing as "{t}"
      p.thing_ = t
      if n > 1
        choose u in thing as "much {u}"
end
  pay p by (p.wish when sum(player.wish) < 5 otherwise 0)
"""


def loaded(text: str) -> Any:
    return load_game(Game.parse(text))


def decided(state: Any, *moves: str | None) -> None:
    """Let players decide at once; None: who isn't asked."""
    state.apply_actions([
        0 if move is None else state.string_to_action(player, move) for player, move in enumerate(moves)
    ])  # fmt: skip


@pytest.mark.parametrize("text", [PENNIES, SHARES], ids=["pennies", "shares"])
def test_passes_the_tests_of_games(text: str) -> None:
    game = loaded(text)
    assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)
    pyspiel.random_sim_test(pyspiel.convert_to_turn_based(game), num_sims=5, serialize=True, verbose=False)


def test_all_decide_in_one_step() -> None:
    state = loaded(PENNIES).new_initial_state()
    assert state.is_simultaneous_node()
    assert [len(state.legal_actions(player)) for player in (0, 1)] == [2, 2]
    decided(state, "tails", "tails")
    assert state.is_terminal()
    assert state.returns() == [1, -1]


def test_parts_of_several_decisions_are_several_steps() -> None:
    """Who has said 0 isn't asked any more; where only one is left, it is that player's decision."""
    state = loaded(SHARES).new_initial_state()
    decided(state, "0", "1", "2")
    assert state.is_simultaneous_node()
    assert [len(state.legal_actions(player)) for player in range(3)] == [0, 2, 2]
    decided(state, None, "food", "wood")
    assert state.current_player() == 2
    state.apply_action(state.string_to_action("much food"))
    assert state.returns() == [0, 1, 2]
    state = loaded(SHARES).new_initial_state()
    decided(state, "0", "1", "0")
    assert state.current_player() == 1
    state.apply_action(state.string_to_action("wood"))
    assert state.returns() == [0, 1, 0]


def test_nobody_learns_before_all_have_decided() -> None:
    """What a player knows in the midst of it depends on their own decisions alone."""
    known: list[dict[str, set[str]]] = [{} for _ in range(3)]
    for wishes in product("012", repeat=3):
        state = loaded_shares().new_initial_state()
        decided(state, *wishes)
        for _ in range(2):
            if not state.is_terminal():
                assert "wish" not in state.observation_string(0)
                for player, wish in enumerate(wishes):
                    told = state.information_state_string(player), state.information_state_tensor(player)
                    asked = len(state.legal_actions(player)) > 0
                    known[player].setdefault(f"{wish} {asked}", set()).add(str(told))
                alone = state.current_player() >= 0
                moves = [next(iter(state.legal_actions(player)), 0) for player in range(3)]
                state.apply_action(state.legal_actions()[0]) if alone else state.apply_actions(moves)
    for found in known:  # who has said 2 is asked twice more
        assert {what: len(told) for what, told in found.items()} == {
            "0 False": 1, "1 True": 1, "1 False": 1, "2 True": 2,
        }  # fmt: skip


_SHARES: list[Any] = []


def loaded_shares() -> Any:
    if not _SHARES:
        _SHARES.append(loaded(SHARES))
    return _SHARES[0]


def test_states_in_the_midst_are_read_back() -> None:
    game = loaded_shares()
    state = game.new_initial_state()
    decided(state, "0", "1", "2")
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(again) == str(state)
    assert again.legal_actions(2) == state.legal_actions(2)


def test_agents_that_act_one_by_one_see_nothing_either() -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("pettingzoo", reason="pip install 'gdl-interpreter[pettingzoo]'")
    from interpreter.bridges.adapters.pettingzoo import env

    seen = []
    for action in (0, 1):
        made = env(Game.parse(PENNIES))
        made.reset(seed=1)
        made.step(action)
        assert made.agent_selection == "Odd"
        seen.append(made.observe("Odd")["observation"])
    assert np.array_equal(*seen)


def test_what_one_player_does_unheard_is_in_turn() -> None:
    """In Phantom Tic-tac-toe a `together` of one player hides failed tries; nobody decides at the same time."""
    for heard in (True, False):
        game = load_game("phantom_tictactoe", heard=heard)
        assert game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
