"""Programs that speak UCI, USI or UCCI: each time they are told the whole game so far, and asked for a move."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gdl.text.visible import brief
from interpreter.bridges.formats import naming
from interpreter.bridges.programs import client
from interpreter.bridges.programs.client import Client, Timer
from interpreter.bridges.protocols.names import named
from interpreter.bridges.protocols.sfen import from_fen
from interpreter.bridges.protocols.squares import squares
from interpreter.bridges.protocols.uci import DIALECTS
from interpreter.bridges.protocols.window import window
from interpreter.errors import ResignedError
from interpreter.game.moves import Move
from interpreter.game.state import State

NOTHING = ("(none)", "0000", "none", "win")
VARIANT = ("uci_variant", "usi_variant")
OPTION = re.compile(r"option (?:name )?(.+?) type (\S+)(.*)")


class UciClient(Client):
    """One of the three, by the protocol that was named."""

    def greet(self) -> None:
        """Its options are known when it has greeted; those that were named are set."""
        self.dialect = DIALECTS[self.named.protocol]
        board = squares(self.game, self.dialect.rows_from) if self.dialect.rows_from is not None else None
        self._squares = board.names if board is not None else None
        heard = self._ask(self.dialect.name, f"{self.dialect.name}ok")
        described = {found[1]: found[3] for line in heard if (found := OPTION.match(line))}
        names = {name.casefold(): name for name in described}
        self._choose_variant(names, described)
        for name, value in self.named.options.items():
            self._set(self.known(name, names), value)
        self._ready()

    def _choose_variant(self, names: Mapping[str, str], described: Mapping[str, str]) -> None:
        wanted = naming.program_name(self.game, self.dialect.name)
        option = next((names[name] for name in VARIANT if name in names), None)
        if option is None:
            if not naming.is_own_game(self.game, self.dialect.name):
                raise self.wrong(f"plays one game alone, and {self.game.title} doesn't say that it is that one")
            return
        variants = re.findall(r"\bvar (\S+)", described[option])
        if wanted not in variants:
            raise self.wrong(f"doesn't play `{wanted}`; its variants: {brief(', '.join(variants) or 'none', 400)}")
        self._set(option, wanted)

    def _set(self, name: str, value: str) -> None:
        plain = f"setoption {name} {value}" if self.dialect.is_bare else f"setoption name {name} value {value}"
        self.program.say(plain)

    def _ask(self, question: str, answer: str, seconds: float | None = None) -> list[str]:
        self.program.say(question)
        return self.program.hear(lambda line: line.split()[:1] == [answer], question, seconds or client.PATIENCE)

    def _ready(self) -> None:
        self._ask("isready", "readyok")

    def begin(self) -> None:
        """Tell it so, where there is a word for it."""
        if not self.dialect.is_bare:
            self.program.say("usinewgame" if self.dialect.takes_turns else "ucinewgame")
        self._ready()

    def choose(self, root: State, line: tuple[tuple[State, Move], ...], state: State, timer: Timer) -> Move:
        """Its `bestmove`."""
        moves = " ".join(self._called(before, move) for before, move in line)
        self.program.say(f"position {self._root(root)}{' moves ' + moves if moves else ''}")
        asked = self._go(state, timer)
        self.program.say(asked)
        timer.start()
        ends = ("bestmove", self.dialect.nothing)
        heard = self.program.hear(lambda said: said.partition(" ")[0] in ends, asked, timer.longest)
        timer.stop()
        wish = (*heard[-1].split(), "")[1]
        if wish == "resign" or heard[-1] == self.dialect.nothing:
            raise ResignedError(f"{self.program.name} gives up")
        return self.legal("" if wish in NOTHING else wish, self._named(state))

    def _named(self, state: State) -> Mapping[str, Move]:
        return named(state, self.dialect.drop, self._squares)

    def _called(self, state: State, move: Move) -> str:
        return next(name for name, one in self._named(state).items() if one == move)

    def _root(self, root: State) -> str:
        if root == self.game.start():
            return "startpos"
        drawn = window(self.game)
        line = self.game.line_of(root) or (drawn.line(root) if drawn is not None else "")
        if not line:
            raise self.wrong(f"can't be told this position: the rules of {self.game.title} say no notation for it")
        if self.dialect.takes_turns:
            return f"sfen {from_fen(line, root.turns + 1)}"
        return f"fen {line}"

    def _go(self, state: State, timer: Timer) -> str:
        pace = timer.named.pace
        if pace.depth:
            return f"go depth {pace.depth}"
        if pace.nodes:
            return f"go nodes {pace.nodes}"
        if pace.clock is None:
            each = max(round(1000 * timer.each), 1)
            if self.dialect.is_bare:
                return f"go time {each} movestogo 1"
            return f"go byoyomi {each}" if self.dialect.takes_turns else f"go movetime {each}"
        left, more = max(round(1000 * timer.left), 1), round(1000 * timer.increment)
        if self.dialect.is_bare:
            return f"go time {left} increment {more}"
        first = state.to_move == self.game.players[0]
        mine, other = ("w", "b") if first is not self.dialect.takes_turns else ("b", "w")
        return f"go {mine}time {left} {other}time {left} {mine}inc {more} {other}inc {more}"
