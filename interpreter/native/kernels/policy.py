"""Where the host writes a learnt policy, and whether random games follow it."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import job, load32, store32
from interpreter.native.kernel_compiler.parameters import POLICY


@job
def policy_at() -> int:
    """Where the host writes a policy."""
    return POLICY


@job
def policy_ready(on: int) -> None:
    """Say whether to follow it."""
    store32(POLICY, 0, on)


def has_policy() -> bool:
    """Whether there is one to be followed."""
    return load32(POLICY) != 0
