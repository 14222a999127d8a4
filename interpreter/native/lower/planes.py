"""Writing decisions on two things as planes (see `plan.planes`): counting them, and finding the k-th.

A plane is a set of first sites. Options are numbered by the first site, then by the second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

from gdl.model.nodes import Var
from interpreter.native.lower.context import Context, Found
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.module.multiword import split
from interpreter.native.plan.lifting import Lifted
from interpreter.native.plan.planes import Anywhere, Picked, Planes, PlanesByDistance, PlanesByValue, Related, Target

FEW = 3
"""So many planes are counted together, byte by byte in one word: half a word of each is 3 · 32 = 96 at most, and a byte
holds up to 127 here. Four would be 128; they are halved down to a byte instead."""
_ONES, _PAIRS, _FOURS, _EIGHTS = 0x0101010101010101, 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_HIGHS = -0x7F7F7F7F7F7F7F80

Hold = Callable[[Callable[[], Found]], Found]
"""Works sets out, or takes them as they have been worked out before."""


def work(ctx: Context, plan: Planes) -> Found:
    """The planes, one for each distance or value."""
    many = ctx.words(plan.origin)
    if isinstance(plan, PlanesByValue):
        return tuple([ctx.copied(_fitting(ctx, plan.first, many, part)) for part in plan.conditions])
    many = _fitting(ctx, plan.first, many, plan.conditions)
    return tuple(ctx.copied(ctx.each("and", many, _plane(ctx, plan.target, plan.first, d))) for d in plan.distances)


def _fitting(ctx: Context, a: Var, many: Words, conditions: tuple[Lifted, ...]) -> Words:
    """The first things that meet all conditions; one that doesn't speak of them lets all pass, or none."""
    for condition in conditions:
        many = ctx.each("and", many, lifted_set(condition, ctx, a))
    return many


def _plane(ctx: Context, target: Target, a: Var, d: int) -> Words:
    """The sites for which the site `d` away is in the set."""
    match target:
        case Anywhere(many):
            return ctx.shifted(ctx.words(many), -d)
        case Related(relation):
            return split(dict(relation.groups).get(d, 0), ctx.domains.words(a.type.base))
        case Picked():
            condition = ctx.atom(target.condition)
            then, other = _plane(ctx, target.then, a, d), _plane(ctx, target.other, a, d)
            return tuple(ctx.select(condition, x, y) for x, y in zip(then, other, strict=True))
    parts = [_plane(ctx, part, a, d) for part in target.parts]
    if target.how == "minus":
        return ctx.minus(*parts)
    return reduce(lambda x, y: ctx.each("and" if target.how == "both" else "or", x, y), parts)


def counted(ctx: Context, plan: Planes, hold: Hold) -> tuple[Atom, Callable[[Atom], list[Any]]]:
    """How many options there are, and how the k-th is found."""
    planes = list(hold(lambda: work(ctx, plan)))
    are_distances = isinstance(plan, PlanesByDistance)
    seconds = plan.distances if isinstance(plan, PlanesByDistance) else plan.values
    n: Atom = 0
    for plane in planes:
        n = ctx.op("add", n, ctx.count(plane))

    def chosen(k: Atom) -> list[Any]:
        site, rest, bits = _first_site(ctx, planes, n, k)
        second: Atom = seconds[-1]
        for i in reversed(range(len(planes) - 1)):  # those that are there, up to number `rest`
            before: Atom = 0
            for bit in bits[: i + 1]:
                before = ctx.op("add", before, bit)
            second = ctx.select(ctx.op("lt_s", rest, before), seconds[i], second)
        return [site, ctx.op("add", site, second) if are_distances else second]

    return n, chosen


# ---- the k-th


def _first_site(ctx: Context, planes: list[Words], n: Atom, k: Atom) -> tuple[Atom, Atom, list[Atom]]:
    """The first site of option k, what is left of k there, and which planes have the site (0 or 1 each).

    By sums of bytes, as in `draws` (Vigna, "Broadword implementation of rank/select queries", 2008), but of several
    words at once: a sum over the planes of how many bits lie in each byte.
    """
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
            fours = ctx.op("add", ctx.op("and", pairs, _FOURS), ctx.op("and", ctx.op("shr_u", pairs, 2), _FOURS))
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
