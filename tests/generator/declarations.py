"""Declarations: players, boards, pieces, options, what the game remembers, defines, looks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator import boards
from generator.author import NoWay
from generator.code import (
    FAMILY,
    MANY,
    MAYBE,
    NUMBER,
    ONE,
    OTHERWISE,
    PLAYERS,
    TRUTH,
    WIDE,
    Board,
    Code,
    Define,
    Env,
    Kind,
    Name,
    Sort,
    Variable,
    numbers,
)
from generator.flow import Flow, Lines, Place, indented

ENUMERATIONS = {"hue": ("red", "green", "blue"), "mood": ("glad", "sad"), "suit": ("clubs", "hearts", "spades", "stars")}
RANGES = [("die", 1, 6), ("degree", -3, 3), ("bit", 0, 1), ("shade", -70, -5), ("fine", 0, 64)]
KINDS = ("man", "king", "wall", "ghost", "stone")
WORDS = ("tally", "target", "trace", "gauge", "omen", "heat", "claim", "relic", "scent", "debt")
VALUES = ("zone", "reach", "load", "aim", "fate", "rate")
BLOCKS = ("strike", "spread", "settle")
COLOURS = ("white", "black", "red", "green", "blue", "yellow")


class Declarations(Flow):
    """Writes declarations, and notes in the world what they introduce."""

    options: dict[str, object]
    asked: int | None = None
    """How many players are asked for, where that is left open."""

    # ---- players, types, board

    def declare_players(self) -> Lines:
        """Names, or how many there are."""
        world = self.world
        if self.choices.mostly(3):
            count = self.choices.pick((2, 2, 3, 1, 4, 6))
            names = ("White", "Black", "Red", "Blue", "Gold", "Pink")[:count]
            line = f"players {', '.join(names)}"
        else:
            low = 1 + self.choices.upto(2)
            count = low + self.choices.upto(3)
            names = tuple("ABCDEF"[:count])
            line = f"players {low}..6"
            self.asked = count
        world.players, world.player = names, Sort("player", count, PLAYERS, names)
        return [line]

    def declare_types(self) -> Lines:
        """Enumerations and ranges."""
        lines: Lines = []
        for name, members in ENUMERATIONS.items():
            if self.choices.once_in(3):
                self.world.sorts.append(Sort(name, len(members), "kh", members))
                lines.append(f"type {name} = {', '.join(members)}")
        for name, low, high in RANGES:
            if self.choices.once_in(3):
                self.world.ranges.append(numbers(name, low, high))
                lines.append(f"type {name} = {low}..{high}")
        return lines

    def declare_boards(self) -> Lines:
        """The board, and types with sites beside it."""
        lines: Lines = []
        world = self.world
        if self.choices.once_in(3):
            lines += self.beside("pit", small=True)
        if self.choices.upto(19) != 19:
            lines += self.main_board()
        if not world.boards or self.choices.once_in(6):
            lines += self.beside("track", small=bool(world.boards))
        for board in world.boards:
            for text in board.families:
                if board is world.board or (board.members and text == "roads" and len(world.boards) == 1):
                    most = 4 * board.size if text.startswith("lines(") else 7
                    world.families.append(Code(text, board, FAMILY, most=most))
        return lines

    def beside(self, name: str, small: bool) -> Lines:
        """A type with sites."""
        if self.choices.once_in(3):
            made, lines = boards.own(self.choices, name, [*self.world.sorts, *self.world.boards], small=True)
            if "(" in made.name:
                lines[0] = lines[0].replace(f"type {name}(w, h)", f"type {name}s(w, h)")
                lines = [line.replace(f" in {name} ", f" in {name}s ") for line in lines]
                lines.append(f"type {name} = {made.name.replace(name, name + 's', 1)}")
        else:
            made = boards.shipped(self.choices, small)
            lines = [f"type {name} = {made.name}"]
        self.world.boards.append(boards.called(made, name, self.world.players))
        return lines

    def main_board(self) -> Lines:
        """The board."""
        world, lines = self.world, []
        if self.choices.once_in(4):
            made, lines = boards.own(self.choices, "field", [*world.sorts, *world.boards])
        else:
            made = boards.shipped(self.choices)
        shape = made.name
        if shape.startswith("grid(") and self.choices.once_in(5):
            width = made.coordinates[0][1].high
            lines.append(f'option width: 1..{max(width, 9)} = {self.choices.pick((width, 1))} "columns"')
            shape = f"grid(width, {made.coordinates[1][1].high})"
            self.options["width"] = width
            world.options.append(Name(Code("width", NUMBER, ONE, low=1, high=max(width, 9))))
        world.stacks = self.choices.once_in(4)
        world.board = boards.called(made, "site", world.players)
        world.boards.append(world.board)
        return [*lines, f"board stacks({shape})" if world.stacks else f"board {shape}"]

    # ---- pieces

    def declare_pieces(self) -> Lines:
        """Kinds of pieces, with or without owners and numbers."""
        world, lines = self.world, []
        if world.board is None:
            return []
        for name in KINDS:
            if world.kinds and self.choices.mostly(2):
                continue
            owned = self.choices.mostly(3) or not world.kinds
            number = self.choices.pick(((1, 3), (0, 6), (-2, 2))) if self.choices.once_in(5) else None
            told = f"{name}(worth: {number[0]}..{number[1]})" if number else name
            lines.append(f"pieces {told}" + (" of player" if owned else ""))
            world.kinds.append(Kind(name, owned, number))
        players = len(world.players)
        sizes = [(players if k.owned else 1) * (k.number[1] - k.number[0] + 1 if k.number else 1) for k in world.kinds]
        world.kind = Sort("kind", len(world.kinds), "z")
        world.piece = Sort("piece", sum(sizes), "xy")
        return lines

    # ---- options and state

    def declare_options(self) -> Lines:
        """Values that are settled when the game is loaded."""
        lines: Lines = []
        ways: list[Callable[[], tuple[str, Code, str | None, object]]] = [self.number_option, self.truth_option, self.thing_option]
        for name in ("extra", "first", "variant"):
            if not self.choices.once_in(4):
                continue
            type_, code, default, given = self.choices.pick(ways)()
            lines.append(f'option {name}: {type_}' + (f" = {default}" if default else "") + f' "what {name} says"')
            if given is not None:
                self.options[name] = given
            self.world.options.append(Name(replace(code, text=name)))
        return lines

    def number_option(self) -> tuple[str, Code, str | None, object]:
        low, high = self.choices.pick(((1, 4), (0, 9), (-3, 3)))
        value = low + self.choices.upto(high - low)
        code = Code("", NUMBER, ONE, low=low, high=high)
        return f"{low}..{high}", code, self.choices.pick((None, str(value))), self.choices.pick((None, value))

    def truth_option(self) -> tuple[str, Code, str | None, object]:
        return "truth", Code("", TRUTH), self.choices.pick((None, "true", "false")), self.choices.pick((None, True))

    def thing_option(self) -> tuple[str, Code, str | None, object]:
        world, static = self.world, Env(section="static", depth=0)
        sort = self.choices.pick([s for s in (world.player, *world.sorts, *([world.board] if world.board else [])) if s.members])
        if self.choices.once_in(2):
            return f"set of {sort.name}", Code("", sort, MANY), self.many(sort, static, strict=True).text, None
        member = self.choices.pick(sort.members)
        return sort.name, Code("", sort), self.choices.pick((None, member)), self.choices.pick((None, member))

    def declare_state(self, cap: int) -> Lines:
        """What the game, the players, the sites and others have."""
        tick = Variable("tick", None, (), Code("", NUMBER, ONE, low=0, high=cap + 1))
        self.world.variables.append(tick)
        lines = [f"game has tick: 0..{cap + 1}"]
        for name in WORDS:
            if len(self.world.variables) < 7 and self.choices.mostly(2):
                lines.append(self.declare_variable(name))
        return lines

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
            low, high = choices.pick(((0, 9), (-999, 999), (-5, 5), (1, 3), (0, 300), (-200, -100), (0, 100_000), (-500_000, 499_999), (999_100_000, 1_000_000_000)))
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

    # ---- defines

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
            lines = [f"define {self.pattern(name, subject, parameters)} = {value.at(OTHERWISE) if value.level else value.text}"]
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
        return self.choices.pick([
            lambda env: self.many(sort, env, strict=True, plain=True), lambda env: self.truth(env),
            lambda env: self.number(env), lambda env: self.many(sort, env, strict=True, plain=True),
            lambda env: self.maybe(sort, env), lambda env: self.one(world.player, env), lambda env: self.maybe_number(env),
            lambda env: self.numbers(env),
        ])  # fmt: skip

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

    # ---- looks

    def declare_looks(self) -> Lines:
        """How pieces and members are written."""
        world, lines = self.world, []
        if not self.choices.once_in(3):
            return []
        for i, kind in enumerate(world.kinds):
            if kind.owned:
                lines += [f'{kind.name} of {player} "{"abcdef"[j]}{i}" "●" {COLOURS[j]}' for j, player in enumerate(world.players)]
            else:
                lines.append(f'{kind.name} "#{i}" grey')
        lines += [f'{member} "{member[0].upper()}{i}"' for sort in world.sorts for i, member in enumerate(sort.members)]
        return ["looks", *indented(lines)] if lines else []


