"""GNU Backgammon at its terminal: it is shown each position with the dice of our game, and asked for the best move.

A match to one point, so that only the game counts and no cube is turned; its 0-ply looks at the positions after its own
move by its network alone. Its move is found among ours by where the men stand afterwards.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from interpreter.bridges.programs.process import Program
from interpreter.errors import PlayerError
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.players.player import Player, Seat

BAR, OFF = 25, 0
SETTINGS = (
    "set confirm new off", "set confirm save off", "set automatic game off", "set automatic roll off",
    "set automatic bearoff off", "set automatic move off", "set automatic crawford off", "set display off",
    "set player 0 human", "set player 1 human", "set evaluation chequerplay evaluation plies {plies}",
    "set evaluation chequerplay evaluation cubeful off", "new match 1", "set turn 0",
)  # fmt: skip
NONSENSE = "heard"
"""No command: its answer tells that all before it has been answered."""
THINKING = 60.0
BEST = re.compile(r"\s*1\. \S+ \S+\s+(.*?)\s{2,}\S")
HOP = re.compile(r"((?:bar|\d+)(?:\*?/(?:off|\d+)\*?)+)(?:\((\d)\))?")


@dataclass(frozen=True)
class Men:
    """Where men stand, as the player to move counts the points: 25 is the bar, 0 is off."""

    own: tuple[int, ...]
    other: tuple[int, ...]
    """As the other player counts them."""

    def after(self, written: str) -> Men:
        """Where they stand after a move such as `24/18*/14 8/5(2)`; raises ValueError."""
        own, other = list(self.own), list(self.other)
        for hop in written.split():
            match = HOP.fullmatch(hop)
            if not match:
                raise ValueError(written)
            points = match[1].split("/")
            for start, end in pairwise(points):
                a, b = (_point(text.rstrip("*")) for text in (start, end))
                own[a] -= int(match[2] or 1)
                own[b] += int(match[2] or 1)
                if end.endswith("*") and other[BAR - b]:
                    other[BAR - b] -= 1
                    other[BAR] += 1
        return Men(tuple(own), tuple(other))

    def line(self) -> str:
        """As `set board simple` wants it: the bar, the points, the other's bar."""
        points = (self.own[i] - self.other[BAR - i] for i in range(1, BAR))
        return " ".join(map(str, (self.own[BAR], *points, self.other[BAR])))


NAMED = {"bar": BAR, "off": OFF}


def _point(text: str) -> int:
    return NAMED[text] if text in NAMED else int(text)


class Gnubg(Player):
    """The program, for a ruleset with a track 0 to 25 and two trays, `men` of each player on them, and dice `left`."""

    def __init__(self, seat: Seat, plies: str) -> None:
        super().__init__(seat)
        self._program = Program(("gnubg", "--tty", "--quiet", "--no-rc"))
        for setting in SETTINGS:
            self._program.say(setting.format(plies=plies or "0"))
        self._heard()
        self._planned: dict[State, Move] = {}

    def _heard(self) -> list[str]:
        self._program.say(NONSENSE)
        return self._program.hear(lambda line: f"`{NONSENSE}'" in line, "hint", THINKING)

    def choose(self, state: State) -> Move:
        """The next step of its turn; raises PlayerError if there is no way to where it wants to go."""
        if state not in self._planned:
            self._planned = self._plan(state)
        return self._planned[state]

    def _plan(self, state: State) -> dict[State, Move]:
        """The steps of a turn."""
        men, dice = self._men(state), self._dice(state)
        self._program.say(f"set board simple {men.line()}")
        self._program.say(f"set dice {dice[0]} {dice[1]}")
        self._program.say("hint 1")
        heard = self._heard()
        wish = next((match[1] for line in heard if (match := BEST.match(line))), "")
        try:
            aim = men.after(wish)
            if not wish:
                raise ValueError(wish)
        except ValueError:
            said = " / ".join(line.strip() for line in heard if line.strip())
            raise PlayerError(f"gnubg gives no move for {men.line()} with {dice}: {said[:300]}") from None
        way = self._way(state, aim)
        if way is None:
            raise PlayerError(f"gnubg wants {wish}, which is not legal with {dice} from {men.line()}")
        return way

    def _way(self, state: State, aim: Men) -> dict[State, Move] | None:
        """The steps by which the turn ends with the men there: breadth first, each state once."""
        before: dict[State, tuple[State, Move] | None] = {state: None}
        row = [state]
        while row:
            further = []
            for one in row:
                for move in one.moves:
                    after = one.play(move)
                    if after.turns == state.turns and after.to_move == self.seat.label:
                        if after not in before:
                            before[after] = (one, move)
                            further.append(after)
                    elif self._men(after) == aim:
                        return self._back(before, one, move)
            row = further
        return None

    @staticmethod
    def _back(before: dict[State, tuple[State, Move] | None], state: State, move: Move) -> dict[State, Move]:
        way = {state: move}
        while (step := before[state]) is not None:
            state = step[0]
            way[state] = step[1]
        return way

    def _men(self, state: State) -> Men:
        first, second = self.seat.game.players
        other = second if self.seat.label == first else first
        found = self.seat.game.data_of(state)["variables"]["men"]
        sides = []
        for player in (self.seat.label, other):
            tray, points = ("W0", range(1, BAR + 1)) if player == first else ("B0", range(BAR - 1, -1, -1))
            sides.append(tuple(found.get(site, {}).get(player, 0) for site in (tray, *map(str, points))))
        return Men(*sides)

    def _dice(self, state: State) -> tuple[int, int]:
        left = self.seat.game.data_of(state)["variables"]["left"]
        dice = [int(die) for die, times in left.items() for _ in range(times)]
        return (dice[0], dice[-1])

    def close(self) -> None:
        """End the program."""
        self._program.end()
