"""Players by name: `random`, `mcts:1s`, `mcts:5000`, `mcts:1s/2` (threads), `careful:1s`, `alphabeta:4`, `level:3`,
`mine.py:Greedy`."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from gdl.suggest import did_you_mean
from interpreter.game.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import at_home
from interpreter.players.alphabeta import DEEPEST, AlphaBeta, Limit
from interpreter.players.game_clock import clock
from interpreter.players.guests import from_file
from interpreter.players.levels import at_level, number
from interpreter.players.mcts import Budget, MonteCarlo
from interpreter.players.measured import measured
from interpreter.players.player import Maker, Player, Seat, Uniform
from interpreter.players.search import UNTAUGHT
from interpreter.tools.processors import processors

RANDOM = "random"
CHALLENGING = "mcts:1s"
"""Who sits where nobody is named and the rules name no opponent."""
LEVEL = "level"
OPPONENT = "opponent"
"""The fact about a game by which its rules do."""
LONGEST_SECONDS = 3600
THREADED = ("mcts", "careful")
"""Those who may think in several threads."""
TIMED = ("mcts", "careful", "alphabeta")
"""Kinds that can go by the clock."""
SEARCHING = ("mcts", "careful", "alphabeta")
"""Kinds that may be given a table of solved positions, `mcts:1s@FILE`, or values: `@FILE.weights`, or `@none`."""
TABLE = "@"
WEIGHTS = ".weights"
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
        if _is_weights(file):
            return lambda seat: inner(replace(seat, weights=file))
        from interpreter.players.endgame import Informed, table_of  # few have a table

        return lambda seat: Informed(seat, inner(seat), table_of(seat.game, path))
    name, _, argument = spec.strip().partition(":")
    if name.endswith(".py"):
        return from_file(at_home(name), argument)
    if name not in KINDS:
        hint = did_you_mean(name, KINDS)
        raise PlayerError(f"there is no player `{spec}`{'; ' + hint if hint else ''}; there are {names()}")
    return KINDS[name].maker(argument)


def _is_weights(file: str) -> bool:
    """Whether what stands behind the @ says by which values to play, and is no table."""
    return file == UNTAUGHT or file.endswith(WEIGHTS)


def file_of(spec: str) -> str | None:
    """The file that a player is read from, or its table, at full length; None for those that need none."""
    if TABLE in spec and spec.partition(":")[0] in SEARCHING:
        if spec.partition(TABLE)[2] == UNTAUGHT:
            return None
        return str(at_home(spec.partition(TABLE)[2]).absolute())
    name = spec.strip().partition(":")[0]
    return str(at_home(name).absolute()) if name.endswith(".py") else None


def at_full_length(spec: str) -> str:
    """The same player, whatever folder one is in."""
    path = file_of(spec)
    if path is None:
        return spec
    plain, at, _ = spec.partition(TABLE)
    if plain.partition(":")[0] in SEARCHING:
        return plain + at + path
    return path + "".join(spec.strip().partition(":")[1:])


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
        if TABLE in named[0]:
            raise PlayerError("files are for those who play")
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
    return f"{spec.strip()}{TABLE}{at_home(table).absolute()}"


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
    name = "careful" if careful else "mcts"
    took, slash, threads = (argument or "1s").partition("/")
    count = _threads(name, argument, threads) if slash else 1
    if "+" in took:
        timed = Budget(clock=clock(took), threads=count)
        return lambda seat: MonteCarlo(seat, timed, careful=careful)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)", took or "1s", re.ASCII)
    if not found or len(took) > 12:
        raise PlayerError(
            f"`{name}:{argument}`: what it may take is a time or a number of games: {name}:1s, {name}:5000, "
            f"{name}:5m+3s for a whole game; and behind a stroke the number of threads: {name}:1s/2"
        )
    if found[3]:
        iterations = int(found[3])
        if not 1 <= iterations <= MOST_ITERATIONS:
            raise PlayerError(f"`{name}:{argument}`: iterations are from 1 to {MOST_ITERATIONS:,}")
        budget = Budget(iterations=iterations, threads=count)
    else:
        budget = Budget(_seconds(f"{name}:{argument}", found[1], found[2]), threads=count)
    return lambda seat: MonteCarlo(seat, budget, careful=careful)


def _threads(name: str, argument: str, written: str) -> int:
    count = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 0
    most = processors()
    if not 1 <= count <= most:
        raise PlayerError(f"`{name}:{argument}`: threads are a number from 1 to {most}, as many as this machine has")
    return count


def with_threads(spec: str, threads: int) -> str:
    """The same player with so many threads, if it is one that can have several and doesn't say how many."""
    plain, at, table = spec.strip().partition(TABLE)
    name, _, argument = plain.partition(":")
    if threads == 1 or name not in THREADED or "/" in argument:
        return spec
    return f"{name}:{argument or '1s'}/{threads}{at}{table}"


def without_threads(spec: str) -> str:
    """The same player as it is on machines that have fewer threads, or in a page."""
    plain, at, table = spec.partition(TABLE)
    return plain.partition("/")[0] + at + table if spec.partition(":")[0] in THREADED else spec


def _alphabeta(argument: str) -> Maker:
    argument = argument or "4"
    if "+" in argument:
        timed = Limit(clock=clock(argument))
        return lambda seat: AlphaBeta(seat, timed)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)(n?)", argument, re.ASCII)
    if not found or len(argument) > 12:
        raise PlayerError(
            f"`alphabeta:{argument}`: how far to look is a number of decisions from 1 to {DEEPEST}, a time, or a "
            "number of positions: alphabeta:4, alphabeta:1s, alphabeta:50000n"
        )
    if found[1]:
        limit = Limit(seconds=_seconds(f"alphabeta:{argument}", found[1], found[2]))
    elif found[4]:
        if not 1 <= int(found[3]) <= MOST_ITERATIONS:
            raise PlayerError(f"`alphabeta:{argument}`: positions are from 1 to {MOST_ITERATIONS:,}")
        limit = Limit(positions=int(found[3]))
    else:
        if not 1 <= int(found[3]) <= DEEPEST:
            raise PlayerError(f"`alphabeta:{argument}`: how deep to look is a number from 1 to {DEEPEST}: alphabeta:4")
        limit = Limit(int(found[3]))
    return lambda seat: AlphaBeta(seat, limit)


def _seconds(spec: str, number: str, unit: str) -> float:
    seconds = float(number) / (1000 if unit == "ms" else 1)
    if not 0 < seconds <= LONGEST_SECONDS:
        raise PlayerError(f"`{spec}`: the time is more than nothing and {LONGEST_SECONDS:,} s at most")
    return seconds


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
    "alphabeta": Kind(("alphabeta:4", "alphabeta:1s"), _alphabeta),
    LEVEL: Kind(("level:3",), _level),
}
"""Another player is one more entry."""
