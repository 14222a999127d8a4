"""Where the host writes a learnt policy, and whether searches and random games go by it."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load32, store32
from interpreter.native.kernel_compiler.parameters import POLICY


@job
def policy_at() -> int:
    """Where the host writes a policy."""
    return POLICY


@job
def policy_ready(on: int) -> None:
    """Say whether to go by it."""
    store32(POLICY, 0, on)


def has_policy() -> bool:
    """Whether there is one to go by."""
    return load32(POLICY) != 0


def is_followed() -> bool:
    """Whether random games follow it, too."""
    return load32(POLICY) != 0 and load32(POLICY, 12) != 0
