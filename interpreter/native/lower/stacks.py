"""Boards with stacks: below the top piece of each site a pile of pieces, from the bottom up, in the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.native.module.emitter import Atom, Words

if TYPE_CHECKING:
    from interpreter.native.lower.changes import Rules

MAX_PILE = 48
"""Pieces below the top one; more are left to the reference interpreter."""
PILES, HEIGHTS = "piles", "heights"
TOO_HIGH = -6


def push(rules: Rules, piece: Atom, sites: Words, under: bool) -> None:
    """A piece comes to stand on (or under) what stands on some sites."""
    with rules.elements(sites, writes=rules.standing) as (site, _):
        rules.wrote(rules.standing)
        top = rules.piece_at(site)
        height = _height(rules, site)

        def pile() -> None:
            rules.fail(TOO_HIGH, rules.op("ge_s", height, MAX_PILE))
            if under:
                for above in (1, 0):
                    _address(rules, site, above)
                rules.wrapped(height)
                rules.put(("memory.copy",))
                _store(rules, site, 0, piece)
            else:
                _store(rules, site, height, top)
                rules.set_top(site, piece)
            rules.store_cell(HEIGHTS, site, rules.op("add", height, 1))

        rules.when(rules.op("lt_s", top, 0), lambda: rules.set_top(site, piece), pile)


def lift(rules: Rules, sites: Words) -> None:
    """The top piece of some sites goes."""
    with rules.elements(sites, writes=rules.standing) as (site, _):
        rules.wrote(rules.standing)
        height = _height(rules, site)

        def uncover() -> None:
            below = rules.op("sub", height, 1)
            at = rules.op("add", rules.op("mul", site, MAX_PILE), below)
            rules.set_top(site, rules.cell_at(PILES, at))
            _store(rules, site, below, 0)
            rules.store_cell(HEIGHTS, site, below)

        rules.when(rules.op("gt_s", height, 0), uncover, lambda: rules.set_top(site, -1))


def carry(rules: Rules, a: Atom, b: Atom) -> None:
    """All below the top piece of one site (where a piece stands) comes to lie on the pieces of another."""
    moved, height, top = _height(rules, a), _height(rules, b), rules.piece_at(b)
    covered = rules.op("ge_s", top, 0)
    below = rules.op("add", height, rules.extended(covered))
    total = rules.op("add", below, moved)
    rules.fail(TOO_HIGH, rules.op("gt_s", total, MAX_PILE))
    rules.when(covered, lambda: _store(rules, b, height, top))
    _address(rules, b, below)
    _address(rules, a, 0)
    rules.wrapped(moved)
    rules.put(("memory.copy",))
    _address(rules, a, 0)
    rules.put(("i32.const", 0), ("i32.const", MAX_PILE), ("memory.fill",))
    rules.store_cell(HEIGHTS, b, total)
    rules.store_cell(HEIGHTS, a, 0)


def _height(rules: Rules, site: Atom) -> Atom:
    return rules.cell_at(HEIGHTS, site)  # type: ignore[no-any-return]


def _store(rules: Rules, site: Atom, height: Atom, piece: Atom) -> None:
    rules.store_cell(PILES, rules.op("add", rules.op("mul", site, MAX_PILE), height), piece)


def _address(rules: Rules, site: Atom, above: Atom) -> None:
    """Push the address of a piece of a site's pile (the cells are bytes)."""
    rules.put(("local.get", rules.base.number))
    rules.wrapped(rules.op("add", rules.op("mul", site, MAX_PILE), above))
    rules.put(("i32.add",), ("i32.const", rules.record.fields[PILES].offset), ("i32.add",))
