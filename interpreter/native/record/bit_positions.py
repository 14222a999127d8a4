"""Positions for a board's sites: rows of one length, with gaps, so that a step is the same shift wherever it is made.

A pyramid's or a triangle's rows get shorter; where each row begins a fixed number of bits after the one before, what
supports a ball, or lies one step on, is so many bits away for every ball. Of some ways to lay the sites out, that is
taken by which the rules' own relations need the fewest shifts.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from gdl.model import statements as m
from gdl.model.meaning import shift_groups
from gdl.model.model import Model
from gdl.model.nodes import Image, Table
from gdl.model.primitives import bits
from gdl.model.shape import Shape
from gdl.model.types import Range, Size
from interpreter.native.record.domains import Domains

MAX_RELATIONS = 64
"""Relations that are looked at: each is tried with every layout, and rules that have so many share their steps."""
MANY = 24
"""What a relation costs that takes more shifts than that: it stays a table, and gains nothing from any layout."""

Positions = tuple[int, ...]
Relation = tuple[int, ...]


def positions(model: Model, shape: Shape) -> Positions | None:
    """Positions that serve the rules better than the sites' own numbers; None if there are none."""
    relations = _first_relations(model, shape)
    if not relations:
        return None
    words = (len(shape) + 63) // 64
    numbers = tuple(range(len(shape)))
    best, least = None, words * _cost(relations, numbers)
    for candidate in dict.fromkeys(_candidates(shape)):
        rising = candidate != numbers and all(a < b for a, b in pairwise(candidate))
        wide = (candidate[-1] + 64) // 64
        if rising and wide <= words + 1:
            cost = wide * _cost(relations, candidate)
            if cost < least:
                best, least = candidate, cost
    return best


def _first_relations(model: Model, shape: Shape) -> list[Relation]:
    found: dict[Relation, None] = {}
    for block in (model.setup, model.turn, model.end):
        for relation in _relations(block, shape):
            found[relation] = None
            if len(found) == MAX_RELATIONS:
                return list(found)
    return list(found)


def _relations(block: m.Block, shape: Shape) -> Iterator[Relation]:
    """The masks of every static relation between sites of the shape."""
    for e in dict.fromkeys(m.deep(block)):
        if e.type.base is not shape or e.type.size == Size.FAMILY:
            continue
        if isinstance(e, Image) and e.of.type.base is shape:
            yield e.masks
        elif isinstance(e, Table) and e.arguments[-1].type.base is shape:
            for row in _rows(e.values, len(e.arguments), [isinstance(a.type.base, Range) for a in e.arguments]):
                yield tuple(v if e.type.size == Size.MANY else 0 if v < 0 else 1 << v for v in row[: len(shape)])


def _rows(values: Any, depth: int, plain: list[bool]) -> Iterator[Any]:
    if depth == 1:
        yield values
        return
    for inner in values if plain[0] else values[:-1]:
        yield from _rows(inner, depth - 1, plain[1:])


def _cost(relations: list[Relation], at: Positions) -> int:
    total = 0
    for relation in relations:
        if at[-1] == len(at) - 1:  # each site keeps its number
            masks = relation
        else:
            laid = [0] * (at[-1] + 1)
            for i, mask in enumerate(relation):
                for j in bits(mask):
                    laid[at[i]] |= 1 << at[j]
            masks = tuple(laid)
        groups = shift_groups(masks, MANY)
        total += 2 * MANY if groups is None else len(groups)
    return total


def _candidates(shape: Shape) -> Iterator[Positions]:
    """Sites by layer, row and column; the column is counted from the row's beginning, or along a slanting axis."""
    layers: dict[float, dict[float, list[int]]] = {}
    for i, (_, y, z) in enumerate(shape.places):
        layers.setdefault(round(z, 4), {}).setdefault(round(y, 4), []).append(i)
    rows = [row for layer in layers.values() for row in layer.values()]
    widths = max(map(len, rows))
    heights = max(map(len, layers.values()))
    gaps = [shape.places[b][0] - shape.places[a][0] for row in rows for a, b in pairwise(row)]
    step = min((gap for gap in gaps if gap > 1e-6), default=1.0)
    for pitch in range(widths, 2 * widths + 1):
        yield _laid(len(shape), layers, pitch, pitch * heights, lambda i, number, row: number)
        for slant in (0.0, 0.5, -0.5):
            start = min(shape.places[i][0] / step - slant * r for layer in layers.values()
                        for r, row in enumerate(layer.values()) for i in row)  # fmt: skip

            def column(i: int, number: int, row: int, slant: float = slant, start: float = start) -> int:
                return round(shape.places[i][0] / step - slant * row - start)

            yield _laid(len(shape), layers, pitch, pitch * heights, column)


def _laid(n: int, layers: dict[float, dict[float, list[int]]], pitch: int, height: int, column: Any) -> Positions:
    at = [0] * n
    for k, layer in enumerate(layers.values()):
        for r, row in enumerate(layer.values()):
            for number, i in enumerate(row):
                at[i] = height * k + pitch * r + column(i, number, r)
    first = min(at)
    return tuple(p - first for p in at)


def embedded(model: Model) -> Domains:
    """Where the elements lie of everything that a model has sets of."""
    domains = Domains()
    for shape in model.shapes:
        at = positions(model, shape) if shape.of is None else None  # edges and corners lie close, one by one
        if at is not None:
            domains.embed(shape, at)
    return domains
