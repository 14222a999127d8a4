"""Blocks of statements: rows, locals, decisions, chance, either."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import NoWay
from generator.code import AND, MANY, MAYBE, NUMBER, ONE, OPEN, RANGE, TEST, TRUTH, Code, Env, Name
from generator.loops import Loops
from generator.place import INDENT, Lines, Place, indented


class Flow(Loops):
    """Writes blocks of statements."""

    # ---- blocks

    def block(self, env: Env, place: Place, decide: bool = False) -> Lines:
        """A row of statements, at least one. `decide`: with a decision on every way."""
        return self.row(env, place, decide)[0]

    def row(self, env: Env, place: Place, decide: bool = False) -> tuple[Lines, Env]:
        """A row of statements, and the place behind them, where what they introduce is known."""
        lines: Lines = []
        before = len(env.names)
        if decide:
            for _ in range(self.choices.upto(5) // 4 + self.choices.upto(7) // 7):
                more, env = self.simple(env, place)
                lines += more
            more, env = self.decision(env, place)
            lines += more
            lines += self.staple(env, before)
            place = replace(place, first=False)
        count = 0
        while (not lines or self.choices.mostly(3)) and count < 3:
            more, env = self.statement(env, place)
            lines += more
            count += 1
        return lines, env

    def staple(self, env: Env, before: int) -> Lines:
        """What mostly follows a decision: something is put, moved or removed on the sites that were chosen."""
        new = [n.text for n in env.names[before:] if n.code.sort is self.world.board and n.code.size == ONE]
        if not new or not self.world.kinds or not self.choices.mostly(4):
            return []
        if len(new) > 1 and self.choices.mostly(6):
            return [f"move {new[0]} to {new[1]}"]
        try:
            thing = self.thing(env.deeper, sites=False).at(RANGE)
        except NoWay:
            return []
        return [self.choices.pick((f"put {thing} on {new[0]}", f"remove {new[0]}"))]

    def statement(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """Any statement."""
        inner = replace(place, nested=place.nested - 1)
        nested = place.nested > 0
        ways: list[tuple[int, Callable[[], tuple[Lines, Env]]]] = [
            (10, lambda: self.simple(env, place)),
            (2 if nested else 0, lambda: (self.branch(env, inner, False), env)),
            (2 if nested else 0, lambda: (self.loop(env, inner), env)),
            (2 if place.decisions and nested else 0, lambda: self.guarded_decision(env, inner)),
            (1 if place.rolls and nested else 0, lambda: self.roll(env, place)),
            (1 if place.decisions and nested else 0, lambda: (self.deciding_loop(env, inner), env)),
            (1 if place.ends else 0, lambda: ([f"{self.ending(env)} if {self.rare(env)}"], env)),
        ]
        try:
            return self.choices.weighted([way for way in ways if way[0]])()
        except NoWay:
            return self.simple(env, place)

    def simple(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """A change, or a local."""
        ways: list[Callable[[], tuple[Lines, Env]]] = [lambda: ([self.guarded(env)], env), lambda: self.local(env)]
        for way in ways[::-1] if self.choices.once_in(4) else ways:
            try:
                return way()
            except NoWay:
                continue
        return [f"next = {self.choices.pick(('next', 'me'))}"], env

    def rare(self, env: Env) -> str:
        """A condition that mostly fails."""
        condition = self.truth(replace(env, depth=min(env.depth, 2)))
        return f"tick > {self.choices.upto(12)} and {condition.at(5) if condition.level else condition.text}"

    # ---- locals

    def local(self, env: Env) -> tuple[Lines, Env]:
        """`let x = e`."""
        way = self.choices.upto(5)
        inner = env
        if way == 0:
            low, high = self.choices.pick(((0, 5), (0, 1), (-3, 3), (0, 300)))
            name = Code(env.fresh(NUMBER), NUMBER, ONE, low=low, high=high)
            value = self.within(inner, low, high)
            return [f"let {name.text}: {low}..{high} = {value.text}"], env.bind(Name(name, True))
        if way == 1:
            name = Code(env.fresh(TRUTH), TRUTH)
            return [f"let {name.text} = {self.truth(inner).text}"], env.bind(Name(name, True))
        if way == 2:
            value = self.number(inner)
            return [f"let {env.fresh(NUMBER)} = {value.text}"], env.bind(
                Name(Code(env.fresh(NUMBER), NUMBER, ONE, low=value.low, high=value.high)))  # fmt: skip
        board = self.world.board
        if way == 5 and board is not None and board.way.members and self.choices.once_in(2):
            value = self.direction(board.way, inner)
            name = Code(env.fresh(board.way), board.way)
            return [f"let {name.text} = {value.text}"], env.bind(Name(name, True))
        sort = self.choices.pick([s for s in self.world.domains if s.size])
        if way == 3:
            value = self.many(sort, inner, strict=True, plain=True)
            return [f"let {env.fresh(sort)} = {value.text}"], env.bind(
                Name(Code(env.fresh(sort), sort, MANY, most=sort.size), True))  # fmt: skip
        value = self.maybe(sort, inner)
        name = Code(env.fresh(sort), sort, value.size, firm=value.firm)
        lines = [f"let {name.text} = {value.text}"]
        if value.size == ONE and self.choices.once_in(4):  # a larger size, found out later
            later = self.firm(sort, inner.bind(Name(name)))
            name = replace(name, size=MAYBE, firm=True)
            lines.append(f"{name.text} = {later.text}")
        return lines, env.bind(Name(name, value.size == ONE or value.firm))

    # ---- decisions

    def decision(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """A statement that decides on every way."""
        inner = replace(place, nested=place.nested - 1)
        nested = place.nested > 0
        ways: list[tuple[int, Callable[[], tuple[Lines, Env]]]] = [
            (6, lambda: self.choose(env, place, sure=not place.first)),
            (12 if place.first else 0, lambda: self.step(env, place)),
            (1, lambda: ([f'choose "{self.said(env)}"{self.perhaps(env, place)}'], env)),
            (3 if nested else 0, lambda: (self.either(env, inner), env)),
            (1 if nested else 0, lambda: (self.branch(env, inner, True), env)),
            (1 if nested else 0, lambda: self.repeat(env, inner)),
            (1 if nested and place.width > 50 else 0, lambda: self.most(env, inner)),
            (1 if self.blocks(env, True) and place.width >= 2_000 else 0, lambda: ([self.called(env, True)], env)),
        ]
        try:
            return self.choices.weighted([way for way in ways if way[0]])()
        except NoWay:
            return ['choose "pass"'], env

    def perhaps(self, env: Env, place: Place) -> str:
        """` where c` for what is said, where that may be refused."""
        return f" where {self.truth(env).condition}" if place.first and self.choices.once_in(4) else ""

    def choose(self, env: Env, place: Place, sure: bool, word: str = "choose", names: int = 3) -> tuple[Lines, Env]:
        """`choose x in S, y in T where c as "…"`. `sure`: there is always an option."""
        texts: list[str] = []
        bound: list[Name] = []
        inner, width, tuples = env, place.width, 1
        while not texts or (len(texts) < names and self.choices.once_in(3)):
            text, name, elements = self.option(inner, width, sure or not texts)
            texts.append(text)
            bound.append(name)
            width, tuples = max(width // elements, 1), tuples * elements
            inner = inner.bind(name).within(max(elements, 1))
        shared: list[Name] = []
        if self.choices.once_in(6):
            text, known = self.shared(inner)
            texts.append(text)
            shared.append(known)
            inner = inner.bind(known)
        where = ""
        test = replace(inner, depth=env.depth)
        if not sure and self.choices.once_in(2):
            outer = replace(env, room=inner.room, taken=env.taken | {name.text for name in bound})
            where = f" where {self.condition(outer, test, bound)}"
        written = self.move_text(bound, replace(test, depth=min(test.depth, 1)))
        if written and word == "choose" and len(written) % 4 == 0:  # now and then, without a draw
            written += f' as "{{{bound[-1].text}}}"'
        line = f"{word} {', '.join(texts)}{where}{written}"
        lines = [line]
        if len(line) > 90 and where:
            head = f"{word} {', '.join(texts)}"
            lines = [head, *(INDENT * 2 + part.strip() for part in (where, written) if part)]
        plain = [replace(name, fixed=False) for name in (*bound, *shared)]
        return lines, env.bind(*plain)

    def condition(self, outer: Env, inner: Env, bound: list[Name]) -> str:
        """What a decision's options must meet: it speaks of some of their names, of one alone, of none, or it is made
        of several such conditions. Those that read the state alone let all options pass, or none."""
        ways: list[Callable[[], Code]] = [
            lambda: self.telling(inner, bound),
            lambda: self.telling(outer.bind(bound[0]), bound[:1]),
            lambda: self.telling(outer.bind(bound[-1]), bound[-1:]),
            lambda: self.truth(outer),
            lambda: self.gate(outer),
        ]
        found = self.choices.pick(ways)()
        if self.choices.once_in(3) and found.level != OPEN:
            more = self.choices.pick(ways)()
            return f"{found.at(AND)} and {more.text if more.level == OPEN else more.at(AND + 1)}"
        return found.condition

    def gate(self, env: Env) -> Code:
        """A plain condition on the state alone, that now holds and now doesn't."""
        pieces = self.choices.pick(("mine", "theirs", "empty")) if self.world.kinds and self.world.board else ""
        ways = [f"tick {self.choices.pick(('>', '<', '!='))} {1 + self.choices.upto(5)}",
                f"tick % {2 + self.choices.upto(2)} = 0"]  # fmt: skip
        if pieces and env.section == "turn":
            sign = self.choices.pick((">", "<"))
            ways += [f"count({pieces}) {sign} {1 + self.choices.upto(4)}", f"count({pieces}) % 2 = 0"]
        return Code(self.choices.pick(ways), TRUTH, ONE, TEST)

    def step(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """`choose a in mine, b in a.compass - mine where c`: sites, and others some steps away or all over the board,
        as in most games; or sites, and one of a few things."""
        world, choices = self.world, self.choices
        board = world.board
        if board is None or board.size * 8 > max(place.width, 600):
            raise NoWay
        a = Name(Code(env.fresh(board), board, ONE), fixed=True)
        words = ("mine", "occupied", "theirs", "empty") if world.kinds and env.section == "turn" else (board.name,)
        inner, far = env.bind(a), board
        ways: list[Callable[[], str]] = [
            lambda: f"{a.text}.{self.link(board, inner)}",
            lambda: f"{a.text}.{self.link(board, inner)} {choices.pick('&-')} {choices.pick(words)}",
            lambda: (f"({a.text}.{self.link(board, inner)} + {a.text}.{self.link(board, inner)})"
                     f" - {choices.pick(words)}"),
        ]
        few = [sort for sort in (world.player, *world.sorts) if 0 < sort.size <= 8]
        if few and choices.once_in(5):
            far = choices.pick(few)
            ways = [lambda: far.name]
        elif board.size ** 2 <= place.width and choices.once_in(6):
            ways = [lambda: choices.pick(words)]
        b = Name(Code(inner.fresh(far), far, ONE), fixed=True)
        head = f"choose {a.text} in {choices.pick(words)}, {b.text} in {choices.pick(ways)()}"
        outer = replace(env, room=env.room // board.size, taken=env.taken | {a.text, b.text})
        within = inner.bind(b).within(board.size * 8)
        where = f" where {self.condition(outer, within, [a, b])}" if choices.mostly(4) else ""
        plain = [replace(name, fixed=False) for name in (a, b)]
        return [head + where], env.bind(*plain)

    def option(self, env: Env, width: int, sure: bool) -> tuple[str, Name, int]:
        """One name of a decision with what it ranges over; `sure`: with something in it, mostly."""
        if not sure and self.choices.mostly(3):
            try:
                return self.binder(env, None, width)
            except NoWay:
                pass
        world = self.world
        found: list[Code] = []
        if world.board is not None and world.board.size <= width:
            if world.kinds and env.section == "turn":
                found += [Code(text, world.board, MANY) for text in ("empty", "mine", "occupied")][: 1 if sure else 3]
            found.append(Code(world.board.name, world.board, MANY))
        found += [Code(sort.name, sort, MANY) for sort in (world.player, *world.sorts, *world.boards)
                  if sort.size <= width and sort is not world.board]  # fmt: skip
        high = min(width, self.choices.pick((3, 6, 2)))
        found += [Code(f"{low}..{high}", NUMBER, MANY, RANGE, low, high) for low in (1, high - 2)]
        code = self.choices.pick(found)
        name = Name(Code(env.fresh(code.sort), code.sort, ONE, low=code.low, high=code.high), fixed=True)
        return f"{name.text} in {code.at(RANGE)}", name, code.elements

    def roll(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """`roll n in 1..6`; sometimes among what may be empty."""
        width = min(place.width, 300)
        if self.choices.mostly(4):
            return self.choose(env, replace(place, width=width), True, "roll", 2)
        if self.choices.once_in(2):
            return self.dice(env)
        text, name, _ = self.binder(env, None, width)
        source = text.split(" in ", 1)[1]
        lines, inner = [f"roll {text}"], env.bind(replace(name, fixed=False))
        if self.choices.mostly(5) and self.world.board:
            more, _ = self.simple(inner, place)
            return [f"if some {source}", *indented([*lines, *more])], env
        return lines, inner

    def dice(self, env: Env) -> tuple[Lines, Env]:
        """Several dice as one sum, or one that isn't fair."""
        name = env.fresh(NUMBER)
        known = Name(Code(name, NUMBER, ONE, low=0, high=6))
        if self.choices.once_in(2):
            return [f"roll {name} in {1 + self.choices.upto(2)} of {{0, 1, 2}}"], env.bind(known)
        weight = self.choices.pick((f"2 when {name} = 3 otherwise 1", "tick % 3 + 1", f"{name} + tick % 2"))
        return [f"roll {name} in 0..3 by {weight}"], env.bind(known)

    def guarded_decision(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """A decision in the middle of a turn, with something else to do if there is no option."""
        if self.choices.once_in(12):
            return self.choose(env, place, sure=False)
        lines, inner = self.choose(env, place, sure=False)
        change, _ = self.simple(inner, place)
        rest: Lines = ['choose "pass"'] if self.choices.mostly(3) else [self.guarded(env)]
        word = "otherwise" if self.choices.mostly(3) or rest[0][:6] != "choose" else "or"
        return ["either", *indented([*lines, *change]), word, *indented(rest)], env

    def either(self, env: Env, place: Place) -> Lines:
        """`either … or … otherwise …`, of which each branch decides before it rolls."""
        inner = replace(place, rolls=False, first=True)
        lines: Lines = []
        for branch in self.choices.several(1, 3, lambda: self.branch_of_either(env, inner, place)):
            lines += ["or" if lines else "either", *indented(branch)]
        if self.choices.once_in(3) or not place.first:
            rest = self.block(env, place, True) if self.choices.mostly(3) else ['choose "pass"']
            lines += ["otherwise", *indented(rest)]
        return lines

    def branch_of_either(self, env: Env, first: Place, later: Place) -> Lines:
        """Changes, a decision, and what follows it."""
        lines: Lines = []
        before = len(env.names)
        while self.choices.once_in(4) and len(lines) < 3:
            more, env = self.simple(env, first)
            lines += more
        more, env = self.decision(env, replace(first, rolls=False))
        lines += [*more, *self.staple(env, before)]
        for _ in range(self.choices.upto(2)):
            more, env = self.statement(env, replace(later, first=False))
            lines += more
        return lines
