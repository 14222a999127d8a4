"""A state seen by a symmetry: pieces on other sites, of other owners, variables of others, another player to move."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gdl.model import statements as m
from gdl.model.nodes import Expr, Row
from gdl.model.primitives import bits
from gdl.model.shape import Shape
from gdl.model.types import Domain, Range, Size, Type
from interpreter.game.results import NUMBERED
from interpreter.graph.graph import Collect, Graph
from interpreter.graph.layout import ME, NEXT, RESULT, Layout
from interpreter.players.symmetries.symmetry import Permutation, Symmetry, directions_of

Image = Callable[[Any], Any]


class Imaging:
    """Gives the images of values, and of whole states, by one symmetry."""

    def __init__(self, graph: Graph, layout: Layout, symmetry: Symmetry) -> None:
        self.model, self.layout, self.symmetry = layout.model, layout, symmetry
        self._permutations: dict[Domain, Permutation] = {self.model.player: symmetry.players}
        for shape, sites in zip(self.model.shapes, symmetry.sites, strict=True):
            self._permutations[shape] = sites
            directions = directions_of(shape, sites)
            if directions and shape.of is None:  # edges and corners have their board's
                self._permutations[shape.directions] = directions
        self._permutations[self.model.pieces] = self._pieces()
        self._slots = list(range(len(layout.initial)))
        """For each slot the one that its image goes to …"""
        self._images: list[Image] = [_itself] * len(layout.initial)
        """… and what it becomes there."""
        self._lay_out(graph)
        self._dead = [
            [(layout.slot[v], layout.initial[layout.slot[v]]) for v in layout.locals if v not in live]
            for live in graph.live
        ]
        self._between = graph.boundary

    def _pieces(self) -> Permutation:
        index = {parts: i for i, parts in enumerate(self.model.piece_parts)}
        players = self.symmetry.players
        return tuple(
            index.get((kind, players[owner] if owner >= 0 else owner, number), i)
            for i, (kind, owner, number) in enumerate(self.model.piece_parts)
        )

    @property
    def is_possible(self) -> bool:
        """Whether all pieces have an image: pieces that one player alone has have none if players are exchanged."""
        return not self.symmetry.exchanges or all(kind.keeper is None for kind in self.model.kinds)

    # ---- values

    def permutation(self, base: object) -> Permutation | None:
        """The permutation of a type's elements; None if they stay as they are."""
        found = self._permutations.get(base) if isinstance(base, Domain) else None
        return None if found is None or all(i == image for i, image in enumerate(found)) else found

    def keeps_directions(self, shape: Shape) -> bool:
        """Whether steps in a direction become steps in a direction."""
        return shape.directions in self._permutations

    def of_type(self, type_: Type) -> Image:
        """What gives the images of a type's values."""
        permutation = self.permutation(type_.base)
        if permutation is None:
            return _itself
        if type_.size == Size.MANY:
            return _of_sets(permutation)
        if type_.size == Size.FAMILY:
            one = _of_sets(permutation)
            return lambda sets: tuple(sorted(map(one, sets)))
        padded = (*permutation, -1)  # nothing is -1
        return padded.__getitem__

    def slot(self, slot: int) -> int:
        """Where the image of a part of the state is kept."""
        return self._slots[slot]

    def sources(self, dimensions: tuple[Domain | Range, ...]) -> list[int]:
        """For each entry of a flat row, with an entry for each tuple of `dimensions`, the one that comes there."""
        sources = [0]
        for dimension in dimensions:
            permutation, size = self.permutation(dimension), len(dimension)
            places = [0] * size
            for i in range(size):
                places[permutation[i] if permutation else i] = i
            sources = [at * size + place for at in sources for place in places]
        return sources

    def _of_row(self, dimensions: tuple[Domain | Range, ...], value: Image) -> Image:
        """What gives the image of a flat row with a value for each tuple of `dimensions`."""
        sources = self.sources(dimensions)
        return lambda row: tuple([value(row[source]) for source in sources])

    def _of_variable(self, variable: m.Variable) -> Image:
        value = self.of_type(variable.type)
        return self._of_row(variable.dimensions, value) if variable.dimensions else value

    # ---- states

    def _lay_out(self, graph: Graph) -> None:
        model, layout = self.model, self.layout
        player = self.of_type(Type(model.player))
        self._images[ME] = self._images[NEXT] = player
        self._images[RESULT] = self._result
        self._board(self._place)
        for variable, slot in layout.slot.items():
            if slot > RESULT:
                self._images[slot] = self._of_variable(variable)
        for node in graph.nodes:
            if isinstance(node, Collect):
                self._images[layout.slot[node.queue]] = self._queue(node.loop)
        for i, row in enumerate(model.repeats):
            self._images[layout.first_past + i] = _of_past(self._moment(row))

    def _place(self, slot: int, to: int, image: Image) -> None:
        self._slots[slot], self._images[slot] = to, image

    def _board(self, place: Callable[[int, int, Image], None]) -> None:
        """Say for each slot of what stands on the board where its image goes, and what it becomes."""
        model, layout = self.model, self.layout
        if model.board is None:
            return
        sites = self.of_type(Type(model.board, Size.MANY))
        for kind, first in zip(model.kinds, layout.kind_slot, strict=True):
            for p in range(len(model.players) if kind.owned else 1):
                place(first + p, first + (self.symmetry.players[p] if kind.owned else 0), sites)
        if layout.numbers >= 0:
            place(layout.numbers, layout.numbers, self._of_row((model.board,), _itself))
        if layout.stacks >= 0:
            piece = self.of_type(Type(model.pieces))
            place(layout.stacks, layout.stacks, self._of_row((model.board,), lambda pile: tuple(map(piece, pile))))

    def _result(self, result: Any) -> Any:
        if result is None or result[0] == "draw":
            return result
        sort, value = result
        if sort in NUMBERED:
            scores = list(value)
            for player, image in enumerate(self.symmetry.players):
                scores[image] = value[player]
            return sort, tuple(scores)
        return sort, _of_sets(self.symmetry.players)(value)

    def _queue(self, loop: m.Loop) -> Image:
        """The tuples that a loop has still to go through, in their order."""
        columns = [self.of_type(Type(source.type.base)) for _, source in loop.binders]
        return lambda rows: tuple(sorted(tuple(f(v) for f, v in zip(columns, row, strict=True)) for row in rows))

    def _moment(self, row: Row) -> Image:
        """What `repeats` compares: as the reference interpreter lays it out."""
        images: list[Image] = []
        places: list[int] = []
        for part in row:
            if isinstance(part, Expr):
                images.append(self.of_type(part.type))
                places.append(len(places))
            elif isinstance(part, m.Variable):
                images.append(self._of_variable(part))
                places.append(len(places))
            else:
                base = len(places)
                held: dict[int, tuple[int, Image]] = {}
                self._board(lambda slot, to, image: held.update({slot: (to, image)}))  # noqa: B023 - called at once
                at = {slot: base + i for i, slot in enumerate(held)}
                for to, image in held.values():
                    images.append(image)
                    places.append(at[to])

        def image_of(moment: tuple[Any, ...]) -> tuple[Any, ...]:
            found: list[Any] = [None] * len(places)
            for place, image, value in zip(places, images, moment, strict=True):
                found[place] = image(value)
            return tuple(found)

        return image_of

    def values(self, values: tuple[Any, ...], place: int | None) -> tuple[Any, ...]:
        """The image of a state that waits at a place of the rules; None: at the beginning of a turn. Locals that aren't
        needed there keep their first values."""
        found: list[Any] = [None] * len(values)
        for to, image, value in zip(self._slots, self._images, values, strict=True):
            found[to] = image(value)
        for slot, value in self._dead[self._between if place is None else place]:
            found[slot] = value
        return tuple(found)


def _of_past(moment: Image) -> Image:
    return lambda past: tuple(map(moment, past))


def _itself(value: Any) -> Any:
    return value


@lru_cache(256)
def _of_sets(permutation: Permutation) -> Image:
    """What gives the images of sets, eight elements at a time."""
    tables: list[list[int]] = []
    for first in range(0, len(permutation), 8):
        part = permutation[first : first + 8]
        tables.append([sum(1 << part[i] for i in bits(byte)) if byte < 1 << len(part) else 0 for byte in range(256)])

    def image(value: int) -> int:
        found, table = 0, 0
        while value:
            found |= tables[table][value & 255]
            value >>= 8
            table += 1
        return found

    return image
