"""Both backends side by side: what tests and `gdl selftest` share."""

from interpreter.tools.native_lockstep import *  # noqa: F403
