"""Games and states can be pickled: small, and the same again in another process."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sample import rulesets
from support.playing import load, turns

from gdl import library
from gdl.text.source import Source
from interpreter import Ambiguous, Game, GameError, LoadError, PositionError, State
from interpreter.graph.chance import Chance
from interpreter.lab.tools.simulate import playout

CHILD = """
import pickle, sys
from interpreter.lab.tools.simulate import playout
state = pickle.load(sys.stdin.buffer)
told = (state.game.hash, state.position(), [m.text for m in state.moves], state.turns, state.plies, state.ply,
        state.line, state.is_over, state.outcomes, state.decision, state.asks if not state.is_over else "")
ends = [] if state.is_over else playout(state.game, 3, 4, start=state).end.position()
pickle.dump((told, ends, state), sys.stdout.buffer)
"""

LONG = """\
game "Long"

players A, B

board grid(2, 2)

pieces man of player

game has tally: 0..9999

turn
  choose a in site as "{a}"
  tally = tally + 1

end
  draw if tally = 9999
"""


def elsewhere(state: State) -> tuple[Any, Any, State]:
    """What another process makes of a state."""
    done = subprocess.run([sys.executable, "-c", CHILD], input=pickle.dumps(state), stdout=subprocess.PIPE, check=True)
    found: tuple[Any, Any, State] = pickle.loads(done.stdout)
    return found


def told(state: State) -> tuple[Any, ...]:
    return (
        state.game.hash, state.position(), [m.text for m in state.moves], state.turns, state.plies, state.ply,
        state.line, state.is_over, state.outcomes, state.decision, state.asks if not state.is_over else "",
    )  # fmt: skip


def somewhere(game: Game, plies: int, seed: int = 1) -> State:
    """The state after so many plies of a random game, or its end."""
    state, chance = game.start(seed=seed), Chance(seed)
    for ply in range(plies):
        if state.is_over:
            break
        state = state.play(state.draw(chance, ply))
    return state


@pytest.mark.parametrize("name", rulesets())
def test_every_shipped_game_comes_back_as_it_was(name: str) -> None:
    game = Game.load(name)
    for plies in (0, 1, 4, 9):
        state = somewhere(game, plies)
        again = pickle.loads(pickle.dumps(state))
        assert again == state and hash(again) == hash(state) and told(again) == told(state)
        assert again.game.hash == game.hash and again.game.options == game.options


@pytest.mark.parametrize(
    ("name", "plies"), [("sparks", 5), ("chess", 40), ("pig", 7), ("go", 60), ("tictactoe", 100), ("backgammon", 3)]
)
def test_another_process_goes_on_from_there(name: str, plies: int) -> None:
    state = somewhere(load(name), plies)
    found, ends, back = elsewhere(state)
    assert found == told(state)
    assert back == state and hash(back) == hash(state)
    if not state.is_over:
        assert ends == playout(state.game, 3, 4, start=state).end.position()


def test_options_players_and_backend_travel() -> None:
    game = Game.load("sparks", base=5, backend="reference")
    again = pickle.loads(pickle.dumps(game))
    assert (again.hash, again.options, again.backend, again.players) == (
        game.hash, game.options, "reference", game.players,
    )  # fmt: skip
    many = Game.load("chinese_checkers", players=3)
    assert pickle.loads(pickle.dumps(many)).players == many.players


def test_a_variant_travels_with_what_it_extends(tmp_path: Path) -> None:
    """Its files needn't be there when it is unpickled."""
    (tmp_path / "base.gdl").write_text(library.read("tictactoe").text)
    (tmp_path / "other.gdl").write_text('game "Other" extends "base"\n')
    (tmp_path / "third.gdl").write_text('game "Third" extends "other.gdl"\n')
    game = Game.load(tmp_path / "third.gdl")
    sent = pickle.dumps(game.start())
    for file in tmp_path.iterdir():
        file.unlink()
    found = pickle.loads(sent)
    assert found.game.title == "Third" and len(found.moves) == 9


def test_what_is_pickled_is_small() -> None:
    """The text of the rules, and little more; nor does a long past make it large."""
    game = load("breakthrough")
    text = len(library.read("breakthrough").text)
    assert len(pickle.dumps(game)) < text + 1_000
    assert len(pickle.dumps(somewhere(game, 200))) < text + 5_000


def test_a_long_game_can_be_pickled() -> None:
    """Nothing is nested for each move."""
    state = Game.parse(LONG).start()
    for _ in range(3_000):
        state = state.play(state.moves[-1])
    again = pickle.loads(pickle.dumps(state))
    assert again == state and again.line == state.line and again.play("b2").ply == 3_001


def test_states_of_one_pickle_share_their_game() -> None:
    game = load("tictactoe")
    first, second = pickle.loads(pickle.dumps([turn.before for turn in turns(game, 1)][:2]))
    assert first.game is second.game
    other = pickle.loads(pickle.dumps(game))
    assert other is not first.game and other.model is first.game.model  # a game for each thread, one model


def test_threads_may_unpickle_the_same_state() -> None:
    sent = pickle.dumps(load("sparks").start(seed=2))
    with ThreadPoolExecutor(4) as pool:
        states = list(pool.map(lambda _: pickle.loads(sent), range(8)))
    assert len({*states}) == 1


def test_copies_are_as_good() -> None:
    state = somewhere(load("sparks"), 4)
    assert copy.copy(state) == state == copy.deepcopy(state)


def test_rules_that_are_others_here_are_refused() -> None:
    game = load("tictactoe")
    function, (given, backend, _) = game.__reduce__()
    with pytest.raises(LoadError, match="another version"):
        function(given, backend, "0123456789abcdef")


def test_a_game_of_a_model_alone_says_so() -> None:
    with pytest.raises(TypeError, match="text"):
        pickle.dumps(Game(load("tictactoe").model))


def test_a_ruleset_from_standard_input_travels() -> None:
    text = library.read("tictactoe").text
    game = Game.of(Source("<standard input>", text))
    assert pickle.loads(pickle.dumps(game)).hash == game.hash


@pytest.mark.parametrize(
    "error", [Ambiguous("could be two", ["a", "b"]), PositionError(["no king", "no board"])]
)  # fmt: skip
def test_errors_travel(error: GameError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


def test_findings_travel() -> None:
    with pytest.raises(LoadError) as caught:
        Game.parse('game "G"')
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.findings == caught.value.findings and str(again) == str(caught.value)
