"""Long work goes over to C by itself, where there is a C compiler and C is quicker.

Nobody waits for it, and nobody is told. What the cache holds is taken at once. Otherwise, when the work has gone on for
some seconds, a thread lets the compiler make a library, niced. Then the library and wasmtime do the same piece of work
in turns. If both come to the same and the library takes less time of a processor, whoever asks next gets the library.
Then it is the turn of the next compiler: no one is the best for all games. What came of it is kept beside the best
library, also that there is none, so that each module is tried once.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from threading import Lock, Thread
from typing import Any

from gdl import cache
from gdl.model.model import Model
from interpreter.graph.abi import HUGE
from interpreter.graph.chance import Chance, signed
from interpreter.native.compiled import Compiled
from interpreter.native.host.c_compiler import VARIABLE, Compiler, CompilerError, compilers
from interpreter.native.host.code_cache import KEPT, Made, Ready, kept_by_c, library_name, made_by_c
from interpreter.native.host.instance import Instance

AFTER = 10.0
"""Seconds for which the work has gone on before the compiler is started: it takes one to ten seconds of a processor."""
MARGIN = 1.05
"""Wasmtime takes so many times as long, or it isn't worth it."""
PAIRS, LEAST = 7, 0.02
"""So many times each does the piece of work, which takes wasmtime so many seconds at least."""
MOST_WORK = 1 << 20
PLIES = 300
"""Of a random game in a trial."""
ENDING = ".faster"

Sample = Callable[[Instance, int], Any]
"""Does an amount of work in an instance; gives what it comes to."""
Maker = Callable[[Compiled | Ready], Instance]


class Quicker:
    """The same module by C, once that is known to be quicker."""

    def __init__(
        self, wasm: Compiled | Ready, jobs: tuple[str, ...], made: Maker, sample: Sample,
        forgotten: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self._wasm, self._jobs, self._forgotten = wasm, jobs, forgotten
        self._made, self._sample = made, sample
        self._lock = Lock()
        self._found: Ready | None = None
        self._is_settled = False
        self._since = time.monotonic()
        if sys.platform == "darwin" and not os.environ.get(VARIABLE):
            self._is_settled = True  # there `cc` may open a window and ask whether to install a compiler
            return
        try:
            self._compilers = compilers()
            self._name = library_name(self._model, jobs, forgotten, *self._compilers) + ENDING
            self._look_up()
        except CompilerError:
            self._is_settled = True

    @property
    def _model(self) -> Model:
        return self._wasm.model

    def instead(self) -> Ready | None:
        """The module by C, if it is to be used. Whoever works long asks for it now and then."""
        with self._lock:
            if not self._is_settled and time.monotonic() - self._since > AFTER:
                self._is_settled = True
                Thread(target=self._try, daemon=True).start()
        return self._found

    def _look_up(self) -> None:
        """Take what the cache holds."""
        held = cache.kept(self._name)
        if held is None:
            return
        ratio, _, library = held.decode(errors="replace").partition(" ")
        is_quicker = _number(ratio) >= MARGIN
        self._found = kept_by_c(self._model, library) if is_quicker and library else None
        self._is_settled = not is_quicker or self._found is not None

    def _try(self) -> None:
        best, made = 0.0, None
        try:
            for one in self._compilers:
                ratio, by_c = self._tried(one)
                if by_c is not None and ratio > best:
                    best, made = ratio, by_c
                    self._found = by_c.ready if ratio >= MARGIN else None
        except Exception:
            if os.environ.get("GDL_DEBUG"):
                raise
            return  # such as too little memory: the work goes on without
        if made is not None and best >= MARGIN:
            made.keep()
        cache.keep(self._name, f"{best:.3f} {made.name if made else ''}".encode(), KEPT)

    def _tried(self, one: Compiler) -> tuple[float, Made | None]:
        """How many times a compiler's time wasmtime takes, and what that compiler has made; 0 if it fails."""
        try:
            by_c = made_by_c(self._model, self._jobs, self._forgotten, one, behind=True)
        except CompilerError:
            return 0.0, None
        return times_as_long(self._made(self._wasm), self._made(by_c.ready), self._sample), by_c


def times_as_long(one: Instance, other: Instance, sample: Sample) -> float:
    """How many times the other's time one takes for the same work: the median of some pairs; 0 if what they come to
    isn't the same."""
    amount = 1
    while _timed(one, amount, sample)[0] < LEAST and amount < MOST_WORK:
        amount *= 2
    found = []
    for i in range(PAIRS):
        order = (one, other) if i % 2 else (other, one)
        times = {id(instance): _timed(instance, amount, sample) for instance in order}
        (spent, result), (by_other, others) = times[id(one)], times[id(other)]
        if result != others:
            return 0.0
        found.append(spent / max(by_other, 1e-9))
    return sorted(found)[PAIRS // 2]


def _timed(instance: Instance, amount: int, sample: Sample) -> tuple[float, Any]:
    began = time.thread_time()
    result = sample(instance, amount)
    return time.thread_time() - began, result


def random_games(instance: Instance, count: int) -> list[tuple[int, bytes]]:
    """A piece of work for every module with rules: the statuses and last records of random games."""
    code = instance.compiled
    begin, found = instance.read(code.start, code.record.size), []
    for number in range(count):
        instance.write(code.work, begin)
        status = instance.run(code.work, PLIES, -1, signed(Chance(0, number).key), HUGE)
        found.append((status, instance.record(code.work)))
    return found


def _number(held: str) -> float:
    try:
        return float(held)
    except ValueError:
        return 0.0
