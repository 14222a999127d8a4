"""Lines through the site that was added last, where all lines were looked for before; see `plan.through`.

For each set of pieces it is kept in a local what has come to it since it was seen to have no line: nothing, one site,
or that this isn't known – so it is at the beginning of each call, and as soon as there are several. Then all lines are
looked for. What is taken away makes no line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from interpreter.native.lower.writer import FIRST_SITE, UNCHANGED, UNKNOWN, Writer
from interpreter.native.module.emitter import Atom, Slot, Words
from interpreter.native.module.multiword import WORD
from interpreter.native.module.wasm import i64
from interpreter.native.plan.run_tables import RunTables, run_tables
from interpreter.native.plan.through import Through


def since(w: Writer, slot: Slot, plan: Through, around: Words, whole: Callable[[], Atom]) -> Atom:
    """Whether there is a line: through what was added, or anywhere (`whole`) if that isn't known."""
    watch = w.held.watches[slot]
    found = w.emit.copy(0, "i32")

    def added() -> None:
        site = w.emit.op("sub", watch, FIRST_SITE)
        w.emit.when(w.emit.op("ge_s", site, 0), lambda: w.emit.set(found, _through(w, plan, around, site)))

    w.emit.when(w.emit.op("eq", watch, UNKNOWN), lambda: w.emit.set(found, whole()), added)
    w.emit.set(watch, w.emit.select(found, UNKNOWN, UNCHANGED))
    return found


def _through(w: Writer, plan: Through, around: Words, site: Atom) -> Atom:
    """Whether a line within a set goes through a site, which may be in it or not."""
    wide = len(around)
    room = w.facts.memory.reserve(WORD * (wide + 2))  # an empty word below, and one above
    for j, word in enumerate(around):
        w.emit.put(("i32.const", room + WORD * (j + 1)))
        w.emit.push(word)
        w.emit.put(("i64.store", 0))
    at = w.emit.op("and", w.emit.op("shr_u", site, 3), -WORD)
    under, here, over = (_loaded(w, at, room + WORD * j) for j in range(3))
    back = w.emit.op("sub", 63, site)  # shifts count modulo 64
    moved = w.emit.op("shr_u", here, site)
    above = w.emit.op("or", w.emit.op("shr_u", moved, 1), w.emit.op("shl", over, back))
    below = w.emit.op("or", w.emit.op("shr_u", under, site), w.emit.op("shl", w.emit.op("shl", here, 1), back))
    at = w.emit.op("shl", site, 4)
    held = b"".join(word.to_bytes(WORD, "little") for pair in zip(plan.above, plan.below, strict=True) for word in pair)
    masks = w.facts.memory.constant(held)
    above = w.emit.op("and", above, _loaded(w, at, masks))
    below = w.emit.op("and", below, _loaded(w, at, masks + WORD))

    def by_runs() -> Atom:
        return _by_runs(w, plan, above, below)

    tables = run_tables(plan.rows) if w.facts.jobs.by_c else None
    found = by_runs() if tables is None else _by_tables(w, tables, above, below, by_runs)
    w.emit.push(w.emit.op("and", moved, 1))
    w.emit.put(("i32.wrap_i64",))
    return w.emit.truth("and", found, w.emit.kept("i32"))


def _by_tables(
    w: Writer, tables: Sequence[RunTables], above: Atom, below: Atom, otherwise: Callable[[], Atom]
) -> Atom:  # fmt: skip
    """Whether there is a line, by tables: in C, on machines that have an instruction that takes up bits."""
    found = w.emit.new("i32")

    def looked_up() -> Atom:
        any_: Atom = 0
        for one in tables:
            both: Atom = -1
            for word, sites, table in ((above, one.above, one.up), (below, one.below, one.down)):
                w.emit.push(w.emit.op("extract", word, i64(sites)))
                w.emit.put(("i64.of_table", table))
                both = w.emit.op("and", both, w.emit.kept())
            any_ = w.emit.op("or", any_, both)
        return w.emit.op("ne", any_, 0)

    w.emit.put(("i32.deposits",))
    w.emit.when(
        w.emit.kept("i32"), lambda: w.emit.set(found, looked_up()), lambda: w.emit.set(found, otherwise())
    )  # fmt: skip
    return found


def _by_runs(w: Writer, plan: Through, above: Atom, below: Atom) -> Atom:
    """Whether there is a line, by how far the runs above and below reach in each direction."""
    found: Atom = 0
    for step, long in plan.rows:
        ones = sum(1 << step * i for i in range(long - 1))
        twos = sum(1 << 63 - step * i for i in range(long - 1))
        up = w.emit.op("xor", w.emit.op("shr_u", above, step - 1), -1)
        down = w.emit.op("xor", w.emit.op("shl", below, step - 1), -1)
        reach = w.emit.op(
            "add", w.emit.op("ctz", w.emit.op("and", up, ones)), w.emit.op("clz", w.emit.op("and", down, i64(twos)))
        )
        found = w.emit.truth("or", found, w.emit.op("ge_s", reach, step * (long - 1)))
    return found


def _loaded(w: Writer, at: Atom, address: int) -> Atom:
    w.emit.wrapped(at)
    w.emit.put(("i64.load", address))
    return w.emit.kept()
