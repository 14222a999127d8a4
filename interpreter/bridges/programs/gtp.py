"""Programs that speak GTP: they are told each move, and asked for theirs; who begins by the rules is black."""

from __future__ import annotations

from interpreter.bridges.programs import client
from interpreter.bridges.programs.client import Client, Timer
from interpreter.bridges.protocols.squares import squares
from interpreter.bridges.protocols.stones import PASSING, point_of
from interpreter.errors import ResignedError
from interpreter.game.moves import Move
from interpreter.game.state import State

COLOURS = "bw"


class GtpClient(Client):
    """A conversation in GTP. Its options are part of its command."""

    def greet(self) -> None:
        """See what it knows, and whether it takes the board."""
        if self.named.options:
            first = next(iter(self.named.options))
            raise self.wrong(f"must be told `{first}` in its command: GTP has no word for options")
        self._known = set(self._ask("list_commands").split())
        board = squares(self.game, 1)
        if board is None or board.width != board.height or not self._name_of_points():
            raise self.wrong(f"can't be told of the board of {self.game.title}: GTP knows squares of lines alone")
        if any(len(move.sites) > 1 for move in self.game.start().moves):
            raise self.wrong(f"can't play {self.game.title}: GTP knows stones that are put down, nothing that moves")
        self._size = board.width
        self._told: list[tuple[State, Move]] = []
        self.begin()

    def _name_of_points(self) -> bool:
        board = self.game.model.board
        return board is not None and all(point_of(label) for label in board.labels)

    def _ask(self, command: str, seconds: float | None = None) -> str:
        """What it answers; raises PlayerError if it refuses."""
        self.program.say(command)
        first = self.program.hear(lambda line: line[:1] in ("=", "?"), command, seconds or client.PATIENCE)[-1]
        rest = self.program.hear(lambda line: not line, command, client.PATIENCE)[:-1]
        if first[0] == "?":
            raise self.wrong(f"refuses `{command}`: {first[1:].strip() or 'without a reason'}")
        return "\n".join([first[1:].strip(), *rest])

    def begin(self) -> None:
        """An empty board."""
        self._told = []
        self._ask(f"boardsize {self._size}")
        self._ask("clear_board")
        if "komi" in self.game.options and "komi" in self._known:
            self._ask(f"komi {self.game.options['komi'] / 2:g}")

    def choose(self, root: State, line: tuple[tuple[State, Move], ...], state: State, timer: Timer) -> Move:
        """What it generates."""
        if root != self.game.start():
            raise self.wrong("can't be told a position: GTP begins at an empty board")
        if self._told != list(line[: len(self._told)]):
            self.begin()
        for before, move in line[len(self._told) :]:
            self._ask(f"play {self._colour(before)} {self._called(move)}")
            self._told.append((before, move))
        self._set_time(state, timer)
        timer.start()
        pace = timer.named.pace
        asked = f"genmove {self._colour(state)}"
        wish = self._ask(asked, timer.longest if pace.is_said else client.ENDLESS).strip()
        timer.stop()
        if wish.casefold() == "resign":
            raise ResignedError(f"{self.program.name} gives up")
        move = self.legal(wish.casefold(), {self._called(move).casefold(): move for move in state.moves})
        self._told.append((state, move))
        return move

    def _set_time(self, state: State, timer: Timer) -> None:
        pace = timer.named.pace
        if pace.seconds and "time_settings" in self._known:
            self._ask(f"time_settings 0 {max(round(pace.seconds), 1)} 1")
        elif pace.clock is not None and {"time_settings", "time_left"} <= self._known:
            self._ask(f"time_settings {max(round(pace.clock.seconds), 1)} 0 0")
            self._ask(f"time_left {self._colour(state)} {round(timer.left)} 0")

    def _colour(self, state: State) -> str:
        return COLOURS[self.game.players.index(state.to_move or "")]

    def _called(self, move: Move) -> str:
        if move.text == PASSING or not move.sites:
            return PASSING
        return point_of(move.sites[0]) if len(move.sites) == 1 else move.text
