"""What all writing of expressions shares: choosing among forms, and what is known by name."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from generator.choices import Choices
from generator.code import (
    ATOM,
    MANY,
    MAYBE,
    ONE,
    OTHERWISE,
    OWN,
    POSTFIX,
    WHEN,
    Board,
    Code,
    Define,
    Env,
    Kind,
    Sort,
    Variable,
    World,
)

Form = tuple[int, Callable[[], Code]]
"""How often a way of writing something is tried, and the way."""


class NoWay(Exception):
    """There is nothing of that kind to be written here."""


class Author:
    """Writes expressions of a world. The methods that write a sort of expression are in the classes made of this."""

    one: Callable[..., Code]
    maybe: Callable[..., Code]
    many: Callable[..., Code]
    number: Callable[..., Code]
    maybe_number: Callable[..., Code]
    numbers: Callable[..., Code]
    truth: Callable[..., Code]
    within: Callable[..., Code]

    def __init__(self, choices: Choices, world: World) -> None:
        self.choices, self.world = choices, world

    def form(self, env: Env, atoms: Sequence[Form], others: Sequence[Form] = ()) -> Code:
        """One of some forms, the simplest first; another if there is no way to write it. `others` take more depth."""
        forms = [f for f in (*atoms, *(others if env.depth > 0 else ())) if f[0] > 0]
        if not forms:
            raise NoWay
        chosen = self.choices.weighted(forms_with_numbers(forms))
        for i in (chosen, *(i for i in range(len(forms)) if i != chosen)):
            try:
                return forms[i][1]()
            except NoWay:
                continue
        raise NoWay

    def any_of(self, sort: Sort, size: int, env: Env) -> Code:
        """An expression of a sort (a number, too) and at most a size."""
        if sort.is_number:
            return {ONE: self.number, MAYBE: self.maybe_number, MANY: self.numbers}[size](env)
        return {ONE: self.one, MAYBE: self.maybe, MANY: self.many}[size](sort, env)

    # ---- what is known by name

    def named(self, sort: Sort, env: Env, sizes: Sequence[int]) -> list[Code]:
        """Locals, options and values of the game of a sort (any number counts as a number) and some sizes."""
        found = [name.code for name in (*reversed(env.names), *self.world.options)]
        if env.section != "static":
            found += [replace(v.value, text=v.name) for v in self.world.variables if not v.dimensions]
        return [code for code in found if self.alike(code.sort, sort) and code.size in sizes]

    @staticmethod
    def alike(a: Sort, b: Sort) -> bool:
        """Whether two sorts are one; all numbers are."""
        return a is b or (a.is_number and b.is_number)

    def known(self, sort: Sort, env: Env, sizes: Sequence[int]) -> Code:
        """Something that is known by name."""
        found = self.named(sort, env, sizes)
        if not found:
            raise NoWay
        return self.choices.pick(found)

    def kept(self, sort: Sort, env: Env, size: int) -> Code:
        """What something has: `me.store`, `bonus(red, n)`."""
        found = [v for v in self.world.variables if v.dimensions and self.alike(v.value.sort, sort)
                 and v.value.size <= size]  # fmt: skip
        if not found or env.section == "static":
            raise NoWay
        return self.read(self.choices.pick(found), env, size)

    def read(self, variable: Variable, env: Env, size: int) -> Code:
        """What a variable holds for some subject and arguments, of at most a size."""
        inner = env.deeper
        indices = self.indices(variable, inner, size)
        value = variable.value
        elements = value.elements
        for index in indices:
            elements *= index.elements
        most = max([value.size, *(i.size for i in indices)])
        return replace(
            value, text=placed(variable.name, variable.subject, indices), size=most, level=POSTFIX,
            most=elements, firm=value.firm if most == value.size else any(i.firm and i.size == most for i in indices),
        )  # fmt: skip

    def indices(self, variable: Variable, env: Env, size: int) -> list[Code]:
        """A subject and arguments for a variable, each of at most a size."""
        subject = variable.subject is not None
        return [self.index(d, env, size if i == 0 else min(size, MAYBE), subject and i == 0)
                for i, d in enumerate(variable.dimensions)]  # fmt: skip

    def index(self, dimension: Sort, env: Env, size: int, subject: bool) -> Code:
        """What picks a value of a variable."""
        if dimension.is_number:
            if size == ONE or self.choices.mostly(3):
                return self.within(env, dimension.low, dimension.high)
            if size == MANY:
                return self.numbers(env)
            return replace(self.number(env), size=MAYBE)  # outside there is nothing
        if size == MANY and env.room >= dimension.size and self.choices.once_in(2):
            return self.many(dimension, env, plain=True)
        return self.any_of(dimension, min(size, MAYBE), env) if subject else self.argument(dimension, env, size)

    def argument(self, sort: Sort, env: Env, size: int = ONE) -> Code:
        """One thing, behind a name in parentheses, where a kind is the kind itself."""
        if sort is self.world.kind and self.choices.mostly(2):
            return self.kind_itself()
        return self.any_of(sort, min(size, MAYBE), env)

    def kind_itself(self) -> Code:
        """The name of a kind, where it stands for the kind."""
        if not self.world.kinds:
            raise NoWay
        return Code(self.choices.pick(self.world.kinds).name, self.world.kind)

    def board_of(self, sort: Sort) -> Board:
        """A sort with sites."""
        if not isinstance(sort, Board):
            raise NoWay
        return sort

    # ---- defines

    def defined(self, sort: Sort, env: Env, size: int) -> Code:
        """The value of a define."""
        found = [d for d in self.world.defines if d.value is not None and d.cost <= env.room
                 and self.alike(d.value.sort, sort) and d.value.size <= size]  # fmt: skip
        if not found or env.section == "static":
            raise NoWay
        define = self.choices.pick(found)
        assert define.value is not None
        return replace(define.value, text=self.use(define, env.deeper), level=POSTFIX)

    def use(self, define: Define, env: Env) -> str:
        """A define with its subject and arguments."""
        subject = "" if define.subject is None else self.like(define.subject, env).at(POSTFIX) + "."
        arguments = [self.like(p, env, subject=False).text for p in define.parameters]
        return f"{subject}{define.name}" + (f"({', '.join(arguments)})" if arguments else "")

    def like(self, parameter: Code, env: Env, subject: bool = True) -> Code:
        """An argument for a parameter."""
        if parameter.sort.is_number and parameter.size == ONE:
            return self.within(env, parameter.low, parameter.high)
        if parameter.size == MANY:
            return self.many(parameter.sort, env, plain=True)
        return self.one(parameter.sort, env) if subject else self.argument(parameter.sort, env)

    # ---- values with alternatives

    def chosen(self, make: Callable[[Env], Code], env: Env) -> Code:
        """`a when c otherwise b`."""
        first, second, condition = make(env.deeper), make(env.deeper), self.truth(env.deeper)
        return joined(first, second, f"{first.at(WHEN + 1)} when {condition.at(WHEN + 1)} otherwise {second.at(WHEN)}",
                      max(first.size, second.size), first.firm or second.firm)  # fmt: skip

    def conditional(self, make: Callable[[Env], Code], env: Env) -> Code:
        """`a when c`: nothing, if c fails."""
        first, condition = make(env.deeper), self.truth(env.deeper)
        text = f"{first.at(WHEN + 1)} when {condition.at(WHEN + 1)}"
        return replace(first, text=text, level=WHEN, size=max(first.size, MAYBE), firm=True)

    def fallen_back(self, first: Code, second: Code) -> Code:
        """`a otherwise b`."""
        text = f"{first.at(WHEN + 1)} otherwise {second.at(WHEN)}"
        size = ONE if (first.size, second.size) == (MAYBE, ONE) else max(first.size, second.size)
        return joined(first, second, text, size, second.firm)

    # ---- pieces

    def thing(self, env: Env, sites: bool) -> Code:
        """A piece as it is named: itself, or the sites where it stands."""
        world, choices = self.world, self.choices
        if not world.kinds:
            raise NoWay
        kind = choices.pick(world.kinds)
        dynamic = self.named(world.kind, env, (ONE,))
        if dynamic and not any(k.number for k in world.kinds) and choices.once_in(3):
            text, size = choices.pick(dynamic).text, MAYBE
            owned = choices.mostly(3)
        else:
            text, size, owned = kind.name, ONE, kind.owned
            if kind.number and (not sites or choices.once_in(3)):
                number = self.within(env.deeper, *kind.number) if choices.mostly(4) else self.number(env.deeper)
                text, size = f"{text}({number.text})", ONE if self.fits(number, kind) else MAYBE
            if sites and choices.once_in(4):
                owned = False
        level = ATOM if text.isidentifier() else POSTFIX
        if owned:
            owner = self.owner(env.deeper, sites)
            text, level, size = f"{text} of {owner.at(POSTFIX)}", OWN, max(size, min(owner.size, MAYBE))
        if sites:
            assert world.board is not None
            return Code(text, world.board, MANY, level)
        return Code(text, world.piece, size, level)

    @staticmethod
    def fits(number: Code, kind: Kind) -> bool:
        """Whether a number is surely one of those that the kind bears."""
        assert kind.number is not None
        return kind.number[0] <= number.low and number.high <= kind.number[1]

    def owner(self, env: Env, several: bool) -> Code:
        """Whose pieces: mostly mine."""
        me = Code("me", self.world.player)
        return self.form(env, [(4, lambda: me), (2, lambda: self.one(self.world.player, env))], [
            (1, lambda: self.maybe(self.world.player, env)),
            (several, lambda: self.many(self.world.player, env)),
        ])  # fmt: skip


def forms_with_numbers(forms: Sequence[Form]) -> list[tuple[int, int]]:
    """Each form's weight, with its number."""
    return [(weight, i) for i, (weight, _) in enumerate(forms)]


def joined(first: Code, second: Code, text: str, size: int, firm: bool) -> Code:
    """One of two things that an `otherwise` decides between."""
    return replace(
        first, text=text, level=OTHERWISE, size=size, firm=firm, low=min(first.low, second.low),
        high=max(first.high, second.high), most=max(first.elements, second.elements),
    )  # fmt: skip


def placed(name: str, subject: Sort | None, indices: Sequence[Code]) -> str:
    """A variable's name with its subject and arguments."""
    front = f"{indices[0].at(POSTFIX)}." if subject else ""
    arguments = ", ".join(code.text for code in (indices[1:] if subject else indices))
    return f"{front}{name}" + (f"({arguments})" if arguments else "")
