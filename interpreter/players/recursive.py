"""Bounds of what positions are worth where play with chance may go on for ever (`native/kernels/recursive/`)."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from interpreter.work.engine import patiently

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.running import Running

T = TypeVar("T")

CLOSE = 1e-9
"""Bounds that are no farther from each other, in parts of the span of results, are taken for one value."""
WORK = 2_000_000_000
"""Looks at an option in the sweeps for each player, after which the bounds stay what they are."""
AGREEING = 1e-7
ROUNDING = 1e-13
"""More than what rounding may have changed in the values that others begin with, in parts of the span."""
CALL = 20_000_000
"""The same for a single call."""
QUICK = 100_000
"""Up to so many, Ctrl-C may wait for a call."""
GUESSING, TRYING = 1_000_000, 1_000_000
"""What the first plan of a block may take, and what sweeps may take before another way is tried, if there is one."""
COSTS = (1e-15, 1e-14, 1e-13, 1e-12)
"""What a ply may cost in that other way, in parts of the span of results."""
MOST_PLANS = 60
BLOCK = 1 << 21
"""Bytes that are handed on at once, as in `native/kernels/rest.py`."""
RESULT = 16
"""Bytes of what is found about a position."""


@dataclass(frozen=True)
class Bounds:
    """What the first position is worth to the first player, at least and at most."""

    least: float
    most: float
    says_something: bool
    """Whether they are nearer each other than the best and the worst end."""
    agree: bool
    """Whether the bounds of all positions are so near each other that what lies halfway is in keeping with what lies
    halfway in those behind them."""


class _Sweeps:
    """How many sweeps there may still be."""

    def __init__(self, is_late: Callable[[], bool], report: Callable[[str], None]) -> None:
        self._left, self._options, self._is_late, self.report = WORK, 1, is_late, report

    def within(self, options: int) -> _Sweeps:
        """From now on in a block with so many options."""
        self._options = options
        return self

    @property
    def goes_on(self) -> bool:
        """Whether there may be more."""
        return self._left > 0 and not self._is_late()

    def call(self, work: Callable[[], T], times: int = 1) -> T:
        """Look so many times at all options of the block."""
        return work() if times * self._options < QUICK else patiently(work)

    def run(self, sweep: Callable[[int], float], near: float, most: int = WORK) -> float:
        """Call a job that makes so many sweeps, until what it gives is near nothing, or no more may be made, or `most`
        looks at options have been taken. Gives what it gave last."""
        times, gap, until = 1, math.inf, self._left - most
        while self.goes_on and self._left > until and gap > near:
            self._left -= times * self._options
            gap = self.call(partial(sweep, times), times)
            times = min(2 * times, max(CALL // self._options, 1))
            if times * self._options > QUICK:
                self.report(f"bounds {gap:.1e} from each other, {self._left / WORK:.0%} of all work left")
        return gap


def bounded(
    instance: Instance, module: Running, is_mirrored: bool, is_late: Callable[[], bool], report: Callable[[str], None]
) -> Bounds | None:
    """Find bounds for all positions that got no value, once they are numbered (`rest_begin`), and write them into the
    instance, halfway. `module` has the kernels for that, and memory of its own. None if there is no room.
    `is_mirrored`: whether positions with the players exchanged count as one; `is_late`: whether it is time to stop."""
    found = _found(instance, module, is_mirrored, is_late, report)
    if found is None:
        instance.call("rest_forget")
    return found


def _found(
    instance: Instance, module: Running, is_mirrored: bool, is_late: Callable[[], bool], report: Callable[[str], None]
) -> Bounds | None:
    """The same, without cleaning up."""
    nodes, options = instance.call("rest_count"), instance.call("rest_options_count")
    if not module.call("recursive_room", nodes, options, int(is_mirrored)):
        return None
    at = module.call("recursive_block", BLOCK)
    if not at or not all(_taken(instance, module, at, mirror) for mirror in range(1 + is_mirrored)):
        return None
    span = both_sides(module, is_late, report)
    near = CLOSE * span
    least, most = module.call("recursive_lower", 0), module.call("recursive_upper", 0)
    found = Bounds(least - ROUNDING * span, most + ROUNDING * span, most - least < span, agree=False)
    if is_late():  # nothing else will be asked of it
        return found
    module.call("recursive_rank_begin")
    _until_none(module, _Sweeps(is_late, report).within(options), "recursive_rank")
    agree = module.call("recursive_vague", AGREEING * span) == 0
    _write(instance, module.call("recursive_result", near), module, nodes)
    return replace(found, agree=agree)


def both_sides(module: Running, is_late: Callable[[], bool], report: Callable[[str], None]) -> float:
    """Find bounds of all nodes that the module has taken in; gives how far the ends are from each other."""
    patiently(partial(module.call, "recursive_arrange"))
    _one_side(module, _Sweeps(is_late, report))
    module.call("recursive_exchange")
    return _one_side(module, _Sweeps(is_late, report))


def _taken(instance: Instance, module: Running, at: int, mirror: int) -> bool:
    """Hand all positions without a value on."""
    block = instance.call("rest_block")
    instance.call("rest_again")
    while (size := instance.call("rest_next")) > 0:
        module.write(at, instance.read(block, size))
        module.call("recursive_take", at, size, mirror)
    return bool(size == 0)


def _write(instance: Instance, source: int, module: Running, nodes: int) -> None:
    """Hand back what is known of them now."""
    block = instance.call("rest_block")
    instance.call("rest_again")
    for first in range(0, RESULT * nodes, BLOCK):
        size = min(BLOCK, RESULT * nodes - first)
        instance.write(block, module.read(source + first, size))
        instance.call("rest_put", size)


def _one_side(module: Running, sweeps: _Sweeps) -> float:
    """Find lower bounds for the player who is the first now; gives how far the ends are from each other."""
    span: float = module.call("recursive_begin")
    while (options := module.call("recursive_next")) and sweeps.goes_on:
        _one_block(module, sweeps.within(options), span)
        module.call("recursive_done")
    return span


def _one_block(module: Running, sweeps: _Sweeps, span: float) -> None:
    """The same for the nodes of one block."""
    near = CLOSE * span / 8
    sweeps.run(lambda times: float(module.call("recursive_guess", times)), near / 8, GUESSING)
    sweep = partial(_swept, module)
    for _ in range(MOST_PLANS):
        module.call("recursive_judge")
        _find_components(module, sweeps)
        if module.call("recursive_has_table"):
            if sweeps.run(sweep, near, TRYING) > near and not _is_solved(module, span):
                sweeps.run(sweep, near)
        else:
            sweeps.run(sweep, near)
        module.call("recursive_keep")
        if not sweeps.goes_on or not (module.call("recursive_improve") or _goes_round(module, sweeps)):
            break


def _is_solved(module: Running, span: float) -> bool:
    """Whether bounds are had by elimination."""
    return all(
        any(patiently(partial(module.call, "recursive_solve", cost * span, up)) for cost in COSTS) for up in (0, 1)
    )


def _swept(module: Running, times: int) -> float:
    """How far the bounds are from each other after some sweeps; nothing once they don't move any more."""
    gap: float = module.call("recursive_sweep", times)
    return gap if module.call("recursive_moved") else 0.0


def _find_components(module: Running, sweeps: _Sweeps) -> None:
    """Find the end components."""
    while True:
        _until_none(module, sweeps, "recursive_prune")
        if not module.call("recursive_components") or not module.call("recursive_prune"):
            return


def _goes_round(module: Running, sweeps: _Sweeps) -> bool:
    """Whether the plan goes round for ever where it did not before."""
    module.call("recursive_stay_begin")
    _until_none(module, sweeps, "recursive_stay_prune")
    return bool(module.call("recursive_stay"))


def _until_none(module: Running, sweeps: _Sweeps, job: str) -> None:
    """Call a job until it gives 0."""
    while sweeps.call(partial(module.call, job)):
        pass
