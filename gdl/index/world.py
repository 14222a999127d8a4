"""Everything that has a name everywhere in a ruleset: its own, its bases', the prelude's, what is built in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from gdl.check.player_names import possible
from gdl.check.prelude import Prelude, prelude
from gdl.index.symbols import Sort, Symbol
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import BUILT_IN, CONTENT, FUNCTIONS, OF_BORDERS, OF_DIRECTIONS, STACK


@dataclass
class World:
    """The names of a ruleset that are known everywhere, and those of each board by themselves.

    `plain`: names that stand alone. `links`: names behind a dot, several where they belong to different things.
    """

    trees: Sequence[t.Tree]
    plain: dict[str, Symbol] = field(default_factory=dict)
    links: dict[str, list[Symbol]] = field(default_factory=dict)
    shapes: list[t.Shape] = field(default_factory=list)
    of_shapes: dict[str, dict[str, Symbol]] = field(default_factory=dict)
    """For each board: what stands alone within its definition, and elsewhere if nothing else is called so."""
    by_place: dict[t.Name, Symbol] = field(default_factory=dict)
    """What a name introduces."""
    labels: frozenset[str] = frozenset()
    """The names of sites, if they are known."""

    def introduce(self, symbol: Symbol, place: t.Name | None) -> Symbol:
        """Add a thing, or one more place of it."""
        table = self.links.get(symbol.name, ()) if symbol.behind else [*filter(None, [self.plain.get(symbol.name)])]
        known = next((s for s in table if (s.sort, s.of) == (symbol.sort, symbol.of)), None)
        if known is None:
            if symbol.behind:
                self.links.setdefault(symbol.name, []).append(symbol)
            elif symbol.name not in self.plain:
                self.plain[symbol.name] = symbol
            known = symbol
        if place is not None:
            known.places.append(place)
            self.by_place[place] = known
        return known

    def find(self, name: str, board: str = "") -> Symbol | None:
        """What a name stands for that is no local: within the definition of a board its own names come first."""
        if board and name in self.of_shapes.get(board, ()):
            return self.of_shapes[board][name]
        if name in self.plain:
            return self.plain[name]
        for table in self.of_shapes.values():
            if name in table and table[name].sort is not Sort.SIZE:
                return table[name]
        return None


def world(trees: Sequence[t.Tree]) -> World:
    """The names of a file and of what it extends, the file's own first."""
    found = World(trees)
    for tree in trees:
        for item in tree.items:
            for symbol, place in _introduced(item):
                if symbol.declaration is None:
                    symbol.declaration = item
                found.introduce(symbol, place)
    basics = prelude()
    for define in basics.defines.values():
        found.introduce(_define(define), define.name)
    for shape in _shapes(trees, basics):
        _add_shape(found, shape)
    own_directions = [item for tree in trees for item in tree.items if isinstance(item, t.Direction)]
    for item in own_directions:
        symbol = found.plain[item.name.text]
        found.links.setdefault(item.name.text, []).append(symbol)
    for name in (*CONTENT, *STACK, *OF_DIRECTIONS, *OF_BORDERS, "next"):
        found.introduce(Symbol(name, Sort.BUILT_IN, behind=True), None)
    for name in (*BUILT_IN, "stacks"):
        found.introduce(Symbol(name, Sort.BUILT_IN), None)
    for name in FUNCTIONS:
        found.introduce(Symbol(name, Sort.FUNCTION), None)
    return found


def _introduced(item: t.Node) -> Iterator[tuple[Symbol, t.Name]]:
    """What a declaration gives names to, everywhere in the ruleset."""
    match item:
        case t.Players():
            is_known = item.names or isinstance(item.high, t.Integer)
            names = item.names or [t.Name(item.span, letter) for letter in possible(item) if is_known]
            yield from ((Symbol(name.text, Sort.PLAYER), name) for name in names)
        case t.Option():
            yield Symbol(item.name.text, Sort.OPTION), item.name
        case t.Enumeration():
            yield Symbol(item.name.text, Sort.TYPE), item.name
            yield from ((Symbol(n.text, Sort.MEMBER, of=item.name.text), n) for n in item.members)
        case t.Alias():
            yield Symbol(item.name.text, Sort.TYPE), item.name
        case t.Shape():
            yield Symbol(item.name.text, Sort.BOARD), item.name
        case t.Pieces():
            for kind in item.kinds:
                yield Symbol(kind.name.text, Sort.PIECE), kind.name
                if kind.number is not None:
                    yield Symbol(kind.number[0].text, Sort.NUMBER, behind=True), kind.number[0]
        case t.Rename():
            yield Symbol(item.new.text, Sort.PIECE), item.new
        case t.Has():
            of = item.subject.text if item.subject else ""
            yield Symbol(item.name.text, Sort.STATE, behind=bool(of), of=of), item.name
        case t.Direction():
            yield Symbol(item.name.text, Sort.DIRECTION), item.name
        case t.Define():
            yield _define(item), item.name
        case _:
            pass


def _define(item: t.Define) -> Symbol:
    sort = Sort.BLOCK if item.is_block else Sort.DEFINE
    return Symbol(item.name.text, sort, behind=item.subject is not None, declaration=item)


def _shapes(trees: Sequence[t.Tree], basics: Prelude) -> Iterator[t.Shape]:
    """The boards that a ruleset uses: its own, and those that ship and are named anywhere in it."""
    own = [item for tree in trees for item in tree.items if isinstance(item, t.Shape)]
    yield from own
    names = {shape.name.text for shape in own}
    for tree in trees:
        for item in tree.items:
            for name in _boards_named(item):
                shape = None if name in names else basics.shape(name)
                if shape is not None:
                    names.add(name)
                    yield shape


def _boards_named(item: t.Node) -> Iterator[str]:
    """The names that may be those of boards, in a declaration that makes one."""
    waiting: list[object] = []
    match item:
        case t.Board():
            waiting = [item.shape]
        case t.Alias():
            waiting = [item.value]
        case t.Shape():
            waiting = [name.source for i in item.items if isinstance(i, t.Sites) for name in i.query.binders]
        case _:
            pass
    while waiting:
        e = waiting.pop()
        if isinstance(e, t.Name):
            yield e.text
        elif isinstance(e, t.Call):
            yield e.name.text
            waiting += e.arguments


def _add_shape(found: World, shape: t.Shape) -> None:
    """What a board's definition gives names to."""
    name = shape.name.text
    found.shapes.append(shape)
    if shape.name not in found.by_place:
        found.introduce(Symbol(name, Sort.BOARD, declaration=shape), shape.name)
    own = found.of_shapes.setdefault(name, {})
    for symbol, place in _of_shape(shape):
        symbol.of = name
        symbol.places.append(place)
        found.by_place[place] = symbol
        if symbol.behind:
            found.links.setdefault(symbol.name, []).append(symbol)
        else:
            own.setdefault(symbol.name, symbol)
        if symbol.sort is Sort.DIRECTION:  # stands alone as well as behind a dot
            found.links.setdefault(symbol.name, []).append(symbol)


def _of_shape(shape: t.Shape) -> Iterable[tuple[Symbol, t.Name]]:
    for parameter in shape.parameters:
        yield Symbol(parameter.text, Sort.SIZE, declaration=shape, scope=shape.span), parameter
    for item in shape.items:
        match item:
            case t.Sites():
                for binder in item.query.names:
                    yield Symbol(binder.name.text, Sort.COORDINATE, behind=True, declaration=item), binder.name
            case t.Direction():
                yield Symbol(item.name.text, Sort.DIRECTION, declaration=item), item.name
            case t.Define():
                yield _define(item), item.name
            case t.Point() if item is next(i for i in shape.items if isinstance(i, t.Point)):
                yield Symbol("number", Sort.COORDINATE, behind=True, declaration=item), t.Name(item.span, "number")
            case _:
                pass
