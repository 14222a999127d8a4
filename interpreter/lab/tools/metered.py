"""Random games in rules that count their instructions: how much is played follows from the rules alone, and not from a
machine or its load."""

from __future__ import annotations

import wasmtime

from interpreter.cancellation import CancelToken
from interpreter.graph.chance import seed_key, signed
from interpreter.native.compile import Compiled
from interpreter.native.engine import counting

SAMPLE = 10
"""Random games from which the cost of a game is reckoned."""
PLIES = 20_000
"""They end here at the latest."""


class Metered:
    """A copy of compiled rules that counts instructions (wasmtime's "fuel"), and stops after `most` of them.

    `token` stops what runs, too.
    """

    def __init__(self, compiled: Compiled, most: int, token: CancelToken | None = None) -> None:
        engine = counting(token)
        self.most, self.store = most, wasmtime.Store(engine)
        if token is not None:
            self.store.set_epoch_deadline(1)
        self.store.set_fuel(most)
        exports = wasmtime.Instance(self.store, wasmtime.Module(engine, compiled.binary), []).exports(self.store)
        play, report, memory = exports["playouts"], exports["report"], exports["memory"]
        assert isinstance(play, wasmtime.Func) and isinstance(report, wasmtime.Func)
        assert isinstance(memory, wasmtime.Memory)
        self._play, self._report, self._memory = play, report, memory

    @property
    def spent(self) -> int:
        """The instructions so far."""
        return self.most - self.store.get_fuel()

    def play(self, seed: int, number: int, plies: int) -> bool:
        """Play a random game; whether it wasn't stopped midway."""
        try:
            self._play(self.store, 0, signed(seed_key(seed)), number, 1, plies)
        except (wasmtime.Trap, wasmtime.WasmtimeError):
            return False
        return True

    def report(self, count: int) -> list[int]:
        """The first words of what the last game came to (see `tally`)."""
        at = self._report(self.store)
        held = self._memory.read(self.store, at, at + 8 * count)
        return [int.from_bytes(held[i : i + 8], "little") for i in range(0, 8 * count, 8)]


def instructions_of_a_game(compiled: Compiled, token: CancelToken, most: int) -> float:
    """What a random game takes, on the average of a few; `most` + 1 if the first one takes more than `most`. Raises
    CancelledError."""
    rules, played = Metered(compiled, most, token), 0
    for number in range(SAMPLE):
        rules.play(0, number, PLIES)
        token.check()
        if rules.spent == most:
            break
        played += 1
    return rules.spent / played if played else most + 1.0
