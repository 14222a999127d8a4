"""Which program plays which ruleset, and how a spec such as `stockfish:1350` becomes a player of ours.

Programs are data: a line in PROGRAMS for each, a line in AGAINST for each match that is played when nothing is named.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from interpreter.bridges.programs import admit
from interpreter.bridges.programs.process import found
from interpreter.errors import PlayerError
from interpreter.players.levels import at_place, by_depth, leveled
from interpreter.players.player import Maker, Seat
from interpreter.players.specs import ADMITTED, opponent
from interpreter.players.specs import maker as own
from rivals.counting import Counting
from rivals.elsewhere import Elsewhere
from rivals.gnubg import Gnubg
from rivals.openspiel import TWINS, OpenSpiel
from rivals.openspiel import missing as openspiel_missing

PLACE, COUNTING = "place", "counting"


@dataclass(frozen=True)
class Rival:
    """A program: what is to be installed, which rulesets it plays, what makes a player of what is behind the colon."""

    program: str
    rulesets: tuple[str, ...]
    make: Callable[[Seat, str, float], Any]
    missing: Callable[[], str]
    """Why it can't play here, in a sentence; "" if it can."""


def _stockfish(elo: str, seconds: float) -> str:
    limits = f";UCI_LimitStrength=true;UCI_Elo={elo}" if elo else ""
    return f"uci:stockfish;Threads=1;Hash=16{limits};time={max(round(1000 * seconds), 1)}ms"


def _gnugo(level: str, _: float) -> str:
    return (f"gtp:gnugo --mode gtp --level {level or 1} --chinese-rules --never-resign --capture-all-dead "
            "--positional-superko")  # fmt: skip


def _named(spec: Callable[[str, float], str]) -> Callable[[Seat, str, float], Any]:
    """What makes the player that `gdl match` has under this name; we are who names it."""

    def made(seat: Seat, argument: str, seconds: float) -> Any:
        name = spec(argument, seconds)
        if name not in ADMITTED:
            admit(name)
        return own(name)(seat)

    return made


def _debian(program: str) -> Callable[[], str]:
    return lambda: "" if found(program) else f"{program} isn't installed (Debian: apt-get install {program})"


PROGRAMS = {
    "openspiel": Rival("pyspiel", tuple(TWINS), lambda seat, _, seconds: OpenSpiel(seat, seconds), openspiel_missing),
    "stockfish": Rival("stockfish", ("chess",), _named(_stockfish), _debian("stockfish")),
    "gnubg": Rival("gnubg", ("backgammon",), lambda seat, plies, _: Gnubg(seat, plies), _debian("gnubg")),
    "gnugo": Rival("gnugo", ("go",), _named(_gnugo), _debian("gnugo")),
}


@dataclass(frozen=True)
class Pair:
    """A ruleset, who plays it against ours, and with which of its options."""

    game: str
    rival: str
    options: Mapping[str, Any] = field(default_factory=dict)
    opening: int = 0
    """Plies that are drawn at random."""


AGAINST = (
    Pair("chess", "stockfish:1350", opening=2),
    Pair("chess", "stockfish:1600", opening=2),
    Pair("go", "gnugo:1", {"size": 9, "komi": 15}, 2),
    Pair("backgammon", "gnubg:0"),
    *(Pair(game, "openspiel", opening=2) for game in TWINS),
)


def seconds_of(think: str) -> float:
    """`1s`, `250ms` in seconds; raises ValueError."""
    for unit, factor in (("ms", 0.001), ("s", 1.0)):
        if think.endswith(unit):
            return float(think.removesuffix(unit)) * factor
    raise ValueError(think)


def missing(spec: str) -> str:
    """Why a player can't play here, in a sentence; "" if it can."""
    program = PROGRAMS.get(spec.partition(":")[0])
    return program.missing() if program else ""


def _elsewhere(spec: str, folder: str, seat: Seat) -> Any:
    """It has what a player has."""
    return Elsewhere(seat, spec, folder)


def _at_place(place: float, seat: Seat) -> Any:
    known = opponent(seat.game)
    return leveled(seat, at_place(place, deep=by_depth(seat.game, known)), known)


def maker(spec: str, seconds: float) -> Maker:
    """What makes the player of this name: a program, a player of ours or of another checkout (`FOLDER::mcts:1s`), the
    weaker player at a place on the scale of levels (`place:4.5`), or one that counts pieces so many turns ahead
    (`counting:2`). Raises PlayerError."""
    name, _, argument = spec.partition(":")
    if name == COUNTING:
        if not argument.isdecimal() or not int(argument):
            raise PlayerError(f"{spec} names no number of turns; write {COUNTING}:1 or {COUNTING}:2")
        return partial(Counting, int(argument))
    if name == PLACE:
        return partial(_at_place, float(argument))
    if "::" in spec:
        folder, _, there = spec.partition("::")
        return partial(_elsewhere, there, folder)
    if name not in PROGRAMS:
        return own(spec)
    rival = PROGRAMS[name]

    def made(seat: Seat) -> Any:
        if seat.game.name not in rival.rulesets:
            raise PlayerError(f"{name} plays {', '.join(rival.rulesets)}, not {seat.game.name}")
        return rival.make(seat, argument, seconds)

    return made
