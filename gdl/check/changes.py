"""Statements that give a value to locals and variables."""

from __future__ import annotations

from collections.abc import Callable

from gdl.check.attributes import link_of
from gdl.check.bags import bag_of
from gdl.check.calls import index_value, value_for
from gdl.check.hints import ONE_LINE
from gdl.check.locals import for_each, kept, local
from gdl.check.missing import Needed
from gdl.check.names import named
from gdl.check.parts import Check, same_base
from gdl.check.pile_changes import fill_pile, pile_meant
from gdl.check.queries import note_binder
from gdl.check.scope import Scope, Silent, refuse_poison
from gdl.check.unfit import out_of_range, too_many
from gdl.check.values import arity, check_range, describe, get, initial_value, is_empty_set
from gdl.check.written_types import type_of
from gdl.model import statements as m
from gdl.model.arithmetic import arithmetic
from gdl.model.build import (
    as_set,
    cond,
    const,
    difference,
    empty,
    everything,
    fitting,
    integer,
    member,
    otherwise,
    surely,
    union,
)
from gdl.model.nodes import Expr
from gdl.model.types import TEXTS, TRUTH, Domain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Edit, Hint
from gdl.text.source import Span


class Restart(Exception):
    """A local needs a larger size than it got at first. Its part of the section is checked again with that size."""

    def __init__(self, let: t.Let, size: Size) -> None:
        super().__init__(let, size)
        self.let, self.size = let, size


def within_reach(numbers: Expr, base: Range) -> Expr:
    """A number, or a set of them, without what lies outside a range."""
    return fitting(numbers, base) if numbers.type.size < Size.MANY else as_set(numbers, base)


def let(check: Check, s: t.Let, scope: Scope) -> tuple[list[m.Statement], Scope]:
    """A local with a value."""
    if scope.find(s.name.text) is not None:
        raise fault("N206", s.name.span, f"`{s.name.text}` is in use already here",
                    f"to change it, write `{s.name.text} = …` without `let`")  # fmt: skip
    note_binder(check, s.name, scope)
    type_ = None if s.type is None else type_of(check, s.type, scope)
    value = surely(value_for(check, type_, s.value, scope))
    if s.type is not None and type_ is not None:
        if isinstance(type_.base, Range):
            check_range(type_.base, s.type.span)
    else:
        type_ = value.type
        if is_empty_set(value):
            raise fault(
                "T334",
                s.value.span,
                "the type of this empty set isn't clear",
                f"write `let {s.name.text}: set of site = {{}}`",
            )
        if type_.size == Size.FAMILY or type_.base is TEXTS:
            raise fault("T334", s.value.span, f"a local can't hold {type_}",
                        "use it where you need it: `for x in …`, `some x in … where …`")
        type_ = type_.of_size(max(type_.size, check.locals.widened.get(s, Size.ONE)))
    variable = local(check, s.name, type_)
    check.locals.lets[variable] = s
    statements = store(check, variable, [], value, s, scope)
    return statements, scope.bind({s.name.text: variable})


# ---- assignment


def assign(check: Check, s: t.Assign, scope: Scope) -> list[m.Statement]:
    """`=`, `+=`, `-=`."""
    try:
        variable, subjects = target(check, s.target, scope)
    except Fault as stop:
        raise _without_let(s, stop) from None
    if variable.collection == "pile":
        return _fill_pile(check, variable, subjects, s, scope)
    if len(subjects) < len(variable.dimensions):
        return _fill(check, variable, subjects, s, scope)
    check.trace.target(s.target, variable.type)
    value = value_for(check, variable.type, s.value, scope)
    before: list[m.Statement] = []
    if any(subject.type.size != Size.ONE for subject in subjects):
        value, before = kept(check, value, s.span, variable)
    return [*before, *lifted(check, variable, subjects, value, s, scope)]


def _without_let(s: t.Assign, stop: Fault) -> Fault:
    """The same fault. If a `let` is missing before a new name, the hint says so."""
    found = stop.finding
    if not isinstance(s.target, t.Name) or s.operator != "=" or found.code != "N201" or found.hint:
        return stop
    start = Span(s.span.source, s.span.start, s.span.start)
    return fault(found.code, found.span, found.message,
                 Hint(f"write `let {s.target.text} = …` to name a value", edits=[Edit(start, "let ")]))


def new_name(stop: Exception, s: t.Statement) -> list[str]:
    """The name that the statement would introduce if its missing `let` were there."""
    told = isinstance(stop, Fault) and stop.finding.hint.startswith("write `let ")
    return [s.target.text] if told and isinstance(s, t.Assign) and isinstance(s.target, t.Name) else []


def lifted(
    check: Check, variable: m.Variable, subjects: list[Expr], value: Expr, s: t.Assign, scope: Scope
) -> m.Block:
    """A change, made for each of several subjects."""

    def go(done: list[Expr], left: list[tuple[Expr, Range | Domain]]) -> m.Block:
        if not left:
            return tuple(change(check, variable, done, value, s, scope))
        given, dimension = left[0]
        subject = within_reach(given, dimension) if isinstance(dimension, Range) else given
        if subject.type.size == Size.ONE:
            return go([*done, subject], left[1:])
        return for_each(check, subject, lambda each: go([*done, each], left[1:]), s.span)

    return go([], list(zip(subjects, variable.dimensions, strict=True)))


def _fill_pile(
    check: Check, variable: m.Variable, subjects: list[Expr], s: t.Assign, scope: Scope
) -> list[m.Statement]:
    """An assignment to a whole pile."""
    if len(subjects) == len(variable.dimensions):
        raise fault("T345", s.target.span, "only the ends of a pile can change",
                    "put things on it or under it, and take them from either end")  # fmt: skip
    pile = pile_meant(check, s.target, scope)
    if pile is None:
        raise Silent
    return fill_pile(check, pile, s, scope)


def _fill(check: Check, variable: m.Variable, subjects: list[Expr], s: t.Assign, scope: Scope) -> list[m.Statement]:
    """A change of a whole bag: things are added, taken out, or all its contents are set."""
    base = variable.dimensions[-1]
    of_these = Type(base, Size.MANY)
    value = value_for(check, of_these, s.value, scope)
    bag = bag_of(check, value)
    if is_empty_set(value):
        value = empty(of_these)
    elif value.type.base is not base and not (isinstance(base, Range) and isinstance(value.type.base, Range)):
        hint = f"put in one of these, or say how many: `{s.target.span.text}(…) {s.operator} …`"
        raise fault("T344", s.value.span, f"`{variable.name}` holds {of_these}, not {value.type}", hint)
    elif isinstance(base, Range):
        value = within_reach(value, base)
    if s.operator != "=":
        amount = bag.number if bag is not None else lambda _: integer(1)
        return _each_of(check, variable, subjects, value, amount, s, scope)
    if bag is not None:
        return _each_of(check, variable, subjects, everything(base), bag.number, s, scope)
    there, before = kept(check, as_set(value), s.span, variable)
    once = lambda each: cond(member(each, there), integer(1), integer(0))  # noqa: E731 - a local function reads no better
    return [*before, *_each_of(check, variable, subjects, everything(base), once, s, scope)]


def _each_of(
    check: Check, variable: m.Variable, subjects: list[Expr], elements: Expr, amount: Callable[[Expr], Expr],
    s: t.Assign, scope: Scope,
) -> list[m.Statement]:  # fmt: skip
    """Change the numbers of some elements in one or several bags; `amount` says by how much for each element."""
    several = any(subject.type.size != Size.ONE for subject in subjects)

    def one(element: Expr) -> m.Block:
        number, before = kept(check, amount(element), s.span, variable) if several else (amount(element), [])
        return (*before, *lifted(check, variable, [*subjects, element], number, s, scope))

    return list(one(elements) if elements.type.size == Size.ONE else for_each(check, elements, one, s.span))


def change(
    check: Check, variable: m.Variable, indices: list[Expr], value: Expr, s: t.Assign, scope: Scope
) -> list[m.Statement]:
    """One variable gets a new value."""
    operator = s.operator
    if operator != "=":
        old = get(variable, *indices)
        if old.type.size == Size.MANY:
            if not is_empty_set(value):
                same_base(old, value, s.value.span, f"both sides of `{operator}`")
            value = union(old, value) if operator == "+=" else difference(old, value)
        elif old.type.is_number and value.type.is_number:
            value = arithmetic(operator[0], old, value)
        else:
            raise _unchangeable(variable.name, old.type, operator, value.type, s)
    return store(check, variable, indices, value, s, scope)


def _unchangeable(name: str, old: Type, operator: str, given: Type, s: t.Assign) -> Fault:
    """A `+=` that means nothing: either the added value is wrong, or the target."""
    what = s.value.span.text
    if old.is_number and isinstance(given.base, Range):
        message = f"`{operator}` changes `{name}` by one number; `{what}` is a set of numbers"
        hint = f"`the({what})` is its only element, `sum({what})` adds up all; {ONE_LINE}"
        return fault("T335", s.value.span, message, hint)
    if old.is_number:
        hint = f"write `count({what})` for how many there are" if given.size > Size.ONE else ""
        return fault("T335", s.value.span, f"`{operator}` changes `{name}` by a number, not by {given}", hint)
    hint = f"it holds one thing: `{s.target.span.text} = …` replaces it"
    if isinstance(old.base, Domain):
        hint += f"; to keep several, introduce it as `set of {old.base.name}`"
    return fault("T335", s.span, f"`{operator}` changes numbers and sets; `{name}` is {old}", hint)


def store(
    check: Check, variable: m.Variable, indices: list[Expr], value: Expr, s: t.Let | t.Assign, scope: Scope
) -> list[m.Statement]:
    """The statement that keeps a value in a variable. Refuses a value that can never fit."""
    e, type_ = s.value, variable.type
    if type_.size == Size.ONE:
        value = surely(value)
    if variable in check.locals.lets and value.type.size > type_.size and value.type.size < Size.FAMILY:
        let = check.locals.lets[variable]
        if let.type is None and value.type.base not in (TEXTS, TRUTH.base):
            raise Restart(let, value.type.size)
    base, own = type_.base, value.type.base
    checked = False
    if is_empty_set(value) and type_.size != Size.ONE:
        value = empty(type_)
    elif isinstance(base, Range) and isinstance(own, Range):
        if (out := out_of_range(check, variable, value, e)) is not None:
            if scope.place.unreached:
                return []
            raise out
        checked = not base.holds(own)
    elif own is not base:
        raise fault("T306", e.span, f"`{variable.name}` holds {describe(type_)}, not {value.type}",
                    "use such a value, or change the type where you introduce it")
    needed: tuple[Needed, ...] = ()
    written = value
    if value.type.size > type_.size:
        unfit = too_many(check, variable, value, e, scope)
        if value.type.size != Size.MAYBE:
            raise unfit
        needed = (Needed(value, lambda: unfit.finding),)
        value = otherwise(value, const(type_, initial_value(type_)))  # which is there wherever the rules have tested it
    if type_.size == Size.MANY:
        value = written = as_set(value, base)
    done = tuple(check.settled(i) for i in indices)
    assign = m.Assign(s.span, variable, done, check.settled(value), checked)
    check.trace.notes.values[assign] = written
    if needed:
        check.trace.notes.needed[assign] = needed
    return [assign]


def target(check: Check, e: t.Expression, scope: Scope) -> tuple[m.Variable, list[Expr]]:
    """The variable on the left of an assignment, and its subject and arguments."""
    declared = check.declared
    if isinstance(e, t.Name):
        local = scope.find(e.text)
        refuse_poison(local)
        if isinstance(local, m.Variable) and local in check.locals.lets:
            return local, []
        if local is not None:
            raise fault(
                "T338",
                e.span,
                f"`{e.text}` is a name for a value, and can't be changed",
                f"write `move {e.text} to …` to move a piece; a name from `let` can be changed"
                if isinstance(local, m.Variable) and local.type.base is declared.board
                else f"say what of {e.text} changes: `{e.text}.hand`, for example; or introduce the name with `let`"
                if isinstance(local, m.Variable) and local.type.base is check.declared.player
                else "introduce it with `let`",
            )
        if e.text == "next":
            return declared.next, []
        variable = declared.state.of_game.get(e.text)
        if variable is not None and not variable.holders:
            return variable, []
        if e.text in declared.state.attributes:
            whose = [v.subject for v in declared.state.attributes[e.text]]
            hint = f"write `me.{e.text}` or `next.{e.text}`; `player.{e.text}` means all players"
            if declared.player not in whose:
                hint = f"write `s.{e.text}`, where s is the site"
            raise fault("T338", e.span, f"whose `{e.text}`?", hint)
        named(check, e, scope)
        raise fault(
            "T338",
            e.span,
            f"`{e.text}` can't be changed",
            "only `next`, locals and values that something `has` can change",
        )
    if isinstance(e, t.Call) and e.name.text in declared.state.of_game:
        variable = declared.state.of_game[e.name.text]
        return variable, _indices(check, variable, [], e, scope)
    if isinstance(e, t.Dot) and e.power is None and isinstance(e.link, t.Name | t.Call):
        subject = check.expr(e.subject, scope)
        name = e.link.text if isinstance(e.link, t.Name) else e.link.name.text
        for variable in declared.state.attributes.get(name, ()):
            base = subject.type.base
            if variable.subject is base or (isinstance(variable.subject, Range) and isinstance(base, Range)):
                return variable, _indices(check, variable, [subject], e.link, scope.hinted(base))
        link_of(check, subject, e.link, scope)
        raise fault(
            "T338",
            e.span,
            f"`{name}` can't be changed",
            _instead(e, name),
        )
    if isinstance(e, t.Call):
        check.value(e, scope)  # if it isn't there, that is told
    raise fault("T338", e.span, "this can't be changed",
                    "only `next`, locals and values that something `has` can change")


def _instead(e: t.Dot, name: str) -> str:
    """What to write instead of an assignment to something behind a dot that can't change."""
    if name in ("kind", "owner", "piece", "number"):
        return f"write `put … on {e.subject.span.text}`: it replaces the piece that stands there"
    return "only values that something `has` can change; put, move or remove pieces"


def _indices(check: Check, variable: m.Variable, subjects: list[Expr], e: t.Expression, scope: Scope) -> list[Expr]:
    arguments = e.arguments if isinstance(e, t.Call) else ()
    dimensions = variable.dimensions[len(subjects) :]
    if variable.collection and len(arguments) == len(dimensions) - 1:
        dimensions = dimensions[:-1]
    if len(arguments) != len(dimensions):
        raise fault(
            "T320",
            e.span,
            f"`{variable.name}` takes {arity(len(dimensions))}, not {len(arguments)}",
            "write the same things in the brackets as where you introduce it",
        )
    return subjects + [index_value(check, a, d, scope) for a, d in zip(arguments, dimensions, strict=True)]
