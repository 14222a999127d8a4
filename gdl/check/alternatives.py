"""Values with alternatives: `when` and `otherwise`, also among names of kinds."""

from __future__ import annotations

from gdl.check.declared import Declared, Pieces
from gdl.check.known_names import find_define
from gdl.check.parts import Check, no_family, same_base
from gdl.check.pieces import bare_kind, sites_of, when
from gdl.check.scope import Scope, Thing
from gdl.check.sides import SHOWN
from gdl.check.values import is_empty_set
from gdl.model.build import cond, convert_size, otherwise, surely
from gdl.model.nodes import Const, Expr
from gdl.model.types import Size
from gdl.syntax import tree as t
from gdl.syntax.table_lines import has_cases
from gdl.text.findings import Fault, error, fault
from gdl.text.fixes import Edit, Hint


def bare(side: t.Expression, e: t.Binary) -> bool:
    """Whether the left or right side of an operator stands there without parentheses."""
    return side.span.start == e.span.start or side.span.end == e.span.end


def _condition(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """The condition of `a when c`. The fault for `a when c or b`, where b is no condition, says what that means."""
    try:
        return check.truth(e.right, scope)
    except Fault as broken:
        either = e.right
        if not (isinstance(either, t.Binary) and either.operator == "or"):
            raise
        last = either.right.span
        if broken.finding.code != "T309" or broken.finding.span != last:
            raise
        value, asked, other = e.left.span.text, either.left.span.text, last.text
        better = f"{value} when {asked} otherwise {other}"
        shown = f"`{better}`" if len(better) <= SHOWN and "\n" not in better else "`… when … otherwise …`"
        hint = Hint(f"for one value or the other, write {shown}", edits=[Edit(e.span, better)])
        raise fault("T309", last, broken.finding.message, hint) from None


def when_of(check: Check, e: t.Binary, scope: Scope) -> Expr | Thing:
    """`a when c` without `otherwise`. The name of a kind stays a kind."""
    condition, value = _condition(check, e, scope), check.value(e.left, scope)
    sites = sites_of(check.declared, value, e.left.span) if isinstance(value, Thing) else value
    found = when(condition, sites if isinstance(condition, Const) else no_family(sites, e.left))
    kind = bare_kind(value)
    return found if kind is None else Thing(when(condition, kind), sites=found)


def otherwise_of(check: Check, e: t.Binary, scope: Scope) -> Expr | Thing:
    """`a otherwise b`: b if a is missing or empty. `a when c otherwise b`: b if c doesn't hold, whatever a is."""
    result = check.value(e.right, scope)
    rest = e
    while isinstance(rest.left, t.Binary) and rest.left.operator == "otherwise" and bare(rest.left, rest):
        rest = rest.left
        result = alternative(check, rest.right, result, scope, bare(rest.right, rest))
    return alternative(check, rest.left, result, scope, bare(rest.left, rest))


def alternative(check: Check, e: t.Expression, second: Expr | Thing, scope: Scope, guarded: bool) -> Expr | Thing:
    """One alternative, joined with what comes after it. `guarded`: a `when` in it decides between the two.

    A name of a kind beside a kind is a kind too. A choice among nothing but names of kinds is like such a name itself.
    """
    condition: Expr | None = None
    if guarded and isinstance(e, t.Binary) and e.operator == "when":
        condition, first = _condition(check, e, scope), check.value(e.left, scope)
    else:
        first = check.value(e, scope)

    def joined(a: Expr, b: Expr) -> Expr:
        if condition is not None:
            return _chosen(condition, a, b, e)
        return _first_there(check, a, b, e)

    one, other = bare_kind(first), bare_kind(second)
    if one is not None and is_kind(check.declared.pieces, second):
        first = one
    if other is not None and is_kind(check.declared.pieces, first):
        second = other
    found = joined(*(sites_of(check.declared, v, e.span) if isinstance(v, Thing) else v for v in (first, second)))
    if one is None or other is None or first is one or second is other:
        return found
    if condition is None and one.type.size == Size.ONE:  # a kind is never missing, but it may stand nowhere
        return found
    return Thing(joined(one, other), sites=found)


def is_kind(pieces: Pieces, value: Expr | Thing) -> bool:
    """Whether a value is a kind, or a set of kinds, and not the sites where it stands."""
    return isinstance(value, Expr) and value.type.base is pieces.domain


def _chosen(condition: Expr, first: Expr, second: Expr, e: t.Expression) -> Expr:
    """The first or the second, as the condition says."""
    alternatives(first, second, e)
    if not isinstance(condition, Const):
        no_family(first, e.left if isinstance(e, t.Binary) else e)
        no_family(second, e)
    elif Size.FAMILY in (first.type.size, second.type.size):
        return first if condition.value else second
    first, second = surely(first), surely(second)
    if first.type.size == Size.ONE and second.type.size == Size.MAYBE:
        first = convert_size(first, first.type.of_size(Size.MAYBE))
    if first.type.size == Size.MAYBE and second.type.size == Size.ONE:
        second = convert_size(second, second.type.of_size(Size.MAYBE))
    return cond(condition, first, second)


def _first_there(check: Check, first: Expr, second: Expr, e: t.Expression) -> Expr:
    """The first, or the second if the first is missing.

    A table of cases may always have an `otherwise`: options, and the place where the table is used, decide whether it
    leaves out a case.
    """
    no_family(first, e)
    no_family(second, e)
    alternatives(first, second, e)
    if first.type.size == Size.ONE:
        if not _is_of_cases(check.declared, e):
            message = "this is never missing, so the value after `otherwise` is never used"
            check.trace.useless[e] = error("T329", e.span, message, "leave out the `otherwise`, or add `when …`")
        return first
    return otherwise(first, second)


def report_useless(check: Check) -> None:
    """Report each `otherwise` that is never needed: wherever its define is used, the value before it is there."""
    for e, finding in check.trace.useless.items():
        if all(type_ is None or type_.size == Size.ONE for type_ in check.trace.types[e]):
            check.findings.report(finding)


def _is_of_cases(declared: Declared, e: t.Expression) -> bool:
    """Whether it is the use of a table of cases."""
    used = e.link if isinstance(e, t.Dot) else e
    named = used.name if isinstance(used, t.Call) else used
    define = find_define(declared, isinstance(e, t.Dot), named.text) if isinstance(named, t.Name) else None
    return define is not None and isinstance(define.value, tuple) and has_cases(define.value)


def alternatives(a: Expr, b: Expr, e: t.Expression) -> None:
    """Refuse alternatives of different sorts."""
    if is_empty_set(a) or is_empty_set(b):
        return
    same_base(a, b, e.span, "both sides of `otherwise`")
