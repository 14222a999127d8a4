"""Which name means what: a walk through the declarations of a text, with the names that are known at each place.

It needs no model, so it works on a text that is half written; where a name behind a dot may mean several things, the
types that checking has seen decide, if there are any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gdl.index.symbols import Occurrence, Sort, Symbol
from gdl.index.typed import TypeAt, Types
from gdl.index.world import World
from gdl.lint.walk import parts
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import PARTS
from gdl.text.source import Span

Names = Mapping[str, Symbol]


class Resolver:
    """Collects the occurrences of names in one text, and the local names with the places where they are known."""

    def __init__(self, world: World, types: Types | None = None) -> None:
        self.world, self.types = world, types or {}
        self.occurrences: list[Occurrence] = []
        self.locals: list[Symbol] = []
        self.board = ""  # within whose definition we are

    def tree(self, tree: t.Tree) -> None:
        """All declarations of a text."""
        for item in tree.items:
            self.declaration(item)

    # ---- noting

    def introduce(self, name: t.Name) -> None:
        """A name that is introduced here for the whole ruleset."""
        symbol = self.world.by_place.get(name)
        if symbol is not None:
            self.occurrences.append(Occurrence(name.span, symbol, introduces=True))

    def refer(self, span: Span, symbol: Symbol | None, changes: bool = False) -> None:
        """A name that is used here."""
        if symbol is not None:
            self.occurrences.append(Occurrence(span, symbol, changes=changes))

    def local(
        self, name: t.Name, names: Names, scope: Span, sort: Sort = Sort.LOCAL, of: t.Node | None = None
    ) -> Names:
        """The names that are known with one more."""
        symbol = Symbol(name.text, sort, places=[name], declaration=of, scope=scope)
        self.locals.append(symbol)
        self.occurrences.append(Occurrence(name.span, symbol, introduces=True))
        return {**names, name.text: symbol}

    # ---- declarations

    def declaration(self, item: t.Node) -> None:
        """One declaration."""
        match item:
            case t.Game():
                self._facts(item)
            case t.Players(names=names):
                for name in names:
                    self.introduce(name)
                self.parts(item, {}, "names")
            case t.Shape():
                self._shape(item)
            case t.Define():
                self._define(item)
            case t.Hides():
                self._hides(item)
            case t.Section(body=body):
                self.block(body, {}, item.span.end)
            case t.SetOption(name=name):
                self.refer(name.span, self.world.plain.get(name.text))
                self.expression(item.value, {})
            case t.Has():
                self.introduce(item.name)
                for name in filter(None, (item.subject, *item.parameters)):
                    self.refer(name.span, self.world.find(name.text))
                self.parts(item, {}, "subject", "name", "parameters")
            case t.Pieces():
                for kind in item.kinds:
                    self.introduce(kind.name)
                    if kind.number is not None:
                        self.introduce(kind.number[0])
                        self.parts(kind.number[1], {})
                if item.owner is not None:
                    self.expression(item.owner, {})
            case t.Rename(old=old, new=new):
                self.refer(old.span, self.world.plain.get(old.text))
                self.introduce(new)
            case t.RemovePieces(names=names):
                for name in names:
                    self.refer(name.span, self.world.plain.get(name.text))
            case t.Score():
                self.expression(item.score, self.local(item.name, {}, item.span, of=item))
            case t.Enumeration(members=members):
                self.introduce(item.name)
                for name in members:
                    self.introduce(name)
            case t.Option() | t.Alias() | t.Direction():
                self.introduce(item.name)
                self.parts(item, {}, "name")
            case _:
                self.parts(item, {})

    def _facts(self, item: t.Game) -> None:
        """The words of the notation that name what the game remembers."""
        for match in re.finditer(r'notation[ \t]+("[^"\n]*")', item.span.text):
            start = item.span.start + match.start(1)
            for word in re.finditer(r"(?<=[;\"])[ \t]*(\w+)|\[\]|(\w+)=", match[1]):
                name = word[1] or ""
                symbol = self.world.plain.get(name)
                if symbol is not None and symbol.sort is Sort.STATE:
                    at = start + word.start(1)
                    self.refer(Span(item.span.source, at, at + len(name)), symbol)

    def _shape(self, item: t.Shape) -> None:
        self.introduce(item.name)
        self.board = item.name.text
        names: Names = {}
        for parameter in item.parameters:
            symbol = self.world.by_place.get(parameter)
            if symbol is not None:
                self.introduce(parameter)
                self.locals.append(symbol)
                names = {**names, parameter.text: symbol}
        coordinates: dict[str, Symbol] = {}
        for row in item.items:
            match row:
                case t.Sites():
                    inner = dict(names)
                    for binder in row.query.names:
                        self.expression(binder.source if isinstance(binder, t.Binder) else binder.value, inner)
                        self.introduce(binder.name)
                        symbol = self.world.by_place.get(binder.name)
                        if symbol is not None:
                            inner[binder.name.text] = coordinates[binder.name.text] = symbol
                    for e in (row.query.where, row.label, *row.place.items):
                        if e is not None:
                            self.expression(e, inner)
                case t.Direction():
                    self.introduce(row.name)
                    self.expression(row.value, {**names, **coordinates})
                case t.Define():
                    self._define(row, names)
                case _:
                    self.parts(row, names)
        self.board = ""

    def _define(self, item: t.Define, names: Names | None = None) -> None:
        self.introduce(item.name)
        known: Names = dict(names or {})
        for name in (item.subject, *item.parameters):
            if name is not None:
                known = self.local(name, known, item.span, Sort.PARAMETER, item)
        values = item.value if isinstance(item.value, tuple) else () if item.value is None else (item.value,)
        for value in values:
            self.expression(value, known)
        self.block(item.body, known, item.span.end)

    def _hides(self, item: t.Hides) -> None:
        """What is hidden, and the names of what it is kept for."""
        known: Names = {}
        for name in (item.subject, *item.parameters):
            if name is not None:
                known = self.local(name, known, item.span, Sort.PARAMETER, item)
        said = item.name.text
        self.refer(item.name.span, self.world.plain.get(said) if item.subject is None else self.linked(said, ()))
        self.expression(item.players, known)

    # ---- statements

    def block(self, block: t.Block, names: Names, end: int) -> Names:
        """A row of statements; what one introduces is known behind it."""
        for statement in block:
            names = self.statement(statement, names, end)
        return names

    def statement(self, s: t.Statement, names: Names, end: int) -> Names:
        """One statement; the names that are known behind it."""
        match s:
            case t.Choose() | t.Roll():
                if isinstance(s, t.Choose) and s.asking is not None:
                    self.expression(s.asking, names)
                inner = self.query(s.query, names, end)
                other = (s.weight,) if isinstance(s, t.Roll) else s.others
                for e in (*other, s.told, s.text):
                    if e is not None:
                        self.expression(e, inner)
                return inner
            case t.Let():
                if s.type is not None:
                    self.parts(s.type, names)
                self.expression(s.value, names)
                return self.local(s.name, names, Span(s.span.source, s.name.span.start, end), of=s)
            case t.Assign():
                self.expression(s.value, names)
                self.expression(s.target, names, changed=True)
            case t.Rank():
                self.expression(s.score, self.local(s.name, names, s.span, of=s))
                if s.why is not None:
                    self.expression(s.why, names)
            case t.If():
                for condition, body in s.arms:
                    self.expression(condition, names)
                    self.block(body, names, _end(body, s))
                self.block(s.otherwise, names, s.span.end)
            case t.By():
                self.expression(s.who, names)
                self.block(s.body, names, s.span.end)
            case t.For() | t.Together():
                self.block(s.body, self.query(s.query, names, s.span.end), s.span.end)
            case t.Either():
                for body in (*s.branches, s.otherwise or ()):
                    self.block(body, names, _end(body, s))
            case t.Repeat():
                self.expression(s.until, self.block(s.body, names, s.span.end))
            case t.While():
                self.expression(s.condition, names)
                self.block(s.body, names, s.span.end)
            case t.Most():
                for value in s.values:
                    self.expression(value, names)
                self.block(s.body, names, s.span.end)
            case _:
                self.parts(s, names)
        return names

    # ---- expressions

    def parts(self, node: t.Node, names: Names, *skip: str) -> None:
        """Everything directly within a node."""
        for part in parts(node, skip):
            self.expression(part, names)

    def expression(self, e: t.Node, names: Names, changed: bool = False) -> None:
        """An expression, or what stands around some."""
        match e:
            case t.Name():
                self.refer(e.span, self.named(e, names), changed)
            case t.Call():
                self.refer(e.name.span, self.named(e.name, names), changed)
                for argument in e.arguments:
                    self.expression(argument, names)
            case t.Dot():
                self.expression(e.subject, names)
                self.link(e, names, changed)
                if e.power is not None:
                    self.expression(e.power, names)
            case t.Each() | t.Comprehension():
                inner = self.query(e.query, names, e.span.end, e.span.start)
                if e.value is not None:
                    self.expression(e.value, inner)
            case t.Quantified():
                self.query(e.query, names, e.span.end)
            case t.Binary(operator="of", left=t.Name() as part) if part.text in PARTS and not self.named(part, names):
                self.refer(part.span, self.linked(part.text, ()), changed)  # `edges of site`
                self.expression(e.right, names)
            case t.After():
                self.expression(e.value, self.statement(e.change, names, e.span.end))
            case _:
                self.parts(e, names)

    def query(self, q: t.Query, names: Names, end: int, start: int | None = None) -> Names:
        """A query's names, each known from there on."""
        for item in q.names:
            self.expression(item.source if isinstance(item, t.Binder) else item.value, names)
            scope = Span(q.span.source, item.name.span.start if start is None else start, end)
            names = self.local(item.name, names, scope, of=item)
        if q.where is not None:
            self.expression(q.where, names)
        return names

    def named(self, e: t.Name, names: Names) -> Symbol | None:
        """What a name on its own stands for."""
        if e.text in names:
            return names[e.text]
        return self.world.find(e.text, self.board) or self._site(e.text) or self._kept(e.text)

    def _kept(self, name: str) -> Symbol | None:
        """What is remembered for each of a type stands in `repeats` without a dot."""
        found = (s for s in self.world.links.get(name, ()) if s.sort in (Sort.STATE, Sort.NUMBER))
        return next(found, None)

    def _site(self, name: str) -> Symbol | None:
        return Symbol(name, Sort.SITE) if name in self.world.labels else None

    def link(self, e: t.Dot, names: Names, changed: bool) -> None:
        """What stands behind a dot."""
        link = e.link
        if not isinstance(link, t.Name | t.Call):
            self.expression(link, names)
            return
        name = link if isinstance(link, t.Name) else link.name
        local = names.get(name.text) if isinstance(link, t.Name) else None
        types = self.types.get((e.subject.span.start, e.subject.span.end), ())
        meant = self.linked(name.text, types)
        if local is not None and meant is None:
            meant = local  # a local that stands for a direction
        if meant is None:  # a define that stands for directions, an enumeration's member, …
            meant = self.named(name, {})
        self.refer(name.span, meant, changed)
        if isinstance(link, t.Call):
            for argument in link.arguments:
                self.expression(argument, names)

    def linked(self, name: str, types: tuple[TypeAt, ...]) -> Symbol | None:
        """What a name means behind a dot: in the order in which the language asks."""
        found = self.world.links.get(name, [])
        if self.board:
            found = sorted(found, key=lambda s: s.of != self.board)
        if not found:
            return None
        fitting = [symbol for symbol in found if fits(symbol, types)]
        return (fitting or found)[0]


def fits(symbol: Symbol, types: tuple[TypeAt, ...]) -> bool:
    """Whether something that stands behind a dot may belong to one of these types; to any, if none is known."""
    if not types:
        return True
    return any(_fits(symbol, type_) for type_ in types)


_OF_PIECES = {"owner": ("site", "piece"), "kind": ("site", "piece"), "piece": ("site",),
              "height": ("site",), "top": ("site",), "bottom": ("site",),
              "opposite": ("direction",), "turned": ("direction",),
              "edges": ("site", "board"), "corners": ("site", "board"), "sites": ("board",),
              "edge": ("site", "board"), "corner": ("site", "board"), "site": ("board",),
              "next": ("player", "type", "direction", "kind")}  # fmt: skip


def _fits(symbol: Symbol, type_: TypeAt) -> bool:
    match symbol.sort:
        case Sort.STATE:
            return symbol.of == type_.name or (type_.sort == "number" and symbol.of not in _NO_NUMBERS)
        case Sort.COORDINATE:
            return type_.board == symbol.of and type_.sort in ("site", "board")
        case Sort.DIRECTION:
            own = type_.board == symbol.of or (not symbol.of and type_.sort == "site")
            return own and type_.sort in ("site", "board")
        case Sort.DEFINE | Sort.BLOCK if symbol.of:
            return type_.board == symbol.of and type_.sort in ("site", "board")
        case Sort.NUMBER:
            return type_.sort in ("site", "piece")
        case Sort.BUILT_IN:
            return type_.sort in _OF_PIECES.get(symbol.name, ())
        case _:
            return True


_NO_NUMBERS = ("player", "site", "direction", "kind", "piece")


def _end(body: t.Block, around: t.Statement) -> int:
    return body[-1].span.end if body else around.span.end
