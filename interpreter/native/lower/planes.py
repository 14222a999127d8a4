"""Decisions on two things: for each distance between two sites (or each second thing, where there are few) one set of
first sites, so that nothing is listed.

The second site's source is taken apart: relations that are shifts of the board, sets, and how these are joined. A
plane is the set of first sites from which the site so far away may be chosen. Options are numbered by the first site,
then by the second.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gdl.model.build import FALSE, TRUE
from gdl.model.meaning import shift_groups
from gdl.model.nodes import Cond, Const, Expr, Op, Var
from gdl.model.types import Range, Size
from interpreter.native.lower.context import Context
from interpreter.native.lower.lifting import MAX_GROUPS, MAX_SMALL, liftable, lifted_set, relation_of
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.specialise import Specialiser, inside

MAX_PLANES = 12
MAX_WORDS = 6
FEW = 3
_ONES, _PAIRS, _FOURS, _EIGHTS = 0x0101010101010101, 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_HIGHS = -0x7F7F7F7F7F7F7F80


Hold = Callable[[Callable[[], tuple[Words, ...]]], tuple[Words, ...]]


@dataclass(frozen=True)
class Shape:
    """A decision as planes: one for each of `seconds`, which are distances or the second things themselves."""

    seconds: tuple[int, ...]
    are_distances: bool
    work: Callable[[], tuple[Words, ...]]


def shape(ctx: Context, first: tuple[Var, Expr], second: tuple[Var, Expr], conditions: list[Expr]) -> Shape | None:
    """How a decision is seen as planes; None if that is no good way to look at it."""
    (a, origin), (_, target) = first, second
    if origin.type.size != Size.MANY or target.type.size != Size.MANY or isinstance(a.type.base, Range):
        return None
    if ctx.domains.words(origin.type.base) > MAX_WORDS:
        return None
    few = len(target.type.values) <= MAX_SMALL and not isinstance(target.type.base, Range)
    return _by_value(ctx, first, second, conditions) if few else _by_distance(ctx, first, second, conditions)


def _by_value(ctx: Context, first: tuple[Var, Expr], second: tuple[Var, Expr], conditions: list[Expr]) -> Shape | None:
    (a, origin), (b, target) = first, second
    parts = []
    for i in range(len(target.type.values)):
        known = Specialiser({}, {b: i})
        part = [inside(target, i), *(known(c) for c in conditions)]
        if FALSE not in part:
            parts.append((i, [c for c in part if c is not TRUE]))
    if not parts or not all(liftable(ctx, c, a) for _, part in parts for c in part):
        return None

    def work() -> tuple[Words, ...]:
        many, found = ctx.words(origin), []
        for _, part in parts:
            found.append(ctx.copied(_fitting(ctx, a, many, part)))
        return tuple(found)

    return Shape(tuple(ctx.domains.element(b.type.base, i) for i, _ in parts), False, work)


def _by_distance(
    ctx: Context, first: tuple[Var, Expr], second: tuple[Var, Expr], conditions: list[Expr]
) -> Shape | None:
    (a, origin), (b, target) = first, second
    if origin.type.base is not target.type.base or any(b in c.free for c in conditions):
        return None
    away = _distances(ctx, target, a)
    if not away or len(away) > MAX_PLANES or not _planar(ctx, target, a):
        return None
    if not all(liftable(ctx, c, a) for c in conditions):
        return None

    def work() -> tuple[Words, ...]:
        many = _fitting(ctx, a, ctx.words(origin), conditions)
        return tuple(ctx.copied(ctx.each("and", many, _plane(ctx, target, a, d))) for d in sorted(away))

    return Shape(tuple(sorted(away)), True, work)


def _fitting(ctx: Context, a: Var, many: Words, conditions: list[Expr]) -> Words:
    """The first things that meet all conditions; one that doesn't speak of them lets all pass, or none."""
    for c in conditions:
        lifted = lifted_set(ctx, c, a)
        assert lifted is not None
        many = ctx.each("and", many, lifted)
    return many


def plan(ctx: Context, found: Shape, hold: Hold) -> tuple[Atom, Callable[[Atom], list[Any]]]:
    """How many options there are, and how the k-th is found."""
    planes = list(hold(found.work))
    n: Atom = 0
    for plane in planes:
        n = ctx.op("add", n, ctx.count(plane))

    def chosen(k: Atom) -> list[Any]:
        site, rest, bits = _first_site(ctx, planes, n, k)
        second: Atom = found.seconds[-1]
        for i in reversed(range(len(planes) - 1)):  # those that are there, up to number `rest`
            before: Atom = 0
            for bit in bits[: i + 1]:
                before = ctx.op("add", before, bit)
            second = ctx.select(ctx.op("lt_s", rest, before), found.seconds[i], second)
        return [site, ctx.op("add", site, second) if found.are_distances else second]

    return n, chosen


# ---- taking the source apart


def _distances(ctx: Context, e: Expr, a: Var) -> set[int] | None:
    """How far the sites of a set may lie from `a`; None for anywhere."""
    if a not in e.free:
        return None
    relation = relation_of(ctx, e, a)
    if relation is not None:
        groups = shift_groups(relation, MAX_GROUPS)
        return {by for by, _ in groups} if groups is not None else None
    match e:
        case Op(name="both"):
            found = [d for o in e.operands if (d := _distances(ctx, o, a)) is not None]
            return set.intersection(*found) if found else None
        case Op(name="union"):
            parts = [_distances(ctx, o, a) for o in e.operands]
            return None if None in parts else set[int]().union(*(p for p in parts if p is not None))
        case Op(name="minus"):
            return _distances(ctx, e.operands[0], a)
        case Cond() if a not in e.condition.free:
            parts = [_distances(ctx, o, a) if a in o.free else set() if _is_empty(o) else None
                     for o in (e.then, e.other)]  # fmt: skip
            return None if None in parts else set[int]().union(*(p for p in parts if p is not None))
    return None


def _planar(ctx: Context, e: Expr, a: Var) -> bool:
    """Whether `_plane` can look at a set."""
    if a not in e.free:
        return True
    relation = relation_of(ctx, e, a)
    if relation is not None:
        return shift_groups(relation, MAX_GROUPS) is not None
    match e:
        case Op(name="both" | "union" | "minus"):
            return all(_planar(ctx, o, a) for o in e.operands)
        case Cond() if a not in e.condition.free:
            return _planar(ctx, e.then, a) and _planar(ctx, e.other, a)
    return False


def _is_empty(e: Expr) -> bool:
    return isinstance(e, Const) and e.value == 0


def _plane(ctx: Context, e: Expr, a: Var, d: int) -> Words:
    """The sites for which the site `d` away is in the set."""
    wide = ctx.domains.words(a.type.base)
    if a not in e.free:
        return ctx.shifted(ctx.words(e), -d)
    relation = relation_of(ctx, e, a)
    if relation is not None:
        groups = shift_groups(relation, MAX_GROUPS)
        assert groups is not None
        return split(dict(groups).get(d, 0), wide)
    if isinstance(e, Cond):
        condition = ctx.atom(e.condition)
        return tuple(
            ctx.select(condition, x, y)
            for x, y in zip(_plane(ctx, e.then, a, d), _plane(ctx, e.other, a, d), strict=True)
        )
    assert isinstance(e, Op)
    x, y = (_plane(ctx, o, a, d) for o in e.operands)
    return ctx.minus(x, y) if e.name == "minus" else ctx.each("and" if e.name == "both" else "or", x, y)


# ---- the k-th


def _first_site(ctx: Context, planes: list[Words], n: Atom, k: Atom) -> tuple[Atom, Atom, list[Atom]]:
    """The first site of option k, what is left of k there, and which planes have the site (0 or 1 each)."""
    words = [plane[0] for plane in planes]
    site: Atom = 0

    def halve(here: list[Atom], beyond: list[Atom], step: int) -> None:
        nonlocal words, site, k
        inside: Atom = 0
        for word in here:
            inside = ctx.op("add", inside, ctx.op("popcnt", word))
        over = ctx.op("ge_s", k, inside)
        k = ctx.select(over, ctx.op("sub", k, inside), k)
        words = [ctx.select(over, y, x) for x, y in zip(here, beyond, strict=True)]
        site = ctx.op("add", site, ctx.select(over, step, 0))

    for j in range(1, len(planes[0])):  # once k lies in a word, it stays there
        halve(words, [plane[j] for plane in planes], 64)
    if len(planes) <= FEW:
        kept = [ctx.copy(w) for w in words], ctx.copy(site), ctx.copy(k)

        def half() -> None:  # sums of bytes must stay below 128
            halve([ctx.op("and", w, 0xFFFFFFFF) for w in kept[0]], [ctx.op("shr_u", w, 32) for w in kept[0]], 32)
            for local, value in zip([*kept[0], kept[1], kept[2]], [*words, site, k], strict=True):
                ctx.set(local, value)

        ctx.when(ctx.op("gt_s", n, 127), half)
        words, site, k = list(kept[0]), kept[1], kept[2]
        sums: Atom = 0
        for w in words:
            pairs = ctx.op("sub", w, ctx.op("and", ctx.op("shr_u", w, 1), _PAIRS))
            fours = ctx.op(
                "add", ctx.op("and", pairs, _FOURS), ctx.op("and", ctx.op("shr_u", pairs, 2), _FOURS)
            )
            sums = ctx.op("add", sums, fours)
        sums = ctx.op("add", ctx.op("and", sums, _EIGHTS), ctx.op("and", ctx.op("shr_u", sums, 4), _EIGHTS))
        place, k = _byte(ctx, ctx.op("mul", sums, _ONES), k)
        site = ctx.op("add", site, place)
        words = [ctx.op("and", ctx.op("shr_u", w, place), 255) for w in words]
    else:
        for step in (32, 16, 8):
            mask = (1 << step) - 1
            halve([ctx.op("and", w, mask) for w in words], [ctx.op("shr_u", w, step) for w in words], step)
    table = ctx.memory.constant(
        b"".join(sum((b >> i & 1) << 8 * i for i in range(8)).to_bytes(8, "little") for b in range(256))
    )
    lanes: Atom = 0
    for w in words:
        ctx.wrapped(ctx.op("shl", w, 3))
        ctx.put(("i64.load", table))
        lanes = ctx.op("add", lanes, ctx.kept())
    place, k = _byte(ctx, ctx.op("mul", lanes, _ONES), k)
    at = ctx.op("shr_u", place, 3)
    bits = [ctx.op("and", ctx.op("shr_u", w, at), 1) for w in words]
    return ctx.op("add", site, at), k, bits


def _byte(ctx: Context, sums: Atom, k: Atom) -> tuple[Atom, Atom]:
    """From sums over the bytes up to each: 8 times the number of the byte in which k lies, and what is left of k."""
    beyond = ctx.op("and", ctx.op("sub", ctx.op("or", ctx.op("mul", k, _ONES), _HIGHS), sums), _HIGHS)
    place = ctx.op("shl", ctx.op("popcnt", beyond), 3)
    before = ctx.op("and", ctx.op("shr_u", ctx.op("shl", sums, 8), place), 255)
    return place, ctx.op("sub", k, before)
