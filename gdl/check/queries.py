"""Sets, elements by their coordinates, and queries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import reduce
from itertools import chain

from gdl.check.bag_parts import bag_behind, part_of_bag
from gdl.check.calls import thing_or_expr
from gdl.check.expressions import family_or_expr
from gdl.check.known_names import shapes_in_order
from gdl.check.memo import Memo
from gdl.check.one_name import meaning
from gdl.check.parts import Check, same_base
from gdl.check.scope import Scope, Silent
from gdl.check.subsets import MAX_SETS, parts_of
from gdl.check.written_types import named_base
from gdl.model.build import (
    NO_SET,
    TRUE,
    as_set,
    conjunction,
    const,
    everything,
    given,
    negation,
    op,
    present,
    query,
    table,
    union,
    union_over,
    within,
)
from gdl.model.cost import tuples
from gdl.model.nodes import Const, Expr, Table, Var, node
from gdl.model.shape import Shape
from gdl.model.types import TEXTS, TRUTH, Parts, Plain, Range, Size, Type, names_in
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault
from gdl.text.fixes import Hint
from gdl.text.source import Span

MAX_NAMES = 10
MAX_TUPLES = 50_000_000


def _next_of(check: Check, items: list[Expr], e: t.Set) -> str:
    """The hint for `next` beside directions: alone it is a player."""
    bases = {value.type.base for value in items}
    rings = [shape for shape in check.memo.boards.trees
             if shape.directions in bases and "next" in shape.directions.index]  # fmt: skip
    named = any(isinstance(item, t.Name) and item.text == "next" for item in e.items)
    if not rings or not named:
        return ""
    all_ways = "direction" if rings[0] is check.declared.board else f"direction of {rings[0].name}"
    return f"`next` alone is the player who comes next; `{all_ways}` has all directions, also `next`"


def set_of(check: Check, e: t.Set, scope: Scope) -> Expr:
    """`{a, b}`: each element once. Missing values are dropped, sets are joined."""
    if not e.items:
        return const(NO_SET, 0)
    items = [thing_or_expr(check, item, scope) for item in e.items]
    for value, item in zip(items, e.items, strict=True):
        if isinstance(value.type.base, Plain):
            raise fault("T313", item.span, f"a set can't hold {value.type}",
                        "a set holds sites, pieces, players, numbers or members of a type")
        same_base(items[0], value, item.span, "the elements of a set", _next_of(check, items, e))
        check.trace.part(value)
    if any(isinstance(item, t.Set | t.Comprehension) for item in e.items):
        for value, item in zip(items, e.items, strict=True):
            if value.type.size == Size.FAMILY:
                message = f"a set of sets can't hold {value.type}"
                raise fault("T313", item.span, message, "leave out the outer braces")
        sets = [as_set(i) for i in items]
        if not all(isinstance(i, Const) for i in sets):
            raise fault("T310", e.span, "a family of sets must be known before the game starts",
                        "make it from the board alone; ask about pieces when you go through it")
        return const(items[0].type.of_size(Size.FAMILY), tuple(dict.fromkeys(i.value for i in sets)))  # type: ignore[attr-defined]
    return reduce(union, items[1:], as_set(items[0]))


def element(check: Check, e: t.Element, scope: Scope) -> Expr:
    """`[c, r]`, or `track[c, r]`."""
    values = [check.expr(item, scope) for item in e.items]
    shape = _among(check, e, values, scope) if e.named is None else _named(check, e.named, e, values)

    def go(done: list[Expr], left: list[Expr]) -> Expr:
        if not left:
            return op("element", Type(shape, Size.MAYBE), *done)
        return given(left[0], lambda one: go([*done, one], left[1:]))

    return go([], values)


def _named(check: Check, name: t.Name, e: t.Element, values: list[Expr]) -> Shape:
    """The board whose name stands before the coordinates."""
    shape = named_base(check, name.text, name.span)
    if not isinstance(shape, Shape):
        known = [f"`{s.name}[{', '.join(s.coordinates)}]`" for s in check.memo.boards.made.values() if s.coordinates]
        hint = f"put arguments in round brackets, `{name.text}(…)`, and names of a thing after a dot"
        if isinstance(shape, Range) and len(e.items) == 1:
            hint = f"write the number itself; in round brackets, a dot can follow: `({e.items[0].span.text}).…`"
            raise fault("B406", name.span, f"`{name.text}` has no coordinates: it is a range of numbers", hint)
        raise fault("B406", name.span, f"`{name.text}` has no coordinates",
                    f"these have: {', '.join(dict.fromkeys(known))}; {hint}" if known else hint)  # fmt: skip
    if not _coordinates_fit(shape, values):
        takes = f"`{name.text}[{', '.join(shape.coordinates)}]`" if shape.coordinates else "none"
        raise fault("B406", e.span, f"these are no coordinates of `{name.text}`", f"it has {takes}")
    return shape


def _among(check: Check, e: t.Element, values: list[Expr], scope: Scope) -> Shape:
    """The only board whose sites have such coordinates. Within a board's own definition it is that board."""
    fitting = [s for s in shapes_in_order(check, scope) if _coordinates_fit(s, values)]
    if not fitting:
        raise _no_such_coordinates(check, e, values, scope)
    if scope.shape in fitting or len(fitting) == 1:
        return scope.shape if scope.shape in fitting else fitting[0]
    names = ["site" if s is check.declared.board else s.name for s in fitting]
    said = [f"`{name}{e.span.text}`" for name in names]
    raise fault("B407", e.span, f"sites of {' and '.join(names)} have such coordinates",
                f"write {' or '.join(said)}")  # fmt: skip


def _no_such_coordinates(check: Check, e: t.Element, values: list[Expr], scope: Scope) -> Exception:
    """The fault for square brackets that hold no coordinates: the author means a set of sites, or a site of another
    board."""
    inside = ", ".join(item.span.text for item in e.items)
    if any(isinstance(v.type.base, Shape) and v.type.base.labels for v in values):
        sort = next(v.type for v in values if isinstance(v.type.base, Shape))
        alike = all(v.type.base is sort.base for v in values)  # else a coordinate may be wrong, or missing
        return fault("B406", e.span, f"square brackets take coordinates, not {sort.of_size(Size.ONE)}",
                     Hint(f"write a set in braces: `{{{inside}}}`", f"{{{inside}}}" if alike else None))
    if not any(isinstance(v.type.base, Range | Shape) for v in values):
        return fault("B406", e.span, f"square brackets take coordinates, not {values[0].type}",
                     f"write several things in braces: `{{{inside}}}`")  # fmt: skip
    known = [f"[{', '.join(s.coordinates)}]" for s in shapes_in_order(check, scope) if s.coordinates]
    if not known and check.declared.unsure("site"):
        return Silent()
    hint = f"there are sites with the coordinates {' or '.join(dict.fromkeys(known))}" if known else ""
    return fault("B406", e.span, f"no board has sites with coordinates such as [{inside}]", hint)


def _coordinates_fit(shape: Shape, values: list[Expr]) -> bool:
    wanted = [type_.base for type_, _ in shape.coordinates.values()]
    return len(wanted) == len(values) and all(
        v.type.size < Size.MANY and (v.type.base is w or (isinstance(w, Range) and isinstance(v.type.base, Range)))
        for v, w in zip(values, wanted, strict=True)
    )


# ---- queries

SourceOf = Callable[[Check, t.Expression, Scope], Expr]


def bind(
    check: Check, q: t.Query, scope: Scope, source_of: SourceOf | None = None, by_number: bool = False
) -> tuple[list[tuple[Var, Expr]], Expr, Scope]:
    """A query's names with their sets, its condition, and the scope of both.

    `source_of`: the function that checks the set of a name. `by_number`: a name for sets ranges over the numbers of the
    sets, so that a single value can be kept.
    """
    source_of = source_of or set_behind
    found: list[tuple[Var, Expr]] = []
    inside: list[Expr] = []
    for binder in q.names:
        if isinstance(binder, t.Known):
            value = known_value(check, binder, scope)
            note_binder(check, binder.name, scope)
            scope = scope.bind({binder.name.text: value})
            continue
        source = source_of(check, binder.source, scope)
        name = binder.name.text
        whole = as_set(source) if binder.is_part else None
        if whole is not None and (bag := bag_behind(check, whole)) is not None:
            number, value, fits = part_of_bag(check, binder, bag, q.where, scope)
            found.append(number)
            inside.append(fits)
            note_binder(check, binder.name, scope)
            scope = scope.bind({name: value})
            continue
        if whole is not None:
            source = parts_of(check, q, binder, whole, scope)
        if source.type.size == Size.FAMILY and (by_number or not isinstance(source, Const)):
            found.append(numbered(binder, source))
            value = set_of_number(found[-1][0])
            inside += [] if whole is None or isinstance(whole, Const) else [within(value, whole)]
            note_binder(check, binder.name, scope)
            scope = scope.bind({name: value})
            continue
        size = Size.MANY if source.type.size == Size.FAMILY else Size.ONE
        variable = Var(source.type.of_size(size), name)
        found.append((variable, source if source.type.size == Size.FAMILY else as_set(source)))
        inside += [] if whole is None or isinstance(whole, Const) else [within(variable, whole)]
        note_binder(check, binder.name, scope)
        scope = scope.bind({name: variable})
    check_size(q, found)
    where = TRUE if q.where is None else check.truth(q.where, scope)
    where = conjunction((*inside, where)) if inside else where
    if q.where is not None:
        check.trace.asked.setdefault(q.where, []).append((tuple(found), where))
    return found, where, scope


def numbered(binder: t.Binder, family: Expr) -> tuple[Var, Expr]:
    """A name for one of several known sets, as an element of a type of its own. So one value is kept, however many
    elements the set has. If another name decides which sets there are, it ranges over those."""
    if not isinstance(family, Const | Table):
        raise fault("T331", binder.source.span, "these sets aren't known before the game, so players can't choose one",
                    "choose a part of a set: `S within mine`")  # fmt: skip
    base = family.type.values
    rows = (family.value,) if isinstance(family, Const) else family.values
    held = tuple(dict.fromkeys(chain(*rows)))
    labels = tuple("+".join(names_in(base, one)) or "nothing" for one in held)
    sets = Parts(f"parts for {binder.name.text}", labels, of=base, held=held)
    variable = Var(Type(sets), binder.name.text)
    if isinstance(family, Const):
        return variable, everything(sets)
    number = {one: i for i, one in enumerate(held)}
    masks = tuple(sum(1 << number[one] for one in row) for row in rows)
    return variable, node(Table, Type(sets, Size.MANY), masks, family.arguments)


def is_family(source: Expr) -> bool:
    """Whether a name ranges over sets, or over the numbers of sets."""
    return source.type.size == Size.FAMILY or isinstance(source.type.base, Parts)


def set_of_number(number: Var) -> Expr:
    """The set with this number."""
    sets = number.type.base
    assert isinstance(sets, Parts)
    return table(sets.held or (0,), Type(sets.of, Size.MANY), number)


def check_size(q: t.Query, found: list[tuple[Var, Expr]]) -> None:
    """Refuse a query with more tuples than anybody would wait for."""
    number = tuples(found)
    if len(found) > MAX_NAMES or number > MAX_TUPLES:
        message = f"these names have up to {number:,} combinations, which is too many"
        hint = f"at most {MAX_NAMES} names and {MAX_TUPLES:,} combinations; choose or loop in steps"
        raise fault("T332", q.span, message, hint)


def known_value(check: Check, known: t.Known, scope: Scope) -> Expr:
    """The value of a `let` in a query. Within the query, its name stands for this expression, worked out once."""
    value = check.expr(known.value, scope)
    if value.type == NO_SET:
        raise fault("T334", known.value.span, "the type of this empty set isn't clear",
                    "write the set in full: `{s in site where …}`")
    if value.type.size == Size.FAMILY or value.type.base is TEXTS:
        raise fault("T334", known.value.span, f"a name in a query can't stand for {value.type}",
                    "use it for one thing, or one set")
    return value


def note_binder(check: Check, name: t.Name, scope: Scope) -> None:
    """Note a new name: it must not hide another."""
    own = any(name.span.source is tree.source for tree in check.declared.rules.trees)
    if scope.find(name.text) is not None:
        raise fault("N206", name.span, f"`{name.text}` is in use already here", "choose another name")
    if own and (what := meaning(check, name.text)):
        raise fault("N206", name.span, f"`{name.text}` is in use already: it is {what}", "choose another name")


def set_behind(check: Check, e: t.Expression, scope: Scope) -> Expr:
    """The set that a name ranges over."""
    value = family_or_expr(check, e, scope)
    if isinstance(value.type.base, Plain):
        raise fault("T331", e.span, f"the value after `in` must be a set, not {value.type}",
                    "write a set after `in`: `mine`, `{a1, b1}`, `1..6`")
    if isinstance(value.type.base, Range):
        if value.type.size == Size.ONE:
            raise fault("T331", e.span, "the value after `in` must be a set, and this is a number",
                        "write a range as `1..6`")
        if len(value.type.base) > 100_000:
            raise fault("T332", e.span, f"{len(value.type.base):,} numbers are too many to go through",
                        "use fewer")
    return value


def comprehension(check: Check, e: t.Comprehension, scope: Scope) -> Expr:
    """`{x in S where c}`, `{value for x in S where c}`."""
    binders, where, inner = bind(check, e.query, scope)
    if e.value is None:
        if len(binders) != 1:
            raise fault("T333", e.span, "this set has several names, and it isn't clear which are its elements",
                        "write `{value for x in S, y in T where …}`")  # fmt: skip
        if is_family(binders[0][1]):
            raise fault("T333", e.span, "a family of sets can't be filtered", "use `some line in … where …`")
        return union_over(binders, where, binders[0][0])
    body = thing_or_expr(check, e.value, inner)
    if isinstance(body.type.base, Plain):
        raise fault("T313", e.value.span, f"a set can't hold {body.type}",
                    "a set holds sites, pieces, players, numbers or members of a type")
    if isinstance(e.value, t.Set | t.Comprehension):
        return _family(check.memo, e, binders, where, body)
    whole = union_over(binders, where, body)
    if isinstance(whole, Const) and isinstance(body.type.base, Shape) and body.type.size == Size.MAYBE:
        check.trace.off_board += query("some", TRUTH, binders, conjunction((where, negation(present(body))))) is TRUE
    return whole


def _family(memo: Memo, e: t.Comprehension, binders: list[tuple[Var, Expr]], where: Expr, body: Expr) -> Expr:
    """A set of sets, which must be known before the game starts."""
    if (sets := tuples(binders)) > MAX_SETS:
        raise fault("T332", e.span, f"this family may have {sets:,} sets; the limit is {MAX_SETS:,}",
                    "use fewer sets")
    memo.budget.work(sets, e.span)
    listed = query("list", body.type, binders, where, as_set(body))
    if not isinstance(listed, Const):
        raise fault("T310", e.span, "a family of sets must be known before the game starts",
                    "make it from the board alone; ask about pieces when you go through it")
    return const(body.type.of_size(Size.FAMILY), tuple(dict.fromkeys(row[0] for row in listed.value)))


def quantified(check: Check, e: t.Quantified, scope: Scope) -> Expr:
    """`some x in S where c`, `no x in S where c`."""
    try:
        binders, where, _ = bind(check, e.query, scope)
    except Fault as broken:
        clash = broken.finding
        if clash.code != "N206" or clash.span not in _asked_behind(e.query.where):
            raise
        hint = (f"the `where` of the first `{clash.span.text}` reaches to here: for two questions, put the first in "
                "parentheses")  # fmt: skip
        raise fault(clash.code, clash.span, clash.message, hint) from None
    found = query("some", TRUTH, binders, where)
    return found if e.operator == "some" else negation(found)


def _asked_behind(where: t.Expression | None) -> Iterator[Span]:
    """The names in questions that `and` or `or` joins to a `where`."""
    match where:
        case t.Binary(operator="and" | "or"):
            yield from _asked_behind(where.left)
            yield from _asked_behind(where.right)
        case t.Quantified():
            yield from (binder.name.span for binder in where.query.binders)
