"""The board of a game: its sites, where steps lead, zones, and what directions are for each player."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, field

from interpreter.bridges.descriptions.zillions.reading.naming import Names
from interpreter.bridges.descriptions.zillions.reading.nodes import List, Node, Word, lists, words
from interpreter.bridges.descriptions.zillions.reading.sheet import Trouble, named, refused

MOST_SITES = 4096
COMPASS = {
    (0, 1): "N", (1, 1): "NE", (1, 0): "E", (1, -1): "SE", (0, -1): "S", (-1, -1): "SW", (-1, 0): "W", (-1, 1): "NW",
}  # fmt: skip
"""The directions of a board of squares by their steps in columns and rows."""
Cell = tuple[int, int]


@dataclass(frozen=True)
class Direction:
    """A direction: its name here, and its step in columns and rows if it has one everywhere."""

    name: str
    step: Cell | None


@dataclass
class Board:
    """A board. Sites go by the file's names, directions by the names that they have here."""

    line: int
    sites: dict[str, str] = field(default_factory=dict)
    """The name of each site here."""
    places: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Column and row from 1 on a board of squares, else where it is drawn."""
    directions: dict[str, Direction] = field(default_factory=dict)
    """By the file's names."""
    links: dict[str, dict[str, str]] = field(default_factory=dict)
    """Where the steps of a direction lead, from site to site."""
    killed: set[Cell] = field(default_factory=set)
    size: Cell | None = None
    """Columns and rows, if it is one board of squares."""
    is_regular: bool = True
    """Whether all steps are those of the directions."""
    zones: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """The sites of a zone for each player; `""` stands for all."""
    symmetry: dict[str, dict[str, str]] = field(default_factory=dict)
    """What a direction means for a player, by the file's names."""

    def turned(self, direction: str, player: str) -> str:
        """The direction, by its name here, that a word means for a player."""
        return self.directions[self.symmetry.get(player, {}).get(direction, direction)].name

    def opposite(self, direction: str) -> str:
        """The direction whose steps lead back, by their names here; nothing if there is none."""
        there = self.links[direction]
        back = {b: a for a, b in there.items()}
        for other, links in self.links.items():
            if links == back and other != direction:
                return other
        return ""

    def step(self, direction: str) -> Cell | None:
        """The step of a direction by its name here, if it is the same everywhere."""
        return next((known.step for known in self.directions.values() if known.name == direction), None)


def read(section: List, names: Names) -> Board:
    """The board that a section describes; raises Trouble."""
    board = Board(section.line)
    grids = [*lists(section.rest, "grid")]
    points = [*lists(section.rest, "positions", "dummy")]
    for part in section.rest:
        if isinstance(part, Word) or part.head not in _PARTS:
            raise refused(str(part) if isinstance(part, Word) else part.head, part.line)
    flat = len(grids) == 1 and not points
    for grid in grids:
        _grid(board, grid, names, flat)
    for part in points:
        _points(board, part, names)
    if not board.sites:
        raise Trouble(section.line, "the board has no sites: neither a `grid` nor `positions`")
    for part in section.rest:
        if isinstance(part, List) and part.head in ("kill-positions", "links", "unlink", "symmetry", "zone"):
            _PARTS[part.head](board, part, names)
    for said, direction in board.directions.items():
        if not board.links.setdefault(direction.name, {}):
            raise Trouble(section.line, f"the direction `{said}` leads nowhere")
    return board


def _grid(board: Board, grid: List, names: Names, flat: bool) -> None:
    dimensions = [part for part in next(lists(grid.rest, "dimensions"), grid).rest if isinstance(part, List)]
    axes = [(_labels(part), _offset(part)) for part in dimensions if len(part.items) > 1]
    total = 1
    for labels, _ in axes:
        total *= len(labels)
    if not axes or total > MOST_SITES or len(board.sites) + total > MOST_SITES:
        raise Trouble(grid.line, f"a board has from 1 to {MOST_SITES:,} sites, not {total if axes else 0:,}")
    start = _numbers(next(lists(grid.rest, "start-rectangle"), List((), 0)))
    squares = _squares(axes) if flat else None
    cells: dict[tuple[int, ...], str] = {}
    for index in itertools.product(*(range(len(labels)) for labels, _ in axes)):
        site = "".join(labels[i] for i, (labels, _) in zip(index, axes, strict=True))
        if site in board.sites:
            raise Trouble(grid.line, f"two sites are called `{site}`")
        if squares is not None:
            board.places[site] = squares.cell(index)
            board.sites[site] = squares.name(index)
        else:
            x, y = (sum(i * offset[axis] for i, (_, offset) in zip(index, axes, strict=True)) for axis in (0, 1))
            board.places[site] = ((start[0] if start else 0) + x, -(start[1] if len(start) > 1 else 0) - y)
            board.sites[site] = names.of("site", site)
        cells[index] = site
    if squares is not None:
        board.size = squares.size
        names.keep([*board.sites.values(), *COMPASS.values()])
    for part in next(lists(grid.rest, "directions"), List((), 0)).rest:
        _direction(board, part, names, cells, len(axes), squares)


@dataclass(frozen=True)
class _Squares:
    """How the two lists of a flat grid lie on the screen: which are the columns, and which way each goes."""

    columns: int
    turned: tuple[bool, bool]
    size: Cell

    def cell(self, index: tuple[int, ...]) -> Cell:
        both = (index[self.columns], index[1 - self.columns] if len(index) > 1 else 0)
        c, r = (self.size[axis] - i if self.turned[axis] else i + 1 for axis, i in enumerate(both))
        return c, r

    def name(self, index: tuple[int, ...]) -> str:
        c, r = self.cell(index)
        return f"{letters(c)}{r}"

    def step(self, offset: tuple[int, ...]) -> Cell:
        both = (offset[self.columns], offset[1 - self.columns] if len(offset) > 1 else 0)
        c, r = (-step if self.turned[axis] else step for axis, step in enumerate(both))
        return c, r


def letters(number: int) -> str:
    """The column's letters, as the boards that ship write them: after z comes aa."""
    found = ""
    while number:
        number, rest = divmod(number - 1, 26)
        found = chr(97 + rest) + found
    return found


def _squares(axes: list[tuple[list[str], tuple[int, ...]]]) -> _Squares | None:
    """How a grid of one or two lists lies, if one goes across and the other up or down."""
    if len(axes) > 2 or any(len(offset) != 2 for _, offset in axes):
        return None
    across = [offset[0] != 0 and offset[1] == 0 for _, offset in axes]
    upright = [offset[1] != 0 and offset[0] == 0 for _, offset in axes]
    if len(axes) == 1:
        return _Squares(0, (axes[0][1][0] < 0, False), (len(axes[0][0]), 1)) if across[0] else None
    columns = 0 if across[0] and upright[1] else 1 if across[1] and upright[0] else None
    if columns is None:
        return None
    rows = 1 - columns
    turned = axes[columns][1][0] < 0, axes[rows][1][1] > 0  # the screen's y goes down, rows go up
    return _Squares(columns, turned, (len(axes[columns][0]), len(axes[rows][0])))


def _labels(part: List) -> list[str]:
    first = part.items[0]
    if not isinstance(first, Word) or not first.text:
        raise Trouble(part.line, 'a dimension needs names in quotes: `"a/b/c"`')
    return first.text.split("/")


def _offset(part: List) -> tuple[int, ...]:
    offset = _numbers(part.items[-1])
    if len(offset) != 2:
        raise Trouble(part.line, f"`{str(part)[:60]}` should end with how far the next one lies: `(40 0)`")
    return offset


def _numbers(node: Node) -> tuple[int, ...]:
    if isinstance(node, Word):
        return ()
    found = words(node.items if node.head.lstrip("+-").isdigit() else node.rest)
    try:
        return tuple(map(int, found))
    except ValueError:
        raise Trouble(node.line, f"`{str(node)[:60]}` should hold whole numbers") from None


def _direction(board: Board, part: Node, names: Names, cells: dict[tuple[int, ...], str], axes: int,
               squares: _Squares | None) -> None:  # fmt: skip
    said = words(part.items) if isinstance(part, List) else []
    try:
        offset = tuple(map(int, said[1:]))
    except ValueError:
        offset = ()
    if len(offset) != axes:
        raise Trouble(part.line, f"`{str(part)[:60]}` should be a direction with {axes} numbers")
    step = squares.step(offset) if squares is not None else None
    direction = _known(board, said[0], names, step)
    links = board.links.setdefault(direction.name, {})
    for index, site in cells.items():
        there = cells.get(tuple(i + o for i, o in zip(index, offset, strict=True)))
        if there is not None and there != site:
            links[site] = there


def _known(board: Board, said: str, names: Names, step: Cell | None = None) -> Direction:
    """A direction by its name; a new one gets a name."""
    if said not in board.directions:
        compass = COMPASS.get(step or (0, 0), "")
        used = {direction.name for direction in board.directions.values()}
        upper = said.upper()
        if step is None and upper in COMPASS.values():
            compass = upper
        if compass and compass not in used:
            names.keep([compass])
            board.directions[said] = Direction(compass, step)
        else:
            wished = upper if len(said) == 1 else said
            board.directions[said] = Direction(names.of("direction", said, wished), step)
    return board.directions[said]


def _points(board: Board, part: List, names: Names) -> None:
    for item in part.rest:
        said = item.text if isinstance(item, Word) else item.head
        at = 50 + max((x for x, _ in board.places.values()), default=-50), 0  # beside all others
        if isinstance(item, List):
            numbers = _numbers(List((Word("", item.line), *item.rest), item.line))
            at = (numbers[0], -numbers[1]) if len(numbers) > 1 else at
        if not said or said in board.sites:
            raise Trouble(item.line, f"two sites are called `{said}`" if said else "a position needs a name")
        if len(board.sites) >= MOST_SITES:
            raise Trouble(item.line, f"a board has up to {MOST_SITES:,} sites")
        board.sites[said], board.places[said] = names.of("site", said), at


def _kill(board: Board, part: List, names: Names) -> None:
    for site in dict.fromkeys(_sites(board, part.rest)):
        if board.size is not None:
            board.killed.add(board.places[site])
        del board.sites[site], board.places[site]
        for links in board.links.values():
            links.pop(site, None)
            for a in [a for a, b in links.items() if b == site]:
                del links[a]
    if not board.sites:
        raise Trouble(part.line, "the board has no sites left")


def _pairs(board: Board, part: List, items: tuple[Node, ...]) -> Iterator[tuple[str, str]]:
    for item in items:
        if not isinstance(item, List) or len(item.items) != 2:
            raise Trouble(item.line, f"`{str(item)[:60]}` should be two sites: `(a1 a2)`")
        a, b = _sites(board, item.items)
        yield a, b


def _link(board: Board, part: List, names: Names) -> None:
    first = part.rest[0] if part.rest else part
    if not isinstance(first, Word):
        raise Trouble(part.line, "`links` needs a direction: `(links n (a1 a2) …)`")
    links = board.links.setdefault(_known(board, first.text, names).name, {})
    for a, b in _pairs(board, part, part.rest[1:]):
        if links.get(a) != b:
            links[a] = b
            board.is_regular = False


def _unlink(board: Board, part: List, names: Names) -> None:
    board.is_regular = False
    alone = {site for item in part.rest if isinstance(item, Word) for site in _sites(board, (item,))}
    pairs = {*_pairs(board, part, tuple(item for item in part.rest if isinstance(item, List)))}
    for links in board.links.values():
        for a, b in [*links.items()]:
            if (a, b) in pairs or a in alone or b in alone:
                del links[a]


def _symmetry(board: Board, part: List, names: Names) -> None:
    player = part.rest[0] if part.rest else part
    if not isinstance(player, Word):
        raise Trouble(part.line, "`symmetry` needs a player: `(symmetry Black (n s) …)`")
    turned = board.symmetry.setdefault(player.text, {})
    for pair in part.rest[1:]:
        said = words(pair.items) if isinstance(pair, List) else []
        if len(said) != 2:
            raise Trouble(pair.line, f"`{str(pair)[:60]}` should be two directions: `(n s)`")
        for direction in said:
            if direction not in board.directions:
                raise Trouble(pair.line, f"there is no direction `{direction}`")
        turned[said[0]] = said[1]


def _zone(board: Board, part: List, names: Names) -> None:
    name = named(part)
    if not name:
        raise Trouble(part.line, "a zone needs a name: `(zone (name …) …)`")
    sites = tuple(site for positions in lists(part.rest, "positions") for site in _sites(board, positions.rest))
    players = [player for said in lists(part.rest, "players") for player in words(said.rest)] or [""]
    for player in players:
        board.zones.setdefault(name, {})[player] = sites


def _sites(board: Board, nodes: tuple[Node, ...]) -> list[str]:
    found = []
    for node in nodes:
        if not isinstance(node, Word) or node.text not in board.sites:
            raise Trouble(node.line, f"there is no site `{str(node)[:60]}` on the board")
        found.append(node.text)
    return found


def _nothing(board: Board, part: List, names: Names) -> None:
    """What was read before, or is only seen."""


_PARTS = {
    "image": _nothing, "grid": _nothing, "positions": _nothing, "dummy": _nothing, "kill-positions": _kill,
    "links": _link, "unlink": _unlink, "symmetry": _symmetry, "zone": _zone,
}  # fmt: skip
