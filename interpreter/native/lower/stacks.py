"""Boards with stacks: below the top piece of each site a pile of pieces, from the bottom up, in the record."""

from __future__ import annotations

from interpreter.graph.abi import TOO_HIGH
from interpreter.native.lower.context import Context
from interpreter.native.lower.placing import set_top, store_cell
from interpreter.native.lower.reading import cell_at, piece_at
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.record.record import HEIGHTS, MAX_PILE, PILES


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


def _height(ctx: Context, site: Atom) -> Atom:
    return cell_at(ctx, HEIGHTS, site)  # type: ignore[no-any-return]


def _store(ctx: Context, site: Atom, height: Atom, piece: Atom) -> None:
    store_cell(ctx, PILES, ctx.op("add", ctx.op("mul", site, MAX_PILE), height), piece)


def _address(ctx: Context, site: Atom, above: Atom) -> None:
    """Push the address of a piece of a site's pile (the cells are bytes)."""
    ctx.put(("local.get", ctx.base.number))
    ctx.wrapped(ctx.op("add", ctx.op("mul", site, MAX_PILE), above))
    ctx.put(("i32.add",), ("i32.const", ctx.record.fields[PILES].offset), ("i32.add",))
