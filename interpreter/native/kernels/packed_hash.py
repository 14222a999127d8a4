"""A number for some bytes, by which a table finds them."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import load8, load64, rotl, shr_u


def hash_of(packed: int, size: int) -> int:
    """A number for a packed record."""
    h = size
    for at in range(0, size - 7, 8):
        h = mixed(h, load64(packed + at))
    rest = 0
    for at in range(size & -8, size):
        rest = rest << 8 | load8(packed + at)
    h = mixed(h, rest)
    return (h ^ shr_u(h, 29)) * 0x2545F4914F6CDD1D >> 20


def mixed(h: int, word: int) -> int:
    """A word more of what is hashed."""
    h = (rotl(h, 23) ^ word) * 0x9FB21C651E98DF25
    return h ^ shr_u(h, 35)
