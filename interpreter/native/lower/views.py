"""What each player sees, in the module itself: words that are hashed into the keys of their information states.

`views(record, block)` mixes each player's view into the two words that lie for this player in the block. What is
hashed, and in which order, `interpreter.game.knowledge` says.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

from gdl.model import model as m
from gdl.model.nodes import Expr
from gdl.model.types import Size, Type
from interpreter.graph.abi import MASKED, MIXER
from interpreter.graph.layout import ME, NEXT
from interpreter.graph.sight import Row, Sight, owner_of, sights, slots
from interpreter.native.lower.context import Context
from interpreter.native.lower.reading import cell_at
from interpreter.native.lower.texts import begin, ended
from interpreter.native.module.emitter import Atom, Loc, Unsupported, Words
from interpreter.native.module.wasm import Function, i64

FEW = 4
"""So many cells, or words, are written one by one; more of them in a loop."""


def write_views(ctx: Context) -> Function:
    """The function `views(record, block)`, in a context of its own."""
    begin(ctx, "views")
    for player, sight in enumerate(sights(ctx.model)):
        with ctx.scope("block"):
            _Viewer(ctx, player).write(sight)
    ctx.put(("i64.const", 0))
    return ended(ctx)


class _Viewer:
    """Hashes what one player sees."""

    def __init__(self, ctx: Context, player: int) -> None:
        self.ctx = ctx
        self.at = 16 * player
        self.lanes: list[Loc] = []
        for lane in (0, 8):
            self._block()
            ctx.put(("i64.load", self.at + lane))
            self.lanes.append(ctx.copy(ctx.kept()))

    def _block(self) -> None:
        self.ctx.wrapped(self.ctx.budget)

    def write(self, sight: Sight) -> None:
        """All words, in their order."""
        ctx = self.ctx
        if ctx.model.board is not None:
            self._board(sight)
        for variable, slot in ctx.layout.slot.items():
            if variable.local or slot in (ME, NEXT):
                continue
            if variable in sight.rows:
                numbers = count()
                for row in sight.rows[variable]:
                    self._row(variable, slot, row, numbers)
            else:
                self._raw(slot)
        for lane, local in zip((0, 8), self.lanes, strict=True):
            self._block()
            ctx.push(local)
            ctx.put(("i64.store", self.at + lane))

    # ---- words

    def mix(self, word: Atom) -> None:
        """One word more."""
        ctx = self.ctx
        for lane, mixed in zip(self.lanes, (word, ctx.op("xor", word, -1)), strict=True):
            turned = ctx.op("xor", ctx.op("rotl", lane, 23), mixed)
            grown = ctx.op("mul", turned, i64(MIXER))
            ctx.set(lane, ctx.op("xor", grown, ctx.op("shr_u", grown, 35)))

    def mix_all(self, words: Words) -> None:
        """A set's words."""
        for word in words:
            self.mix(word)

    def _raw(self, slot: int) -> None:
        """A part of the state as it lies in the record."""
        ctx = self.ctx
        ((offset, size),) = [(offset, size) for known, offset, size in ctx.record.slots if known == slot]
        whole = size // 8

        def word(at: Atom | None, offset: int, load: str) -> Atom:
            ctx.put(("local.get", ctx.base.number))
            if at is not None:
                ctx.wrapped(at)
                ctx.put(("i32.add",))
            ctx.put((load, offset))
            return ctx.kept()

        if whole > FEW:
            self._loop(whole, lambda i: self.mix(word(ctx.op("shl", i, 3), offset, "i64.load")))
        else:
            for i in range(whole):
                self.mix(word(None, offset + 8 * i, "i64.load"))
        at, rest = offset + 8 * whole, size % 8
        if rest:
            last: Atom = 0
            for i in range(rest):
                last = ctx.op("or", last, ctx.op("shl", word(None, at + i, "i64.load8_u"), 8 * i))
            self.mix(last)

    def _loop(self, times: int, body: Callable[[Atom], None]) -> None:
        ctx = self.ctx
        i = ctx.copy(0)
        with ctx.block("loop") as again:
            body(i)
            ctx.set(i, ctx.op("add", i, 1))
            ctx.leave(again, ctx.op("lt_s", i, times))

    # ---- the board

    def _board(self, sight: Sight) -> None:
        ctx, model = self.ctx, self.ctx.model
        declared = any(isinstance(h.what, str) for h in model.hidden)
        hidden, owner_hidden, kind_hidden, number_hidden = (self._layer(layer) for layer in sight.layers)
        if declared:
            for layer in (hidden, owner_hidden, kind_hidden, number_hidden):
                self.mix_all(layer)
        none: Words = (0,) * ctx.domains.words(ctx.board_shape)
        every, owners = none, dict[int, Words]()
        for slot, parts in zip(ctx.layout.piece_slots, slots(model), strict=True):
            here: Words = ctx.held[slot]
            self.mix_all(self._without(here, kind_hidden))
            if declared:
                every = ctx.copied(ctx.each("or", every, here))
                owner = owner_of(model, parts)
                owners[owner] = ctx.copied(ctx.each("or", owners.get(owner, none), here))
        if declared:
            for owner in sorted(owners):
                self.mix_all(self._without(ctx.each("and", owners[owner], kind_hidden), owner_hidden))
            self.mix_all(self._without(ctx.each("and", every, owner_hidden), hidden))
        if ctx.layout.numbers >= 0:
            if declared:
                self._cells(ctx.layout.numbers, ctx.board_shape, number_hidden)
            else:
                self._raw(ctx.layout.numbers)
        if ctx.layout.stacks >= 0:
            if declared:
                raise Unsupported("hidden pieces on a board of stacks")
            self._raw(ctx.layout.stacks)

    def _layer(self, layer: Expr | None) -> Words:
        ctx = self.ctx
        none: Words = (0,) * ctx.domains.words(ctx.board_shape)
        return none if layer is None else ctx.copied(ctx.words(layer))

    def _without(self, words: Words, hidden: Words) -> Words:
        ctx = self.ctx
        if all(isinstance(w, int) and w == 0 for w in hidden):
            return words
        rest = tuple(ctx.op("xor", w, -1) for w in hidden)
        return ctx.each("and", words, rest)

    # ---- cells

    def _row(self, variable: m.Variable, slot: int, row: Row, numbers: Any) -> None:
        """Some cells of a variable, some of which may be hidden."""
        ctx = self.ctx
        if not variable.dimensions:
            self._masked(ctx.atom(row.hidden), ctx.read(slot), variable.type)
            return
        last = variable.dimensions[-1]
        first = next(numbers)
        for _ in range(len(last) - 1):
            next(numbers)
        self._cells(slot, last, ctx.copied(ctx.words(row.hidden)), ctx.record.cells(slot)[first : first + len(last)])

    def _cells(self, slot: int, base: Any, hidden: Words, cells: list[int] | None = None) -> None:
        """The cells for all elements of a base, in their order; `hidden`: the set of those that aren't seen."""
        ctx = self.ctx
        positions = list(ctx.domains.positions(base))
        cells = positions if cells is None else cells
        type_ = ctx.record.fields[slot].type

        def cell(position: Atom, index: Atom) -> None:
            self._masked(ctx.test(hidden, position), cell_at(ctx, slot, index), type_)

        if len(positions) <= FEW or slot in ctx.held:
            for position, index in zip(positions, cells, strict=True):
                cell(position, index)
            return
        tables = [ctx.memory.constant(b"".join(n.to_bytes(4, "little") for n in row)) for row in (positions, cells)]

        def entry(table: int, i: Atom) -> Atom:
            ctx.wrapped(ctx.op("shl", i, 2))
            ctx.put(("i64.load32_u", table))
            return ctx.kept()

        self._loop(len(positions), lambda i: cell(entry(tables[0], i), entry(tables[1], i)))

    def _masked(self, hidden: Atom, value: Any, type_: Type) -> None:
        """A value, or what stands for one that isn't seen."""
        ctx = self.ctx
        if type_.size == Size.MANY:
            self.mix_all(tuple(ctx.select(hidden, MASKED, word) for word in value))
            return
        word = ctx.extended(value) if isinstance(value, Loc) and value.type == "i32" else value
        self.mix(ctx.select(hidden, MASKED, word))
