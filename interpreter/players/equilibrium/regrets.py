"""CFR+ on a game in sequence form, in a module without any rules (`native/kernels/regret.py`)."""

from __future__ import annotations

import time
from array import array
from collections.abc import Sequence

from interpreter.errors import UnsolvedError
from interpreter.native.host.running import Running
from interpreter.native.kernels import sides
from interpreter.native.kernels_only import kernels
from interpreter.players.equilibrium.sequence_form import SequenceForm

PATIENCE_SECONDS = 0.05
"""So long a call takes about, so that Ctrl-C is heard."""
ALL = (1 << 32) - (1 << 16)


class Regrets:
    """What both players regret, and the strategies that follow; for one thread at a time."""

    def __init__(self, form: SequenceForm) -> None:
        """Raises UnsolvedError where there is no room."""
        self.form = form
        self._module = Running(kernels("regret"))
        self._module.call("limit_memory", ALL)
        sizes = [number for side in form.sides for number in (len(side.keys), side.sequences)]
        at = self._module.call("regret_room", *sizes, form.ends)
        if at == 0:
            raise UnsolvedError(f"there is no memory for {form.ends:,} ends of the game")
        self._module.write(at, bytes(form.entries))
        for me, side in enumerate(form.sides):
            self._module.write(self._part(me, sides.PARENTS), side.parents.tobytes())
            self._module.write(self._part(me, sides.FIRSTS), side.firsts.tobytes())
        self.entries: int = self._module.call("regret_begin")
        """How many pairs of sequences the matrix holds."""
        self.iterations = 0
        self._chunk = 1

    def _part(self, me: int, part: int) -> int:
        at: int = self._module.call("side_part", me, part)
        return at

    def iterate(self, count: int) -> None:
        """So many iterations more. Ctrl-C leaves it between two of them."""
        end = self.iterations + count
        while self.iterations < end:
            began = time.perf_counter()
            self.iterations = self._module.call("regret_iterate", min(self._chunk, end - self.iterations))
            if time.perf_counter() - began < PATIENCE_SECONDS:
                self._chunk *= 2

    # ---- judging

    def judge_average(self) -> None:
        """From now on the average of all strategies is judged, which comes nearer and nearer to an equilibrium."""
        self._module.call("judge_average")

    def judge(self, strategies: Sequence[Sequence[float]]) -> None:
        """From now on these are judged: for both players how likely each option is, set by set."""
        for me, strategy in enumerate(strategies):
            self._module.write(self._part(me, sides.JUDGED) + 8, array("d", strategy).tobytes())
        self._module.call("judge")

    @property
    def judged(self) -> tuple[array[float], array[float]]:
        """What is judged."""
        first, second = (
            array("d", self._module.read(self._part(me, sides.JUDGED) + 8, 8 * (side.sequences - 1)))
            for me, side in enumerate(self.form.sides)
        )
        return first, second

    @property
    def worth(self) -> float:
        """What the first player wins on the average if both play what is judged."""
        worth: float = self._module.call("judged_worth")
        return worth

    @property
    def bounds(self) -> tuple[float, float]:
        """The game's value for the first player lies between these: what each of both is sure of by playing what is
        judged, whatever the other does."""
        return 0.0 - self._module.call("best_response", 1), self._module.call("best_response", 0)
