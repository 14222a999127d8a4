"""Defines: names for values, tables, directions, families of sets, and blocks of statements."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.code import (
    FAMILY,
    MANY,
    NUMBER,
    ONE,
    OTHERWISE,
    TRUTH,
    WIDE,
    Board,
    Code,
    Define,
    Env,
    Name,
    Sort,
)
from generator.flow import Flow
from generator.place import Lines, Place, indented

VALUES = ("zone", "reach", "load", "aim", "fate", "rate")
BLOCKS = ("strike", "spread", "settle")


class Defines(Flow):
    """Declares names for values, and for rows of statements."""

    def declare_defines(self) -> Lines:
        """Names for values, and for rows of statements."""
        lines: Lines = []
        board = self.world.board
        if board and len(board.way.members) > 1 and self.choices.once_in(3):
            lines += self.define_direction(board)
        if board and self.choices.once_in(4):
            lines += self.define_family(board)
        for name in VALUES:
            if self.choices.once_in(3):
                lines += self.define_value(name)
        for name in BLOCKS:
            if self.choices.once_in(3):
                lines += self.define_block(name)
        return lines

    def define_direction(self, board: Board) -> Lines:
        """A player's direction."""
        p = Code("p", self.world.player)
        value = self.direction(board.way, Env((Name(p, fixed=True),), depth=2, room=20))
        self.world.defines.append(Define("ahead", p, (), replace(value, text="", size=ONE), 1))
        return [f"define p.ahead = {value.text}"]

    def define_family(self, board: Board) -> Lines:
        """A set of sets of sites, known before the game begins."""
        static = Env(section="static", depth=0)
        if board.directions and self.choices.once_in(2):
            step = self.choices.pick(board.directions)
            self.world.families.append(Code("chains", board, FAMILY, most=board.size))
            return [f"define chains = {{{{s, s.{step}}} for s in site where some s.{step}}}"]
        sets = self.choices.several(1, 4, lambda: self.listed(board, static).text)
        self.world.families.append(Code("chains", board, FAMILY, most=len(sets)))
        return [f"define chains = {{{', '.join(sets)}}}"]

    def parameters(self) -> tuple[Code | None, list[Code], Env]:
        """A subject or none, parameters, and the place behind them."""
        env = Env(depth=3)
        taken: list[Code] = []

        def parameter() -> Code:
            world = self.world
            sorts: list[Sort] = [*([world.board] * 2 if world.board else []), world.player, NUMBER, *world.sorts]
            sort = self.choices.pick(sorts)
            low, high = self.choices.pick(((0, 5), (-4, 4), (1, 200))) if sort is NUMBER else (0, 0)
            names = env.bind(*(Name(code) for code in taken))
            size = MANY if sort is world.board and self.choices.once_in(4) else ONE
            code = Code(names.fresh(sort), sort, size, low=low, high=high)
            taken.append(code)
            return code

        has_subject = self.choices.once_in(2)
        codes = self.choices.several(1 if has_subject else 0, 3, parameter, 3)
        if has_subject and codes[0].size == MANY:
            codes[0] = replace(codes[0], size=ONE)
        return (codes[0] if has_subject else None), codes[1:] if has_subject else codes, env.bind(
            *(Name(code, fixed=True) for code in codes))  # fmt: skip

    def define_value(self, name: str) -> Lines:
        """`define s.reach(n) = …`, a value or a table."""
        subject, parameters, env = self.parameters()
        cost = self.choices.pick((10, 100, 500))
        env = replace(env, room=cost)
        make = self.result()
        rows = self.choices.several(1, 3, lambda: make(env), 4)
        if len(rows) > 1 and all(row.sort is rows[0].sort for row in rows) and not rows[0].sort.is_number:
            value = replace(rows[0], size=MANY if rows[0].sort is not TRUTH else ONE, most=WIDE)
            body = [self.table_row(row, env) for row in rows]
            lines = [f"define {self.pattern(name, subject, parameters)} =", *indented(body)]
        else:
            value = rows[0]
            text = value.at(OTHERWISE) if value.level else value.text
            lines = [f"define {self.pattern(name, subject, parameters)} = {text}"]
        self.world.defines.append(Define(name, subject, tuple(parameters), replace(value, text=""), cost))
        return lines

    def table_row(self, row: Code, env: Env) -> str:
        """A line of a table, perhaps with a condition."""
        text = row.at(3)
        return f"{text} when {self.truth(env.deeper).at(3)}" if self.choices.mostly(3) else text

    def result(self) -> Callable[[Env], Code]:
        """What a define gives."""
        world = self.world
        sort = self.choices.pick([*([world.board] * 3 if world.board else []), world.player, *world.sorts])

        def many(env: Env) -> Code:
            return self.many(sort, env, strict=True, plain=True)

        def maybe(env: Env) -> Code:
            return self.maybe(sort, env)

        def one(env: Env) -> Code:
            return self.one(world.player, env)

        return self.choices.pick((many, self.truth, self.number, many, maybe, one, self.maybe_number, self.numbers))

    @staticmethod
    def pattern(name: str, subject: Code | None, parameters: list[Code]) -> str:
        """What stands before the `=`."""
        front = f"{subject.text}." if subject else ""
        inner = f"({', '.join(p.text for p in parameters)})" if parameters else ""
        return f"{front}{name}{inner}"

    def define_block(self, name: str) -> Lines:
        """A row of statements with a name."""
        subject, parameters, env = self.parameters()
        decides = self.choices.once_in(2)
        place = Place(decides, False, False, False, 200, 1)
        env = replace(env, room=300)
        body = self.block(env, place, decides)
        self.world.defines.append(Define(name, subject, tuple(parameters), None, 300, decides, not decides))
        return [f"define {self.pattern(name, subject, parameters)}", *indented(body)]
