"""A learnt policy in a search: where the host writes it, and what its scores come to in the tree."""

from __future__ import annotations

from interpreter.native.kernel_compiler.intrinsics import fill, job, load32, load64, store32, store64
from interpreter.native.kernel_compiler.parameters import (
    AROUND,
    CONTENTS,
    DECIDED,
    FOLLOWS,
    LAST,
    OUT,
    POLICY,
    SITES_MINE,
    SITES_THEIRS,
    VIEW,
    P,
)
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.nodes import LATER, NODE, UNIT
from interpreter.native.kernels.policy_scores import likeness, relation, score, surroundings

PLAYED = 12
"""A policy counts as so many games …"""
KEEN = 0.06
"""… and an option that it likes e times as much as the average is thought to be worth so much more than that …"""
KEENEST = 0.4
"""… so much at most."""

root_last: int = 0
"""The site that was chosen last before the root of a search."""


def last_site() -> int:
    """The site that was chosen last, from 1."""
    return load64(LAST) if FOLLOWS else 0


def set_last(site: int) -> None:
    """Note the one before the root."""
    global root_last
    root_last = site


def recall_last() -> None:
    """Begin from the root again."""
    if FOLLOWS:
        store64(LAST, 0, root_last)


@job
def policy_at() -> int:
    """Where the host writes a policy."""
    return POLICY


@job
def policy_ready(on: int) -> None:
    """Say whether to go by it."""
    store32(POLICY, 0, on)


def has_policy() -> bool:
    """Whether there is one."""
    return load32(POLICY) != 0


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


def describe(me: int, row: int) -> None:
    """What a score is made of, for who learns, as words of four bytes: the decision, the relation, and the surroundings
    of the site it goes to and of that it comes from."""
    of, around = DECIDED + 16 * load64(OUT), AROUND + me * VIEW
    to, origin = site(load32(of)), site(load32(of, 4))
    store32(row, 0, load64(OUT))
    store32(row, 4, relation(to))
    store32(row, 8, surroundings(around, to) if to >= 0 else 0)
    store32(row, 12, surroundings(around, origin) if origin >= 0 else 0)


def keep_score(child: int, me: int) -> None:
    """Note the score of an option that is described at OUT, until all are known."""
    store64(child, LATER, score_described(me) + 1024)


def weigh(first: int, count: int, expected: float) -> None:
    """Make of the scores of a node's children what they are thought to be worth: games that were never played."""
    most = 0
    for k in range(count):
        most = max(most, load64(first + k * NODE, LATER))
    total = 0
    for k in range(count):
        total += likeness(most - load64(first + k * NODE, LATER))
    mean = float(total) / count
    for k in range(count):
        child = first + k * NODE
        more = KEEN * log(max(float(likeness(most - load64(child, LATER))), 1.0) / mean)
        worth = expected + max(min(more, KEENEST), -KEENEST)
        store64(child, LATER, (int(worth * PLAYED * UNIT) << 32) + PLAYED)
