"""A position that somebody puts together step by step: what stands where, what variables hold, what can be put on a
board.

`interpreter.game.drafts` says what of it makes sense. Pages have the same in `cli/web/page/face/draft.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import product
from typing import Any

from cli.languages.saying import tr
from gdl import notation
from gdl.model.model import MAX_HEIGHT
from gdl.model.state import Variable
from gdl.model.types import TRUTHS, Domain, Range, Size
from interpreter import Game
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game.drafts import Tried, tried
from interpreter.game.situation import shown

MOST_ROWS = 64
"""The most ways to fill further dimensions of a variable that the board offers."""


class Draft:
    """The position so far. `cells`: for each variable a row of values, as positions write them."""

    def __init__(self, game: Game, data: Mapping[str, Any]) -> None:
        self.game, self.variables = game, notation.names(game.model)
        layout = game.machine.layout
        self.start = {}
        for name, variable in self.variables.items():
            value = layout.initial[layout.slot[variable]]
            self.start[name] = [shown(one, variable.type) for one in (value if variable.dimensions else (value,))]
        self.read(data)

    def read(self, data: Mapping[str, Any]) -> None:
        """Start again with this position. It must have the form in which the program writes positions."""
        self.mover: str = data.get("to move") or self.game.players[0]
        self.next: str | None = data.get("next")
        self.over: Any = data.get("over")
        board = self.game.model.board
        self.pieces: dict[str, list[str]] = {site: [] for site in (board.labels if board else ())}
        for piece, sites in (data.get("pieces") or {}).items():
            for site in sites:
                self.pieces[site] = [piece]
        for site, pieces in (data.get("stacks") or {}).items():
            self.pieces[site] = list(pieces)
        self.cells = deepcopy(self.start)
        for name, value in (data.get("variables") or {}).items():
            _spread([d.labels for d in self.variables[name].dimensions], value, self.cells[name], 0)

    def data(self) -> dict[str, Any]:
        """The position as plain data."""
        model = self.game.model
        found: dict[str, Any] = {"to move": self.mover}
        found |= {name: value for name, value in (("next", self.next), ("over", self.over)) if value is not None}
        filled = {site: list(pieces) for site, pieces in self.pieces.items() if pieces}
        if model.stacks:
            found["stacks"] = filled
        elif model.board is not None and model.pieces.labels:
            found["pieces"] = {}
            for site, (piece,) in filled.items():
                found["pieces"].setdefault(piece, []).append(site)
        held = {
            name: _gathered([d.labels for d in self.variables[name].dimensions], cells)
            for name, cells in self.cells.items() if cells != self.start[name]
        }  # fmt: skip
        is_silent = "stacks" not in found and "pieces" not in found  # then that all is as by default must be said
        return found | ({"variables": held} if held or is_silent else {})

    def tried(self) -> Tried:
        """The state of the position by the rules, or the reasons why there is none."""
        return tried(self.game, self.data())

    # ---- changes

    def changed(self) -> None:
        """Note that the position is another one now. Nobody has said yet whether the game is over there."""
        self.over, self.next = None, None

    def clear(self) -> None:
        """Clear the board and all variables."""
        self.changed()
        for pieces in self.pieces.values():
            pieces.clear()
        for name, variable in self.variables.items():
            self.cells[name] = [nothing(variable) for _ in self.cells[name]]

    def put(self, site: str, piece: str) -> None:
        """Put a piece on a site. If it stands alone there already, take it away."""
        self.changed()
        here = self.pieces[site]
        if self.game.model.stacks:
            self.pieces[site] = [*here, piece][:MAX_HEIGHT]
        else:
            self.pieces[site] = [] if here == [piece] else [piece]

    def take(self, label: str) -> None:
        """Take away the uppermost piece. If there is none, clear all that variables keep for the site, edge or corner.
        """
        self.changed()
        if self.pieces.get(label):
            self.pieces[label].pop()
            return
        shapes = {shape for shape in shapes_to_draw(self.game.model) if label in shape.labels}
        for name, variable in self.variables.items():
            if variable.dimensions and (first := variable.dimensions[0]) in shapes:
                size = len(rows(variable.dimensions[1:]))
                at = first.labels.index(label) * size
                self.cells[name][at : at + size] = [nothing(variable) for _ in range(size)]
            elif variable.type.size == Size.MANY and variable.type.base in shapes:
                self.cells[name] = [[item for item in held if item != label] for held in self.cells[name]]

    def set(self, name: str, cell: int, value: Any) -> None:
        """Set the value of a variable's cell."""
        self.changed()
        self.cells[name][cell] = value

    def add(self, name: str, cell: int, more: int) -> None:
        """Add to a number, as far as its range allows."""
        base = self.variables[name].type.base
        assert isinstance(base, Range)
        self.set(name, cell, min(max((self.cells[name][cell] or 0) + more, base.low), base.high))

    def toggle(self, name: str, cell: int, item: Any) -> None:
        """Put something into a set, or take it out. For a single value: set it, or set it to nothing."""
        held = self.cells[name][cell]
        if isinstance(held, list):
            self.set(name, cell, [one for one in held if one != item] if item in held else [*held, item])
        else:
            maybe = self.variables[name].type.size == Size.MAYBE
            self.set(name, cell, None if held == item and maybe else item)


def nothing(variable: Variable) -> Any:
    """The value of an empty cell."""
    base = variable.type.base
    if variable.type.size == Size.MANY:
        return []
    if variable.type.size == Size.MAYBE:
        return None
    if base is TRUTHS:
        return False
    if isinstance(base, Range):
        return min(max(0, base.low), base.high)
    return base.labels[0] if isinstance(base, Domain) else None


def rows(dimensions: Sequence[Any]) -> list[tuple[str, ...]]:
    """All rows of labels, with one of each dimension."""
    return list(product(*(dimension.labels for dimension in dimensions)))


def _spread(dimensions: Sequence[Sequence[str]], given: Any, cells: list[Any], at: int) -> None:
    if not dimensions:
        cells[at] = given
        return
    first, *rest = dimensions
    is_pile = isinstance(given, list)  # from the bottom
    for label, inner in zip(first, given, strict=False) if is_pile else given.items():
        _spread(rest, inner, cells, at * len(first) + first.index(label))


def _gathered(dimensions: Sequence[Sequence[str]], cells: list[Any]) -> Any:
    if not dimensions:
        return cells[0]
    first, *rest = dimensions
    size = len(cells) // len(first)
    return {label: _gathered(rest, cells[i * size : (i + 1) * size]) for i, label in enumerate(first)}


# ---- what can be put on a board


@dataclass(frozen=True)
class Tool:
    """Something to put on the board.

    `act(draft, label)` puts it on a site, edge or corner. `sites`: the places for it; None: all. `piece`: the label of
    a piece.
    """

    name: str
    act: Callable[[Draft, str], None]
    sites: frozenset[str] | None = None
    piece: str = ""


def tools(draft: Draft) -> list[Tool]:
    """All tools for this game's board. The first takes things away. Empty if no board is drawn."""
    model = draft.game.model
    drawn = {shape: frozenset(shape.labels) for shape in shapes_to_draw(model)}
    if not drawn:
        return []
    found = [Tool(tr("Take away"), Draft.take)]
    if model.board is not None:
        sites = frozenset(model.board.labels)
        found += [Tool(label, _putting(label), sites, label) for label in model.pieces.labels]
    for name, variable in draft.variables.items():
        found += _of_variable(name, variable, drawn)
    return found


def is_on_board(draft: Draft, name: str) -> bool:
    """Whether a variable belongs to sites, edges or corners, so that it is changed on the board."""
    variable = draft.variables[name]
    return bool(variable.dimensions) and variable.dimensions[0] in set(shapes_to_draw(draft.game.model))


def _of_variable(name: str, variable: Variable, drawn: Mapping[Any, frozenset[str]]) -> list[Tool]:
    words, base = name.replace("_", " "), variable.type.base
    if variable.dimensions and (first := variable.dimensions[0]) in drawn:
        kept = rows(variable.dimensions[1:])
        if len(kept) > MOST_ROWS or variable.type.size == Size.MANY:
            return []
        return [tool for k, row in enumerate(kept)
                for tool in _of_cells(name, variable, " ".join((words, *row)), first.labels, k, len(kept))]  # fmt: skip
    sites, kept = drawn.get(base), rows(variable.dimensions)
    if sites is None or len(kept) > MOST_ROWS:
        return []
    return [Tool(" ".join((words, *row)), _toggling(name, cell), sites) for cell, row in enumerate(kept)]


def _of_cells(
    name: str, variable: Variable, words: str, labels: Sequence[str], k: int, size: int
) -> list[Tool]:  # fmt: skip
    """Tools for the cell with number `k`, of `size` cells that a variable has for each site."""
    base, sites = variable.type.base, frozenset(labels)

    def of(act: Callable[[Draft, int], None]) -> Callable[[Draft, str], None]:
        return lambda draft, label: act(draft, labels.index(label) * size + k)

    if base is TRUTHS:
        return [Tool(words, of(lambda draft, cell: draft.set(name, cell, not draft.cells[name][cell])), sites)]
    if isinstance(base, Range):
        return [
            Tool(tr("{what}: one more", what=words), of(lambda draft, cell: draft.add(name, cell, 1)), sites),
            Tool(tr("{what}: one less", what=words), of(lambda draft, cell: draft.add(name, cell, -1)), sites),
        ]
    return [
        Tool(f"{words}: {label}", of(lambda draft, cell, label=label: draft.toggle(name, cell, label)), sites)  # type: ignore[misc]
        for label in (base.labels if isinstance(base, Domain) else ())
    ]


def _putting(piece: str) -> Callable[[Draft, str], None]:
    return lambda draft, site: draft.put(site, piece)


def _toggling(name: str, cell: int) -> Callable[[Draft, str], None]:
    return lambda draft, site: draft.toggle(name, cell, site)
