"""Conditions, and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.author import Author, NoWay
from generator.code import (
    AND,
    MANY,
    MAYBE,
    MUL,
    NOT,
    NUMBER,
    ONE,
    OPEN,
    OR,
    OTHERWISE,
    POSTFIX,
    RANGE,
    TEST,
    TRUTH,
    Board,
    Code,
    Env,
    Name,
    Sort,
)


def truth(text: str, level: int) -> Code:
    """A condition."""
    return Code(text, TRUTH, ONE, level)


class Truths(Author):
    """Writes conditions, and the texts of moves."""

    binder: Callable[..., tuple[str, Name, int]]
    line: Callable[..., tuple[str, Name, int]]
    query: Callable[..., tuple[str, Env, int]]
    change: Callable[[Env], str]
    direction: Callable[..., Code]

    def truth(self, env: Env) -> Code:
        """A condition."""
        changes = not env.ahead and env.section in ("turn", "end", "define") and bool(self.world.variables)
        board = self.world.board
        near = 3 if any(isinstance(n.code.sort, Board) for n in env.names) else 0
        return self.form(env, [
            (1, lambda: truth("true", POSTFIX)),
            (3 * near, lambda: self.standing(env)),
            (8, lambda: self.known(TRUTH, env, (ONE,))),
            (8, lambda: self.compared(env)),
            (4, lambda: self.present(env)),
            (4 if env.names else 0, lambda: self.equal(env)),
            (1, lambda: truth("false", POSTFIX)),
        ], [
            (12, lambda: self.member_of(env)),
            (8, lambda: self.compared(env)),
            (6, lambda: self.equal(env)),
            (6, lambda: self.connected(env)),
            (4, lambda: self.negated(env)),
            (6, lambda: self.part(env)),
            (12, lambda: self.exists(env)),
            (6, lambda: self.kept(TRUTH, env, ONE)),
            (6 if changes and env.room >= 20 + (board.size if board else 0) else 0, lambda: self.after(env)),
            (6 if self.world.families else 0, lambda: self.lined(env)),
            (2, lambda: self.chosen(self.truth, env)),
            (6, lambda: self.defined(TRUTH, env, ONE)),
            (6 if env.section == "end" and env.room >= 300 and not env.names else 0, lambda: truth("stuck", POSTFIX)),
        ])  # fmt: skip

    # ---- forms

    def standing(self, env: Env) -> Code:
        """Whether a site that has a name is one of some sites."""
        sites = [n for n in env.names if isinstance(n.code.sort, Board) and n.code.size < MANY]
        if not sites:
            raise NoWay
        name = self.choices.pick(sites)
        word = self.choices.pick(("in", "not in"))
        return truth(f"{name.text} {word} {self.many(name.code.sort, env.deeper).at(RANGE)}", TEST)

    def telling(self, env: Env, names: Sequence[Name]) -> Code:
        """A condition that says something about one of some names, mostly."""
        words = {name.text for name in names}
        for _ in range(3):
            condition = self.truth(env)
            if words & set(re.findall(r"\w+", condition.text)):
                break
        return condition

    def compared(self, env: Env) -> Code:
        """`a < b`; false, if one is missing."""
        sign = self.choices.pick(("<", ">", "<=", ">=", "=", "!="))
        make = self.maybe_number if self.choices.once_in(3) else self.number
        a, b = make(env.deeper), self.number(env.deeper)
        if a.text.isdigit() and b.text.isdigit():
            a = self.form(env, [(1, lambda: self.known(NUMBER, env, (ONE,))), (1, lambda: a)])
        return truth(f"{a.at(RANGE)} {sign} {b.at(RANGE)}", TEST)

    def sort(self, env: Env) -> Sort:
        """A sort of things, preferably one that there are names for."""
        domains = [s for s in self.world.domains if s.size]
        near = [n.code.sort for n in env.names if n.code.sort in domains]
        return self.choices.pick([*near, *near, *domains, NUMBER, NUMBER, NUMBER])

    def equal(self, env: Env) -> Code:
        """`a = b`, of things or sets."""
        sort = self.sort(env)
        sign = self.choices.pick(("=", "!="))
        size = self.choices.pick((MAYBE, MAYBE, MANY))
        a = self.any_of(sort, size, env.deeper)
        if size == MANY and self.choices.once_in(4):
            return truth(f"{a.at(RANGE)} {sign} {{}}", TEST)
        if sort is self.world.kind and self.choices.mostly(2):
            return truth(f"{a.at(RANGE)} {sign} {self.kind_itself().text}", TEST)
        if sort is self.world.piece and self.choices.mostly(2):
            return truth(f"{a.at(RANGE)} {sign} {self.thing(env.deeper, sites=False).at(RANGE)}", TEST)
        return truth(f"{a.at(RANGE)} {sign} {self.any_of(sort, size, env.deeper).at(RANGE)}", TEST)

    def member_of(self, env: Env) -> Code:
        """`a in S`."""
        word = self.choices.pick(("in", "not in"))
        if self.choices.once_in(3):
            a, many = self.maybe_number(env.deeper), self.numbers(env.deeper)
        else:
            sort = self.sort(env)
            a, many = self.any_of(sort, MAYBE, env.deeper), self.any_of(sort, MANY, env.deeper)
        return truth(f"{a.at(RANGE)} {word} {many.at(RANGE)}", TEST)

    def part(self, env: Env) -> Code:
        """`A within B`."""
        sort = self.sort(env)
        a, b = self.any_of(sort, MANY, env.deeper), self.any_of(sort, MANY, env.deeper)
        return truth(f"{a.at(RANGE)} within {b.at(RANGE)}", TEST)

    def present(self, env: Env) -> Code:
        """`some S`, `no S`."""
        word = self.choices.pick(("some", "no"))
        sort = self.sort(env)
        several = self.choices.mostly(3)
        if sort.is_number and not several:
            several = True
        return truth(f"{word} {self.any_of(sort, MANY if several else MAYBE, env.deeper).at(RANGE)}", TEST)

    def connected(self, env: Env) -> Code:
        """`a and b`, `a or b`."""
        word, level = self.choices.pick((("and", AND), ("or", OR)))
        a, b = self.truth(env.deeper), self.truth(env.deeper)
        if b.level == OPEN:
            return truth(f"{a.at(level)} {word} {b.text}", OPEN)
        return truth(f"{a.at(level)} {word} {b.at(level + 1)}", level)

    def negated(self, env: Env) -> Code:
        """`not a`."""
        inner = self.truth(env.deeper)
        if inner.level == OPEN:
            return truth(f"not {inner.text}", OPEN)
        return truth(f"not {inner.at(NOT)}", NOT)

    def exists(self, env: Env) -> Code:
        """`some x in S where c`."""
        word = self.choices.pick(("some", "no"))
        text, name, elements = self.binder(env)
        inner = env.bind(name).within(elements)
        if self.choices.once_in(4):
            second, other, more = self.binder(inner)
            text, inner = f"{text}, {second}", inner.bind(other).within(more)
        return truth(f"{word} {text} where {self.truth(inner).condition}", OPEN)

    def lined(self, env: Env) -> Code:
        """`some line in lines(3) where line within S`."""
        word = self.choices.pick(("some", "no"))
        text, name, elements = self.line(env)
        inner = env.within(elements).bind(name)
        sites = self.many(name.code.sort, inner)
        test = self.choices.pick((f"{name.text} within {sites.at(RANGE)}", f"some {name.text} & {sites.at(MUL + 1)}",
                                  f"count({name.text} & {sites.at(MUL + 1)}) = 2"))  # fmt: skip
        return truth(f"{word} {text} where {test}", OPEN)

    def after(self, env: Env) -> Code:
        """`after change: c`."""
        inner = replace(env.deeper, ahead=True, room=env.room // 3)
        change = self.change(replace(inner, depth=min(inner.depth, 2)))
        return truth(f"after {change}: {self.truth(inner).condition}", OPEN)

    # ---- texts

    def move_text(self, names: list[Name], env: Env) -> str:
        """` as "…"` for a decision that binds names, or nothing."""
        if not self.choices.once_in(2):
            return ""
        parts = "-".join(f"{{{name.text}}}" for name in names)
        ways: list[Callable[[], str]] = [
            lambda: f'"{parts}"',
            lambda: f'"{parts} {{{self.printable(env)}}}"',
            lambda: f'"{parts} {{{self.printable(env)}}} {{{self.printable(env)}}}"',
            lambda: f'"{parts} {{{self.printable(env)}}}/{{{self.printable(env)}}}"',
            lambda: f'"x{parts}" when {self.truth(env).at(OR)} otherwise "to {parts}"',
            lambda: f'"{parts}{{{self.choices.pick(("letter", "capital"))}({self.alphabetic(env).text})}}"',
        ]
        if self.world.board and self.world.kinds:
            ways.append(lambda: f'"{parts}{{mark({self.maybe(self.world.board, env).text})}}"')
        if len(names) == 1:
            ways.append(lambda: names[0].text)
        return f" as {self.choices.pick(ways)()}"

    def alphabetic(self, env: Env) -> Code:
        """A thing whose place gives a letter."""
        return self.one(self.choices.pick([self.world.player, *self.world.sorts]), env)

    def printable(self, env: Env) -> str:
        """A value that can stand in braces within a text, which holds no quotes and no sets in braces."""
        for _ in range(3):
            way = self.choices.upto(4)
            code = [
                lambda: self.number(env),
                lambda: self.maybe_number(env),
                lambda: self.truth(env),
                lambda: self.maybe(self.sort(env), env),
                lambda: self.many(self.sort(env), env, plain=True),
            ][way]()
            if not any(c in code.text for c in '{}"') and code.level != OPEN:
                return code.at(OTHERWISE)
        return "me"

    def said(self, env: Env) -> str:
        """The word of a decision that is said."""
        word = self.choices.pick(("pass", "stay", "go on"))
        return f"{word} {{{self.printable(env.deeper)}}}" if self.choices.once_in(5) else word
