"""What of a state is learnt from, and where it lies in a record: the table that `kernels/evaluation.py` reads.

A *feature* is that something has a value: a piece stands on a site, a cell holds a number, a variable an element, the
rules wait at a decision, the player to move has so many options. What a symmetry of the game takes to each other is
one feature, with one weight. If a symmetry exchanges the two players, states are seen with the eyes of whoever is to
move: there are two tables, one for each, that lead to the same weights. Of more than two players each has eyes of their
own. If symmetries show every player what the first one sees, all learn the same weights; else each has weights of
their own.
"""

from __future__ import annotations

import hashlib
import struct
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import product
from typing import Any

from gdl.model.model import Model
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Base, Domain, Plain, Range
from interpreter.graph.graph import Ask, Collect, Fork
from interpreter.graph.idle import idle_counters
from interpreter.graph.layout import ME, RESULT
from interpreter.native.compiled import Plan
from interpreter.native.record.record import HEIGHTS, Field
from interpreter.players.learning.patterns import Sites, patterns, weights
from interpreter.players.symmetries import Symmetry
from interpreter.players.symmetries.images import Imaging
from interpreter.players.symmetries.symmetry import identity

NONE = 0xFFFFFFFF
MOST_NUMBERS = 64
"""Numbers of one cell that are told apart; those above count as the greatest of them, those below as the least."""
FARTHEST = -4096
"""A range that begins far below zero is told from half as many below it on. If it begins lower than this, it is told
from its least number on, and zero is the greatest of them, too."""
MOST_OPTIONS = 63
HEAD_WORDS = 26
UNITS = (32, 16, 8)
"""How many hidden units there are: as many as the weights allow."""
LAYER_WEIGHTS = 60_000
ENDS_BYTES = 16 * 8 + 16 * 256 + 8 * 2048
"""What `kernels/turns.py` keeps: two ways through a turn, states that were judged, and those that were met."""

Atom = tuple[Any, ...]
"""Where something is said, of what, and what: `(slot, indices, value)`."""


@dataclass(frozen=True)
class Reading:
    """Bytes of a record, and the feature that each value means, for each of the eyes.

    For a set, `numbers` goes by positions; for a cell by what is stored. `codes` and `places` are those of the pieces
    of a set: their code in patterns, and the places of the sites there; empty where it isn't one.
    """

    offset: int
    size: int
    numbers: tuple[tuple[int, ...], ...]
    codes: tuple[int, ...] = ()
    places: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Features:
    """All that is learnt from. `size`: how many features; `contents`: how many a site can have in a pattern."""

    size: int
    sets: tuple[Reading, ...]
    cells: tuple[Reading, ...]
    patterns: tuple[tuple[int, Sites], ...]
    """For each its first weight, counted from the features' end on, and its sites."""
    pattern_weights: int
    contents: int
    sites: int
    mirrored: bool
    hidden: int
    turn_places: int
    """If values are of the ends of turns alone (`kernels/turns.py`), how many places of the rules stand in turns: those
    of the set-up come behind them."""
    long_turns: bool
    """Whether turns may go on and on (`kernels/long_turns.py`)."""
    digest: str
    """Tells whether weights were learnt for the same features, wherever these lie in a record."""
    named: Mapping[Atom, int] = field(default_factory=dict, compare=False, repr=False)
    """The number of each feature, by names that mean the same in rules which extend these (`inherited.py`)."""
    pieces: tuple[str, ...] = ()
    """What codes of pieces mean in patterns, in their order."""
    units: int = 0
    """How many hidden units were asked for; 0: as many as is usual."""

    @property
    def eyes(self) -> int:
        """How many eyes there are, each with tables of its own: two, or as many as players."""
        return len(self.cells[-1].numbers)

    @property
    def linear(self) -> int:
        """How many weights features and patterns have in the sum, with the constant one; a multiple of eight."""
        return self.size + self.pattern_weights + 1 + 7 & ~7

    @property
    def manner(self) -> Manner:
        """How values are learnt of them."""
        if self.turn_places:
            return Manner(True, self.hidden)
        return Manner(units=self.units, long_turns=self.long_turns)

    @property
    def weights(self) -> int:
        """How many weights there are in all."""
        return self.linear + self.hidden * (self.size + 2)

    def squares(self, weights_at: int) -> int:
        """Where it stands how much each weight has been moved: behind the weights, and what the units come to."""
        return weights_at + 4 * (self.weights + self.hidden)

    def table(self, start: int) -> tuple[bytes, int]:
        """The table as it lies in memory from `start` on, and the address of the weights behind it."""
        held = bytearray(4 * HEAD_WORDS)
        known: dict[tuple[int, ...], int] = {}

        def row(numbers: tuple[int, ...]) -> int:
            if numbers not in known:
                known[numbers] = start + len(held)
                held.extend(struct.pack(f"<{len(numbers)}I", *numbers))
            return known[numbers]

        def entries(rows: Sequence[Sequence[int]]) -> int:
            at = start + len(held)
            for entry in rows:
                held.extend(struct.pack(f"<{len(entry)}I", *entry))
            return at

        none = [0] * self.eyes
        sets = [
            [r.offset, r.size, *map(row, r.numbers), *(r.codes or none), *(map(row, r.places) if r.places else none)]
            for r in self.sets
        ]
        cells = [[r.offset, r.size, len(r.numbers[0]) - 1, *map(row, r.numbers), 0] for r in self.cells]
        sets_at, cells_at = entries(sets), entries(cells)
        sites = self.sites + 7 & ~7
        lists = [entries(rows) for rows in self._strides()]
        ends = [at + 8 * len(rows) for at, rows in zip(lists, self._strides(), strict=True)]
        lists_at = entries([*zip(lists, ends, strict=True)])
        contents_at = entries([[self.size + first] for first, _ in self.patterns])
        held.extend(bytes(-(start + len(held)) % 8))
        codes_at = start + len(held)
        held.extend(bytes(2 * sites))
        ends_at = start + len(held)
        held.extend(bytes(ENDS_BYTES if self.turn_places else 0))
        held.extend(bytes(-(start + len(held)) % 16))
        frames_at, frame = start + len(held), self._frame(sites)
        held.extend(self.eyes * frame)
        active_at = start + len(held)
        most = sum(len(r.numbers[0]) for r in self.sets) + len(self.cells) + 1
        held.extend(bytes(4 * most))
        held.extend(bytes(-(start + len(held)) % 16))
        linear = start + len(held)
        layer = linear + 4 * self.linear
        units = layer + 4 * self.hidden * self.size
        squares = self.squares(linear)
        head = [
            self.hidden, len(sets), len(cells), len(self.patterns), self.size - MOST_OPTIONS - 1, MOST_OPTIONS,
            int(self.mirrored), sets_at, cells_at, lists_at, linear + 4 * (self.size + self.pattern_weights), linear,
            layer, units, self.weights, squares, active_at, codes_at, codes_at + sites, sites, contents_at,
            self.turn_places, ends_at, frames_at, len(frame),
            int(self.long_turns),
        ]  # fmt: skip
        held[: 4 * len(head)] = struct.pack(f"<{len(head)}I", *head)
        return bytes(held), linear

    def _frame(self, sites: int) -> bytes:
        """What `kernels/accumulators.py` keeps up for the eyes of a player, of a state without anything."""
        contents = struct.pack(f"<{len(self.patterns)}I", *(self.size + first for first, _ in self.patterns))
        words = sum(reading.size for reading in self.sets)
        held = bytes(32 + 4 * self.hidden + sites) + contents + bytes(-len(contents) % 8) + bytes(8 * words)
        held += struct.pack("<I", NONE) * (len(self.cells) + 1)
        return held + bytes(-len(held) % 16)

    def _strides(self) -> list[list[tuple[int, int]]]:
        """For each site the patterns it is in, and what its code counts there; with sites to fill up a word."""
        found: list[list[tuple[int, int]]] = [[] for _ in range(self.sites + 7 & ~7)]
        for number, (_, sites) in enumerate(self.patterns):
            for i, site in enumerate(reversed(sites)):
                found[site].append((4 * number, self.contents**i))
        return found


@dataclass(frozen=True)
class Manner:
    """How values are learnt, as files say. `by_ends`: of the ends of turns alone; `units`: with so many hidden units, a
    multiple of eight; 0: as many as is usual; `long_turns`: of no state in the middle of a turn that may go on and on.
    """

    by_ends: bool = False
    units: int = 0
    long_turns: bool = False

    def told(self) -> dict[str, Any]:
        """What files say of it. Older ones don't say whether turns are long."""
        return {name: value for name, value in asdict(self).items() if name != "long_turns" or value}


PLAIN = Manner()
"""Values of all states."""
MANY_UNITS, MOST_UNITS, MANY_WEIGHTS = 80, 128, 100_000
"""Hidden units where values are of the ends of turns alone; the most that can be asked for; and the most weights that a
layer may have then."""


def features(plan: Plan, symmetries: Sequence[Symmetry], manner: Manner = PLAIN) -> Features:
    """What is learnt from, given the symmetries of the game."""
    return _Builder(plan, symmetries).built(manner)


def piece_name(model: Model, kind: int, owner: int) -> str:
    """What pieces of a kind and an owner (-1: nobody) are called in names of features."""
    return f"{model.kinds[kind].name} {owner}"


class _Builder:
    def __init__(self, plan: Plan, symmetries: Sequence[Symmetry]) -> None:
        self.plan, self.model, self.record = plan, plan.model, plan.record
        own = [s for s in symmetries if not s.exchanges] or [identity(self.model)]
        self.group = [_Action(plan, s) for s in own]
        self.others = _others(plan, symmetries)
        self.eyes = max(len(self.model.players), 2)
        self.is_shared = bool(self.others) or self.eyes == 2
        """Whether all eyes lead to the same weights."""
        self.numbers: dict[Atom, int] = {}
        self.size = 0

    def number(self, atom: Atom) -> int:
        """A feature's number; all that a symmetry takes to each other have one."""
        found = self.numbers.get(atom)
        if found is None:
            found = self.size
            self.size += 1
            for action in self.group:
                self.numbers[action.atom(atom)] = found
        return found

    def seen(self, atom: Atom) -> tuple[int, ...]:
        """Its number for each of the eyes."""
        mine = self.number(atom)
        if self.is_shared:
            images = [self.number(other.atom(atom)) for other in self.others]
            return mine, *(images or [mine])
        return tuple(range(self.eyes * mine, self.eyes * (mine + 1)))

    def built(self, manner: Manner = PLAIN) -> Features:
        model, layout = self.model, self.plan.layout
        sets, cells = [], []
        codes = {slot: code for code, slot in enumerate(layout.piece_slots, 1)} if model.board else {}
        for slot in codes:
            reading = self._set(slot, (), self.record.fields[slot].offset, model.board)
            sets.append(self._as_piece(reading, slot, codes))
        for name in (layout.numbers, HEIGHTS):
            if name in self.record.fields:
                cells += self._cells(name, (model.board,))
        graph = self.plan.graph
        queues = {node.queue for node in graph.nodes if isinstance(node, Collect)}
        asked = {
            v for node, live in zip(graph.nodes, graph.live, strict=True) if isinstance(node, Ask | Fork) for v in live
        }
        idle = idle_counters(model)
        for variable, slot in layout.slot.items():
            if slot == ME and (len(model.players) == 1 or (len(model.players) == 2 and self.others)):
                continue
            if slot == RESULT or slot not in self.record.fields or variable in queues:
                continue
            if variable in idle or (variable.local and variable not in asked):
                continue
            field = self.record.fields[slot]
            if field.cell.sort == "set":
                sets += self._sets(slot, variable)
            else:
                cells += self._cells(slot, variable.dimensions)
        places = [self.placed(node) for node in range(len(graph.nodes))]
        cells.append(Reading(self.record.place, 8, tuple(zip(*places, strict=True))))
        self.size = self.size * (1 if self.is_shared else self.eyes) + MOST_OPTIONS + 1
        rows: list[tuple[int, Sites]] = []
        first = 0
        if len(codes) and model.board and self.is_shared:  # weights of patterns are one player's, or everybody's
            for orbit in patterns(model.board, len(codes) + 1, [a.sites for a in self.group]):
                rows += [(first, sites) for sites in orbit]
                first += weights(orbit, len(codes) + 1)
        turn_places = graph.boundary if manner.by_ends else 0
        most = MANY_WEIGHTS if manner.by_ends else LAYER_WEIGHTS
        usual = next((n for n in UNITS if n * self.size <= most), 0)
        hidden = manner.units if 0 < manner.units * self.size <= MANY_WEIGHTS else usual
        return Features(
            self.size, tuple(sets), tuple(cells), tuple(rows), first, len(codes) + 1,
            len(model.board) if model.board else 0, bool(self.others), hidden, turn_places, manner.long_turns,
            self._digest(rows, hidden), self._named(), tuple(map(self._piece, layout.piece_slots)),
            0 if hidden == usual else hidden,
        )  # fmt: skip

    def placed(self, node: int) -> tuple[int, ...]:
        """The numbers of a place in the rules: symmetries leave it where it is."""
        atom = ("place", (), node)
        return (self.number(atom),) * self.eyes if self.is_shared else self.seen(atom)

    def _piece(self, slot: int) -> str:
        kind, owner, _ = self.model.piece_parts[self.plan.layout.pieces_of_slot(slot)[0]]
        return piece_name(self.model, kind, owner)

    def _named(self) -> dict[Atom, int]:
        """Features by what they mean: whose value, how many there are of all that it is of, and which. Where the rules
        wait has no name: other rules wait elsewhere."""
        layout = self.plan.layout
        if not self.is_shared:  # a name would have as many numbers as there are players
            return {}
        names: dict[Any, Atom] = {slot: (self._piece(slot), ()) for slot in layout.piece_slots}
        names |= {name: (name, ()) for name in (layout.numbers, HEIGHTS)}
        seen: Counter[str] = Counter()
        for variable, slot in layout.slot.items():
            seen[variable.name] += 1
            base = variable.type.base
            sizes = *map(len, variable.dimensions), len(base) if isinstance(base, Domain) else -1
            names[slot] = (f"{variable.name} {seen[variable.name]}", sizes)
        board = len(self.model.board) if self.model.board else 0
        return {
            (*names[slot], board, of, value): number
            for (slot, of, value), number in self.numbers.items()
            if slot in names
        }

    def _digest(self, rows: list[tuple[int, Sites]], hidden: int) -> str:
        layout = self.plan.layout
        names: dict[Any, str] = {slot: f"{i} {v.name}" for i, (v, slot) in enumerate(layout.slot.items())}
        names |= {slot: self._piece(slot) for slot in layout.piece_slots}
        names[layout.numbers] = "numbers"
        meant = sorted((names.get(slot, str(slot)), of, value, n) for (slot, of, value), n in self.numbers.items())
        whole = (meant, rows, hidden, bool(self.others), self.size)
        return hashlib.sha256(repr(whole).encode()).hexdigest()[:16]

    def _as_piece(self, reading: Reading, slot: int, codes: dict[int, int]) -> Reading:
        board = self.model.board
        assert board is not None
        stays = tuple(range(len(board)))
        seen = [(slot, stays), *((other.slot(slot), other.sites) for other in self.others)]
        seen += [(slot, stays)] * (self.eyes - len(seen))
        places = [[0] * self.record.domains.size(board) for _ in seen]
        for site, position in enumerate(self.record.domains.positions(board)):
            for row, (_, moved) in zip(places, seen, strict=True):
                row[position] = moved[site]
        return Reading(
            reading.offset, reading.size, reading.numbers, tuple(codes[there] for there, _ in seen),
            tuple(map(tuple, places)),
        )  # fmt: skip

    def _set(self, slot: int, of: tuple[int, ...], offset: int, base: Base | None) -> Reading:
        """Which elements a set holds."""
        domains = self.record.domains
        assert base is not None
        numbers = [[NONE] * domains.size(base) for _ in range(self.eyes)]
        for element, position in enumerate(domains.positions(base)):
            for row, number in zip(numbers, self.seen((slot, of, element)), strict=True):
                row[position] = number
        return Reading(offset, domains.words(base), tuple(map(tuple, numbers)))

    def _sets(self, slot: int, variable: Variable) -> list[Reading]:
        field = self.record.fields[slot]
        indices = _indices(variable.dimensions)
        cells = self.record.cells(slot) if variable.dimensions else [0]
        base = variable.type.base
        return [
            self._set(slot, of, field.offset + field.cell.size * cell, base)
            for of, cell in zip(indices, cells, strict=True)
        ]

    def _cells(self, slot: int | str, dimensions: Sequence[Any]) -> list[Reading]:
        """What each cell holds; its first value means nothing in particular where it is zero."""
        field = self.record.fields[slot]
        indices = _indices(dimensions)
        known = slot if isinstance(slot, int) else self.plan.layout.stacks
        places = self.record.cells(known) if dimensions else [0]
        return [
            Reading(field.offset + field.cell.size * cell, field.cell.size, self._values(slot, of, field))
            for of, cell in zip(indices, places, strict=True)
        ]

    def _values(self, slot: int | str, of: tuple[int, ...], field: Field) -> tuple[tuple[int, ...], ...]:
        base, domains = field.type.base, self.record.domains
        if isinstance(base, Domain):
            elements = {position: element for element, position in enumerate(domains.positions(base))}
            values = [elements.get(position) for position in range(domains.size(base))]
        else:
            first, count = told(base)
            values = [None if stored + field.cell.low == 0 else max(stored, first) for stored in range(first + count)]
        nothing = (NONE,) * self.eyes
        seen = [nothing if value is None else self.seen((slot, of, value)) for value in values]
        if field.cell.maybe:
            seen.append(nothing)  # what is not there is stored as the greatest number
        return tuple(zip(*(seen or [nothing]), strict=True))


def told(base: Base) -> tuple[int, int]:
    """Which numbers of a truth or of a range are told apart: the first, counted from the least, and how many."""
    if base is TRUTHS or isinstance(base, Plain):
        return 0, 2
    is_near = isinstance(base, Range) and len(base) > MOST_NUMBERS and FARTHEST <= base.low < -MOST_NUMBERS // 2
    first = -MOST_NUMBERS // 2 - base.low if is_near else 0
    return first, min(len(base) - first, MOST_NUMBERS)


def _others(plan: Plan, symmetries: Sequence[Symmetry]) -> list[_Action]:
    """What shows each player but the first what that one sees; none if symmetries don't show it to all."""
    found = []
    for player in range(1, len(plan.model.players)):
        showing = next((s for s in symmetries if s.players[player] == 0), None)
        if showing is None:
            return []
        found.append(_Action(plan, showing))
    return found


class _Action:
    """What a symmetry makes of atoms."""

    def __init__(self, plan: Plan, symmetry: Symmetry) -> None:
        model, layout = plan.model, plan.layout
        self._imaging = Imaging(plan.graph, layout, symmetry)
        self.sites: Sites = ()
        if model.board:
            self.sites = self._imaging.permutation(model.board) or tuple(range(len(model.board)))
        self._bases: dict[Any, tuple[tuple[Any, ...], Any]] = {"place": ((), None)}
        for slot in layout.piece_slots if model.board else ():
            self._bases[slot] = ((), model.board)
        for name in (layout.numbers, HEIGHTS):
            self._bases[name] = ((model.board,), None)
        for variable, slot in layout.slot.items():
            self._bases[slot] = (variable.dimensions, variable.type.base)

    def slot(self, slot: Any) -> Any:
        """The slot that its image goes to."""
        return self._imaging.slot(slot) if isinstance(slot, int) else slot

    def atom(self, atom: Atom) -> Atom:
        """The atom that is there in the image of a state if this one is there in the state."""
        slot, of, value = atom
        dimensions, base = self._bases[slot]
        of = tuple(self._image(d, i) for d, i in zip(dimensions, of, strict=True))
        return self.slot(slot), of, self._image(base, value)

    def _image(self, base: Any, index: int) -> int:
        permutation = self._imaging.permutation(base)
        return permutation[index] if permutation and 0 <= index < len(permutation) else index


def _indices(dimensions: Sequence[Any]) -> list[tuple[int, ...]]:
    return list(product(*(range(len(dimension)) for dimension in dimensions)))
