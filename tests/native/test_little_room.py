"""Where addresses are limited (`ulimit -v`) compiled rules take fewer of them, and play the same; where there are too
few even so, a sentence says it."""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
from typing import Any

import pytest
import wasmtime

from interpreter import Game
from interpreter.lab.study.cost import cost
from interpreter.lab.tools.simulate import playouts
from interpreter.native import engine
from interpreter.native.host import running
from interpreter.native.host.instance import Instance
from interpreter.players.player import Seat
from interpreter.players.specs import make

GAME = "connect_four"
SCRIPT = """
import json, sys
sys.path.insert(0, "tests/native")
from test_little_room import figures
from interpreter.native.engine import room
print(json.dumps([room(), figures()]))
"""


def figures() -> list[object]:
    """What compiled rules, searches, and those who count say of a game."""
    game = Game.load(GAME)
    assert game.native is not None, game.not_compiled
    state = game.start(1)
    moves = [make(kind, Seat(game, "Red", 1)).choose(state).text for kind in ("mcts:50", "alphabeta:2", "careful:5")]
    found = cost(game, 1, 1_000)
    ends = [one.end.position() for one in playouts(game, 20, 1)]
    return [ends, moves, [found.instructions, found.decisions, found.turns]]


@pytest.mark.parametrize("kilobytes", [2_000_000, 4_000_000])
def test_the_same_where_addresses_are_limited(kilobytes: int) -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (kilobytes << 10, kilobytes << 10))

    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], preexec_fn=limit, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    room, found = json.loads(done.stdout)
    assert room < kilobytes << 10 < engine.WHOLE
    assert found == json.loads(json.dumps(figures()))


@pytest.mark.parametrize(("refusals", "works"), [(0, True), (2, True), (3, False)])
def test_what_the_kernel_refuses_for_a_moment_is_tried_again(
    monkeypatch: pytest.MonkeyPatch, refusals: int, works: bool
) -> None:
    game, left = Game.load("tictactoe"), [wasmtime.WasmtimeError("cannot add seals to the memfd")] * refusals
    assert game.native is not None
    made = wasmtime.Instance

    def busy(*given: Any) -> wasmtime.Instance:
        if left:
            raise left.pop()
        return made(*given)

    monkeypatch.setattr(wasmtime, "Instance", busy)
    with contextlib.nullcontext() if works else pytest.raises(running.NoMemoryError, match="cannot add seals"):
        Instance(game.native.ready)
    assert not left


def test_too_little_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game.load("tictactoe")
    assert game.native is not None

    def refused(*_: object) -> None:
        raise wasmtime.WasmtimeError("mmap failed to reserve 0x104000000 bytes\n\nCaused by:\n  Cannot allocate memory")

    monkeypatch.setattr(wasmtime, "Instance", refused)
    with pytest.raises(running.NoMemoryError, match=r"too little room .* \(mmap failed to reserve 0x104000000 bytes\)"):
        Instance(game.native.ready)
