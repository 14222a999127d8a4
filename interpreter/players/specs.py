"""Players by name: `random`, `mcts:1s`, `mcts:5000`, `careful:1s`, `alphabeta:4`, `level:3`, `mine.py:Greedy`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gdl.suggest import did_you_mean
from interpreter.game.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import at_home
from interpreter.players.alphabeta import DEEPEST, AlphaBeta
from interpreter.players.endgame import Informed, table_of
from interpreter.players.game_clock import clock
from interpreter.players.guests import from_file
from interpreter.players.levels import at_level, number
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.measured import measured
from interpreter.players.player import Maker, Player, Seat, Uniform

RANDOM = "random"
CHALLENGING = "mcts:1s"
"""Who sits where nobody is named and the rules name no opponent."""
LEVEL = "level"
OPPONENT = "opponent"
"""The fact about a game by which its rules do."""
LONGEST_SECONDS = 3600
TIMED = ("mcts", "careful")
"""Kinds that can go by the clock."""
SEARCHING = ("mcts", "careful", "alphabeta")
"""Kinds that may be given a table of solved positions: `mcts:1s@FILE`."""
TABLE = "@"
MOST_ITERATIONS = 1_000_000_000


@dataclass(frozen=True)
class Kind:
    """A kind of player: examples of how it is asked for, and what makes one from what stands behind the colon."""

    examples: tuple[str, ...]
    maker: Callable[[str], Maker]


def maker(spec: str) -> Maker:
    """What makes the player of this name; raises PlayerError."""
    plain, at, file = spec.partition(TABLE)
    if at and plain.partition(":")[0] in SEARCHING:
        inner, path = maker(plain), at_home(file)
        return lambda seat: Informed(seat, inner(seat), table_of(seat.game, path))
    name, _, argument = spec.strip().partition(":")
    if name.endswith(".py"):
        return from_file(at_home(name), argument)
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        raise PlayerError(f"there is no player `{spec}`{'; ' + hint if hint else ''}; there are {names()}")
    return KINDS[name].maker(argument)


def file_of(spec: str) -> str | None:
    """The file that a player is read from, at full length; None for those that are here."""
    name = spec.strip().partition(":")[0]
    return str(at_home(name).absolute()) if name.endswith(".py") else None


def at_full_length(spec: str) -> str:
    """The same player, whatever folder one is in."""
    plain, at, file = spec.partition(TABLE)
    if at and plain.partition(":")[0] in SEARCHING:
        return informed(plain, file)
    path = file_of(spec)
    return spec if path is None else path + "".join(spec.strip().partition(":")[1:])


def make(spec: str, seat: Seat) -> Player:
    """The player of this name for a seat; raises PlayerError."""
    return maker(spec)(seat)


def opponent(game: Game) -> str:
    """Who sits where nobody is named: whom the rules name, whom measuring has found best, or a general one. Raises
    PlayerError.

    Rules come from strangers: they name one of the players that are here, never a file.
    """
    named = dict(game.facts).get(OPPONENT)
    if named is None:
        return measured(game) or CHALLENGING
    try:
        if len(named) != 1 or named[0].partition(":")[0] not in KINDS:
            raise PlayerError(f"it should be one of {names()}")
        if named[0].partition(":")[0] == LEVEL or "+" in named[0]:
            raise PlayerError("levels and clocks are for those who play")
        maker(named[0])
    except PlayerError as error:
        raise PlayerError(f"the rules of {game.title} name as opponent {', '.join(named)}: {error}") from None
    return named[0]


def informed(spec: str, table: str) -> str:
    """A player with a table of solved positions; itself if it has one, or looks at nothing."""
    if TABLE in spec or spec.partition(":")[0] not in SEARCHING:
        return spec
    return f"{spec}{TABLE}{at_home(table).absolute()}"


def on_clock(spec: str, time: str) -> str:
    """A player that says no time of its own, with this one for its games; raises PlayerError."""
    kind, colon, _ = spec.partition(":")
    clock(time)
    return spec if colon or kind not in TIMED else f"{kind}:{time if '+' in time else time + '+0s'}"


def names() -> str:
    """All kinds, by example."""
    return ", ".join(example for kind in KINDS.values() for example in kind.examples)


def _uniform(argument: str) -> Maker:
    if argument:
        raise PlayerError(f"`{RANDOM}` takes nothing behind a colon; there was `{argument}`")
    return Uniform


def _mcts(argument: str, careful: bool = False) -> Maker:
    name, argument = "careful" if careful else "mcts", argument or "1s"
    if "+" in argument:
        timed = Budget(clock=clock(argument))
        return lambda seat: MonteCarlo(seat, timed, careful=careful)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)", argument, re.ASCII)
    if not found or len(argument) > 12:
        raise PlayerError(
            f"`{name}:{argument}`: what it may take is a time or a number of games: {name}:1s, {name}:5000, "
            f"{name}:5m+3s for a whole game"
        )
    if found[3]:
        iterations = int(found[3])
        if not 1 <= iterations <= MOST_ITERATIONS:
            raise PlayerError(f"`{name}:{argument}`: iterations are from 1 to {MOST_ITERATIONS:,}")
        budget = Budget(iterations=iterations)
    else:
        seconds = float(found[1]) / (1000 if found[2] == "ms" else 1)
        if not 0 < seconds <= LONGEST_SECONDS:
            raise PlayerError(f"`{name}:{argument}`: the time is more than nothing and {LONGEST_SECONDS:,} s at most")
        budget = Budget(seconds)
    return lambda seat: MonteCarlo(seat, budget, careful=careful)


def _alphabeta(argument: str) -> Maker:
    argument = argument or "4"
    depth = int(argument) if argument.isascii() and argument.isdigit() and len(argument) < 5 else 0
    if not 1 <= depth <= DEEPEST:
        raise PlayerError(f"`alphabeta:{argument}`: how deep to look is a number from 1 to {DEEPEST}: alphabeta:4")
    return lambda seat: AlphaBeta(seat, depth)


def _level(argument: str) -> Maker:
    level = number(argument)

    def made(seat: Seat) -> Player:
        spec = opponent(seat.game)
        return at_level(seat, level, spec, maker(spec))

    return made


KINDS = {
    RANDOM: Kind((RANDOM,), _uniform),
    "mcts": Kind((CHALLENGING, "mcts:5000"), _mcts),
    "careful": Kind(("careful:1s",), lambda argument: _mcts(argument, careful=True)),
    "alphabeta": Kind(("alphabeta:4",), _alphabeta),
    LEVEL: Kind(("level:3",), _level),
}
"""Another player is one more entry."""
