"""The record of a game: a file that says which rules were played, from where, by whom, and every move.

    gdl record: 1
    game: sparks
    title: Sparks
    rules: 5f0c…            # a hash of the checked rules with their options
    options: {base: 4}
    players: [White, Black]
    seed: 7                 # together with `number` it names the dice
    number: 0
    seats: {White: human, Black: random}
    turns:
    - [1c1, W2b2]
    - [1c3, R2b2, B2f6]
    result: {White: win, Black: loss}
    tags: {Event: Club championship}    # what a file of another program said besides
    comments: {'0': A quiet opening., '3': $1 The best.}
    variations:
    - after: 1              # so many moves come before it; `of: 2` if it leaves the second variation, not the game
      moves: [1c2, W2b4]
      comments: {'2': Slower.}

Where people had clocks, `clock` says how they were set (`5m+3s`) and `times`, behind the turns, the thousandths of a
second that each has left. How people ended a game stands there, too: `resigned: White`, `fallen: White` (on time),
`drawn: true`.

Moves stand in turns, outcomes of chance among them. The rolls of the set-up are not written: the seed repeats
them. Comments stand by the number of their move, marks of PGN first. Variations are moves in one row, each behind what
it leaves. A game from another position has it under `start`. The same may be written in JSON, as pages do.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gdl import files, library
from gdl.text.suggest import did_you_mean
from gdl.text.visible import brief
from interpreter.errors import GameError, LoadError, MoveError
from interpreter.game import json_files
from interpreter.game import yaml_files as yamlio
from interpreter.game.game import Game
from interpreter.game.plies import Step
from interpreter.game.yaml_files import YamlError

if TYPE_CHECKING:
    from interpreter.game.game import Backend, Game
    from interpreter.game.observed_model import Observed
    from interpreter.game.record_model import Record
    from interpreter.game.state import State

KEY = "gdl record"
"""Every record begins with this word and its version. They tell it from other files."""


class RecordError(GameError):
    """A record that can't be used or written; str() says why."""


class TakenError(RecordError):
    """A file that is there already and must not be overwritten."""


class ReplayError(RecordError):
    """A record that the current rules can't play."""


def new(
    game: Game,
    source: str,
    seed: int,
    number: int = 0,
    seats: Mapping[str, str] | None = None,
    start: Mapping[str, Any] | None = None,
) -> Record:
    """Make the record of a new game. `source` is a shipped name or a path."""
    from interpreter.game.record_model import Record  # slow to import; a game begins before it is recorded

    return Record(
        **named(game, source),
        seed=seed,
        number=number,
        seats=dict(seats or {}),
        start=dict(start) if start else None,
    )


def named(game: Game, source: str) -> dict[str, Any]:
    """What each record of a game says about its rules. `source`: the name of a shipped ruleset, or a path."""
    return {
        "gdl record": 1,
        "game": source,
        "title": game.title,
        "rules": game.hash,
        "options": dict(game.options),
        "players": list(game.players),
    }


def read(path: str | Path) -> Record:
    """Read the record in this file. A RecordError names every problem with its line."""
    try:
        document = yamlio.read(path)
        if "gdl observed" in document.data:
            raise RecordError(f"{path}: is what somebody has observed of a game, not the game; `gdl replay` shows it")
        if KEY not in document.data:
            raise RecordError(f"{path}: isn't the record of a game (no `gdl record: 1`)")
        return of(document)
    except YamlError as error:
        raise RecordError(str(error)) from None


def parsed(text: str) -> Record:
    """The record in a text, YAML or JSON; a RecordError names every problem with its line."""
    try:
        return of(yamlio.parse(text, "the record"))
    except YamlError as error:
        raise RecordError(str(error)) from None


def of(document: yamlio.Document) -> Record:
    """The record in a document. A YamlError or a RecordError names what is wrong."""
    from interpreter.game.record_model import Record  # as above

    version = document.data.get(KEY, 1)
    if type(version) is int and version > 1:
        raise RecordError(
            f"{document.where(KEY)}: `gdl record` is {version}, and this program reads 1: a newer gdl has "
            "written it, and can replay it"
        )
    return document.check(Record)


def write(record: Record, path: Path) -> None:
    """Write the record in one step, so that a reader finds the whole old file or the whole new one. A file whose
    name ends in .json holds JSON."""
    write_text(as_json(record) if yamlio.wants_json(path) else text(record), path)


def write_text(content: str, path: Path) -> None:
    """Write a file in one step. A new file is for its owner alone: it may tell what is hidden. Raises RecordError."""
    try:
        yamlio.write(path, content, private=True)
    except (OSError, ValueError) as error:  # a zero byte in a name is a wrong value
        raise RecordError(f"{path}: can't be written: {getattr(error, 'strerror', None) or error}") from None


def text(record: Record) -> str:
    """The record as YAML, with a line for each turn."""
    turns = "".join(f"\n- {_flow(tuple(turn))}" for turn in record.turns)
    said = _ending(record)
    return f"{yamlio.dump(record.head())}turns:{turns or ' []'}\n{yamlio.dump(said) if said else ''}"


def as_json(record: Record) -> str:
    """The record as JSON, as pages write it: a line for each name, and for each turn."""
    return json_files.dump({**record.head(), "turns": record.turns, **_ending(record)})


def _ending(record: Record) -> dict[str, Any]:
    said: dict[str, Any] = record.model_dump(include=set(record.course), exclude_none=True)
    return {name: said[name] for name in record.course if name in said}


# A record is written after every ply, and all turns but the last are as they were.
_flow = lru_cache(maxsize=10_000)(yamlio.flow)


def guard(path: Path, record: Record) -> None:
    """Refuse to overwrite anything but a record of this very game."""
    if not files.is_there(path):
        return
    if path.is_dir():
        raise RecordError(f"{path}: is a folder; name a file in it")
    try:
        known = read(path)
    except RecordError:
        raise TakenError(f"{path}: is there already, and isn't the record of a game") from None
    if not known.same_game(record):
        turns = f"{len(known.turns)} turn{'s' * (len(known.turns) != 1)}"
        raise TakenError(f"{path}: already holds another game of {known.title or known.game} ({turns})")


def start(game: Game, record: Record) -> State:
    """The state in which the recorded game began."""
    if tuple(record.players) != tuple(game.players):
        raise RecordError(f"the record is of a game for {_list(record.players)}, not {_list(game.players)}")
    named = [*record.seats, *(record.times or ()), *filter(None, (record.resigned, record.fallen))]
    if strangers := [name for name in named if name not in game.players]:
        raise RecordError(f"the record speaks of {_list(strangers)}, but the players are {_list(game.players)}")
    if record.start is None:
        return game.start(seed=record.seed, number=record.number)
    return game.position(record.start)


def replay(game: Game, record: Record) -> Iterator[Step]:
    """Play the record ply by ply. A ReplayError reports an illegal move or another end."""
    state = start(game, record)
    for number, turn in enumerate(record.turns, 1):
        for step in played(state, turn, f"turn {number}, "):
            yield step
            state = step.after
    if not record.ended_by_people and record.result != state.outcomes:
        ends = f"ends with {_result(state.outcomes)}" if state.is_over else "isn't over"
        raise ReplayError(f"the record says {_result(record.result)}, but the game {ends}")


def played(state: State, moves: Iterable[str], line: str = "") -> Iterator[Step]:
    """The steps of a line of moves from a state on. Raises ReplayError where it can't go on; `line` begins its text."""
    for text_ in moves:
        where = f"{line}`{brief(text_)}`: "
        if state.is_over:
            raise ReplayError(f"{where}the game is already over")
        try:
            move = state.parse(text_)
        except MoveError as error:
            raise ReplayError(f"{where}{error}") from None
        step = Step(state, move, state.play(move))
        yield step
        state = step.after


def load_game(record: Record | Observed, source: str, backend: Backend = "auto") -> Game:
    """Load the record's game, with its options and number of players; raises LoadError.

    If the current rules don't have these options, the record is of other rules. A RecordError names them.
    """
    try:
        return Game.of(source, record.options, len(record.players), backend)
    except LoadError as error:
        odd = [f for f in error.findings if f.span.source.name.startswith("option ")]
        if not odd:
            raise
        said = "; ".join(f"{f.span.source.name}: {f.message}" for f in odd)
        raise RecordError(f"the record is of {record.title or record.game}, and doesn't fit {source}: {said}") from None


def rules_changed(game: Game, record: Record | Observed) -> bool:
    """Whether the current rules differ from those of the record."""
    return game.hash != record.rules


def _result(outcomes: Mapping[str, str] | None) -> str:
    return ", ".join(f"{player}: {outcome}" for player, outcome in (outcomes or {}).items()) or "no result"


def _list(names: Sequence[str]) -> str:
    return ", ".join(names)


def source_name(game: str, record_path: Path) -> str:
    """How a record in this place names a ruleset: a shipped name, or a path from the record's folder."""
    if is_path(game):
        return Path(os.path.relpath(Path(game).resolve(), record_path.resolve().parent)).as_posix()
    return game


def source_of(record: Record | Observed, record_path: Path) -> str:
    """The shipped name or path of the record's ruleset."""
    if record.game == "-":
        raise RecordError(f"{record_path}: its rules came from standard input; name them in the command, as GAME")
    otherwise = "name the ruleset in the command, as GAME"
    if not is_path(record.game):
        if record.game not in library.names():
            meant = did_you_mean(record.game, library.names())
            hint = f" ({meant})" if meant else ""
            raise RecordError(f"{record_path}: it is a game of `{brief(record.game)}`, and no ruleset of this name "
                              f"ships{hint}; {otherwise}")  # fmt: skip
        return record.game
    path = record_path.parent / record.game
    if not library.is_ruleset(path):  # a stranger's record may name anything; nothing of it is read, or shown
        raise RecordError(f"{record_path}: {path} isn't named like a ruleset, with .gdl at its end; {otherwise}")
    if not files.is_there(path):
        raise RecordError(f"{record_path}: {path}, whose rules it was played by, isn't there; {otherwise}")
    return str(path)


def is_path(game: str) -> bool:
    """Whether this names a file rather than a ruleset that ships."""
    return game.endswith(".gdl") or "/" in game or os.sep in game
