"""Values of the rules' expressions in a state, as far as somebody knows them: the player who decides, or a viewer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import product
from math import prod
from typing import Any

from gdl.knowledge.flow import Flow
from gdl.knowledge.possible import Holds, possible, simpler
from gdl.knowledge.secrets import Secrets
from gdl.knowledge.standing import owned_by
from gdl.model import statements as m
from gdl.model.build import TRUE, as_set, const, member, present
from gdl.model.model import Hidden
from gdl.model.nodes import (
    After,
    Cond,
    Const,
    Content,
    Expr,
    Fill,
    Get,
    Height,
    Layer,
    Op,
    Query,
    Repeats,
    Standing,
    Var,
    node,
    within,
)
from gdl.model.nodes import Stuck as NextIsStuck
from gdl.model.primitives import bits
from gdl.model.types import Range, Size, Type
from gdl.passes.fold import Folder
from gdl.passes.substitution import substitute
from gdl.text.source import Span
from interpreter.game.sights import NOBODY
from interpreter.graph.backend import Values
from interpreter.graph.common_sight import never_common
from interpreter.graph.layout import ME
from interpreter.reference.machine import Machine
from interpreter.reference.writer import Writer

MOST_CELLS = 400
"""For a variable with more cells than this, nobody works out which of them a player sees."""


class UnknownError(Exception):
    """A condition depends on something that the player doesn't know."""


@dataclass(frozen=True)
class At:
    """A state, the values of names in it, the changes that are looked ahead at, and the rule in question.

    `who`: the number of the player who should know; `NOBODY` for a spectator; None for the player who decides.
    """

    values: Values
    names: Mapping[Var, int]
    span: Span
    ahead: tuple[After, ...] = ()
    who: int | None = None


class KnownValues:
    """Works out expressions."""

    def __init__(self, machine: Machine) -> None:
        self.machine, self.model = machine, machine.model

    def contains(self, thing: Expr, many: Expr, at: At) -> bool:
        """Whether something is in a set."""
        return bool(self.value(member(thing, as_set(many)), at))

    def value(self, e: Expr, at: At) -> Any:
        """The value of an expression; raises UnknownError if the player can't know it."""
        if at.ahead:
            for after in reversed(at.ahead):
                e = node(After, e.type, after.change, e, after.needs | e.free, after.risky)
        if isinstance(e, Const):
            return e.value
        if self.model.hides and not self.is_known(e, at):
            return self._in_parts(e, at)
        return self._worked_out(Folder().fold(e), at.names, at)

    def _in_parts(self, e: Expr, at: At) -> bool:
        """The value of a condition of which a part isn't known. The other parts may settle it; and some elements of a
        set may be seen though others aren't."""
        match e:
            case Op(name="and", operands=parts):
                return self._all_are(partial(self.value, part, at) for part in parts)
            case Op(name="or", operands=parts):
                return self.one_is(True, (partial(self.value, part, at) for part in parts))
            case Op(name="not", operands=(part,)):
                return not self.value(part, at)
            case Op(name="member", operands=(thing, many)):
                return self._is_in(thing, many, at)
            case Op(name="some", operands=(Op(name="both", operands=(one, other)),)):
                several, many = (one, other) if self.is_known(one, at) else (other, one)
                return any(self.contains(thing, many, at) for thing in self._things(several, at))
            case Op(name="within", operands=(several, many)):
                return all(self.contains(thing, many, at) for thing in self._things(several, at))
        raise UnknownError

    def one_is(self, wanted: bool, tests: Iterable[Callable[[], Any]]) -> bool:
        """Whether one of some tests comes to what is wanted. One that isn't known counts only where no other settles
        it."""
        unknown = False
        for test in tests:
            try:
                if bool(test()) is wanted:
                    return True
            except UnknownError:
                unknown = True
        if unknown:
            raise UnknownError
        return False

    def _all_are(self, tests: Iterable[Callable[[], Any]]) -> bool:
        """Whether each test holds."""
        return not self.one_is(False, tests)

    def _things(self, several: Expr, at: At) -> list[Expr]:
        """The elements of a set, one by one."""
        base = several.type.base
        low = base.low if isinstance(base, Range) else 0
        return [const(Type(base), low + i) for i in bits(self.value(several, at))]

    def _is_in(self, thing: Expr, many: Expr, at: At) -> bool:
        """Whether one thing is in a set that isn't known as a whole."""
        match many:
            case Op(name="both", operands=parts):
                return self._all_are(partial(self.contains, thing, part, at) for part in parts)
            case Op(name="minus", operands=(whole, less)):
                is_outside = partial(self.one_is, False, [partial(self.contains, thing, whole, at)])
                return not self.one_is(True, (is_outside, partial(self.contains, thing, less, at)))
            case Op(name="union", operands=parts):
                return self.one_is(True, (partial(self.contains, thing, part, at) for part in parts))
            case Cond(condition=condition, then=then, other=other):
                return self.contains(thing, then if self.value(condition, at) else other, at)
            case Op(name="single", operands=(one,)):
                return bool(self.value(one, at) == self.value(thing, at))
            case Fill():
                return self.value(thing, at) in self._filled(many, at)
            case Query(how="union", binders=((name, _),), body=(body,)) if body is name:
                return self._comes_of(thing, many, thing, at)
            case Query(how="union", binders=((name, _),)) if len(name.type.values) <= MOST_CELLS:
                ways = self._meant(name, name, replace(at, names={}))
                return self.one_is(True, (partial(self._comes_of, thing, many, const(name.type, i), at) for i in ways))
            case Standing() if self._sees_site(thing, at) or self._is_own_set(many, at):
                return bool(self._worked_out(member(thing, many), at.names, at))
        raise UnknownError

    def _comes_of(self, thing: Expr, many: Query, one: Expr, at: At) -> bool:
        """Whether something is in what a query makes of one thing."""
        ((name, source),) = many.binders
        inner = replace(at, names={**at.names, name: self.value(one, at)})
        return self._all_are((
            partial(self.contains, one, source, at), partial(self.value, many.where, inner),
            partial(self.contains, thing, many.body[0], inner),
        ))  # fmt: skip

    def _filled(self, e: Fill, at: At) -> set[int]:
        """The sites that steps reach, as long as it is known whether they go on."""
        ahead = [*bits(self.value(as_set(e.start), at))]
        reached: set[int] = set()
        while ahead:
            if (here := ahead.pop()) in reached:
                continue
            reached.add(here)
            if self.contains(const(e.variable.type, here), e.area, at):
                ahead += bits(self.value(as_set(e.step), replace(at, names={**at.names, e.variable: here})))
        return reached

    def _sees_site(self, site: Expr, at: At) -> bool:
        """Whether the player sees everything on a site."""
        where = self.value(site, at)
        of_pieces = [hidden for hidden in self.model.hidden if not isinstance(hidden.what, m.Variable)]
        return all(self._sees(hidden, (where,), at) for hidden in of_pieces)

    def _is_own_set(self, e: Standing, at: At) -> bool:
        """Whether these are pieces of the player who decides, and all players always see everything of their own
        pieces: then nothing that they don't see is one of these."""
        if at.who is not None or e.owner is None or e.owner.type.size != Size.ONE or not self._owners_see:
            return False
        return self.is_known(e.owner, at) and bool(self.value(e.owner, at) == at.values[ME])

    @cached_property
    def _owners_see(self) -> bool:
        """Whether nothing of a piece is ever hidden from its owner, whatever the state."""
        me = node(Get, Type(self.model.player), self.model.me, ())
        kinds = tuple(i for i, kind in enumerate(self.model.kinds) if kind.owned)

        def is_seen(hidden: Hidden) -> bool:
            (site,) = hidden.names
            mine = member(site, node(Standing, site.type.of_size(Size.MANY), kinds, me))
            unseen = substitute(simpler(member(me, hidden.players)), {mine: TRUE})
            return possible(unseen, (owned_by(site, me),)) is Holds.NEVER

        return all(is_seen(hidden) for hidden in self.model.hidden if not isinstance(hidden.what, m.Variable))

    def _sees(self, hidden: Hidden, where: Sequence[int], at: At) -> bool:
        """Whether something isn't hidden from the player, with these values for the names of the declaration.

        The state may decide who sees it: players know what they see now. A spectator sees what all players surely see.
        """
        names = dict(zip(hidden.names, where, strict=True))
        if at.who == NOBODY:
            is_common = hidden.what not in never_common(self.model)
            return is_common and not self._worked_out(Folder().fold(present(hidden.players)), names, at)
        who = const(Type(self.model.player), at.values[ME] if at.who is None else at.who)
        return not self._worked_out(Folder().fold(member(who, hidden.players)), names, at)

    def _worked_out(self, e: Expr, values: Mapping[Var, int], at: At) -> Any:
        names = {v: f"b{i}" for i, v in enumerate(values)}
        machine = self.machine
        writer = Writer(machine.graph, machine.layout)
        writer.span = at.span
        with writer.region(names):
            writer.line(f"return {writer.code(e)}")
        writer.finish("it", ", ".join(("V", *names.values())))
        return writer.compiled(machine.next_is_stuck)["it"](list(at.values), *values.values())

    def is_known(self, e: Expr, at: At) -> bool:
        """Whether the player sees all that an expression reads."""
        return all(self._is_seen(part, at) for part in within(e))

    def _is_seen(self, e: Expr, at: At) -> bool:
        hidden = [h for h in self.model.hidden if isinstance(e, Get) and h.what is e.variable]
        match e:
            case After() | NextIsStuck() | Repeats():
                return False
            case Content() if e.site.free <= at.names.keys() and self.is_known(e.site, at):
                return self._sees_site(e.site, at)
            case Standing() | Content() | Height() | Layer():
                return all(isinstance(h.what, m.Variable) for h in self.model.hidden)
            case Get() if e.variable.local:
                return self._is_me(e, at) or not self._secret_locals.get(e.variable)
            case Get() if hidden:
                return all(self._is_cell_seen(h, e, at) for h in hidden)
        return True

    @cached_property
    def _secret_locals(self) -> Mapping[m.Variable, Secrets]:
        """The secrets in a turn's locals: their values may come from hidden things."""
        flow = Flow(self.model)
        flow.leaks()
        return flow.reader.labels

    def _is_me(self, e: Get, at: At) -> bool:
        """Whether a variable holds the player who decides."""
        is_player = e.type.base is self.model.player and not e.indices
        return at.who is None and is_player and at.values[self.machine.layout.slot[e.variable]] == at.values[ME]

    def _is_cell_seen(self, hidden: Hidden, e: Get, at: At) -> bool:
        """Whether the player sees the value of a variable there. A name that ranges over a set may stand for each
        element."""
        where = [self._meant(index, name, at) for index, name in zip(e.indices, hidden.names, strict=True)]
        return prod(map(len, where)) <= MOST_CELLS and all(self._sees(hidden, cell, at) for cell in product(*where))

    def _meant(self, index: Expr, name: Var, at: At) -> Sequence[int]:
        """The values that an index may have: all of its type, if it isn't known."""
        if index.free <= at.names.keys() and self.is_known(index, at):
            return [self.value(index, at)]
        values = name.type.values
        low = values.low if isinstance(values, Range) else 0
        return range(low, low + len(values))
