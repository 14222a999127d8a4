"""Chains: pieces of one side that stand beside each other. How many free sites lie beside a chain tells how soon it may
be taken; and what the last ply changed tells where an answer may be due.

A policy sees this of the site that an option goes to. *Beside* are the sites that the shortest steps lead to. A chain
is known by one of its sites, its head. What was found is kept from ply to ply, and changed where the board has changed.
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import (
    ctz,
    fill,
    load8,
    load16,
    load32,
    load64,
    popcount,
    store8,
    store16,
    store32,
    store64,
)
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    CELLS,
    CELLS_SIZE,
    CHAINED,
    CHAINS,
    HEADS,
    NEXT,
    PARTED,
    POLICY,
    REACH,
    REACHED,
    RING,
    SITES_MINE,
    SITES_THEIRS,
    VIEW,
    WIDE,
    WINDOWS,
    P,
)

LOST_TRACK = CHAINS + 8
MINE_WAS, THEIRS_WAS = CHAINS + 16, CHAINS + 16 + WIDE
"""The sites of pieces when chains were looked at last; in front of that, who was to move then, and whether what comes
next doesn't follow from that."""
CAUGHT, NARROW, LARGE = MINE_WAS + 2 * WIDE, MINE_WAS + 3 * WIDE, MINE_WAS + 4 * WIDE
"""All sites of chains with at most one free site, with two, and of chains of several pieces with at most one."""
TOUCHED, CLOSE = MINE_WAS + 5 * WIDE, MINE_WAS + 6 * WIDE
"""Sites beside those where something has come to stand last, and others around them."""
CHANGED, LEFT, MEANT = MINE_WAS + 7 * WIDE, MINE_WAS + 8 * WIDE, MINE_WAS + 9 * WIDE
"""While changes are looked at: where they are, and which pieces aren't yet in a chain. And the free sites of a chain
that isn't there yet."""
ROW = 2 * WIDE
"""For each head the set of its chain's sites, and that of the free ones beside it."""
FEW = 12
"""If more has changed, all is looked at again."""


def forget_changes() -> None:
    """What comes next doesn't follow from what was seen last."""
    store64(LOST_TRACK, 0, 1)


def see_chains(me: int) -> None:
    """Look at the chains on the board that SITES_MINE and SITES_THEIRS tell of; this player is to move."""
    if load32(POLICY, 8):
        start_anew()
    known, lost_track = load64(CHAINS), load64(LOST_TRACK)
    is_exchanged = (P == 2) & (known != me)
    mine_was = THEIRS_WAS if is_exchanged else MINE_WAS
    theirs_was = MINE_WAS if is_exchanged else THEIRS_WAS
    changes = 0
    for j in range(0, WIDE, 8):
        changed = load64(mine_was + j) ^ load64(SITES_MINE + j) | load64(theirs_was + j) ^ load64(SITES_THEIRS + j)
        store64(CHANGED + j, 0, changed)
        changes += popcount(changed)
    if known == me and changes == 0 and lost_track == 0:
        return
    for j in range(0, WIDE, 8):
        store64(TOUCHED + j, 0, 0)
        store64(CLOSE + j, 0, 0)
        store64(LEFT + j, 0, 0)
    if changes:
        note_contents(me)
    if changes > FEW or lost_track or (P > 2 and known != me):
        for j in range(0, WIDE, 8):
            store64(CAUGHT + j, 0, 0)
            store64(NARROW + j, 0, 0)
            store64(LARGE + j, 0, 0)
            store64(LEFT + j, 0, load64(SITES_MINE + j) ^ load64(SITES_THEIRS + j))
    elif changes:
        take_apart()
    for j in range(0, WIDE, 8):
        while load64(LEFT + j):
            put_in(8 * j + ctz(load64(LEFT + j)))
    for j in range(0, WIDE, 8):
        store64(MINE_WAS + j, 0, load64(SITES_MINE + j))
        store64(THEIRS_WAS + j, 0, load64(SITES_THEIRS + j))
    store64(CHAINS, 0, me)
    store64(LOST_TRACK, 0, 0)


def note_contents(me: int) -> None:
    """Note what stands where something has changed, as this player sees it; and, of two, the other one: nothing, a
    piece of the player's own (1), another's (2), nobody's (3)."""
    for j in range(0, WIDE, 8):
        changed = load64(CHANGED + j)
        mine, theirs = load64(SITES_MINE + j), load64(SITES_THEIRS + j)
        while changed:
            bit = ctz(changed)
            own, other = mine >> bit & 1, theirs >> bit & 1
            if P == 2:
                note_content(me, 8 * j + bit, own + 2 * other)
                note_content(1 - me, 8 * j + bit, other + 2 * own)
            else:
                note_content(0, 8 * j + bit, own + 2 * other)
            changed &= changed - 1


def note_content(view: int, position: int, content: int) -> None:
    """Note what stands on a position, for itself and for the sites that it lies around."""
    at, around = CELLS + view * CELLS_SIZE + position, AROUND + view * VIEW
    differs = load8(at) ^ content
    store8(at, 0, content)
    reach = REACH + view * VIEW + position * REACHED
    for i in range(0, REACHED, 4):
        to = around + load16(reach + i)
        store16(to, 0, load16(to) ^ differs << load16(reach + i, 2))


def start_anew() -> None:
    """There is a new policy, which has seen no board yet: take it that the last one was empty."""
    fill(CELLS, 0, CELLS_SIZE * (1 + (P == 2)))
    fill(CHAINS, 0, MEANT - CHAINS)
    store32(POLICY, 8, 0)


def take_apart() -> None:
    """Forget the chains that have lost a piece, and note what is free now, and what lies around new pieces."""
    for j in range(0, WIDE, 8):
        store64(LEFT + j, 0, load64(CHANGED + j))
    for j in range(0, WIDE, 8):
        lost = load64(CHANGED + j) & (load64(MINE_WAS + j) ^ load64(THEIRS_WAS + j))
        while lost:
            join(LEFT, row_of(8 * j + ctz(lost)))
            lost &= lost - 1
    for j in range(0, WIDE, 8):
        left = load64(LEFT + j)
        store64(CAUGHT + j, 0, load64(CAUGHT + j) & ~left)
        store64(NARROW + j, 0, load64(NARROW + j) & ~left)
        store64(LARGE + j, 0, load64(LARGE + j) & ~left)
        store64(LEFT + j, 0, load64(LEFT + j) & (load64(SITES_MINE + j) ^ load64(SITES_THEIRS + j)))
    for j in range(0, WIDE, 8):
        standing, changed = load64(SITES_MINE + j) | load64(SITES_THEIRS + j), load64(CHANGED + j)
        while changed:
            position = 8 * j + ctz(changed)
            if changed & -changed & standing:
                join(TOUCHED, NEXT + position * WIDE)
                join(CLOSE, RING + position * WIDE)
            else:
                set_free(position)
            changed &= changed - 1


def set_free(position: int) -> None:
    """A site has become free: chains beside it have one more."""
    window = WINDOWS + position * PARTED
    for part in range(0, PARTED, 16):
        j = load64(window + part)
        beside = load64(window + part, 8) & (load64(SITES_MINE + j) ^ load64(SITES_THEIRS + j)) & ~load64(LEFT + j)
        while beside:
            row = row_of(8 * j + ctz(beside))
            at = row + WIDE + (position >> 6) * 8
            store64(at, 0, load64(at) | 1 << (position & 63))
            sort(row)
            beside &= beside - 1


def put_in(position: int) -> None:
    """Make a chain of a piece that belongs to none, and of chains that are beside it."""
    at, bit = (position >> 6) * 8, 1 << (position & 63)
    store64(LEFT + at, 0, load64(LEFT + at) & ~bit)
    side = SITES_MINE if load64(SITES_MINE + at) & bit else SITES_THEIRS
    row = CHAINED + position * ROW
    for j in range(0, WIDE, 8):
        store64(row + j, 0, 0)
        free = load64(NEXT + position * WIDE + j) & ~(load64(SITES_MINE + j) | load64(SITES_THEIRS + j))
        store64(row + j, WIDE, free)
    store64(row + at, 0, bit)
    store16(HEADS + 2 * position, 0, position)
    window = WINDOWS + position * PARTED
    for part in range(0, PARTED, 16):
        j = load64(window + part)
        beside = load64(window + part, 8) & (load64(SITES_MINE + j) ^ load64(SITES_THEIRS + j)) & ~load64(LEFT + j)
        while beside:
            near = 8 * j + ctz(beside)
            other = row_of(near)
            if holds(side, near) == 0:
                store64(other + at, WIDE, load64(other + at, WIDE) & ~bit)
                if freedom(other) <= 2:
                    sort(other)
            elif other != row:
                for i in range(0, WIDE, 8):
                    chain = load64(other + i)
                    store64(row + i, 0, load64(row + i) | chain)
                    store64(row + i, WIDE, load64(row + i, WIDE) | load64(other + i, WIDE))
                    while chain:
                        store16(HEADS + 2 * (8 * i + ctz(chain)), 0, position)
                        chain &= chain - 1
            beside &= beside - 1
    store64(row + at, WIDE, load64(row + at, WIDE) & ~bit)
    sort(row)


def freedom(row: int) -> int:
    """How many free sites lie beside a chain."""
    free = 0
    for j in range(0, WIDE, 8):
        free += popcount(load64(row + j, WIDE))
    return free


def sort(row: int) -> None:
    """Note how free a chain is."""
    free, size = freedom(row), 0
    for j in range(0, WIDE, 8):
        size += popcount(load64(row + j))
    one, two, large = -(free <= 1), -(free == 2), -((free <= 1) & (size > 1))
    for j in range(0, WIDE, 8):
        chain = load64(row + j)
        store64(CAUGHT + j, 0, load64(CAUGHT + j) & ~chain | chain & one)
        store64(NARROW + j, 0, load64(NARROW + j) & ~chain | chain & two)
        store64(LARGE + j, 0, load64(LARGE + j) & ~chain | chain & large)


def row_of(position: int) -> int:
    """Where it is noted of which chain a piece is a part."""
    return CHAINED + load16(HEADS + 2 * position) * ROW


def join(to: int, more: int) -> None:
    """Add the sites of a set to another."""
    for j in range(0, WIDE, 8):
        store64(to + j, 0, load64(to + j) | load64(more + j))


def holds(sites: int, position: int) -> int:
    """1 if a set holds a site, else 0."""
    return load64(sites + (position >> 6) * 8) >> (position & 63) & 1


def prospects(position: int) -> int:
    """What going to a site means for chains, as one number (`record/policy_tables.py`)."""
    after, caught, caught_large, theirs_two, ours_caught, ours_large, ours_two, mine, safe = 0, 0, 0, 0, 0, 0, 0, 0, 0
    row = WINDOWS + position * PARTED
    for part in range(0, PARTED, 16):
        j, beside = load64(row + part), load64(row + part, 8)
        own, other = load64(SITES_MINE + j), load64(SITES_THEIRS + j)
        one, two, large = load64(CAUGHT + j), load64(NARROW + j), load64(LARGE + j)
        ours, theirs = beside & own & ~other, beside & other & ~own
        after += popcount(beside & ~(own | other) | theirs & one)
        caught |= theirs & one
        caught_large |= theirs & large
        theirs_two |= theirs & two
        ours_caught |= ours & one
        ours_large |= ours & large
        ours_two |= ours & two
        mine |= ours
        safe |= ours & ~(one | two)
    if safe:
        after = 3
    elif mine and after < 3:
        after += with_others(position)
    found = holds(TOUCHED, position) + 2 * holds(CLOSE, position)
    found += 3 * ((caught != 0) + (caught_large != 0)) + 9 * ((ours_caught != 0) + (ours_large != 0))
    return found + 27 * min(max(after - 1, 0), 2) + 81 * ((theirs_two != 0) + 2 * (ours_two != 0))


def with_others(position: int) -> int:
    """How many more free sites than those beside it own chains beside a site bring to a piece there."""
    more = 0
    for j in range(0, WIDE, 8):
        free = load64(NEXT + position * WIDE + j) & ~(load64(SITES_MINE + j) | load64(SITES_THEIRS + j))
        store64(MEANT + j, 0, free)
    store64(MEANT + (position >> 6) * 8, 0, load64(MEANT + (position >> 6) * 8) | 1 << (position & 63))
    window = WINDOWS + position * PARTED
    for part in range(0, PARTED, 16):
        j = load64(window + part)
        beside = load64(window + part, 8) & load64(SITES_MINE + j) & ~load64(SITES_THEIRS + j)
        while beside:
            row = row_of(8 * j + ctz(beside))
            for i in range(0, WIDE, 8):
                free = load64(row + i, WIDE) & ~load64(MEANT + i)
                store64(MEANT + i, 0, load64(MEANT + i) | free)
                more += popcount(free)
            beside &= beside - 1
    return more
