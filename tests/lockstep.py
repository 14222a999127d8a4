"""Two machines side by side: what tests and `gdl selftest` share."""

from interpreter.lockstep import *  # noqa: F403
