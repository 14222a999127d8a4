"""Why a choice isn't legal: the first condition of its decision that it fails, in the words of the rules.

The failing condition is taken apart, through defines and queries, down to a part that has no smaller parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from gdl.model import statements as m
from gdl.model.build import conjuncts
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Const, Expr, Get, Given, Op, Query, Standing, Var, node, within
from gdl.model.operators import laws
from gdl.model.primitives import bits
from gdl.model.printing import value as label_of
from gdl.model.types import Size, Type
from gdl.text.source import Span
from interpreter.game.known_values import At, KnownValues, UnknownError
from interpreter.graph.backend import Values
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from gdl.model.state import Variable

FEW = 6
"""The most elements of a set that are named."""
MINE = "mine"
"""The prelude's name for the pieces of the player who moves."""
YOU = "you"
"""The value of a name that means the player who decides."""


@dataclass(frozen=True)
class Failed:
    """A condition that isn't met.

    `sort`: "outside" (`thing` isn't in a set), "inside" (it is in one), "fails" (a condition doesn't hold) or "holds"
    (it holds, but mustn't). `rule`: the text of the set or the condition. `names`: the values of its names. `values`:
    the values of its numbers. `stands`: the set is what stands on the board; `own`: the kinds of pieces in it, if they
    are those of the player who moves. `few`: the elements of the set, if they are few. `is_ahead`: it is so after the
    move. `ways`: the names that are directions.
    """

    sort: str
    rule: str
    span: Span
    thing: str = ""
    names: tuple[tuple[str, str], ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    stands: bool = False
    own: tuple[str, ...] = ()
    few: tuple[str, ...] | None = None
    is_ahead: bool = False
    ways: frozenset[str] = frozenset()


Found = tuple[int, Failed] | None
"""The condition that a choice fails, and how many conditions it met before; None if it meets all."""


@dataclass
class Reasons:
    """Says why choices fail. Its rules know where in the text each of their expressions comes from."""

    model: Model
    origins: Mapping[Expr, Mapping[Span, None]]
    queries: Mapping[Any, tuple[tuple[tuple[Var, Expr], ...], Expr]]
    ahead: Mapping[Any, Expr]
    machine: Machine = field(init=False)
    known: KnownValues = field(init=False)

    def __post_init__(self) -> None:
        self.machine = Machine(self.model)
        self.known = KnownValues(self.machine)
        self.directions = {shape.directions for shape in self.model.shapes}

    def query_of(self, choose: m.Choose) -> tuple[tuple[tuple[Var, Expr], ...], Expr]:
        """The names of a decision with their sets, and its condition, as the author wrote them."""
        return self.queries.get(choose, (choose.binders, choose.where))

    def first(self, choose: m.Choose, chosen: Sequence[int], values: Values) -> Found:
        """The first condition of a decision that a choice fails, and its number; None if it meets all.

        If the choice isn't complete, only conditions about its first names count.
        """
        binders, where = self.query_of(choose)
        names = dict(zip((v for v, _ in binders), chosen, strict=False))
        at = At(values, names, choose.span)
        for number, (v, source) in enumerate(binders[: len(chosen)]):
            if source.type.size == Size.MANY and not self.known.contains(v, source, at):
                return number, self.outside(v, source, at)
        for number, condition in enumerate(conjuncts(where), len(binders)):
            if condition.free <= names.keys() and not self.known.value(condition, at):
                return number, self.fails(condition, at)
        return None

    def fails(self, e: Expr, at: At) -> Failed:
        """Why a condition doesn't hold."""
        at = self.here(e, at)
        match e:
            case Op(name="and"):
                return self.fails(next(part for part in e.operands if not self.known.value(part, at)), at)
            case Op(name="not"):
                return self.holds(e.operands[0], at, e)
            case Op(name="member") if e.operands[1].type.size == Size.MANY:
                return self.outside(e.operands[0], e.operands[1], at)
            case Op(name="<", operands=(Const(value=0), Get(variable=bag) as held)) if bag.collection == "bag":
                return self.told("outside", e, at, held.indices[-1])
            case Given() if (inner := self.inside(e, at)) is not None:
                return self.fails(e.body, inner)
            case After():
                return self.fails(self.ahead.get(e, e.value), replace(at, ahead=(*at.ahead, e)))
        return self.told("fails", e, at, values=self.compared(e, at))

    def holds(self, e: Expr, at: At, negated: Expr) -> Failed:
        """Why a condition that mustn't hold does."""
        at = self.here(negated, at)
        match e:
            case Op(name="or"):
                return self.holds(next(part for part in e.operands if self.known.value(part, at)), at, negated)
            case Op(name="not"):
                return self.fails(e.operands[0], at)
            case Op(name="member") if e.operands[1].type.size == Size.MANY and self.is_named(e.operands[1]):
                return self.within(e.operands[0], e.operands[1], at)
            case Given() if (inner := self.inside(e, at)) is not None:
                return self.holds(e.body, inner, e.body)
            case After():
                return self.holds(self.ahead.get(e, e.value), replace(at, ahead=(*at.ahead, e)), e)
        sort = "holds" if e in self.origins else "fails"  # `no …` is one word with what it denies
        return self.told(sort, e, self.here(e, at), values=self.compared(e, at))

    def outside(self, thing: Expr, many: Expr, at: At) -> Failed:
        """Why something isn't in a set."""
        at = self.here(many, at)
        match many:
            case Op(name="both"):
                return self.outside(thing, next(p for p in many.operands if not self.known.contains(thing, p, at)), at)
            case Op(name="minus"):
                whole, left_out = many.operands
                if not self.known.contains(thing, whole, at):
                    return self.outside(thing, whole, at)
                if self.is_named(left_out):
                    return self.within(thing, left_out, at)
            case Cond():
                return self.outside(thing, many.then if self.known.value(many.condition, at) else many.other, at)
            case Given() if (inner := self.inside(many, at)) is not None:
                return self.outside(thing, many.body, inner)
            case Query(how="union") if len(many.binders) == 1 and many.body == (many.binders[0][0],):
                ((v, source),) = many.binders
                if source.type.size == Size.MANY and not self.known.contains(thing, source, at):
                    return self.outside(thing, source, at)
                inner = replace(at, names={**at.names, v: self.known.value(thing, at)})
                for condition in conjuncts(many.where):
                    if not self.known.value(condition, inner):
                        return self.fails(condition, inner)
        return self.told("outside", many, at, thing, few=self.few(many, at))

    def within(self, thing: Expr, many: Expr, at: At) -> Failed:
        """That something is in a set."""
        return self.told("inside", many, self.here(many, at), thing)

    def is_named(self, many: Expr) -> bool:
        """Whether a set has a name that messages can use."""
        return isinstance(many, Standing) or many in self.origins

    def inside(self, e: Given, at: At) -> At | None:
        """The place with a name for the value that may be missing; None if it is missing."""
        found = self.known.value(e.value, at)
        return None if found in (None, -1) else replace(at, names={**at.names, e.variable: found})

    def here(self, e: Expr, at: At) -> At:
        """The place in the text of an expression, if it is known; else the place around it.

        The same expression may stand in several places. Those within the rule in question come first.
        """
        found = self.origins.get(e)
        if not found:
            return at
        near = [span for span in found if at.span.source is span.source and at.span.start <= span.start < at.span.end]
        return replace(at, span=min(near or found, key=lambda span: len(span.text)))

    def told(
        self, sort: str, e: Expr, at: At, thing: Expr | None = None, *,
        values: tuple[tuple[str, str], ...] = (), few: tuple[str, ...] | None = None,
    ) -> Failed:  # fmt: skip
        """The failure, with all that a message needs."""
        rule = " ".join(at.span.text.split("#")[0].split())
        names = tuple((v.name, label_of(v.type, value)) for v, value in at.names.items() if v in e.free)
        names += tuple((v.name, YOU) for v in dict.fromkeys(self.deciders(e, at)) if v.name not in dict(names))
        said = "" if thing is None else label_of(thing.type, self.known.value(thing, at))
        kinds = e.kinds if isinstance(e, Standing) and self.is_own(e) else ()
        if rule == MINE:  # where some kinds are one player's alone, it is no single set of what stands
            kinds = tuple(range(len(self.model.kinds)))
        own = tuple(self.model.kinds[kind].name for kind in kinds)
        stands = bool(own) or isinstance(e, Standing)
        ways = frozenset(v.name for v in at.names if v.type.base in self.directions)
        return Failed(sort, rule, at.span, said, names, values, stands, own, few, bool(at.ahead), ways)

    def deciders(self, e: Expr, at: At) -> Iterator[Variable]:
        """The turn's own names for the player who decides: the `p` of `together p in player`."""
        me = self.known.value(node(Get, Type(self.model.player), self.model.me, ()), at)
        for part in within(e):
            is_player = isinstance(part, Get) and part.variable.local and part.variable.type.base is self.model.player
            if isinstance(part, Get) and is_player and self.known.value(part, at) == me:
                yield part.variable

    def is_own(self, e: Standing) -> bool:
        """Whether these are pieces of the player who moves."""
        return isinstance(e.owner, Get) and e.owner.variable is self.model.me

    def compared(self, e: Expr, at: At) -> tuple[tuple[str, str], ...]:
        """The values of both sides of a comparison, unless the text says them."""
        if not isinstance(e, Op) or not laws(e).compares:
            return ()
        sides = [side for side in e.operands if side in self.origins and side.type.size < Size.MANY]
        said = [(" ".join(self.here(side, at).span.text.split()), side) for side in sides]
        return tuple((text, label_of(side.type, self.known.value(side, at))) for text, side in said)

    def few(self, many: Expr, at: At) -> tuple[str, ...] | None:
        """The elements of a set; None if they are many, or aren't known."""
        try:
            held = self.known.value(many, at)
        except UnknownError:
            return None
        labels = [str(many.type.values.labels[i]) for i in bits(held)] if isinstance(held, int) else []
        return tuple(labels) if isinstance(held, int) and len(labels) <= FEW else None
