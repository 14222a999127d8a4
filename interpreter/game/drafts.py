"""Positions that somebody puts together by hand: as they stand, even if they make no sense, and what is wrong with
them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from interpreter.errors import PositionError, RuleError
from interpreter.game import yaml_files
from interpreter.game.position_reader import from_data, spelt_out, values_of
from interpreter.game.positions import written
from interpreter.game.state import State
from interpreter.graph.backend import Stop
from interpreter.graph.graph import OVER

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.game.game import Game
    from interpreter.game.moves import Move
    from interpreter.game.rules import Rules

LEFT_OUT = ("seen", "decision", "locals", "queues")
"""Parts of a position that nobody puts together by hand: its past, and the middle of a turn."""


_LIKE_YAML = re.compile(r"\{|[\w' ]+:(\s|$)")


class Sketch(State):
    """A state that asks nothing. Its view shows only what stands there."""

    __slots__ = ()

    @property
    def is_over(self) -> bool:
        """A sketch is never over."""
        return False

    @property
    def in_turn(self) -> bool:
        """A sketch stands before a turn."""
        return False

    @property
    def moves(self) -> tuple[Move, ...]:
        """A sketch has no moves."""
        return ()


@dataclass(frozen=True)
class Tried:
    """A position that somebody puts together.

    `sketch`: the position as it stands. `state`: its state by the rules, or None, if `reasons` say why there is none.
    """

    sketch: State
    state: State | None
    reasons: tuple[str, ...]


def tried(game: Rules, data: Mapping[str, Any]) -> Tried:
    """The picture of a position, and what is wrong with it."""
    values, reasons = values_of(game, data)
    sketch = Sketch(game, Stop(OVER, tuple(values), (), 0, None), 0, 0, None)
    if reasons:
        return Tried(sketch, None, tuple(reasons))
    try:
        state = from_data(game, data)
        state.moves  # noqa: B018 - the rules may break while options are listed
    except PositionError as error:
        return Tried(sketch, None, tuple(error.reasons))
    except RuleError as error:
        return Tried(sketch, None, (str(error),))
    return Tried(sketch, state, ())


def fresh(state: State) -> dict[str, Any]:
    """The position of a state between two turns, or at the end, without its past: reading it shows the same."""
    data = without_past(spelt_out(state))
    if state.is_over:
        return data
    try:
        again = from_data(state.game, data)
        same = without_past(spelt_out(again)) == data and len(again.ways) == len(state.ways)
    except (PositionError, RuleError):
        same = False
    return data if same else {**data, "over": False}


def without_past(data: Mapping[str, Any]) -> dict[str, Any]:
    """A position without the parts that belong to earlier moves."""
    return {name: value for name, value in data.items() if name not in LEFT_OUT}


def plainly(game: Rules, data: Mapping[str, Any]) -> dict[str, Any]:
    """The same position in the form in which positions are written, without a past; raises PositionError."""
    values, reasons = values_of(game, data)
    if reasons:
        raise PositionError(reasons)
    found = without_past(spelt_out(Sketch(game, Stop(OVER, tuple(values), (), 0, None), 0, 0, None)))
    asked = data.get("over") is False or data.get("seen") is not None
    if isinstance(data.get("over"), dict):
        return {**found, "over": data["over"]}
    return {**found, "over": False} if asked and _differs(game, found) else found


def _differs(game: Rules, data: dict[str, Any]) -> bool:
    """Whether it matters that `end` was asked about this position before."""
    try:
        first, second = from_data(game, data), from_data(game, {**data, "over": False})
        return without_past(written(first)) != without_past(written(second)) or len(first.ways) != len(second.ways)
    except (PositionError, RuleError):
        return True


def read(game: Game, text: str) -> dict[str, Any]:
    """The position in a text that somebody wrote: YAML, JSON, or a line in the game's own notation.

    Raises PositionError, or YamlError if the text can't be read at all.
    """
    said = text.strip()
    if game.notation is None or "\n" in said or _LIKE_YAML.match(said):
        return plainly(game, yaml_files.parse(text).data)
    state = game.notation.position(said)
    return plainly(game, game.notation.read(said) if state.is_over or state.in_turn else fresh(state))
