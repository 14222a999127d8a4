"""Values of more than two players: each has their own, learns them, and goes by them."""

from __future__ import annotations

import random
from array import array
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from plain_values import PlainValues
from test_learnt_features import CLOSE, UNIT, drawn, instance, states

from interpreter import Game, State
from interpreter.graph.layout import ME
from interpreter.native.host.instance import Instance
from interpreter.players import Seat
from interpreter.players.learning.shares import SEVERAL, recipe
from interpreter.players.learning.training import fresh, learn
from interpreter.players.learning.weights import Weights, read
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.work.engine import put

GIFTS = """game "Gifts"
players A, B, C
player has gifts: 0..60
game has turns: 0..30
turn
  choose p in player as "{p}"
  p.gifts += 1
  turns += 1
end
  rank p by p.gifts if turns = 30
"""
UNLIKE = GIFTS.replace("gifts += 1", "gifts += 2 when me = A otherwise 1")
"""What A gives counts twice: nobody sees what another one sees."""
HEAP = """game "Heap"
players A, B, C
game has left: 0..10 = 10
turn
  choose n in 1..min({left, 2})
  left -= n
end
  win me if left = 0
"""
TRUST = """game "Trust"
players A, B, C
player has gifts: 0..90
game has turns: 0..30
game has trusted: truth
turn
  if me = A
    either
      choose "trust"
      trusted = true
    or
      choose "safe"
      trusted = false
      A.gifts += 1
  else if me = B
    either
      choose "share"
      A.gifts += 3 when trusted otherwise 0
    or
      choose "keep"
      B.gifts += 3 when trusted otherwise 0
  else
    choose "pass"
  turns += 1
end
  rank p by p.gifts if turns = 30
"""
LINGERING = """game "Lingering"
players A, B, C
game has turns: 0..9
game has last: 0..2
turn
  turns += 1
  choose n in 1..2
  let rounds: 0..40 = 0
  let over = false
  repeat
    choose m in 0..2
    last = m
    rounds += 1
    over = m = 2
  until over or rounds = 40
end
  win me if turns = 9
"""
MADE = {"gifts": GIFTS, "unlike": UNLIKE, "heap": HEAP, "trust": TRUST, "lingering": LINGERING}


@cache
def game(name: str) -> Game:
    return Game.parse(MADE[name]) if name in MADE else Game.load(name, players=3)


@cache
def plain(name: str) -> PlainValues:
    return PlainValues(game(name))


@pytest.mark.parametrize("stay", [0, 1])
@pytest.mark.parametrize("name", ["gifts", "unlike", "dots_and_boxes", "chinese_checkers", "spectral_reapers", "pig"])
def test_kernels_find_the_value_of_each_player(name: str, stay: int) -> None:
    """In any order of players and states: sums are kept for the eyes of each, if weights stay."""
    values = plain(name)
    weights = drawn(values)
    kernels = instance(values, weights)
    kernels.call("weights_settled", stay)
    seen = [(state, player) for state in states(values.game, 60, 2)[::4] for player in range(3)]
    random.Random(1).shuffle(seen)
    for state, player in seen:
        expected = values.worth(state, weights, player) * UNIT
        assert abs(kernels.call("estimated_for", put(kernels, state), player) - expected) < CLOSE


def test_who_is_alike_learns_the_same_weights() -> None:
    assert plain("gifts").is_alike
    assert not plain("unlike").is_alike
    assert plain("unlike").features.size > 2 * plain("gifts").features.size
    assert not plain("unlike").features.patterns
    assert not plain("unlike").features.named


def test_a_long_turn_is_carried_through_for_who_is_to_move() -> None:
    """For others it is worth what it looks like."""
    values = PlainValues(game("lingering"))
    values.features = replace(values.features, long_turns=True)
    weights = drawn(values)
    kernels, carried = instance(values, weights), 0
    for state in states(values.game, 60, 3):
        at, me = put(kernels, state), state._stop.values[ME]
        seen = [kernels.call("estimated_for", at, player) for player in range(3)]
        looks = [values.worth(state, weights, player) * UNIT for player in range(3)]
        assert seen[me] == kernels.call("estimated", at)
        assert all(abs(seen[player] - looks[player]) < CLOSE for player in range(3) if player != me)
        carried += abs(seen[me] - looks[me]) > CLOSE
    assert carried > 5


# ---- what searches make of it


def for_oneself() -> Weights:
    """One's own gifts are worth much; those of others cost half as much."""
    one = game("gifts")
    begun = fresh(one, 1)
    values = array("f", bytes(4 * begun.features.weights))
    for (name, _, _, of, value), number in begun.features.named.items():
        if name.startswith("gifts"):
            values[number] = value * (0.06 if of == (0,) else -0.03)
    return Weights(one.hash, one.name, begun.features, begun.symmetries, values)


@pytest.fixture(scope="module")
def generous(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("values") / "gifts.weights"
    path.write_bytes(for_oneself().encoded())
    return path


def after(*moves: str) -> State:
    state = game("gifts").start()
    for move in moves:
        state = state.play(move)
    return state


@pytest.mark.parametrize("iterations", [10, 300])
@pytest.mark.parametrize("mover", ["A", "B", "C"])
def test_each_goes_by_their_own_value(generous: Path, mover: str, iterations: int) -> None:
    """Near the beginning, where no search sees the end. Who took others for one opponent would do the same here, but
    who went by the first player's value wouldn't, nor by what is worst for the next one."""
    state = after(*{"A": "", "B": "C", "C": "BA"}[mover])
    player = MonteCarlo(Seat(game("gifts"), mover, weights=str(generous)), Budget(iterations=iterations))
    assert player.choose(state).text == mover
    player.close()


@pytest.mark.parametrize("iterations", [3, 300])
def test_what_a_state_is_worth_is_told_for_each(generous: Path, iterations: int) -> None:
    player = MonteCarlo(Seat(game("gifts"), "A", weights=str(generous)), Budget(iterations=iterations))
    worth = player.analyse(after("C", "C", "C", "B", "C", "B")).prospect.expected
    assert worth["C"] > worth["B"] > worth["A"]
    player.close()


def test_nobody_trusts_who_gains_by_keeping(tmp_path: Path) -> None:
    """A who trusts gets three gifts if B shares, but B keeps them; so A takes one. Each player's weights are others."""
    one, values = game("trust"), plain("trust")
    slot = next(slot for variable, slot in values.layout.slot.items() if variable.name == "gifts")
    weights = array("f", bytes(4 * values.features.weights))
    for (atom, of, value), number in values.numbers.items():
        for player in range(3):
            if atom == slot:
                weights[3 * number + player] = value * (0.05 if of == (player,) else -0.01)
    path = tmp_path / "trust.weights"
    path.write_bytes(Weights(one.hash, one.name, values.features, values.symmetries, weights).encoded())
    for iterations in (4, 6, 8, 300):
        player = MonteCarlo(Seat(one, "A", weights=str(path)), Budget(iterations=iterations))
        assert player.choose(one.start()).text == "safe", iterations
        player.close()


# ---- what is learnt


def judge(weights: Weights, one: Game) -> Instance:
    values = PlainValues(one, weights.symmetries)
    assert values.features == weights.features
    return instance(values, weights.values)


def test_what_follows_for_certain_is_learnt() -> None:
    """Who may take the last of one or two counters wins; who finds three leaves the last ones to the next player."""
    one = game("heap")
    kernels = judge(learn(one, 1, 1, lambda progress: progress.weights.training.positions < 40_000), one)
    for moves, winner in ((["2"] * 4, 1), (["2", "2", "2", "2", "1"], 2), (["2", "2", "2", "1"], 2)):
        state = one.start()
        for move in moves:
            state = state.play(move)
        worth = [kernels.call("estimated_for", put(kernels, state), player) for player in range(3)]
        assert worth[winner] > 0.5 * UNIT, moves
        assert all(worth[other] < 0 for other in range(3) if other != winner), moves


def test_who_isnt_alike_learns_weights_of_their_own() -> None:
    """A's gifts count twice, so by the rules nobody but A wins who only gives to themselves."""
    one = game("unlike")
    kernels = judge(learn(one, 1, 1, lambda progress: progress.weights.training.positions < 60_000), one)
    state = one.start()
    for move in "ABC" * 8:
        state = state.play(move)
    worth = [kernels.call("estimated_for", put(kernels, state), player) for player in range(3)]
    assert worth[0] > 0.5 * UNIT
    assert max(worth[1:]) < worth[0]


def test_each_learns_from_games_in_which_all_go_by_their_own_value() -> None:
    """Each gives to themselves, so nobody has more at the end. If all pleased one of them, that one would win."""
    one = game("gifts")
    kernels = judge(learn(one, 1, 1, lambda progress: progress.weights.training.positions < 40_000), one)
    start = put(kernels, one.start())
    assert all(abs(kernels.call("estimated_for", start, player)) < 0.35 * UNIT for player in range(3))


def test_dice_are_learnt_without_ends_of_turns() -> None:
    """Who isn't to move has a value of each state, too."""
    assert recipe(game("pig")) == SEVERAL
    assert not fresh(game("pig"), 1).features.turn_places


def test_files_keep_them(tmp_path: Path) -> None:
    one = game("dots_and_boxes")
    found = learn(one, 1, 1, lambda _: False)
    path = tmp_path / "three.weights"
    path.write_bytes(found.encoded())
    again = read(path, one.model)
    assert again.features == found.features
    assert again.features.eyes == 3
    assert again.values == pytest.approx(found.values, abs=1e-3)
