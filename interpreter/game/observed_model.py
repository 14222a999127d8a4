"""The YAML file of an observed game, as data. `interpreter.game.observed` reads and writes it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from interpreter.game.record_model import Text

Held = list[Text] | bool | int | str | None
"""A value, or the labels of what stands on a site; "?" for what isn't known."""


class Change(BaseModel):
    """What somebody heard, each with its player (None: chance); and all that they then saw changed."""

    model_config = ConfigDict(extra="forbid")

    player: Text | None = None
    told: list[tuple[Text | None, Text]] = []
    sites: dict[Text, list[Text] | Text] = {}
    values: dict[Text, Held] = {}
    """By the variable's name and the labels of its owner."""


class Observed(BaseModel):
    """A game as somebody observed it, with the parts of the file."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    version: Annotated[Literal[1], Field(alias="gdl observed")] = 1
    about: Text = ""
    game: Text
    title: Text = ""
    rules: Text
    options: dict[str, bool | int | str | list[int | str]] = {}
    players: list[Text]
    seats: dict[str, Text] = {}
    seen_by: Annotated[Text | None, Field(alias="seen by")] = None
    """The player; None for a spectator."""
    beginning: Change = Change()
    turns: list[Change] = []
    resigned: Text | None = None
    result: dict[str, str] | None = None

    def head(self) -> dict[str, Any]:
        """The parts that stay the same during the game."""
        found = self.model_dump(by_alias=True, exclude_none=True, exclude={"beginning", "turns", "resigned", "result"})
        return {"gdl observed": 1, **found}
