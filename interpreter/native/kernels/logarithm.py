"""The natural logarithm."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import bits, from_bits, shr_u


def log(x: float) -> float:
    """The natural logarithm of a number from 1 on, to five digits."""
    power = shr_u(bits(x), 52) - 1023
    part = from_bits(bits(x) & 0xFFFFFFFFFFFFF | 0x3FF0000000000000)
    s = (part - 1.0) / (part + 1.0)
    t = s * s
    return power * 0.6931471805599453 + 2.0 * s * (1.0 + t * (1 / 3 + t * (1 / 5 + t * (1 / 7 + t / 9))))
