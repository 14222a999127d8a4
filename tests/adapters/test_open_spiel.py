"""Rulesets as games of OpenSpiel: its own tests of games, and its algorithms on them."""

from __future__ import annotations

import pickle
import subprocess
import sys

import pytest
from sample import rulesets

from gdl import library
from interpreter import Game, LoadError

pyspiel = pytest.importorskip("pyspiel", reason="pip install 'gdl-interpreter[open-spiel]'")

from open_spiel.python import policy  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from interpreter.bridges.adapters.open_spiel import load_game  # noqa: E402

PLIES = 30
"""Decisions after which games are broken off here: what OpenSpiel checks, it checks at each of them."""


@pytest.mark.parametrize("name", rulesets())
def test_passes_the_test_of_games(name: str) -> None:
    pyspiel.random_sim_test(load_game(name, max_game_length=PLIES), num_sims=1, serialize=True, verbose=False)


def test_a_whole_game() -> None:
    pyspiel.random_sim_test(load_game("tictactoe"), num_sims=20, serialize=True, verbose=False)


# ---- what is said of a game


def test_what_kind_of_game_it_is() -> None:
    kinds = pyspiel.GameType
    game = load_game("tictactoe")
    found = game.get_type()
    assert (found.chance_mode, found.information, found.dynamics, found.utility) == (
        kinds.ChanceMode.DETERMINISTIC, kinds.Information.PERFECT_INFORMATION, kinds.Dynamics.SEQUENTIAL,
        kinds.Utility.ZERO_SUM,
    )  # fmt: skip
    assert found.long_name == "Tic-tac-toe"
    assert (game.num_players(), game.num_distinct_actions(), game.max_game_length()) == (2, 9, 9)
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    dice = load_game("backgammon")
    assert dice.get_type().chance_mode == kinds.ChanceMode.EXPLICIT_STOCHASTIC
    assert load_game("peg_solitaire").get_type().utility == kinds.Utility.GENERAL_SUM
    together = load_game("hanabi", max_game_length=PLIES)  # in no random game anything is paid: that is no sum
    assert (together.get_type().utility, together.utility_sum()) == (kinds.Utility.IDENTICAL, None)


def test_the_longest_game_is_found() -> None:
    """Three heaps of 1, 2 and 2 last five moves at most; a game that repeats is broken off."""
    assert load_game("nim", heap_a=1, heap_b=2, heap_c=2).max_game_length() == 5
    assert load_game("chess").max_game_length() == 10_000


def test_a_game_that_takes_too_long_is_a_draw() -> None:
    state = load_game("chess", max_game_length=3).new_initial_state()
    for _ in range(3):
        assert not state.is_terminal()
        state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert str(state).endswith("broken off")


def test_chance_has_its_probabilities() -> None:
    """Backgammon begins with two different dice; later eleven of 36 throws are (1, x) or (x, 1)."""
    state = load_game("backgammon").new_initial_state()
    assert state.is_chance_node()
    outcomes = dict(state.chance_outcomes())
    assert sum(outcomes.values()) == pytest.approx(1)
    assert len(outcomes) == 30
    assert set(outcomes.values()) == {1 / 30}


def test_moves_have_the_names_of_the_rules() -> None:
    state = load_game("chess").new_initial_state()
    state.apply_action(state.string_to_action("e2-e4"))
    assert "e7-e5" in [state.action_to_string(action) for action in state.legal_actions()]


# ---- other processes


def test_games_have_names_that_load_them_again() -> None:
    game = load_game("nim", heap_a=1, heap_b=2, heap_c=2, misere=True)
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pyspiel.load_game(str(game)).game.options["misere"] is True
    assert pyspiel.load_game("gdl(rules=hex,options=size:3)").num_distinct_actions() == 10


def test_a_game_of_a_text_travels() -> None:
    text = library.read("tictactoe").text.replace("Tic-tac-toe", "Other, (name)=1")
    game = pickle.loads(pickle.dumps(load_game(Game.parse(text, k=2))))
    assert game.get_type().long_name == "Other, (name)=1"
    assert game.game.options["k"] == 2


def test_states_are_read_back_in_another_process() -> None:
    state = load_game("oware").new_initial_state()
    for _ in range(7):
        state.apply_action(state.legal_actions()[0])
    code = (
        "import sys, pyspiel, interpreter.bridges.adapters.open_spiel\n"
        "print(pyspiel.deserialize_game_and_state(sys.stdin.read())[1])"
    )
    given = pyspiel.serialize_game_and_state(state.get_game(), state)
    told = subprocess.run([sys.executable, "-c", code], input=given, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(state)


def test_what_is_wrong_is_said() -> None:
    with pytest.raises(LoadError, match="there is no ruleset `chss`"):
        load_game("chss")
    with pytest.raises(LoadError, match="no option `sise`"):
        load_game("hex", sise=3)
    with pytest.raises(LoadError, match="written name:value"):
        pyspiel.load_game("gdl(rules=hex,options=size)")


# ---- algorithms


def nim() -> object:
    return load_game("nim", heap_a=1, heap_b=2, heap_c=2)


def test_minimax() -> None:
    """Nim's value is known: who moves at 1, 2, 2 wins, who moves at 2, 2 loses."""
    assert minimax.alpha_beta_search(nim(), maximum_depth=10)[0] == 1
    assert minimax.alpha_beta_search(load_game("nim", heap_a=0, heap_b=2, heap_c=2), maximum_depth=10)[0] == -1


def test_counterfactual_regret_finds_the_value() -> None:
    game = nim()
    solver = cfr.CFRPlusSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.05


def test_tree_search_wins_where_it_can() -> None:
    """X to move has two in a row at a1, b1 and needs c1."""
    game = load_game("tictactoe")
    state = game.new_initial_state()
    for move in ("a1", "a3", "b1", "b3"):
        state.apply_action(state.string_to_action(move))
    bot = mcts.MCTSBot(game, uct_c=2, max_simulations=200, evaluator=mcts.RandomRolloutEvaluator(1), solve=True)
    assert state.action_to_string(bot.step(state)) == "c1"


def test_a_uniform_policy_is_as_exploitable_as_in_their_own_game() -> None:
    theirs = pyspiel.load_game("nim(pile_sizes=1;2;2,is_misere=False)")
    ours, expected = (exploitability.nash_conv(g, policy.UniformRandomPolicy(g)) for g in (nim(), theirs))
    assert ours == pytest.approx(expected, abs=1e-10)


# ---- what observers tell


def observed(name: str, public: bool, private: str, moves: list[str]) -> tuple[str, dict[str, float]]:
    """What an observer of a type tells the first player: a text, and the numbers that aren't 0, by what they say."""
    game = load_game(name)
    type_ = pyspiel.IIGObservationType(
        public_info=public, perfect_recall=False, private_info=getattr(pyspiel.PrivateInfoType, private)
    )
    state = game.new_initial_state()
    for move in moves:
        state.apply_action(state.string_to_action(move))
    observer = make_observation(game, type_)
    observer.set_from(state, 0)
    names = [*observer.space.planes, *observer.space.facts]
    return observer.string_from(state, 0), {n: x for n, x in zip(names, observer.tensor, strict=True) if x}


@pytest.mark.skipif("kuhn_poker" not in library.names(), reason="kuhn_poker isn't there")
def test_what_is_public_and_what_is_private() -> None:
    """The first player holds the 2, the second the 3; nobody else knows."""
    deal = ["2", "3"]
    text, numbers = observed("kuhn_poker", True, "SINGLE_PLAYER", deal)
    assert "'hand': {'A': 2, 'B': '?'}" in text
    assert (numbers["hand(A)"], numbers["hand(B) unknown"]) == (pytest.approx(2 / 3), 1)
    assert "hand(B)" not in numbers
    text, numbers = observed("kuhn_poker", True, "NONE", deal)
    assert "'hand': {'A': '?', 'B': '?'}" in text
    assert not {"hand(A)", "hand(B)"} & set(numbers)
    text, numbers = observed("kuhn_poker", True, "ALL_PLAYERS", deal)
    assert "'hand': {'A': 2, 'B': 3}" in text
    assert (numbers["hand(A)"], numbers["hand(B)"]) == (pytest.approx(2 / 3), 1)
    assert observed("kuhn_poker", False, "SINGLE_PLAYER", deal)[1]["hand(A)"] == pytest.approx(2 / 3)


def test_a_playthrough_can_be_written() -> None:
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # slow: it needs SciPy

    lines = playthrough(str(nim()), []).splitlines()
    assert "NumPlayers() = 2" in lines
    assert lines[-1] in ("Returns() = [1, -1]", "Returns() = [-1, 1]")
