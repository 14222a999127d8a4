"""Chance: a counter-based generator, the same on every backend, in every process, on every machine.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). A seed,
a game's number and a lane give a key; the draw with number `count` is the mixed value of
``key + (count + 1) * GAMMA``, so that any draw can be made without those before it. Among n things it picks
``value * n >> 64``; no thing is favoured by more than one part in 2**64 / n. Where one draw may have to be made
several times, the values after the first are mixed from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

GAMMA = 0x9E3779B97F4A7C15
MASK = (1 << 64) - 1
PLAY, SETUP = 0, 1
"""Lanes: draws for moves and dice while playing, and draws for the set-up."""


def mix(z: int) -> int:
    """The finalizer of SplitMix64, on 64 bits."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def another(bits: int) -> int:
    """The value that follows one, where the same draw is made again."""
    return mix(bits + GAMMA & MASK)


def seed_key(seed: int) -> int:
    """What a seed alone comes to. Seeds of any size and sign are folded into 64 bits."""
    key = 0
    while True:
        key = mix((key + (seed & MASK) + GAMMA) & MASK)
        seed >>= 64
        if seed in (0, -1):
            return key


def signed(word: int) -> int:
    """The lower 64 bits as a number with a sign, as compiled rules take words."""
    word &= MASK
    return word - (word >> 63 << 64)


@dataclass(frozen=True)
class Chance:
    """All draws of game `number` of `seed`."""

    seed: int
    number: int = 0
    lane: int = PLAY

    @cached_property
    def key(self) -> int:
        """Where this game's draws begin."""
        key = mix((seed_key(self.seed) + (self.number & MASK) * GAMMA + GAMMA) & MASK)
        return mix((key + self.lane + GAMMA) & MASK)

    def bits(self, count: int) -> int:
        """The draw with this number: 64 bits."""
        return mix((self.key + (count + 1) * GAMMA) & MASK)

    def pick(self, n: int, count: int) -> int:
        """One of 0 … n - 1, as the draw with this number has it."""
        return self.bits(count) * n >> 64
