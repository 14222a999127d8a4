"""What one player, or whoever looked on, has observed of a game, as a file: nothing in it was hidden from them.

    gdl observed: 1
    about: what White has observed of this game; it can be looked at, not gone on with
    game: kuhn_poker
    seen by: White
    beginning: {values: {card White: K, card Black: "?", pot: 2}}
    turns:
    - {player: White, told: [[White, bet]], values: {pot: 3}}

The record of a game holds everything, the seed among it, which says what was dealt; here is neither. So the rules can't
be asked what the position was: it is written down, and each turn says what has become of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl import files
from gdl.text.visible import brief
from interpreter.errors import GameError
from interpreter.game import json_files
from interpreter.game import yaml_files as yamlio
from interpreter.game.eyes import ONLOOKER, Eyes, Told, in_a_line, in_words, seen, told, told_of_setup
from interpreter.game.plies import by_turns
from interpreter.game.records import RecordError, TakenError, write_text
from interpreter.game.remembered import Remembered
from interpreter.game.view_parts import Part, content, fits, parts

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.observed_model import Change, Observed
    from interpreter.game.plies import Step
    from interpreter.game.state import State

WORD = "gdl observed"
"""The first words of such a file."""


@dataclass(frozen=True)
class Turn:
    """A turn as somebody observed it: what they heard of it, and what they saw then."""

    line: str
    view: Remembered


def of(
    game: Game, source: str, seats: Mapping[str, str], first: State, steps: Sequence[Step], eyes: str,
    resigned: str | None = None,
) -> Observed:  # fmt: skip
    """A game as these eyes observed it. `source`: the name of a shipped ruleset, or a path."""
    from interpreter.game.observed_model import Change, Observed  # slow to import

    whose = f"the observations of {eyes or 'every player'}"
    known = content(seen(first, eyes))
    rolled: list[tuple[str | None, str]] = [(None, text) for text in told_of_setup(first, eyes)]
    found = Observed(
        about=f"{whose} in this game, and nothing else; it can be looked at, not gone on with",
        game=source, title=game.title, rules=game.hash, options=dict(game.options), players=list(game.players),
        seats=dict(seats), seen_by=eyes or None, beginning=Change(told=rolled, **_changed({}, known)),
        resigned=resigned, result=steps[-1].after.outcomes if steps else first.outcomes,
    )  # fmt: skip
    for group in by_turns(steps):
        now = content(seen(group[-1].after, eyes))
        said = [(one.who, one.text) for one in told(group, eyes)]
        found.turns.append(Change(player=group[0].before.mover, told=said, **_changed(known, now)))
        known = now
    return found


def _changed(before: Mapping[Part, Any], now: Mapping[Part, Any]) -> dict[str, Any]:
    new = {part: held for part, held in now.items() if part not in before or before[part] != held}
    sites = {part[0]: held for part, held in new.items() if part[0] and (before or held)}
    return {"sites": sites, "values": {_name(part): held for part, held in new.items() if not part[0]}}


def _name(part: Part) -> str:
    return " ".join(part[1:])


def text(record: Observed) -> str:
    """The observations as YAML."""
    return yamlio.dump(_data(record))


def as_json(record: Observed) -> str:
    """The observations as JSON."""
    return json_files.dump(_data(record))


def _data(record: Observed) -> dict[str, Any]:
    said = {"resigned": record.resigned, "result": record.result}
    ending = {key: value for key, value in said.items() if value is not None}
    course = {"beginning": _short(record.beginning), "turns": [_short(turn) for turn in record.turns]}
    return {**record.head(), **course, **ending}


def _short(change: Change) -> dict[str, Any]:
    data = change.model_dump(mode="json")
    return {key: value for key, value in data.items() if value not in (None, [], {})}


def write(record: Observed, path: Path, overwrite: bool = False) -> None:
    """Write the file; raises RecordError."""
    if not overwrite and files.is_there(path):
        raise TakenError(f"{path}: is there already")
    write_text(as_json(record) if yamlio.wants_json(path) else text(record), path)


def read(path: str | Path) -> Observed | None:
    """The observations in this file; None if it is another kind of file. Raises RecordError."""
    try:
        document = yamlio.read(path)
        if WORD not in document.data:
            return None
        from interpreter.game.observed_model import Observed  # as above

        return document.check(Observed)
    except yamlio.YamlError as error:
        raise RecordError(str(error)) from None


def replay(game: Game, record: Observed) -> Iterator[Turn]:
    """The beginning, and each turn. Raises RecordError for anything that this game doesn't have."""
    eyes: Eyes = record.seen_by or ONLOOKER
    if tuple(record.players) != tuple(game.players):
        raise RecordError(f"the players are {', '.join(game.players)}, not {', '.join(record.players)}")
    strangers = [one for one in (record.seen_by, record.resigned) if one is not None and one not in game.players]
    if strangers:
        raise RecordError(f"there is no player {strangers[0]}; the players are {', '.join(game.players)}")
    by_name = {_name(part): part for part in parts(game) if not part[0]}
    board = set(game.model.board.labels) if game.model.board else set[str]()
    held: dict[Part, Any] = {(site,): [] for site in board}
    for number, change in enumerate([record.beginning, *record.turns]):
        where = f"turn {number}" if number else "the beginning"
        if odd := [*(set(change.sites) - board), *(set(change.values) - set(by_name))]:
            raise RecordError(f"{where}: this game has no `{odd[0]}`")
        for name, value in change.values.items():
            if not fits(game, by_name[name], value):
                raise RecordError(f"{where}: `{name}` can't be {brief(str(value))}")
        if missing := [name for name in by_name if not number and name not in change.values]:
            raise RecordError(f"{where}: it isn't said what `{missing[0]}` was; `?` stands for what wasn't known")
        held |= {(site,): things for site, things in change.sites.items()}
        held |= {by_name[name]: value for name, value in change.values.items()}
        over = record.result if number == len(record.turns) else None
        try:
            view = Remembered(game, eyes or None, dict(held), number, change.player, over)
        except GameError as error:
            raise RecordError(f"{where}: {error}") from None
        said = [Told(who, word) for who, word in change.told]
        line = f"{number}. {in_a_line(said, change.player or '?')}" if number else " ".join(in_words(said, None))
        yield Turn(line, view)
