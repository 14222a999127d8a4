"""Both backends side by side: what tests and `gdl selftest` share."""

from interpreter.native.lockstep import *  # noqa: F403
