"""A stand-in for values that are learnt: pieces, counted by their owners."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load32, load64, popcount
from interpreter.native.kernel_compiler.parameters import CONTENTS, KEY

trained: int = 0


def evaluate(record: int, options: int) -> int:
    """The value for the player to move, in millionths."""
    me, total = load64(record, KEY + 8), 0
    words = load32(CONTENTS, 4)
    for slot in range(load32(CONTENTS)):
        at = record + load32(CONTENTS + 8 * slot, 8)
        owner, count = load32(CONTENTS + 8 * slot, 12), 0
        for j in range(words):
            count += popcount(load64(at + 8 * j))
        count = count * (1 + (slot // 2 if slot < 10 else 0))
        total += count if owner == me else -count if owner < 2 else 0
    return max(min(total * 20_000 + options * 100, 990_000), -990_000)


def is_trained() -> bool:
    """Whether there is anything to go by."""
    return trained != 0


@job
def set_trained(value: int) -> None:
    """Say whether there is."""
    global trained
    trained = value
