"""The data of a record's file. `interpreter.game.records` reads and writes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

# A pit's move may be the number 3, a player's name 1: both are text to us.
Text = Annotated[str, BeforeValidator(lambda value: str(value) if type(value) is int else value)]
Whole = Annotated[int, Field(strict=True, ge=0)]


COURSE = ("times", "resigned", "fallen", "drawn", "result", "comments", "variations")
"""The parts after the turns. They change while the game goes on."""
MOST_VARIATIONS = 1_000
"""The most variations of one game."""
MOST_DEPTH = 64
"""How deeply variations can be nested."""


class Variation(BaseModel):
    """A line of moves that wasn't played, in place of a move."""

    model_config = ConfigDict(extra="forbid")

    of: Annotated[int, Field(strict=True, ge=1)] | None = None
    """The variation that it branches from, by its place in the list from 1; None: from the game."""
    after: Whole
    """How many moves and outcomes of the game (or of that variation) come before it."""
    moves: Annotated[list[Text], Field(min_length=1)]
    comments: dict[Text, Text] | None = None
    """Like the comments of a game. The number `after` has the comment before its first move."""


class Record(BaseModel):
    """A finished or running game, as in its file. The top of `records` describes the file."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    version: Annotated[Literal[1], Field(alias="gdl record")] = 1
    game: Text
    """A shipped name, or a path from the record's folder."""
    title: Text = ""
    rules: Text
    options: dict[str, bool | int | str | list[int | str]] = {}
    players: list[Text]
    seed: Whole = 0
    number: Whole = 0
    seats: dict[str, Text] = {}
    clock: Text | None = None
    """The setting of people's clocks, as `5m+3s`."""
    start: dict[str, Any] | None = None
    turns: list[list[Text]] = []
    times: dict[str, Whole] | None = None
    """The remaining time of each player, in milliseconds."""
    resigned: Text | None = None
    fallen: Text | None = None
    """The player whose time ran out."""
    drawn: bool | None = None
    """Whether the players agreed to a draw."""
    result: dict[str, str] | None = None
    tags: dict[Text, Text] | None = None
    """Other tags from another program's file: names, dates, an event."""
    comments: dict[Text, Text] | None = None
    """Comments by the number of the move or outcome; 0 is the comment before the first move."""

    variations: Annotated[list[Variation], Field(max_length=MOST_VARIATIONS)] | None = None
    """Lines that weren't played. A line that branches from another line stands after it."""

    @model_validator(mode="after")
    def _leaves(self) -> Record:
        """Check that each variation branches from a move that is there."""
        spans, depths = [(0, len(self.plies))], [0]
        for number, one in enumerate(self.variations or [], 1):
            of = one.of or 0
            if of >= number:
                raise ValueError(f"variation {number}: leaves variation {of}, which doesn't stand before it")
            first, last = spans[of]
            if not first <= one.after < last:
                raise ValueError(f"variation {number}: what it leaves has no move after {one.after:,} moves")
            spans.append((one.after, one.after + len(one.moves)))
            depths.append(depths[of] + 1)
            if depths[-1] > MOST_DEPTH:
                raise ValueError(f"variation {number}: stands in {MOST_DEPTH} others; no more are allowed")
        return self

    @property
    def plies(self) -> list[str]:
        """All moves and outcomes in one row."""
        return [move for turn in self.turns for move in turn]

    @property
    def ended_by_people(self) -> bool:
        """Whether a player resigned or lost on time, or the players agreed to a draw."""
        return self.resigned is not None or self.fallen is not None or bool(self.drawn)

    @property
    def course(self) -> tuple[str, ...]:
        """The names of the parts after the turns."""
        return COURSE

    def head(self) -> dict[str, Any]:
        """The parts that stay the same during the game. Two records with the same head are of the same game."""
        return self.model_dump(by_alias=True, exclude_none=True, exclude={"turns", *COURSE})

    def same_game(self, other: Record) -> bool:
        """Whether both are records of one game, with any players."""
        others = {"seats": 0, "game": 0, "tags": 0}
        return {**self.head(), **others} == {**other.head(), **others}
