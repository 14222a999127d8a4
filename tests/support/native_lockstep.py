"""Both backends side by side: what tests and `gdl selftest` share."""

from interpreter.lab.tools.native_lockstep import *  # noqa: F403
