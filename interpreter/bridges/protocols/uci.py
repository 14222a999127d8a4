"""UCI, the Universal Chess Interface, and its kin, USI for Shogi and UCCI for Xiangqi: a player of ours in a chess
program's window.

After Stefan Meyer-Kahlen's description of UCI (2006), Tord Romstad's of USI and Morning Yellow's of UCCI. The rules are
one ruleset's, whatever game that is: positions are in its own notation (FEN, if that is what it says), moves as `names`
has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from interpreter.bridges.formats.naming import uci_name
from interpreter.bridges.protocols import scores
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.sfen import to_fen
from interpreter.bridges.protocols.squares import squares
from interpreter.bridges.protocols.thinking import (
    Limits,
    Report,
    Search,
    Strength,
    compiled,
    playable,
    player_for,
)
from interpreter.bridges.protocols.window import window
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.alphabeta import DEEPEST
from interpreter.players.analysis import Option
from interpreter.players.levels import LEVELS
from interpreter.work.processors import processors

MOST_LINES = 64
LONGEST_WORD = 200
"""Characters of what is said that an answer repeats at most."""

Say = Callable[[str], None]
Load = Callable[[str], Game]


@dataclass(frozen=True)
class Dialect:
    """What UCI and USI say differently."""

    name: str
    drop: str
    position: str
    """What comes before a position in the rules' own notation."""
    nothing: str
    """Instead of a move, where there is none."""
    takes_turns: bool = False
    """Whether the clocks are Black's, who begins, and White's."""
    rows_from: int | None = None
    """The number of the lowest row, where squares aren't called as the rules call them."""
    is_bare: bool = False
    """Whether options, scores and the clock of who moves stand without the words that UCI has before them."""


UCI = Dialect("uci", "@", "fen", "0000")
USI = Dialect("usi", "*", "sfen", "resign", takes_turns=True)
UCCI = Dialect("ucci", "@", "fen", "nobestmove", rows_from=0, is_bare=True)
DIALECTS = {dialect.name: dialect for dialect in (UCI, USI, UCCI)}


@dataclass
class Engine:
    """One conversation. `say` is called with each line of an answer, from one thread at a time or another.

    `variants`: the rulesets that may be asked for by `UCI_Variant`, by the names that programs call them; `load` loads
    one.
    """

    game: Game
    say: Say
    dialect: Dialect = UCI
    strength: Strength = field(default_factory=Strength)
    variants: Mapping[str, str] = field(default_factory=dict)
    load: Load = Game.load

    def __post_init__(self) -> None:
        self._search: Search | None = None
        self._pondered: Limits | None = None
        self._unit = 1
        """Milliseconds of a number that is a time."""
        self._known: Mapping[str, Callable[[Sequence[str]], None]] = {
            self.dialect.name: self._greet, "isready": self._ready, "setoption": self._set, "ucinewgame": self._new,
            "usinewgame": self._new, "position": self._position, "go": self._go, "ponderhit": self._hit,
            "stop": self._stop, "gameover": self._stop, "d": self._show, "quit": self._stop,
        }  # fmt: skip
        self._begin()

    def _begin(self) -> None:
        self._state: State | None = self.game.start()
        self._window = window(self.game)
        self._told: tuple[str, tuple[str, ...]] = ("startpos", ())

    # ---- what is said to us

    def hear(self, line: str) -> bool:
        """Answer a line; whether to go on listening."""
        words = line.split()
        at = next((i for i, word in enumerate(words) if word in self._known), None)  # UCI: what is unknown is left out
        if at is None:
            if words and words[0] not in ("debug", "register"):
                self._info(f"nothing is known of `{line.strip()[:LONGEST_WORD]}`")
            return True
        self._known[words[at]](words[at + 1 :])
        if words[at] != "quit":
            return True
        if self.dialect.is_bare:
            self.say("bye")
        return False

    def _greet(self, _: Sequence[str]) -> None:
        self.say(f"id name gdl {self.game.title}")
        self.say("id author the authors of gdl and of the rules")
        own = uci_name(self.game.name)
        names = sorted({own, *self.variants})
        for option in (
            f"UCI_Variant type combo default {own} {' '.join(f'var {name}' for name in names)}",
            f"MultiPV type spin default {self.strength.lines} min 1 max {MOST_LINES}",
            f"Threads type spin default {self.strength.threads} min 1 max {processors()}",
            f"Level type spin default {self.strength.level} min 1 max {LEVELS}",
            "Ponder type check default false",
            *(["usemillisec type check default true"] if self.dialect.is_bare else ()),
        ):  # fmt: skip
            self.say(f"option {'' if self.dialect.is_bare else 'name '}{option}")
        self.say(f"{self.dialect.name}ok")

    def _ready(self, _: Sequence[str]) -> None:
        """Compile the rules before a clock counts, if nobody thinks yet."""
        if self._search is None:
            try:
                player = player_for(self.game, self.game.start(), Limits(), self.strength)
                compiled(self.game, player)
                player.close()
            except GameError as problem:
                self._info(str(problem))
        self.say("readyok")

    def _set(self, words: Sequence[str]) -> None:
        name, value = (words[0], " ".join(words[1:])) if self.dialect.is_bare and words else _option(words)
        match name.casefold():
            case "uci_variant" | "usi_variant":
                self._play(value)
            case "multipv":
                self._change("lines", name, value, MOST_LINES)
            case "threads":
                self._change("threads", name, value, processors())
            case "level":
                self._change("level", name, value, LEVELS)
            case "usemillisec":
                self._unit = 1 if value == "true" else 1000
            case "ponder" | "usi_ponder" | "hash" | "usi_hash" | "uci_chess960" | "uci_analysemode" | "uci_opponent":
                pass
            case _:
                self._info(f"there is no option `{name[:LONGEST_WORD]}`")

    def _change(self, field_: str, name: str, value: str, most: int) -> None:
        number = int(value) if value.isascii() and value.isdigit() and len(value) < 6 else 0
        if 1 <= number <= most:
            self.strength = replace(self.strength, **{field_: number})  # type: ignore[arg-type]  # all are numbers
        else:
            self._info(f"{name} is a number from 1 to {most}, not `{value[:LONGEST_WORD]}`")

    def _play(self, variant: str) -> None:
        """Another ruleset."""
        ruleset = self.variants.get(variant)
        if variant == uci_name(self.game.name):
            return
        if ruleset is None:
            self._info(f"there is no variant `{variant[:LONGEST_WORD]}`: `gdl engine RULESET` plays any ruleset")
            return
        try:
            game = self.load(ruleset)
            if reason := playable(game):
                self._info(reason)
                return
        except GameError as problem:
            self._info(str(problem))
            return
        self._stop([])
        self.game = game
        self._begin()

    def _new(self, _: Sequence[str]) -> None:
        self._stop([])
        self._begin()

    def _position(self, words: Sequence[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        start, moves = " ".join(words[:at]), tuple(words[at + 1 :])
        known, played = self._told
        self._stop([])
        if self._state is None or start != known or moves[: len(played)] != played:
            self._state = self._from(start)
            played = ()
        for move in moves[len(played) :]:
            if self._state is None:
                break
            self._state = self._after(self._state, move)
        self._told = (start, moves) if self._state is not None else ("", ())

    def _from(self, start: str) -> State | None:
        word, _, line = start.partition(" ")
        if word == "startpos":
            return self.game.start()
        if word not in ("fen", "sfen") or not line:
            self._info(f"a position is `startpos`, or `{self.dialect.position}` and a line in the rules' notation")
            return None
        try:
            if self._window is not None:
                return self._window.position(to_fen(line) if word == "sfen" else line)
            if self.game.notation is not None:
                return self.game.position(line)
            self._info(f"the rules of {self.game.title} say no notation for positions: only `startpos` is known")
        except GameError as problem:
            self._info(str(problem))
        return None

    def _after(self, state: State, name: str) -> State | None:
        found = None if state.is_over or state.is_chance else self._named(state).get(name)
        if found is None:
            self._info(f"`{name[:LONGEST_WORD]}` is no move after {state.ply} plies; the position isn't known now")
            return None
        try:
            return state.play(found)
        except GameError as problem:
            self._info(str(problem))
            return None

    def _go(self, words: Sequence[str]) -> None:
        self._stop([])
        state = self._state
        if state is None or state.is_over or state.is_chance or not state.moves:
            why = "nothing is known of the position" if state is None else (
                "the game is over" if state.is_over else "chance decides here")  # fmt: skip
            self._info(why)
            nothing = self.dialect.nothing
            self.say(nothing if self.dialect.is_bare else f"bestmove {nothing}")
            return
        limits = self._limits(words, state)
        pondering = "ponder" in words
        self._pondered = limits if pondering else None
        self._think(state, replace(limits, endless=True) if pondering else limits)

    def _think(self, state: State, limits: Limits) -> None:
        self._search = Search(
            self.game, state, limits, self.strength,
            lambda report: self._report(state, report), lambda move, reason: self._decided(state, move, reason),
        ).start()  # fmt: skip

    def _hit(self, _: Sequence[str]) -> None:
        """What was pondered on was played: from now on the clock counts."""
        limits, self._pondered = self._pondered, None
        if limits is None or self._search is None or self._state is None:
            return
        state, search = self._state, self._search
        search.forget()
        self._think(state, limits)

    def _stop(self, _: Sequence[str]) -> None:
        if self._search is not None:
            self._search.stop()
        self._search = None

    def _show(self, _: Sequence[str]) -> None:
        state = self._state
        if state is None:
            self._info("nothing is known of the position")
            return
        line = self.game.line_of(state)
        self.say(f"{self.dialect.position.capitalize()}: {line}" if line else f"Plies: {state.ply}")
        self.say("Moves: " + " ".join([] if state.is_over or state.is_chance else self._named(state)))

    # ---- what we say

    def finish(self) -> None:
        """Nothing more will be said to us: answer what was asked, and end."""
        if self._search is not None:
            self._search.finish()

    def _info(self, text: str) -> None:
        self.say(f"info string {' '.join(text.split())}")

    def _decided(self, state: State, move: Move | None, reason: str) -> None:
        if reason:
            self._info(reason)
        move = state.moves[0] if move is None else move
        self.say(f"bestmove {self._called(state, move)}")

    def _report(self, state: State, report: Report) -> None:
        took = max(round(report.seconds * 1000), 1)
        for number, option in enumerate(report.analysis.options[: self.strength.lines], 1):
            line = scores.line(state, report, option, self._called)
            words = ["info"]
            words += [f"depth {report.depth or max(len(line), 1)}"]
            words += [f"multipv {number}"] if self.strength.lines > 1 else []
            score = str(scores.hundredths(state, option)) if self.dialect.is_bare else _score(state, option)
            words += [f"score {score}", f"nodes {report.positions}"]
            words += [f"nps {report.positions * 1000 // took}", f"time {took}", f"pv {' '.join(line)}"]
            self.say(" ".join(words))

    def _called(self, state: State, move: Move) -> str:
        return next(name for name, one in self._named(state).items() if one == move)

    def _named(self, state: State) -> Mapping[str, Move]:
        rows_from = self.dialect.rows_from
        found = squares(self.game, rows_from) if rows_from is not None else None
        return named(state, self.dialect.drop, found.names if found is not None else None)

    # ---- reading

    def _limits(self, words: Sequence[str], state: State) -> Limits:
        given = dict(_numbers(words))
        mine = "" if self.dialect.is_bare else self._colour(state)
        left = self._unit * given.get(f"{mine}time", 0) / 1000
        increment = self._unit * given.get("increment" if self.dialect.is_bare else f"{mine}inc", 0) / 1000
        seconds = (given.get("movetime", 0) or given.get("byoyomi", 0) * (not left)) / 1000
        if left and given.get("byoyomi"):
            increment = max(increment, given["byoyomi"] / 1000)
        said = seconds or left or "depth" in given or "nodes" in given
        endless = "infinite" in words or ("ponder" in words and not said)
        return Limits(seconds, left, increment, given.get("movestogo", 0), min(given.get("depth", 0), DEEPEST),
                      min(given.get("nodes", 0), 10**9), endless)  # fmt: skip

    def _colour(self, state: State) -> str:
        """Whose clock counts: `w` for who begins in chess, `b` in Shogi."""
        first = state.to_move == self.game.players[0]
        return "w" if first is not self.dialect.takes_turns else "b"


def _option(words: Sequence[str]) -> tuple[str, str]:
    """`name A B value C`."""
    rest = list(words[1:] if words[:1] == ["name"] else words)
    at = rest.index("value") if "value" in rest else len(rest)
    return " ".join(rest[:at]), " ".join(rest[at + 1 :])


def _numbers(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Words before numbers, which are never negative here."""
    for word, number in pairwise(words):
        if number.lstrip("-").isdecimal() and number.isascii() and len(number) < 16:
            yield word, max(int(number), 0)


def _score(state: State, option: Option) -> str:
    """What it is worth to who moves: moves to the end where that is certain, else hundredths of a pawn."""
    moves = scores.mate(state, option)
    return f"mate {moves}" if moves is not None else f"cp {scores.hundredths(state, option)}"
