"""A ruleset's module in wasmtime: calls into it, and states in its memory."""

from __future__ import annotations

from interpreter.native.compiled import Compiled
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.running import Running


class Instance(Running):
    """One instance, for one thread at a time. Instances of one compiled ruleset share its code, not its memory.

    `call("playouts", …)` calls a job or another function of the module; those with a name of their own here are asked
    most often.
    """

    def __init__(self, compiled: Compiled | Ready) -> None:
        super().__init__(compiled.code, compiled.token, compiled.metered)
        self.compiled = compiled
        self.run = self.function("run")
        self._report: int | None = None

    def report(self, count: int) -> tuple[int, ...]:
        """The first words of what the last job reports."""
        if self._report is None:
            self._report = self.call("report")
        return self.words(self._report, count)

    def record(self, address: int) -> bytes:
        """A state's record from memory, its past included."""
        record = self.compiled.record
        head = self.read(address, record.size)
        if record.past is None:
            return head
        return head + self.read(address + record.size, record.past.bytes_of(head) - record.size)

    def described(self, address: int) -> tuple[int, list[int]]:
        """What an option is: the decision, and the values."""
        ask, n = self.words(address, 2)
        return ask, list(self.words(address + 16, n))
