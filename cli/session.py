"""A game in progress: its plies, who sits where, taking back, and its record on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cli.seats import HUMAN, SEATS, Player, Uniform
from interpreter import records
from interpreter.records import Record, Step

if TYPE_CHECKING:
    from interpreter import Game, Move, State


@dataclass(frozen=True)
class Turn:
    """One turn, or what there is of it."""

    number: int
    player: str
    moves: tuple[str, ...]
    sites: frozenset[str]

    def __str__(self) -> str:
        return f"{self.number}. {self.player}: {' '.join(self.moves)}"


@dataclass
class Session:
    """Plays one game; every ply is written to the record's file, if there is one."""

    game: Game
    record: Record
    first: State
    seats: Mapping[str, str]
    path: Path | None = None
    steps: list[Step] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)
    """Numbers of the plies that a person chose among several."""

    def __post_init__(self) -> None:
        seed, number = self.record.seed, self.record.number
        self._dice = Uniform(seed, number)
        self._players: dict[str, Player] = {
            player: make(seed, number)
            for player, kind in self.seats.items()
            if (make := SEATS[kind]) is not None
        }

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else self.first

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or someone resigned."""
        return self.state.is_over or self.record.resigned is not None

    def is_human(self, player: str | None) -> bool:
        """Whether this player is asked at the keyboard."""
        return player is not None and self.seats[player] == HUMAN

    def choose(self) -> Move:
        """The dice's move, or that of a player who isn't a person."""
        ply = len(self.steps)
        if self.state.is_chance:
            return self._dice.choose(self.state, ply)
        return self._players[self.state.to_move or ""].choose(self.state, ply)

    def play(self, move: Move, asked: bool = False) -> Step:
        """Make a move; `asked`: a person chose it."""
        if asked:
            self.asked.add(len(self.steps))
        step = Step(self.state, move, self.state.play(move))
        self.steps.append(step)
        self._keep()
        return step

    def undo(self) -> bool:
        """Go back to the last choice that a person made, if there was one."""
        if not self.asked:
            return False
        ply = max(self.asked)
        self.asked.discard(ply)
        del self.steps[ply:]
        self._keep()
        return True

    def resign(self, player: str) -> None:
        """This player gives up."""
        self.record.resigned = player
        self._keep()

    def save(self, path: Path, overwrite: bool = False) -> None:
        """Write the record there, whether or not it is also kept elsewhere."""
        record = self._current().model_copy(update={"game": _moved(self.record.game, self.path, path)})
        if not overwrite:
            records.guard(path, record)
        records.write(record, path)

    def _keep(self) -> None:
        if self.path is not None:
            records.write(self._current(), self.path)

    def _current(self) -> Record:
        self.record.turns = records.turns(self.steps)
        self.record.result = self.state.outcomes
        return self.record

    def turns(self) -> list[Turn]:
        """All turns so far; the last may be unfinished."""
        return [turn_of(group, number) for number, group in enumerate(records.by_turns(self.steps), 1)]


def turn_of(steps: Sequence[Step], number: int) -> Turn:
    """The turn that these plies make up."""
    player = next((p for step in steps if (p := step.before.to_move) is not None), "–")
    sites = frozenset(site for step in steps for site in step.move.sites)
    return Turn(number, player, tuple(step.move.text for step in steps), sites)


def _moved(game: str, old: Path | None, new: Path) -> str:
    """A record's way to its ruleset, as seen from another folder."""
    if not records.is_path(game):
        return game
    return records.source_name(str((old or new).parent / game), new)


def start(
    game: Game,
    source: str,
    seed: int,
    seats: Mapping[str, str],
    position: Mapping[str, Any] | None = None,
    path: Path | None = None,
) -> Session:
    """A new game, from the start or from a position."""
    first = game.start(seed=seed) if position is None else game.position(position)
    name = records.source_name(source, path or Path("record.yaml"))
    record = records.new(game, name, seed, seats=seats, start=position)
    session = Session(game, record, first, seats, path)
    session._keep()
    return session


def resume(game: Game, record: Record, seats: Mapping[str, str], path: Path | None) -> Session:
    """A recorded game, to go on with; it must play by the rules at hand."""
    first = records.start(game, record)
    goes_on = record.model_copy(update={"seats": dict(seats)})
    session = Session(game, goes_on, first, seats, path)
    for step in records.replay(game, record):
        # a choice among several by a person's seat can be taken back, as if it had been made just now
        if session.is_human(step.before.to_move) and len(step.before.moves) > 1:
            session.asked.add(len(session.steps))
        session.steps.append(step)
    return session
