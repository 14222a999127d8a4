"""What is settled only while code is written: by what has turned out to be known there, and by how much there is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gdl.model.cost import combinations
from gdl.model.nodes import Const, Expr, Var
from gdl.passes.specialise import Specialiser
from interpreter.native.module.emitter import Unsupported
from interpreter.native.plan.backwards import Backwards
from interpreter.native.plan.lifting import MAX_SMALL, Lifted, Ray, Uniform, cells_within
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.queries import MAX_UNROLLED, is_helped, is_short, is_straight

MIN_CELLS = 17
"""From so many cells on that would be compared, it is asked first whether that is needed: more than one vector."""
MAX_KEPT = 1 << 20
"""Bytes for what one decision keeps while its options are counted."""
MAX_STEPS_AT_ONCE = 8
"""A ray of at most so many steps (times the words of a set) is written step by step; a longer one is a loop."""
MIN_DOUBLED = 4
"""Rays of so many steps are made in rounds, each of which goes as far as all before it …"""
MAX_ROUNDS_AT_ONCE = 16
"""… if there are no more rounds than this, times the words of a set."""
MAX_TABLED = 10
"""Sets of so many positions are looked up whole: the table has 10 · 2**10 bytes. It doubles with each position more,
and at twelve fills the fastest cache."""
MAX_TOGETHER = 3
"""So many planes are counted together, byte by byte in one word: half a word of each is 3 · 32 = 96 at most, and a
byte holds up to 127 here. Four would be 128; they are halved down to a byte instead."""
MOST_SIDE_BY_SIDE = 4
"""So many planes are laid side by side in C: each takes an instruction for each part of the board, which become smaller
as well the more planes there are."""
MAX_GIVEN = 200
"""The most words and numbers of the state that a function is given. Each takes an instruction at each call, and engines
take no more than 1,000."""
MAX_IN_A_ROW = 4
"""So many cells, or words, are written one by one; more of them in a loop."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What emission has learnt of a set: whether it is known now, word by word."""

    constant: bool


def known_as(variable: Var, element: int) -> Specialiser:
    """What makes expressions of this where a name stands for this element."""
    return Specialiser({}, {variable: element})


def elements_written_out(
    planner: Planner, variable: Var, source: Expr, conditions: list[Expr], seen: Seen
) -> Const | None:
    """The set whose elements a loop over it is written out for, if they are known, and few."""
    most = planner.at_most(MAX_SMALL if is_helped(variable, conditions) else MAX_UNROLLED)
    return source if isinstance(source, Const) and source.value.bit_count() <= most and seen.constant else None


def elements_without_branch(planner: Planner, source: Expr, conditions: list[Expr], seen: Seen) -> Const | None:
    """The set of whose elements each is looked at without a branch: they are known, and few, and asking is cheap."""
    cheap = seen.constant and all(is_straight(planner, c) for c in conditions)
    return source if isinstance(source, Const) and is_short(planner, source) and cheap else None


def family_known(source: Expr) -> tuple[int, ...]:
    """The sets of a family, which must be known now."""
    if not isinstance(source, Const):
        raise Unsupported("a family of sets that depends on the state",
                          "go through all its sets, and ask in `where`")  # fmt: skip
    return tuple(source.value)


def sets_written_out(planner: Planner, sets: int) -> bool:
    """Whether a loop over so many sets is written out."""
    return sets <= planner.at_most(MAX_UNROLLED)


def written_apart(plan: Backwards, given: int) -> bool:
    """Whether a question becomes a function of its own. `given`: how many words and numbers of the state it needs."""
    return plan.apart and given <= MAX_GIVEN


def asked_first(conditions: Sequence[Lifted]) -> tuple[list[Uniform], Sequence[Lifted]]:
    """Conditions that are the same for all elements, to be asked before the others, where these take long; and the
    others."""
    same = [c for c in conditions if isinstance(c, Uniform)]
    others = [c for c in conditions if not isinstance(c, Uniform)]
    return (same, others) if sum(map(cells_within, others)) >= MIN_CELLS else ([], conditions)


def rows_kept(outer: Sequence[tuple[Var, Expr]], row: int) -> tuple[int, bool]:
    """How many bytes there are for rows of so many, one for each tuple, and whether they may be too few."""
    wanted = combinations(list(outer)) * row
    return min(wanted, MAX_KEPT), wanted > MAX_KEPT


def step_by_step(ray: Ray, words: int) -> bool:
    """Whether the steps of a ray are written one by one."""
    return ray.longest * words <= MAX_STEPS_AT_ONCE


def by_doubling(ray: Ray, words: int) -> tuple[int, ...]:
    """How many steps of a ray are gone together, time after time, where that is quicker than one by one: so many as
    have been gone before, and one (Kogge and Stone 1973; chess programs fill in this way). Else none."""
    rounds = ray.longest.bit_length()
    if ray.step.only is None or ray.longest < MIN_DOUBLED or rounds * words > MAX_ROUNDS_AT_ONCE:
        return ()
    return tuple(1 << i for i in range(rounds))


def looked_up_whole(positions: int) -> bool:
    """Whether the k-th element of a set is looked up in a table of all sets."""
    return positions <= MAX_TABLED


def counted_together(planes: int) -> bool:
    """Whether so many planes are counted together."""
    return planes <= MAX_TOGETHER


def lies_side_by_side(seconds: Sequence[int], positions: Sequence[int]) -> bool:
    """Whether in C the bits of planes of one word each, for these second things, are laid side by side to find the
    k-th. The second things take 16 bits each then."""
    is_small = max(seconds) - min(seconds) < 1 << 16
    return 2 <= len(seconds) <= MOST_SIDE_BY_SIDE and positions[-1] < 64 and is_small


def in_a_row(many: int) -> bool:
    """Whether so many cells, or words, are written one by one."""
    return many <= MAX_IN_A_ROW


def doublings(form: int) -> tuple[int, ...] | None:
    """How far the elements from which a row lies within a set are shifted, step by step: two in a row, four, eight, as
    programs for connect-four look for lines; None if the form (a mask) is no row of three or more."""
    offsets = [i for i in range(form.bit_length()) if form >> i & 1]
    step = offsets[1] if len(offsets) > 1 else 0
    if len(offsets) < 3 or offsets != [step * i for i in range(len(offsets))]:
        return None
    found, length = [], 1
    while 2 * length <= len(offsets):
        found.append(step * length)
        length *= 2
    return (*found, step * (len(offsets) - length)) if length < len(offsets) else tuple(found)
