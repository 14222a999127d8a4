"""Values as kernels find them are what the definition of features says, worked out in plain Python."""

from __future__ import annotations

import random
from array import array
from collections import Counter
from functools import cache

import pytest
from plain_values import PlainValues

from gdl import library
from interpreter import Game, State
from interpreter.graph.chance import Chance
from interpreter.native.host.instance import Instance
from interpreter.players.learning.placing import place
from interpreter.players.learning.shares import JOB
from interpreter.players.learning.weights import Weights
from interpreter.players.symmetries.images import Imaging
from interpreter.work.engine import engine, put

UNIT = 1_000_000
CLOSE = 40
"""Kernels add up floats of four bytes, and know the exponential function to six digits."""

EVERY_DAY = {
    "tictactoe", "pig", "nim", "connect_four", "reversi", "y", "peg_solitaire", "kalah", "einstein", "dobutsu",
    "quarto", "brandubh", "lasca", "pylos", "breakthrough", "backgammon", "spectral_reapers", "sparklies",
    "fire_and_ice", "reapers_for_three",
}  # fmt: skip
"""One at least of each sort: with numbers on pieces, piles, dice, seats that aren't alike, one player alone."""


def rulesets() -> list[object]:
    return [
        pytest.param(name, marks=[] if name in EVERY_DAY else [pytest.mark.deep])
        for name in library.names()
    ]


@cache
def plain(name: str) -> PlainValues:
    return PlainValues(Game.load(name))


def drawn(values: PlainValues, with_patterns: bool = True) -> array[float]:
    """Weights at random, so small that values differ."""
    draw, features = random.Random(values.game.name), values.features
    found = array("f", (draw.uniform(-0.15, 0.15) for _ in range(features.linear)))
    if not with_patterns:
        for i in range(features.size, features.size + features.pattern_weights):
            found[i] = 0.0
    found.extend(draw.uniform(-0.2, 0.2) for _ in range(features.hidden * features.size))
    found.extend(draw.uniform(-0.3, 0.3) for _ in range(2 * features.hidden))
    return found


def states(game: Game, plies: int, games: int) -> list[State]:
    """States of random games, where the rules wait."""
    found = []
    for number in range(games):
        chance, state = Chance(5, number), game.start(5, number)
        for ply in range(plies):
            if state.is_over:
                break
            found.append(state)
            ways = state.ways
            state = state.play(ways[chance.pick(len(ways), ply)])
    return found


def instance(values: PlainValues, weights: array[float]) -> Instance:
    game = values.game
    made = engine(game, JOB)._made()
    place(made, Weights(game.hash, game.name, values.features, values.symmetries, weights))
    return made


@pytest.mark.parametrize("stay", [0, 1])
@pytest.mark.parametrize("name", rulesets())
def test_kernels_find_the_values_of_the_definition(name: str, stay: int) -> None:
    """In all orders: patterns are followed from the state that was valued before; so are all sums if weights stay."""
    values = plain(name)
    weights = drawn(values)
    kernels = instance(values, weights)
    kernels.call("weights_settled", stay)
    seen = states(values.game, 60, 2)[::3]
    expected = [values.worth(state, weights) * UNIT for state in seen]
    assert len({round(worth) for worth in expected}) > len(seen) / 3
    forward, mixed = list(range(len(seen))), random.Random(1).sample(range(len(seen)), len(seen))
    first: dict[int, int] = {}
    for order in (forward, forward[::-1], mixed):
        for i in order:
            found = kernels.call("estimated", put(kernels, seen[i]))
            assert abs(found - expected[i]) < CLOSE, (i, seen[i].position())
            assert found == first.setdefault(i, found), (i, seen[i].position())


@pytest.mark.parametrize("name", rulesets())
def test_a_state_is_worth_as_much_as_its_image(name: str) -> None:
    """By features and hidden units: patterns that a symmetry turns round in their place may tell their ends apart, and
    locals that aren't needed keep their first values, which have no image."""
    values = plain(name)
    if len(values.symmetries) == 1:
        pytest.skip("nothing in it is alike")
    weights, features = drawn(values, with_patterns=False), values.features
    kept = {slot for variable, slot in values.layout.slot.items() if variable.local}
    for (slot, _, _), number in values.numbers.items():
        if slot in kept:
            weights[number] = 0.0
            row = features.linear + number * features.hidden
            weights[row : row + features.hidden] = array("f", bytes(4 * features.hidden))
    kernels = instance(values, weights)
    seen = states(values.game, 60, 1)[::4]
    machine = values.game.machine
    for symmetry in random.Random(2).sample(values.symmetries[1:], min(4, len(values.symmetries) - 1)):
        imaging = Imaging(machine.graph, machine.layout, symmetry)
        for state in seen:
            stop, record = state._stop, kernels.compiled.record
            found = kernels.call("estimated", put(kernels, state))
            image = imaging.values(tuple(stop.values), stop.place)
            kernels.write(kernels.compiled.work, record.encode(stop.place, image))
            assert abs(kernels.call("estimated", kernels.compiled.work) - found) < CLOSE, state.position()


def test_symmetries_that_exchange_players_are_used_where_there_are_some() -> None:
    """Else the test above says little."""
    assert plain("breakthrough").features.mirrored
    assert plain("reversi").features.mirrored
    assert not plain("brandubh").features.mirrored
    assert not plain("pig").features.patterns


def test_what_a_symmetry_takes_to_each_other_is_one_feature() -> None:
    """Corners, edges and the middle: of each there are nine, three, and not more."""
    values = plain("tictactoe")
    slot = values.layout.piece_slots[0]
    numbers = [values.numbers[slot, (), site] for site in range(9)]
    assert len({*numbers}) == 3
    assert sorted(numbers.count(n) for n in {*numbers}) == [1, 4, 4]


def test_patterns_of_one_orbit_share_weights() -> None:
    """All lines of three, and blocks; the weights of each orbit are as many as its contents, and none overlap."""
    values = plain("tictactoe")
    features = values.features
    firsts = sorted({first for first, _ in features.patterns})
    lengths = {first: len(sites) for first, sites in features.patterns}
    for first, after in zip(firsts, [*firsts[1:], features.pattern_weights], strict=True):
        assert after - first == features.contents ** lengths[first]
    lines = {frozenset(sites) for _, sites in features.patterns if len(sites) == 3}
    board = values.model.board
    assert board is not None
    at = board.index
    for line in ("a1 b1 c1", "a2 b2 c2", "a1 a2 a3", "a1 b2 c3", "a3 b2 c1"):
        assert frozenset(at[site] for site in line.split()) in lines


def test_without_directions_patterns_go_along_coordinates() -> None:
    """By the rule sheets: seven islands of seven points, and the points that lie alike on each; and the rows of a
    pyramid's layers both ways, with the columns of what lies straight above each other."""
    archipelago = plain("fire_and_ice")
    board = archipelago.model.board
    assert board is not None
    label = board.labels
    found = {frozenset(label[site] for site in sites) for _, sites in archipelago.features.patterns}
    islands = {frozenset(f"{island}{spot}" for spot in range(1, 8)) for island in "ABCDEFG"}
    spots = {frozenset(f"{island}{spot}" for island in "ABCDEFG") for spot in range(1, 8)}
    assert found == islands | spots
    lengths = Counter(len(sites) for _, sites in plain("pylos").features.patterns)
    one_way = Counter({4: 4, 3: 3, 2: 2})
    upwards = Counter({4: 1, 3: 3, 2: 5})
    assert lengths == one_way + one_way + upwards


@pytest.mark.parametrize(("least", "apart"), [(-33, 63), (-400, 63), (-4096, 63), (-5000, 1)])
def test_numbers_around_zero_are_told_apart_wherever_a_range_begins(least: int, apart: int) -> None:
    """Unless it begins so low that a table would be long: then only its lowest numbers are."""
    values = PlainValues(Game.parse(POINTS.replace("LEAST", str(least)), "points"))
    weights = drawn(values)
    kernels = instance(values, weights)
    worth: dict[int, int] = {}
    for n in range(-33, 33):
        state = values.game.start(5).play(str(n))
        found = kernels.call("estimated", put(kernels, state))
        assert abs(found - values.worth(state, weights) * UNIT) < CLOSE
        worth[n] = found
    assert len({worth[n] for n in range(-32, 32) if n}) == apart
    assert worth[-33] == worth[-32]
    assert worth[31] == worth[32]


POINTS = """game "Points"
players White, Black
player has points: LEAST..400 = 0

turn
  choose n in -33..33 as "{n}"
  White.points = n

end
  draw if false
"""
