"""What is kept: options, and what the game, the players, the sites and others have."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import NoWay
from generator.code import (
    MANY,
    MAYBE,
    NUMBER,
    ONE,
    TRUTH,
    Code,
    Env,
    Name,
    Sort,
    Variable,
)
from generator.flow import Flow
from generator.place import Lines

WORDS = ("tally", "target", "trace", "gauge", "omen", "heat", "claim", "relic", "scent", "debt")

RANGES = [(0, 9), (-999, 999), (-5, 5), (1, 3), (0, 300), (-200, -100), (0, 100_000), (-500_000, 499_999),
          (999_100_000, 1_000_000_000)]  # fmt: skip

Option = tuple[str, Code, str | None, object]
"""An option's type, what reading it gives, its default, and what the game is loaded with; None for neither."""


class Kept(Flow):
    """Declares values that are settled when a game is loaded, and values that change."""

    options: dict[str, object]

    # ---- options

    def declare_options(self) -> Lines:
        """Values that are settled when the game is loaded."""
        lines: Lines = []
        ways: list[Callable[[], Option]] = [self.number_option, self.truth_option, self.thing_option]
        for name in ("extra", "first", "variant"):
            if not self.choices.once_in(4):
                continue
            type_, code, default, given = self.choices.pick(ways)()
            lines.append(f"option {name}: {type_}" + (f" = {default}" if default else "") + f' "what {name} says"')
            if given is not None:
                self.options[name] = given
            self.world.options.append(Name(replace(code, text=name)))
        return lines

    def number_option(self) -> Option:
        low, high = self.choices.pick(((1, 4), (0, 9), (-3, 3)))
        value = low + self.choices.upto(high - low)
        code = Code("", NUMBER, ONE, low=low, high=high)
        return f"{low}..{high}", code, self.choices.pick((None, str(value))), self.choices.pick((None, value))

    def truth_option(self) -> Option:
        return "truth", Code("", TRUTH), self.choices.pick((None, "true", "false")), self.choices.pick((None, True))

    def thing_option(self) -> Option:
        world, static = self.world, Env(section="static", depth=0)
        sorts = [world.player, *world.sorts, *([world.board] if world.board else [])]
        sort = self.choices.pick([s for s in sorts if s.members])
        if self.choices.once_in(2):
            return f"set of {sort.name}", Code("", sort, MANY), self.many(sort, static, strict=True).text, None
        member = self.choices.pick(sort.members)
        return sort.name, Code("", sort), self.choices.pick((None, member)), self.choices.pick((None, member))

    # ---- state

    def declare_state(self, cap: int) -> Lines:
        """What the game, the players, the sites and others have."""
        tick = Variable("tick", None, (), Code("", NUMBER, ONE, low=0, high=cap + 1))
        self.world.variables.append(tick)
        lines = [f"game has tick: 0..{cap + 1}"]
        names = [name for name in WORDS if self.choices.mostly(2)][:6]
        return [*lines, *map(self.declare_variable, names)]

    def declare_variable(self, name: str) -> str:
        """One `… has`."""
        world = self.world
        subjects = [None, *world.domains, *world.ranges]
        subject = self.choices.pick([s for s in subjects if s is None or s.size])
        if subject is None and self.choices.mostly(3):
            subject = self.choices.pick([world.player, *([world.board] if world.board else [])])
        small = [s for s in (world.player, *world.sorts, *world.ranges, *world.boards) if 0 < s.size <= 20]
        parameters = self.choices.several(0, 2, lambda: self.choices.pick(small), 3) if small else []
        size = subject.size if subject else 1
        while parameters and size * parameters[0].size * parameters[-1].size > 600:
            parameters.pop()
        type_, value, initial = self.type()
        variable = Variable(name, subject, tuple(parameters), value)
        head = f"{subject.name if subject else 'game'} has {name}"
        inner = f"({', '.join(p.name for p in parameters)})" if parameters else ""
        world.variables.append(variable)
        return f"{head}{inner}: {type_}" + (f" = {initial}" if initial else "")

    def type(self) -> tuple[str, Code, str | None]:
        """A type, what reading a value of it gives, and perhaps a value to start with."""
        world, choices = self.world, self.choices
        way = choices.upto(8)
        if way <= 3:
            low, high = choices.pick(RANGES)
            start = choices.pick((None, str(low + choices.upto(min(high - low, 5)))))
            return f"{low}..{high}", Code("", NUMBER, ONE, low=low, high=high), start
        if way == 5:
            return "truth", Code("", TRUTH), choices.pick((None, "true"))
        if way == 4 and world.ranges:
            sort = choices.pick(world.ranges)
            size = choices.pick((MANY, MAYBE, ONE))
            name = {ONE: sort.name, MAYBE: f"{sort.name}?", MANY: f"set of {sort.name}"}[size]
            start = choices.pick((None, {ONE: str(sort.low), MAYBE: str(sort.high), MANY: sort.name}[size]))
            return name, Code("", NUMBER, size, low=sort.low, high=sort.high, firm=True), start
        sort = choices.pick([s for s in world.domains if s.size])
        if world.board and choices.once_in(2):
            sort = world.board
        size = choices.pick((MANY, MAYBE, ONE))
        name = {ONE: sort.name, MAYBE: f"{sort.name}?", MANY: f"set of {sort.name}"}[size]
        return name, Code("", sort, size, firm=True), self.start_of(sort, size)

    def start_of(self, sort: Sort, size: int) -> str | None:
        """A value to start with, or none."""
        if self.choices.mostly(3) or sort in (self.world.kind, self.world.piece):
            return None
        static = Env(section="static", depth=0)
        try:
            code = self.many(sort, static) if size == MANY else self.one(sort, static)
        except NoWay:
            return None
        return code.text
