"""Where each name of a ruleset and of what it extends is introduced and used."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from gdl.check.prelude import prelude
from gdl.index.chain import Texts, chain
from gdl.index.resolve import Resolver
from gdl.index.symbols import Occurrence, Symbol
from gdl.index.typed import Facts
from gdl.index.world import World, world
from gdl.syntax import tree as t
from gdl.text.source import Source


@dataclass(frozen=True, eq=False)
class Index:
    """The names of a file, and those of what it extends, as they are meant in it."""

    trees: Sequence[t.Tree]
    world: World
    facts: Facts

    @property
    def source(self) -> Source:
        """The file itself."""
        return self.trees[0].source

    @cached_property
    def resolver(self) -> Resolver:
        """The file's own names."""
        resolver = Resolver(self.world, self.facts.types)
        resolver.tree(self.trees[0])
        resolver.occurrences.sort(key=lambda o: (o.span.start, o.span.end))
        return resolver

    @property
    def occurrences(self) -> list[Occurrence]:
        """All names in the file's own text that mean something, in the order of the text."""
        return self.resolver.occurrences

    @cached_property
    def elsewhere(self) -> list[Occurrence]:
        """All names in what the file extends, and in what is written in the language itself."""
        resolver = Resolver(self.world)
        for tree in self.trees[1:]:
            resolver.tree(tree)
        for define in prelude().defines.values():
            resolver.declaration(define)
        for shape in self.world.shapes:
            if not self.is_written_here(shape):
                resolver.declaration(shape)
        return resolver.occurrences

    def is_written_here(self, node: t.Node) -> bool:
        """Whether something stands in the file or in what it extends, not in the prelude."""
        return any(node.span.source is tree.source for tree in self.trees)

    def at(self, offset: int) -> Occurrence | None:
        """The name at a place, or right before it."""
        found = self.occurrences
        i = bisect_right(found, offset, key=lambda o: o.span.start) - 1
        while i >= 0 and found[i].span.end < offset and i > 0 and found[i - 1].span.end >= offset:
            i -= 1
        return found[i] if i >= 0 and found[i].span.start <= offset <= found[i].span.end else None

    def of(self, symbol: Symbol, everywhere: bool = True) -> Iterator[Occurrence]:
        """Where a thing is introduced and used: in the file, and in what it extends."""
        places = self.occurrences if symbol.is_local or not everywhere else [*self.occurrences, *self.elsewhere]
        return (o for o in places if is_same(o.symbol, symbol))

    def locals_at(self, offset: int) -> Iterator[Symbol]:
        """The local names that are known at a place."""
        return (
            symbol
            for symbol in self.resolver.locals
            if symbol.scope is not None and symbol.scope.start <= offset <= symbol.scope.end
        )


def is_same(one: Symbol, other: Symbol) -> bool:
    """Whether two symbols are one thing, be it found by way of different files."""
    if one.is_local or other.is_local:
        return one is other
    return (one.name, one.behind, one.of) == (other.name, other.behind, other.of) and (
        one.sort is other.sort or {one.sort.value, other.sort.value} == {"define", "block"}
    )


def index_of(source: Source, texts: Texts | None = None, facts: Facts | None = None) -> Index:
    """The index of a text, as far as it can be read."""
    trees = chain(source, texts or Texts())
    names = world(trees)
    facts = facts or Facts({})
    names.labels = frozenset(_labels(facts))
    return Index(trees, names, facts)


def _labels(facts: Facts) -> Iterable[str]:
    yield from facts.sites
    for labels in facts.boards.values():
        yield from labels
