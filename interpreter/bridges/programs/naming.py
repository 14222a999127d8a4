"""How a program is named at the command line, and how long it may think:

    uci:stockfish;UCI_Elo=1350;Skill Level=3;time=500ms
    gtp:gnugo --mode gtp --level 5

Before the colon stands the protocol, behind it the command; options follow behind semicolons. `time`, `clock`, `depth`
and `nodes` are for us, all others for the program.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping
from dataclasses import dataclass, field

from gdl.text.visible import brief
from interpreter.errors import PlayerError
from interpreter.players.game_clock import UNITS, Clock, clock
from interpreter.players.specs import PACES, PROGRAMS

USUAL = 1.0
"""Seconds for a move where nothing is said."""
LONGEST = 3600.0


@dataclass(frozen=True)
class Pace:
    """How long a program may think: seconds for each move, a clock for the game, or so deep, or so many positions."""

    seconds: float | None = None
    clock: Clock | None = None
    depth: int = 0
    nodes: int = 0

    @property
    def is_said(self) -> bool:
        """Whether anything is."""
        return self != Pace()


@dataclass(frozen=True)
class Named:
    """A program as it was named: its protocol, the words of its command, what is set in it, and its pace."""

    protocol: str
    command: tuple[str, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    pace: Pace = field(default_factory=Pace)


def named(spec: str) -> Named:
    """The parts of `PROTOCOL:COMMAND;NAME=VALUE…`; raises PlayerError."""
    protocol, _, rest = spec.strip().partition(":")
    text, *settings = _parts(rest)
    try:
        command = shlex.split(text)
    except ValueError as problem:
        raise PlayerError(f"`{brief(spec)}`: {problem} in the command") from None
    if protocol not in PROGRAMS or not command:
        raise PlayerError(f"`{brief(spec)}`: a program is named as in uci:stockfish or gtp:gnugo --mode gtp")
    options: dict[str, str] = {}
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name or not (value.isprintable() and name.isprintable()):
            raise PlayerError(f"`{brief(spec)}`: behind a semicolon stands an option, as in UCI_Elo=1350 or "
                              f"time=500ms, not `{brief(setting)}`")  # fmt: skip
        options[name] = value
    ours = {name: options.pop(name) for name in PACES if name in options}
    return Named(protocol, tuple(command), options, _pace(spec, ours))


def _parts(text: str) -> list[str]:
    """Split at semicolons, but for those within quotes."""
    parts, quote = [""], ""
    for c in text:
        if c == ";" and not quote:
            parts.append("")
            continue
        quote = "" if c == quote else c if not quote and c in "'\"" else quote
        parts[-1] += c
    return parts


def _pace(spec: str, said: Mapping[str, str]) -> Pace:
    if len(said) > 1:
        raise PlayerError(f"`{brief(spec)}`: say one of {', '.join(said)}")
    for name, value in said.items():
        if name == "clock":
            return Pace(clock=clock(value))
        if name == "time":
            return Pace(seconds=_seconds(spec, value))
        if not re.fullmatch(r"[1-9]\d{0,8}", value, re.ASCII):
            raise PlayerError(f"`{brief(spec)}`: {name} is a number from 1 on, not `{brief(value)}`")
        return Pace(depth=int(value)) if name == "depth" else Pace(nodes=int(value))
    return Pace()


def _seconds(spec: str, value: str) -> float:
    found = re.fullmatch(r"(\d{1,6}(?:\.\d{1,6})?)(ms|s|m)", value, re.ASCII)
    seconds = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0.0 < seconds <= LONGEST:
        raise PlayerError(f"`{brief(spec)}`: time is that of a move: 1s, 500ms; an hour at most")
    return seconds
