"""What a compiled ruleset provides, `run`, for toy games of three functions each."""

from __future__ import annotations

from interpreter.graph.abi import DECISIONS, ENDED, PLIES, ROLL, STOP, TRACING, TURNS
from interpreter.native.kernel_compiler.intrinsics import job, load64, shr_u, store32, store64
from interpreter.native.kernel_compiler.parameters import FACTOR, KEY, OUT, SIZE, TRACE
from interpreter.native.kernels.chance import GAMMA, mix, pick


def options(record: int) -> int:
    """How many there are; sets STOP, and at the end the result."""
    raise NotImplementedError


def apply(record: int, k: int) -> None:
    """Take one."""
    raise NotImplementedError


def describe(record: int, k: int) -> int:
    """What one chooses, as one number."""
    raise NotImplementedError


@job
def run(record: int, budget: int, option: int, key: int, limit: int) -> int:
    plies = 0
    while True:
        n = options(record)
        if n <= 0 or budget == 0 or load64(record, TURNS) >= limit:
            if n == 0:
                store64(record, STOP, ENDED)
            return n
        k = option
        if budget < 0:
            store64(OUT, 0, load64(record, STOP))
            store64(OUT, 8, 1)
            store64(OUT, 16, describe(record, k))
            return n
        if option < 0:
            key += GAMMA
            k = pick(mix(key), n)
        budget -= 1
        store64(record, PLIES, load64(record, PLIES) + 1)
        store64(record, DECISIONS, load64(record, DECISIONS) + (load64(record, STOP) != ROLL))
        if limit == TRACING:
            note(record, k, plies)
            plies += 1
        apply(record, k)


def note(record: int, k: int, plies: int) -> None:
    stop, me = load64(record, STOP), load64(record, KEY + 8)
    number = ((stop ^ describe(record, k)) * FACTOR ^ me) * FACTOR
    store32(TRACE + 4 * plies, 0, -1 if stop == ROLL else shr_u(number, 48) | me << 16)


def size_of(record: int) -> int:
    return SIZE


@job
def pack(record: int, to: int) -> None:
    for at in range(STOP, SIZE, 8):
        store64(to + at - STOP, 0, load64(record + at))


@job
def unpack(packed: int, record: int) -> None:
    for at in range(STOP, SIZE, 8):
        store64(record + at, 0, load64(packed + at - STOP))


@job
def looked_up(record: int) -> int:
    """There is no table."""
    return record - record


def standings(record: int) -> int:
    """Toys rank nobody."""
    return 0
