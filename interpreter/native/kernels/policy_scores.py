"""How good options look by a learnt policy, before anything is tried: by what stands around the sites that they name.

A score is a sum of learnt numbers, in eighths: an option that scores 8 more is chosen twice as often. Sites are seen by
the player to move: in each direction nothing, one's own piece, another's, or nobody's or the edge. And what going there
means for chains counts (`chains.py`). See `record/policy_tables.py`. Random games call `liking` at each option that
they draw, and draw urgent ones by what they score (`lower/following.py`). Searches have scores of their own.
"""

from __future__ import annotations

from interpreter.graph.abi import GREATEST_SCORE, LEAST_SCORE, OWN, SCORE_BIAS, SURROUNDINGS, TO
from interpreter.native.kernel_compiler.intrinsics import (
    ctz,
    fill,
    load8,
    load16,
    load32,
    load64,
    popcount,
    store32,
    store64,
)
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    CELLS,
    CELLS_SIZE,
    CHAINS,
    CHOICE,
    CONTENTS,
    DECIDED,
    LIKELY,
    NEXT,
    OUT,
    POLICY,
    SITES_MINE,
    SITES_THEIRS,
    URGENT,
    VIEW,
    WIDE,
    P,
)
from interpreter.native.kernels.chains import CAUGHT, CLOSE, TOUCHED, holds, prospects, see_chains


def view(me: int) -> int:
    """Which view of the board is this player's."""
    return me if P == 2 else 0


def content(position: int) -> int:
    """What stands on a position, as the player to move sees it."""
    return load8(CELLS + view(load64(CHAINS)) * CELLS_SIZE + position)


def surroundings(around: int, site: int) -> int:
    """What stands around a site, two bits for each direction; `around` is where a view notes it."""
    return load16(around + 2 * site)


def score(around: int, block: int, to: int, origin: int) -> int:
    """The score of an option that goes to a site, and comes from another; -1 if it names none."""
    if to < 0:
        return load8(block) - SCORE_BIAS
    found = load8(block + content(to)) + load8(block + OWN + prospects(to)) - 2 * SCORE_BIAS
    found += load8(block + TO + surroundings(around, to)) - SCORE_BIAS
    if origin >= 0:
        found += load8(block + TO + SURROUNDINGS + surroundings(around, origin)) - SCORE_BIAS
    return found


def look_at(record: int, me: int) -> None:
    """Note where whose pieces stand in a record; nobody's are in both sets. And look at the chains."""
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
    see_chains(me)


def site(number: int) -> int:
    """The value of this number, from 1, of the option that is described at OUT; -1 if the number is 0."""
    return load64(OUT + 8 * number, 8) if number else -1


def score_described(me: int) -> int:
    """The score of the option that is described at OUT, as a search has it."""
    of = DECIDED + 16 * load64(OUT)
    size = load32(of, 12)
    block = POLICY + load32(of, 8) + me * size + size // 2
    return score(AROUND + view(me) * VIEW, block, site(load32(of)), site(load32(of, 4)))


def liking(around: int, block: int, to: int, origin: int) -> int:
    """How often a random game takes an option that was drawn: from 0 to ALWAYS_TAKEN; never if it is drawn as an urgent
    one."""
    if to >= 0 and holds(URGENT, to):
        return 0
    return weight(min(score(around, block, to, origin) + SCORE_BIAS - load32(POLICY, 4), 0))


def likeness(less: int) -> int:
    """ALWAYS_TAKEN, divided by 2**(less/8); nothing if that is hardly anything."""
    return weight(-less)


def weight(more: int) -> int:
    """How urgent an option is that scores so much more than one that is always taken, or less; `likely` in
    `record/policy_tables.py`."""
    return load32(LIKELY + 4 * min(max(more, LEAST_SCORE), GREATEST_SCORE))


# ---- urgent options: those for which a policy sees that something may be taken, or that go close to the last change


MOST_URGENT = 64
LIST = URGENT + WIDE
"""For each urgent site four bytes for its position, and four for how urgent it and those before it are."""


def urgency(around: int, block: int) -> int:
    """Note which sites among CHOICE are urgent; how urgent they are in all, where ALWAYS_TAKEN is an option that would
    always be taken."""
    for j in range(0, WIDE, 8):
        store64(URGENT + j, 0, 0)
    for j in range(0, WIDE, 8):
        chained = load64(CAUGHT + j)
        while chained:
            beside = NEXT + (8 * j + ctz(chained)) * WIDE
            for i in range(0, WIDE, 8):
                store64(URGENT + i, 0, load64(URGENT + i) | load64(beside + i))
            chained &= chained - 1
    for j in range(0, WIDE, 8):
        urgent = load64(URGENT + j) | load64(TOUCHED + j) | load64(CLOSE + j)
        store64(URGENT + j, 0, urgent & load64(CHOICE + j))
    total, at = 0, LIST
    for j in range(0, WIDE, 8):
        urgent = load64(URGENT + j)
        while urgent and at < LIST + 8 * MOST_URGENT:
            position = 8 * j + ctz(urgent)
            total += weight(score(around, block, position, -1) + SCORE_BIAS - load32(POLICY, 4))
            store32(at, 0, position)
            store32(at, 4, total)
            urgent &= urgent - 1
            at += 8
    return total


def urgent_number(drawn: int) -> int:
    """Which of the sites of CHOICE is drawn by a number below what `urgency` gave."""
    at = LIST
    while load32(at, 4) <= drawn:
        at += 8
    position, before = load32(at), 0
    for j in range(0, WIDE, 8):
        below = position - 8 * j
        mask = -1 if below >= 64 else (1 << max(below, 0)) - 1
        before += popcount(load64(CHOICE + j) & mask)
    return before
