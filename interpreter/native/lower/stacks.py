"""Boards with stacks: below the top piece of each site a pile of pieces, from the bottom up, in the record."""

from __future__ import annotations

from gdl.model.model import MAX_HEIGHT
from gdl.model.nodes import Height, Layer
from interpreter.graph.abi import TOO_FEW, TOO_HIGH
from interpreter.native.lower.placing import set_top, store_cell
from interpreter.native.lower.reading import cell_at, piece_at
from interpreter.native.lower.writer import Writer
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES

# ---- what stacks are asked for


def height(w: Writer, e: Height) -> Atom:
    """How many pieces lie on each other on a site."""
    return _whole_height(w, w.atom(e.site))


def layer(w: Writer, e: Layer) -> Atom:
    """A piece of a stack by its number, or -1."""
    site, number = w.atom(e.site), w.atom(e.number)
    below, top = _height(w, site), piece_at(w, site)
    if e.from_top and number == 1:
        return top
    at = w.emit.op("sub", w.emit.op("add", below, 1), number) if e.from_top else w.emit.op("sub", number, 1)
    in_pile = w.emit.truth("and", w.emit.op("ge_s", at, 0), w.emit.op("lt_s", at, below))
    held = cell_at(w, PILES, w.emit.op("add", w.emit.op("mul", site, MAX_PILE), w.emit.select(in_pile, at, 0)))
    return w.emit.select(in_pile, held, w.emit.select(w.emit.op("eq", at, below), top, -1))


# ---- changes


def push(w: Writer, piece: Atom, sites: Words, under: bool) -> None:
    """A piece comes to stand on (or under) what stands on some sites."""
    with w.sets.elements(sites, writes=w.facts.slots.standing) as (site, _):
        w.held.wrote(w.facts.slots.standing)
        top = piece_at(w, site)
        height = _height(w, site)

        def pile() -> None:
            w.fail(TOO_HIGH, w.emit.op("ge_s", height, MAX_PILE))
            if under:
                for above in (1, 0):
                    _address(w, site, above)
                w.emit.wrapped(height)
                w.emit.put(("memory.copy",))
                _store(w, site, 0, piece)
            else:
                _store(w, site, height, top)
                set_top(w, site, piece)
            store_cell(w, HEIGHTS, site, w.emit.op("add", height, 1))

        w.emit.when(w.emit.op("lt_s", top, 0), lambda: set_top(w, site, piece), pile)


def lift(w: Writer, sites: Words) -> None:
    """The top piece of some sites goes."""
    with w.sets.elements(sites, writes=w.facts.slots.standing) as (site, _):
        w.held.wrote(w.facts.slots.standing)
        height = _height(w, site)

        def uncover() -> None:
            below = w.emit.op("sub", height, 1)
            at = w.emit.op("add", w.emit.op("mul", site, MAX_PILE), below)
            set_top(w, site, cell_at(w, PILES, at))
            _store(w, site, below, 0)
            store_cell(w, HEIGHTS, site, below)

        w.emit.when(w.emit.op("gt_s", height, 0), uncover, lambda: set_top(w, site, -1))


def lift_some(w: Writer, count: Atom, sites: Words, under: bool) -> None:
    """So many pieces of some sites go, from the top or from the bottom."""
    with w.sets.elements(sites, writes=w.facts.slots.standing) as (site, _):
        w.held.wrote(w.facts.slots.standing)
        there = _whole_height(w, site)
        _need(w, count, there)
        left = w.emit.op("sub", there, count)

        def shorten() -> None:
            _shorten(w, site, there, left)

        def sink() -> None:
            w.emit.when(w.emit.op("gt_s", left, 0), lambda: _sink(w, site, there, count), shorten)

        w.emit.when(w.emit.op("ne", count, 0), sink if under else shorten)


def carry_some(w: Writer, count: Atom, a: Atom, b: Atom) -> None:
    """So many pieces go from the top of one site onto another, in their order."""
    height_a, height_b = _whole_height(w, a), _whole_height(w, b)
    _need(w, count, height_a)

    def go() -> None:
        total = w.emit.op("add", height_b, count)
        w.fail(TOO_HIGH, w.emit.op("gt_s", total, MAX_HEIGHT))
        left = w.emit.op("sub", height_a, count)
        top_a, top_b = piece_at(w, a), piece_at(w, b)
        w.emit.when(w.emit.op("gt_s", height_b, 0), lambda: _store(w, b, w.emit.op("sub", height_b, 1), top_b))
        _address(w, b, height_b)
        _address(w, a, left)
        w.emit.wrapped(w.emit.op("sub", count, 1))
        w.emit.put(("memory.copy",))
        store_cell(w, HEIGHTS, b, w.emit.op("sub", total, 1))
        set_top(w, b, top_a)
        _shorten(w, a, height_a, left)

    w.emit.when(w.emit.truth("and", w.emit.op("ne", a, b), w.emit.op("ne", count, 0)), go)


def _need(w: Writer, count: Atom, height: Atom) -> None:
    """Leave if a stack of this height doesn't have so many pieces."""
    w.fail(TOO_FEW, w.emit.truth("or", w.emit.op("lt_s", count, 0), w.emit.op("gt_s", count, height)))


def _shorten(w: Writer, site: Atom, height: Atom, left: Atom) -> None:
    """Of a stack of this height only so many pieces are left, fewer than before: the lowest."""
    some = w.emit.op("gt_s", left, 0)
    below = w.emit.select(some, w.emit.op("sub", left, 1), 0)
    uncovered = cell_at(w, PILES, w.emit.op("add", w.emit.op("mul", site, MAX_PILE), below))
    _address(w, site, below)
    w.emit.put(("i32.const", 0))
    w.emit.wrapped(w.emit.op("sub", w.emit.op("sub", height, 1), below))
    w.emit.put(("memory.fill",))
    store_cell(w, HEIGHTS, site, below)
    w.emit.when(some, lambda: set_top(w, site, uncovered), lambda: set_top(w, site, -1))


def carry(w: Writer, a: Atom, b: Atom) -> None:
    """All below the top piece of one site (where a piece stands) comes to lie on the pieces of another."""
    moved, height, top = _height(w, a), _height(w, b), piece_at(w, b)
    covered = w.emit.op("ge_s", top, 0)
    below = w.emit.op("add", height, w.emit.extended(covered))
    total = w.emit.op("add", below, moved)
    w.fail(TOO_HIGH, w.emit.op("gt_s", total, MAX_PILE))
    w.emit.when(covered, lambda: _store(w, b, height, top))
    _address(w, b, below)
    _address(w, a, 0)
    w.emit.wrapped(moved)
    w.emit.put(("memory.copy",))
    _address(w, a, 0)
    w.emit.put(("i32.const", 0), ("i32.const", MAX_PILE), ("memory.fill",))
    store_cell(w, HEIGHTS, b, total)
    store_cell(w, HEIGHTS, a, 0)


def _sink(w: Writer, site: Atom, height: Atom, count: Atom) -> None:
    """A stack of this height loses so many of its lowest pieces, but not all."""
    below = w.emit.op("sub", w.emit.op("sub", height, 1), count)
    _address(w, site, 0)
    _address(w, site, count)
    w.emit.wrapped(below)
    w.emit.put(("memory.copy",))
    _address(w, site, below)
    w.emit.put(("i32.const", 0))
    w.emit.wrapped(count)
    w.emit.put(("memory.fill",))
    store_cell(w, HEIGHTS, site, below)


def _whole_height(w: Writer, site: Atom) -> Atom:
    """How many pieces lie on a site."""
    return w.emit.op("add", _height(w, site), w.emit.extended(w.emit.op("ge_s", piece_at(w, site), 0)))


def _height(w: Writer, site: Atom) -> Atom:
    """How many pieces lie below the top one."""
    return cell_at(w, HEIGHTS, site)  # type: ignore[no-any-return]


def _store(w: Writer, site: Atom, height: Atom, piece: Atom) -> None:
    store_cell(w, PILES, w.emit.op("add", w.emit.op("mul", site, MAX_PILE), height), piece)


def _address(w: Writer, site: Atom, above: Atom) -> None:
    """Push the address of a piece of a site's pile (the cells are bytes)."""
    w.emit.put(w.known.base.get)
    w.emit.wrapped(w.emit.op("add", w.emit.op("mul", site, MAX_PILE), above))
    w.emit.put(("i32.add",), ("i32.const", w.facts.record.fields[PILES].offset), ("i32.add",))
