"""Writing decisions on two things as planes (see `plan.planes`): counting them, and finding the k-th.

A plane is a set of first sites. Options are numbered by the first site, then by the second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from gdl.model.nodes import Var
from interpreter.native.lower.lifting import lifted_set
from interpreter.native.lower.writer import Found, Writer
from interpreter.native.module.emitter import Atom, Words
from interpreter.native.module.multiword import split
from interpreter.native.module.wasm import i64
from interpreter.native.plan.lifting import Lifted
from interpreter.native.plan.planes import Anywhere, Picked, Planes, PlanesByDistance, PlanesByValue, Related, Target
from interpreter.native.plan.while_writing import counted_together, lies_side_by_side

_ONES, _PAIRS, _FOURS, _EIGHTS = 0x0101010101010101, 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F
_HIGHS = -0x7F7F7F7F7F7F7F80

Hold = Callable[[Callable[[], Found]], Found]
"""Works sets out, or takes them as they have been worked out before."""


def work(w: Writer, plan: Planes) -> Found:
    """The planes, one for each distance or value."""
    many = w.words(plan.origin)
    if isinstance(plan, PlanesByValue):
        return tuple([w.values.copied(_fitting(w, plan.first, many, part)) for part in plan.conditions])
    many = _fitting(w, plan.first, many, plan.conditions)
    return tuple(
        w.values.copied(w.sets.each("and", many, _plane(w, plan.target, plan.first, d))) for d in plan.distances
    )


def _fitting(w: Writer, a: Var, many: Words, conditions: tuple[Lifted, ...]) -> Words:
    """The first things that meet all conditions; one that doesn't speak of them lets all pass, or none."""
    for condition in conditions:
        many = w.sets.each("and", many, lifted_set(condition, w, a))
    return many


def _plane(w: Writer, target: Target, a: Var, d: int) -> Words:
    """The sites for which the site `d` away is in the set."""
    match target:
        case Anywhere(many):
            return w.sets.shifted(w.words(many), -d)
        case Related(relation):
            return split(dict(relation.groups).get(d, 0), w.facts.domains.words(a.type.base))
        case Picked():
            condition = w.atom(target.condition)
            then, other = _plane(w, target.then, a, d), _plane(w, target.other, a, d)
            return tuple(w.emit.select(condition, x, y) for x, y in zip(then, other, strict=True))
    parts = [_plane(w, part, a, d) for part in target.parts]
    if target.how == "minus":
        return w.sets.minus(*parts)
    return reduce(lambda x, y: w.sets.each("and" if target.how == "both" else "or", x, y), parts)


def counted(w: Writer, plan: Planes, hold: Hold) -> tuple[Atom, Callable[[Atom], list[Any]]]:
    """How many options there are, and how the k-th is found."""
    planes = list(hold(lambda: work(w, plan)))
    are_distances = isinstance(plan, PlanesByDistance)
    seconds = plan.distances if isinstance(plan, PlanesByDistance) else plan.values
    n: Atom = 0
    for plane in planes:
        n = w.emit.op("add", n, w.sets.count(plane))

    def by_sums(k: Atom) -> tuple[Atom, Atom]:
        site, rest, bits = _first_site(w, planes, n, k)
        second: Atom = seconds[-1]
        for i in reversed(range(len(planes) - 1)):  # those that are there, up to number `rest`
            before: Atom = 0
            for bit in bits[: i + 1]:
                before = w.emit.op("add", before, bit)
            second = w.emit.select(w.emit.op("lt_s", rest, before), seconds[i], second)
        return site, second

    def chosen(k: Atom) -> list[Any]:
        positions = w.facts.domains.positions(plan.first.type.base)
        if w.facts.jobs.by_c and lies_side_by_side(seconds, positions):
            site, second = _by_deposits(w, [word for (word,) in planes], positions, seconds, k, by_sums)
        else:
            site, second = by_sums(k)
        return [site, w.emit.op("add", site, second) if are_distances else second]

    return n, chosen


# ---- the k-th


def _by_deposits(
    w: Writer, planes: list[Atom], positions: Sequence[int], seconds: Sequence[int], k: Atom,
    otherwise: Callable[[Atom], tuple[Atom, Atom]],
) -> tuple[Atom, Atom]:  # fmt: skip
    """Option k: its first site, and its second thing or distance. The bits of all planes are laid side by side, site by
    site, where the machine has an instruction that does so. Positions without a site are left out first."""
    found = w.emit.new(), w.emit.new()
    shift = (len(planes) - 1).bit_length()
    room = 1 << shift
    has_gaps = len(positions) <= positions[-1]

    def side_by_side() -> tuple[Atom, Atom]:
        sites = i64(sum(1 << at for at in positions))
        dense = [w.emit.op("extract", plane, sites) for plane in planes] if has_gaps else planes
        mixed: list[Atom] = []
        for low in range(0, len(positions), 64 >> shift):
            word: Atom = 0
            for i, plane in enumerate(dense):
                part = w.emit.op("shr_u", plane, low)
                word = w.emit.op("or", word, w.emit.op("deposit", part, i64(sum(1 << j for j in range(i, 64, room)))))
            mixed.append(word)
        place, _ = w.draws.by_deposits(tuple(mixed), k)
        low = min(seconds)
        packed = sum(second - low << 16 * i for i, second in enumerate(seconds))
        lane = w.emit.op("shl", w.emit.op("and", place, room - 1), 4)
        second = w.emit.op("add", w.emit.op("and", w.emit.op("shr_u", i64(packed), lane), 0xFFFF), low)
        site = w.emit.op("shr_u", place, shift)
        if has_gaps:
            site = w.emit.op("ctz", w.emit.op("nth_bit", sites, site))
        return site, second

    def keep(pair: tuple[Atom, Atom]) -> None:
        for local, value in zip(found, pair, strict=True):
            w.emit.set(local, value)

    w.emit.put(("i32.deposits",))
    w.emit.when(w.emit.kept("i32"), lambda: keep(side_by_side()), lambda: keep(otherwise(k)))
    return found


def _first_site(w: Writer, planes: list[Words], n: Atom, k: Atom) -> tuple[Atom, Atom, list[Atom]]:
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
            inside = w.emit.op("add", inside, w.emit.op("popcnt", word))
        over = w.emit.op("ge_s", k, inside)
        k = w.emit.select(over, w.emit.op("sub", k, inside), k)
        words = [w.emit.select(over, y, x) for x, y in zip(here, beyond, strict=True)]
        site = w.emit.op("add", site, w.emit.select(over, step, 0))

    for j in range(1, len(planes[0])):  # once k lies in a word, it stays there
        halve(words, [plane[j] for plane in planes], 64)
    if counted_together(len(planes)):
        kept = [w.emit.copy(word) for word in words], w.emit.copy(site), w.emit.copy(k)

        def half() -> None:  # sums of bytes must stay below 128
            halve(
                [w.emit.op("and", word, 0xFFFFFFFF) for word in kept[0]],
                [w.emit.op("shr_u", word, 32) for word in kept[0]],
                32,
            )
            for local, value in zip([*kept[0], kept[1], kept[2]], [*words, site, k], strict=True):
                w.emit.set(local, value)

        w.emit.when(w.emit.op("gt_s", n, 127), half)
        words, site, k = list(kept[0]), kept[1], kept[2]
        sums: Atom = 0
        for word in words:
            pairs = w.emit.op("sub", word, w.emit.op("and", w.emit.op("shr_u", word, 1), _PAIRS))
            fours = w.emit.op(
                "add", w.emit.op("and", pairs, _FOURS), w.emit.op("and", w.emit.op("shr_u", pairs, 2), _FOURS)
            )
            sums = w.emit.op("add", sums, fours)
        sums = w.emit.op("add", w.emit.op("and", sums, _EIGHTS), w.emit.op("and", w.emit.op("shr_u", sums, 4), _EIGHTS))
        place, k = _byte(w, w.emit.op("mul", sums, _ONES), k)
        site = w.emit.op("add", site, place)
        words = [w.emit.op("and", w.emit.op("shr_u", word, place), 255) for word in words]
    else:
        for step in (32, 16, 8):
            mask = (1 << step) - 1
            halve(
                [w.emit.op("and", word, mask) for word in words],
                [w.emit.op("shr_u", word, step) for word in words],
                step,
            )
    table = w.facts.memory.constant(
        b"".join(sum((b >> i & 1) << 8 * i for i in range(8)).to_bytes(8, "little") for b in range(256))
    )
    lanes: Atom = 0
    for word in words:
        w.emit.wrapped(w.emit.op("shl", word, 3))
        w.emit.put(("i64.load", table))
        lanes = w.emit.op("add", lanes, w.emit.kept())
    place, k = _byte(w, w.emit.op("mul", lanes, _ONES), k)
    at = w.emit.op("shr_u", place, 3)
    bits = [w.emit.op("and", w.emit.op("shr_u", word, at), 1) for word in words]
    return w.emit.op("add", site, at), k, bits


def _byte(w: Writer, sums: Atom, k: Atom) -> tuple[Atom, Atom]:
    """From sums over the bytes up to each: 8 times the number of the byte in which k lies, and what is left of k."""
    beyond = w.emit.op("and", w.emit.op("sub", w.emit.op("or", w.emit.op("mul", k, _ONES), _HIGHS), sums), _HIGHS)
    place = w.emit.op("shl", w.emit.op("popcnt", beyond), 3)
    before = w.emit.op("and", w.emit.op("shr_u", w.emit.op("shl", sums, 8), place), 255)
    return place, w.emit.op("sub", k, before)
