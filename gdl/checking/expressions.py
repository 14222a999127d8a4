"""Expressions: each form of the syntax tree, checked and turned into the model's nodes."""

from __future__ import annotations

from functools import reduce

from gdl import tree as t
from gdl.build import (
    FALSE,
    NO_SET,
    TRUE,
    arithmetic,
    as_set,
    cond,
    conjunction,
    const,
    convert_size,
    difference,
    disjunction,
    empty,
    equal,
    given,
    intersection,
    less,
    member,
    negation,
    negative,
    op,
    otherwise,
    present,
    query,
    table,
    union,
    union_over,
    within,
)
from gdl.checking.dots import Dots
from gdl.checking.world import check_range
from gdl.cost import combinations
from gdl.findings import fault
from gdl.model import Shape
from gdl.nodes import Const, Expr, Op, Var
from gdl.scope import Scope, Thing
from gdl.types import PLACE, TEXT, TEXTS, TRUTH, TRUTHS, Domain, Plain, Range, Size, Type

MAX_NAMES = 10
MAX_TUPLES = 50_000_000
MAX_TEXT = 2_000
MAX_SETS = 100_000


class Expressions(Dots):
    """All forms of expressions."""

    def expr(self, e: t.Expression, scope: Scope) -> Expr:
        """The checked expression; a kind of piece is the sites where it stands."""
        value = self.value(e, scope)
        return self.sites_of(value, e.span) if isinstance(value, Thing) else value

    def value(self, e: t.Expression, scope: Scope) -> Expr | Thing:
        """The checked expression, in which a piece is still a piece."""
        match e:
            case t.Name():
                return self.name(e, scope)
            case t.Integer():
                if e.value > 1_000_000_000:
                    raise fault("T308", e.span, "this number is larger than 1,000,000,000, the limit")
                return const(Type(Range(e.value, e.value)), e.value)
            case t.Truth():
                return TRUE if e.value else FALSE
            case t.Text():
                return self.text(e, scope)
            case t.Call():
                return self.call(e, scope)
            case t.Dot():
                return self.dot(e, scope)
            case t.Element():
                return self.element(e, scope)
            case t.Set():
                return self.set(e, scope)
            case t.Comprehension():
                return self.comprehension(e, scope)
            case t.Unary():
                return self.unary(e, scope)
            case t.Quantified():
                return self.quantified(e, scope)
            case t.After():
                return self.after(e, scope)
            case t.Binary():
                return self.binary(e, scope)
        raise fault("T325", e.span, "`… for x in S` stands only in `sum`, `max`, `min` and `count`")

    def after(self, e: t.After, scope: Scope) -> Expr:
        """A condition in the state that would follow a change."""
        raise NotImplementedError

    # ---- operators

    def unary(self, e: t.Unary, scope: Scope) -> Expr:
        """`not`, `-`, `some`, `no`."""
        if e.operator == "not":
            return negation(self.truth(e.operand, scope, "what `not` turns round"))
        value = self.expr(e.operand, scope)
        if e.operator == "-":
            if not value.type.is_number:
                raise fault("T301", e.operand.span, f"`-` takes a number, not {value.type}")
            return negative(value)
        if isinstance(value.type.base, Plain):
            raise fault("T313", e.operand.span, f"`{e.operator}` asks whether a set has elements; this is {value.type}",
                        "write the condition alone, or with `not`")  # fmt: skip
        return present(value) if e.operator == "some" else negation(present(value))

    def binary(self, e: t.Binary, scope: Scope) -> Expr | Thing:
        """Two operands."""
        match e.operator:
            case "and" | "or":
                left, right = self.truth(e.left, scope, f"each side of `{e.operator}`"), self.truth(
                    e.right, scope, f"each side of `{e.operator}`")  # fmt: skip
                return (conjunction if e.operator == "and" else disjunction)((left, right))
            case "when":
                return self.when(self.truth(e.right, scope), self.expr(e.left, scope))
            case "otherwise":
                return self.otherwise(e, scope)
            case "through":
                return self.through(e, scope)
            case "of":
                return self.of(e, scope)
            case "..":
                return self.range(e, scope)
            case "=" | "!=":
                same = self.same(e, scope)
                return same if e.operator == "=" else negation(same)
            case "<" | "<=" | ">" | ">=":
                return self.compare(e, scope)
            case "in" | "not in":
                inside = self.member_of(e, scope)
                return inside if e.operator == "in" else negation(inside)
            case "within":
                a, b = self.expr(e.left, scope), self.expr(e.right, scope)
                self.sets_of_one_sort(a, b, e)
                return within(a, b)
            case "*" | "/" | "%":
                return self.calculate(e, scope)
            case "&":
                a, b = self.expr(e.left, scope), self.expr(e.right, scope)
                self.sets_of_one_sort(a, b, e)
                return intersection(a, b)
        return self.plus_minus(e, scope)

    def plus_minus(self, e: t.Binary, scope: Scope) -> Expr:
        """`+` and `-`: of numbers, or of sets."""
        a, b = self.expr(e.left, scope), self.expr(e.right, scope)
        if a.type.is_number and b.type.is_number:
            return self.calculate(e, scope)
        both_numbers = isinstance(a.type.base, Range) and isinstance(b.type.base, Range)
        if both_numbers and e.operator == "+" and min(a.type.size, b.type.size) < Size.MANY:
            raise fault(
                "T326",
                e.span,
                "a number and a set of numbers can't be added",
                "put the number in braces: `{n} + S`",
            )
        self.sets_of_one_sort(a, b, e)
        return union(a, b) if e.operator == "+" else difference(a, b)

    def sets_of_one_sort(self, a: Expr, b: Expr, e: t.Binary) -> None:
        """Refuse what can't be brought together as sets."""
        for value, side in ((a, e.left), (b, e.right)):
            if isinstance(value.type.base, Plain) or value.type.size == Size.FAMILY:
                raise fault("T313", side.span, f"`{e.operator}` takes sets, not {value.type}")
        if self.is_empty_set(a) or self.is_empty_set(b):
            return
        self.same_base(a, b, e.span, f"both sides of `{e.operator}`")

    @staticmethod
    def is_empty_set(e: Expr) -> bool:
        """Whether it is `{}`, which fits any sort."""
        return isinstance(e, Const) and e.type == NO_SET

    def calculate(self, e: t.Binary, scope: Scope) -> Expr:
        """Arithmetic."""
        a, b = self.expr(e.left, scope), self.expr(e.right, scope)
        for value, side in ((a, e.left), (b, e.right)):
            if not value.type.is_number:
                raise fault("T301", side.span, f"`{e.operator}` takes numbers, not {value.type}")
        if e.operator in "/%" and b.type.base == Range(0, 0):
            raise fault("T327", e.right.span, "this divides by zero")
        result = arithmetic(e.operator, a, b)
        assert isinstance(result.type.base, Range)
        if max(abs(result.type.base.low), abs(result.type.base.high)) > 1 << 53:
            raise fault("T308", e.span, "this number could grow beyond all bounds")
        return result

    def range(self, e: t.Binary, scope: Scope) -> Expr:
        """`a..b`, a set of numbers."""
        a, b = self.expr(e.left, scope), self.expr(e.right, scope)
        for value, side in ((a, e.left), (b, e.right)):
            if not value.type.is_number or value.type.size != Size.ONE:
                raise fault("T301", side.span, f"a range goes from a number to a number, not {value.type}")
        low, high = a.type.base, b.type.base
        assert isinstance(low, Range)
        assert isinstance(high, Range)
        if isinstance(a, Const) and isinstance(b, Const):
            base = Range(a.value, max(a.value, b.value))
            check_range(base, e.span)
            if len(base) > 1_000_000:
                raise fault("T308", e.span, "this range holds more than 1,000,000 numbers, the limit")
            return const(Type(base, Size.MANY), (1 << max(b.value - a.value + 1, 0)) - 1)
        base = Range(low.low, max(low.low, high.high))
        if len(base) > 100_000:
            raise fault("T308", e.span, "this range may hold more than 100,000 numbers, the limit")
        return op("range", Type(base, Size.MANY), a, b)

    def same(self, e: t.Binary, scope: Scope) -> Expr:
        """Equality."""
        a, b = self.value(e.left, scope), self.value(e.right, scope)
        a, b = self.like(a, b, e.left), self.like(b, a, e.right)
        if self.is_empty_set(a) or self.is_empty_set(b):
            return (
                equal(as_set(a), const(as_set(a).type, 0))
                if self.is_empty_set(b)
                else equal(as_set(b), empty(as_set(b).type))
            )
        if a.type == TRUTH and b.type == TRUTH:
            return op("=", TRUTH, a, b)
        for value, side in ((a, e.left), (b, e.right)):
            if value.type.base in (TEXTS, TRUTHS) or value.type.size == Size.FAMILY:
                raise fault("T311", side.span, f"`{e.operator}` can't compare {a.type} with {b.type}")
        self.same_base(a, b, e.span, f"both sides of `{e.operator}`")
        return equal(a, b)

    def like(self, value: Expr | Thing, other: Expr | Thing, e: t.Expression) -> Expr:
        """A side of a comparison: a kind of piece is the kind itself if the other side is one."""
        if isinstance(value, Expr):
            return value
        if isinstance(other, Expr) and other.type.base is self.kind_domain and value.kind is not None:
            return value.kind
        if isinstance(other, Expr) and other.type.base is self.pieces:
            return self.piece(value, e.span)
        return self.sites_of(value, e.span)

    def compare(self, e: t.Binary, scope: Scope) -> Expr:
        """`<` and its like."""
        a, b = self.expr(e.left, scope), self.expr(e.right, scope)
        for value, side in ((a, e.left), (b, e.right)):
            if not value.type.is_number:
                hint = "say how many with `count(…)`" if value.type.size == Size.MANY else ""
                raise fault("T301", side.span, f"`{e.operator}` compares numbers, not {value.type}", hint)
        if e.operator in (">", ">="):
            a, b = b, a
        return less(a, b, "<" if e.operator in "<>" else "<=")

    def member_of(self, e: t.Binary, scope: Scope) -> Expr:
        """`a in S`."""
        a, many = self.value(e.left, scope), self.value(e.right, scope)
        one = self.like(a, many, e.left)
        whole = self.like(many, one, e.right)
        if one.type.size >= Size.MANY:
            raise fault(
                "T328",
                e.left.span,
                "`in` asks for one member; this is a set",
                "a subset is asked for by `within`",
            )
        if whole.type.size == Size.FAMILY or isinstance(whole.type.base, Plain):
            raise fault("T328", e.right.span, f"behind `in` stands a set, not {whole.type}")
        if self.is_empty_set(whole):
            return FALSE
        self.same_base(one, whole, e.span, "a member and its set")
        return member(one, whole)

    def otherwise(self, e: t.Binary, scope: Scope) -> Expr:
        """`a otherwise b`: b if a is nothing or empty. `a when c otherwise b`: b if c does not hold, whatever a is."""
        result = self.expr(e.right, scope)
        rest = e.left
        while isinstance(rest, t.Binary) and rest.operator == "otherwise":
            result = self.alternative(rest.right, result, scope)
            rest = rest.left
        return self.alternative(rest, result, scope)

    def alternative(self, e: t.Expression, second: Expr, scope: Scope) -> Expr:
        """One alternative, and what comes after it."""
        if isinstance(e, t.Binary) and e.operator == "when":
            condition, first = self.truth(e.right, scope), self.expr(e.left, scope)
            self.alternatives(first, second, e)
            if first.type.size == Size.ONE and second.type.size == Size.MAYBE:
                first = convert_size(first, first.type.of_size(Size.MAYBE))
            if first.type.size == Size.MAYBE and second.type.size == Size.ONE:
                second = convert_size(second, second.type.of_size(Size.MAYBE))
            return cond(condition, first, second)
        first = self.expr(e, scope)
        self.alternatives(first, second, e)
        if first.type.size == Size.ONE:
            raise fault("T329", e.span, "this is never missing, so `otherwise` can't be reached",
                        "leave the `otherwise` away, or add `when …`")  # fmt: skip
        return otherwise(first, second)

    def alternatives(self, a: Expr, b: Expr, e: t.Expression) -> None:
        """Refuse alternatives of different sorts."""
        if self.is_empty_set(a) or self.is_empty_set(b):
            return
        self.same_base(a, b, e.span, "both sides of `otherwise`")

    def of(self, e: t.Binary, scope: Scope) -> Thing:
        """`rook of me`."""
        thing = self.value(e.left, scope)
        owner = self.expr(e.right, scope)
        if owner.type.base is not self.player:
            raise fault("T330", e.right.span, f"behind `of` stands a player, not {owner.type}")
        if isinstance(thing, Expr):
            if thing.type.base is not self.kind_domain or thing.type.size == Size.MANY:
                raise fault("T330", e.left.span, f"before `of` stands a kind of piece, not {thing.type}")
            return Thing(thing, owner)
        if thing.owner is not None:
            raise fault("T330", e.left.span, "this piece has an owner already")
        if isinstance(thing.kind, Const) and not self.kinds[thing.kind.value].owned:
            name = self.kinds[thing.kind.value].name
            raise fault("P507", e.span, f"a `{name}` belongs to nobody", "leave the `of …` away")
        return Thing(thing.kind, owner, thing.number)

    # ---- sets, elements, queries

    def set(self, e: t.Set, scope: Scope) -> Expr:
        """`{a, b}`: one thing of each; nothings are dropped, sets are united."""
        if not e.items:
            return const(NO_SET, 0)
        items = [self.thing_or_expr(item, scope) for item in e.items]
        for value, item in zip(items, e.items, strict=True):
            if isinstance(value.type.base, Plain):
                raise fault("T313", item.span, f"a set can't hold {value.type}")
            self.same_base(items[0], value, item.span, "the elements of a set")
        if any(isinstance(item, t.Set | t.Comprehension) for item in e.items):
            sets = [as_set(i) for i in items]
            if not all(isinstance(i, Const) for i in sets):
                raise fault("T310", e.span, "a family of sets must be known before the game starts")
            return const(items[0].type.of_size(Size.FAMILY), tuple(dict.fromkeys(i.value for i in sets)))  # type: ignore[attr-defined]
        return reduce(union, items[1:], as_set(items[0]))

    def element(self, e: t.Element, scope: Scope) -> Expr:
        """`[c, r]`."""
        values = [self.expr(item, scope) for item in e.items]
        fitting = [s for s in self.shapes_in_order(scope) if self._coordinates_fit(s, values)]
        if scope.shape in fitting:
            fitting = [s for s in fitting if s is scope.shape]
        elif self.board in fitting:
            fitting = [s for s in fitting if s is self.board]
        if not fitting:
            what = ", ".join(v.type.base.name for v in values)
            raise fault("B406", e.span, f"no board has sites with the coordinates [{what}]")
        if len(fitting) > 1:
            names = " and ".join(s.name for s in fitting)
            raise fault("B407", e.span, f"sites of {names} have such coordinates; which are meant?",
                        "write it within the define of a board, or behind a site of it")  # fmt: skip
        (shape,) = fitting

        def go(done: list[Expr], left: list[Expr]) -> Expr:
            if not left:
                return op("element", Type(shape, Size.MAYBE), *done)
            return given(left[0], lambda one: go([*done, one], left[1:]))

        return go([], values)

    def _coordinates_fit(self, shape: Shape, values: list[Expr]) -> bool:
        wanted = [type_.base for type_, _ in shape.coordinates.values()]
        return len(wanted) == len(values) and all(
            v.type.size < Size.MANY
            and (v.type.base is w or (isinstance(w, Range) and isinstance(v.type.base, Range)))
            for v, w in zip(values, wanted, strict=True)
        )

    def binders(self, q: t.Query, scope: Scope) -> tuple[list[tuple[Var, Expr]], Expr, Scope]:
        """A query's names with their sets, its condition, and the scope of both."""
        found: list[tuple[Var, Expr]] = []
        for binder in q.binders:
            source = self.source(binder.source, scope)
            name = binder.name.text
            size = Size.MANY if source.type.size == Size.FAMILY else Size.ONE
            variable = Var(source.type.of_size(size), name)
            found.append((variable, source if source.type.size == Size.FAMILY else as_set(source)))
            self.note_binder(binder.name, scope)
            scope = scope.bind({name: variable})
        tuples = combinations(found)
        if len(found) > MAX_NAMES or tuples > MAX_TUPLES:
            message = f"these names stand for up to {tuples:,} combinations, too many to try"
            hint = f"at most {MAX_NAMES} names and {MAX_TUPLES:,} combinations; choose or loop in steps"
            raise fault("T332", q.span, message, hint)
        where = TRUE if q.where is None else self.truth(q.where, scope)
        return found, where, scope

    def note_binder(self, name: t.Name, scope: Scope) -> None:
        """A name is introduced: it must not hide another."""
        own = any(name.span.source is tree.source for tree in self.rules.trees)
        if scope.find(name.text) is not None or (own and self.means(name.text)):
            raise fault("N206", name.span, f"`{name.text}` is in use already here", "choose another name")

    def source(self, e: t.Expression, scope: Scope) -> Expr:
        """What a name ranges over."""
        value = self.expr(e, scope)
        if isinstance(value.type.base, Plain):
            raise fault("T331", e.span, f"a name ranges over a set, not {value.type}")
        if isinstance(value.type.base, Range):
            if value.type.size < Size.MANY:
                raise fault(
                    "T331", e.span, "a name ranges over a set; this is a number", "a range is written `1..6`"
                )
            if len(value.type.base) > 100_000:
                raise fault("T332", e.span, f"{len(value.type.base):,} numbers are too many to range over")
        return value

    def comprehension(self, e: t.Comprehension, scope: Scope) -> Expr:
        """`{x in S where c}`, `{value for x in S where c}`."""
        binders, where, inner = self.binders(e.query, scope)
        if e.value is None:
            if len(binders) != 1:
                raise fault("T333", e.span, "this set has several names; which of them are its elements?",
                            "write `{value for x in S, y in T where …}`")  # fmt: skip
            if binders[0][1].type.size == Size.FAMILY:
                raise fault(
                    "T333", e.span, "a family of sets can't be filtered", "use `some line in … where …`"
                )
            return union_over(binders, where, binders[0][0])
        body = self.thing_or_expr(e.value, inner)
        if isinstance(body.type.base, Plain):
            raise fault("T313", e.value.span, f"a set can't hold {body.type}")
        if isinstance(e.value, t.Set | t.Comprehension):
            return self._family(e, binders, where, body)
        return union_over(binders, where, body)

    def _family(self, e: t.Comprehension, binders: list[tuple[Var, Expr]], where: Expr, body: Expr) -> Expr:
        """A set of sets, which must be known before the game starts."""
        if combinations(binders) > MAX_SETS:
            sets = combinations(binders)
            raise fault("T332", e.span, f"a family of up to {sets:,} sets; at most {MAX_SETS:,} may be")
        listed = query("list", body.type, binders, where, as_set(body))
        if not isinstance(listed, Const):
            raise fault("T310", e.span, "a family of sets must be known before the game starts")
        return const(body.type.of_size(Size.FAMILY), tuple(dict.fromkeys(row[0] for row in listed.value)))

    def quantified(self, e: t.Quantified, scope: Scope) -> Expr:
        """`some x in S where c`, `no x in S where c`."""
        binders, where, _ = self.binders(e.query, scope)
        found = query("some", TRUTH, binders, where)
        return found if e.operator == "some" else negation(found)

    # ---- text

    def text(self, e: t.Text, scope: Scope) -> Expr:
        """Text with values in it."""
        parts = [const(TEXT, p) if isinstance(p, str) else self.shown(p, scope) for p in e.parts]
        flat = [x for p in parts for x in (p.operands if isinstance(p, Op) and p.name == "text" else (p,))]
        length = sum(len(p.value) if isinstance(p, Const) else 1 for p in flat)
        if length > MAX_TEXT:
            raise fault("T341", e.span, f"this text would have more than {MAX_TEXT:,} characters or parts, the limit")
        if not flat:
            return const(TEXT, "")
        return flat[0] if len(flat) == 1 else op("text", TEXT, *flat)

    def shown(self, e: t.Expression, scope: Scope) -> Expr:
        """A value as it is written in moves."""
        return self.printed(self.thing_or_expr(e, scope))

    def printed(self, value: Expr) -> Expr:
        """A value as text."""
        if value.type.base is TEXTS:
            return value
        if value.type == PLACE or value.type.size == Size.FAMILY:
            return const(TEXT, "?")
        if value.type == TRUTH:
            return cond(value, const(TEXT, "true"), const(TEXT, "false"))
        labels = self.letters(value.type.values)
        if value.type.size == Size.MANY:
            return op("joined", TEXT, value, const(TEXT, labels))
        if isinstance(value.type.base, Range):
            return given(value, lambda n: op("string", TEXT, n))
        return table(labels, TEXT, value)

    def letters(self, base: Domain | Range) -> tuple[str, ...]:
        """How the elements of a type are written in moves."""
        return base.labels
