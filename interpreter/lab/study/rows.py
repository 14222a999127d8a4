"""Random games as tables: a row for each decision, roll and end, and what stands where in each, as arrays.

The compiled rules note thousands of rows in one call, with the state's record; where its parts lie is known, so they
are read for all rows at once. Where rules aren't compiled, the reference interpreter's states are read one by one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gdl.model.model import Model
from gdl.model.primitives import bits
from gdl.model.shape import Shape
from gdl.model.state import Variable
from interpreter.errors import PlayerError, RuleError
from interpreter.game import results
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.abi import DECISION, ENDED, KIND, ROLL, SCORES, STOP, UNFINISHED, WHO
from interpreter.graph.backend import Halted
from interpreter.graph.chance import Chance, seed_key, signed
from interpreter.graph.layout import FIRST_PIECE, ME, RESULT, Layout
from interpreter.lab.tools.simulate import EndlessError, playout
from interpreter.native.record.record import HEIGHTS, RESULTS, Record
from interpreter.work.engine import Engine, engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

Integers = NDArray[np.int64]
HEAD_WORDS = 8
NUMBER, PLY, TURN, MOVER, OPTIONS, CHOSEN, WAITING = range(7)
MIX = np.uint64(0x9FB21C651E98DF25)
MEMORY = 1 << 30
KERNELS = "traces"
EXPLAINED = 2
"""So many broken games of a call are played again, to say which rule is broken."""


@dataclass(frozen=True)
class Ground:
    """What stands on a shape's sites in each row: `codes`, numbers of piece slots from 1 on (0: nothing), of the board;
    `values`, one number for all that variables hold there; both tell apart what is different, and no more."""

    shape: Shape
    codes: NDArray[np.int16] | None
    values: Integers | None

    @property
    def changed(self) -> NDArray[np.bool_]:
        """For each row but the last, which sites are different in the row behind it."""
        rows = next(part for part in (self.codes, self.values) if part is not None)
        found = np.zeros((max(len(rows) - 1, 0), rows.shape[1]), dtype=bool)
        for part in (self.codes, self.values):
            if part is not None:
                found |= part[1:] != part[:-1]
        return found


@dataclass(frozen=True)
class Problem:
    """A game that could not be played to its end."""

    number: int
    is_endless: bool
    text: str


@dataclass(frozen=True)
class Rows:
    """Some games, one behind another; each ends with a row without options."""

    head: Integers
    """A row of numbers for each: see the names above."""
    hashes: NDArray[np.uint64]
    """Equal for equal states, whatever was before them."""
    grounds: tuple[Ground, ...]
    utilities: Integers
    """For each game what it was worth to each player, times the number of the others (whole numbers)."""
    problems: tuple[Problem, ...] = ()

    def column(self, which: int) -> Integers:
        """A column of the head."""
        return self.head[:, which]

    @property
    def is_decision(self) -> NDArray[np.bool_]:
        """Which rows are decisions."""
        found: NDArray[np.bool_] = self.head[:, WAITING] == DECISION
        return found

    @property
    def is_end(self) -> NDArray[np.bool_]:
        """Which rows are ends."""
        found: NDArray[np.bool_] = self.head[:, OPTIONS] == 0
        return found

    @property
    def game(self) -> Integers:
        """For each row which game it belongs to: 0 for the first of these."""
        ends = self.is_end.astype(np.int64)
        return np.cumsum(ends) - ends


def shapes(model: Model) -> list[Shape]:
    """The shapes on which something can be seen: the board, and those whose sites hold values."""
    return [s for s in model.shapes if (s is model.board and model.kinds) or variables_on(model, s)]


def variables_on(model: Model, shape: Shape) -> list[Variable]:
    """The variables that hold something for each site of a shape."""
    return [v for v in model.variables if not v.local and v.subject is shape]


def rows(game: Game, seed: int, first: int, count: int, limit: int, looking: bool = False) -> Rows:
    """The random games of a seed from number `first` on, ply by ply, as `simulate` plays them."""
    instance = _instance(game)
    if instance is None:
        return _by_reference(game, seed, first, count, limit)
    held, lender = instance
    try:
        parts, problems = _traced(game, held, seed, first, count, limit, looking)
    finally:
        lender.give_back(held)
    record = held.compiled.record
    table = np.concatenate(parts) if parts else np.zeros((0, 8 * HEAD_WORDS + record.size), dtype=np.uint8)
    return decoded(record, table, tuple(problems))


def _instance(game: Game) -> tuple[Instance, Engine] | None:
    """An instance of the rules compiled for this, and whom to give it back; None if that can't be."""
    if game.native is None:
        return None
    try:
        found = engine(game, KERNELS)
        return found.take(MEMORY), found
    except PlayerError:
        return None


def _traced(
    game: Game, instance: Instance, seed: int, first: int, count: int, limit: int, looking: bool
) -> tuple[list[NDArray[np.uint8]], list[Problem]]:
    """The rows as bytes, as many games in one call as fit into memory."""
    found: list[NDArray[np.uint8]] = []
    problems: list[Problem] = []
    while count:
        done, status = 0, -1
        try:
            status = instance.call(KERNELS[:-1], signed(seed_key(seed)), first, count, limit, int(looking))
            done, at, lines, size = instance.report(4)
            if lines:
                held = np.frombuffer(instance.read(at, lines * size), dtype=np.uint8)
                found.append(held.reshape(lines, size))
        except Halted:
            pass
        first, count = first + done, count - done
        if status and count and (status == UNFINISHED or not done):
            explained = status == UNFINISHED or len(problems) < EXPLAINED
            problems.append(problem(game, seed, first, limit, status == UNFINISHED) if explained else
                            Problem(first, False, f"game {first} of seed {seed} breaks a rule"))  # fmt: skip
            first, count = first + 1, count - 1
    return found, problems


def problem(game: Game, seed: int, number: int, limit: int, is_endless: bool) -> Problem:
    """What is wrong with a game, in words."""
    if is_endless:
        return Problem(number, True, f"game {number} of seed {seed} hasn't ended after {limit:,} plies")

    try:
        playout(game, seed, number, limit)
    except EndlessError as error:
        return Problem(number, True, str(error).splitlines()[0])
    except RuleError as error:
        return Problem(number, False, f"game {number} of seed {seed}: {error}")
    return Problem(number, False, f"game {number} of seed {seed} takes more memory than there is")


# ---- records as arrays


def decoded(
    record: Record, table: NDArray[np.uint8], problems: tuple[Problem, ...] = (), grounds: bool = True
) -> Rows:
    """Rows of bytes, each a head and a record, as arrays; `grounds`: what stands where, too."""
    head = np.ascontiguousarray(table[:, : 8 * HEAD_WORDS]).view(np.int64).reshape(len(table), HEAD_WORDS)
    body = table[:, 8 * HEAD_WORDS :]
    seen = tuple(_ground(record, shape, body) for shape in shapes(record.model)) if grounds else ()
    return Rows(head, _hashes(record, body), seen, _utilities(record, body[head[:, OPTIONS] == 0]), problems)


def _hashes(record: Record, body: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """A number for each state, its past left out."""
    kept = np.ones(record.size, dtype=bool)
    kept[:STOP] = False
    if record.past is not None:
        kept[record.past.count : record.past.count + 8] = False
        kept[record.past.filter : record.past.filter + 512] = False
    words = np.ascontiguousarray(body[:, kept]).view(np.uint64)
    found = np.full(len(body), words.shape[1], dtype=np.uint64)
    with np.errstate(over="ignore"):
        for j in range(words.shape[1]):
            found = (found << np.uint64(23) | found >> np.uint64(41)) ^ words[:, j]
            found *= MIX
            found ^= found >> np.uint64(35)
    return found


def _words(body: NDArray[np.uint8], at: int, count: int = 1) -> Integers:
    return np.ascontiguousarray(body[:, at : at + 8 * count]).view(np.int64)


def _utilities(record: Record, ends: NDArray[np.uint8]) -> Integers:
    """Utilities at the ends, in whole numbers; there are few different ends, so each is worked out once."""
    n = record.players
    if not len(ends):
        return np.zeros((0, n), dtype=np.int64)
    keys = np.concatenate([_words(ends, KIND), _words(ends, WHO), _words(ends, SCORES, n)], axis=1)
    kinds, which = np.unique(keys, axis=0, return_inverse=True)
    worth = [whole_utilities(_result(tuple(map(int, key))), record.model) for key in kinds]
    found: Integers = np.array(worth, dtype=np.int64)[which.reshape(-1)]
    return found


def _result(key: tuple[int, ...]) -> results.Result:
    kind, who, *scores = key
    return (RESULTS[kind - 1], tuple(scores) if RESULTS[kind - 1] in results.NUMBERED else who)


def whole_utilities(result: results.Result, model: Model) -> list[int]:
    """Utilities times the number of other players: whole numbers; who is paid is ranked by it."""
    n = len(model.players)
    sort = results.sort_of(result, n, model.unites)
    shares = (results.utility(sort, above, tied, n) for above, tied in results.places(result, n))
    return [round(share * max(n - 1, 1)) for share in shares]


def _ground(record: Record, shape: Shape, body: NDArray[np.uint8]) -> Ground:
    positions = list(record.domains.positions(shape))
    codes = values = None
    if shape is record.model.board and record.model.kinds:
        codes = np.zeros((len(body), len(shape)), dtype=np.int16)
        for slot in range(FIRST_PIECE, record.layout.last_piece):
            field = record.fields[slot]
            held = np.ascontiguousarray(body[:, field.offset : field.offset + field.bytes])
            there = np.unpackbits(held, axis=1, bitorder="little")[:, positions].astype(bool)
            codes[there] = slot - FIRST_PIECE + 1
        if record.layout.numbers >= 0:
            values = _cells(record, record.layout.numbers, body, len(shape))
        if HEIGHTS in record.fields:
            field = record.fields[HEIGHTS]
            values = _joined(values, body[:, field.offset : field.offset + field.bytes][:, positions].astype(np.int64))
    for variable in variables_on(record.model, shape):
        values = _joined(values, _cells(record, record.layout.slot[variable], body, len(shape)))
    return Ground(shape, codes, values)


def _cells(record: Record, slot: int, body: NDArray[np.uint8], sites: int) -> Integers:
    """What the cells of an array hold for each site, as one number."""
    field = record.fields[slot]
    size, cells = field.cell.size, record.cells(slot)
    found: Integers | None = None
    held = body[:, field.offset : field.offset + field.bytes].reshape(len(body), field.count, size)[:, cells]
    parts = held.reshape(len(body), sites, -1)  # the site is the first dimension
    if parts.shape[2] == 1:
        return parts[:, :, 0].astype(np.int64)
    for j in range(parts.shape[2]):
        found = _joined(found, parts[:, :, j].astype(np.int64))
    assert found is not None
    return found


def _joined(a: Integers | None, b: Integers) -> Integers:
    """Two numbers as one that tells apart what they do, as good as always."""
    with np.errstate(over="ignore"):
        return b if a is None else a * np.int64(0x9E3779B97F4A7C15 - (1 << 64)) + b


# ---- states one by one


def _by_reference(game: Game, seed: int, first: int, count: int, limit: int) -> Rows:
    reader = Reader(game)
    problems: list[Problem] = []
    for number in range(first, first + count):
        begun = len(reader.head)
        try:
            if not reader.play(seed, number, limit):
                problems.append(problem(game, seed, number, limit, True))
                reader.cut(begun)
        except RuleError as error:
            problems.append(Problem(number, False, f"game {number} of seed {seed}: {error}"))
            reader.cut(begun)
    return reader.rows(tuple(problems))


class Reader:
    """Rows from states, one by one."""

    def __init__(self, game: Game) -> None:
        self.game, self.layout = game, game.machine.layout
        self.shapes = shapes(game.model)
        self.head: list[list[int]] = []
        self.hashes: list[int] = []
        self.codes: list[Sequence[int]] = []
        self.values: list[list[list[int]]] = []
        self.utilities: list[list[int]] = []

    def play(self, seed: int, number: int, limit: int) -> bool:
        """A random game; false if it has no end."""
        chance, state = Chance(seed, number), self.game.start(seed, number)
        for ply in range(limit):
            if state.is_over:
                self.note(state, number, ply, 0, -1)
                return True
            move = state.draw(chance, ply)
            entries = state._stop.entries
            self.note(state, number, ply, len(entries), next(i for i, e in enumerate(entries) if e.same(move.entry)))
            state = state.play(move)
        return False

    def note(self, state: State, number: int, ply: int, options: int, chosen: int) -> None:
        """A row."""
        values = state._stop.values
        waiting = ENDED if state.is_over else ROLL if state.is_chance else DECISION
        self.head.append([number, ply, state.turns, values[ME], options, chosen, waiting, 0])
        told = repr((state._stop.place, values[: self.layout.first_past])).encode()
        self.hashes.append(int.from_bytes(hashlib.blake2b(told, digest_size=8).digest(), "little"))
        self.codes.append(self._codes(values))
        self.values.append([self._values(shape, values) for shape in self.shapes])
        if state.is_over:
            self.utilities.append(whole_utilities(values[RESULT], self.game.model))

    def cut(self, begun: int) -> None:
        """Throw away the rows from here on."""
        for rows_ in (self.head, self.hashes, self.codes, self.values):
            del rows_[begun:]

    def _codes(self, values: Sequence[Any]) -> Sequence[int]:
        if self.game.model.board is None:
            return ()
        found = [0] * len(self.game.model.board)
        for slot in self.layout.piece_slots:
            for site in bits(values[slot]):
                found[site] = slot - FIRST_PIECE + 1
        return found

    def _values(self, shape: Shape, values: Sequence[Any]) -> list[int]:
        parts = [values[slot] for slot in self._slots(shape)]
        if not parts:
            return []
        step = [len(part) // len(shape) for part in parts]
        told = [repr([p[i * n : (i + 1) * n] for p, n in zip(parts, step, strict=True)]) for i in range(len(shape))]
        return [int.from_bytes(hashlib.blake2b(t.encode(), digest_size=7).digest(), "little") for t in told]

    def _slots(self, shape: Shape) -> Iterator[int]:
        if shape is self.game.model.board:
            yield from (slot for slot in (self.layout.numbers, self.layout.stacks) if slot >= 0)
        yield from (self.layout.slot[v] for v in variables_on(self.game.model, shape))

    def rows(self, problems: tuple[Problem, ...]) -> Rows:
        """All that was noted."""
        n, grounds = len(self.head), []
        for k, shape in enumerate(self.shapes):
            has_pieces = shape is self.game.model.board and self.game.model.kinds
            codes = np.array(self.codes, dtype=np.int16).reshape(n, len(shape)) if has_pieces else None
            there = any(True for _ in self._slots(shape))
            held = [row[k] for row in self.values]
            values = np.array(held, dtype=np.int64).reshape(n, len(shape)) if there else None
            grounds.append(Ground(shape, codes, values))
        players = len(self.game.players)
        return Rows(
            np.array(self.head, dtype=np.int64).reshape(n, HEAD_WORDS), np.array(self.hashes, dtype=np.uint64),
            tuple(grounds), np.array(self.utilities, dtype=np.int64).reshape(-1, players), problems,
        )  # fmt: skip


def kinds_and_owners(model: Model, layout: Layout) -> tuple[Integers, Integers]:
    """For each code of a ground the kind of the pieces (-1: nothing), and whose they are (-1: nobody's, or nothing)."""
    found = np.full((2, layout.last_piece - FIRST_PIECE + 1), -1, dtype=np.int64)
    for piece, (kind, owner, _) in enumerate(model.piece_parts):
        found[:, layout.slot_of_piece(piece) - FIRST_PIECE + 1] = kind, owner
    return found[0], found[1]
