"""How much a search may still look at, whether it had to give up, and whether it left anything out."""

from __future__ import annotations

from interpreter.graph.abi import GIVEN_UP
from interpreter.native.kernel_compiler.intrinsics import job, load64
from interpreter.native.kernels.areas import SCRATCH

FAILED = -(1 << 62)
"""The value where a search can't go on; `failed` says why."""

HALT = SCRATCH
"""A word by which the host, from another thread, has a search given up; it clears it, too."""
EFFORT_END = SCRATCH + 64

failure: int = 0
allowed: int = 0
"""Positions that may still be searched."""
horizon: bool = False
"""Whether anything was left unsearched since this was last cleared."""


@job
def halt() -> int:
    """Where the word lies by which a search is given up."""
    return HALT


def begin_effort(positions: int) -> None:
    """So many positions may be searched from now on."""
    global failure, allowed
    failure, allowed = 0, positions


def spend() -> bool:
    """Take one of them; false if there is none left, and the search has failed."""
    global allowed, failure
    if allowed <= 0 or is_given_up():
        failure = GIVEN_UP
        return False
    allowed -= 1
    return True


def is_given_up() -> bool:
    """Whether the host has the search given up."""
    return load64(HALT) != 0


def unspent() -> int:
    """How many are left."""
    return allowed


def fail(why: int) -> int:
    """Give up."""
    global failure
    failure = why
    return FAILED


def failed() -> int:
    """Why the search can't go on, or 0."""
    return failure


def cut_off() -> bool:
    """Whether anything was left unsearched since this was last asked or told."""
    return horizon


def tell_cut_off(is_cut_off: bool) -> None:
    """Say whether anything was left unsearched."""
    global horizon
    horizon = is_cut_off
