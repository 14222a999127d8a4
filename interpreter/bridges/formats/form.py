"""What a format of the world outside is: how a file of it is read, and how it speaks of a game's positions and moves.

A format is a class, in a file of its own, and a line in `table.py`; docs/bridges.md has one of sixty lines.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

from interpreter.bridges.formats import naming
from interpreter.bridges.formats.opening import FormatError
from interpreter.bridges.formats.outside import Outside, Said
from interpreter.errors import PositionError
from interpreter.game import notation
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.record_model import Record
from interpreter.game.state import State
from interpreter.game.variations import Branch


class Format(ABC):
    """A format, for one game. Raises FormatError if it can't hold games like this one."""

    kind: ClassVar[str]
    """Its name, for `--from`, `--to` and the facts of rulesets."""
    endings: ClassVar[tuple[str, ...]]
    """What files are called: `.pgn`."""
    sides: ClassVar[tuple[str, str]]
    """What it calls the players."""
    result: ClassVar[str] = "Result"
    """The tag that says who has won."""
    named_by: ClassVar[str] = ""
    """The format whose fact says what this one calls games; "": its own."""
    holds: ClassVar[str] = "game"
    """What a file of it holds."""
    aliases: ClassVar[bool] = False
    """Whether a ruleset's fact lists several names of its game."""
    rolls: ClassVar[bool] = False
    """Whether it can hold what chance decides."""

    def __init__(self, game: Game, source: str) -> None:
        """`source`: the shipped name or path of the game's ruleset."""
        self.game, self.source = game, source
        self.said = naming.own(game, self.kind) or naming.said_by(source, self.kind)
        """What the ruleset's own text says of the format."""
        if len(game.players) != len(self.sides):
            raise FormatError(f"{game.title} is played by {len(game.players)}; {self.kind.upper()} knows games of two")
        self.seated = list(self.sides if set(self.sides) == set(game.players) else game.players)
        """The players in the format's order: by name if they are called so, else in the order of the rules."""

    # ---- reading

    @staticmethod
    @abstractmethod
    def read(pieces: Iterator[tuple[int, str]]) -> Iterator[Outside]:
        """The games of a file, from numbered pieces of its text, each as soon as it has ended."""

    @staticmethod
    @abstractmethod
    def wanted(tags: Mapping[str, str]) -> str:
        """What a file calls its game; a ruleset's fact says the same."""

    def options(self, tags: Mapping[str, str]) -> dict[str, int]:
        """What a file's tags say of the rules' options."""
        return {}

    def start(self, told: Outside) -> State | None:
        """Where a game begins; None: where the rules say. Raises PositionError."""
        if (line := told.tags.get("FEN")) is None:
            return None
        reader = notation.of(self.game)
        if reader is None:
            raise PositionError([f"{self.game.title} doesn't say how positions are written in a line"])
        return reader.position(line)

    def moves(self, state: State, said: Said) -> list[Move]:
        """The moves (and outcomes of chance) that a text of a file stands for. Raises MoveError or FormatError."""
        return [state.parse(said.text)]

    def end(self, tags: Mapping[str, str]) -> tuple[int | None, str]:
        """Who has won, as a file says: 0, 1, 2 for a draw, None if it doesn't say; and how: time, resigned or ""."""
        claim = {"1-0": 0, "0-1": 1, "1/2-1/2": 2}.get(tags.get(self.result, "").strip())
        how = tags.get("Termination", "normal").casefold()
        return claim, "time" if "time" in how else "resigned" if how == "normal" else ""

    def remarks(self, record: Record, told: Sequence[Branch]) -> list[str]:
        """What else is to be said of a game that was read."""
        return []

    # ---- writing

    def lost(self, record: Record) -> list[str]:
        """What of a game a file of this format has no room for."""
        return []

    @abstractmethod
    def text(self, record: Record, told: Sequence[Branch]) -> str:
        """A game as a file has it; `told`: its moves by the rules, then its variations. Raises FormatError."""

    def of_game(self) -> dict[str, str]:
        """The tags that say which game it is."""
        return {}

    def name(self) -> str:
        """What the format calls this game: as its ruleset says, else its title."""
        return next(iter(self.said), self.game.title)

    def won(self, record: Record) -> int | None:
        """Who has won: 0 or 1, 2 for a draw; None if nobody has yet."""
        if (loser := record.resigned or record.fallen) is not None:
            return 1 - self.seated.index(loser)
        if record.drawn:
            return 2
        return winner(record.result, self.seated) if record.result else None


def winner(result: Mapping[str, str], seated: Sequence[str]) -> int | None:
    """Who has won: 0 or 1, 2 for a draw; None if both did, or neither."""
    ends = [result.get(player, "") for player in seated]
    return {("win", "loss"): 0, ("loss", "win"): 1, ("draw", "draw"): 2}.get((ends[0], ends[1]))


TWINS = {"PB": "Black", "PW": "White", "DT": "Date", "EV": "Event", "RO": "Round", "PC": "Site"}
"""Tags of SGF by those of PGN that say the same."""
OF_THE_FILE = {"FF", "CA", "AP", "GM", "SZ", "RE", "PL", "ST", "FEN", "SetUp", "Variant", "Result", "GameType"}
"""Tags that a file gets anew."""
