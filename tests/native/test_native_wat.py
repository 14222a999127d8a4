"""The text form says the same as the bytes: read back by wasmtime's own parser, it plays the same games."""

from __future__ import annotations

from typing import Any

import pytest
import wasmtime

from interpreter import Game
from interpreter.graph.abi import REPORT_WORDS
from interpreter.graph.chance import seed_key
from interpreter.native.compile import PLAYING, compile_model
from interpreter.native.module.wat import text


def played(code: bytes, players: int) -> tuple[int, ...]:
    """What fifty random games report, in an engine of their own."""
    engine = wasmtime.Engine()
    store = wasmtime.Store(engine)
    exports: Any = wasmtime.Instance(store, wasmtime.Module(engine, code), []).exports(store)
    key = seed_key(11)
    assert exports["playouts"](store, 0, key - (key >> 63 << 64), 0, 50, 100_000) == 0
    at, size = exports["report"](store), 8 * (REPORT_WORDS + 4 * players**3)
    held = exports["memory"].read(store, at, at + size)
    return tuple(int.from_bytes(held[i : i + 8], "little", signed=True) for i in range(0, size, 8))


@pytest.mark.parametrize("name", ["sparks", "big_balls", "fire_and_ice", "spectral_reapers", "hex", "draughts", "pig"])
def test_text_and_bytes_are_the_same_module(name: str) -> None:
    game = Game.load(name)
    compiled = compile_model(game.model)
    ours = played(compiled.binary, len(game.players))
    assert ours[0] == 50
    assert played(bytes(wasmtime.wat2wasm(text(compiled.module))), len(game.players)) == ours


SEARCHES = [("mcts", "hints"), ("alphabeta",), ("solve",), ("mcts", "hints", "alphabeta", "solve")]


@pytest.mark.parametrize("jobs", SEARCHES, ids="+".join)
def test_searches_have_a_text_form_too(jobs: tuple[str, ...]) -> None:
    module = compile_model(Game.load("tictactoe").model, (*PLAYING, *jobs)).module
    wasmtime.Module.validate(wasmtime.Engine(), wasmtime.wat2wasm(text(module)))


def test_compiling_is_the_same_each_time() -> None:
    first, second = (compile_model(Game.load("sparks").model).binary for _ in range(2))
    assert first == second
