"""What keeps something from being chosen: the first condition of a decision that it fails, as the rules are written.

The rules are checked once more, so that each expression knows where in the text it comes from. Then what was tried is
held against the decision: is it in each set that is chosen from, does each condition hold? What fails is taken apart,
through defines and queries, down to what holds nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING, Any

from gdl.model import statements as m
from gdl.model.build import conjuncts
from gdl.model.model import Model
from gdl.model.nodes import After, Cond, Const, Expr, Get, Given, Op, Query, Standing, Var, node, within
from gdl.model.operators import laws
from gdl.model.primitives import bits
from gdl.model.printing import value as label_of
from gdl.model.types import Parts, Range, Size, Type
from gdl.text.source import Span
from interpreter.errors import RuleError
from interpreter.game.known_values import At, KnownValues, UnknownError
from interpreter.game.moves import Move, is_alike
from interpreter.game.readings import readings
from interpreter.game.rules import Given as Made
from interpreter.game.traced import traced
from interpreter.graph.backend import Broken, Endless, Entry, Stop, Stuck, Values
from interpreter.graph.graph import Ask, Fork, Leave
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from gdl.model.state import Variable
    from interpreter.game.situation import Situation

MOST = 2_000
"""The most choices that are looked at for a text."""
FEW = 6
"""The most elements of a set that are named."""
MINE = "mine"
"""The prelude's name for the pieces of the player who moves."""
YOU = "you"
"""The value of a name that means the player who decides."""
WAYS = 12
"""Up to this many values (usually directions) of a name that the text doesn't mention are tried; the text names the
site to which they lead."""

@dataclass(frozen=True)
class Failed:
    """A condition that isn't met.

    `thing` isn't in a set (`sort` "outside"), or is in one (`inside`); or a condition doesn't hold (`fails`), or holds
    where it mustn't (`holds`). `rule`: the set or the condition, as it is written; `names`: what the names in it stand
    for; `values`: what its numbers come to; `stands`: whether the set is what stands on the board, and `own`: the
    kinds of pieces in it, if they are those of who moves; `few`: what the set holds, unless that is much;
    `is_ahead`: it is so after the move; `ways`: which of the names are directions.
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


_Found = tuple[int, Failed] | None
"""The condition that a choice fails, and how many conditions it met before; None if it meets all."""


def failed(state: Situation, text: str) -> Failed | None:
    """The condition that an illegal text fails. None if there is none, or if it depends on what the player doesn't
    know.

    If no move is written like this, the beginning of the text is tested: for `a3-c9` with an empty a3, it is a3.
    """
    said = " ".join(text.split())
    return _furthest(state, lambda rules, stop: rules.tried(stop, said)) or _furthest(
        state, lambda rules, stop: rules.begun(stop, said)
    )


def failed_there(state: Situation, picks: Sequence[str]) -> Failed | None:
    """The condition that keeps the last of some labels from being picked after the others."""
    return _furthest(state, lambda rules, stop: rules.picked(stop, picks))


def _furthest(state: Situation, find: Callable[[Narrowing, Stop], Iterator[_Found]]) -> Failed | None:
    """The failure of the choice that met the most conditions; None if some choice didn't fail."""
    made = state.game.given
    if made is None:
        return None
    try:
        found = [*find(_narrowing(state.game.model, made), state._stop)]
    except (Broken, Endless, Stuck, UnknownError, RecursionError):
        return None
    failing = [one for one in found if one is not None]
    if not failing or len(failing) < len(found):
        return None
    furthest = max(number for number, _ in failing)
    reasons = [reason for number, reason in failing if number == furthest]
    # of several things that nobody named, as directions that lead nowhere, none is the one
    return reasons[0] if len({reason.thing for reason in reasons}) == 1 else None


@lru_cache(maxsize=2)
def _narrowing(model: Model, made: Made) -> Narrowing:
    checked = traced(model, made)
    if checked is None or checked.model is None:
        raise UnknownError
    return Narrowing(checked.model, checked.trace.origins or {}, checked.trace.notes.queries, checked.trace.notes.ahead)


@dataclass
class Narrowing:
    """Rules that know where in the text each of their expressions comes from."""

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

    # ---- what was tried

    def tried(self, stop: Stop, text: str) -> Iterator[_Found]:
        """For each choice that the text may stand for: the condition that it fails, and how many it met before.

        If all of them fail at once, but another decision accepts the beginning of the text, none of these reasons is
        right.
        """
        found = [*self._tried(stop, text)]
        yield from found
        if found and not any(one is None or one[0] for one in found):
            yield from (one for one in self.begun(stop, text) if one is None)

    def _tried(self, stop: Stop, text: str) -> Iterator[_Found]:
        for ask, values in self.open(list(stop.values), stop.place):
            choices = [Move(self.machine, Entry(ask, chosen, tuple(values)))
                       for chosen in self.choices(ask, values, text)]  # fmt: skip
            for number in self.meant(choices, text):
                chosen = choices[number].chosen
                yield self.first(ask, chosen, values)

    def open(self, values: Values, at: int) -> Iterator[tuple[int, Values]]:
        """The open decisions, with the values there."""
        at, _ = self.machine.walk.settled(values, at, 0)
        match self.machine.graph.nodes[at]:
            case Ask() as ask if not ask.is_roll:
                yield at, values
            case Fork() as fork:
                for branch in fork.branches:
                    yield from self.open(values[:], branch)
            case Leave() as leave:
                yield from self.open(values, leave.then)

    def meant(self, choices: Sequence[Move], text: str) -> list[int]:
        """The choices that are written like this text."""
        written = [choice for choice in choices if _is_written(choice)]
        found = [choice for choice in written if choice.text.casefold() == text.casefold()]
        found = found or [written[number] for number in readings(text, written, partial(is_alike, self.machine))]
        return [choices.index(choice) for choice in found]

    def choices(self, ask: int, values: Values, text: str) -> Iterator[tuple[int, ...]]:
        """The choices that the text may mean. A name's values are those that the text mentions, or else all that there
        are."""
        choose = self._choose(ask)
        if any(isinstance(v.type.base, Parts) for v, _ in choose.binders):
            return
        binders, _ = self.queries.get(choose, (choose.binders, choose.where))
        named = []
        for v, source in binders:
            found = self._named(v, text)
            if not source.free and source.type.size == Size.MANY:
                found += self._elements(source, At(values, {}, choose.span), needed=not found)
            elif source.free and (not found or len(v.type.values.labels) <= WAYS):
                found = [_low(v.type) + i for i, _ in enumerate(v.type.values.labels)]
            named.append([*dict.fromkeys(found)])
        size = 1
        for found in named:
            size *= len(found)
        if size <= MOST:
            yield from product(*named)

    def _named(self, v: Var, text: str) -> list[int]:
        """The values that a text mentions."""
        folded, base = text.casefold(), v.type.values
        return [_low(v.type) + i for i, label in enumerate(base.labels) if str(label).casefold() in folded]

    def _elements(self, many: Expr, at: At, needed: bool) -> list[int]:
        """The elements of a set. If they aren't known: nothing, unless they are `needed`."""
        try:
            return [_low(many.type) + i for i in bits(self.known.value(many, at))]
        except UnknownError:
            if needed:
                raise
            return []

    def _choose(self, ask: int) -> m.Choose:
        found = self.machine.graph.nodes[ask]
        assert isinstance(found, Ask)
        return found.choose

    def picked(self, stop: Stop, picks: Sequence[str]) -> Iterator[_Found]:
        """The condition that keeps the last of some labels from being chosen, in the order of the decision's names."""
        for ask, values in self.open(list(stop.values), stop.place):
            binders = self._choose(ask).binders
            wanted = [(v.type, label.removeprefix("=")) for (v, _), label in zip(binders, picks, strict=False)]
            if len(binders) < len(picks) or any(label not in map(str, t.values.labels) for t, label in wanted):
                continue
            chosen = [_low(t) + [*map(str, t.values.labels)].index(label) for t, label in wanted]
            yield self.first(ask, chosen, values)

    def begun(self, stop: Stop, text: str) -> Iterator[_Found]:
        """The condition that keeps the first thing in a text from being chosen, if moves are written like that.

        None if it can be chosen, in whatever way those moves are written. Then no other decision's reason is right.
        """
        for ask, values in self.open(list(stop.values), stop.place):
            for chosen in self._exact_first(ask, text, filter(None, self.choices(ask, values, text))):
                choice = Move(self.machine, Entry(ask, chosen, tuple(values)))
                v, _ = self._choose(ask).binders[0]
                label = label_of(v.type, chosen[0])
                if not _begins(label, text):
                    continue
                found = self.first(ask, chosen[:1], values)
                if found is None or (_is_written(choice) and _begins(label, choice.text)):
                    yield found
                    break

    def _exact_first(self, ask: int, text: str, choices: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The choices; first those with the same upper and lower case as the text: `a` isn't `A`."""
        binders = self._choose(ask).binders
        return sorted(choices, key=lambda chosen: not text.startswith(label_of(binders[0][0].type, chosen[0])))

    # ---- what it fails

    def first(self, ask: int, chosen: Sequence[int], values: Values) -> _Found:
        """The first condition of a decision that a choice fails, and its number; None if it meets all.

        If the choice isn't complete, only conditions about its first names count.
        """
        choose = self._choose(ask)
        binders, where = self.queries.get(choose, (choose.binders, choose.where))
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


def _low(type_: Type) -> int:
    """The least value of a type: the elements of its sets are counted from there."""
    return type_.base.low if isinstance(type_.base, Range) else 0


def _begins(label: str, text: str) -> bool:
    """Whether a text begins with this label, and not with a longer one: `a1` of `a1xb2`, not of `a10`."""
    last, after = label[-1:], text[len(label) : len(label) + 1]
    goes_on = (last.isdigit() and after.isdigit()) or (last.isalpha() and after.isalpha())
    return bool(label) and text.casefold().startswith(label.casefold()) and not goes_on


def _is_written(choice: Move) -> bool:
    """Whether the rules can write this choice."""
    try:
        return bool(choice.text) and choice.others is not None
    except (RuleError, LookupError, TypeError):  # they write what is legal, and of what isn't needn't be able to
        return False
