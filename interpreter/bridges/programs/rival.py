"""A program in a seat: what it must be told of the game, and programs that wait for their next one."""

from __future__ import annotations

from threading import Lock

from interpreter.bridges.programs.client import Client, Timer
from interpreter.bridges.programs.gtp import GtpClient
from interpreter.bridges.programs.naming import Named
from interpreter.bridges.programs.uci import UciClient
from interpreter.bridges.programs.xboard import XBoardClient
from interpreter.bridges.protocols.thinking import playable
from interpreter.errors import GameError, PlayerError, ResignedError
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.state import State
from interpreter.players.player import Player, Seat

CLIENTS: dict[str, type[Client]] = {
    "uci": UciClient, "usi": UciClient, "ucci": UciClient, "xboard": XBoardClient, "gtp": GtpClient,
}  # fmt: skip
"""Another protocol is one more entry."""
MOST_IDLE = 4


class Stable:
    """Programs of one name that have played a game and wait for the next: starting one takes long."""

    def __init__(self, named: Named) -> None:
        self.named = named
        self._idle: list[Client] = []
        self._lock = Lock()

    def take(self, seat: Seat) -> Client:
        """A program that is ready for a new game; raises PlayerError."""
        with self._lock:
            client = next((one for one in self._idle if one.game is seat.game), None)
            if client is not None:
                self._idle.remove(client)
        if client is not None and client.program.is_alive:
            client.begin()
            return client
        return CLIENTS[self.named.protocol](self.named, seat.game)

    def give(self, client: Client) -> None:
        """This one's game is over."""
        with self._lock:
            kept = client.program.is_alive and len(self._idle) < MOST_IDLE
            if kept:
                self._idle.append(client)
        if not kept:
            client.program.end()


class Rival(Player):
    """A program that plays; it is started when it is first asked."""

    def __init__(self, seat: Seat, stable: Stable) -> None:
        super().__init__(seat)
        self.name = stable.named.command[0]
        self._stable, self._timer = stable, Timer(stable.named)
        self._client: Client | None = None
        self._root: State | None = None
        self._line: list[tuple[State, Move]] = []
        if reason := playable(seat.game):
            raise PlayerError(reason)

    def played(self, step: Step) -> None:
        """Note the move."""
        if self._root is None or not step.before.line:
            self._root, self._line = step.before, []
        self._line.append((step.before, step.move))

    def choose(self, state: State) -> Move:
        """What the program plays; raises PlayerError."""
        self._follow(state)
        if self._client is None:
            self._client = self._stable.take(self.seat)
        client = self._client
        try:
            return client.choose(self._root or state, tuple(self._line), state, self._timer)
        except ResignedError:
            raise
        except PlayerError:
            self._client = None
            client.program.end(0.0)
            raise

    def _follow(self, state: State) -> None:
        """Know how the game came to this state, which may be another than that after what was played: somebody took
        moves back, or nobody told of them."""
        texts = state.line
        known = [move.text for _, move in self._line]
        if self._root is not None and known == texts and self._after() == state:
            return
        root = self.seat.game.start(self.seat.seed, self.seat.number) if self._root is None else self._root
        one, line = root, list[tuple[State, Move]]()
        try:
            for text in texts:
                move = next(move for move in one.moves if move.text == text)
                line.append((one, move))
                one = one.play(move)
        except (StopIteration, GameError):
            one = root
        self._root, self._line = (root, line) if one == state else (state, [])

    def _after(self) -> State | None:
        return self._line[-1][0].play(self._line[-1][1]) if self._line else self._root

    def close(self) -> None:
        """The game is over for it."""
        if self._client is not None:
            self._stable.give(self._client)
        self._client = None
