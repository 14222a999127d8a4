"""States packed: laid out again they are the same, states that differ are packed differently, and in how few bytes."""

from __future__ import annotations

import pytest
import wasmtime
from playing import load
from sample import rulesets

from interpreter import Game
from interpreter.graph.chance import Chance
from interpreter.graph.idle import idle_counters, past_is_idle
from interpreter.native.compile import compile_model
from interpreter.native.compiled import Plan
from interpreter.native.engine import engine
from interpreter.native.record import packing
from interpreter.players.forgetting import forgetting

FIRST_PAGE = 1 << 16


class Packer:
    """A game's functions that pack and unpack, at work on records from outside."""

    def __init__(self, game: Game) -> None:
        forgotten = forgetting(game.model)
        compiled = compile_model(game.model, ("solve",), forgotten.names)
        for function in compiled.module.functions:
            function.export = function.export or function.name in ("pack", "unpack")
        self.record, self.graph, self.names = compiled.record, compiled.graph, forgotten.names
        self.idle = [bound.variable for bound in forgotten.counters]
        self.store = wasmtime.Store(engine())
        instance = wasmtime.Instance(self.store, wasmtime.Module(engine(), compiled.module.encode()), [])
        self.exports = instance.exports(self.store)
        self.memory = self.exports["memory"]
        self.memory.grow(self.store, 64)
        self.at = FIRST_PAGE * (self.memory.size(self.store) - 48)

    def there_and_back(self, record: bytes) -> tuple[bytes, bytes]:
        """The packed bytes, and the record that is made of them."""
        packed, again = self.at + (16 << 16), self.at + (32 << 16)
        self.memory.write(self.store, record, self.at)
        self.memory.write(self.store, bytes(len(record)), again)
        self.exports["pack"](self.store, self.at, packed)
        self.exports["unpack"](self.store, packed, again)
        size = packing.size(packing.runs(self.record, self.graph, self.names))
        return (bytes(self.memory.read(self.store, packed, packed + size)),
                bytes(self.memory.read(self.store, again, again + len(record))))  # fmt: skip


@pytest.mark.parametrize("name", rulesets())
def test_states_of_random_games(name: str) -> None:
    game = load(name)
    packer = Packer(game)
    record = packer.record
    present = record.size if record.past is None else record.past.count
    seen: dict[bytes, bytes] = {}
    for number in range(3):
        state, chance = game.start(5, number), Chance(5, number)
        for ply in range(80):
            values = list(state._stop.values)
            for variable in packer.idle:  # they are left out
                values[record.layout.slot[variable]] = variable.initial
            held = record.encode(state._stop.place, values)[:present]
            packed, again = packer.there_and_back(held)
            assert again == held
            assert seen.setdefault(packed, held) == held
            if state.is_over:
                break
            state = state.play(state.draw(chance, ply))


@pytest.mark.parametrize(("name", "most"), [("connect_four", 13), ("nine_mens_morris", 13), ("dobutsu", 22)])
def test_states_take_few_bytes(name: str, most: int) -> None:
    """A bit or so for each place where a piece may stand, and some for what is remembered."""
    plan = Plan(load(name).model)
    assert packing.size(packing.runs(plan.record, plan.graph)) <= most


@pytest.mark.parametrize(
    ("name", "idle"), [("chess", True), ("dobutsu", True), ("brandubh", True), ("go", False)],
)  # fmt: skip
def test_whose_past_may_be_forgotten(name: str, idle: bool) -> None:
    """In Go a position may not come again, so that moves depend on the past; elsewhere it only draws."""
    assert past_is_idle(load(name).model) is idle


@pytest.mark.parametrize(
    ("name", "counters"),
    [("nine_mens_morris", {"quiet"}), ("international", {"quiet"}), ("spectral_reapers", set()),
     ("pig", set())],
)  # fmt: skip
def test_which_counters_may_be_forgotten(name: str, counters: set[str]) -> None:
    """Plies without a capture, after which a game is drawn; not turns after which somebody wins by points."""
    assert {variable.name for variable in idle_counters(load(name).model)} == counters


@pytest.mark.parametrize(
    "end",
    ["win me if n = 3", "draw if n < 3", "draw if n = 0", "draw if not n = 2", "win me if stuck\n  n = 0 if n = 2"],
)
def test_other_counters_may_not(end: str) -> None:
    text = 'game "N"\nplayers A, B\nboard grid(2, 2)\npieces man of player\ngame has n: 0..3\nturn\n  choose s in site'
    text += "\n"
    assert idle_counters(Game.parse(f"{text}  n += 1 if n < 3\nend\n  draw if n = 3").model) == frozenset()
    assert {v.name for v in idle_counters(Game.parse(f"{text}  n += 1\nend\n  draw if n = 3").model)} == {"n"}
    assert idle_counters(Game.parse(f"{text}  n += 1\nend\n  {end}").model) == frozenset()


@pytest.mark.parametrize(
    "end", ["win me if repeats(piece) = 1", "draw if not repeats(piece) = 1", "draw if repeats(piece) < 2"]
)
def test_other_ways_to_use_the_past_matter(end: str) -> None:
    text = f'game "Past"\nplayers A, B\nboard grid(2, 2)\npieces man of player\nturn\n  choose s in site\nend\n  {end}'
    assert not past_is_idle(Game.parse(text).model)
