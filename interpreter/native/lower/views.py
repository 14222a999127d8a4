"""What each player sees, in the module itself: words that are hashed into the keys of their information states.

`views(record, block)` mixes each player's view into the two words that lie for this player in the block. What is
hashed, and in which order, `interpreter.game.knowledge` says. `differing(record, seen)` compares one player's view with
another one, word by word.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from typing import Any

from gdl.model import statements as m
from gdl.model.nodes import Expr
from gdl.model.types import Size, Type
from interpreter.graph.abi import MASKED, MIXER
from interpreter.graph.layout import ME, NEXT
from interpreter.graph.sight import Row, Sight, owner_of, sights, slots
from interpreter.native.lower.facts import Facts
from interpreter.native.lower.functions import begin, ended
from interpreter.native.lower.reading import cell_at
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Loc, Words
from interpreter.native.module.wasm import Function, i64
from interpreter.native.plan.while_writing import in_a_row
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES

BLOCK = Loc(1, "i64")
"""The second parameter."""


def write_views(facts: Facts) -> Function:
    """The function `views(record, block)`."""
    w = begin(facts, "views", "i64")
    for player, sight in enumerate(sights(w.facts.model)):
        with w.emit.scope("block"):
            _Viewer(w, player).write(sight)
    w.emit.put(("i64.const", 0))
    return ended(w)


def write_differing(facts: Facts) -> Function:
    """The function `differing(record, seen)`: at `seen` stand the number of a player, how many words this player sees,
    and these words. Gives how many bits are others in what this player sees of the record."""
    w = begin(facts, "differing", "i64")
    found = w.emit.copy(0)

    def seen(offset: int) -> Loc:
        w.emit.wrapped(BLOCK)
        w.emit.put(("i64.load", offset))
        return w.emit.kept()

    who = seen(0)
    for player, sight in enumerate(sights(w.facts.model)):
        with w.emit.scope("block"):
            w.emit.when(w.emit.op("eq", who, player), partial(_Comparer(w, found).write, sight))
    w.emit.put(found.get)
    return ended(w)


class _Teller:
    """Goes through the words of what one player sees."""

    def __init__(self, w: Writer) -> None:
        self.w = w

    def mix(self, word: Atom) -> None:
        """One word more."""
        raise NotImplementedError

    def write(self, sight: Sight) -> None:
        """All words, in their order."""
        w = self.w
        if w.facts.model.board is not None:
            self._board(sight)
        for variable, slot in w.facts.layout.slot.items():
            if variable.local or slot in (ME, NEXT):
                continue
            if variable in sight.rows:
                numbers = count()
                for row in sight.rows[variable]:
                    self._row(variable, slot, row, numbers)
            else:
                self._raw(slot)

    # ---- words

    def mix_all(self, words: Words) -> None:
        """A set's words."""
        for word in words:
            self.mix(word)

    def _raw(self, slot: int) -> None:
        """A part of the state as it lies in the record."""
        w = self.w
        ((offset, size),) = [(offset, size) for known, offset, size in w.facts.record.slots if known == slot]
        whole = size // 8

        def word(at: Atom | None, offset: int, load: str) -> Atom:
            w.emit.put(w.known.base.get)
            if at is not None:
                w.emit.wrapped(at)
                w.emit.put(("i32.add",))
            w.emit.put((load, offset))
            return w.emit.kept()

        if not in_a_row(whole):
            self._loop(whole, lambda i: self.mix(word(w.emit.op("shl", i, 3), offset, "i64.load")))
        else:
            for i in range(whole):
                self.mix(word(None, offset + 8 * i, "i64.load"))
        at, rest = offset + 8 * whole, size % 8
        if rest:
            last: Atom = 0
            for i in range(rest):
                last = w.emit.op("or", last, w.emit.op("shl", word(None, at + i, "i64.load8_u"), 8 * i))
            self.mix(last)

    def _loop(self, times: Atom, body: Callable[[Atom], None]) -> None:
        w = self.w
        i = w.emit.copy(0)
        with w.emit.block("loop") as again:
            body(i)
            w.emit.set(i, w.emit.op("add", i, 1))
            w.emit.leave(again, w.emit.op("lt_s", i, times))

    # ---- the board

    def _board(self, sight: Sight) -> None:
        w, model = self.w, self.w.facts.model
        declared = any(isinstance(h.what, str) for h in model.hidden)
        hidden, owner_hidden, kind_hidden, number_hidden = (self._layer(layer) for layer in sight.layers)
        if declared:
            for layer in (hidden, owner_hidden, kind_hidden, number_hidden):
                self.mix_all(layer)
        none: Words = (0,) * w.facts.domains.words(w.facts.board_shape)
        every, owners = none, dict[int, Words]()
        for slot, parts in zip(w.facts.layout.piece_slots, slots(model), strict=True):
            here: Words = w.held[slot]
            self.mix_all(self._without(here, kind_hidden))
            if declared:
                every = w.values.copied(w.sets.each("or", every, here))
                owner = owner_of(model, parts)
                owners[owner] = w.values.copied(w.sets.each("or", owners.get(owner, none), here))
        if declared:
            for owner in sorted(owners):
                self.mix_all(self._without(w.sets.each("and", owners[owner], kind_hidden), owner_hidden))
            self.mix_all(self._without(w.sets.each("and", every, owner_hidden), hidden))
        if w.facts.layout.numbers >= 0:
            if declared:
                self._cells(w.facts.layout.numbers, w.facts.board_shape, number_hidden)
            else:
                self._raw(w.facts.layout.numbers)
        if w.facts.layout.stacks >= 0:
            if declared:
                self._piles(kind_hidden)
            else:
                self._raw(w.facts.layout.stacks)

    def _layer(self, layer: Expr | None) -> Words:
        w = self.w
        none: Words = (0,) * w.facts.domains.words(w.facts.board_shape)
        return none if layer is None else w.values.copied(w.words(layer))

    def _without(self, words: Words, hidden: Words) -> Words:
        w = self.w
        if all(isinstance(word, int) and word == 0 for word in hidden):
            return words
        rest = tuple(w.emit.op("xor", word, -1) for word in hidden)
        return w.sets.each("and", words, rest)

    def _piles(self, hidden: Words) -> None:
        """For each site how many pieces lie below the top one, and these pieces; `hidden`: where they aren't seen."""
        w = self.w

        def pile(position: Atom) -> None:
            unseen = w.sets.test(hidden, position)
            height = cell_at(w, HEIGHTS, position)
            self.mix(w.emit.select(unseen, MASKED, height))
            shown = w.emit.copy(w.emit.select(unseen, 0, height))
            first = w.emit.copy(w.emit.op("mul", position, MAX_PILE))

            def pieces() -> None:
                self._loop(shown, lambda i: self.mix(cell_at(w, PILES, w.emit.op("add", first, i))))

            w.emit.when(w.emit.op("gt_s", shown, 0), pieces)

        self._each((list(w.facts.domains.positions(w.facts.board_shape)),), pile)

    # ---- cells

    def _row(self, variable: m.Variable, slot: int, row: Row, numbers: Any) -> None:
        """Some cells of a variable, some of which may be hidden."""
        w = self.w
        if not variable.dimensions:
            self._masked(w.atom(row.hidden), w.read(slot), variable.type)
            return
        last = variable.dimensions[-1]
        first = next(numbers)
        for _ in range(len(last) - 1):
            next(numbers)
        self._cells(
            slot, last, w.values.copied(w.words(row.hidden)), w.facts.record.cells(slot)[first : first + len(last)]
        )

    def _cells(self, slot: int, base: Any, hidden: Words, cells: list[int] | None = None) -> None:
        """The cells for all elements of a base, in their order; `hidden`: the set of those that aren't seen."""
        w = self.w
        positions = list(w.facts.domains.positions(base))
        cells = positions if cells is None else cells
        type_ = w.facts.record.fields[slot].type

        def cell(position: Atom, index: Atom) -> None:
            self._masked(w.sets.test(hidden, position), cell_at(w, slot, index), type_)

        self._each((positions, cells), cell, is_written_out=slot in w.held)

    def _each(
        self, rows: Sequence[Sequence[int]], body: Callable[..., None], is_written_out: bool = False
    ) -> None:
        """Something for each column of some rows of numbers."""
        w, many = self.w, len(rows[0])
        if is_written_out or in_a_row(many):
            for column in zip(*rows, strict=True):
                body(*column)
            return
        tables = [w.facts.memory.constant(b"".join(n.to_bytes(4, "little") for n in row)) for row in rows]

        def entry(table: int, i: Atom) -> Atom:
            w.emit.wrapped(w.emit.op("shl", i, 2))
            w.emit.put(("i64.load32_u", table))
            return w.emit.kept()

        self._loop(many, lambda i: body(*(entry(table, i) for table in tables)))

    def _masked(self, hidden: Atom, value: Any, type_: Type) -> None:
        """A value, or what stands for one that isn't seen."""
        w = self.w
        if type_.size == Size.MANY:
            self.mix_all(tuple(w.emit.select(hidden, MASKED, word) for word in value))
            return
        word = w.emit.extended(value) if isinstance(value, Loc) and value.type == "i32" else value
        self.mix(w.emit.select(hidden, MASKED, word))


class _Viewer(_Teller):
    """Hashes what one player sees."""

    def __init__(self, w: Writer, player: int) -> None:
        super().__init__(w)
        self.at = 16 * player
        self.lanes: list[Loc] = []
        for lane in (0, 8):
            w.emit.wrapped(BLOCK)
            w.emit.put(("i64.load", self.at + lane))
            self.lanes.append(w.emit.copy(w.emit.kept()))

    def write(self, sight: Sight) -> None:
        """All words, in their order; and what they come to."""
        super().write(sight)
        for lane, local in zip((0, 8), self.lanes, strict=True):
            self.w.emit.wrapped(BLOCK)
            self.w.emit.push(local)
            self.w.emit.put(("i64.store", self.at + lane))

    def mix(self, word: Atom) -> None:
        """One word more."""
        w = self.w
        for lane, mixed in zip(self.lanes, (word, w.emit.op("xor", word, -1)), strict=True):
            turned = w.emit.op("xor", w.emit.op("rotl", lane, 23), mixed)
            grown = w.emit.op("mul", turned, i64(MIXER))
            w.emit.set(lane, w.emit.op("xor", grown, w.emit.op("shr_u", grown, 35)))


class _Comparer(_Teller):
    """Counts in how many bits what one player sees differs from the words that stand behind `BLOCK`; words beyond them
    don't count."""

    def __init__(self, w: Writer, found: Loc) -> None:
        super().__init__(w)
        self.found = found

    def write(self, sight: Sight) -> None:
        """All words, in their order."""
        w = self.w
        self.at = w.emit.copy(w.emit.op("add", BLOCK, 16))
        w.emit.wrapped(BLOCK)
        w.emit.put(("i64.load", 8))
        self.end = w.emit.copy(w.emit.op("add", self.at, w.emit.op("shl", w.emit.kept(), 3)))
        super().write(sight)

    def mix(self, word: Atom) -> None:
        """One word more."""
        w = self.w

        def compare() -> None:
            w.emit.wrapped(self.at)
            w.emit.put(("i64.load", 0))
            others = w.emit.op("popcnt", w.emit.op("xor", w.emit.kept(), word))
            w.emit.set(self.found, w.emit.op("add", self.found, others))
            w.emit.set(self.at, w.emit.op("add", self.at, 8))

        w.emit.when(w.emit.op("lt_s", self.at, self.end), compare)
