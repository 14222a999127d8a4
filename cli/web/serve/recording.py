"""A game on the server as a text that leaves it: its record, or the game in a format of other programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cli.web.serve.match import CHANGED, Match
from interpreter.bridges.formats import texts
from interpreter.bridges.formats.opening import FormatError
from interpreter.game import observed, records
from interpreter.game.eyes import ONLOOKER
from interpreter.game.plies import Step, by_turns
from interpreter.players.specs import by_name

if TYPE_CHECKING:
    from interpreter.game.record_model import Record


def record(match: Match, source: str, seat: str | None = None) -> str:
    """The record as JSON, for this seat (None: for who looks on). While the game is on, nobody is told the seed, which
    would tell the dice to come; where players don't see everything, nobody ever gets more than they saw. Files are
    named without their folders."""
    seats = {player: by_name(kind) for player, kind in match.kept.seats.items()}
    source = Path(source).name if records.is_path(source) else source
    if match.game.model.hides:
        first = match.origin.state(match.game, match.kept.seed)
        steps = [*match.steps()]
        return observed.as_json(
            observed.of(match.game, source, seats, first, steps, seat or ONLOOKER, match.resigned)
        )  # fmt: skip
    return records.as_json(_recorded(match, source, seats))


def written(match: Match, kind: str) -> str:
    """The game in a format of other programs; raises FormatError. No format keeps hidden what players hide."""
    if match.game.model.hides:
        raise FormatError("where players hide something, a game isn't written for other programs")
    made = _recorded(match, "", {})
    made.fallen, made.drawn = match.fallen, match.drawn or None
    return texts.written(match.game, made, kind)


def _recorded(match: Match, source: str, seats: Mapping[str, str]) -> Record:
    if match.is_over:
        made = records.new(match.game, source, match.kept.seed, match.origin.number, seats, match.origin.data)
    else:
        first = match.origin.state(match.game, match.kept.seed)
        rolled = first != match.game.start(0)
        made = records.new(match.game, source, 0, 0, seats, first.position() if rolled else None)
    grouped: Sequence[Sequence[Step]] = by_turns(match.steps())
    made.turns = [[step.move.text for step in turn] for turn in grouped]
    made.result = match.state.outcomes
    made.resigned = match.resigned
    made.comments = _told_of_host(match)
    return made


def _told_of_host(match: Match) -> dict[str, str] | None:
    """Where the host changed the position: before the first move, or behind the last one."""
    said = f"{CHANGED[0].upper()}{CHANGED[1:]}."
    places = [0] * (match.kept.changes > 0) + [len(match.plies)] * match.kept.went_on
    return {str(place): said for place in places} or None
