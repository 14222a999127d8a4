"""The game and its mirror image, played side by side: whether what looks alike plays alike."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from gdl.model.model import Model
from gdl.model.shape import Shape
from gdl.model.types import Range, Size
from gdl.text.source import Span
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.state import State
from interpreter.graph.chance import Chance

GAMES = 4
PLIES = 30
EARLY = 5
"""Plies within which a difference shows if a direction or a row is mixed up. Later ones come from what is meant: who
began, and the like."""
NEAR = 1e-6
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
    """A way to look at the board: for each site the one in its place, for each direction the one in its place; and
    whether the two players are exchanged."""

    sites: tuple[int, ...]
    directions: tuple[int, ...]
    swaps: bool

    def value(self, model: Model, base: Any, value: Any) -> Any:
        """The image of a value of some type."""
        if isinstance(base, Range) or not isinstance(value, int) or value < 0:
            return value
        if base is model.board:
            return self.sites[value]
        if model.board is not None and base is model.board.directions:
            return self.directions[value]
        if base is model.player:
            return 1 - value if self.swaps else value
        if base is model.pieces and self.swaps:
            kind, owner, number = model.piece_parts[value]
            wanted = (kind, 1 - owner if owner >= 0 else owner, number)
            return model.piece_parts.index(wanted)
        return value

    def set(self, sites: int) -> int:
        """The image of a set of sites."""
        return sum(1 << self.sites[i] for i in range(sites.bit_length()) if sites >> i & 1)


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
    for swaps in (True, False):
        differences: list[tuple[int, Unlike]] = []
        for mirror in mirrors(model.board, swaps):
            if not swaps and mirror.sites == tuple(range(len(mirror.sites))):
                continue
            image = _image(game, start, mirror)
            if image is None:
                continue
            difference = _first_difference(game, start, image, mirror, seed)
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
    return start.is_over or any(_image(game, start, mirror) is not None for mirror in mirrors(model.board, True))


def mirrors(board: Shape, swaps: bool) -> Iterator[Mirror]:
    """All ways to turn and mirror a board that leave it as it is, directions included."""
    places = [(x, y, z) for x, y, z in board.places]
    n = len(places)
    cx, cy = sum(p[0] for p in places) / n, sum(p[1] for p in places) / n
    known = {(round(x - cx, 4), round(y - cy, 4), round(z, 4)): i for i, (x, y, z) in enumerate(places)}
    seen = set()
    for flip in (1, -1):
        for turn in range(24):
            angle = turn * math.pi / 12
            cos, sin = math.cos(angle), math.sin(angle)
            sites = []
            for x, y, z in places:
                u, v = (x - cx) * flip, y - cy
                at = known.get((round(u * cos - v * sin, 4) + 0.0, round(u * sin + v * cos, 4) + 0.0, round(z, 4)))
                if at is None:
                    break
                sites.append(at)
            if len(sites) < n or tuple(sites) in seen or len(set(sites)) < n:
                continue
            seen.add(tuple(sites))
            directions = _directions(board, sites)
            if directions is not None:
                yield Mirror(tuple(sites), directions, swaps)


def _directions(board: Shape, sites: list[int]) -> tuple[int, ...] | None:
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
    if not mirror.swaps:
        return start
    try:
        data = dict(start.position())
        data["to move"] = game.players[1 - game.players.index(start.mover or "")]
        return game.position(data)
    except GameError:
        return None


def _key(model: Model, move: Move, mirror: Mirror | None) -> tuple[Any, ...]:
    chosen = []
    for variable, value in zip(move.choose.variables, move.chosen, strict=False):
        type_ = variable.type
        single = type_.size < Size.MANY
        chosen.append(mirror.value(model, type_.base, value) if mirror and single else value)
    return (move.choose.span, tuple(chosen))


def _first_difference(
    game: Game, start: State, image: State, mirror: Mirror, seed: int
) -> tuple[int, Unlike] | None:
    """After how many plies the two differ, and in what; None if they don't, as far as was looked."""
    model = game.model
    for number in range(GAMES):
        chance = Chance(seed, number)
        one, other = start, image
        for ply in range(PLIES):
            if one.is_over or other.is_over:
                break
            if mirror.swaps and one.together:
                break  # players who decide at once are asked in their own order, in the image, too
            mine = {_key(model, move, mirror): move for move in one.moves if move.choose.binders}
            theirs = {_key(model, move, None): move for move in other.moves if move.choose.binders}
            if mine.keys() != theirs.keys():
                return ply, _moves_differ(one, other, mine, theirs, mirror, ply)
            move = one.draw(chance, ply)
            answer = theirs.get(_key(model, move, mirror))  # words, such as `swap`, may be one player's alone
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
    after = f"after {ply} moves" if ply else "at the start"
    if mirror.swaps:
        said = f"{who} has the move `{move}` {after}, and the other player lacks its image in the same position"
    else:
        said = f"{who} has the move `{move}` {after}, but not its mirror image"
    return Unlike(mirror.swaps, move.choose.span, said)
