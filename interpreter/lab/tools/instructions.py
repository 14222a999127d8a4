"""What a random game takes, in instructions: so that how much is played follows from the rules alone, and not from the
machine or its load."""

from __future__ import annotations

from contextlib import suppress

import wasmtime

from interpreter.cancellation import CancelToken
from interpreter.graph.chance import seed_key
from interpreter.native.compile import Compiled
from interpreter.native.engine import counting

SAMPLE = 10
"""Random games from which the cost of a ply is reckoned."""
PLIES = 20_000
"""They end here at the latest."""


def instructions_of_a_game(compiled: Compiled, token: CancelToken, most: int) -> float:
    """What a random game takes, on the average of a few; `most` + 1 if the first one takes more than `most`.

    wasmtime counts the instructions ("fuel") in a copy of the rules made for that; the count depends on the rules
    alone. Raises CancelledError.
    """
    engine = counting(token)
    store = wasmtime.Store(engine)
    store.set_epoch_deadline(1)
    store.set_fuel(most)
    exports = wasmtime.Instance(store, wasmtime.Module(engine, compiled.binary), []).exports(store)
    playouts = exports["playouts"]
    assert isinstance(playouts, wasmtime.Func)
    played = 0
    for number in range(SAMPLE):
        with suppress(wasmtime.Trap, wasmtime.WasmtimeError):
            playouts(store, 0, seed_key(0), number, 1, PLIES)
        token.check()
        if not store.get_fuel():
            break
        played += 1
    return (most - store.get_fuel()) / played if played else most + 1.0
