"""A game in progress: its plies, who sits where, taking back and playing again, and its record on disk."""

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
"""Seeds that are drawn where nobody names one are below that: they are short enough to be told."""

IN_A_ROW = 200
"""People are asked for an only move, too, if nobody of them has had a choice for this number of plies: the rules may
never end."""


@dataclass(frozen=True, slots=True)
class Undone:
    """What was taken back at once: plies, and the numbers of those that a person chose."""

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
    """Plays one game; after every ply its record is written, to `path`, or else to the user's data folder (`stored`).

    `source` is the ruleset's name or path; `position`: where the game begins, if not at its start; `threads`: in how
    many of them those think who can, if they don't say so themselves.
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
        """Who gave up."""
        return self.table.resigned

    def is_human(self, player: str | None) -> bool:
        """Whether this player is asked at the keyboard."""
        return player is not None and self.seats[player] == HUMAN

    # ---- whose eyes the screen is for

    @property
    def people(self) -> list[str]:
        """The players who are asked at the keyboard."""
        return [player for player in self.game.players if self.is_human(player)]

    @property
    def guards(self) -> bool:
        """Whether there is something that isn't shown to who is at the screen."""
        return self.game.model.hides and bool(self.people)

    @property
    def shares(self) -> bool:
        """Whether several share the screen who mustn't see the same."""
        return self.guards and len(self.people) > 1

    @property
    def eyes(self) -> Eyes:
        """Whose eyes the screen is for. One person among computers sees everything once the game has ended."""
        if not self.guards or (self.is_over and not self.shares):
            return None
        return self.holder if self.shares else self.people[0]

    @property
    def heir(self) -> str:
        """Who is to have the screen: the person who decides next, everybody at the end; else who has it."""
        if self.is_over:
            return ONLOOKER
        return self.state.to_move or self.holder if self.is_human(self.state.to_move) else self.holder

    def meanwhile(self) -> str:
        """What whoever is asked saw since they last decided, and doesn't see any more; nothing if there is no such."""
        passed = meanwhile(self.steps, self.eyes) if self.guards and self.steps else []
        return tr("meanwhile: {passed}", passed="; ".join(passed)) if passed else ""

    @property
    def next(self) -> Next:
        """What comes next."""
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
        """Let somebody sit there who isn't a person; raises PlayerError."""
        self.computers.seat(player, kind)
        self.seats = {**self.seats, player: kind}

    def choose(self) -> Move:
        """The dice's move, or that of a player who isn't a person; raises PlayerError."""
        if self.state.is_chance:
            ways = self.state.ways
            return ways[self._dice.pick(len(ways), len(self.steps))]
        self.computers.hurry = only_watch(self.steps, self.people)
        return self.computers.choose(self.state)

    def play(self, move: Move, asked: bool = False) -> Step:
        """Make a move; `asked`: a person chose it, so that nothing else can be played again."""
        step = Step(self.state, move, self.state.play(move))
        if asked:
            self.asked.add(len(self.steps))
        self.undone.clear()
        self.add(step)
        self.recording.keep(bool(self.steps))
        return step

    def undo(self) -> bool:
        """Go back to the last choice that a person made, or to before somebody gave up or all agreed to a draw, if that
        can be. Nobody gets time back."""
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
        """Why the last choice can't be taken back although there is one: "" if it can be."""
        if (fallen := self.table.fallen) is not None:
            return tr("{player} lost on time, and time can't be taken back", player=fallen)
        if self.guards and self.eyes is None:
            return tr(SEEN)
        if not self.guards or not self.asked or self.table.is_over:
            return ""
        return "" if not self.state.is_over and is_private(self.steps[max(self.asked) :]) else tr(SEEN)

    def redo(self) -> bool:
        """Play again what was taken back last, if nothing else has been played since."""
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
        """What is played from now on follows this ply, too; the record isn't written."""
        self.steps.append(step)
        self.computers.tell(step)

    def resign(self, player: str) -> None:
        """This player gives up, unless the game has ended meanwhile."""
        if self.is_over:
            return
        self.table.resigned = player
        self.table.stop()
        self.recording.keep(bool(self.steps))

    def time(self) -> None:
        """Let the clock run of who is to move; the game is over if their time is."""
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
        """Nobody plays here any more; the record says what time is left."""
        if self.table.clocks is not None and not self.is_over:
            self.table.stop()
            if self.recording.is_kept:
                self.recording.keep(bool(self.steps))
        self.computers.close()

    def turns(self) -> list[Turn]:
        """All turns so far; the last may be unfinished."""
        return turns_of(self.steps)

    def set_up(self) -> tuple[str, ...]:
        """What was rolled before the first turn, as far as it is told."""
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
    """Another game by the same rules, which begins in this position; raises PositionError, PlayerError."""
    stored = old.recording.stored or old.recording.path is not None
    threads = old.computers.threads
    return Session(old.game, old.source, randbelow(SEEDS), seats, position, threads=threads, stored=stored)


def resume(game: Game, source: str, record: Record, seats: Mapping[str, str], path: Path, threads: int = 1) -> Session:
    """A recorded game, to go on with; it must play by the rules at hand."""
    session = Session(game, source, record.seed, seats, record.start, path, record.number, threads=threads)
    for step in records.replay(game, record):
        # a choice among several by a person's seat can be taken back, as if it had been made just now
        if session.is_human(step.before.to_move) and len(step.before.moves) > 1:
            session.asked.add(len(session.steps))
        session.add(step)
    session.table.read(record, {step.before.to_move for step in session.steps if step.before.to_move is not None})
    session.recording.is_kept = True
    return session
