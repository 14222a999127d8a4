"""Sets of numbers: ranges, braces, queries, coordinates, what several things have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import Author, NoWay
from generator.code import ADD, MANY, MUL, NUMBER, ONE, POSTFIX, RANGE, Code, Env, Name

WIDEST = 400
SPANS = ((1, 3), (0, 2), (1, 6), (-2, 2), (-4, -1), (3, 1), (0, 63), (0, 64), (-70, 70))


class NumberSets(Author):
    """Writes sets of numbers, none of them very wide."""

    query: Callable[..., tuple[str, Env, int]]
    narrow: Callable[[Code], Code]

    def numbers(self, env: Env, limit: int = WIDEST) -> Code:
        """A set of numbers, not too wide."""
        return self.form(env, [
            (4, lambda: self.span(env)),
            (4, lambda: self.known(NUMBER, env, (MANY,))),
            (2 if self.world.ranges else 0, self.named_range),
            (3, lambda: self.items(env)),
            (3, lambda: self.coordinates_of(env)),
        ], [
            (4, lambda: self.both(env)),
            (2, lambda: self.chosen_numbers(env)),
            (4, lambda: self.values(env)),
            (3, lambda: self.kept_numbers(env)),
            (2, lambda: self.chosen(self.numbers, env)),
            (3, lambda: self.coordinates_of(env)),
            (3, lambda: self.defined_numbers(env)),
        ])  # fmt: skip

    def named_range(self) -> Code:
        """A range with a name."""
        sort = self.choices.pick(self.world.ranges)
        return Code(sort.name, NUMBER, MANY, low=sort.low, high=sort.high)

    def span(self, env: Env) -> Code:
        """`a..b`."""
        if self.choices.mostly(2) and env.depth > 0:
            low, high = self.narrow(self.number(env.deeper)), self.narrow(self.number(env.deeper))
            text = f"{low.at(ADD)}..{high.at(ADD)}"
            return Code(text, NUMBER, MANY, RANGE, low.low, max(low.low, high.high))
        first, last = self.choices.pick(SPANS)
        return Code(f"{first}..{max(first, last)}", NUMBER, MANY, RANGE, first, max(first, last))

    def items(self, env: Env) -> Code:
        """Numbers in braces."""
        codes = self.choices.several(1, 3, lambda: self.narrow(self.number(env.deeper)))
        return Code("{" + ", ".join(c.at(RANGE) for c in codes) + "}", NUMBER, MANY, low=min(c.low for c in codes),
                    high=max(c.high for c in codes), most=len(codes))  # fmt: skip

    def both(self, env: Env) -> Code:
        """Set algebra."""
        operator = self.choices.pick(("+", "&", "-"))
        level = MUL if operator == "&" else ADD
        a, b = self.numbers(env.deeper), self.numbers(env.deeper)
        low, high = a.low, a.high
        if operator == "+":
            low, high = min(a.low, b.low), max(a.high, b.high)
        return Code(f"{a.at(level)} {operator} {b.at(level + 1)}", NUMBER, MANY, level, low, high)

    def chosen_numbers(self, env: Env) -> Code:
        """`{n in S where c}`."""
        source = self.numbers(env.deeper)
        if source.elements > env.room:
            raise NoWay
        name = env.fresh(NUMBER)
        inner = env.bind(Name(Code(name, NUMBER, ONE, low=source.low, high=source.high), fixed=True))
        condition = self.truth(inner.within(source.elements))
        return replace(source, text=f"{{{name} in {source.at(RANGE)} where {condition.condition}}}", level=POSTFIX)

    def values(self, env: Env) -> Code:
        """`{e for x in S}`."""
        text, inner, _ = self.query(env)
        body = self.narrow(self.number(inner)) if self.choices.mostly(3) else self.maybe_number(inner)
        if body.high - body.low > WIDEST or max(abs(body.low), abs(body.high)) > 1_000:
            raise NoWay
        return Code(f"{{{body.at(RANGE)} for {text}}}", NUMBER, MANY, low=body.low, high=body.high)

    def kept_numbers(self, env: Env) -> Code:
        """What several things have, or a set that one has."""
        code = self.kept(NUMBER, env, MANY)
        if code.size != MANY or code.high - code.low > WIDEST:
            raise NoWay
        return code

    def defined_numbers(self, env: Env) -> Code:
        """A set of numbers from a define."""
        code = self.defined(NUMBER, env, MANY)
        if code.size != MANY or code.high - code.low > WIDEST:
            raise NoWay
        return code

    def coordinates_of(self, env: Env) -> Code:
        """The coordinates of some sites."""
        found = [(b, name, sort) for b in self.world.boards for name, sort in b.coordinates if sort.is_number]
        if not found:
            raise NoWay
        board, name, sort = self.choices.pick(found)
        sites = self.many(board, env.deeper, strict=True)
        return Code(f"{sites.at(POSTFIX)}.{name}", NUMBER, MANY, POSTFIX, sort.low, sort.high)
