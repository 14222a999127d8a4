"""How good options look by a learnt policy, before anything is tried: by what stands around the sites that they name.

A score is a sum of learnt numbers, in eighths: an option that scores 8 more is chosen twice as often. Sites are seen by
the player to move: in each direction nothing, one's own piece, another's, or nobody's or the edge. See
`record/policy_tables.py`. Random games call `liking` at each option that they draw (`lower/following.py`).
"""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, load8, load16, load32, load64, shr_u, store64
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    CONTENTS,
    DECIDED,
    EIGHTHS,
    OUT,
    POLICY,
    SITES_MINE,
    SITES_THEIRS,
    VIEW,
    P,
)

BIAS = 128
"""Bytes are so much more than what they mean."""
OWN = 8
SURROUNDINGS = 0x10000
ALWAYS = 0x10000


def content(position: int) -> int:
    """What stands on a position: nothing, a piece of the player's own (1), another's (2), nobody's or the board's edge
    (3)."""
    at, bit = position >> 3, position & 7
    return (load8(SITES_MINE + at) >> bit & 1) + (load8(SITES_THEIRS + at) >> bit & 1) * 2


def surroundings(around: int, site: int) -> int:
    """What stands around a site, two bits for each direction."""
    at = around + 16 * site
    found = content(load16(at)) + (content(load16(at, 2)) << 2)
    found += (content(load16(at, 4)) << 4) + (content(load16(at, 6)) << 6)
    found += (content(load16(at, 8)) << 8) + (content(load16(at, 10)) << 10)
    return found + (content(load16(at, 12)) << 12) + (content(load16(at, 14)) << 14)


def score(around: int, block: int, to: int, origin: int) -> int:
    """The score of an option that goes to a site, and comes from another; -1 if it names none."""
    if to < 0:
        return load8(block) - BIAS
    found = load8(block + content(to)) + load8(block + OWN + surroundings(around, to)) - 2 * BIAS
    if origin >= 0:
        found += load8(block + OWN + SURROUNDINGS + surroundings(around, origin)) - BIAS
    return found


def look_at(record: int, me: int) -> None:
    """Note where whose pieces stand in a record; nobody's are in both sets."""
    words = load32(CONTENTS, 4)
    fill(SITES_MINE, 0, 8 * words)
    fill(SITES_THEIRS, 0, 8 * words)
    for slot in range(load32(CONTENTS)):
        owner, at = load32(CONTENTS + 8 * slot, 12), record + load32(CONTENTS + 8 * slot, 8)
        for j in range(0, 8 * words, 8):
            if owner == me or owner >= P:
                store64(SITES_MINE + j, 0, load64(SITES_MINE + j) | load64(at + j))
            if owner != me:
                store64(SITES_THEIRS + j, 0, load64(SITES_THEIRS + j) | load64(at + j))


def site(number: int) -> int:
    """The value of this number, from 1, of the option that is described at OUT; -1 if the number is 0."""
    return load64(OUT + 8 * number, 8) if number else -1


def score_described(me: int) -> int:
    """The score of the option that is described at OUT."""
    of = DECIDED + 16 * load64(OUT)
    block = POLICY + load32(of, 8) + me * load32(of, 12)
    return score(AROUND + me * VIEW, block, site(load32(of)), site(load32(of, 4)))


def liking(around: int, block: int, to: int, origin: int) -> int:
    """How often a random game takes an option that was drawn: from 0 to ALWAYS."""
    less = load32(POLICY, 4) - BIAS - score(around, block, to, origin)
    return likeness(max(less, 0))


def likeness(less: int) -> int:
    """ALWAYS, divided by 2**(less/8)."""
    return shr_u(load32(EIGHTHS + 4 * (less & 7)), less >> 3) if less < 128 else 0
