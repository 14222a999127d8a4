"""The functions that are built in: count, max, min, sum, the, index, letter, capital, repeats, abs, distance,
xor; `placements` has a file of its own."""

from __future__ import annotations

import re

from gdl.check.bags import bag_of, times
from gdl.check.expressions import family_or_expr
from gdl.check.parts import Check, no_family, same_base
from gdl.check.patterns import call_placements
from gdl.check.queries import bind
from gdl.check.reaching import distance
from gdl.check.scope import Scope
from gdl.check.values import is_empty_set
from gdl.check.written_types import need_board
from gdl.model.arithmetic import absolute, arithmetic
from gdl.model.build import TRUE, as_set, convert_size, count, given, integer, join, op, query
from gdl.model.cost import combinations
from gdl.model.nodes import Expr, Repeats, Var, node
from gdl.model.state import Variable
from gdl.model.types import TEXT, Domain, Plain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault


def _only(check: Check, e: t.Call, scope: Scope) -> Expr:
    if len(e.arguments) != 1 or isinstance(e.arguments[0], t.Each):
        raise fault("T320", e.span, f"`{e.name.text}` takes one argument",
                    f"write `{e.name.text}(…)` around one thing")
    value = family_or_expr(check, e.arguments[0], scope)
    return value if e.name.text == "count" else no_family(value, e.arguments[0])


def call_count(check: Check, e: t.Call, scope: Scope) -> Expr:
    """How many elements a set has, or tuples a query."""
    if len(e.arguments) == 1 and isinstance(e.arguments[0], t.Each):
        each = e.arguments[0]
        binders, where, inner = bind(check, each.query, scope)
        check.expr(each.value, inner)  # it says what is counted, for readers: what is wrong in it, and what lint finds
        so_often = times(check, binders)
        if so_often is not None:
            return _summed(so_often, binders, where)
        return query("count", Type(Range(0, combinations(binders))), binders, where)
    value = _only(check, e, scope)
    if value.type.size == Size.ONE and not isinstance(value.type.base, Domain):
        raise fault("T313", e.span, f"`count` counts the elements of a set, not {value.type}", _several(e))
    bag = bag_of(check, value)
    return count(value) if bag is None else bag.total()


def _several(e: t.Call) -> str:
    """What to write where one thing that is chosen is counted."""
    name, text = e.arguments[0].span.text, e.span.source.text
    line = text[text.rfind("\n", 0, e.span.start) + 1 : e.span.start]
    if re.search(rf"\bchoose\b.*\b{re.escape(name)}\s+in\b", line):
        return f"`{name} in …` chooses one thing; several are chosen by `{name} within …`"
    return "write `count(mine)`, for example"


def call_sum(check: Check, e: t.Call, scope: Scope) -> Expr:
    """The sum of numbers."""
    return _aggregate(check, e, scope, "sum")


def call_max(check: Check, e: t.Call, scope: Scope) -> Expr:
    """The greatest number, or nothing."""
    return _aggregate(check, e, scope, "max")


def call_min(check: Check, e: t.Call, scope: Scope) -> Expr:
    """The least number, or nothing."""
    return _aggregate(check, e, scope, "min")


def _aggregate(check: Check, e: t.Call, scope: Scope, how: str) -> Expr:
    if len(e.arguments) != 1:
        raise fault(
            "T320",
            e.span,
            f"`{how}` takes one argument",
            f"write `{how}({{a, b}})` or `{how}(… for x in S)`",
        )
    (argument,) = e.arguments
    if isinstance(argument, t.Set) and how != "sum":
        numbers = [check.expr(item, scope) for item in argument.items]
        sure = [n for n in numbers if n.type.size == Size.ONE]
        if sure and all(n.type.is_number for n in numbers):
            return _extreme(how, sure + [n for n in numbers if n.type.size != Size.ONE])
    if isinstance(argument, t.Each):
        binders, where, inner = bind(check, argument.query, scope)
        body = check.expr(argument.value, inner)
    else:
        numbers_in = check.expr(argument, scope)
        if not isinstance(numbers_in.type.base, Range):
            raise fault("T301", argument.span, f"`{how}` takes numbers, not {numbers_in.type}",
                        f"name a number of each: `{how}(s.r for s in mine)`, for example")
        if how != "sum":
            name = "greatest" if how == "max" else "least"
            return op(name, numbers_in.type.of_size(Size.MAYBE), as_set(numbers_in))
        body = Var(numbers_in.type.of_size(Size.ONE), "n")
        binders, where = [(body, as_set(numbers_in))], TRUE
    if not body.type.is_number:
        raise fault("T301", e.span, f"`{how}` takes numbers, not {body.type}",
                    f"name a number of each: `{how}(s.r for s in mine)`, for example")
    base = body.type.base
    assert isinstance(base, Range)
    if how != "sum":
        return query(how, Type(base, Size.MAYBE), binders, where, body)
    so_often = times(check, binders)
    return _summed(body if so_often is None else arithmetic("*", body, so_often), binders, where)


def _summed(body: Expr, binders: list[tuple[Var, Expr]], where: Expr) -> Expr:
    """The sum of a number over a query."""
    base = body.type.base
    assert isinstance(base, Range)
    most = 1
    for _, source in binders:
        most *= len(source.type.values)
    return query("sum", Type(Range(min(0, base.low * most), max(0, base.high * most))), binders, where, body)


def _extreme(how: str, numbers: list[Expr]) -> Expr:
    ranges = [n.type.base for n in numbers if isinstance(n.type.base, Range)]
    sure = [n.type.base for n in numbers if n.type.size == Size.ONE and isinstance(n.type.base, Range)]
    if how == "max":
        base = Range(max(r.low for r in sure), max(r.high for r in ranges))
    else:
        base = Range(min(r.low for r in ranges), min(r.high for r in sure))
    return op(how, Type(base), *numbers)


def call_the(check: Check, e: t.Call, scope: Scope) -> Expr:
    """The only element of a set, or nothing."""
    if len(e.arguments) == 1 and isinstance(e.arguments[0], t.Each):
        raise fault("T320", e.span, "`the` takes a set, and no query",
                    "put the query in braces: `the({x in S where …})`")  # fmt: skip
    value = _only(check, e, scope)
    if value.type.size < Size.MANY:
        return value
    return op("the", value.type.of_size(Size.MAYBE), value)


def call_index(check: Check, e: t.Call, scope: Scope) -> Expr:
    """The number of a thing in its type, from 0."""
    value = _only(check, e, scope)
    if not isinstance(value.type.base, Domain) or value.type.size == Size.MANY:
        raise fault("T314", e.span, f"`index` takes one thing of a named type, not {value.type}",
                    "write `index(me)`, for example; the argument is one member of a type")
    type_ = Type(Range(0, len(value.type.base) - 1), value.type.size)
    if value.type.size == Size.ONE:
        return convert_size(value, type_)

    return given(value, lambda it: convert_size(it, type_.of_size(Size.ONE)))


def _letters(check: Check, e: t.Call, scope: Scope, name: str) -> Expr:
    value = _only(check, e, scope)
    if value.type.size != Size.ONE:
        raise fault("T314", e.span, f"`{name}` takes one number or thing, not {value.type}",
                    f"write `{name}(s.c)`, for example")
    if isinstance(value.type.base, Domain):
        ordinal = convert_size(value, Type(Range(0, len(value.type.base) - 1)))
        value = arithmetic("+", ordinal, integer(1))
    elif not value.type.is_number:
        raise fault("T314", e.span, f"`{name}` takes one number or thing, not {value.type}",
                    f"write `{name}(s.c)`, for example")
    return op(name, TEXT, value)


def call_letter(check: Check, e: t.Call, scope: Scope) -> Expr:
    """1 is a, 2 is b. For a thing, its number in its type counts."""
    return _letters(check, e, scope, "letter")


def call_capital(check: Check, e: t.Call, scope: Scope) -> Expr:
    """1 is A, 2 is B."""
    return _letters(check, e, scope, "capital")


def call_repeats(check: Check, e: t.Call, scope: Scope) -> Expr:
    """How many earlier moments between turns had the same values as now."""
    parts: list[Variable | Expr | str] = []
    limit: Expr | None = None
    state = check.declared.state
    for argument in e.arguments:
        if isinstance(argument, t.Recent):
            limit = _turns(check, argument, scope)
            continue
        name = argument.text if isinstance(argument, t.Name) else ""
        if name == "piece":
            need_board(check.declared, argument.span)
            parts.append("piece")
        elif name in state.of_game or name in state.attributes:
            own = state.of_game.get(name)
            found = (own,) if own is not None else state.attributes[name]
            check.trace.uses(*(state.nodes[v] for v in found))
            parts += found
        elif name == "next":
            parts.append(check.declared.next)
        else:
            value = check.expr(argument, scope)
            if value.free:
                raise fault("T315", argument.span, "`repeats` compares the state, and this is a local name",
                            "name what the game keeps, as in `repeats(piece, next)`")
            parts.append(value)
    if not parts:
        raise fault("T320", e.span, "`repeats` needs what to compare", "write `repeats(piece, next)`, for example")
    return node(Repeats, Type(Range(0, 100_000)), tuple(parts), limit)


def _turns(check: Check, e: t.Recent, scope: Scope) -> Expr:
    """`within k`: of how many turns the moments count."""
    limit = check.expr(e.turns, scope)
    if not limit.type.is_number or limit.type.size != Size.ONE:
        whole = "write `repeats(piece, next, within 8)`, for example"
        hint = "write `… otherwise 0`" if limit.type.is_number else whole
        raise fault("T301", e.turns.span, f"`within` takes a number of turns, not {limit.type}", hint)
    if limit.free:
        message = "how far `repeats` looks back can't depend on a local name"
        raise fault("T315", e.turns.span, message, "write `repeats(piece, next, within 8)`, for example")
    return limit


def call_abs(check: Check, e: t.Call, scope: Scope) -> Expr:
    """How far a number is from 0."""
    value = _only(check, e, scope)
    if not value.type.is_number:
        raise fault("T301", e.span, f"`abs` takes a number, not {value.type}", "write `abs(a.c - b.c)`, for example")
    return absolute(value)


def call_distance(check: Check, e: t.Call, scope: Scope) -> Expr:
    """With how many steps a flood or a ray reaches a site, at least."""
    if len(e.arguments) != 2:
        raise fault("T320", e.span, f"`distance` takes 2 arguments, not {len(e.arguments)}",
                    "write `distance(a.adjacent through empty, goal)`, for example")  # fmt: skip
    return distance(check, e, scope)


def call_xor(check: Check, e: t.Call, scope: Scope) -> Expr:
    """Of numbers the sum without carrying, bit by bit; of sets what is in one of the two alone."""
    if len(e.arguments) != 2:
        raise fault("T320", e.span, f"`xor` takes 2 arguments, not {len(e.arguments)}", "write `xor(a, b)`")
    a, b = (check.expr(argument, scope) for argument in e.arguments)
    if a.type.is_number and b.type.is_number:
        return given(a, lambda x: given(b, lambda y: _xor_of_numbers(e, x, y)))
    for value, argument in zip((a, b), e.arguments, strict=True):
        if isinstance(value.type.base, Plain) or value.type.size == Size.FAMILY:
            raise fault("T313", argument.span, f"`xor` takes numbers or sets, not {value.type}",
                        "to ask whether exactly one of two conditions holds, write `!=`")  # fmt: skip
    if not is_empty_set(a) and not is_empty_set(b):
        same_base(a, b, e.span, "both arguments of `xor`")
    base = join(a.type, b.type).base
    return op("xor", Type(base, Size.MANY), as_set(a, base), as_set(b, base))


def _xor_of_numbers(e: t.Call, a: Expr, b: Expr) -> Expr:
    bits = 0
    for value, argument in zip((a, b), e.arguments, strict=True):
        base = value.type.base
        assert isinstance(base, Range)
        if base.low < 0:
            raise fault("T301", argument.span, f"`xor` takes numbers from 0 up, not {value.type}",
                        "use `abs(…)`, or add enough to make it 0 or more")  # fmt: skip
        bits = max(bits, base.high.bit_length())
    return op("xor", Type(Range(0, (1 << bits) - 1)), a, b)


CALLS = {
    "count": call_count,
    "sum": call_sum,
    "max": call_max,
    "min": call_min,
    "the": call_the,
    "index": call_index,
    "letter": call_letter,
    "capital": call_capital,
    "repeats": call_repeats,
    "abs": call_abs,
    "distance": call_distance,
    "xor": call_xor,
    "placements": call_placements,
}
"""The functions that are built in, by name."""
