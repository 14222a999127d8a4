"""XBoard's protocol, CECP, version 2: a player of ours in the windows of XBoard, WinBoard and their kin.

After Tim Mann's and H. G. Muller's description, with what XBoard 4.9 added for games that it doesn't know. Who begins
by the rules is White; squares are called by column and row, positions are lines as `window` has them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from interpreter.bridges.formats import naming
from interpreter.bridges.protocols import scores
from interpreter.bridges.protocols.clocks import Clocks
from interpreter.bridges.protocols.editing import Edit
from interpreter.bridges.protocols.table import IllegalMoveError, Table, result
from interpreter.bridges.protocols.thinking import Limits, Report, Search, Strength, playable
from interpreter.errors import GameError, PositionError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.levels import LEVELS
from interpreter.work.processors import processors

NORMAL = "normal"
"""What XBoard calls its own game, and never says: it is what is played after `new`."""
MATE = 100_000
HINT = Limits(seconds=0.5)
LONGEST_WORD = 200
IGNORED = ("accepted", "rejected", "random", "computer", "name", "rating", "ics", "easy", "hard", "white", "black",
           "pause", "resume", "nps", "memory", "egtpath", "partner", "holding", "xboard", "lift", "put", "hover",
           "debug")  # fmt: skip
"""What is understood, and changes nothing: nobody thinks here while the other does."""

Say = Callable[[str], None]
Load = Callable[[str], Game]


@dataclass
class XBoard:
    """One conversation. `say` is called with each line of an answer, from one thread at a time or another.

    `variants`: the rulesets that may be asked for, by XBoard's names; they are offered if the game at the beginning is
    its own, since that is what it goes back to. `load` loads one.
    """

    game: Game
    say: Say
    strength: Strength = field(default_factory=Strength)
    variants: Mapping[str, str] = field(default_factory=dict)
    load: Load = Game.load

    def __post_init__(self) -> None:
        self._table = Table(self.game)
        self._search: Search | None = None
        self._side: int | None = 1
        """Whom the engine plays; None: nobody."""
        self._clocks = Clocks()
        self._posts = self._analyses = False
        self._last: tuple[State, Report] | None = None
        self._pongs: list[str] = []
        self._edit: Edit | None = None
        self._known: Mapping[str, Callable[[str], object]] = {
            "protover": self._greet, "new": self._new, "variant": self._variant, "force": lambda _: self._force(),
            "go": lambda _: self._go(0), "playother": lambda _: self._go(1), "usermove": self._move,
            "setboard": self._set, "edit": self._begin_edit, "undo": lambda _: self._back(1),
            "remove": lambda _: self._back(2), "?": lambda _: self._now(), "ping": self._ping, "draw": self._draw,
            "result": lambda _: self._force(), "post": lambda _: setattr(self, "_posts", True),
            "nopost": lambda _: setattr(self, "_posts", False), "analyze": lambda _: self._analyse(True),
            "exit": lambda _: self._analyse(False), ".": lambda _: self._status(), "hint": lambda _: self._hint(),
            "bk": lambda _: self.say(" there is no book\n"), "option": self._option, "cores": self._option,
            "quit": lambda _: self._halt(),
        }  # fmt: skip

    # ---- what is said to us

    def hear(self, line: str) -> bool:
        """Answer a line; whether to go on listening."""
        word, _, rest = line.strip().partition(" ")
        if self._edit is not None:
            self._edited(line.strip())
        elif word in self._known:
            self._known[word](rest.strip())
        elif self._clocks.hear(word, rest) or word in IGNORED or not word:
            pass
        elif re.fullmatch(r"[a-z]\d+[a-z]\d+.*|[A-Z]@[a-z]\d+|@@@@", word):  # without the word `usermove`
            self._move(word)
        else:
            self.say(f"Error (unknown command): {line.strip()[:LONGEST_WORD]}")
        return word != "quit"

    def finish(self) -> None:
        """Nothing more will be said to us: answer what was asked, and end."""
        while (search := self._search) is not None:
            search.finish()
            if self._search is search:  # else a turn of several decisions goes on
                return

    def _greet(self, _: str) -> None:
        own = naming.window_name(self.game)
        names = dict.fromkeys([own, *(self.variants if own == NORMAL else ())])
        self.say(f'feature myname="gdl {self.game.title.replace(chr(34), chr(39))}" variants="{",".join(names)}"')
        self.say("feature ping=1 setboard=1 playother=1 usermove=1 san=0 colors=0 time=1 draw=1 analyze=1 reuse=1")
        self.say("feature sigint=0 ics=0 name=0 nps=0 memory=0 smp=1 debug=1")
        self.say(f'feature option="Level -spin {self.strength.level} 1 {LEVELS}" option="Resign -check 0"')
        self.say("feature done=1")

    def _new(self, _: str) -> None:
        self._halt()
        if self._table.game is not self.game:
            self._table = Table(self.game)
        self._table.begin()
        self._side, self._last = 1, None
        self._clocks.begin()
        self._changed()

    def _variant(self, name: str) -> None:
        """Another ruleset, or how the window is to draw this one."""
        self._halt()
        if name != naming.window_name(self.game):
            ruleset = self.variants.get(name)
            try:
                if ruleset is None:
                    raise GameError(f"there is no variant {name[:LONGEST_WORD]}")
                game = self.load(ruleset)
                if reason := playable(game):
                    raise GameError(reason)
            except GameError as problem:
                self.say(_complaint(problem))
                return
            self._table = Table(game)
        self._table.begin()
        if not naming.window_knows(self._table.game):
            for line in self._table.told(naming.window_parent(self._table.game)):
                self.say(line)
            if self._table.window is None:
                self.say("tellusererror XBoard can't draw this board: it has no rows and columns, or stacks on them")
        self._changed()

    def _option(self, text: str) -> None:
        name, equals, value = text.partition("=")
        digits = value if equals else name
        number = int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else -1
        if not equals and number > 0:  # cores
            self.strength = replace(self.strength, threads=min(number, processors()))
        elif name == "Level" and 1 <= number <= LEVELS:
            self.strength = replace(self.strength, level=number)
        elif name == "Resign" and number in (0, 1):
            self.strength = replace(self.strength, resigns=bool(number))
        else:
            self.say(f"Error (no such option): {text[:LONGEST_WORD]}")

    # ---- the board

    def _move(self, name: str) -> None:
        self._halt()
        try:
            self._table.play(name)
        except IllegalMoveError as problem:
            self.say(f"Illegal move ({problem}): {name[:LONGEST_WORD]}")
        self._changed()

    def _set(self, line: str) -> None:
        self._halt()
        try:
            self._table.set(line)
        except PositionError as problem:
            self.say(_complaint(problem))
        self._changed()

    def _begin_edit(self, _: str) -> None:
        self._halt()
        self._edit = Edit(side=1 if self._table.state.mover == self._table.game.players[1] else 0)

    def _edited(self, line: str) -> None:
        edit = self._edit
        if edit is None or not edit.hear(line):
            return
        self._edit = None
        try:
            self._table.place(edit.on, edit.side)
        except PositionError as problem:
            self.say(_complaint(problem))
        self._changed()

    def _back(self, turns: int) -> None:
        self._halt()
        if not self._table.back(turns):
            self.say(f"Error (command not legal now): {'undo' if turns == 1 else 'remove'}")
        self._changed()

    # ---- thinking

    def _force(self) -> None:
        self._halt()
        self._side = None

    def _go(self, other: int) -> None:
        self._halt()
        state = self._table.state
        if state.mover is None:
            self.say(result(state))
            return
        self._side = (state.game.players.index(state.mover) + other) % 2
        self._changed()

    def _changed(self) -> None:
        """Think, if that is asked of us here."""
        state = self._table.state
        if not self._table.known:
            return
        if state.is_over:
            if self._side is not None and len(self._table.past) > 1:
                self.say(result(state))
            return
        if self._analyses:
            self._think(state, Limits(endless=True), lambda move, reason: None)
        elif self._side is not None and state.mover == state.game.players[self._side]:
            limits = self._clocks.limits(state.turns)
            self._think(state, limits, lambda move, reason: self._decided(state, move, reason))

    def _think(self, state: State, limits: Limits, done: Callable[[Move | None, str], None]) -> None:
        search = Search(self._table.game, state, limits, self.strength,
                        lambda report: self._report(state, report), done)  # fmt: skip
        self._search = search  # before it starts: it may have decided, and be forgotten, when `start` returns
        search.start()

    def _halt(self) -> None:
        """Stop thinking, and answer nothing."""
        while (search := self._search) is not None:
            search.forget()
            if self._search is search:  # else it had decided, and a turn of several decisions goes on
                self._search = None
        self._ping()

    def _now(self) -> None:
        if self._search is not None and not self._analyses:
            self._search.stop()

    def _analyse(self, on: bool) -> None:
        self._halt()
        self._analyses, self._side = on, None
        self._changed()

    def _decided(self, state: State, move: Move | None, reason: str) -> None:
        """In the thread of the search: play its move, and go on if the turn does."""
        if reason:
            self.say(f"# {reason}")
        move = state.moves[0] if move is None else move
        if self.strength.resigns and self._last is not None and self._last[0] is state:
            options = self._last[1].analysis.options
            if options and scores.is_lost(state, options[0]):
                self.say("resign")
        name = self._table.called(state, move)
        self._table.add(move)
        after = self._table.state
        self.say(f"move {name}{',' if after.in_turn and after.mover == state.mover else ''}")
        self._search = None
        self._changed()
        self._ping()

    def _report(self, state: State, report: Report) -> None:
        self._last = state, report
        if not self._posts and not self._analyses:
            return
        option = report.analysis.options[0]
        moves = scores.mate(state, option)
        score = scores.hundredths(state, option) if moves is None else MATE + moves if moves > 0 else -MATE + moves
        line = scores.line(state, report, option, self._table.called)
        spent = f"{round(100 * report.seconds)} {report.positions}"
        self.say(f"{report.depth or len(line)} {score} {spent} {' '.join(line)}")

    # ---- the rest

    def _ping(self, number: str = "") -> None:
        """Answer, once nothing is left to do of what was said before."""
        self._pongs += [number[:LONGEST_WORD]] if number else []
        while self._pongs and (self._search is None or self._analyses):
            self.say(f"pong {self._pongs.pop(0)}")

    def _status(self) -> None:
        """How far an analysis has come."""
        if self._analyses and self._last is not None:
            state, report = self._last
            self.say(f"stat01: {round(100 * report.seconds)} {report.positions} {report.depth} 0 {len(state.moves)}")

    def _hint(self) -> None:
        state = self._table.state
        if self._search is not None or not self._table.known or state.is_over:
            return
        found: list[Move | None] = []
        Search(self._table.game, state, HINT, self.strength, lambda _: None,
               lambda move, reason: found.append(move)).start().finish()  # fmt: skip
        if found[0] is not None:
            self.say(f"Hint: {self._table.called(state, found[0])}")

    def _draw(self, _: str) -> None:
        """Agree if we expect no more."""
        if self._last is None or not self._table.game.model.may_draw or self._side is None:
            return
        state, report = self._last
        if state.mover == state.game.players[self._side] and report.analysis.prospect.takes_a_draw(state.mover):
            self.say("offer draw")


def _complaint(problem: GameError) -> str:
    what = "Illegal position: " if isinstance(problem, PositionError) else ""
    return f"tellusererror {what}{' '.join(str(problem).split())}"
