"""Turns that may go on and on: values of their ends count, and who can have as much sooner takes it."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from interpreter import Game, State
from interpreter.graph.chance import seed_key, signed
from interpreter.graph.graph import Graph
from interpreter.native.host.instance import Instance
from interpreter.players import Seat
from interpreter.players.alphabeta import AlphaBeta, Limit
from interpreter.players.learning.features import Manner
from interpreter.players.learning.shares import Held, LearningEngine
from interpreter.players.learning.training import fresh
from interpreter.players.learning.turn_lengths import LONG, has_long_turns, longest_turn
from interpreter.players.learning.weights import Weights, decoded
from interpreter.players.mcts import MonteCarlo
from interpreter.players.specs import make
from interpreter.work.engine import put

COST = 10_000
"""What docs/searching.md says: a hundredth of a win, in millionths."""
LATE = 990_000
"""The greatest value of a state that isn't the end, in millionths."""
TURNS = 6
FIRST = "  choose n in 1..2\n  turns.first = n\n"
LINGERING = """game "Lingering"
players A, B
type row = 1..{turns}
row has first: 0..2
row has last: 0..2
game has turns: 0..{turns}
turn
  turns += 1
  choose n in 1..2
  turns.first = n
  let rounds: 0..{most} = 0
  let over: truth = false
  repeat
    choose m in 0..2
    turns.last = m
    over = m = 2
    rounds += 1
  until over or rounds = {most}
end
  {end} if turns = {turns}
"""
ROLLED = "let k: 0..20 = 0\n  repeat\n    choose m in 0..2\n    roll x in 0..1\n    k += 1 + x\n  until k >= 8"
PIECES = """game "Pieces"
players A, B
type row = 1..3
row has last: 0..2
game has turns: 0..3
turn
  turns += 1
  {turn}
end
  draw if turns = 3
"""


@cache
def lingering(turns: int = TURNS, most: int = 40, end: str = "win A") -> Game:
    return Game.parse(LINGERING.format(turns=turns, most=most, end=end))


def drawn(game: Game, most: float) -> Weights:
    """Values drawn at random."""
    weights, draw = fresh(game, 1), random.Random(3)
    return replace(weights, values=array("f", [draw.uniform(-most, most) for _ in weights.values]))


def file_of(folder: Path, weights: Weights) -> str:
    path = folder / "values.weights"
    path.write_bytes(weights.encoded())
    return str(path)


# ---- which turns are long


@pytest.mark.parametrize(
    ("turn", "decisions", "amid", "at_will"),
    [
        ("choose n in 1..2\n  choose m in 0..2\n  turns.last = m", 0, 0, 0),
        ("choose n in 1..2\n  let k: 0..9 = 0\n  repeat\n    choose m in 0..2\n    k += 1\n  until k = 9", 1, 1, 1),
        ("let k: 0..9 = 0\n  repeat\n    choose m in 0..2\n    k += 1\n  until k = 9", 1, 0, 1),
        ("choose n in 1..2\n  let k: 0..9 = 0\n  repeat\n    roll m in 0..2\n    k += 1\n  until k = 9", 0, 0, 0),
        (f"choose n in 1..2\n  {ROLLED}", 1, 1, 0),
    ],
    ids=["no loop", "a loop", "a turn begins there", "chance", "chance between"],
)
def test_decisions_that_a_turn_comes_back_to(turn: str, decisions: int, amid: int, at_will: int) -> None:
    graph = Graph(Game.parse(PIECES.format(turn=turn)).model)
    assert (len(graph.revisited), len(graph.amid), len(graph.revisited_at_will)) == (decisions, amid, at_will)


def test_a_turn_is_as_long_as_somebody_can_make_it() -> None:
    """By the rules it comes back 40 or 10 times, until who is to move has to end it."""
    assert longest_turn(lingering(), 1) == LONG
    assert has_long_turns(lingering())
    assert longest_turn(lingering(most=10), 1) == 10
    assert not has_long_turns(lingering(most=10))


@pytest.mark.parametrize(("name", "is_long"), [("sparklies", True), ("tak", False), ("spectral_reapers", False)])
def test_what_ships(name: str, is_long: bool) -> None:
    """In Sparklies a turn may have 243 decisions (its cap). In Tak one drops a stack, of a board's width at most; in
    Spectral Reapers one sows each bead once."""
    assert has_long_turns(Game.load(name)) == is_long
    assert fresh(Game.load(name), 1).features.manner.long_turns == is_long


def test_a_file_says_it() -> None:
    weights = drawn(lingering(), 0.2)
    head = weights.encoded().partition(b"\n")[0]
    assert b'"long_turns":true' in head.replace(b" ", b"")
    assert decoded(Path("x"), weights.encoded(), lingering().model).features.manner == Manner(long_turns=True)
    assert b"long_turns" not in drawn(lingering(most=10), 0.2).encoded().partition(b"\n")[0]


# ---- what a state in the middle is worth


def ways(state: State, me: str, decisions: int = 1) -> Iterator[tuple[State, int]]:
    """The ends of a turn, and the decisions that lead there."""
    for move in state.moves:
        after = state.play(move)
        if after.results is None and after.mover == me:
            yield from ways(after, me, decisions + 1)
        else:
            yield after, decisions


def worth(instance: Instance, state: State, me: str) -> int:
    """What a state is thought to be worth to a player, or is worth, in millionths."""
    if state.results is not None:
        return int(1_000_000 * float(state.results[me]))
    value = int(instance.call("estimated", put(instance, state)))
    return value if state.mover == me else -value


def late(value: int) -> int:
    """No estimate is as good as a win."""
    return max(min(value, LATE), -LATE)


def test_a_state_is_worth_an_end_that_can_be_reached() -> None:
    """Less the decisions it takes, but for the first. What is at the ends is told by values alone. On the way there, it
    never seems farther off: somewhere an option is worth as much, with what the decision costs."""
    game = lingering(most=5)
    (loop,) = Graph(game.model).revisited
    engine = LearningEngine(game, fresh(game, 1).symmetries, Manner(units=8, long_turns=True))
    draw = random.Random(1)
    values = array("f", [draw.uniform(-0.3, 0.3) for _ in range(engine.features.weights)])
    instance = engine.take_room()
    engine.write(instance, Held(values.tobytes(), array("f", [1.0] * len(values)).tobytes()))
    bests, compared = 0, 0
    for number in range(60):
        state = game.start(number, number)
        for _ in range(draw.randrange(2, 12)):
            state = state if state.is_over else state.play(draw.choice(state.moves))
        if state.results is not None or state._stop.place != loop:
            continue
        me = state.mover or ""
        found = {late(worth(instance, end, me) - COST * (decisions - 1)) for end, decisions in ways(state, me)}
        onward = [worth(instance, after := state.play(move), me) - COST * (after.mover == me) for move in state.moves]
        value = worth(instance, state, me)
        assert value in found
        assert max(map(late, onward)) >= value
        bests += value == max(found)
        compared += 1
    assert compared > 15
    assert bests < compared  # a few of many ways are tried


# ---- who plays by it


def middle(game: Game) -> State:
    """Where the turn may end, or go on by either of the first two options."""
    state = game.start()
    return state.play(state.moves[0])


@pytest.mark.parametrize("spec", ["alphabeta:3", "mcts:300"])
def test_who_gains_nothing_ends_the_turn(spec: str, tmp_path: Path) -> None:
    """All positions are worth the same. The option that ends the turn is the last."""
    game = lingering()
    file = file_of(tmp_path, drawn(game, 0.0))
    state = middle(game)
    player = make(f"{spec}@{file}", Seat(game, "A"))
    assert str(player.choose(state)) == str(state.moves[2])


@pytest.mark.parametrize("first", [FIRST, ""], ids=["amid", "a turn begins there"])
@pytest.mark.parametrize("last", ["", "\n  next = me"], ids=["in turn", "one player alone"])
@pytest.mark.parametrize(("turns", "end"), [(TURNS, "draw"), (1, "win B")], ids=["nothing to gain", "lost"])
def test_so_it_is_without_values(first: str, last: str, turns: int, end: str) -> None:
    """Who can gain nothing, or loses in any case, ends the turn soon. It might have 40 decisions."""
    text = LINGERING.replace(FIRST, first).replace("rounds = {most}\n", f"rounds = {{most}}{last}\n")
    game = Game.parse(text.format(turns=turns, most=40, end=end))
    player = make("alphabeta:3", Seat(game, "A"))
    state = game.start()
    while not state.is_over and state.turns == 0:
        state = state.play(player.choose(state))
    assert state.ply <= 3


def test_without_values_nothing_is_costly_that_chance_may_end() -> None:
    """To throw again is worth as much as to stop: all games are drawn."""
    game = Game.parse(PIECES.format(turn=f"choose n in 1..2\n  {ROLLED}"))
    state = game.start()
    player = AlphaBeta(Seat(game, "A"), Limit(3))
    options = player.analyse(state.play(state.moves[0])).options
    assert [option.prospect.expected for option in options] == [{"A": 0.0, "B": 0.0}] * 3
    player.close()


def test_what_is_certain_costs_nothing(tmp_path: Path) -> None:
    """A game that is always drawn, searched to its end: exactly 0, however long turns go on."""
    game = lingering(turns=2, most=33, end="draw")
    assert fresh(game, 1).features.manner.long_turns
    file = file_of(tmp_path, drawn(game, 0.2))
    state = game.start()
    state = state.play(state.moves[0])
    for _ in range(30):
        state = state.play(state.moves[0])
    state = state.play(state.moves[2])  # the last turn
    state = state.play(state.moves[0])
    for _ in range(30):
        state = state.play(state.moves[0])
    player = AlphaBeta(Seat(game, state.mover or "", weights=file), Limit(4))
    found = player.analyse(state)
    assert [option.prospect.expected for option in found.options] == [{"A": 0.0, "B": 0.0}] * 3
    assert player.is_exact
    player.close()


def test_all_that_a_search_finds_behind_it_costs_as_much(tmp_path: Path) -> None:
    """All positions are worth nothing. To go on costs at least one decision more than to end the turn now."""
    game = lingering()
    player = make(f"mcts:2000@{file_of(tmp_path, drawn(game, 0.0))}", Seat(game, "A"))
    assert isinstance(player, MonteCarlo)
    state = middle(game)
    worth = {str(option.move): option.prospect.expected["A"] for option in player.analyse(state).options}
    on, again, over = (worth[str(move)] for move in state.moves)
    assert max(on, again) <= over - COST / 1_000_000


def test_nothing_is_learnt_of_what_is_half_done() -> None:
    """The weight of the place in the middle of a turn stays as it was; those of the others don't."""
    game = lingering()
    engine = LearningEngine(game, fresh(game, 1).symmetries, fresh(game, 1).features.manner)
    instance = engine.take_room()
    before = array("f", [0.01] * engine.features.weights)
    engine.write(instance, Held(before.tobytes(), array("f", [1.0] * len(before)).tobytes()))
    assert instance.call("train", signed(seed_key(1)), 0, 200, 1.0, 1.0, 0.0, 0.0, 0.5, 1, 0) > 0
    after = array("f", engine.read(instance).values)
    graph, places = Graph(game.model), engine.features.cells[-1].numbers[0]
    changed = {at: before[places[at]] != after[places[at]] for at in graph.stops}
    assert changed == {at: at not in graph.revisited for at in graph.stops}
    assert len(changed) == 2


def test_turns_of_sparklies_come_to_an_end() -> None:
    """A turn may have 245 decisions. This game had some 1,000 where nothing cost anything, and 900 by values of states
    in the middle."""
    game = Game.load("sparklies")
    players = {name: make("level:5", Seat(game, name)) for name in game.players}
    state = game.start(1, 1)
    while not state.is_over:
        state = state.play(players[state.mover or ""].choose(state))
        assert state.ply < 500
