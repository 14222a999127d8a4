"""Where chance decides, values are of the ends of turns: who plays goes by them, and so does who searches."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from interpreter import Game, State
from interpreter.graph.abi import KIND
from interpreter.graph.chance import seed_key, signed
from interpreter.native.compiled import Plan
from interpreter.native.host.instance import Instance
from interpreter.players.learning.features import MANY_UNITS, Manner
from interpreter.players.learning.finding_features import features
from interpreter.players.learning.shares import Held, LearningEngine
from interpreter.players.learning.training import fresh, learn
from interpreter.work.engine import put

TURNS, OPENING, GAMES = 14, 4, 4
"""Turns of a game, of which so many may begin with something at random, and games that are looked at."""
RECORDED = f"""game "Recorded"
players A, B
type row = 1..{TURNS}
row has die: 0..6
row has first: 0..3
row has second: 0..3
game has turns: 0..{TURNS}
turn
  turns += 1
  roll x in 1..6
  turns.die = x
  choose n in 1..3
  turns.first = n
  choose m in 1..3
  turns.second = m
end
  win A if turns = {TURNS}
"""
LATE = 990_000
"""The greatest value of a state that isn't the end, in millionths."""


@cache
def recorded() -> Game:
    return Game.parse(RECORDED)


def held(engine: LearningEngine, seed: int = 1) -> Held:
    """Values drawn at random."""
    draw = random.Random(seed)
    values = array("f", [draw.uniform(-0.3, 0.3) for _ in range(engine.features.weights)])
    return Held(values.tobytes(), array("f", [1.0] * len(values)).tobytes())


def taught(game: Game, manner: Manner) -> tuple[LearningEngine, Instance]:
    engine = LearningEngine(game, fresh(game, 1).symmetries, manner)
    instance = engine.take_room()
    engine.write(instance, held(engine))
    return engine, instance


def worth(instance: Instance, after: State, me: str) -> int:
    if after.results is not None:
        return int(1_000_000 * float(after.results[me]))
    value: int = instance.call("estimated", put(instance, after))
    return value if after.mover == me else -value


def ends(state: State, me: str) -> Iterator[State]:
    """The states where a turn may end."""
    for move in state.moves:
        after = state.play(move)
        if after.results is None and not after.is_chance and after.mover == me:
            yield from ends(after, me)
        else:
            yield after


def played(game: Game, instance: Instance) -> Iterator[State]:
    """The states of the game that was learnt from last, as they were kept, all but the end."""
    record = instance.compiled.record
    at, state = instance.call("room_for", 8), game.start()
    for _ in range(3 * TURNS - 1):
        yield state
        at += record.capacity + 24
        kept = instance.read(at + KIND, record.size - KIND)
        followers = [state.play(move) for move in state.moves]
        (state,) = [s for s in followers if record.encode(s._stop.place, s._stop.values)[KIND:] == kept]


@pytest.mark.parametrize("by_ends", [False, True])
def test_the_best_end_of_a_turn_is_chosen(by_ends: bool) -> None:
    """With values that nothing changes. Decision by decision, others are chosen now and then."""
    game = recorded()
    engine, instance = taught(game, Manner(by_ends, 32))
    before, best = engine.read(instance).values, []
    for number in range(GAMES):
        assert instance.call("train", signed(seed_key(1)), number, 1, 0.0, 0.0, 0.0, 0.0, 0.5, 1, 0) == 1
        states = list(played(game, instance))
        for turn in range(OPENING, TURNS - 1):
            start, after = states[3 * turn + 1], states[3 * turn + 3]
            me = start.mover or ""
            best.append(worth(instance, after, me) == max(worth(instance, end, me) for end in ends(start, me)))
    assert engine.read(instance).values == before
    assert len(best) == GAMES * (TURNS - 1 - OPENING)
    assert all(best) if by_ends else not all(best)


@pytest.mark.parametrize("name", ["recorded", "backgammon", "einstein", "pig"])
def test_in_the_middle_of_a_turn_a_state_is_worth_its_best_end(name: str) -> None:
    game = recorded() if name == "recorded" else Game.load(name)
    _, instance = taught(game, Manner(True, 8))
    draw, compared, state, rolled = random.Random(2), 0, game.start(1, 1), False
    while compared < 25:
        if state.results is not None:
            state, rolled = game.start(compared, 1), False
        rolled = rolled or state.is_chance  # before, pieces are put
        if rolled and not state.is_chance:
            me = state.mover or ""
            best = max(worth(instance, end, me) for end in ends(state, me))
            assert worth(instance, state, me) == min(best, LATE)
            compared += 1
        state = state.play(draw.choice(state.moves))


def test_other_weights_make_other_values() -> None:
    """What was judged before is remembered, as long as the weights are the same."""
    game = recorded()
    engine, instance = taught(game, Manner(True, 8))
    state = game.start()
    state = state.play(state.moves[0])
    known = instance.call("estimated", put(instance, state))
    engine.write(instance, held(engine, 2))
    instance.call("weights_ready", 1)
    assert instance.call("estimated", put(instance, state)) != known


@pytest.mark.parametrize("by_ends", [False, True])
def test_only_ends_are_learnt_from(by_ends: bool) -> None:
    """The weight of the place where a player decides stays as it was; that of the roll doesn't."""
    game = recorded()
    engine, instance = taught(game, Manner(by_ends, 32))
    before = array("f", engine.read(instance).values)
    assert instance.call("train", signed(seed_key(1)), 0, 200, 1.0, 1.0, 0.0, 0.0, 0.5, 1, 0) > 0
    after = array("f", engine.read(instance).values)
    places = engine.features.cells[-1].numbers[0]
    graph = instance.compiled.graph
    decided = [places[at] for at, node in enumerate(graph.nodes) if at in graph.stops and not node.is_roll]
    rolled = [places[at] for at, node in enumerate(graph.nodes) if at in graph.stops and node.is_roll]
    assert [len(decided), len(rolled)] == [2, 1]
    assert all((before[n] == after[n]) == by_ends for n in decided)
    assert all(before[n] != after[n] for n in rolled)


def test_so_values_are_learnt_where_chance_decides_in_turns() -> None:
    assert fresh(Game.load("backgammon"), 1).features.manner == Manner(True, MANY_UNITS)
    assert fresh(Game.load("onitama"), 1).features.manner == Manner()


def test_what_was_learnt_in_another_way_is_learnt_on_in_that_way() -> None:
    game = recorded()
    new = fresh(game, 1)
    found = features(Plan(game.model), new.symmetries)
    old = replace(new, features=found, values=array("f", bytes(4 * found.weights)))
    known = learn(game, 1, 1, lambda _: False, old, size=100)
    assert known.features.manner == Manner()
    assert b"by_ends" not in known.encoded().partition(b"\n")[0]
