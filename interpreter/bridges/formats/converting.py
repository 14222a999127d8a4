"""Collections of games turned into another format, game by game, by several processes if wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from interpreter.bridges.formats import naming, playing, writing
from interpreter.bridges.formats.form import Format
from interpreter.bridges.formats.opening import FormatError, Reached, pieces
from interpreter.bridges.formats.outside import Outside
from interpreter.bridges.formats.playing import Played
from interpreter.bridges.formats.table import KNOWN, OURS
from interpreter.errors import GameError, LoadError
from interpreter.game import records
from interpreter.game.game import Game
from interpreter.game.record_model import Record
from interpreter.game.variations import Branch

BATCH = 16
"""Games that a process is given at once."""
WAITING = 4
"""Batches for each process that are read ahead."""
MOST_SIZES = 8
"""Boards of several sizes that are kept, for files that mix them."""


@dataclass(frozen=True)
class Wish:
    """What is wanted of a file: by which rules, from which format to which."""

    given: str
    to: str
    source: str | None = None
    options: tuple[tuple[str, Any], ...] = ()


@dataclass
class Done:
    """What came of one game: its text, or why there is none."""

    number: int
    text: str = ""
    trouble: str = ""
    remarks: list[str] = field(default_factory=list)


def games(path: Path, kind: str, reached: Reached | None = None) -> Iterator[Outside]:
    """The games of a file as it tells them; `reached` says how far it has been read. Raises FormatError."""
    return KNOWN[kind].read(pieces(path, reached))


def record(told: Outside, wish: Wish) -> tuple[Record, Game, str, list[str]]:
    """A game of a file as a record, with its rules, and what else is to be said."""
    form, made = played(told, wish)
    return made.record, form.game, form.source, made.remarks


def played(told: Outside, wish: Wish) -> tuple[Format, Played]:
    """A game of a file by the rules that it names, or that are wished; with these, and what else is to be said."""
    if told.trouble:
        raise playing.Unplayable(told.trouble)
    kind = KNOWN[wish.given]
    name = kind.wanted(told.tags)
    source = wish.source or naming.ruleset(kind.named_by or kind.kind, name, kind.aliases)
    if source is None:
        raise FormatError(f"no ruleset that ships calls itself `{name[:40]}`; say by which rules it goes: --game GAME")
    form = _form(kind, source, wish.options)
    chosen = dict(wish.options)
    more = {name: value for name, value in form.options(told.tags).items() if name not in chosen}
    if any(form.game.options[name] != value for name, value in more.items()):
        form = _form(kind, source, (*wish.options, *more.items()))
    return form, playing.played(form, told)


@lru_cache(maxsize=MOST_SIZES)
def _form(kind: type[Format], source: str, options: tuple[tuple[str, Any], ...]) -> Format:
    return kind(Game.of(source, dict(options)), source)


def one(told: Outside, wish: Wish) -> Done:
    """One game in the wanted format."""
    try:
        form, made = played(told, wish)
        text = written(made.record, form.game, form.source, wish.to, made.lines)
        lost = writing.form(form.game, form.source, wish.to).lost(made.record) if wish.to != OURS else []
        return Done(told.number, text, "", made.remarks + lost)
    except LoadError as error:
        reasons = "; ".join(finding.message for finding in error.findings) or str(error)
        return Done(told.number, "", f"line {told.line}: these rules can't be loaded: {reasons}")
    except GameError as error:
        said = str(error)
        return Done(told.number, "", said if said.startswith("line ") else f"line {told.line}: {said}")


def written(made: Record, game: Game, source: str, to: str, lines: Sequence[Branch] = ()) -> str:
    """A record as a text of a format; `lines`: its moves and variations, if they have been played."""
    return records.text(made) if to == OURS else writing.text(game, source, made, to, lines)


def several(batch: list[Outside], wish: Wish) -> list[Done]:
    """Some games, as a process of its own does them."""
    return [one(told, wish) for told in batch]


def convert(found: Iterator[Outside], wish: Wish, jobs: int = 1) -> Iterator[Done]:
    """Every game in the wanted format, in the file's order; never more than a few are in memory."""
    if jobs == 1:
        for told in found:
            yield one(told, wish)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Done]]] = deque()
        try:
            while batch := list(islice(found, BATCH)):
                waiting.append(pool.submit(several, batch, wish))
                if len(waiting) >= jobs * WAITING:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            for future in waiting:
                future.cancel()


def nth(path: Path, kind: str, number: int) -> Outside:
    """The game of this number. Raises FormatError."""
    last = 0
    for told in games(path, kind):
        if told.number == number:
            return told
        last = told.number
    if not last:
        raise FormatError(f"{path}: holds no game in {kind.upper()}")
    raise FormatError(f"{path}: holds {last:,} game{'s' * (last != 1)}, and no number {number:,}")


def by_path(path: Path, wish: Wish, number: int = 1) -> tuple[Record, list[str]]:
    """One game of a file as a record, seen from beside that file. Raises FormatError or LoadError."""
    try:
        made, _, source, remarks = record(nth(path, wish.given, number), wish)
    except playing.Unplayable as error:
        raise FormatError(f"{path}, game {number}: {error}") from None
    made.game = records.source_name(source, path)
    return made, remarks


def options(given: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
    """Options such that games by them are kept."""
    return tuple((name, tuple(value) if isinstance(value, list) else value) for name, value in given.items())
