"""A game in progress: its plies, who sits where, taking back and playing again, and its record on disk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

from cli.session import store
from cli.session.seats import HUMAN, is_file
from cli.session.taking_back import SEEN, is_private
from interpreter import Game, Move, State
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.deeds import NOTHING_DONE, deed, set_up
from interpreter.drawing.meanwhile import meanwhile
from interpreter.game import eyes as looks
from interpreter.game import observed, records
from interpreter.game import yaml_files as yamlio
from interpreter.game.eyes import ONLOOKER, Eyes
from interpreter.game.plies import Step, by_turns, texts_by_turns
from interpreter.game.records import RecordError
from interpreter.graph.chance import Chance
from interpreter.players import Analysis, Player, make
from interpreter.players.asking import analyses, analysis, ask, seat_of, tell
from interpreter.players.player import Pause
from interpreter.players.specs import opponent, with_threads

if TYPE_CHECKING:
    from interpreter.game.record_model import Record

ANALYST = "mcts:1s"
"""Who is asked for hints if the opponent that the rules name has none."""


@dataclass(frozen=True)
class Turn:
    """One turn, or what there is of it."""

    number: int
    player: str
    steps: tuple[Step, ...]

    def moves(self, eyes: Eyes = None) -> tuple[str, ...]:
        """Its moves and rolls, as they are written, as far as these eyes are told of them."""
        return looks.in_words(looks.told(self.steps, eyes), self.player)

    def changed(self, eyes: Eyes = None) -> frozenset[str]:
        """The sites that it changed, as far as these eyes see it; to who sees all, else those that its moves name."""
        first, last = self.steps[0].before, self.steps[-1].after
        changed = changed_on_board(looks.seen(first, eyes), looks.seen(last, eyes))
        if changed or looks.is_masked(first.game, eyes):
            return changed
        return frozenset(site for step in self.steps for site in step.move.sites)

    def told(self, eyes: Eyes = None) -> str:
        """The turn in a line, as far as these eyes are told of it."""
        done = deed(self.steps, eyes)
        more = f", {done}" if done == NOTHING_DONE else f" ({done})" if done else ""
        return f"{self.number}. {looks.in_a_line(looks.told(self.steps, eyes), self.player)}{more}"

    def __str__(self) -> str:
        return self.told()


@dataclass(frozen=True)
class Undone:
    """What was taken back at once: plies, and the numbers of those that a person chose."""

    steps: tuple[Step, ...]
    asked: frozenset[int]


@dataclass
class Session:
    """Plays one game; after every ply its record is written, to `path` or else to the user's data folder."""

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
    threads: int = 1
    """In how many threads those think who can, if they don't say so themselves."""
    stored: bool = False
    """Whether the game is kept in the user's data folder if there is no `path`: from its first ply on."""
    news: list[str] = field(default_factory=list)
    """What has gone wrong with the record, to be said once: whoever says it takes it out."""
    is_kept: bool = False
    """Whether the record on disk is up to date."""
    undone: list[Undone] = field(default_factory=list)
    """What can be played again, the last first."""
    holder: str = ONLOOKER
    """Who has the screen, where people share it who mustn't see the same: a player, or everybody who looks on."""

    def __post_init__(self) -> None:
        self._dice = Chance(self.seed, self.number)
        self._players: dict[str, Player] = {}
        self._analyst: Player | None = None
        for player, kind in self.seats.items():
            if kind != HUMAN:
                self.seat(player, kind)
        self._texts = texts_by_turns(self.steps)
        self._stamp: tuple[int, ...] | None = None
        """What the record's file was like when we wrote it last."""
        self._warned = False
        if self.path is not None:
            yamlio.sweep(self.path)
            self._stamp = _stamp(self.path)
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
        """Whose eyes the screen is for."""
        if not self.guards:
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
        return f"meanwhile: {'; '.join(passed)}" if passed else ""

    def seat(self, player: str, kind: str) -> None:
        """Let somebody sit there who isn't a person; raises PlayerError."""
        self._players[player] = self._made(player, kind)
        self.seats = {**self.seats, player: kind}

    def _made(self, player: str, kind: str) -> Player:
        made = make(with_threads(kind, self.threads), seat_of(self.game, player, self.seed, self.number))
        made.pause = self._ask_pause
        return made

    def _ask_pause(self, player: Player, part: float | None) -> bool:
        return self.pause is None or self.pause(player, part)

    def choose(self) -> Move:
        """The dice's move, or that of a player who isn't a person; raises PlayerError."""
        if self.state.is_chance:
            ways = self.state.ways
            return ways[self._dice.pick(len(ways), len(self.steps))]
        return ask(self._players[self.state.to_move or ""], self.state)

    def analyse(self, viewer: str | None = None) -> Analysis:
        """What a strong player thinks of the state, going by what `viewer` knows (by default, who is to move) where
        players don't see everything; raises PlayerError."""
        if self._analyst is None:
            self._analyst = self._made(self.game.players[0], opponent(self.game))
        if not analyses(self._analyst):
            self._analyst = self._made(self.game.players[0], ANALYST)
        return analysis(self._analyst, self.state, viewer)

    def close(self) -> None:
        """Nobody is asked any more."""
        for player in (*self._players.values(), *([self._analyst] if self._analyst else [])):
            player.close()

    def play(self, move: Move, asked: bool = False) -> Step:
        """Make a move; `asked`: a person chose it, so that nothing else can be played again."""
        step = Step(self.state, move, self.state.play(move))
        if asked:
            self.asked.add(len(self.steps))
        self.undone.clear()
        self._add(step)
        self.keep()
        return step

    def undo(self) -> bool:
        """Go back to the last choice that a person made, or to before somebody gave up, if that can be."""
        if self.resigned is not None:
            self.resigned = None
            self.keep()
            return True
        if not self.asked or self.no_way_back:
            return False
        ply = max(self.asked)
        steps = self.steps[ply:]
        self.undone.append(Undone(tuple(steps), frozenset(n for n in self.asked if n >= ply)))
        self.asked = {n for n in self.asked if n < ply}
        del self.steps[ply:]
        self._texts = texts_by_turns(self.steps)
        self.keep()
        return True

    @property
    def no_way_back(self) -> str:
        """Why the last choice can't be taken back although there is one: "" if it can be."""
        if not self.guards or not self.asked or self.resigned is not None:
            return ""
        return "" if is_private(self.steps[max(self.asked) :]) else SEEN

    def redo(self) -> bool:
        """Play again what was taken back last, if nothing else has been played since."""
        if not self.undone or self.resigned is not None:
            return False
        again = self.undone.pop()
        for step in again.steps:
            self._add(step)
        self.asked |= again.asked
        self.keep()
        return True

    def _add(self, step: Step) -> None:
        if not step.before.in_turn or not self._texts:
            self._texts.append([])
        self._texts[-1].append(step.move.text)
        self.steps.append(step)
        tell((*self._players.values(), *([self._analyst] if self._analyst else [])), step)

    def resign(self, player: str) -> None:
        """This player gives up."""
        self.resigned = player
        self.keep()

    def turns(self) -> list[Turn]:
        """All turns so far; the last may be unfinished."""
        return [turn_of(group, number) for number, group in enumerate(by_turns(self.steps), 1)]

    def set_up(self) -> tuple[str, ...]:
        """What was rolled before the first turn, as far as it is told."""
        if self.position is not None:
            return ()
        if not looks.is_masked(self.game, self.eyes):
            return set_up(self.game, self.seed, self.number)
        return looks.told_of_setup(self.first, self.eyes)

    # ---- the record

    def keep(self) -> None:
        """Bring the record on disk up to date, if there is to be one. What goes wrong is news, and play goes on."""
        try:
            if self.path is not None:
                self._write_ours(self.path)
            elif self.stored and self.steps:
                self._store()
            else:
                return
            self.is_kept, self._warned = True, False
        except RecordError as error:
            self.is_kept = False
            if not self._warned:
                self.news.append(f"{error}. The game goes on, but isn't recorded")
            self._warned = True

    def begin(self) -> None:
        """Write the record before anybody moves; raises RecordError."""
        if self.path is not None:
            self._write(self.path)
            self._stamp, self.is_kept = _stamp(self.path), True

    def _write_ours(self, path: Path) -> None:
        """Write the record, unless somebody else has written it since: then this game goes on in another file."""
        found = _stamp(path)
        if found is not None and self._stamp is not None and found != self._stamp:
            self._store()
            self.news.append(f"{path}: somebody else goes on with this game there. It goes on here in {self.path}")
        else:
            self._write(path)
            self._stamp = _stamp(path)

    def _store(self) -> None:
        """Keep the game in the user's data folder from now on."""
        place = store.new_place(self.game.name)
        self.path = store.add(self.game.name, records.text(self._record(place)), place)
        self._stamp = _stamp(self.path)

    def save(self, path: Path, overwrite: bool = False) -> None:
        """Write the record there, whether or not it is also kept elsewhere."""
        if not overwrite:
            records.guard(path, self._record(path))
        self._write(path)

    def save_observed(self, path: Path, overwrite: bool = False) -> None:
        """Write what who is at the screen has observed."""
        name = records.source_name(self.source, path)
        eyes = self.eyes or ONLOOKER
        found = observed.of(self.game, name, self.seats, self.first, self.steps, eyes, self.resigned)
        observed.write(found, path, overwrite)

    def resuming(self, path: Path) -> str:
        """The command that goes on with this record: it asks for whatever a record doesn't decide by itself."""
        rules = ["RULES.gdl"] if self.source == "-" else []  # that they came through a pipe is all that is known
        guests = (f"--seat={player}={kind}" for player, kind in self.seats.items() if is_file(kind))
        return " ".join(map(quote, ["gdl", "play", *rules, "--resume", str(path), *guests]))

    def _write(self, path: Path) -> None:
        records.write(self._record(path), path)

    def _record(self, path: Path) -> Record:
        name = records.source_name(self.source, path)
        if records.is_path(self.source) and store.holds(path):  # neither of the two is beside the other
            name = str(Path(self.source).absolute())
        record = records.new(self.game, name, self.seed, self.number, self.seats, self.position)
        record.turns = self._texts
        record.result = self.state.outcomes
        record.resigned = self.resigned
        return record


def _stamp(path: Path) -> tuple[int, ...] | None:
    """What tells whether a file has been written since; None if there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def turn_of(steps: Sequence[Step], number: int) -> Turn:
    """The turn that these plies make up."""
    return Turn(number, steps[0].before.mover or "", tuple(steps))


def resume(game: Game, source: str, record: Record, seats: Mapping[str, str], path: Path, threads: int = 1) -> Session:
    """A recorded game, to go on with; it must play by the rules at hand."""
    session = Session(game, source, record.seed, seats, record.start, path, record.number, threads=threads)
    for step in records.replay(game, record):
        # a choice among several by a person's seat can be taken back, as if it had been made just now
        if session.is_human(step.before.to_move) and len(step.before.moves) > 1:
            session.asked.add(len(session.steps))
        session._add(step)
    session.resigned = record.resigned
    session.is_kept = True
    return session
