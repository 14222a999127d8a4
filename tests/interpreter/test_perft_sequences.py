"""Counting depth first: the same numbers as by layers, the published ones, and that it saves what it is to save."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
import wasmtime
from sample import daily

from interpreter import Game
from interpreter.graph.graph import Ask, Fork
from interpreter.lab.tools.perft import Depth, Unit, divide, perft
from interpreter.native.compile import compile_model
from interpreter.work.chunks import threads

ENOUGH = 2_000
"""Sequences from which on a game needn't be counted deeper here."""
ENDLESS = """
game "Endless"
players A, B
game has n: 0..2
turn
  choose i in 0..2
  n = i
end
  draw if n = 5
"""
GAMES = (
    "tictactoe", "chess", "backgammon", "sparks", "sparklies", "big_balls", "fire_and_ice", "spectral_reapers", "go",
    "lasca", "pig", "oware", "draughts", "amazons", "nine_mens_morris", "quarto", "crazyhouse", "einstein",
)  # fmt: skip


def beside(name: str, unit: Unit) -> None:
    """Depth after depth: by layers; depth first with positions; sequences alone."""
    start = Game.load(name).start(seed=4)
    native = start.game.native
    assert native is not None
    for layered in native.perft(start._stop, 12, unit, None, 2 << 30):
        args = start._stop, -1, layered.depth, unit
        assert native.sequences(*args, True, 64 << 20) == layered
        assert native.sequences(*args, False, 64 << 20) == Depth(layered.depth, layered.sequences, None, None)
        if layered.sequences > ENOUGH:
            break


@pytest.mark.parametrize(("unit", "name"), daily(product(["turns", "plies"], GAMES), 3))
def test_depth_first_comes_to_the_same_as_by_layers(name: str, unit: Unit) -> None:
    if name == "pig" and unit == "turns":
        pytest.skip("a turn has more ways than 63 bits can tell")
    beside(name, unit)


@pytest.mark.parametrize(("unit", "name"), daily(product(["turns", "plies"], ["tictactoe", "sparks", "einstein"]), 3))
def test_behind_each_first_move(name: str, unit: Unit) -> None:
    start = Game.load(name).start(seed=4)
    kept = dict(divide(start, 2, unit))
    alone = dict(divide(start, 2, unit, jobs=2, positions=False))
    assert {move: found.sequences for move, found in alone.items()} == {m: f.sequences for m, f in kept.items()}
    assert {found.positions for found in alone.values()} == {None}


def test_chess_to_five_turns() -> None:
    """https://www.chessprogramming.org/Perft_Results"""
    game = Game.load("chess")
    counted = [d.sequences for d in perft(game.start(), 5, positions=False, workers=threads(game, 2))]
    assert counted == [20, 400, 8_902, 197_281, 4_865_609]


def test_positions_are_dropped_where_they_find_no_room() -> None:
    found = list(perft(Game.load("chess").start(), 4, memory=20 << 20))
    assert [d.sequences for d in found] == [20, 400, 8_902, 197_281]
    assert [d.positions for d in found[:3]] == [20, 400, 8_902]
    assert found[3].positions is None and found[3].ended is None


def test_hashes_take_over_where_states_find_no_room() -> None:
    """Connect Four's positions by the number of discs, https://oeis.org/A212693; 184,275 states don’t fit in 24 MB."""
    found = list(perft(Game.load("connect_four").start(), 8, memory=24 << 20))
    assert [d.positions for d in found] == [7, 49, 238, 1_120, 4_263, 16_422, 54_859, 184_275]


def test_too_great_a_number_is_counted_by_the_reference_and_that_is_said() -> None:
    told: list[str] = []
    depths = list(perft(Game.parse(ENDLESS).start(), 42, positions=False, note=told.append))
    assert [d.sequences for d in depths] == [3**n for n in range(1, 43)]
    assert len(told) == 3 and all("reference interpreter" in text for text in told)  # 3 to the power of 40 has 64 bits


def lasts(name: str) -> list[bool]:
    graph = Game.load(name).machine.graph
    turn = set(graph.reached([graph.turn], graph.successors))
    return [graph.is_last(i) for i in turn if isinstance(graph.nodes[i], Ask | Fork)]


def test_it_is_known_which_decisions_complete_a_turn() -> None:
    assert lasts("tictactoe") == [True]
    assert False in lasts("sparks")  # a spark is thrown first
    assert lasts("pig") == [False, False] or False in lasts("pig")  # who rolls may go on


def fuel(name: str, job: str, *calls: tuple[Any, ...]) -> int:
    """Instructions that calls of a job take; `...` stands for the record of the game's start."""
    game = Game.load(name)
    compiled = compile_model(game.model, (job,))
    config = wasmtime.Config()
    config.consume_fuel = True
    engine = wasmtime.Engine(config)
    store = wasmtime.Store(engine)
    store.set_fuel(1 << 60)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, compiled.binary), []).exports(store)
    stop = game.start()._stop
    exports["memory"].write(store, compiled.record.encode(stop.place, list(stop.values)), compiled.work)
    for function, *arguments in calls:
        assert exports[function](store, *(compiled.work if one is ... else one for one in arguments)) == 0
    return (1 << 60) - store.get_fuel()


def fuel_depth_first(depth: int, position_bits: int) -> int:
    """Instructions that a count in chess takes."""
    return fuel("chess", "sequences", ("sequences_start", 12, position_bits), ("sequences", ..., -1, depth, 1))


def test_the_last_ply_is_counted_without_being_played() -> None:
    """With positions each of the 8,902 sequences is played to its end; else only the 400 of two turns."""
    assert fuel_depth_first(3, 16) > 5 * fuel_depth_first(3, 0)


def test_where_a_sequence_ends_its_options_are_not_counted() -> None:
    """By layers all options of the last states are counted, and each is looked at for what it leads to."""
    layers = fuel("chess", "perft", ("perft_start", ..., -1, 1 << 40), *3 * [("perft_next", 1, 1 << 40)])
    assert fuel_depth_first(3, 16) < layers / 2


def test_chess_told_apart() -> None:
    """https://www.chessprogramming.org/Perft_Results: 8 mates. With their past, all positions are different."""
    *_, last = perft(Game.load("chess").start(), 4)
    assert last == Depth(4, 197_281, 197_281, 8)
