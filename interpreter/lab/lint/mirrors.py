"""The game and its mirror image, played side by side: whether what looks alike plays alike."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Any

from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.state import Variable
from gdl.model.types import Domain, Parts, Size, places_in
from gdl.text.source import Span
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.chance import Chance
from interpreter.graph.layout import NEXT

GAMES = 4
PLIES = 30
EARLY = 5
"""Plies within which a difference shows if a direction or a row is mixed up. Later ones come from what is meant: who
began, and the like."""
LARGEST = 400
"""Sites of a board on which mirrors are looked for."""


@dataclass(frozen=True)
class Unlike:
    """Where a game and its mirror image differ. `swapped`: the image has the players exchanged."""

    swapped: bool
    span: Span | None
    """The decision that differs; None if it is the end."""
    said: str


@dataclass(frozen=True)
class Mirror:
    """A way to look at the board, and whether the two players are exchanged. `images`: for each element of a type the
    one in its place. Elements of other types are their own images."""

    images: Mapping[Domain, tuple[int, ...]]
    sites: tuple[int, ...]
    swaps: bool

    def value(self, base: Any, value: Any) -> Any:
        """The image of a value of some type; of a set or a bag that is chosen as one thing, of all that it holds."""
        if isinstance(base, Parts):
            return tuple(sorted(self.value(base.of, base.of.low + i) for i in base.elements(value)))
        image = self.images.get(base)
        return value if image is None or value < 0 else image[value]

    def kept(self, variable: Variable, value: Any) -> Any:
        """The image of all that a variable keeps: one value, or one for each element of its dimensions."""
        if not variable.dimensions:
            return self._held(variable, value)
        image = list(value)
        places = product(*(range(len(dimension)) for dimension in variable.dimensions))
        for place, here in zip(places, value, strict=True):
            slot = 0
            for dimension, i in zip(variable.dimensions, place, strict=True):
                slot = slot * len(dimension) + self.value(dimension, i)
            image[slot] = self._held(variable, here)
        return tuple(image)

    def _held(self, variable: Variable, value: Any) -> Any:
        base = variable.type.base
        if variable.type.size is not Size.MANY:
            return self.value(base, value)
        return sum(1 << self.value(base, i) for i in places_in(value))

    def set(self, sites: int) -> int:
        """The image of a set of sites."""
        return sum(1 << self.sites[i] for i in range(sites.bit_length()) if sites >> i & 1)


DIRECT = Mirror({}, (), swaps=False)
"""Everything is its own image."""


def unlike(game: Game, seed: int) -> Iterator[Unlike]:
    """How the game differs from its mirror images that begin alike, if no image is played alike."""
    model = game.model
    if model.board is None or len(model.board) > LARGEST or len(model.players) != 2 or model.repeats:
        return
    start = game.start(seed, 0)
    if start.is_over or start.is_chance:
        return
    if not any(start._values[slot] for slot in game.machine.layout.piece_slots):
        return  # on an empty board everything is alike
    if any(_is_tied(model, shape) for shape in model.shapes):
        return  # which of their elements are alike isn't known
    for swaps in (True, False):
        differences: list[tuple[int, Unlike]] = []
        for mirror in mirrors(model, swaps):
            if not swaps and mirror.sites == tuple(range(len(mirror.sites))):
                continue
            image = _image(game, start, mirror)
            if image is None:
                continue
            difference = _first_difference(start, image, mirror, seed)
            if difference is None:
                differences = []
                break
            differences.append(difference)
        latest = max(differences, key=lambda found: found[0], default=None)
        if latest is not None and latest[0] < EARLY:
            yield latest[1]


def begins_alike(game: Game, seed: int) -> bool:
    """Whether two players' pieces stand alike at the start, seen from the one side and the other."""
    model = game.model
    if model.board is None or len(model.board) > LARGEST or len(model.players) != 2:
        return True
    start = game.start(seed, 0)
    return start.is_over or any(_image(game, start, mirror) is not None for mirror in mirrors(model, True))


def mirrors(model: Model, swaps: bool) -> Iterator[Mirror]:
    """All ways to turn and mirror the board that leave it as it is, its directions, edges and corners included."""
    board = model.board
    assert board is not None
    n = len(board.places)
    cx, cy = sum(x for x, _, _ in board.places) / n, sum(y for _, y, _ in board.places) / n
    parts = [shape for shape in model.shapes if shape.part and shape.of is board]
    seen = set()
    for flip in (1, -1):
        for turn in range(24):
            angle = turn * math.pi / 12
            turned = (cx, cy, flip, math.cos(angle), math.sin(angle))
            sites = _turned(board, turned)
            if sites is None or sites in seen:
                continue
            seen.add(sites)
            directions = _directions(board, sites)
            borders = [_turned(part, turned) for part in parts]
            if directions is None or None in borders:
                continue
            images = {board: sites, board.directions: directions}
            images |= {part: image for part, image in zip(parts, borders, strict=True) if image}
            if swaps:
                images |= {model.player: (1, 0), model.pieces: _exchanged(model)}
            yield Mirror(images, sites, swaps)


def _turned(shape: Shape, turned: tuple[float, float, float, float, float]) -> tuple[int, ...] | None:
    """For each element the one in its place when all are turned; None if one comes to lie where there is none.
    `turned`: the middle, x and y; -1 if mirrored first, else 1; the angle's cosine and sine."""
    cx, cy, flip, cos, sin = turned
    known = {(round(x - cx, 4), round(y - cy, 4), round(z, 4)): i for i, (x, y, z) in enumerate(shape.places)}
    found = []
    for x, y, z in shape.places:
        u, v = (x - cx) * flip, y - cy
        at = known.get((round(u * cos - v * sin, 4) + 0.0, round(u * sin + v * cos, 4) + 0.0, round(z, 4)))
        if at is None:
            return None
        found.append(at)
    return tuple(found) if len(set(found)) == len(found) else None


def _exchanged(model: Model) -> tuple[int, ...]:
    """For each piece the same of the other player; a piece that one player alone has is its own image."""
    where = {parts: i for i, parts in enumerate(model.piece_parts)}
    return tuple(where.get((kind, 1 - owner if owner >= 0 else owner, number), i)
                 for i, (kind, owner, number) in enumerate(model.piece_parts))  # fmt: skip


def _directions(board: Shape, sites: tuple[int, ...]) -> tuple[int, ...] | None:
    """For each direction the one that it becomes; None if a step becomes none."""
    rows = {row: i for i, row in reversed(list(enumerate(board.steps)))}
    found = []
    for steps in board.steps:
        image = [-1] * len(sites)
        for site, to in enumerate(steps):
            image[sites[site]] = sites[to] if to >= 0 else -1
        if tuple(image) not in rows:
            return None
        found.append(rows[tuple(image)])
    return tuple(found)


def _image(game: Game, start: State, mirror: Mirror) -> State | None:
    """The start seen in the mirror, if it is the same position, with the other player to move if players are
    exchanged."""
    layout, values = game.machine.layout, start._values
    for k, kind in enumerate(game.model.kinds):
        slots = [layout.kind_slot[k] + p for p in range(2 if kind.owned else 1)]
        if mirror.swaps and kind.keeper is not None and values[slots[0]]:
            return None  # pieces that one player alone has
        images = slots[::-1] if mirror.swaps else slots
        if any(mirror.set(values[slot]) != values[image] for slot, image in zip(slots, images, strict=True)):
            return None
    if layout.numbers >= 0:
        numbers = values[layout.numbers]
        if any(numbers[i] != numbers[to] for i, to in enumerate(mirror.sites)):
            return None
    kept = [(v, values[slot]) for v, slot in layout.slot.items() if slot > NEXT and not v.local]
    if any(mirror.kept(variable, value) != value for variable, value in kept):
        return None
    if not mirror.swaps:
        return start
    try:
        data = dict(start.position())
        data["to move"] = game.players[1 - game.players.index(start.mover or "")]
        return game.position(data)
    except GameError:
        return None


def _is_tied(model: Model, shape: Shape) -> bool:
    """Whether a type beside the board, as of links between sites, has sites or directions for coordinates."""
    board = model.board
    assert board is not None
    bases = {type_.base for type_, _ in shape.coordinates.values()}
    return shape is not board and not shape.part and bool(bases & {board, board.directions})


def _key(move: Move, mirror: Mirror) -> tuple[Any, ...]:
    pairs = zip(move.choose.variables, move.chosen, strict=False)
    return (move.choose.span, *(mirror.value(variable.type.base, value) for variable, value in pairs))


def _first_difference(start: State, image: State, mirror: Mirror, seed: int) -> tuple[int, Unlike] | None:
    """After how many plies the two differ, and in what; None if they don't, as far as was looked."""
    for number in range(GAMES):
        chance = Chance(seed, number)
        one, other = start, image
        for ply in range(PLIES):
            if one.is_over or other.is_over:
                break
            if mirror.swaps and one.together:
                break  # players who decide at once are asked in their own order, in the image, too
            mine = {_key(move, mirror): move for move in one.moves if move.choose.binders}
            theirs = {_key(move, DIRECT): move for move in other.moves if move.choose.binders}
            if mine.keys() != theirs.keys():
                return ply, _moves_differ(one, other, mine, theirs, mirror, ply)
            move = one.draw(chance, ply)
            answer = theirs.get(_key(move, mirror))  # words, such as `swap`, may be one player's alone
            if answer is None:
                break
            try:
                one, other = one.play(move), other.play(answer)
            except GameError:
                break
        if (one.is_over or other.is_over) and not _same_end(one, other, mirror):
            what = "with the players exchanged" if mirror.swaps else "mirrored"
            return 0, Unlike(mirror.swaps, None, f"the same game, {what}, ends differently (after {one.ply} moves)")
    return None


def _same_end(one: State, other: State, mirror: Mirror) -> bool:
    ends = [tuple((state.outcomes or {}).values()) for state in (one, other)]
    return ends[0] == (ends[1][::-1] if mirror.swaps else ends[1])


def _moves_differ(
    one: State, other: State, mine: dict[Any, Move], theirs: dict[Any, Move], mirror: Mirror, ply: int
) -> Unlike:
    left = [move for key, move in mine.items() if key not in theirs]
    right = [move for key, move in theirs.items() if key not in mine]
    move, who = (left[0], one.mover) if left else (right[0], other.mover)
    after = f"after {ply} move{'s' * (ply > 1)}" if ply else "at the start"
    if mirror.swaps:
        said = f"{who} can play `{move}` {after}, and the other player can't play its image in the same position"
    else:
        said = f"{who} can play `{move}` {after}, but not its mirror image"
    return Unlike(mirror.swaps, move.choose.span, said)
