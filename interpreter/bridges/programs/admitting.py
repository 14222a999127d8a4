"""Which programs may be started: those that whoever runs this process has named, and no others."""

from __future__ import annotations

import atexit

from interpreter.bridges.programs.naming import named
from interpreter.bridges.programs.process import end_all, found
from interpreter.bridges.programs.rival import Rival, Stable
from interpreter.errors import PlayerError
from interpreter.players import specs

atexit.register(end_all)


def admit(spec: str) -> None:
    """Let a program sit at boards by this name from now on; raises PlayerError if there is no such program.

    Call this only with what the person at the keyboard has typed: never with what a record, a page or a ruleset says.
    """
    one = named(spec)
    if found(one.command[0]) is None:
        raise PlayerError(f"`{spec}`: there is no program `{one.command[0]}` here")
    stable = Stable(one)
    specs.ADMITTED[spec.strip()] = lambda seat: Rival(seat, stable)
