"""Operators: arithmetic, comparison, sets, `of`."""

from __future__ import annotations

from gdl.check.alternatives import otherwise_of, when_of
from gdl.check.declared import Declared
from gdl.check.expressions import family_or_expr
from gdl.check.hints import ONE_LINE, compared, numbered_site, rank_of_card
from gdl.check.parts import Check, both_families, same_base
from gdl.check.pieces import bare_kind, is_no_kind, owned_by_all, piece_of, refuse_strangers, sites_of
from gdl.check.piles import pile_of
from gdl.check.reaching import through
from gdl.check.scope import Scope, Thing
from gdl.check.sides import sides
from gdl.check.two_sorts import joined, step, way_of_a_site
from gdl.check.united import one_number_of
from gdl.check.values import check_range, is_empty_set
from gdl.check.written_types import borders_of, directions_of, is_borders, is_ways
from gdl.model.arithmetic import arithmetic, less, negative
from gdl.model.build import (
    FALSE,
    MAX_RANGE,
    as_set,
    conjunction,
    const,
    difference,
    disjunction,
    empty,
    equal,
    everything,
    intersection,
    member,
    negation,
    op,
    present,
    union,
    within,
)
from gdl.model.nodes import Const, Expr, Get
from gdl.model.shape import Shape
from gdl.model.types import TEXTS, TRUTH, TRUTHS, Domain, Plain, Range, Size, Type
from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.fixes import Edit, Hint


def unary(check: Check, e: t.Unary, scope: Scope) -> Expr:
    """`not`, `-`, `some`, `no`."""
    if e.operator == "not":
        return negation(check.truth(e.operand, scope, "what `not` turns round"))
    value = family_or_expr(check, e.operand, scope)
    if e.operator == "-":
        if not value.type.is_number:
            raise fault("T301", e.operand.span, f"`-` takes a number, not {value.type}",
                        "write `A - B` to subtract a set")
        return negative(value)
    if isinstance(value.type.base, Plain):
        raise fault("T313", e.operand.span, f"`{e.operator}` asks whether a set has elements; this is {value.type}",
                    _condition_alone(e))  # fmt: skip
    return present(value) if e.operator == "some" else negation(present(value))


def _condition_alone(e: t.Unary) -> Hint:
    """The hint for `some` or `no` before a condition."""
    better = f"{'' if e.operator == 'some' else 'not '}{e.span.text[len(e.operator) :].strip()}"
    sure = not isinstance(e.operand, t.Binary) or e.operand.operator != "in"  # `some a in S` may lack its condition
    return Hint(f"write `{better}`", edits=[Edit(e.span, better)] if sure else [])


def binary(check: Check, e: t.Binary, scope: Scope) -> Expr | Thing:
    """Two operands."""
    match e.operator:
        case "and" | "or":
            return (conjunction if e.operator == "and" else disjunction)(sides(check, e, scope))
        case "when":
            return when_of(check, e, scope)
        case "otherwise":
            return otherwise_of(check, e, scope)
        case "through":
            return through(check, e, scope)
        case "of":
            return of(check, e, scope)
        case "..":
            return range_of(check, e, scope)
        case "=" | "!=":
            same = equality(check, e, scope)
            return same if e.operator == "=" else negation(same)
        case "<" | "<=" | ">" | ">=":
            return compare(check, e, scope)
        case "is":
            return is_case(check, e, scope)
        case "in" | "not in":
            inside = member_of(check, e, scope)
            return inside if e.operator == "in" else negation(inside)
        case "within":
            a, b = check.expr(e.left, scope), check.expr(e.right, scope)
            sets_of_one_sort(check, a, b, e)
            return within(a, b)
        case "*" | "/" | "%":
            return calculate(check, e, scope)
        case "&":
            a, b = check.expr(e.left, scope), check.expr(e.right, scope)
            sets_of_one_sort(check, a, b, e)
            return intersection(a, b)
    return plus_minus(check, e, scope)


def is_case(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """Whether an argument fits a line of a table. A line may name one value, or several: a set, a type, the sites of a
    kind."""
    given, said = check.value(e.left, scope), check.value(e.right, scope)
    if isinstance(said, Thing):
        several = isinstance(given, Expr) and given.type.base is check.declared.board
    else:
        several = said.type.size == Size.MANY
        if isinstance(given, Expr) and not is_empty_set(said):
            same_base(given, said, e.right.span, f"`{e.left.span.text}` and its cases")
    return member_of(check, e, scope) if several else equality(check, e, scope)


def plus_minus(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`+` and `-`: of numbers, or of sets."""
    a, b = family_or_expr(check, e.left, scope), family_or_expr(check, e.right, scope)
    if a.type.size == b.type.size == Size.FAMILY and e.operator == "+":
        same_base(a, b, e.span, "both sides of `+`")
        return both_families(a, b, e.span)
    if a.type.is_number and b.type.is_number:
        return calculate(check, e, scope)
    both_numbers = isinstance(a.type.base, Range) and isinstance(b.type.base, Range)
    if both_numbers and e.operator == "+" and min(a.type.size, b.type.size) < Size.MANY:
        raise fault(
            "T326",
            e.span,
            "a number and a set of numbers can't be added",
            f"put the number in braces: `{{n}} + S`; {ONE_LINE}",
        )
    shape, way = a.type.base, b.type.base
    if isinstance(shape, Shape) and way is shape.directions and e.operator == "+":
        raise fault("T311", e.span, f"{a.type} and {b.type} can't be added",
                    _step(e, f"write a step as `{step(e.left.span.text, e.right)}`", "."))  # fmt: skip
    sets_of_one_sort(check, a, b, e)
    if e.operator == "+":
        check.trace.part(a)
        check.trace.part(b)
    return union(a, b) if e.operator == "+" else difference(a, b)


def sets_of_one_sort(check: Check, a: Expr, b: Expr, e: t.Binary) -> None:
    """Refuse sets that can't be joined."""
    for value, side in ((a, e.left), (b, e.right)):
        if isinstance(value.type.base, Plain) or value.type.size == Size.FAMILY:
            raise fault("T313", side.span, f"`{e.operator}` takes sets, not {value.type}",
                        "join conditions with `and` and `or`, and numbers with `+` and `-`")
    if is_empty_set(a) or is_empty_set(b):
        return
    hint = joined(check.declared, a.type, b.type, e) if e.operator in ("&", "-") else ""
    same_base(a, b, e.span, f"both sides of `{e.operator}`", hint)


def _step(e: t.Binary, said: str, sign: str) -> Hint:
    """A hint with another sign between the two operands, if they are plain enough for it."""
    plain = isinstance(e.left, t.Name | t.Dot) and isinstance(e.right, t.Name | t.Integer)
    return Hint(said, edits=[Edit(e.span, f"{e.left.span.text}{sign}{e.right.span.text}")] if plain else ())


def calculate(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """Arithmetic."""
    a, b = check.expr(e.left, scope), check.expr(e.right, scope)
    for value, side in ((a, e.left), (b, e.right)):
        if not value.type.is_number:
            steps = e.operator == "*" and isinstance(e.left, t.Dot) and isinstance(a.type.base, Shape)
            said = f"write several steps as `{e.left.span.text}^{e.right.span.text}`"
            hint = _step(e, said, "^") if steps else ""
            raise fault("T301", side.span, f"`{e.operator}` takes numbers, not {value.type}", hint)
    if e.operator in "/%" and b.type.base == Range(0, 0):
        raise fault("T327", e.right.span, "this divides by zero", "divide by another number")
    result = arithmetic(e.operator, a, b)
    assert isinstance(result.type.base, Range)
    if max(abs(result.type.base.low), abs(result.type.base.high)) > 1 << 53:
        raise fault("T308", e.span, "this number has no limit",
                    "give it a range: a local or a value that the game has, with `0..99`, for example")
    return result


def _one_number(value: Expr, e: t.Expression) -> str:
    """The hint for the end of a range that may be missing or several numbers."""
    if isinstance(value.type.base, Shape):
        return "write sites as a set, `{a1, b1}`, or as a row, `row(1)`"
    if not isinstance(value.type.base, Range):
        return rank_of_card(e) or "write `1..6`, for example"
    if value.type.size == Size.MAYBE:
        return f"say what to take where there is none: `({e.span.text} otherwise 0)`"
    return f"write `(max({e.span.text}) otherwise 0)` for the greatest of them, for example"


def range_of(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`a..b`, a set of numbers."""
    if isinstance(e.left, t.Integer) and isinstance(e.right, t.Integer) and e.left.value > e.right.value:
        raise fault("T308", e.span, f"the range {e.left.value}..{e.right.value} is empty",
                    f"write the smaller number first: `{e.right.value}..{e.left.value}`")
    a, b = check.expr(e.left, scope), check.expr(e.right, scope)
    for value, side in ((a, e.left), (b, e.right)):
        if not value.type.is_number or value.type.size != Size.ONE:
            raise fault("T301", side.span, f"both ends of a range are numbers, not {value.type}",
                        _one_number(value, side))
    low, high = a.type.base, b.type.base
    assert isinstance(low, Range)
    assert isinstance(high, Range)
    if isinstance(a, Const) and isinstance(b, Const):
        base = Range(a.value, max(a.value, b.value))
        check_range(base, e.span)
        if len(base) > MAX_RANGE:
            raise fault("T308", e.span, f"this range holds more than {MAX_RANGE:,} numbers, the limit",
                        "write a smaller range")
        return const(Type(base, Size.MANY), (1 << max(b.value - a.value + 1, 0)) - 1)
    base = Range(low.low, max(low.low, high.high))
    if len(base) > 100_000:
        raise fault("T308", e.span, "this range may hold more than 100,000 numbers, the limit",
                    "write a smaller range")
    return op("range", Type(base, Size.MANY), a, b)


def equality(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """Equality."""
    a, b = check.value(e.left, scope), check.value(e.right, scope)
    _refuse_two_readings(a, b, e)
    a, b = like(check.declared, a, b, e.left), like(check.declared, b, a, e.right)
    if is_empty_set(a) or is_empty_set(b):
        return (
            equal(as_set(a), const(as_set(a).type, 0))
            if is_empty_set(b)
            else equal(as_set(b), empty(as_set(b).type))
        )
    if a.type == TRUTH and b.type == TRUTH:
        return op("=", TRUTH, a, b)
    for value, side in ((a, e.left), (b, e.right)):
        if value.type.base in (TEXTS, TRUTHS) or value.type.size == Size.FAMILY:
            raise fault("T311", side.span, f"`{e.operator}` can't compare {a.type} with {b.type}",
                        "only numbers are smaller or larger; compare things with `=` and `!=`")
    same_base(a, b, e.span, f"both sides of `{e.operator}`", meant(check.declared, a, b, e))
    return equal(a, b)


def _refuse_two_readings(a: Expr | Thing, b: Expr | Thing, e: t.Binary) -> None:
    """Refuse a comparison of two names of kinds, one of them worked out: it could compare the kinds, or their sites."""
    kinds = bare_kind(a), bare_kind(b)
    if None in kinds or all(not isinstance(v, Thing) or v.sites is None for v in (a, b)):
        return
    left, right = e.left.span.text.strip(), e.right.span.text.strip()
    raise fault("T311", e.span, f"`{e.operator}` could compare the kinds here, or the sites where they stand",
                f"put kinds in braces to compare kinds: `{{{left}}} {e.operator} {{{right}}}`")  # fmt: skip


def meant(declared: Declared, a: Expr, b: Expr, e: t.Binary) -> str:
    """What the author probably wants to compare, if the two values don't fit."""
    hint = compared(e, a.type, b.type, declared.player, declared.pieces.domain, declared.board)
    return hint or way_of_a_site(a.type, b.type, e)


def like(declared: Declared, value: Expr | Thing, other: Expr | Thing, e: t.Expression) -> Expr:
    """A side of a comparison: a kind of piece is the kind itself if the other side is one."""
    if isinstance(value, Expr):
        return value
    if isinstance(other, Expr) and other.type.base is declared.pieces.domain and value.kind is not None:
        return value.kind
    if isinstance(other, Expr) and other.type.base is declared.pieces.things:
        return piece_of(declared, value, e.span)
    return sites_of(declared, value, e.span)


def _as_number(type_: Type, text: str) -> str:
    """What to compare instead of something that isn't a number."""
    if type_.size == Size.MANY:
        return Hint("say how many with `count(…)`", f"count({text})")
    if type_.size == Size.ONE and isinstance(type_.base, Domain):
        return f"its place among all is a number: `index({text})`"
    return ""


def compare(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`<` and its like."""
    a, b = check.expr(e.left, scope), check.expr(e.right, scope)
    for value, side in ((a, e.left), (b, e.right)):
        if not value.type.is_number:
            hint = one_number_of(check.declared, side, value.type) or _as_number(value.type, side.span.text)
            raise fault("T301", side.span, f"`{e.operator}` compares numbers, not {value.type}", hint)
    if e.operator in (">", ">="):
        a, b = b, a
    return less(a, b, "<" if e.operator in "<>" else "<=")


def member_of(check: Check, e: t.Binary, scope: Scope) -> Expr:
    """`a in S`."""
    a, many = check.value(e.left, scope), check.value(e.right, scope)
    one = like(check.declared, a, many, e.left)
    whole = like(check.declared, many, one, e.right)
    if one.type.size >= Size.MANY:
        hint = "write `A within B` to ask whether all are in it, and `some A & B` to ask whether any is"
        for family, sets, other in ((one, e.left, e.right), (whole, e.right, e.left)):
            if family.type.size == Size.FAMILY:
                hint = f"write `some line in {sets.span.text} where line within {other.span.text}`, for example"
        raise fault("T328", e.left.span, "`in` takes one thing before it, and this is a set", hint)
    if whole.type.size == Size.FAMILY or isinstance(whole.type.base, Plain):
        raise fault("T328", e.right.span, f"`in` needs a set after it, not {whole.type}",
                    "compare two things with `=`; write a set as `{a1, b1}`")
    if is_empty_set(whole):
        return FALSE
    hint = numbered_site(e.left, one, whole.type.base)
    same_base(one, whole, e.span, "a member and its set", hint or meant(check.declared, one, whole, e))
    return member(one, whole)


# ---- pieces


def of(check: Check, e: t.Binary, scope: Scope) -> Expr | Thing:
    """`rook of me`; `direction of pit`."""
    declared = check.declared
    if is_ways(e):
        return everything(directions_of(check, e, scope))
    if is_borders(check, e):
        return everything(borders_of(check, e, scope))
    thing = check.value(e.left, scope)
    owner = check.expr(e.right, scope)
    if owner.type.base is not declared.player:
        shape = owner.type.base
        if isinstance(thing, Expr) and thing.type.is_number and shape is declared.board:
            raise fault("T330", e.span, "a part of a stack can only be moved or removed",
                        f"after `move` or `remove`, put the whole number in parentheses: "
                        f"`(…) of {e.right.span.text}`; the piece itself is `{e.right.span.text}.top(k)`")  # fmt: skip
        if isinstance(shape, Shape) and isinstance(thing, Expr) and thing.type.base is shape.directions:
            step = f"{e.right.span.text}.{e.left.span.text}"
            raise fault("T330", e.span, "`of` needs a player after it; a step isn't part of a site",
                        Hint(f"write `{step}`", step))  # fmt: skip
        if isinstance(thing, Expr) and thing.type.is_number and pile_of(check, owner) is not None:
            raise fault("T330", e.span, "a part of a pile can only be moved or removed",
                        f"write `move {e.span.text} to …`; `{e.right.span.text}.top(1)` is what lies on top")
        raise fault("T330", e.right.span, f"`{e.right.span.text}` is {owner.type}; `of` needs a player after it",
                    f"write `{e.left.span.text} of me`, for example")  # fmt: skip
    if isinstance(thing, Expr):
        if thing.type.base is not declared.pieces.domain or thing.type.size >= Size.MANY:
            left = e.left.span.text
            hint = "name a kind: `stone of me`" if thing.type.base is not declared.board else (
                f"write `{left} & piece of {e.right.span.text}` for the sites with this player's pieces"
                if thing.type.size == Size.MANY
                else f"a piece is `{left}.kind of {e.right.span.text}`; to ask whose it is, write "
                f"`{left}.owner = {e.right.span.text}`")  # fmt: skip
            let = check.locals.lets.get(thing.variable) if isinstance(thing, Get) else None
            if let is not None and let.type is None and thing.type == Type(thing.type.base, Size.MANY):
                hint = f"to make `{left}` a kind, introduce it as one ({let.span.where}): `let {left}: kind = …`"
            raise fault("T330", e.left.span, f"`{left}` is {thing.type}; `of` needs a kind of piece before it", hint)
        return Thing(thing, owner)
    if thing.owner is not None:
        raise fault("T330", e.left.span, "this piece has an owner already", "name its owner only once")
    thing = Thing(thing.kind, owner, thing.number)
    if isinstance(thing.kind, Const) and not is_no_kind(thing):
        kind = declared.pieces.kinds[thing.kind.value]
        if not kind.owned and kind.keeper is None:
            raise fault("P507", e.span, f"a `{kind.name}` belongs to nobody",
                        owned_by_all(declared, kind.name))  # fmt: skip
        if isinstance(e.right, t.Name) and e.right.text in declared.player.index:
            refuse_strangers(declared, thing, e.span)
    return thing
