"""Sets of things: by name, by operators, by queries, by steps, rays and floods."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import Author, NoWay
from generator.code import (
    ADD,
    ATOM,
    FAMILY,
    MANY,
    MAYBE,
    MUL,
    NUMBER,
    ONE,
    OWN,
    POSTFIX,
    RANGE,
    STEP,
    WIDE,
    Board,
    Code,
    Env,
    Name,
    Sort,
)


class Sets(Author):
    """Writes sets of a sort."""

    direction: Callable[..., Code]
    directions: Callable[..., Code]

    def many(self, sort: Sort, env: Env, strict: bool = False, plain: bool = False) -> Code:
        """Some things of a sort. `strict`: surely a set, not a single thing. `plain`: no name of a piece, which would
        stand for the piece itself in braces and behind names."""
        code = self._many(sort, env)
        if strict and code.size != MANY:
            code = replace(code, text=f"{{{self.item(code)}}}", size=MANY, level=POSTFIX, most=1)
        return replace(code, text=f"{code.at(MUL)} & site", level=MUL) if plain and self.is_thing(code) else code

    def is_thing(self, code: Code) -> bool:
        """Whether it may be the name of a piece."""
        return code.level == OWN or code.text.split("(")[0] in {k.name for k in self.world.kinds}

    def item(self, code: Code) -> str:
        """An expression as an element of a set in braces."""
        return f"{code.at(MUL)} & site" if self.is_thing(code) and code.sort is self.world.board else code.at(RANGE)

    def _many(self, sort: Sort, env: Env) -> Code:
        if sort.is_number:
            return self.numbers(env)
        board = sort if isinstance(sort, Board) else None
        on_board = board is not None and board is self.world.board and env.section != "static"
        pieces = 10 if on_board and self.world.kinds else 0
        kept = (MANY, MAYBE, ONE)
        return self.form(env, [
            (2, lambda: self.whole(sort)),
            (pieces, lambda: Code(self.choices.pick(("mine", "empty", "theirs", "occupied", "piece")), sort, MANY)),
            (3, lambda: self.known(sort, env, kept)),
            (2 if board else 0, lambda: self.region(sort, env)),
            (2, lambda: self.listed(sort, env)),
        ], [
            (pieces, lambda: self.thing(env.deeper, sites=True)),
            (8, lambda: self.combined(sort, env)),
            (8, lambda: self.filtered(sort, env)),
            (4, lambda: self.gathered(sort, env)),
            (10 if board else 0, lambda: self.steps(sort, env)),
            (10 if board else 0, lambda: self.rays(sort, env)),
            (6 if board else 0, lambda: self.flood(sort, env)),
            (4, lambda: self.kept(sort, env, MANY)),
            (4, lambda: self.contents(sort, env)),
            (1, lambda: self.conditional(lambda inner: self.many(sort, inner), env)),
            (1, lambda: self.chosen(lambda inner: self.many(sort, inner, strict=True), env)),
            (1, lambda: self.fallen_back(self.many(sort, env.deeper, strict=True), self.many(sort, env.deeper))),
            (4, lambda: self.defined(sort, env, MANY)),
            (4, lambda: self.coordinates(sort, env)),
        ])  # fmt: skip

    # ---- by name

    def whole(self, sort: Sort) -> Code:
        """All of a sort."""
        if sort is self.world.piece or not sort.size:
            raise NoWay
        return Code(sort.name, sort, MANY)

    def region(self, sort: Sort, env: Env) -> Code:
        """A part of the board that the board itself names."""
        board = self.board_of(sort)
        if board is not self.world.board or not (board.regions or board.calls):
            raise NoWay
        if not board.calls or (board.regions and self.choices.once_in(2)):
            return Code(self.choices.pick(board.regions), sort, MANY)
        name, low, high = self.choices.pick(board.calls)
        if self.choices.mostly(4) and env.depth > 0:
            return Code(f"{name}({self.number(env.deeper).text})", sort, MANY, POSTFIX)
        return Code(f"{name}({low + self.choices.upto(high - low)})", sort, MANY, POSTFIX)

    def listed(self, sort: Sort, env: Env) -> Code:
        """Things in braces; nothings are dropped."""

        def item() -> str:
            if sort is self.world.kind and self.choices.mostly(2):
                return self.kind_itself().text
            if sort is self.world.piece and self.choices.mostly(2):
                thing = self.thing(env.deeper, sites=False)
                if " of " in thing.text or "(" in thing.text:  # else it would be the kind
                    return thing.text
            return self.item(self.maybe(sort, env.deeper))

        items = self.choices.several(1, 3, item)
        return Code("{" + ", ".join(items) + "}", sort, MANY, most=len(items))

    # ---- by operators

    def combined(self, sort: Sort, env: Env) -> Code:
        """`A & B`, `A - B`, `A + B`."""
        operator = self.choices.pick(("&", "-", "+"))
        level = MUL if operator == "&" else ADD
        a, b = self.many(sort, env.deeper), self.many(sort, env.deeper)
        most = {"&": min(a.elements, b.elements), "-": a.elements, "+": a.elements + b.elements}[operator]
        return Code(f"{a.at(level)} {operator} {b.at(level + 1)}", sort, MANY, level, most=most)

    # ---- by queries

    def binder(self, env: Env, sort: Sort | None = None, limit: int = 10**9) -> tuple[str, Name, int]:
        """`x in S`, what it binds, and how many elements there may be."""
        room = min(env.room, limit)
        board = self.world.board
        if sort is None and board is not None and board.way.members and room >= 8 and self.choices.once_in(8):
            sort = board.way
        if sort is None:
            domains = [s for s in self.world.domains if s.size and (s.size <= room or s is self.world.board)]
            sort = self.choices.pick([NUMBER, *domains, *([self.world.board] * 3 if self.world.board else [])])
        source = self.source(sort, env, room)
        name = Name(Code(env.fresh(sort), sort, ONE, low=source.low, high=source.high), fixed=True)
        return f"{name.text} in {source.at(RANGE)}", name, source.elements

    def source(self, sort: Sort, env: Env, room: int) -> Code:
        """What a name ranges over, of no more elements than there is room for."""
        if self.world.board is not None and sort is self.world.board.way:
            return self.directions(self.world.board, env.deeper)
        for _ in range(3):
            code = self.numbers(env.deeper, room) if sort.is_number else self.many(sort, env.deeper)
            if code.elements <= room:
                return code
        return self.few(sort, env, room)

    def few(self, sort: Sort, env: Env, room: int) -> Code:
        """A set with few elements."""
        if sort.is_number:
            high = min(max(room, 1), 3)
            return Code(f"1..{high}", NUMBER, MANY, RANGE, 1, high, high)
        if sort.size and sort.size <= room and sort is not self.world.piece:
            return self.whole(sort)
        return self.listed(sort, replace(env, depth=0)) if room >= 3 else self.single(sort, env)

    def single(self, sort: Sort, env: Env) -> Code:
        code = self.maybe(sort, replace(env, depth=0))
        return Code("{" + self.item(code) + "}", sort, MANY, most=1)

    def query(self, env: Env, most: int = 2, limit: int = 10**9) -> tuple[str, Env, int]:
        """`x in S, y in T where c`, the place behind it, and how many tuples there may be."""
        texts: list[str] = []
        inner, tuples = env, 1
        while not texts or (len(texts) < most and self.choices.once_in(4)):
            text, name, elements = self.binder(inner, None, max(limit // tuples, 1))
            texts.append(text)
            tuples *= max(elements, 1)
            inner = inner.bind(name).within(elements)
            if self.choices.once_in(8):
                text, name = self.shared(inner)
                texts.append(text)
                inner = inner.bind(name)
        where = ""
        if self.choices.mostly(2):
            condition = self.truth(replace(inner, depth=min(inner.depth, 2)))
            where = f" where {condition.condition}"
        return ", ".join(texts) + where, inner, tuples

    def shared(self, env: Env) -> tuple[str, Name]:
        """`let x = e` in a query, and what it names."""
        world = self.world
        sort = self.choices.pick([world.player, *([world.board] * 2 if world.board else [])])
        code = self.choices.pick((
            lambda: self.number(env.deeper),
            lambda: self.many(sort, env.deeper, strict=True, plain=True),
            lambda: self.maybe(sort, env.deeper),
        ))()  # fmt: skip
        name = Name(replace(code, text=env.fresh(code.sort), level=ATOM), fixed=True)
        return f"let {name.text} = {code.at(RANGE)}", name

    def filtered(self, sort: Sort, env: Env) -> Code:
        """`{x in S where c}`."""
        text, name, elements = self.binder(env, sort)
        condition = self.truth(env.bind(name).within(elements))
        return Code(f"{{{text} where {condition.condition}}}", sort, MANY, most=elements)

    def gathered(self, sort: Sort, env: Env) -> Code:
        """`{e for x in S where c}`."""
        text, inner, tuples = self.query(env)
        body = self.many(sort, inner) if self.choices.once_in(4) else self.maybe(sort, inner)
        item = self.item(body)
        item += " + {}" if item.startswith("{") else ""  # else it would be a set of sets
        return Code(f"{{{item} for {text}}}", sort, MANY, most=tuples * body.elements)

    # ---- by steps

    def link(self, board: Board, env: Env) -> str:
        """What stands behind a dot: directions, or a relation."""
        ways: list[Callable[[], str]] = []
        if board.directions:
            ways += [lambda: self.choices.pick(board.directions)]
            ways += [lambda: self.directions(board, env).text] if board.way.members else []
        if board.relations:
            ways += [lambda: self.choices.pick(board.relations)]
        if not ways:
            raise NoWay
        return self.choices.pick(ways)()

    def steps(self, sort: Sort, env: Env) -> Code:
        """`S.N`, `S.{N, E}`, `S.adjacent`."""
        board = self.board_of(sort)
        subject = self.many(sort, env.deeper)
        link = self.link(board, env)
        most = WIDE if link in ("akin", "linked") else subject.elements * 8
        if self.choices.once_in(5):
            times = self.choices.pick((2, 0, 1, 3))
            text = f"{subject.at(POSTFIX)}.{link}^{times}"
            return Code(text, sort, max(subject.size, MAYBE), POSTFIX, most=most * 64)
        size = max(subject.size, MAYBE) if link in board.directions else MANY
        return Code(f"{subject.at(POSTFIX)}.{link}", sort, size, POSTFIX, most=most)

    def rays(self, sort: Sort, env: Env) -> Code:
        """`s.{N, E} through A`."""
        board = self.board_of(sort)
        if not board.directions:
            raise NoWay
        several = env.room >= 8 * sort.size and self.choices.once_in(2)
        subject = self.many(sort, env.deeper) if several else self.maybe(sort, env.deeper)
        link = self.choices.pick(board.directions) if self.choices.mostly(2) or not board.way.members else (
            self.directions(board, env).text)  # fmt: skip
        area = self.many(sort, env.deeper)
        return Code(f"{subject.at(POSTFIX)}.{link} through {area.at(OWN)}", sort, MANY, STEP)

    def flood(self, sort: Sort, env: Env) -> Code:
        """`s.adjacent through A`, `s.group(A)`, `s.run(N, A)`."""
        board = self.board_of(sort)
        if env.room < 3 * sort.size:
            raise NoWay
        subject, area = self.many(sort, env.deeper), self.many(sort, env.deeper, plain=True)
        if "adjacent" in board.relations and self.choices.once_in(2):
            return Code(f"{subject.at(POSTFIX)}.group({area.text})", sort, MANY, POSTFIX)
        if board is self.world.board and board.way.members and self.choices.once_in(2):
            way = self.direction(board.way, env.deeper)
            return Code(f"{subject.at(POSTFIX)}.run({way.text}, {area.text})", sort, MANY, POSTFIX)
        made = [d.name for d in self.world.defines if d.relates(sort) and d.cost * sort.size <= env.room]
        if not board.relations and not made:
            raise NoWay
        relation = self.choices.pick([*board.relations, *made])
        return Code(f"{subject.at(POSTFIX)}.{relation} through {area.at(OWN)}", sort, MANY, STEP)

    # ---- what stands on sites, and where

    def contents(self, sort: Sort, env: Env) -> Code:
        """The owners, kinds or pieces on some sites."""
        world = self.world
        what = {world.player: "owner", world.kind: "kind", world.piece: "piece"}.get(sort)
        if what is None or world.board is None or not world.kinds or env.room < world.board.size:
            raise NoWay
        sites = self.many(world.board, env.deeper, strict=True)
        return Code(f"{sites.at(POSTFIX)}.{what}", sort, MANY, POSTFIX)

    def coordinates(self, sort: Sort, env: Env) -> Code:
        """Coordinates of sites, where they are things."""
        found = [(b, name) for b in self.world.boards for name, own in b.coordinates if own is sort]
        found = [(b, name) for b, name in found if b.size <= env.room]
        if not found:
            raise NoWay
        board, name = self.choices.pick(found)
        return Code(f"{self.many(board, env.deeper, strict=True).at(POSTFIX)}.{name}", sort, MANY, POSTFIX)

    # ---- sets of sets

    def family(self, env: Env) -> Code:
        """A set of sets of sites of the board that there is room for."""
        found = [f for f in self.world.families if f.most <= env.room]
        if not found:
            raise NoWay
        return self.choices.pick(found)

    def line(self, env: Env) -> tuple[str, Name, int]:
        """`line in lines(3)`, what it binds, and how many there may be."""
        family = self.family(env)
        assert family.size == FAMILY
        name = Name(Code(env.fresh(LINES), family.sort, MANY), fixed=True)
        return f"{name.text} in {family.at(RANGE)}", name, family.most


LINES = Sort("line", 0, ("line", "row"))
