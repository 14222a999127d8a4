"""`S within X`: a part of a set as one thing to choose, or to ask about. All parts that there can be are known before
the game; which of them lie within the set is asked in play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import and_, or_

from gdl.check.parts import Check
from gdl.check.scope import Scope, Silent
from gdl.model.build import conjunction, const, query
from gdl.model.nodes import Const, Expr, Op, Query, Var
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Plain, Range, Size, places_in
from gdl.syntax import tree as t
from gdl.syntax.joined import joined
from gdl.text.findings import Fault, fault

MAX_SETS = 100_000
MAX_ASKED = 300_000
"""The checker tries so many parts at most: up to four cards of 52, for example."""
AT_ONCE = 10_000
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""What compares the same from the other side."""
COMPARED = {"=", "in", *TURNED}


def parts_of(check: Check, binder: t.Binder, whole: Expr, where: t.Expression | None, scope: Scope) -> Const:
    """All parts of the sizes that the condition allows, of a set that is known, or of all elements of its type."""
    base = whole.type.base
    if isinstance(base, Plain):
        raise fault("T331", binder.source.span, f"`within` takes a set, not {whole.type}",
                    "write a set after `within`: `mine`, `me.hand`")  # fmt: skip
    if whole.type.size == Size.FAMILY:
        raise fault("T331", binder.source.span, f"`within` takes one set, not {whole.type}",
                    f"for one of them, say `{binder.name.text} in {binder.source.span.text}`")  # fmt: skip
    held = _most(whole, (1 << len(base)) - 1)
    most = held.bit_count()
    wanted = tuple(n for n in sizes(check, binder.name.text, where, scope, most) if n <= most)
    number = sum(comb(most, n) for n in wanted)
    if number <= MAX_ASKED:
        check.memo.budget.work(number, binder.span)
        every = const(whole.type.of_size(Size.FAMILY), _parts(held, wanted))
        found = fitting(check, every, binder.name.text, where, scope)
        number = len(found.value)
    if number > MAX_SETS:
        raise fault("T332", binder.span,
                    f"there are {number:,} such parts of {most} elements; the limit is {MAX_SETS:,}",
                    fewer(binder.name.text, where))  # fmt: skip
    return found


def fewer(name: str, where: t.Expression | None) -> str:
    """How there may be fewer parts: by their size, or, where that is said, by what they have in common."""
    sizes_said = f"`where count({name}) = 3`, `in 1..3`, `<= 3`"
    if all(operator == "some" for _, operator, _ in size_tests(name, where)):
        return f"say how many it holds: {sizes_said}"
    return (f"let it hold fewer: {sizes_said}; or first choose what they have in common, such as a suit, and then a "
            "part of a smaller type, such as the ranks")  # fmt: skip


@lru_cache(8)
def _parts(held: int, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """All parts of a set with as many elements as `wanted` says."""
    bits = [1 << i for i in places_in(held)]
    return tuple(sum(chosen) for n in wanted for chosen in combinations(bits, n))


def fitting(check: Check, family: Const, name: str, where: t.Expression | None, scope: Scope) -> Const:
    """The sets of a family for which those conditions hold that ask about nothing else and are known before the game:
    `max(c.rank for c in S) = min(c.rank for c in S)`."""
    variable = Var(family.type.of_size(Size.MANY), name)
    inner, known = scope.bind({name: variable}), []
    for condition in joined(where):
        with suppress(Fault, Silent):  # told where the condition is checked
            asked = check.truth(condition, inner)
            if asked.static and asked.free == {variable} and not asked.may_break:
                known.append(asked)
    if not known:
        return family
    found: list[int] = []
    for first in range(0, len(family.value), AT_ONCE):
        some = const(family.type, family.value[first : first + AT_ONCE])
        listed = query("list", variable.type, [(variable, some)], conjunction(known), variable)
        if not isinstance(listed, Const):  # it would take too long to ask
            return family
        found += (row[0] for row in listed.value)
    return const(family.type, tuple(found))


def _most(whole: Expr, everything: int) -> int:
    """All elements that a set can hold, as far as that is plain before the game."""
    match whole:
        case Const():
            return int(whole.value)
        case Op(operands=operands) if laws(whole).inside is Inside.ONE:
            return reduce(or_, (_most(one, everything) for one in operands))
        case Op() if held := holders(whole):
            return reduce(and_, (_most(one, everything) for one in held))
        case Query(how="union", binders=((variable, source),), body=(body,)) if body is variable:
            return _most(source, everything)
    return everything


def sizes(check: Check, name: str, where: t.Expression | None, scope: Scope, most: int) -> range:
    """How many elements the condition allows, as far as it says that plainly and it is known before the game."""
    low, high = 0, most
    for _, operator, right in size_tests(name, where):
        if right is None:
            low = max(low, 1)
            continue
        known = _known(check, right, scope)
        if known is not None:
            first, last = known
            if operator not in ("<", "<="):
                low = max(low, first + (operator == ">"))
            if operator not in (">", ">="):
                high = min(high, last - (operator == "<"))
    return range(low, high + 1)


def size_tests(
    name: str, where: t.Expression | None
) -> Iterator[tuple[t.Expression, str, t.Expression | None]]:
    """What a condition says plainly of how many elements a part has: each test, what compares there, and with what;
    None for `some S`."""
    for test in joined(where):
        match test:
            case t.Binary(operator=operator, left=left, right=right) if _counts(left, name) and operator in COMPARED:
                yield test, operator, right
            case t.Binary(operator=operator, left=right, right=left) if _counts(left, name) and operator in COMPARED:
                yield test, TURNED.get(operator, operator), right  # `3 = count(S)` is `count(S) = 3`
            case t.Unary(operator="some", operand=t.Name(text=text)) if text == name:
                yield test, "some", None


def _counts(e: t.Expression, name: str) -> bool:
    """Whether it is `count(name)`."""
    return (isinstance(e, t.Call) and e.name.text == "count" and len(e.arguments) == 1
            and isinstance(e.arguments[0], t.Name) and e.arguments[0].text == name)  # fmt: skip


def _known(check: Check, e: t.Expression, scope: Scope) -> tuple[int, int] | None:
    """The least and the greatest of the numbers that are given; None if they aren't known before the game."""
    try:
        value = check.expr(e, scope)
    except (Fault, Silent):  # told where the condition is checked
        return None
    if not isinstance(value.type.base, Range):
        return None
    if isinstance(value, Const) and value.type.size == Size.ONE:
        return value.value, value.value
    return value.type.base.low, value.type.base.high
