"""Chance, draw for draw as in `interpreter.graph.chance`."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import shr_u

GAMMA = 0x9E3779B97F4A7C15
"""What keys go up by: 2**64 over the golden ratio, odd (Steele, Lea and Flood 2014)."""


def mix(z: int) -> int:
    """The finalizer of SplitMix64."""
    z = (z ^ shr_u(z, 30)) * 0xBF58476D1CE4E5B9
    z = (z ^ shr_u(z, 27)) * 0x94D049BB133111EB
    return z ^ shr_u(z, 31)


def game_key(seed_key: int, number: int, lane: int) -> int:
    """Where the draws of a game begin, from what the seed alone comes to."""
    return mix(mix(seed_key + number * GAMMA + GAMMA) + lane + GAMMA)


def pick(bits: int, n: int) -> int:
    """One of 0 … n - 1, below 2**32: the upper half of the product, as if it had 128 bits."""
    low = shr_u((bits & 0xFFFFFFFF) * n, 32)
    return shr_u(shr_u(bits, 32) * n + low, 32)
