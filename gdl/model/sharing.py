"""When conditions are asked, and what several of them have in common that is worth working out once for all."""

from __future__ import annotations

from collections.abc import Sequence

from gdl.model.nodes import After, Expr, Var


def due(conditions: Sequence[Expr], pending: frozenset[Var]) -> tuple[list[Expr], list[Expr]]:
    """The conditions that can be asked while some names are still to be bound, and those that come later.

    What may break a rule waits until all names are bound, so that it is asked only of tuples that meet all the rest.
    """
    ready = [c for c in conditions if not c.free & pending and not (pending and c.may_break)]
    return ready, [c for c in conditions if c not in ready]


def shared(conditions: Sequence[Expr]) -> list[Expr]:
    """The costly expressions within the first of several conditions, the largest, that a later one needs, too.

    Conditions are worked out only if they matter, so what the first has found out within an `or` of its own may not be
    known when the others come: these are best worked out before it.
    """
    first, others = conditions[0], conditions[1:]
    if not first.heavy or not any(o.heavy for o in others):
        return []
    around = first.free.union(*(o.free for o in others))
    later = set[Expr]()
    for other in others:
        _costly(other, around, later)
    found: list[Expr] = []
    todo, seen = [first], set[Expr]()
    while todo:
        e = todo.pop()
        if e in seen or not e.heavy:
            continue
        seen.add(e)
        if e in later and not e.may_break:
            found.append(e)
        elif not isinstance(e, After):
            todo += e.parts
    return found


def _costly(e: Expr, around: frozenset[Var], found: set[Expr]) -> None:
    """Add the costly parts that need nothing but what is known around the conditions."""
    todo, seen = [e], set[Expr]()
    while todo:
        x = todo.pop()
        if x in seen or not x.heavy:
            continue
        seen.add(x)
        if x.free <= around:
            found.add(x)
        if not isinstance(x, After):
            todo += x.parts
