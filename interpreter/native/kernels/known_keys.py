"""The keys of information states along a game, for who compares them with those of the reference interpreter."""

from __future__ import annotations

from interpreter.graph.abi import HUGE
from interpreter.native.kernel_compiler.intrinsics import job
from interpreter.native.kernel_compiler.parameters import run
from interpreter.native.kernels.areas import REPORT, ROOT, WORK
from interpreter.native.kernels.knowledge import begin_knowing, learn
from interpreter.native.kernels.records import duplicate


@job
def keys_start(record: int) -> int:
    """Begin at a record; the keys lie in the report, two words for each player. Gives how many options there are."""
    duplicate(ROOT, record)
    options = run(ROOT, 0, -1, 0, HUGE)
    if options >= 0:
        begin_knowing(ROOT, REPORT)
    return options


@job
def keys_play(option: int) -> int:
    """Take an option; gives how many options there are then, or a negative number as of `run`."""
    duplicate(WORK, ROOT)
    options = run(WORK, 1, option, 0, HUGE)
    if options < 0:
        return options
    status = learn(ROOT, option, WORK, REPORT)
    duplicate(ROOT, WORK)
    return status if status < 0 else options
