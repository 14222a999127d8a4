"""Ways to move, said in the language: the sites that the piece on `a` can go to, or take on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.bridges.descriptions.fairy.reading.betza import Leg, Vector

COMPASS = {"N": (0, 1), "NE": (1, 1), "E": (1, 0), "SE": (1, -1), "S": (0, -1), "SW": (-1, -1), "W": (-1, 0),
           "NW": (-1, 1)}  # fmt: skip
ORTHOGONAL = frozenset(step for step in COMPASS.values() if 0 in step)
DIAGONAL = frozenset(COMPASS.values()) - ORTHOGONAL
_NAMES = {step: name for name, step in COMPASS.items()}

HELPERS = {
    "hops": "define a.hops = {b for d in orthogonal, b in a.beyond(d)}",
    "beyond": "define a.beyond(d) = ((a.d through empty) & occupied).d through empty  # over the first piece",
    "behind": "define a.behind(d) = ((a.d through empty) & occupied).d  # right behind the first piece",
    "near": "define a.near(n) = {b in site where abs(b.c - a.c) <= n and abs(b.r - a.r) <= n}",
    "jumps": "define a.jumps = (a.orthogonal & empty).diagonal - a.compass  # a step straight, then one aslant",
    "strides": "define a.strides = {b for d in diagonal, b in (a.d & empty).d}",
    "treks": "define a.treks =  # a step straight, then two aslant\n"
             "  {b for d in orthogonal, e in diagonal, b in ((a.d & empty).e & empty - a.compass).e}",
    "leaps": "define a.leaps(m, n) = {b in site, let x = abs(b.c - a.c), let y = abs(b.r - a.r)\n"
             "    where x = m and y = n or x = n and y = m}",
}  # fmt: skip
"""Defines that expressions below use, by name."""


@dataclass(frozen=True)
class Term:
    """A set of sites as an expression; `colour` if it is right for that player's pieces alone."""

    text: str
    colour: str = ""


@dataclass(frozen=True)
class Way:
    """Where a piece goes in one of its ways: `takes` on enemies' sites, `goes` to empty ones."""

    term: Term
    goes: bool
    takes: bool
    initial: bool


def ways(legs: Iterable[Leg], players: tuple[str, str]) -> list[Way]:
    """The ways of a piece; steps that are taken alike are one way."""
    steps: dict[tuple[bool, bool, bool], set[Vector]] = {}
    found: list[Way] = []
    for leg in legs:
        kind = (leg.moves, leg.captures, leg.initial)
        if _is_step(leg):
            if kind not in steps:
                steps[kind] = set()
                found.append(Way(Term(""), *kind))  # a place for them
            steps[kind] |= leg.vectors
        else:
            found += [Way(term, *kind) for term in _terms(leg, players)]
    done = []
    for way in found:
        terms = [way.term] if way.term.text else _steps(frozenset(steps[(way.goes, way.takes, way.initial)]), players)
        done += [Way(term, way.goes, way.takes, way.initial) for term in terms]
    return done


def _steps(vectors: frozenset[Vector], players: tuple[str, str]) -> list[Term]:
    """Steps to neighbours: one expression, or one for each player where left and right differ."""
    if all((-x, y) in vectors for x, y in vectors):
        return [Term(_stepping({*vectors}))]
    if vectors == _turned(vectors):
        return [Term(f"a.{directions(vectors)}")]
    return [Term(f"a.{directions(own)}", player)
            for own, player in zip((vectors, _turned(vectors)), players, strict=True)]  # fmt: skip


def _turned(vectors: frozenset[Vector]) -> frozenset[Vector]:
    """The same steps as the player on the other side makes them: half a turn."""
    return frozenset((-x, -y) for x, y in vectors)


def _is_step(leg: Leg) -> bool:
    return leg.reach == 1 and not leg.hops and not leg.lame and all(max(map(abs, v)) == 1 for v in leg.vectors)


def _stepping(steps: set[Vector]) -> str:
    """Steps to neighbours: those that are the same for both players by name, the others by `ahead`."""
    same = {step for step in steps if (step[0], -step[1]) in steps}
    parts = []
    for side, ahead in ((1, "a.ahead(a.owner)"), (-1, "a.ahead(a.owner.next)")):
        others = {step for step in steps - same if step[1] == side}
        if (0, side) in others:
            parts.append(ahead)
        aslant = [name for name, x in (("W", -1), ("E", 1)) if (x, side) in others]
        if aslant:
            parts.append(f"{ahead}.{{{', '.join(aslant)}}}")
    if same:
        parts.insert(0 if len(same) == 4 and same == ORTHOGONAL else len(parts), f"a.{directions(same)}")
    return " + ".join(parts)


def directions(steps: Iterable[Vector]) -> str:
    """A set of directions: `orthogonal`, or `{N, S}`."""
    steps = frozenset(steps)
    named = {ORTHOGONAL: "orthogonal", DIAGONAL: "diagonal", ORTHOGONAL | DIAGONAL: "compass"}
    return named.get(steps) or f"{{{', '.join(name for name, step in COMPASS.items() if step in steps)}}}"


def _terms(leg: Leg, players: tuple[str, str]) -> list[Term]:
    """A leg that is more than a step: one expression, or one for each player where it looks another way."""
    turned = _turned(leg.vectors)
    if turned == leg.vectors:
        return [Term(_term(leg.vectors, leg))]
    return [Term(_term(vectors, leg), player)
            for vectors, player in zip((leg.vectors, turned), players, strict=True)]  # fmt: skip


def _term(vectors: frozenset[Vector], leg: Leg) -> str:
    if leg.hops:
        over = "beyond" if leg.hops == "p" else "behind"
        if over == "beyond" and vectors == ORTHOGONAL:
            return "a.hops"
        return f"{{b for d in {directions(vectors)}, b in a.{over}(d)}}"
    if leg.lame:
        return _lame(vectors)
    if leg.reach == 1:
        return _leaping(vectors)
    size = max(max(map(abs, vector)) for vector in vectors)
    rays = directions(vectors) if size == 1 else f"{{{', '.join(sorted(map(rider, vectors)))}}}"
    ray = f"a.{rays} through empty"
    return f"({ray}) & a.near({leg.reach * size})" if leg.reach else ray


def rider(vector: Vector) -> str:
    """The name of a direction that leads so far: `NNE`."""
    x, y = vector
    return ("N" if y > 0 else "S") * abs(y) + ("E" if x > 0 else "W") * abs(x)


def new_directions(legs: Iterable[Leg]) -> list[str]:
    """The directions that riders need and no board has."""
    far = {vector for leg in legs if leg.reach != 1 and not leg.hops
           for vector in leg.vectors | _turned(leg.vectors) if max(map(abs, vector)) > 1}  # fmt: skip
    return [f"direction {rider(v)} = {'.'.join(rider(v))}" for v in sorted(far, key=rider)]


def _leaping(vectors: frozenset[Vector]) -> str:
    less, more = sorted(map(abs, next(iter(vectors))))
    if len(vectors) == (8 if 0 < less < more else 4):
        return "a.leap" if (less, more) == (1, 2) else f"a.leaps({less}, {more})"
    return _joined(vectors)


def _joined(vectors: Iterable[Vector]) -> str:
    """Each leap as steps, those that differ in the last step alone together."""
    by_stem: dict[str, list[str]] = {}
    for vector in sorted(vectors, key=lambda v: (-v[1], v[0])):
        stem, _, last = _path(vector).rpartition(".")
        by_stem.setdefault(stem, []).append(last)
    return " + ".join(f"{stem}.{lasts[0]}" if len(lasts) == 1 else f"{stem}.{{{', '.join(lasts)}}}"
                      if all("^" not in last for last in lasts) else " + ".join(f"{stem}.{last}" for last in lasts)
                      for stem, lasts in by_stem.items())  # fmt: skip


def _path(vector: Vector) -> str:
    """`a.N^2.E`: the longer part first."""
    x, y = vector
    parts = [(abs(y), "N" if y > 0 else "S"), (abs(x), "E" if x > 0 else "W")]
    parts.sort(key=lambda part: -part[0])
    return "a." + ".".join(name if n == 1 else f"{name}^{n}" for n, name in parts if n)


def _lame(vectors: frozenset[Vector]) -> str:
    """Leaps that are blocked by what stands on the way: a step straight, or aslant, and then on."""
    less, more = sorted(map(abs, next(iter(vectors))))
    steps = {(x // max(abs(x), 1), y // max(abs(y), 1)) for x, y in vectors}
    if less == more and len(vectors) == 4:
        return "a.strides"
    if less in (0, more) and len(steps) == 1:
        return f"(a.{_NAMES[next(iter(steps))]} & empty).{_NAMES[next(iter(steps))]}"
    if less in (0, more):  # D and A
        return f"{{b for d in {directions(steps)}, b in (a.d & empty).d}}"
    if len(vectors) == 8:
        return "a.jumps" if more == 2 else "a.treks"
    parts = []
    for x, y in sorted(vectors, key=lambda v: (-v[1], v[0])):
        straight = _NAMES[(0, y // abs(y)) if abs(y) > abs(x) else (x // abs(x), 0)]
        aslant = _NAMES[(x // abs(x), y // abs(y))]
        parts.append(f"(a.{straight} & empty).{aslant}" if more == 2
                     else f"((a.{straight} & empty).{aslant} & empty).{aslant}")  # fmt: skip
    return " + ".join(parts)
