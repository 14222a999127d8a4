"""A game in progress: its plies, its seats, undo and redo, and its record on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING, Any

from cli.languages.saying import tr
from cli.session import store
from cli.session.computers import Computers
from cli.session.recording import Recording
from cli.session.seats import HUMAN
from cli.session.table import Table
from cli.session.turns import SEEN, Turn, is_private, turns_of
from cli.session.watching import only_watch
from interpreter import Game, Move, State
from interpreter.drawing.deeds import set_up
from interpreter.drawing.meanwhile import meanwhile
from interpreter.game import eyes as looks
from interpreter.game import records
from interpreter.game.eyes import ONLOOKER, Eyes
from interpreter.game.plies import Step, texts_by_turns
from interpreter.graph.chance import Chance
from interpreter.players.specs import recall

if TYPE_CHECKING:
    from interpreter.game.record_model import Record

SEEDS = 10**6
"""If nobody names a seed, one below this is drawn: it is short enough to read out."""

IN_A_ROW = 200
"""If no person has had a choice for this number of plies, people confirm even an only move: the rules may never end."""


@dataclass(frozen=True, slots=True)
class Undone:
    """Plies that were taken back at once, and the numbers of those that a person chose."""

    steps: tuple[Step, ...]
    asked: frozenset[int]


class Next(Enum):
    """What a game waits for."""

    HAND_OVER = "somebody else must have the screen"
    END = "it is over"
    CHANCE = "dice"
    COMPUTER = "a player who isn't a person"
    ONLY_MOVE = "a person who has no choice"
    PERSON = "a person who chooses"


class Session:
    """Plays one game. After each ply it writes its record, to `path`, or else to the user's data folder (`stored`).

    `source`: the ruleset's name or path. `position`: where the game begins, if not at its start. `threads`: the threads
    in which players think, if their names don't say a number.
    """

    def __init__(
        self, game: Game, source: str, seed: int, seats: Mapping[str, str], position: Mapping[str, Any] | None = None,
        path: Path | None = None, number: int = 0, threads: int = 1, stored: bool = False,
    ) -> None:  # fmt: skip
        self.game, self.source, self.seed, self.number = game, source, seed, number
        self.seats, self.position = seats, position
        self.steps: list[Step] = []
        self.asked: set[int] = set()
        """Numbers of the plies that a person chose among several."""
        self.undone: list[Undone] = []
        """What can be played again, the last first."""
        self.table = Table()
        self.holder: str = ONLOOKER
        """Who has the screen, where people share it who mustn't see the same: a player, or everybody who looks on."""
        recall(game)
        self.computers = Computers(game, seed, number, threads)
        for player, kind in seats.items():
            if kind != HUMAN:
                self.computers.seat(player, kind)
        self.recording = Recording(game.name, self._record, path, stored)
        self.first = game.start(seed, number) if position is None else game.position(position)
        self._dice = Chance(seed, number)

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else self.first

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or by people."""
        return self.state.is_over or self.table.is_over

    @property
    def resigned(self) -> str | None:
        """The player who resigned."""
        return self.table.resigned

    def is_human(self, player: str | None) -> bool:
        """Whether a person at the keyboard has this seat."""
        return player is not None and self.seats[player] == HUMAN

    # ---- whose eyes the screen is for

    @property
    def people(self) -> list[str]:
        """The players with people at the keyboard."""
        return [player for player in self.game.players if self.is_human(player)]

    @property
    def guards(self) -> bool:
        """Whether something is hidden from the person at the screen."""
        return self.game.model.hides and bool(self.people)

    @property
    def shares(self) -> bool:
        """Whether several people share the screen who mustn't see the same."""
        return self.guards and len(self.people) > 1

    @property
    def eyes(self) -> Eyes:
        """Whose eyes the screen is for. One person among computers sees everything after the game."""
        if not self.guards or (self.is_over and not self.shares):
            return None
        return self.holder if self.shares else self.people[0]

    @property
    def heir(self) -> str:
        """Who gets the screen next: the person who decides next; at the end, everybody; otherwise the person who has
        it."""
        if self.is_over:
            return ONLOOKER
        return self.state.to_move or self.holder if self.is_human(self.state.to_move) else self.holder

    def meanwhile(self) -> str:
        """What the person to decide saw after their last decision and doesn't see any more; empty if there is nothing.
        """
        passed = meanwhile(self.steps, self.eyes) if self.guards and self.steps else []
        return tr("meanwhile: {passed}", passed="; ".join(passed)) if passed else ""

    @property
    def next(self) -> Next:
        """What the game waits for."""
        state = self.state
        asks = self.is_over or self.is_human(state.to_move)
        if self.shares and asks and self.heir != self.holder:
            return Next.HAND_OVER
        if self.is_over:
            return Next.END
        if state.is_chance:
            return Next.CHANCE
        if not asks:
            return Next.COMPUTER
        is_only = len(state.moves) == 1 and not self.shares  # that it is the only one may be a secret
        if is_only and len(self.steps) - max(self.asked, default=-1) <= IN_A_ROW:
            return Next.ONLY_MOVE
        return Next.PERSON

    def seat(self, player: str, kind: str) -> None:
        """Give a seat to a computer's player; raises PlayerError."""
        self.computers.seat(player, kind)
        self.seats = {**self.seats, player: kind}

    def choose(self) -> Move:
        """The move of chance or of a computer's player; raises PlayerError."""
        if self.state.is_chance:
            ways = self.state.ways
            return ways[self._dice.pick(len(ways), len(self.steps))]
        self.computers.hurry = only_watch(self.steps, self.people)
        return self.computers.choose(self.state)

    def play(self, move: Move, asked: bool = False) -> Step:
        """Make a move. `asked`: a person chose it; then undone moves can't be played again."""
        step = Step(self.state, move, self.state.play(move))
        if asked:
            self.asked.add(len(self.steps))
        self.undone.clear()
        self.add(step)
        self.recording.keep(bool(self.steps))
        return step

    def undo(self) -> bool:
        """Go back to before a person's last choice, or to before a resignation or an agreed draw. False if that isn't
        possible. Nobody gets time back."""
        self.table.stop()
        if self.table.fallen is not None or (self.guards and self.eyes is None):  # all of it was shown
            return False
        if self.table.is_over:
            self.table.resigned, self.table.drawn = None, False
            self.recording.keep(bool(self.steps))
            return True
        if not self.asked or self.no_way_back:
            return False
        ply = max(self.asked)
        steps = self.steps[ply:]
        self.undone.append(Undone(tuple(steps), frozenset(n for n in self.asked if n >= ply)))
        self.asked = {n for n in self.asked if n < ply}
        del self.steps[ply:]
        self.recording.keep(bool(self.steps))
        return True

    @property
    def no_way_back(self) -> str:
        """Why a person's last choice can't be taken back; "" if it can."""
        if (fallen := self.table.fallen) is not None:
            return tr("{player} lost on time, and time can't be taken back", player=fallen)
        if self.guards and self.eyes is None:
            return tr(SEEN)
        if not self.guards or not self.asked or self.table.is_over:
            return ""
        return "" if not self.state.is_over and is_private(self.steps[max(self.asked) :]) else tr(SEEN)

    def redo(self) -> bool:
        """Play again what was taken back last. False if something else was played since."""
        if not self.undone or self.table.is_over:
            return False
        self.table.stop()
        again = self.undone.pop()
        for step in again.steps:
            self.add(step)
        self.asked |= again.asked
        self.recording.keep(bool(self.steps))
        return True

    def add(self, step: Step) -> None:
        """Add a ply from elsewhere. The record isn't written."""
        self.steps.append(step)
        self.computers.tell(step)

    def resign(self, player: str) -> None:
        """This player resigns, unless the game is over."""
        if self.is_over:
            return
        self.table.resigned = player
        self.table.stop()
        self.recording.keep(bool(self.steps))

    def time(self) -> None:
        """Let the clock of the player to move run. If their time is over, the game is over."""
        clocks = self.table.clocks
        if clocks is None:
            return
        if not self.is_over and (fallen := clocks.fallen) is not None:
            self.table.fallen = fallen
            clocks.stop()
            self.recording.keep(bool(self.steps))
        if self.is_over:
            clocks.stop()
        else:
            clocks.ask(self.state.to_move, self.state.turns)

    def close(self) -> None:
        """End play here. The record gets the time that is left."""
        if self.table.clocks is not None and not self.is_over:
            self.table.stop()
            if self.recording.is_kept:
                self.recording.keep(bool(self.steps))
        self.computers.close()

    def turns(self) -> list[Turn]:
        """All turns so far; the last may be unfinished."""
        return turns_of(self.steps)

    def set_up(self) -> tuple[str, ...]:
        """The rolls before the first turn, as far as they are told."""
        if self.position is not None:
            return ()
        if not looks.is_masked(self.game, self.eyes):
            return set_up(self.game, self.seed, self.number)
        return looks.told_of_setup(self.first, self.eyes)

    def _record(self, path: Path) -> Record:
        name = records.source_name(self.source, path)
        if records.is_path(self.source) and store.holds(path):  # neither of the two is beside the other
            name = str(Path(self.source).absolute())
        record = records.new(self.game, name, self.seed, self.number, self.seats, self.position)
        record.turns = texts_by_turns(self.steps)
        record.result = self.state.outcomes
        self.table.write(record)
        return record


def elsewhere(old: Session, position: Mapping[str, Any], seats: Mapping[str, str]) -> Session:
    """Another game by the same rules, which begins in this position; raises PositionError or PlayerError."""
    stored = old.recording.stored or old.recording.path is not None
    threads = old.computers.threads
    return Session(old.game, old.source, randbelow(SEEDS), seats, position, threads=threads, stored=stored)


def resume(game: Game, source: str, record: Record, seats: Mapping[str, str], path: Path, threads: int = 1) -> Session:
    """A recorded game, to go on with. It must fit the current rules."""
    session = Session(game, source, record.seed, seats, record.start, path, record.number, threads=threads)
    for step in records.replay(game, record):
        # a choice among several by a person's seat can be taken back, as if it had been made just now
        if session.is_human(step.before.to_move) and len(step.before.moves) > 1:
            session.asked.add(len(session.steps))
        session.add(step)
    session.table.read(record, {step.before.to_move for step in session.steps if step.before.to_move is not None})
    session.recording.is_kept = True
    return session
