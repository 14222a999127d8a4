"""Players by name: `random`, `mcts:1s`, `mcts:5000`, `mcts:1s/2` (threads), `careful:1s`, `alphabeta:4`, `level:3`,
`solved:FILE`, `mine.py:Greedy`; and programs of others, `uci:stockfish`, which only who runs this process can name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from gdl.text.suggest import did_you_mean
from gdl.text.visible import brief
from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.yaml_files import at_home
from interpreter.players.alphabeta import DEEPEST, AlphaBeta, Limit
from interpreter.players.game_clock import clock
from interpreter.players.guests import from_file
from interpreter.players.learnt import POLICY, UNTAUGHT, WEIGHTS
from interpreter.players.levels import at_level, number
from interpreter.players.mcts import Budget, Manner
from interpreter.players.measured import measured
from interpreter.players.player import Maker, Player, Seat, Uniform
from interpreter.players.searching import tree_search
from interpreter.players.solved import Solved, strategy_of
from interpreter.players.taught import FOLLOWS
from interpreter.players.tried import kept, note, tried
from interpreter.work.processors import processors

RANDOM = "random"
CHALLENGING = "mcts:1s"
"""Who sits where nobody is named and the rules name no opponent."""
LEVEL = "level"
SOLVED = "solved"
OPPONENT = "opponent"
"""The fact about a game by which its rules do."""
LONGEST_SECONDS = 3600
FILE = "@"
"""Before a file: a table of solved positions, `mcts:1s@FILE`, or values, `mcts:1s@FILE.weights`, `mcts:1s@none`;
a policy, `mcts:1s@FILE.policy`."""
MOST_ITERATIONS = 1_000_000_000
PROGRAMS = ("uci", "usi", "ucci", "xboard", "gtp")
"""Protocols: before the colon of a player that is a program, whose command stands behind it."""
PACES = ("time", "clock", "depth", "nodes")
"""Options of such a player that say how long it may think; all others are the program's own."""
ADMITTED: dict[str, Maker] = {}
"""Programs that whoever runs this process has named (`interpreter.bridges.programs.admit`). A name from anywhere else,
a record, a page, a ruleset, starts nothing."""


@dataclass(frozen=True)
class Kind:
    """A kind of player: examples of how it is asked for, and what makes one from what stands behind the colon.

    `searches`: whether it looks ahead, so that it can go by a clock, a table or learnt values; `threads`: whether it
    may think in several; `reads`: whether what stands behind the colon is a file; `valued`: whether it goes by learnt
    values where there are any.
    """

    examples: tuple[str, ...]
    maker: Callable[[str], Maker]
    searches: bool = False
    threads: bool = False
    reads: bool = False
    valued: bool = False


@dataclass(frozen=True)
class Spec:
    """A player's name in parts: its kind, or a Python file, what stands behind the colon, and behind the @, if there
    is one."""

    kind: str
    argument: str = ""
    file: str | None = None

    @staticmethod
    def of(text: str) -> Spec:
        """The parts of a name, which may be wrong in each of them."""
        plain, at, file = text.strip().partition(FILE)
        kind, _, argument = plain.partition(":")
        if at and kind in KINDS and KINDS[kind].searches:
            return Spec(kind, argument, file)
        kind, _, argument = text.strip().partition(":")
        return Spec(kind, argument)

    def __str__(self) -> str:
        behind = "" if self.file is None else FILE + self.file
        return f"{self.kind}:{self.argument}{behind}" if self.argument else self.kind + behind

    @property
    def is_python(self) -> bool:
        """Whether it is a class of one's own."""
        return self.kind.endswith(".py")

    @property
    def is_program(self) -> bool:
        """Whether it is a program of its own, with a protocol."""
        return self.kind in PROGRAMS

    @property
    def searches(self) -> bool:
        """Whether it looks ahead."""
        return self.kind in KINDS and KINDS[self.kind].searches

    @property
    def reads(self) -> bool:
        """Whether its argument is a file."""
        return self.kind in KINDS and KINDS[self.kind].reads

    @property
    def has_weights(self) -> bool:
        """Whether what stands behind the @ says by which values or policy to play, and is no table."""
        return self.file is not None and (self.file == UNTAUGHT or self.file.endswith((WEIGHTS, POLICY)))


def maker(spec: str) -> Maker:
    """What makes the player of this name; raises PlayerError."""
    parts = Spec.of(spec)
    if parts.is_program:
        return _admitted(spec)
    if parts.is_python:
        return from_file(at_home(parts.kind), parts.argument)
    if parts.kind not in KINDS:
        hint = did_you_mean(parts.kind, KINDS)
        raise PlayerError(f"there is no player `{spec}`{'; ' + hint if hint else ''}; there are {names()}")
    inner, file = KINDS[parts.kind].maker(parts.argument), parts.file
    if file is None:
        return inner
    if file.endswith(POLICY) and parts.kind != FOLLOWS:
        raise PlayerError(f"`{brief(spec)}`: a policy is for {FOLLOWS}")
    if file.endswith(WEIGHTS) and not KINDS[parts.kind].valued:
        valued = " and ".join(kind for kind, row in KINDS.items() if row.valued and row.searches)
        raise PlayerError(f"`{brief(spec)}`: learnt values are for {valued}")
    if parts.has_weights:
        return lambda seat: inner(replace(seat, weights=file))
    from interpreter.players.informed import with_table  # few have a table

    return with_table(inner, at_home(file))


def _admitted(spec: str) -> Maker:
    known = ADMITTED.get(spec.strip())
    if known is None:
        raise PlayerError(f"`{brief(spec)}` would start a program: only who types the command can name one")
    return known


def file_of(spec: str) -> str | None:
    """The file that a player is read from, or its table or values, at full length; None for those that need none."""
    parts = Spec.of(spec)
    name = parts.kind if parts.is_python else parts.argument if parts.reads else parts.file
    return None if not name or name == UNTAUGHT else str(at_home(name).absolute())


def at_full_length(spec: str) -> str:
    """The same player, whatever folder one is in."""
    path = file_of(spec)
    return spec if path is None else _with_file(spec, path)


def values_of(spec: str) -> str | None:
    """The file of the values that a player goes by, "" for those that are found for the rules; None if it needs none
    from there."""
    parts = Spec.of(spec)
    if parts.has_weights:
        return None if parts.file == UNTAUGHT else file_of(spec)
    return "" if parts.kind in KINDS and KINDS[parts.kind].valued else None


def with_values(spec: str, name: str) -> str:
    """The same player with its values under another name, if it names a file of them."""
    return _with_file(spec, name) if name and values_of(spec) else spec


def by_name(spec: str) -> str:
    """The same player for the eyes of others: its file without the folder it lies in."""
    parts = Spec.of(spec)
    if parts.is_program:
        command = parts.argument.partition(";")[0].split()
        return brief(f"{parts.kind}:{Path(command[0]).name if command else ''}")
    path = file_of(spec)
    return spec if path is None else _with_file(spec, Path(path).name)


def _with_file(spec: str, path: str) -> str:
    parts = Spec.of(spec)
    if parts.is_python:
        return str(replace(parts, kind=path))
    return str(replace(parts, argument=path) if parts.reads else replace(parts, file=path))


def make(spec: str, seat: Seat) -> Player:
    """Make the player with this name for a seat; raises PlayerError."""
    return maker(spec)(seat)


def opponent(game: Game) -> str:
    """Who sits where nobody is named: whom the rules name, whom measuring or a trial has found best, or a general one.
    Raises PlayerError.

    Rules come from strangers: they name one of the players that are here, never a file.
    """
    named = dict(game.facts).get(OPPONENT)
    if named is None:
        return measured(game) or tried(game) or CHALLENGING
    try:
        parts = Spec.of(named[0])
        if len(named) != 1 or parts.kind not in KINDS:
            raise PlayerError(f"it should be one of {names()}")
        if parts.file is not None or parts.reads:
            raise PlayerError("files are for those who play")
        if parts.kind == LEVEL or "+" in parts.argument:
            raise PlayerError("levels and clocks are for those who play")
        maker(named[0])
    except PlayerError as error:
        raise PlayerError(f"the rules of {game.title} name as opponent {', '.join(named)}: {error}") from None
    return named[0]


def is_untried(game: Game) -> bool:
    """Whether nobody knows the best opponent, and a trial could tell: not where information is hidden, as all kinds
    search in one way then. Raises PlayerError."""
    if game.model.hides or game.model.is_common or len(game.players) < 2:
        return False
    return OPPONENT not in dict(game.facts) and measured(game) is None and tried(game) is None


def recall(game: Game) -> bool:
    """Go by an earlier trial of these rules, if they need one, and its result was kept: for hosts that let people play.
    Gives whether a trial is still needed. Raises PlayerError."""
    if not is_untried(game):
        return False
    if (kind := kept(game)) is not None:
        note(game, kind)
    return kind is None


def informed(spec: str, table: str) -> str:
    """A player with a table of solved positions; itself if it has one, or looks at nothing."""
    parts = Spec.of(spec)
    if parts.file is not None or not parts.searches:
        return spec
    return str(replace(parts, file=str(at_home(table).absolute())))


def on_clock(spec: str, time: str) -> str:
    """A player that says no time of its own, with this one for its games; raises PlayerError."""
    parts = Spec.of(spec)
    clock(time)
    if parts.is_program:
        paced = any(text.partition("=")[0].strip() in PACES for text in parts.argument.split(";")[1:])
        return spec if paced else f"{spec};clock={time}"
    if parts.argument or not parts.searches:
        return spec
    return str(replace(parts, argument=time if "+" in time else f"{time}+0s"))


def with_threads(spec: str, threads: int) -> str:
    """The same player with so many threads, if it is one that can have several and doesn't say how many."""
    parts = Spec.of(spec)
    if threads == 1 or "/" in parts.argument or parts.kind not in KINDS or not KINDS[parts.kind].threads:
        return spec
    return str(replace(parts, argument=f"{parts.argument or '1s'}/{threads}"))


def without_threads(spec: str) -> str:
    """The same player as it is on machines that have fewer threads, or in a page."""
    parts = Spec.of(spec)
    if parts.kind not in KINDS or not KINDS[parts.kind].threads:
        return spec
    return str(replace(parts, argument=parts.argument.partition("/")[0]))


def names() -> str:
    """All kinds, by example."""
    return ", ".join(example for kind in KINDS.values() for example in kind.examples)


def _uniform(argument: str) -> Maker:
    if argument:
        raise PlayerError(f"`{RANDOM}` takes nothing behind a colon; there was `{argument}`")
    return Uniform


def _mcts(argument: str, manner: Manner = Manner.RANDOM) -> Maker:
    name = manner.player
    took, slash, threads = (argument or "1s").partition("/")
    count = _threads(name, argument, threads) if slash else 1
    if "+" in took:
        timed = Budget(clock=clock(took), threads=count)
        return lambda seat: tree_search(seat, timed, manner=manner)
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(s|ms)|(\d+)", took or "1s", re.ASCII)
    if not found or len(took) > 12:
        raise PlayerError(
            f"`{name}:{argument}`: what it may take is a time or a number of games: {name}:1s, {name}:5000, "
            f"{name}:5m+3s for a whole game; and behind a stroke the number of threads: {name}:1s/2"
        )
    if found[3]:
        budget = Budget(iterations=_number(f"{name}:{argument}", "iterations are", found[3]), threads=count)
    else:
        budget = Budget(_seconds(f"{name}:{argument}", found[1], found[2]), threads=count)
    return lambda seat: tree_search(seat, budget, manner=manner)


def _threads(name: str, argument: str, written: str) -> int:
    count = int(written) if written.isascii() and written.isdigit() and len(written) < 9 else 0
    most = processors()
    if not 1 <= count <= most:
        raise PlayerError(f"`{name}:{argument}`: threads are a number from 1 to {most}, as many as this machine has")
    return count


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
        limit = Limit(positions=_number(f"alphabeta:{argument}", "positions are", found[3]))
    else:
        limit = Limit(_number(f"alphabeta:{argument}", "how deep to look is a number", found[3], DEEPEST))
    return lambda seat: AlphaBeta(seat, limit)


def _number(spec: str, what: str, written: str, most: int = MOST_ITERATIONS) -> int:
    if not 1 <= int(written) <= most:
        raise PlayerError(f"`{spec}`: {what} from 1 to {most:,}")
    return int(written)


def _seconds(spec: str, number: str, unit: str) -> float:
    seconds = float(number) / (1000 if unit == "ms" else 1)
    if not 0 < seconds <= LONGEST_SECONDS:
        raise PlayerError(f"`{spec}`: the time is more than nothing and {LONGEST_SECONDS:,} s at most")
    return seconds


def _level(argument: str) -> Maker:
    named, colon, time = argument.partition(":")
    level, timed = number(named), clock(time) if colon else None

    def made(seat: Seat) -> Player:
        spec = opponent(seat.game)
        if timed is not None:
            kind = Spec.of(spec).kind
            spec = on_clock(kind if kind in SEARCHING else SEARCHING[0], time)
        return at_level(seat, level, spec, maker(spec), timed)

    return made


def _solved(argument: str) -> Maker:
    if not argument:
        raise PlayerError(f"`{SOLVED}`: behind the colon stands a file that `gdl solve --strategy FILE` has written")
    path = at_home(argument)
    strategy_of(path)
    return lambda seat: Solved(seat, path)


KINDS = {
    RANDOM: Kind((RANDOM,), _uniform),
    "mcts": Kind((CHALLENGING, "mcts:5000"), _mcts, searches=True, threads=True, valued=True),
    "careful": Kind(("careful:1s",), lambda argument: _mcts(argument, Manner.CAREFUL), searches=True, threads=True),
    "greedy": Kind(("greedy:1s",), lambda argument: _mcts(argument, Manner.GREEDY), searches=True, threads=True),
    "rave": Kind(("rave:1s",), lambda argument: _mcts(argument, Manner.RAVE), searches=True, threads=True),
    "alphabeta": Kind(("alphabeta:4", "alphabeta:1s"), _alphabeta, searches=True, valued=True),
    LEVEL: Kind(("level:3",), _level, valued=True),
    SOLVED: Kind(("solved:FILE",), _solved, reads=True),
}
"""Another player is one more entry."""
SEARCHING = tuple(name for name, kind in KINDS.items() if kind.searches)
"""Kinds that look ahead; the first is the general one."""
