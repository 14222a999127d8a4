"""Boards with stacks: below the top piece of each site a pile of pieces, from the bottom up, in the record."""

from __future__ import annotations

from gdl.model.model import MAX_HEIGHT
from gdl.model.nodes import Height, Layer
from interpreter.graph.abi import TOO_FEW, TOO_HIGH
from interpreter.native.lower.context import Context
from interpreter.native.lower.placing import set_top, store_cell
from interpreter.native.lower.reading import cell_at, piece_at
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES

# ---- what stacks are asked for


def height(ctx: Context, e: Height) -> Atom:
    """How many pieces lie on each other on a site."""
    return _whole_height(ctx, ctx.atom(e.site))


def layer(ctx: Context, e: Layer) -> Atom:
    """A piece of a stack by its number, or -1."""
    site, number = ctx.atom(e.site), ctx.atom(e.number)
    below, top = _height(ctx, site), piece_at(ctx, site)
    if e.from_top and number == 1:
        return top
    at = ctx.op("sub", ctx.op("add", below, 1), number) if e.from_top else ctx.op("sub", number, 1)
    in_pile = ctx.truth("and", ctx.op("ge_s", at, 0), ctx.op("lt_s", at, below))
    held = cell_at(ctx, PILES, ctx.op("add", ctx.op("mul", site, MAX_PILE), ctx.select(in_pile, at, 0)))
    return ctx.select(in_pile, held, ctx.select(ctx.op("eq", at, below), top, -1))


# ---- changes


def push(ctx: Context, piece: Atom, sites: Words, under: bool) -> None:
    """A piece comes to stand on (or under) what stands on some sites."""
    with ctx.elements(sites, writes=ctx.standing) as (site, _):
        ctx.wrote(ctx.standing)
        top = piece_at(ctx, site)
        height = _height(ctx, site)

        def pile() -> None:
            ctx.fail(TOO_HIGH, ctx.op("ge_s", height, MAX_PILE))
            if under:
                for above in (1, 0):
                    _address(ctx, site, above)
                ctx.wrapped(height)
                ctx.put(("memory.copy",))
                _store(ctx, site, 0, piece)
            else:
                _store(ctx, site, height, top)
                set_top(ctx, site, piece)
            store_cell(ctx, HEIGHTS, site, ctx.op("add", height, 1))

        ctx.when(ctx.op("lt_s", top, 0), lambda: set_top(ctx, site, piece), pile)


def lift(ctx: Context, sites: Words) -> None:
    """The top piece of some sites goes."""
    with ctx.elements(sites, writes=ctx.standing) as (site, _):
        ctx.wrote(ctx.standing)
        height = _height(ctx, site)

        def uncover() -> None:
            below = ctx.op("sub", height, 1)
            at = ctx.op("add", ctx.op("mul", site, MAX_PILE), below)
            set_top(ctx, site, cell_at(ctx, PILES, at))
            _store(ctx, site, below, 0)
            store_cell(ctx, HEIGHTS, site, below)

        ctx.when(ctx.op("gt_s", height, 0), uncover, lambda: set_top(ctx, site, -1))


def lift_some(ctx: Context, count: Atom, sites: Words, under: bool) -> None:
    """So many pieces of some sites go, from the top or from the bottom."""
    with ctx.elements(sites, writes=ctx.standing) as (site, _):
        ctx.wrote(ctx.standing)
        there = _whole_height(ctx, site)
        _need(ctx, count, there)
        left = ctx.op("sub", there, count)

        def shorten() -> None:
            _shorten(ctx, site, there, left)

        def sink() -> None:
            ctx.when(ctx.op("gt_s", left, 0), lambda: _sink(ctx, site, there, count), shorten)

        ctx.when(ctx.op("ne", count, 0), sink if under else shorten)


def carry_some(ctx: Context, count: Atom, a: Atom, b: Atom) -> None:
    """So many pieces go from the top of one site onto another, in their order."""
    height_a, height_b = _whole_height(ctx, a), _whole_height(ctx, b)
    _need(ctx, count, height_a)

    def go() -> None:
        total = ctx.op("add", height_b, count)
        ctx.fail(TOO_HIGH, ctx.op("gt_s", total, MAX_HEIGHT))
        left = ctx.op("sub", height_a, count)
        top_a, top_b = piece_at(ctx, a), piece_at(ctx, b)
        ctx.when(ctx.op("gt_s", height_b, 0), lambda: _store(ctx, b, ctx.op("sub", height_b, 1), top_b))
        _address(ctx, b, height_b)
        _address(ctx, a, left)
        ctx.wrapped(ctx.op("sub", count, 1))
        ctx.put(("memory.copy",))
        store_cell(ctx, HEIGHTS, b, ctx.op("sub", total, 1))
        set_top(ctx, b, top_a)
        _shorten(ctx, a, height_a, left)

    ctx.when(ctx.truth("and", ctx.op("ne", a, b), ctx.op("ne", count, 0)), go)


def _need(ctx: Context, count: Atom, height: Atom) -> None:
    """Leave if a stack of this height doesn't have so many pieces."""
    ctx.fail(TOO_FEW, ctx.truth("or", ctx.op("lt_s", count, 0), ctx.op("gt_s", count, height)))


def _shorten(ctx: Context, site: Atom, height: Atom, left: Atom) -> None:
    """Of a stack of this height only so many pieces are left, fewer than before: the lowest."""
    some = ctx.op("gt_s", left, 0)
    below = ctx.select(some, ctx.op("sub", left, 1), 0)
    uncovered = cell_at(ctx, PILES, ctx.op("add", ctx.op("mul", site, MAX_PILE), below))
    _address(ctx, site, below)
    ctx.put(("i32.const", 0))
    ctx.wrapped(ctx.op("sub", ctx.op("sub", height, 1), below))
    ctx.put(("memory.fill",))
    store_cell(ctx, HEIGHTS, site, below)
    ctx.when(some, lambda: set_top(ctx, site, uncovered), lambda: set_top(ctx, site, -1))


def carry(ctx: Context, a: Atom, b: Atom) -> None:
    """All below the top piece of one site (where a piece stands) comes to lie on the pieces of another."""
    moved, height, top = _height(ctx, a), _height(ctx, b), piece_at(ctx, b)
    covered = ctx.op("ge_s", top, 0)
    below = ctx.op("add", height, ctx.extended(covered))
    total = ctx.op("add", below, moved)
    ctx.fail(TOO_HIGH, ctx.op("gt_s", total, MAX_PILE))
    ctx.when(covered, lambda: _store(ctx, b, height, top))
    _address(ctx, b, below)
    _address(ctx, a, 0)
    ctx.wrapped(moved)
    ctx.put(("memory.copy",))
    _address(ctx, a, 0)
    ctx.put(("i32.const", 0), ("i32.const", MAX_PILE), ("memory.fill",))
    store_cell(ctx, HEIGHTS, b, total)
    store_cell(ctx, HEIGHTS, a, 0)


def _sink(ctx: Context, site: Atom, height: Atom, count: Atom) -> None:
    """A stack of this height loses so many of its lowest pieces, but not all."""
    below = ctx.op("sub", ctx.op("sub", height, 1), count)
    _address(ctx, site, 0)
    _address(ctx, site, count)
    ctx.wrapped(below)
    ctx.put(("memory.copy",))
    _address(ctx, site, below)
    ctx.put(("i32.const", 0))
    ctx.wrapped(count)
    ctx.put(("memory.fill",))
    store_cell(ctx, HEIGHTS, site, below)


def _whole_height(ctx: Context, site: Atom) -> Atom:
    """How many pieces lie on a site."""
    return ctx.op("add", _height(ctx, site), ctx.extended(ctx.op("ge_s", piece_at(ctx, site), 0)))


def _height(ctx: Context, site: Atom) -> Atom:
    """How many pieces lie below the top one."""
    return cell_at(ctx, HEIGHTS, site)  # type: ignore[no-any-return]


def _store(ctx: Context, site: Atom, height: Atom, piece: Atom) -> None:
    store_cell(ctx, PILES, ctx.op("add", ctx.op("mul", site, MAX_PILE), height), piece)


def _address(ctx: Context, site: Atom, above: Atom) -> None:
    """Push the address of a piece of a site's pile (the cells are bytes)."""
    ctx.put(("local.get", ctx.base.number))
    ctx.wrapped(ctx.op("add", ctx.op("mul", site, MAX_PILE), above))
    ctx.put(("i32.add",), ("i32.const", ctx.record.fields[PILES].offset), ("i32.add",))
