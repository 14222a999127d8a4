"""Numbers, with the bounds that follow from those of their parts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import NoWay
from generator.code import ADD, FAMILY, MAYBE, MUL, NUMBER, ONE, OTHERWISE, POSTFIX, RANGE, UNARY, Code, Env
from generator.number_sets import WIDEST, NumberSets

LARGEST = 2**53
WIDE = 50_000
"""Of ranges: beyond that nothing may be asked to be in one."""


def literal(n: int) -> Code:
    """A number as it is written."""
    return Code(str(n), NUMBER, ONE, UNARY if n < 0 else POSTFIX, n, n)


def bounds(operator: str, a: Code, b: Code) -> tuple[int, int]:
    """The least and the greatest number that may come of an operation."""
    if operator == "%":
        top = max(abs(b.low), abs(b.high))
        return (0 if b.low > 0 else 1 - top, top - 1)
    divisors = [n for n in (b.low, b.high, -1, 1) if n and b.low <= n <= b.high]
    pairs = [(x, y) for x in (a.low, a.high) for y in (divisors if operator == "/" else (b.low, b.high))]
    found = [{"+": x + y, "-": x - y, "*": x * y, "/": x // (y or 1)}[operator] for x, y in pairs]
    return min(found), max(found)


class Numbers(NumberSets):
    """Writes numbers."""

    query: Callable[..., tuple[str, Env, int]]
    family: Callable[[Env], Code]
    item: Callable[[Code], str]

    def number(self, env: Env) -> Code:
        """A number."""
        plays = env.section in ("turn", "end") and not env.ahead
        return self.form(env, [
            (2, lambda: literal(self.choices.upto(4))),
            (4, lambda: self.known(NUMBER, env, (ONE,))),
            (3, lambda: self.count_of_pieces(env)),
            (2, lambda: literal(self.choices.pick((-1, 7, -3, -20, 64, 65, 200, 65_536, 999_999_999)))),
        ], [
            (4, lambda: self.calculated(env, False)),
            (3, lambda: self.counted(env)),
            (3, lambda: self.kept(NUMBER, env, ONE)),
            (2, lambda: self.coordinate_number(env, ONE)),
            (4 if self.world.stacks else 0, lambda: self.height(env, ONE)),
            (2, lambda: self.sum(env)),
            (1, lambda: self.extreme_of_some(env)),
            (1, lambda: self.negative(env)),
            (1, lambda: self.index_of(env, ONE)),
            (5, lambda: self.sure(env)),
            (1, lambda: self.chosen(self.number, env)),
            (1, lambda: self.defined(NUMBER, env, ONE)),
            (1 if plays else 0, lambda: self.repeated(env)),
        ])  # fmt: skip

    def maybe_number(self, env: Env) -> Code:
        """A number, or nothing."""
        return self.form(env, [
            (2, lambda: self.known(NUMBER, env, (MAYBE, ONE))),
            (1, lambda: self.number(env)),
        ], [
            (6, lambda: self.calculated(env, True)),
            (3, lambda: self.extreme(env)),
            (2, lambda: self.borne(env)),
            (2, lambda: self.kept(NUMBER, env, MAYBE)),
            (1, lambda: self.coordinate_number(env, MAYBE)),
            (1, lambda: self.index_of(env, MAYBE)),
            (1, lambda: self.conditional(self.number, env)),
            (1, lambda: self.the_number(env)),
            (1, lambda: self.chosen(self.maybe_number, env)),
            (1, lambda: self.defined(NUMBER, env, MAYBE)),
        ])  # fmt: skip

    # ---- brought into bounds

    def within(self, env: Env, low: int, high: int) -> Code:
        """A number that lies within bounds, whatever happens."""
        code = self.number(env.deeper)
        return code if low <= code.low and code.high <= high else self.clamped(code, low, high)

    def clamped(self, code: Code, low: int, high: int, ways: int = 1) -> Code:
        """A number brought into bounds; with more ways, perhaps so that the checker can't see it."""
        inside = low <= code.low <= high or low <= code.high <= high
        way = self.choices.pick((0, 0, 1) if ways == 1 or high - low > WIDE else (0, 0, 1, 2))
        if code.low == code.high or (way == 0 and low == high):
            return literal(min(max(code.low, low), high))
        if way == 0:
            shift = f" + {low}" if low > 0 else f" - {-low}" if low < 0 else ""
            text = f"{code.at(MUL)} % {high - low + 1}{shift}"
            return replace(code, text=text, level=ADD if low else MUL, low=low, high=high)
        if way == 1 or not inside:
            text = f"max({{{low}, min({{{code.at(RANGE)}, {high}}})}})"
            return replace(code, text=text, level=POSTFIX, low=low, high=high)
        text = f"{code.at(ADD)} when {code.at(ADD)} in {low}..{high} otherwise {low}"
        return replace(code, text=text, level=OTHERWISE, low=low, high=high)

    def narrow(self, code: Code) -> Code:
        """A number of no more than a few hundred."""
        if code.high - code.low < WIDEST and max(abs(code.low), abs(code.high)) < 1_000:
            return code
        return self.clamped(code, -9, 90)

    def sure(self, env: Env) -> Code:
        """A number in the place of one that may be missing."""
        first, second = self.maybe_number(env.deeper), self.number(env.deeper)
        if first.firm and first.size == MAYBE and self.choices.once_in(2):
            return self.fallen_back(first, second)
        return self.greatest([second, first])

    # ---- forms

    def calculated(self, env: Env, maybe: bool) -> Code:
        """Arithmetic; dividing by what may be 0 may give nothing."""
        operator = self.choices.pick(("+", "-", "*", "/", "%"))
        level = ADD if operator in "+-" else MUL
        make = self.maybe_number if maybe and self.choices.once_in(2) else self.number
        a, b = make(env.deeper), make(env.deeper)
        if operator in "/%":
            if not maybe and b.low <= 0 <= b.high:
                b = literal(self.choices.pick((2, 3, -2, 7, -3)))
            elif b.low == b.high == 0 or (b.level == POSTFIX and "(" in b.text):
                b = literal(2)
        low, high = bounds(operator, a, b)
        if max(abs(low), abs(high)) > LARGEST:
            operator, level, (low, high) = "+", ADD, bounds("+", a, b)
        missing = operator in "/%" and b.low <= 0 <= b.high
        size = max(a.size, b.size, MAYBE if missing else ONE)
        text = f"{a.at(level)} {operator} {b.at(level + 1)}"
        return Code(text, NUMBER, size, level, low, high, firm=any(c.firm and c.size == MAYBE for c in (a, b)))

    def negative(self, env: Env) -> Code:
        """`-n`."""
        code = self.number(env.deeper)
        return Code(f"-{code.at(UNARY + 1)}", NUMBER, ONE, UNARY, -code.high, -code.low)

    def counted(self, env: Env) -> Code:
        """How many there are."""
        if self.choices.once_in(2):
            text, _, tuples = self.query(env)
            value = self.number(replace(env, depth=0)).text
            return Code(f"count({value} for {text})", NUMBER, ONE, POSTFIX, 0, tuples)
        if self.world.families and self.choices.once_in(8):
            family = self.family(env)
            assert family.size == FAMILY
            return Code(f"count({family.text})", NUMBER, ONE, POSTFIX, 0, family.most)
        sorts = [s for s in self.world.domains if s.size]
        sort = self.choices.pick([*([self.world.board] * 3 if self.world.board else []), *sorts])
        code = self.many(sort, env.deeper)
        return Code(f"count({code.text})", NUMBER, ONE, POSTFIX, 0, sort.size)

    def count_of_pieces(self, env: Env) -> Code:
        """How many pieces there are, or empty sites."""
        board = self.world.board
        if board is None or not self.world.kinds or env.section == "static":
            raise NoWay
        return Code(f"count({self.choices.pick(('mine', 'empty', 'theirs'))})", NUMBER, ONE, POSTFIX, 0, board.size)

    def sum(self, env: Env) -> Code:
        """The sum over a query, or of a set."""
        if self.choices.once_in(4):
            code = self.numbers(env.deeper)
            n = code.high - code.low + 1
            return Code(f"sum({code.text})", NUMBER, ONE, POSTFIX, min(0, code.low * n), max(0, code.high * n))
        text, inner, tuples = self.query(env)
        body = self.narrow(self.number(inner)) if self.choices.mostly(3) else self.maybe_number(inner)
        body = body if body.size == MAYBE else self.narrow(body)
        low, high = min(0, body.low * tuples), max(0, body.high * tuples)
        if max(abs(low), abs(high)) > LARGEST // 16:
            raise NoWay
        return Code(f"sum({body.at(RANGE)} for {text})", NUMBER, ONE, POSTFIX, low, high)

    def extreme(self, env: Env) -> Code:
        """The greatest or least number of a query or a set; nothing, if there is none."""
        how = self.choices.pick(("max", "min"))
        if self.choices.once_in(2):
            code = self.numbers(env)
            if code.text.startswith("{") and " for " not in code.text and " in " not in code.text:
                code = replace(code, text=f"{code.text} + {{}}")  # else it would be the greatest of several numbers
            return Code(f"{how}({code.text})", NUMBER, MAYBE, POSTFIX, code.low, code.high, firm=True)
        text, inner, _ = self.query(env)
        body = self.number(inner) if self.choices.mostly(3) else self.maybe_number(inner)
        return Code(f"{how}({body.at(RANGE)} for {text})", NUMBER, MAYBE, POSTFIX, body.low, body.high, firm=True)

    def extreme_of_some(self, env: Env) -> Code:
        """`max({a, b})`."""
        codes = [self.number(env.deeper), self.number(env.deeper)]
        codes += [self.maybe_number(env.deeper)] if self.choices.once_in(3) else []
        return self.greatest(codes)

    def greatest(self, codes: list[Code]) -> Code:
        """The greatest (or least) of several numbers, of which the first is surely there."""
        how = self.choices.pick(("max", "min"))
        sure = [c for c in codes if c.size == ONE]
        low = (max if how == "max" else min)(c.low for c in (sure if how == "max" else codes))
        high = (max if how == "max" else min)(c.high for c in (codes if how == "max" else sure))
        return Code(f"{how}({{{', '.join(c.at(RANGE) for c in codes)}}})", NUMBER, ONE, POSTFIX, low, high)

    def coordinate_number(self, env: Env, size: int) -> Code:
        """A coordinate of a site."""
        found = [(b, name, sort) for b in self.world.boards for name, sort in b.coordinates if sort.is_number]
        if not found:
            raise NoWay
        board, name, sort = self.choices.pick(found)
        site = self.any_of(board, size, env.deeper)
        return Code(f"{site.at(POSTFIX)}.{name}", NUMBER, site.size, POSTFIX, sort.low, sort.high, firm=site.firm)

    def height(self, env: Env, size: int) -> Code:
        """How high the stack on a site is."""
        if self.world.board is None or env.section == "static":
            raise NoWay
        site = self.any_of(self.world.board, size, env.deeper)
        return Code(f"{site.at(POSTFIX)}.height", NUMBER, site.size, POSTFIX, 0, 64, firm=site.firm)

    def index_of(self, env: Env, size: int) -> Code:
        """The place of a thing in its type."""
        sort = self.choices.pick([s for s in self.world.domains if s.size])
        thing = self.any_of(sort, size, env.deeper)
        return Code(f"index({thing.text})", NUMBER, thing.size, POSTFIX, 0, sort.size - 1, firm=thing.firm)

    def borne(self, env: Env) -> Code:
        """The number of the piece on a site."""
        ranges = [k.number for k in self.world.kinds if k.number]
        if not ranges or self.world.board is None or env.section == "static":
            raise NoWay
        site = self.maybe(self.world.board, env.deeper)
        low, high = min(a for a, _ in ranges), max(b for _, b in ranges)
        return Code(f"{site.at(POSTFIX)}.worth", NUMBER, MAYBE, POSTFIX, low, high, firm=True)

    def the_number(self, env: Env) -> Code:
        """The only number of a set."""
        code = self.numbers(env)
        return Code(f"the({code.text})", NUMBER, MAYBE, POSTFIX, code.low, code.high, firm=True)

    def repeated(self, env: Env) -> Code:
        """How often something has been before."""
        found = ["next", *dict.fromkeys(v.name for v in self.world.variables if v.name != "tick")]
        found = ["piece", *found] if self.world.kinds else found
        parts = dict.fromkeys(self.choices.several(1, 3, lambda: self.choices.pick(found)))
        if self.choices.once_in(4):
            parts[self.number(replace(env.bare, depth=1, room=env.room // 4)).text] = None
        recent = ""
        if self.choices.once_in(4):
            recent = f", within {self.number(replace(env.bare, depth=1, room=env.room // 4)).at(RANGE)}"
        code = Code(f"repeats({', '.join(parts)}{recent})", NUMBER, ONE, POSTFIX, 0, 100_000)
        return self.greatest([literal(3), code])
