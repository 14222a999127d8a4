"""Two machines side by side: what tests and `gdl selftest` share."""

from interpreter.tools.lockstep import *  # noqa: F403
