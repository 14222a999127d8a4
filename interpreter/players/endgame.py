"""Tables of solved positions: kept by the solver, asked by players and looked up by their searches.

A table is believed only where it was checked: it is of the same rules, nothing of the file has changed, its symmetries
are proven from the rules, and for a sample of its positions, and each one that is asked for, what is said of them
follows from what is said of those that come next.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.backend import Halted
from interpreter.native.record.packing import PAST
from interpreter.players import endgame_file
from interpreter.players.endgame_file import VERSION, Head, TableError
from interpreter.players.folds import Folds
from interpreter.players.forgetting import forgetting
from interpreter.players.other_rules import of_other_rules
from interpreter.players.symmetries.proven import proven
from interpreter.players.symmetries.symmetry import Symmetry, identity
from interpreter.work.engine import MEMORY_BYTES, Engine, engine, put
from interpreter.work.memory import available

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

ALL = (1 << 32) - (1 << 16)
SAMPLE = 2_000
"""Positions that are checked when a table is read."""
FINDING = 11
"""Bytes at most by which a position is found."""
BLOCK = 1 << 20
"""Bytes that are laid into a search's memory at once."""
VALUED, EXACT, WITHOUT_END = 2, 4, 8
NEAR = 1e-6


@dataclass(frozen=True)
class Known:
    """What a table says of a position: what each player gets (as `State.results`), and the plies to the end."""

    values: tuple[float, ...]
    plies: int
    is_valued: bool = True
    """Whether it was found from the ends; else it was reckoned."""
    is_exact: bool = True
    is_endless: bool = False
    assumed: frozenset[str] = frozenset()
    """What was left out when it was found, and may make a difference here: a counter that may draw before the end, or
    what has been before. Who wins without it wins or draws with it."""


def check(game: Game) -> None:
    """See, before long work, that a table can be kept of positions of this game. Raises TableError."""
    held = engine(game, "solve", "rest", forgotten=forgetting(game.model).names)
    instance = held.take(ALL)
    _size(game, instance)
    held.give_back(instance)


def _size(game: Game, instance: Instance) -> int:
    """The bytes of a position in a table. Raises TableError."""
    size: int = instance.call("state_bytes")
    if size:
        return size
    raise TableError(f"{game.title}: the past matters to what positions are worth; no table can be kept of them")


def keep(
    path: Path, game: Game, instance: Instance, folds: Folds, forgotten: frozenset[str],
    bounds: Mapping[str, tuple[float, float]],
) -> int:  # fmt: skip
    """Write all that an instance has solved to a file; gives its bytes. Raises TableError."""
    size = _size(game, instance)
    at = instance.call("states_at")
    group = folds.group or (identity(game.model),)
    said = [{"sites": s.sites, "players": s.players} for s in group]
    head = Head(VERSION, game.hash, game.title, instance.call("state_count"), size, said, sorted(forgotten), [],
                dict(bounds))  # fmt: skip
    return endgame_file.write(path, head, lambda first, count: instance.read(at + first, count))


class Table:
    """A table that was read and checked; asked from several threads, one after another."""

    def __init__(self, game: Game, path: Path) -> None:
        """Raises TableError, PlayerError."""
        self.game, self.path = game, path
        head = endgame_file.head_of(path)
        if head.rules != game.hash:
            why = of_other_rules(head.game, head.game == game.title, game)
            raise TableError(f"{path}: {why}")
        self.states, self.forgotten, self.bounds = head.states, frozenset(head.forgotten), head.bounds
        if not self.forgotten <= forgetting(game.model).names:
            raise TableError(f"{path}: was made without what matters to these rules; solve again")
        self._lock = Lock()
        held: Engine = engine(game, "solve", "endgame", forgotten=self.forgotten)
        self._instance = held.take(ALL)
        self._take_in(head)

    def _take_in(self, head: Head) -> None:
        instance, path = self._instance, self.path
        if instance.call("state_bytes") != head.state_bytes:
            raise TableError(f"{path}: its positions are packed in another way; solve again")
        group = _group(self.game, head.symmetries, path)
        folds = Folds.by(instance.compiled, group, self.forgotten)
        if max(len(folds.group), 1) != len(group):
            raise TableError(f"{path}: its symmetries are others than those that are proven here; solve again")
        self.symmetries = len(group)
        self._folds, self._bytes = folds, head.states * head.state_bytes
        self._at = at = to = self._room(instance)
        for block in endgame_file.blocks_of(path, head):
            instance.write(to, block)
            to += len(block)
        if instance.call("table_index") != 0:
            raise TableError(f"{path}: a position is in it twice")
        step = max(head.states // SAMPLE, 1)
        if not self._agrees(at, step):
            raise TableError(f"{path}: contradicts itself, or the rules")

    def _room(self, instance: Instance) -> int:
        """Where the positions lie in an instance; raises TableError if there is no room."""
        need, free = self._bytes + self.states * FINDING, available()
        if need > free:
            raise TableError(f"{self.path}: it takes {need >> 20:,} MB, and this machine has {free >> 20:,} MB to give")
        self._folds.put(instance)
        at: int = instance.call("table_room", self.states)
        if at == 0:
            raise TableError(f"{self.path}: there is no memory for {self.states:,} positions")
        return at

    def put(self, instance: Instance) -> None:
        """Lay it beyond the memory that a search may have, which then looks positions up; raises TableError."""
        instance.call("fill_shelf", MEMORY_BYTES)
        at = self._room(instance)
        with self._lock:
            for done in range(0, self._bytes, BLOCK):
                instance.write(at + done, self._instance.read(self._at + done, min(BLOCK, self._bytes - done)))
        instance.call("table_index")
        instance.call("table_trusted", int(not self.forgotten))
        instance.call("close_shelf")

    def _agrees(self, at: int, step: int) -> bool:
        try:
            return bool(self._instance.call("table_agrees", at, 0, step))
        except Halted:  # what is no position at all
            return False

    def look(self, state: State) -> Known | None:
        """What is known of a position; None if it isn't in the table."""
        if state.is_over:
            results = state.results or {}
            return Known(tuple(results[player] for player in self.game.players), 0)
        with self._lock:
            if not self._instance.call("table_find", put(self._instance, state)):
                return None
            marks, plies = self._instance.report(2)
            values = self._instance.floats(self._instance.call("report") + 16, len(self.game.players))
        doubts = forgetting(self.game.model).doubts(state, plies, self.forgotten) if any(values) else frozenset[str]()
        is_exact = bool(marks & EXACT) and not doubts
        return Known(values, plies, bool(marks & VALUED), is_exact, bool(marks & WITHOUT_END), doubts)

    def best(self, state: State) -> Move | None:
        """A move that keeps what the position is worth – to the nearest win, or the farthest loss –; None if the table
        doesn't hold it, or not all that follows, or if a counter that it leaves out may draw before the end. Raises
        TableError if it contradicts itself.

        What has been repeated before isn't looked at: a win may turn out to be a draw."""
        here = self.look(state)
        if here is None or state.mover is None or here.assumed - {PAST}:
            return None
        me = self.game.players.index(state.mover)
        found: list[tuple[float, Known, Move]] = []
        for move in state.moves:
            known = self.look(state.play(move))
            if known is None:
                return None
            found.append((known.values[me], known, move))
        most = max(value for value, _, _ in found)
        if here.is_valued and abs(most - here.values[me]) > NEAR:
            raise TableError(f"{self.path}: contradicts itself in a position that was asked for")
        kept = [(known, move) for value, known, move in found if value > most - NEAR]
        if all(known.is_valued for known, _ in kept):
            is_won = most > 0 and not self.game.model.pays
            return (min if is_won else max)(kept, key=lambda pair: pair[0].plies)[1]
        nearest = [(0 if known.is_valued else known.plies, move) for known, move in kept]
        return (min if most > 0 else max)(nearest, key=lambda pair: pair[0])[1]


def _group(game: Game, said: Sequence[Any], path: Path) -> list[Symmetry]:
    """The symmetries of a table, each of which must be proven."""
    try:
        group = [Symmetry(tuple(map(tuple, one["sites"])), tuple(one["players"])) for one in said]
        if not group or not group[0].is_identity or not set(group) <= set(proven(game.model)):
            raise ValueError
    except (TypeError, KeyError, ValueError):
        raise TableError(f"{path}: its symmetries aren't those of the rules") from None
    return group


@lru_cache(maxsize=4)
def table_of(game: Game, path: Path) -> Table:
    """The table in a file, read once for a game; raises TableError, PlayerError."""
    return Table(game, path)
