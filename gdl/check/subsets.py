"""`S within X`: a part of a set, as one thing to choose or to ask about.

All possible parts are known before the game. In play, a test says which of them lie within the set.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from math import comb
from operator import and_, or_

from gdl.check.parts import Check
from gdl.check.scope import Scope, Silent
from gdl.model.build import conjunction, const, query
from gdl.model.growing import failing_for_good
from gdl.model.nodes import Const, Expr, Op, Query, Var
from gdl.model.operators import Inside, holders, laws
from gdl.model.types import Plain, Range, Size, places_in
from gdl.syntax import tree as t
from gdl.syntax.joined import joined
from gdl.text.findings import Fault, fault

MAX_SETS = 100_000
MAX_ASKED = 1_000_000
"""The most parts that the checker tests. Up to four cards of 52 are 294,204 parts."""
AT_ONCE = 10_000
TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same comparison with its sides exchanged."""
COMPARED = {"=", "in", *TURNED}


def parts_of(check: Check, q: t.Query, binder: t.Binder, whole: Expr, scope: Scope) -> Const:
    """All parts of a set with the sizes that the condition allows. If the set isn't known, parts of all elements of its
    type."""
    base = whole.type.base
    if isinstance(base, Plain):
        raise fault("T331", binder.source.span, f"`within` takes a set, not {whole.type}",
                    "write a set after `within`: `mine`, `me.hand`")  # fmt: skip
    if whole.type.size == Size.FAMILY:
        raise fault("T331", binder.source.span, f"`within` takes one set, not {whole.type}",
                    f"for one of them, say `{binder.name.text} in {binder.source.span.text}`")  # fmt: skip
    held = _most(whole, (1 << len(base)) - 1)
    most = held.bit_count()
    wanted = sizes(check, binder.name.text, q.where, scope, most)
    number = sum(comb(most, n) for n in wanted)
    variable = Var(whole.type.of_size(Size.MANY), binder.name.text)
    known, wrong = _known_tests(check, variable, q.where, scope)
    found = _possible(check, binder, variable, held, wanted, known)
    if found is not None and len(found) <= MAX_SETS:
        return const(whole.type.of_size(Size.FAMILY), found)
    if wrong is not None and binder is q.names[-1]:  # all names are known, and with this condition there might be fewer
        raise wrong
    named = binder.name.text
    said = f"there are {len(found):,}" if found else f"there {'may be' if known else 'are'} {number:,}"
    hint = f"say how many it holds: `where count({named}) = 3`, `in 1..3`, `<= 3`"
    if wanted.stop <= most:
        hint = f"choose fewer; or say what they have in common, as `count({named}.suit) = 1` does for cards"
    raise fault("T332", binder.span, f"{said} such parts of {most} elements; the limit is {MAX_SETS:,}", hint)


def _possible(
    check: Check, binder: t.Binder, variable: Var, held: int, wanted: range, known: Sequence[Expr]
) -> tuple[int, ...] | None:
    """The parts with `wanted` numbers of elements for which all these conditions hold, by size, then by elements.

    None if there are too many to test each.
    """
    number = sum(comb(held.bit_count(), n) for n in wanted)
    lasting = [test for c in known if (test := failing_for_good(c, variable)) is not None]
    if lasting and number > MAX_SETS:
        return _grown(check, binder, variable, held, wanted, known, lasting)
    if number > (MAX_ASKED if known else MAX_SETS):
        return None
    check.memo.budget.asked(number, binder.span)
    every = _of_sizes(held, wanted)
    found = _meeting(known, variable, every)
    return every if found is None and number <= MAX_SETS else found


def _known_tests(
    check: Check, variable: Var, where: t.Expression | None, scope: Scope
) -> tuple[list[Expr], Fault | None]:
    """The tests of a part that can be done before the game, except those of its size (see `sizes`).

    Such a test is a whole condition, `max(c.rank for c in S) = min(c.rank for c in S)`, or follows from one. Also gives
    the fault of the first condition that has one; it is reported where the condition is checked.
    """
    told = [test for test, _, right in size_tests(variable.name, where)
            if right is None or ((known := _known(check, right, scope)) and known.is_exact)]  # fmt: skip
    inner, wrong = scope.bind({variable.name: variable}), None
    found: list[Expr] = []
    for condition in joined(where):
        if any(condition is test for test in told):
            continue
        try:
            asked = check.truth(condition, inner)
        except Fault as error:
            wrong = wrong or error
        except Silent:
            continue
        else:
            is_known = asked.static and asked.free == {variable}
            test = asked if is_known else failing_for_good(asked, variable)
            if test is not None and not test.may_break:
                found.append(test)
    return found, wrong


@lru_cache(2)
def _of_sizes(held: int, wanted: range) -> tuple[int, ...]:
    """All parts of a set with `wanted` numbers of elements."""
    elements = [1 << i for i in places_in(held)]
    return tuple(sum(chosen) for n in wanted for chosen in combinations(elements, n))


def _grown(
    check: Check, binder: t.Binder, variable: Var, held: int, wanted: range, known: Sequence[Expr],
    lasting: Sequence[Expr],
) -> tuple[int, ...] | None:  # fmt: skip
    """The same parts, each grown from a smaller one by an element after its last.

    If a `lasting` condition fails for a part, the part doesn't grow: no larger one would meet the condition.
    """
    elements = [1 << i for i in places_in(held)]
    used = {0: 0} | {one.bit_length(): n for n, one in enumerate(elements, 1)}
    found: tuple[int, ...] = ()
    parts: tuple[int, ...] = (0,)
    asked = 0
    for size in range(wanted.stop):
        if size:
            asked += sum(len(elements) - used[part.bit_length()] for part in parts)
            if asked > MAX_ASKED:
                return None
            parts = tuple(part | one for part in parts for one in elements[used[part.bit_length()] :])
            check.memo.budget.asked(len(parts), binder.span)
        kept = _meeting(lasting, variable, parts)
        if kept is None:
            return None
        parts = kept
        if size in wanted:
            whole = _meeting(known, variable, parts)
            if whole is None:
                return None
            found += whole
    return found


def _meeting(known: Sequence[Expr], variable: Var, sets: tuple[int, ...]) -> tuple[int, ...] | None:
    """The sets for which these conditions hold; None if the tests would take too long."""
    if not known:
        return sets
    family, found = variable.type.of_size(Size.FAMILY), []
    for first in range(0, len(sets), AT_ONCE):
        some = const(family, sets[first : first + AT_ONCE])
        listed = query("list", variable.type, [(variable, some)], conjunction(known), variable)
        if not isinstance(listed, Const):
            return None
        found += [row[0] for row in listed.value]
    return tuple(found)


def _most(whole: Expr, everything: int) -> int:
    """All elements that a set can hold, as far as this is plain before the game."""
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
    """The numbers of elements that the condition allows, as far as it says this plainly, with numbers known before the
    game."""
    low, high = 0, most
    for _, operator, right in size_tests(name, where):
        if right is None:
            low = max(low, 1)
            continue
        known = _known(check, right, scope)
        if known is not None:
            if operator not in ("<", "<="):
                low = max(low, known.low + (operator == ">"))
            if operator not in (">", ">="):
                high = min(high, known.high - (operator == "<"))
    return range(low, high + 1)


def size_tests(
    name: str, where: t.Expression | None
) -> Iterator[tuple[t.Expression, str, t.Expression | None]]:
    """The plain tests of a part's size in a condition: the test, its comparison, and the other side; None for `some S`.
    """
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


@dataclass(frozen=True)
class _Numbers:
    """The least and the greatest of some numbers. `is_exact`: these are all the numbers between the two."""

    low: int
    high: int
    is_exact: bool


def _known(check: Check, e: t.Expression, scope: Scope) -> _Numbers | None:
    """The numbers of an expression; None if they aren't known before the game."""
    try:
        value = check.expr(e, scope)
    except (Fault, Silent):  # told where the condition is checked
        return None
    base = value.type.base
    if not isinstance(base, Range):
        return None
    if isinstance(value, Const) and value.type.size == Size.ONE:
        return _Numbers(value.value, value.value, is_exact=True)
    whole = isinstance(value, Const) and value.type.size == Size.MANY and value.value == (1 << len(base)) - 1
    return _Numbers(base.low, base.high, is_exact=whole)
