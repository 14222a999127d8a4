"""Programs that speak XBoard's protocol: they are kept from moving by themselves, and asked for one move at a time."""

from __future__ import annotations

import re
import time

from gdl.text.visible import brief
from interpreter.bridges.formats import naming
from interpreter.bridges.programs import client
from interpreter.bridges.programs.client import Client, Timer
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.table import PASSING
from interpreter.bridges.protocols.window import window
from interpreter.bridges.protocols.xboard import NORMAL
from interpreter.errors import ResignedError
from interpreter.game.moves import Move
from interpreter.game.state import State

OLD = 2.5
"""Seconds after which a program that names no features is taken for an old one, as XBoard does."""
FEATURE = re.compile(r'(\w+)=(?:"([^"]*)"|(\S+))')
MOVES = re.compile(r"(?:move|My move is ?:) *(\S+)")
ENDS = re.compile(r"(1-0|0-1|1/2-1/2|resign|Illegal move|tellusererror|Error)\b")


class XBoardClient(Client):
    """A conversation in CECP."""

    def greet(self) -> None:
        """Hear its features, choose the variant."""
        drawn = window(self.game)
        if drawn is None:
            raise self.wrong(f"can't be told of the board of {self.game.title}: it has no rows and columns")
        self._window, self._features = drawn, dict[str, str]()
        self._options: dict[str, str] = {}
        self._told: list[tuple[State, Move]] | None = None
        self._root: State | None = None
        self._pings = 0
        self.program.say("xboard\nprotover 2")
        until = time.monotonic() + OLD
        while time.monotonic() < until and self._features.get("done") != "1":
            for line in self.program.listen(lambda line: line.startswith("feature"), "protover 2",
                                            max(until - time.monotonic(), 0.0)):  # fmt: skip
                if line.startswith("feature"):
                    self._take(line)
            if self._features.get("done") == "0":
                until = max(until, time.monotonic() + client.PATIENCE)
        wanted, variants = naming.program_name(self.game, "xboard"), self._features.get("variants")
        own = NORMAL if variants is None else variants
        if wanted not in own.split(","):
            raise self.wrong(f"doesn't play `{wanted}`; its variants: {brief(own.replace(',', ', ') or 'none', 400)}")
        self._variant = wanted
        for name, value in self.named.options.items():
            self.program.say(f"option {self.known(name, self._options)}={value}")

    def _take(self, line: str) -> None:
        for name, quoted, plain in FEATURE.findall(line):
            if name == "option":
                option = quoted.partition(" -")[0]
                self._options[option.casefold()] = option
            else:
                self._features[name] = quoted or plain
            self.program.say(f"accepted {name}")

    def _sync(self, asked: str) -> None:
        """Wait until all is done that was said; what it complains of meanwhile is told."""
        if self._features.get("ping") != "1":
            return
        self._pings += 1
        self.program.say(f"ping {self._pings}")
        for line in self.program.hear(lambda line: line == f"pong {self._pings}", asked, client.PATIENCE):
            if line.startswith(("Illegal move", "tellusererror")):
                raise self.wrong(f"refuses `{brief(asked)}`: {brief(line)}")

    def begin(self) -> None:
        """A new game, in which it moves only if it is asked."""
        self._told = None

    def _set_up(self, root: State, timer: Timer) -> None:
        self.program.say("new")
        if self._variant != NORMAL:
            self.program.say(f"variant {self._variant}")
        self.program.say("force\neasy\nnopost")
        self._pace(timer)
        if root != self.game.start():
            if self._features.get("setboard") != "1":
                raise self.wrong("can't be told a position: it doesn't know `setboard`")
            self.program.say(f"setboard {self._window.line(root)}")
        self._sync("new")
        self._told, self._root = [], root

    def _pace(self, timer: Timer) -> None:
        pace = timer.named.pace
        if pace.depth:
            self.program.say(f"st 3600\nsd {pace.depth}")
        elif pace.nodes:
            raise self.wrong("can't be told a number of positions: XBoard's protocol has no word for that")
        elif pace.clock is not None:
            minutes, seconds = divmod(max(round(pace.clock.seconds), 1), 60)
            self.program.say(f"level 0 {minutes}:{seconds:02} {round(pace.clock.increment)}")
        else:
            self.program.say(f"st {max(round(timer.each), 1)}")

    def choose(self, root: State, line: tuple[tuple[State, Move], ...], state: State, timer: Timer) -> Move:
        """Its move when it is told to go."""
        if self._told is None or root != self._root or self._told != list(line[: len(self._told)]):
            self._set_up(root, timer)
        assert self._told is not None
        prefix = "usermove " if self._features.get("usermove") == "1" else ""
        for before, move in line[len(self._told) :]:
            name = next(name for name, one in self._named(before).items() if one == move)
            self.program.say(prefix + name)
            self._told.append((before, move))
            self._sync(prefix + name)
        if timer.named.pace.clock is not None:
            hundredths = max(round(100 * timer.left), 1)
            self.program.say(f"time {hundredths}\notim {hundredths}")
        timer.start()
        self.program.say("go")
        wish = self._answer(timer)
        timer.stop()
        self.program.say("force")
        move = self.legal(wish, self._named(state))
        self._told.append((state, move))
        self._sync("force")
        return move

    def _answer(self, timer: Timer) -> str:
        def ends(line: str) -> bool:
            return MOVES.match(line) is not None or ENDS.match(line) is not None

        by_time = not timer.named.pace.is_said or timer.named.pace.seconds is not None
        heard = self.program.listen(ends, "go", timer.each if by_time else timer.longest)
        if by_time and not (heard and ends(heard[-1])):
            self.program.say("?")  # move now: `st` knows whole seconds alone
            heard = self.program.hear(ends, "go", client.GRACE)
        elif not heard or not ends(heard[-1]):
            raise self.wrong(f"didn't answer `go` within {timer.longest:g} s, and was ended")
        if found := MOVES.match(heard[-1]):
            return found[1].rstrip(",")
        if heard[-1].startswith("resign"):
            raise ResignedError(f"{self.program.name} gives up")
        raise self.wrong(f"says `{brief(heard[-1])}` instead of a move, and by the rules the game goes on")

    def _named(self, state: State) -> dict[str, Move]:
        return dict(named(state, squares=self._window.squares.names, passing=PASSING))
