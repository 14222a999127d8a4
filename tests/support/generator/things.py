"""Single things, and things that may be missing: players, sites, members of enumerations, kinds, pieces, directions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.author import Author, NoWay
from generator.code import MANY, MAYBE, NUMBER, ONE, POSTFIX, UNARY, Board, Code, Env, Sort


class Things(Author):
    """Writes one thing of a sort, or one that may be missing."""

    def one(self, sort: Sort, env: Env) -> Code:
        """Exactly one thing."""
        world = self.world
        return self.form(env, [
            (6, lambda: self.known(sort, env, (ONE,))),
            (2, lambda: self.member(sort, env)),
        ], [
            (1, lambda: self.successor(sort, self.one, env)),
            (2, lambda: self.kept(sort, env, ONE)),
            (1, lambda: self.coordinate(sort, env, self.one)),
            (1, lambda: self.stepped(sort, env, ONE)),
            (1, lambda: self.fallen_back(self.firm(sort, env.deeper), self.one(sort, env.deeper))),
            (1, lambda: self.chosen(lambda inner: self.one(sort, inner), env)),
            (1, lambda: self.defined(sort, env, ONE)),
            (3 if sort is world.player and env.section != "static" else 0, lambda: Code("next", sort)),
        ])  # fmt: skip

    def maybe(self, sort: Sort, env: Env) -> Code:
        """One thing, or nothing."""
        world = self.world
        on_board = world.board is not None and bool(world.kinds) and env.section != "static"
        content = {world.player: "owner", world.kind: "kind", world.piece: "piece"}.get(sort, "") if on_board else ""
        return self.form(env, [
            (4, lambda: self.known(sort, env, (MAYBE, ONE))),
            (3, lambda: self.one(sort, env)),
            (2, lambda: self.spot(sort)),
            (2, lambda: self.element(sort, env.deeper)),
        ], [
            (3, lambda: self.stepped(sort, env, MAYBE)),
            (3, lambda: self.walked(sort, env)),
            (3 if content else 0, lambda: self.content(content, sort, env)),
            (4 if content and world.stacks else 0, lambda: self.layer(content, sort, env)),
            (2, lambda: self.the(sort, env)),
            (1, lambda: self.successor(sort, self.maybe, env)),
            (2, lambda: self.kept(sort, env, MAYBE)),
            (1, lambda: self.conditional(lambda inner: self.one(sort, inner), env)),
            (1, lambda: self.coordinate(sort, env, self.maybe)),
            (1, lambda: self.fallen_back(self.firm(sort, env.deeper), self.maybe(sort, env.deeper))),
            (1, lambda: self.chosen(lambda inner: self.maybe(sort, inner), env)),
            (1, lambda: self.defined(sort, env, MAYBE)),
        ])  # fmt: skip

    def firm(self, sort: Sort, env: Env) -> Code:
        """What may be missing, for the checker, too: so `otherwise` may stand behind it."""
        for _ in range(3):
            code = self.maybe(sort, env)
            if code.size == MAYBE and code.firm:
                return code
        return self.the(sort, env)

    # ---- forms

    def member(self, sort: Sort, env: Env) -> Code:
        """One by its name."""
        if sort is self.world.player and env.section != "static" and self.choices.mostly(2):
            return Code("me", sort)
        if not sort.members or (isinstance(sort, Board) and not self.is_told(sort)):
            raise NoWay
        return Code(self.choices.pick(sort.members), sort)

    def is_told(self, board: Board) -> bool:
        """Whether a site's name stands for a site of that board, not for one of another board of the game."""
        others = [b for b in self.world.boards if b is not board]
        return not any(set(board.members) & set(b.members) for b in others)

    def successor(self, sort: Sort, make: Callable[..., Code], env: Env) -> Code:
        """`p.next`, round and round."""
        if sort is not self.world.player and sort not in self.world.sorts:
            raise NoWay
        of = make(sort, env.deeper)
        return replace(of, text=f"{of.at(POSTFIX)}.next", level=POSTFIX)

    def coordinate(self, sort: Sort, env: Env, make: Callable[..., Code]) -> Code:
        """What a coordinate of a site is, where coordinates are things."""
        found = [(b, name) for b in self.world.boards for name, own in b.coordinates if own is sort]
        if not found:
            raise NoWay
        board, name = self.choices.pick(found)
        site = make(board, env.deeper)
        return Code(f"{site.at(POSTFIX)}.{name}", sort, site.size, POSTFIX, firm=site.firm)

    def spot(self, sort: Sort) -> Code:
        """A site of the board with a name of its own that might not be there."""
        if sort is not self.world.board or not self.board_of(sort).spots:
            raise NoWay
        return Code(self.choices.pick(self.board_of(sort).spots), sort, MAYBE)

    def element(self, sort: Sort, env: Env) -> Code:
        """A site by its coordinates."""
        board = self.board_of(sort)
        alike = [b for b in self.world.boards if b is not board and signature(b) == signature(board)]
        parts: list[str] = []
        for _, coordinate in board.coordinates:
            if not coordinate.is_number:
                code = self.any_of(coordinate, MAYBE, env)
            elif self.choices.mostly(2):
                code = self.number(env) if self.choices.mostly(3) else self.maybe_number(env)
            else:
                value = self.choices.pick(range(coordinate.low, coordinate.high + 1))
                code = Code(str(value), coordinate, level=UNARY if value < 0 else POSTFIX)
            parts.append(code.at(9))
        named = ("site" if board is self.world.board else sort.name) if alike else ""
        return Code(f"{named}[{', '.join(parts)}]", sort, MAYBE, firm=True)

    def the(self, sort: Sort, env: Env) -> Code:
        """The only element of a set."""
        inner = self.many(sort, env.deeper, strict=True)
        return Code(f"the({inner.text})", sort, MAYBE, POSTFIX, firm=True)

    def content(self, what: str, sort: Sort, env: Env) -> Code:
        """What stands on a site: its kind, its owner, or the whole piece."""
        assert self.world.board is not None
        site = self.maybe(self.world.board, env.deeper)
        return Code(f"{site.at(POSTFIX)}.{what}", sort, MAYBE, POSTFIX, firm=True)

    def layer(self, what: str, sort: Sort, env: Env) -> Code:
        """A piece of a stack by its number, or something of it."""
        assert self.world.board is not None
        site = self.maybe(self.world.board, env.deeper)
        number = self.number(env.deeper) if self.choices.once_in(2) else Code(str(self.choices.upto(4)), NUMBER)
        piece = f"{site.at(POSTFIX)}.{self.choices.pick(('top', 'bottom'))}({number.text})"
        return Code(piece if what == "piece" else f"{piece}.{what}", sort, MAYBE, POSTFIX, firm=True)

    # ---- steps

    def stepped(self, sort: Sort, env: Env, size: int) -> Code:
        """A step from a site."""
        board = self.board_of(sort)
        names = list(board.total) if size == ONE else list(board.directions)
        if not names:
            raise NoWay
        subject = self.any_of(sort, size, env.deeper)
        if size == MAYBE and self.choices.once_in(3):
            way, sure = self.way(board, env), False
            firm = not board.total
        else:
            direction = self.choices.pick(sorted(names))
            way, sure = direction, direction in board.total
            firm = not sure
        result = max(subject.size, ONE if sure else MAYBE)
        return Code(f"{subject.at(POSTFIX)}.{way}", sort, result, POSTFIX, firm=subject.firm or firm)

    def walked(self, sort: Sort, env: Env) -> Code:
        """Several steps in a direction."""
        board = self.board_of(sort)
        if not board.directions:
            raise NoWay
        subject = self.maybe(sort, env.deeper)
        way = self.choices.pick(board.directions) if self.choices.mostly(3) else self.way(board, env)
        if self.choices.mostly(3):
            return Code(f"{subject.at(POSTFIX)}.{way}^{self.choices.upto(4)}", sort, MAYBE, POSTFIX)
        steps = self.within(env.deeper, 0, 12)
        firm = subject.size == ONE and not board.total
        return Code(f"{subject.at(POSTFIX)}.{way}^({steps.text})", sort, MAYBE, POSTFIX, firm=firm)

    def way(self, board: Board, env: Env) -> str:
        """A single direction, as it stands behind a dot: a local's name, or an expression in parentheses."""
        locals_ = [n.text for n in env.names if n.code.sort is board.way and n.code.size == ONE]
        if locals_:
            return self.choices.pick(locals_)
        if len(board.way.members) < 2:
            raise NoWay
        first, second = self.choices.pick(board.way.members), self.choices.pick(board.way.members)
        made = [d for d in self.world.defines if d.value and d.value.sort is board.way and d.value.size == ONE]
        if made and board is self.world.board:
            return f"({self.use(made[0], env.deeper)})"
        return f"({first} when {self.truth(env.within(4)).at(3)} otherwise {second})"

    def direction(self, sort: Sort, env: Env) -> Code:
        """A direction of the board, as a value."""
        return self.form(env, [(2, lambda: self.known(sort, env, (ONE,))), (2, lambda: self.member(sort, env))], [
            (1, lambda: self.chosen(lambda inner: self.direction(sort, inner), env)),
        ])  # fmt: skip

    def directions(self, board: Board, env: Env) -> Code:
        """Directions of the board, as a set."""
        sort = board.way
        if not sort.members:
            raise NoWay
        several = self.choices.several(1, 4, lambda: self.direction(sort, env.deeper).at(9))
        text = "{" + ", ".join(dict.fromkeys(several)) + "}"
        if board.ways and self.choices.mostly(3):
            text = self.choices.pick(board.ways)
        return Code(text, sort, MANY, most=8)


def signature(board: Board) -> list[object]:
    """What coordinates of a board look like."""
    return [None if sort.is_number else sort for _, sort in board.coordinates]
