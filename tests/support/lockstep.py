"""Two machines side by side: what tests and `gdl selftest` share."""

from interpreter.lab.tools.lockstep import *  # noqa: F403
