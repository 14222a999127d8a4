"""A state as a player sees it, as a row of numbers: planes, each with a number for every site, then facts.

Planes: for each kind of piece and owner, where such pieces stand (the top ones of stacks); the numbers that pieces
bear; what lies below the top, DEPTH pieces deep, and how high stacks are; variables that belong to sites, and those
whose values are sites. Facts: who looks, who is to move (everybody, while players decide together), which decision is
asked, and all other variables. What fills them is said in `parts`. All numbers lie from -1 to 1, and have the same
meaning in every state.

Rules that hide something have numbers besides which say what the player doesn't know (`unseen`); which decision is
asked is told to who decides alone then, and what has been chosen earlier in a turn is left to the observations.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from gdl.model.primitives import bits
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Range, Size, Type
from interpreter.bridges.spaces.parts import Cell, channels
from interpreter.bridges.spaces.unseen import KIND, NUMBER, PIECE, Hiding, Hidings
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.game.views import View
from interpreter.graph.graph import Ask, Fork

DEPTH = 8
"""So many pieces below the top one of a stack have planes of their own."""
HEIGHT = 64
"""What the number of pieces below the top is divided by."""
UNSAID = -2
"""Where it isn't settled yet which number says that something isn't known."""


@dataclass(frozen=True)
class Depths:
    """Where the pieces below a stack's top fill planes: what lies `d` below the top has its planes from
    `start + d * span` on, in the order of the sets of pieces; and the plane of how many there are."""

    start: int
    span: int
    height: int


@dataclass(frozen=True)
class UnseenPlanes:
    """Where planes of what isn't known of pieces begin; -1, or no entry: nothing of that sort may be hidden."""

    pieces: int = -1
    """Sites of which it isn't known whether a piece stands there."""
    kinds: Mapping[int, int] = field(default_factory=dict)
    """For each owner, pieces of which only the owner is known (-1: not even that)."""
    numbers: int = -1
    """Pieces of which all but the number is known."""


class TensorSpace:
    """Where everything stands in a game's observation tensors."""

    def __init__(self, game: Game) -> None:
        self.game = game
        model, layout = game.model, game.machine.layout
        self.hidings = Hidings(game)
        """What players don't know."""
        self.sites = len(model.board) if model.board else 0
        self.stops = [stop for stop in game.machine.graph.stops if not self._rolls(stop)]
        """The decisions of the rules' graph."""
        self.planes: list[str] = []
        """What each plane shows."""
        self.facts: list[str] = []
        """What each number behind the planes says."""
        self.cells: list[Cell] = []
        self.depths: Depths | None = None
        self.unseen = UnseenPlanes()
        if model.board is not None:
            self._pieces(model.board)
        variables = list(self._variables())
        for variable in variables:
            if self._axis(variable) >= 0 or self._is_site(variable.type):
                self._planes_of(variable, layout.slot[variable])
        self.facts_at = len(self.planes) * self.sites
        """Where facts begin."""
        self.viewer_at = self._facts("seen by ", model.players)
        self.mover_at = self._facts("to move ", model.players)
        self.stop_at = self._facts("asked ", [self._asked(stop) for stop in self.stops])
        for variable in variables:
            if self._axis(variable) < 0 and not self._is_site(variable.type):
                self._facts_of(variable, layout.slot[variable])
        for at, cell in enumerate(self.cells):
            if cell.unknown == UNSAID:
                self.cells[at] = replace(cell, unknown=self._facts(self._called(cell), [" unknown"]))
        self.size = self.facts_at + len(self.facts)
        """How many numbers a tensor has."""

    @property
    def grid(self) -> tuple[int, int] | None:
        """(columns, rows) if the sites are those of a whole grid, column by column: a plane can be shaped so."""
        board = self.game.model.board
        if board is None or len(board.coordinates) != 2:
            return None
        (_, columns), (_, rows) = board.coordinates.values()
        across, up = sorted({*columns}), sorted({*rows})
        whole = list(zip(columns, rows, strict=True)) == list(product(across, up))
        return (len(across), len(up)) if whole else None

    # ---- where everything stands

    def _pieces(self, board: Shape) -> None:
        model, layout = self.game.model, self.game.machine.layout
        names = []
        for slot in layout.piece_slots:
            kind, owner, _ = model.piece_parts[layout.pieces_of_slot(slot)[0]]
            names.append(model.kinds[kind].name + (f" of {model.players[owner]}" if owner >= 0 else ""))
        for name, slot in zip(names, layout.piece_slots, strict=True):
            self.cells.append(Cell(slot, -1, Type(board, Size.MANY), self._plane(name)))
        if layout.numbers >= 0:
            ranges = [kind.number for kind in model.kinds if kind.number]
            held = Type(Range(min(n[1] for n in ranges), max(n[2] for n in ranges)), Size.MAYBE)
            start = self._plane("number of the piece")
            self._plane("no number")
            self.cells += [Cell(layout.numbers, site, held, start + site, self.sites) for site in range(self.sites)]
        if layout.stacks >= 0:
            start = len(self.planes) * self.sites
            for depth in range(1, DEPTH + 1):
                self.planes += [f"{name}, {depth} below the top" for name in names]
            self.depths = Depths(start, len(names) * self.sites, self._plane("pieces below the top"))
        layers, kinds = self.hidings.layers, dict[int, int]()
        pieces = self._plane("not known whether a piece stands here") if PIECE in layers else -1
        if KIND in layers:
            for owner in sorted({*self.hidings.owners} - {-1}):
                kinds[owner] = self._plane(f"a piece of {model.players[owner]}, of a kind that isn't known")
            kinds[-1] = self._plane("a piece, of an owner and kind that aren't known")
        has_numbers = NUMBER in layers and layout.numbers >= 0
        numbers = self._plane("a piece of a number that isn't known") if has_numbers else -1
        self.unseen = UnseenPlanes(pieces, kinds, numbers)

    def _plane(self, name: str) -> int:
        self.planes.append(name)
        return (len(self.planes) - 1) * self.sites

    def _facts(self, before: str, names: Sequence[str]) -> int:
        at = self.facts_at + len(self.facts)
        self.facts += [before + name for name in names]
        return at

    def _asked(self, stop: int) -> str:
        node = self.game.machine.graph.nodes[stop]
        assert isinstance(node, Ask | Fork)
        span = node.choose.span if isinstance(node, Ask) else node.span
        return f"in line {span.line}"

    def _rolls(self, stop: int) -> bool:
        node = self.game.machine.graph.nodes[stop]
        return isinstance(node, Ask) and node.is_roll

    def _variables(self) -> Iterator[Variable]:
        """Those declared, who comes next, and of what was kept this turn what a decision may still read. Where rules
        hide something, only those declared are a part of what is seen."""
        model, graph = self.game.model, self.game.machine.graph
        read = frozenset[Variable]().union(*(graph.live[stop] for stop in self.stops)) - {*graph.queues}
        for variable in self.game.machine.layout.slot:
            if variable.local or variable is model.next:
                if not self.game.model.hides and (variable is model.next or variable in read):
                    yield variable
            elif variable is not model.me:
                yield variable

    def _axis(self, variable: Variable) -> int:
        """Which dimension of a variable is the board, so that its members lie on planes; -1 if none is."""
        board = self.game.model.board
        found = [axis for axis, dimension in enumerate(variable.dimensions) if dimension is board]
        return found[-1] if found and board is not None else -1

    def _is_site(self, type_: Type) -> bool:
        """Whether a value is a site or a set of sites, which has a plane."""
        return self.game.model.board is not None and type_.base is self.game.model.board

    def _planes_of(self, variable: Variable, slot: int) -> None:
        axis = self._axis(variable)
        others = [d for at, d in enumerate(variable.dimensions) if at != axis]
        first: dict[tuple[int, ...], int] = {}
        for indices in product(*(range(len(d)) for d in others)):
            named = variable.name + _labelled(others, indices)
            first[indices] = len(self.planes) * self.sites
            self.planes += [named] if axis < 0 else [named + text for text in channels(variable.type)]
            if axis >= 0 and variable in self.hidings.variables:
                self.planes.append(f"{named} unknown")
        for index, indices in _members(variable):
            outer = tuple(i for at, i in enumerate(indices) if at != axis)
            start, stride = (first[outer], 1) if axis < 0 else (first[outer] + indices[axis], self.sites)
            unknown = -1
            if variable in self.hidings.variables:
                unknown = UNSAID if axis < 0 else start + len(channels(variable.type)) * self.sites
            self.cells.append(Cell(slot, index, variable.type, start, stride, unknown))

    def _facts_of(self, variable: Variable, slot: int) -> None:
        for index, indices in _members(variable):
            named = variable.name + _labelled(variable.dimensions, indices)
            start = self._facts(named, channels(variable.type))
            unknown = self._facts(named, [" unknown"]) if variable in self.hidings.variables else -1
            self.cells.append(Cell(slot, index, variable.type, start, 1, unknown))

    def _called(self, cell: Cell) -> str:
        variable = next(v for v, slot in self.game.machine.layout.slot.items() if slot == cell.slot)
        return variable.name + next(
            _labelled(variable.dimensions, at) for i, at in _members(variable) if i == cell.index
        )

    # ---- tensors

    def tensor(self, seen: State | View, viewer: str | None = None) -> array[float]:
        """The tensor of a state for a player, or of a view for its viewer; None: for who sees everything.

        Floats of 32 bits: `numpy.frombuffer(tensor, "float32")` makes an array of it without copying.
        """
        view = seen if isinstance(seen, View) else seen.view(viewer)
        out = array("f", bytes(4 * self.size))
        players = self.game.players
        if view.viewer is not None:
            out[self.viewer_at + players.index(view.viewer)] = 1.0
        stop = view._state._stop
        if view.to_move is not None:
            together = view.viewer is not None and self.hidings.is_together(stop.place)
            for player in players if together else [view.to_move]:
                out[self.mover_at + players.index(player)] = 1.0
            if not self.game.model.hides or (view.viewer in (None, view.to_move) and not together):
                out[self.stop_at + self.stops.index(stop.place)] = 1.0
        who = None if view.viewer is None else players.index(view.viewer)
        hiding = self.hidings.of(stop.values, stop.place, who)
        for cell in self.cells:
            value = stop.values[cell.slot]
            self._fill(out, cell, value if cell.index < 0 else value[cell.index], hiding)
        if self.depths is not None:
            self._fill_depths(out, stop.values, hiding.layers[KIND])
        self._fill_unseen(out, stop.values, hiding)
        return out

    def _fill(self, out: array[float], cell: Cell, value: Any, hiding: Hiding) -> None:
        layout = self.game.machine.layout
        if cell.slot in layout.piece_slots:
            cell.fill(out, value & ~hiding.layers[KIND])
        elif cell.slot == layout.numbers:
            if not hiding.layers[NUMBER] >> cell.index & 1:
                cell.fill(out, value)
        elif not hiding.hides(cell.slot, cell.index):
            cell.fill(out, value)
        else:
            out[cell.unknown] = 1.0

    def _fill_depths(self, out: array[float], values: Sequence[Any], hidden: int) -> None:
        layout = self.game.machine.layout
        assert self.depths is not None
        for site, pile in enumerate(values[layout.stacks]):
            if hidden >> site & 1:
                continue
            out[self.depths.height + site] = len(pile) / HEIGHT
            for depth, piece in enumerate(reversed(pile[-DEPTH:])):
                plane = layout.slot_of_piece(piece) - layout.piece_slots.start
                out[self.depths.start + depth * self.depths.span + plane * self.sites + site] = 1.0

    def _fill_unseen(self, out: array[float], values: Sequence[Any], hiding: Hiding) -> None:
        """What isn't known of pieces, and those of which something is."""
        hidden, owner_hidden, kind_hidden, number_hidden = hiding.layers
        planes = self.unseen
        if planes.pieces >= 0:
            self._fill_sites(out, planes.pieces, hidden)
        for slot, owner in zip(self.game.machine.layout.piece_slots, self.hidings.owners, strict=True):
            if planes.kinds:
                there = values[slot] & kind_hidden & ~hidden
                self._fill_sites(out, planes.kinds[owner], there & ~owner_hidden)
                self._fill_sites(out, planes.kinds[-1], there & owner_hidden)
            if planes.numbers >= 0:
                self._fill_sites(out, planes.numbers, values[slot] & number_hidden & ~kind_hidden)

    def _fill_sites(self, out: array[float], start: int, sites: int) -> None:
        for site in bits(sites):
            out[start + site] = 1.0

    def __repr__(self) -> str:
        return f"<TensorSpace of {self.game.name}: {len(self.planes)} planes of {self.sites}, {len(self.facts)} facts>"


def _members(variable: Variable) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each member of a variable: its place in the row (-1 for a single value), and its indices."""
    if not variable.dimensions:
        yield -1, ()
        return
    yield from enumerate(product(*(range(len(dimension)) for dimension in variable.dimensions)))


def _labelled(dimensions: Sequence[Range | Domain], indices: Sequence[int]) -> str:
    """Indices as text behind a variable's name."""
    labels = [dimension.labels[i] for dimension, i in zip(dimensions, indices, strict=True)]
    return f"({', '.join(labels)})" if labels else ""
