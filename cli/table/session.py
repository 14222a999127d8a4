"""A game in progress: its plies, who sits where, taking back, and its record on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import Any

from cli.table.seats import HUMAN, is_file
from interpreter import Game, Move, State
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.chance import Chance
from interpreter.game.plies import Step, by_turns, texts_by_turns
from interpreter.game.records import Record
from interpreter.players import Analysis, Player, Seat, make
from interpreter.players.mcts import MonteCarlo
from interpreter.players.player import Pause
from interpreter.players.specs import opponent

# What reads and writes records is slow to import, and only wanted if there is one.
ANALYST = "mcts:1s"
"""Who is asked for hints if the opponent that the rules name has none."""


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
    """Plays one game; after every ply its record is written, if it has a `path`."""

    game: Game
    source: str
    """The ruleset's name or path."""
    seed: int
    seats: Mapping[str, str]
    position: Mapping[str, Any] | None = None
    """Where the game began, if not at its start."""
    path: Path | None = None
    number: int = 0
    steps: list[Step] = field(default_factory=list)
    asked: set[int] = field(default_factory=set)
    """Numbers of the plies that a person chose among several."""
    resigned: str | None = None
    pause: Pause | None = None
    """Whoever wants to know how far a player has come, or stop it."""

    def __post_init__(self) -> None:
        self._dice = Chance(self.seed, self.number)
        self._players: dict[str, Player] = {}
        self._analyst: Player | None = None
        for player, kind in self.seats.items():
            if kind != HUMAN:
                self.seat(player, kind)
        self._texts = texts_by_turns(self.steps)
        if self.path is not None:
            yamlio.sweep(self.path)
        if self.position is None:
            self.first = self.game.start(self.seed, self.number)
        else:
            self.first = self.game.position(self.position)

    @property
    def state(self) -> State:
        """The state now."""
        return self.steps[-1].after if self.steps else self.first

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or someone resigned."""
        return self.state.is_over or self.resigned is not None

    def is_human(self, player: str | None) -> bool:
        """Whether this player is asked at the keyboard."""
        return player is not None and self.seats[player] == HUMAN

    def seat(self, player: str, kind: str) -> None:
        """Let somebody sit there who isn't a person; raises PlayerError."""
        self._players[player] = self._made(player, kind)
        self.seats = {**self.seats, player: kind}

    def _made(self, player: str, kind: str) -> Player:
        made = make(kind, Seat(self.game, player, self.seed, self.number))
        made.pause = self._ask_pause
        return made

    def _ask_pause(self, player: Player, part: float | None) -> bool:
        return self.pause is None or self.pause(player, part)

    def choose(self) -> Move:
        """The dice's move, or that of a player who isn't a person; raises PlayerError."""
        if self.state.is_chance:
            ways = self.state.ways
            return ways[self._dice.pick(len(ways), len(self.steps))]
        return self._players[self.state.to_move or ""].choose(self.state)

    def analyse(self) -> Analysis:
        """What a strong player thinks of the state; raises PlayerError."""
        if self._analyst is None:
            self._analyst = self._made(self.game.players[0], opponent(self.game))
        if not isinstance(self._analyst, MonteCarlo):
            self._analyst = self._made(self.game.players[0], ANALYST)
        assert isinstance(self._analyst, MonteCarlo)
        return self._analyst.analyse(self.state)

    def close(self) -> None:
        """Nobody is asked any more."""
        for player in (*self._players.values(), *([self._analyst] if self._analyst else [])):
            player.close()

    def play(self, move: Move, asked: bool = False) -> Step:
        """Make a move; `asked`: a person chose it."""
        step = Step(self.state, move, self.state.play(move))
        if asked:
            self.asked.add(len(self.steps))
        self._add(step)
        self.keep()
        return step

    def undo(self) -> bool:
        """Go back to the last choice that a person made, if there was one."""
        if not self.asked:
            return False
        ply = max(self.asked)
        self.asked.discard(ply)
        del self.steps[ply:]
        self._texts = texts_by_turns(self.steps)
        self.keep()
        return True

    def _add(self, step: Step) -> None:
        if not step.before.in_turn or not self._texts:
            self._texts.append([])
        self._texts[-1].append(step.move.text)
        self.steps.append(step)
        for player in (*self._players.values(), *([self._analyst] if self._analyst else [])):
            player.played(step)

    def resign(self, player: str) -> None:
        """This player gives up."""
        self.resigned = player
        self.keep()

    def turns(self) -> list[Turn]:
        """All turns so far; the last may be unfinished."""
        return [turn_of(group, number) for number, group in enumerate(by_turns(self.steps), 1)]

    # ---- the record

    def keep(self) -> None:
        """Bring the record on disk up to date."""
        if self.path is not None:
            self._write(self.path)

    def save(self, path: Path, overwrite: bool = False) -> None:
        """Write the record there, whether or not it is also kept elsewhere."""
        if not overwrite:
            records.guard(path, self._record(path))
        self._write(path)

    def resuming(self, path: Path) -> str:
        """The command that goes on with this record: it asks for whatever a record doesn't decide by itself."""
        rules = ["RULES.gdl"] if self.source == "-" else []  # that they came through a pipe is all that is known
        guests = (f"--seat={player}={kind}" for player, kind in self.seats.items() if is_file(kind))
        return " ".join(map(quote, ["gdl", "play", *rules, "--resume", str(path), *guests]))

    def _write(self, path: Path) -> None:
        records.write(self._record(path), path)

    def _record(self, path: Path) -> Record:
        name = records.source_name(self.source, path)
        record = records.new(self.game, name, self.seed, self.number, self.seats, self.position)
        record.turns = self._texts
        record.result = self.state.outcomes
        record.resigned = self.resigned
        return record


def turn_of(steps: Sequence[Step], number: int) -> Turn:
    """The turn that these plies make up."""
    sites = frozenset(site for step in steps for site in step.move.sites)
    return Turn(number, steps[0].before.mover or "", tuple(step.move.text for step in steps), sites)


def resume(game: Game, source: str, record: Record, seats: Mapping[str, str], path: Path) -> Session:
    """A recorded game, to go on with; it must play by the rules at hand."""
    session = Session(game, source, record.seed, seats, record.start, path, record.number)
    for step in records.replay(game, record):
        # a choice among several by a person's seat can be taken back, as if it had been made just now
        if session.is_human(step.before.to_move) and len(step.before.moves) > 1:
            session.asked.add(len(session.steps))
        session._add(step)
    session.resigned = record.resigned
    return session
