"""Batches: each lane is the game that states play, action by action, mask by mask, number by number."""

from __future__ import annotations

import sys
from contextlib import suppress
from random import Random

import numpy as np
import pytest
from mutants import mutant
from playing import load
from sample import rulesets
from unseen_rules import ALL, KUHN, NAMES

from gdl import library
from interpreter.bridges.batch import Batch, BatchError, NoSuchAction
from interpreter.errors import LoadError, NotLegal, RuleError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.native.host.code_cache import prepare

LANES, PLIES = 2, 40


class Lane:
    """A random game, played state by state."""

    def __init__(self, game: Game, seed: int, number: int) -> None:
        self.game, self.chance, self.ply = game, Chance(seed, number), 0
        self.state = self._settled(game.start(seed, number))

    def _settled(self, state: State) -> State:
        while state.is_chance:
            state, self.ply = state.play(state.draw(self.chance, self.ply)), self.ply + 1
        return state

    def go_on(self, batch: Batch, action: int) -> None:
        move = self.state.draw(self.chance, self.ply)
        assert batch.actions.number(move, self.state) == action
        self.ply += 1
        self.state = self._settled(self.state.play(move))


def compare(batch: Batch, number: int, state: State) -> None:
    """A lane with a state, in everything that is to be seen."""
    players = batch.game.players
    legal = [] if state.is_over else batch.actions.legal(state)
    assert np.flatnonzero(batch.masks[number]).tolist() == legal
    assert batch.counts[number] == len(legal)
    assert batch.players[number] == (players.index(state.to_move) if state.to_move else -1)
    assert batch.done[number] == state.is_over
    for at, player in enumerate(players):
        tensor = np.frombuffer(batch.tensors.tensor(state, player), np.float32)
        assert np.array_equal(tensor, batch.observations[number, at])
    assert batch.state(number).key == state.key


def lockstep(game: Game, seed: int = 3, plies: int = PLIES, lanes: int = LANES, threads: int = 1) -> None:
    batch = Batch(game, lanes, seed, observe="all", threads=threads)
    played = [Lane(game, seed, number) for number in range(lanes)]
    for _ in range(plies):
        for number, lane in enumerate(played):
            compare(batch, number, lane.state)
        actions = batch.draw()
        over = [lane.state.is_over for lane in played]
        if all(over):
            return
        batch.step(actions)
        for number, lane in enumerate(played):
            expected = [0.0] * len(game.players)
            if not over[number]:
                lane.go_on(batch, int(actions[number]))
                expected = list((lane.state.results or dict.fromkeys(game.players, 0.0)).values())
            assert batch.rewards[number].tolist() == pytest.approx(expected)


@pytest.mark.parametrize("name", rulesets())
def test_lanes_are_the_games_that_states_play(name: str) -> None:
    lockstep(load(name))


@pytest.mark.parametrize("text", ALL, ids=NAMES)
def test_what_players_dont_know_isnt_in_their_tensors(text: str) -> None:
    """They are those of `TensorSpace`, which knows no more than the player."""
    lockstep(Game.parse(text), lanes=6)


def test_who_decides_sees_no_more() -> None:
    game = Game.parse(KUHN)
    batch, everybody = Batch(game, 20, 2), Batch(game, 20, 2, observe="all")
    assert np.array_equal(batch.observations, everybody.observations[np.arange(20), batch.players])
    hands = [name for name in batch.tensors.facts if name.startswith("hand(Second)") and "unknown" not in name]
    shown = batch.observations[:, [batch.tensors.facts.index(name) for name in hands]]
    assert len(hands) == 3 and not shown.any()


@pytest.mark.parametrize("name", ["tictactoe", "kalah", "backgammon"])
def test_to_the_very_end(name: str) -> None:
    lockstep(load(name), plies=2000)


def test_threads_change_nothing() -> None:
    game = load("pig")
    lockstep(game, lanes=5, threads=3)
    one, three = Batch(game, 9, 4, auto_reset=True), Batch(game, 9, 4, auto_reset=True, threads=3)
    for _ in range(60):
        actions = one.draw()
        assert np.array_equal(actions, three.draw())
        one.step(actions)
        three.step(actions)
        for name in ("masks", "players", "rewards", "done", "observations", "numbers"):
            assert np.array_equal(getattr(one, name), getattr(three, name)), name


@pytest.mark.parametrize("name", ["breakthrough", "oware", "sparks", "pig"])
def test_changed_rules_are_played_as_they_are_changed(name: str) -> None:
    played = 0
    for number in range(40):
        try:
            game = Game.parse(mutant(library.read(name).text, Random(number)))
        except LoadError:
            continue
        with suppress(RuleError):  # the same error stops a state
            if game.start(3, 0).is_over:  # nothing can be played; see the next test
                continue
            lockstep(game, plies=12)
            played += 1
        if played == 3:
            return
    assert played


def test_a_game_that_is_over_at_once_is_named() -> None:
    text = """game "Nothing to take"
players A, B
board grid(2, 2)
pieces stone of player
turn
  choose s in mine
  remove s
end
  draw if stuck
"""
    with pytest.raises(BatchError, match=r"lane 0 \(game 0 of seed 5\) is over before anybody has moved"):
        Batch(Game.parse(text), 2, 5)


def test_seeds_and_numbers_name_games() -> None:
    game = load("backgammon")
    one, other = Batch(game, 4, 11), Batch(game, 4, 11)
    assert np.array_equal(one.records, other.records)
    other.reset([3, 2, 1, 0])
    assert np.array_equal(one.records, other.records[::-1])
    assert not np.array_equal(one.records, Batch(game, 4, 12).records)
    for _ in range(30):
        one.step(one.draw())
    one.reset()
    other.reset([0, 1, 2, 3])
    assert np.array_equal(one.records, other.records)


def test_games_begin_again_where_one_is_over() -> None:
    """Tic-tac-toe, each filling the board from a1 on: the first player wins with the seventh stone, c1."""
    game = load("tictactoe")
    batch = Batch(game, 3, auto_reset=True)
    for action in range(6):
        batch.step([action] * 3)
        assert not batch.done.any() and not batch.rewards.any()
    batch.step([6] * 3)
    assert batch.done.all() and batch.rewards.tolist() == [[1, -1]] * 3
    assert batch.players.tolist() == [0] * 3 and batch.counts.tolist() == [9] * 3
    assert batch.numbers.tolist() == [3, 4, 5]
    batch.step([0] * 3)
    assert not batch.done.any() and not batch.rewards.any()


def test_a_finished_game_stays_finished() -> None:
    batch = Batch(load("tictactoe"), 1)
    for action in range(7):
        batch.step([action])
    assert batch.done.all() and batch.rewards.tolist() == [[1, -1]]
    batch.step([99])
    assert batch.done.all() and batch.players.tolist() == [-1] and not batch.rewards.any() and not batch.masks.any()


def test_games_are_cut_off() -> None:
    batch = Batch(load("tictactoe"), 2, plies_limit=3, auto_reset=True)
    for action in range(3):
        assert not batch.truncated.any()
        batch.step([action] * 2)
    assert batch.truncated.all() and batch.done.all() and not batch.rewards.any() and batch.counts.tolist() == [9, 9]


def test_arrays_are_the_memory_of_the_compiled_rules() -> None:
    batch = Batch(load("tictactoe"), 2)
    masks, observations = batch.masks, batch.observations
    batch.step([4, 0])
    assert not masks[0, 4] and masks[1, 4] and not masks[1, 0]
    assert observations[0, 4] == 1 and observations[1, 0] == 1
    assert masks.base is not None and np.shares_memory(masks, batch.masks)
    del batch
    assert masks[1, 4]  # the memory lives as long as an array needs it


def test_an_action_that_isnt_legal_stops_everything() -> None:
    batch = Batch(load("tictactoe"), 3)
    batch.step([4, 4, 4])
    before = batch.records.copy()
    with pytest.raises(NoSuchAction, match=r"action 4 \(s = b2\) is not legal in lane 1") as caught:
        batch.step([0, 4, 0])
    assert caught.value.lane == 1
    for bad in (-1, 9, 2**40):
        with pytest.raises(NoSuchAction, match="not legal in lane 2"):
            batch.step(np.array([0, 0, bad]))
    for actions in ([0, 0], [0.0, 1.0, 2.0], [[0, 0, 0]]):
        with pytest.raises(NoSuchAction, match="3 whole numbers are needed"):
            batch.step(actions)
    assert np.array_equal(before, batch.records)


@pytest.mark.parametrize("name", ["tictactoe", "chess"])
def test_a_mask_that_was_written_to_does_no_harm(name: str) -> None:
    batch = Batch(load(name), 2)
    before = batch.records.copy()
    batch.masks[:] = True
    with pytest.raises((BatchError, NotLegal)):
        batch.step([batch.actions.size - 1] * 2) if name == "chess" else batch.step([0, 9])
    assert np.array_equal(before[:, 40:], batch.records[:, 40:])


def test_arguments_that_make_no_batch() -> None:
    game = load("tictactoe")
    for lanes in (0, -1, 1 << 30):
        with pytest.raises(BatchError, match="lanes"):
            Batch(game, lanes)
    with pytest.raises(BatchError, match="threads"):
        Batch(game, 1, threads=0)
    with pytest.raises(BatchError, match="plies_limit"):
        Batch(game, 1, plies_limit=0)
    with pytest.raises(BatchError, match="observations"):
        Batch(game, 1, observe="me")  # type: ignore[arg-type]
    with pytest.raises(BatchError, match="isn't compiled"):
        Batch(Game.load("tictactoe", backend="reference"), 1)
    with pytest.raises(BatchError, match="4 GB"):
        Batch(load("chess"), 1 << 20)
    batch = Batch(game, 2)
    for lane in (-1, 2):
        with pytest.raises(BatchError, match="no lane"):
            batch.state(lane)
    with pytest.raises(BatchError, match="another game"):
        batch.put(0, load("hex").start())


def test_payments_are_rewards_as_they_are() -> None:
    game = load("kuhn_poker")
    batch, worth = Batch(game, 60, 1), set[float]()
    while (batch.players >= 0).any():
        batch.step(batch.draw())
        worth |= {float(reward) for reward in batch.rewards[:, 0]}
    assert worth == {-2, -1, 0, 1, 2}  # the ante, or the ante and a bet


def test_positions_can_be_put_in() -> None:
    game = load("chess")
    batch = Batch(game, 2, observe="all")
    mate_in_one = game.position("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    batch.put(1, mate_in_one)
    compare(batch, 1, mate_in_one)
    action = batch.actions.number(mate_in_one.parse("Ra8"), mate_in_one)
    batch.step([batch.actions.legal(batch.state(0))[0], action])
    assert batch.rewards.tolist() == [[0, 0], [1, -1]] and batch.done.tolist() == [False, True]


BREAKS = """game "Counting"

players A, B

game has n: 0..2 = 0

turn
  choose k in 1..2
  n += k

end
  draw if n = 9
"""


def test_rules_that_break_are_told_with_lane_and_game() -> None:
    batch = Batch(Game.parse(BREAKS), 2, seed=5)
    batch.step([1, 0])
    with pytest.raises(RuleError, match="n") as caught:
        batch.step([0, 0])
    assert caught.value.__notes__ == ["in lane 0 (game 0 of seed 5) of the batch"]
    assert batch.state(0).value("n") == 2 and batch.state(1).value("n") == 2


def test_games_with_a_long_past() -> None:
    """Knights that go to and fro: each moment is kept, and the fifth time the same position is a draw."""
    game = load("chess")
    batch, state = Batch(game, 2, observe="all"), game.start()
    for text in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        move = state.parse(text)
        batch.step([batch.actions.number(move, state)] * 2)
        state = state.play(move)
        compare(batch, 1, state)


def test_without_numpy_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("interpreter.bridges.batch")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match=r"pip install 'gdl-interpreter\[batch\]'"):
        import interpreter.bridges.batch  # noqa: F401


def test_modules_without_batches_are_as_they_were() -> None:
    """What a batch needs is in modules for batches alone."""
    model = load("tictactoe").model
    assert b"batch_step" in bytes(prepare(model, ("batch",)).code.serialize())
    assert b"batch_step" not in bytes(prepare(model).code.serialize())
