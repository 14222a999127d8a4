"""How a loop of statements runs: its tuples are found before its body changes anything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gdl.model import statements as m
from gdl.model.build import TRUE
from gdl.model.cost import MAX_OPTIONS, combinations
from gdl.model.nodes import Const, Expr, Query, Var, node
from gdl.model.types import Size, Type
from gdl.passes.specialise import Specialiser
from interpreter.native.module.emitter import Slot, Unsupported
from interpreter.native.plan.while_writing import Seen

MAX_WRITTEN_OUT = 4
"""The body of a loop over so few known things is written out."""
Binders = tuple[tuple[Var, Expr], ...]


@dataclass(frozen=True)
class IfTrue:
    """No name: the body once, if the condition holds."""

    where: Expr


@dataclass(frozen=True)
class OverSet:
    """One name: `many` is worked out whole. `few`: what is known to be all of it, if that is little."""

    many: Expr
    few: Const | None

    def written_out(self, seen: Seen) -> Const | None:
        """The elements for each of which the body is written out."""
        return self.few if seen.constant else None


@dataclass(frozen=True)
class Straight:
    """Tuple after tuple, as the body changes nothing that they depend on."""

    binders: Binders
    where: Expr


@dataclass(frozen=True)
class Listed:
    """All tuples are kept in memory first, `count` at most. `may_exceed`: there may be more, which is an error."""

    binders: Binders
    where: Expr
    count: int
    may_exceed: bool


def loop_plan(
    s: m.Loop, special: Specialiser, reads: Callable[[Expr], frozenset[Slot]], writes: frozenset[Slot]
) -> IfTrue | OverSet | Straight | Listed:
    """How a loop runs. `reads`: the parts of the state that an expression reads; `writes`: those that the loop
    changes."""
    binders = tuple((v, special(e)) for v, e in s.binders)
    where = special(s.where)
    if not binders:
        return IfTrue(where)
    has_family = any(e.type.size == Size.FAMILY for _, e in binders)
    if len(binders) == 1 and not has_family:
        ((variable, source),) = binders
        if where is not TRUE:
            found = node(Query, Type(source.type.base, Size.MANY), "union", binders, where, (variable,))
            return OverSet(found, None)
        few = source if isinstance(source, Const) and source.value.bit_count() <= MAX_WRITTEN_OUT else None
        return OverSet(source, few)
    if not reads(where).union(*(reads(e) for _, e in binders)) & writes:
        return Straight(binders, where)
    if has_family:
        raise Unsupported("a loop over sets that changes what it looks at",
                          "keep what it looks at in a `let` before the loop")  # fmt: skip
    count = combinations(list(binders))
    return Listed(binders, where, min(count, MAX_OPTIONS), count > MAX_OPTIONS)
