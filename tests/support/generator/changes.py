"""Changes: values assigned, pieces put, moved and removed, blocks called, games ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from generator.author import NoWay, placed
from generator.code import ADD, MANY, MAYBE, MUL, NUMBER, ONE, POSTFIX, RANGE, TRUTH, Code, Env, Name, Sort, Variable
from generator.numbers import WIDE, Numbers
from generator.sets import Sets
from generator.things import Things
from generator.truths import Truths


class Changes(Numbers, Sets, Things, Truths):
    """Writes changes of the state, each on a line of its own."""

    def change(self, env: Env) -> str:
        """One change, without a condition."""
        inner = env.deeper if env.ahead else env
        pieces = 4 if self.world.board is not None and self.world.kinds else 0
        ways: list[tuple[int, Callable[[Env], str]]] = [
            (5, self.assignment), (pieces, self.put), (pieces, self.move), (pieces // 2, self.remove),
            (2 if self.blocks(env, False) else 0, self.called),
        ]  # fmt: skip
        ways = [way for way in ways if way[0]]
        chosen = self.choices.weighted([(weight, i) for i, (weight, _) in enumerate(ways)])
        for i in (chosen, *range(len(ways))):
            try:
                return str(ways[i][1](inner))
            except NoWay:
                continue
        raise NoWay

    def guarded(self, env: Env) -> str:
        """A change, perhaps under a condition."""
        change = self.change(env)
        if " if " in change:
            return change
        return f"{change} if {self.truth(env).condition}" if self.choices.once_in(4) else change

    # ---- pieces

    def put(self, env: Env) -> str:
        """`put K on S`."""
        piece = self.placeable(env)
        word = "under" if self.world.stacks and self.choices.once_in(3) else "on"
        return f"put {piece.at(RANGE)} {word} {self.target(env).at(RANGE)}"

    def placeable(self, env: Env) -> Code:
        """A piece to be put."""
        if self.choices.once_in(5):
            return self.maybe(self.world.piece, env)
        return self.thing(env, sites=False)

    def target(self, env: Env) -> Code:
        """Where something is done: mostly on one site that a name stands for."""
        assert self.world.board is not None
        found = self.named(self.world.board, env, (ONE, MAYBE))
        if found and self.choices.mostly(2):
            return self.choices.pick(found)
        if self.choices.mostly(2):
            return self.maybe(self.world.board, env)
        return self.many(self.world.board, env)

    def move(self, env: Env) -> str:
        """`move a to b`; what may be missing is asked for first, where there is room for a condition."""
        board = self.world.board
        assert board is not None
        found = self.named(board, env, (ONE,) if env.ahead else (ONE, MAYBE))
        ends = []
        for _ in range(2):
            if found and self.choices.mostly(3):
                ends.append(self.choices.pick(found))
            else:
                may_miss = not env.ahead and self.choices.once_in(6)
                ends.append((self.maybe if may_miss else self.one)(board, env))
        unsure = dict.fromkeys(f"some {end.at(RANGE)}" for end in ends if end.size == MAYBE)
        condition = f" if {' and '.join(unsure)}" if unsure else ""
        if self.world.stacks and self.choices.once_in(2):
            part = self.part_of_stack(ends[1], env)
            return f"move {part} of {ends[1].at(POSTFIX)} to {ends[0].at(RANGE)}{condition}"
        return f"move {ends[1].at(RANGE)} to {ends[0].at(RANGE)}{condition}"

    def part_of_stack(self, site: Code, env: Env) -> str:
        """How many pieces of a stack: mostly as many as there may be."""
        few = self.choices.pick(("0", "1", f"min({{2, {site.text}.height}})", f"({site.text}.height / 2)"))
        if site.size != ONE or not re.fullmatch(r"\w+", site.text):
            few = str(self.choices.upto(2))
        return f"({self.number(env).text})" if self.choices.once_in(6) else few

    def remove(self, env: Env) -> str:
        """`remove S`."""
        if self.world.stacks and self.choices.once_in(3):
            sites = self.target(env)
            word = self.choices.pick(("of", "under"))
            return f"remove {self.part_of_stack(sites, env)} {word} {sites.at(POSTFIX)}"
        return f"remove {self.target(env).at(RANGE)}"

    # ---- variables

    def assignment(self, env: Env) -> str:
        """`x = e`, `x += e`, `x -= e`."""
        targets: list[Variable | Name] = [v for v in self.world.variables if v.name != "tick"]
        targets += [n for n in env.names if n.changes] * 2
        if (env.section in ("turn", "end") and self.choices.once_in(10)) or not targets:
            return f"next = {self.one(self.world.player, env).text}"
        target = self.choices.pick(targets)
        if isinstance(target, Name):
            return self.assigned(target.text, target.code, env)
        if not target.dimensions:
            return self.assigned(target.name, target.value, env)
        size = self.choices.pick((ONE, ONE, ONE, MAYBE, MANY))
        indices = self.indices(target, env, size)
        cost = 1
        for index in indices:
            cost *= index.elements
        if cost > env.room:
            raise NoWay
        single = all(index.size == ONE for index in indices)
        return self.assigned(placed(target.name, target.subject, indices), target.value, env, single)

    def assigned(self, target: str, value: Code, env: Env, single: bool = True) -> str:
        """A target with its new value."""
        if value.sort.is_number and value.size != MANY:
            return self.numeric(target, value, env, single)
        if value.size == MANY:
            operator = self.choices.pick(("=", "+=", "-="))
            if operator == "=" and self.choices.once_in(6):
                return f"{target} = {{}}"
            return f"{target} {operator} {self.fitting(value, env).text}"
        if value.sort is TRUTH:
            return f"{target} = {self.truth(env).text}"
        if self.world.board is not None and value.sort is self.world.board.way:
            return f"{target} = {self.direction(value.sort, env).text}"
        if value.size == MAYBE and self.choices.once_in(6):
            return f"{target} = {{}}"
        return f"{target} = {self.single_value(value.sort, value.size, env).text}"

    def single_value(self, sort: Sort, size: int, env: Env) -> Code:
        """What a variable of a sort may hold: a kind or a piece as it is named, too."""
        if sort is self.world.kind and self.choices.mostly(2):
            return self.kind_itself()
        if sort is self.world.piece and size == MAYBE and self.choices.mostly(2):
            return self.thing(env, sites=False)
        if sort is self.world.piece and size == ONE:
            return self.sure_piece(env)
        return self.any_of(sort, size, env)

    def sure_piece(self, env: Env) -> Code:
        """A piece that is surely one."""
        for _ in range(3):
            thing = self.thing(env, sites=False)
            if thing.size == ONE:
                return thing
        raise NoWay

    def fitting(self, value: Code, env: Env) -> Code:
        """A set for a variable of its sort; of numbers, those that it may hold."""
        code = self.many(value.sort, env)
        if value.sort.is_number and not (value.low <= code.low and code.high <= value.high):
            return Code(f"({value.low}..{value.high}) & {code.at(MUL + 1)}", NUMBER, MANY, MUL, value.low, value.high)
        return code

    def numeric(self, target: str, value: Code, env: Env, single: bool) -> str:
        """A number set, raised or lowered; now and then beyond its range."""
        low, high = value.low, value.high
        if value.size == MAYBE and self.choices.once_in(4):
            number = "{}" if self.choices.once_in(2) else self.in_range(env, value, True).text
            return f"{target} = {number}"
        if self.choices.once_in(2) or value.size == MAYBE:
            return f"{target} = {self.in_range(env, value, False).text}"
        operator = self.choices.pick(("+=", "-="))
        most = max((high - low) // 2, 1) if high > low else 0
        by = self.within(env, 0, min(most, 9))
        if self.choices.once_in(6) or not single or env.ahead:
            return f"{target} {operator} {by.text}"
        sign = operator[0]
        if high - low > WIDE:
            return f"{target} {operator} {by.text} if {target} < {high - 9} and {target} > {low + 9}"
        return f"{target} {operator} {by.text} if {target} {sign} {by.at(MUL)} in {low}..{high}"

    def in_range(self, env: Env, value: Code, missing: bool) -> Code:
        """A number for a variable, mostly within its range."""
        code = self.maybe_number(env) if missing else self.number(env)
        fits = value.low <= code.low and code.high <= value.high
        overlaps = code.low <= value.high and value.low <= code.high
        if fits or (overlaps and self.choices.once_in(12)):
            return code
        if code.size == MAYBE:
            if value.high - value.low > WIDE:
                raise NoWay
            if code.low > value.high or code.high < value.low or code.level < ADD:
                raise NoWay
            return replace(code, text=f"{code.at(ADD)} when {code.at(ADD)} in {value.low}..{value.high}", level=2)
        return self.clamped(code, value.low, value.high, 2)

    # ---- blocks

    def blocks(self, env: Env, decides: bool) -> list[int]:
        """The defines that are blocks of statements and may stand there, by their numbers."""
        return [i for i, d in enumerate(self.world.defines)
                if d.value is None and (d.decides if decides else d.changes) and d.cost <= env.room]  # fmt: skip

    def called(self, env: Env, decides: bool = False) -> str:
        """A call of a block."""
        found = self.blocks(env, decides)
        if not found:
            raise NoWay
        return self.use(self.world.defines[self.choices.pick(found)], env)

    # ---- ends

    def ending(self, env: Env) -> str:
        """What ends the game."""
        way = self.choices.upto(5)
        if way == 0:
            return "draw"
        if way <= 3:
            who = self.choices.pick(("me", "next", "player - me"))
            if self.choices.once_in(2):
                who = self.many(self.world.player, env.deeper).at(RANGE)
            return f"{self.choices.pick(('win', 'lose'))} {who}"
        player = Code(env.fresh(self.world.player), self.world.player)
        inner = env.bind(Name(player, fixed=True)).within(len(self.world.players))
        return f"rank {player.text} by {self.number(inner).at(RANGE)}"
