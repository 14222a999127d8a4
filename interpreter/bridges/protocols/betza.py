"""How pieces move, in Betza's letters as XBoard reads them, found out by putting one piece on an empty board.

A piece is described only if the letters say all that it does: the same steps from everywhere, alike to the left and to
the right, nothing changed but where it stands and what it takes there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd

from interpreter.bridges.protocols.window import Window
from interpreter.errors import GameError, PositionError
from interpreter.game.state import State

ATOMS = {(0, 1): "W", (1, 1): "F", (0, 2): "D", (1, 2): "N", (2, 2): "A", (0, 3): "H", (1, 3): "C", (2, 3): "Z",
         (3, 3): "G"}  # fmt: skip
TURNED = {"W": {"f": {(0, 1)}, "b": {(0, -1)}, "s": {(1, 0), (-1, 0)}, "v": {(0, 1), (0, -1)},
                "fs": {(0, 1), (1, 0), (-1, 0)}, "bs": {(0, -1), (1, 0), (-1, 0)}}}  # fmt: skip
"""Some of an atom's directions, by the letters before it; for the other atoms `_turned` says them."""
MOST_SITES = 400

Step = tuple[int, int]
"""Columns to the right and rows ahead, as its owner sees it."""


class Indescribable(Exception):
    """The piece does something that the letters don't say."""


def betza(window: Window) -> dict[str, str]:
    """For each letter of a piece how it moves; `P&` stands for both players' P. Pieces that can't be described are left
    out: the empty answer is an honest one."""
    if len(window.squares.names) > MOST_SITES:
        return {}
    found: dict[str, str] = {}
    for piece, letter in window.letters.items():
        try:
            if letter[0] != "+":
                found[letter] = _Lone(window, piece, side=int(letter.islower())).described
        except (Indescribable, GameError):
            continue
    capitals = [letter for letter in found if letter.isupper()]
    both = [letter for letter in capitals if found.get(letter.lower()) == found[letter]]
    own = {letter: text for letter, text in found.items() if letter.upper() not in both}
    return {f"{letter}&": found[letter] for letter in both} | own


@dataclass(frozen=True)
class _Lone:
    """One piece of a player on a board without others."""

    window: Window
    piece: str
    side: int

    @cached_property
    def _places(self) -> dict[str, Step]:
        rows = self.window.squares.rows
        return {label: (c, -r) for r, row in enumerate(rows) for c, label in enumerate(row) if label}

    @cached_property
    def _at(self) -> dict[Step, str]:
        return {place: label for label, place in self._places.items()}

    @cached_property
    def _centre(self) -> str:
        columns, rows = zip(*self._places.values(), strict=True)
        middle = sum(columns) / len(columns), sum(rows) / len(rows)
        away = {label: sum(abs(a - b) for a, b in zip(place, middle, strict=True))
                for label, place in self._places.items()}  # fmt: skip
        return min(away, key=lambda label: away[label])

    def _to(self, start: str, step: Step) -> str | None:
        c, r = self._places[start]
        return self._at.get((c + step[0], r + (step[1] if self.side == 0 else -step[1])))

    def _step(self, start: str, end: str) -> Step:
        (a, b), (c, d) = self._places[start], self._places[end]
        return c - a, (d - b if self.side == 0 else b - d)

    @cached_property
    def _victim(self) -> str:
        letter = self.window.letters[self.piece].swapcase()
        found = next((label for label, one in self.window.letters.items() if one == letter), None)
        if found is None:
            raise Indescribable
        return found

    def _reached(self, start: str, others: Mapping[str, str], to: Collection[str]) -> set[Step]:
        """Where the piece can go from a site when the others stand there. Raises Indescribable if it changes more than
        its place as it goes `to` one of these sites."""
        before = {start: self.piece, **others}
        try:
            state = self.window.placed(before, self.side, over=False)
        except PositionError:  # nothing can move there
            return set()
        found = set()
        for move in state.moves:
            if len(move.sites) != 2:
                raise Indescribable
            if move.sites[0] == start:
                if move.sites[1] in to:
                    self._check(state.play(move), before, move.sites)
                found.add(self._step(*move.sites))
        return found

    def _check(self, after: State, before: Mapping[str, str], ends: Sequence[str]) -> None:
        start, end = ends
        expected = {label: piece for label, piece in before.items() if label != start} | {end: self.piece}
        if any([p.label for p in after.pieces(label)] != [expected[label]] * (label in expected)
               for label in self._places if expected.get(label) or after.pieces(label)):  # fmt: skip
            raise Indescribable

    @cached_property
    def _quiet(self) -> set[Step]:
        """Steps to empty sites: the same from everywhere."""
        each = {start: self._reached(start, {}, self._places) for start in self._places}
        steps = set().union(*each.values())
        for start, found in each.items():
            if found != {step for step in steps if self._to(start, step) is not None}:
                raise Indescribable
        return steps

    @cached_property
    def _captures(self) -> set[Step]:
        """Steps onto what stands there, from the middle of the board."""
        found = set()
        for end in self._places:
            if end != self._centre:
                step = self._step(self._centre, end)
                if step in self._reached(self._centre, {end: self._victim}, (end,)):
                    found.add(step)
        return found

    @cached_property
    def _crowded(self) -> set[Step]:
        """Steps when its own pieces stand around it, and others everywhere else: more than captures, if it hops."""
        ring = {self._to(self._centre, (c, r)) for c in (-1, 0, 1) for r in (-1, 0, 1)}
        others = {label: self.piece if label in ring else self._victim for label in self._places}
        others.pop(self._centre)
        return self._reached(self._centre, others, ())

    @cached_property
    def described(self) -> str:
        """The piece in Betza's letters; raises Indescribable, GameError."""
        steps = self._quiet | self._captures
        if not steps or {(-c, r) for c, r in steps} != steps or not self._crowded <= self._captures:
            raise Indescribable
        kinds: dict[tuple[str, str, str], set[Step]] = {}
        for unit in sorted({(c // gcd(c, r), r // gcd(c, r)) for c, r in steps}):
            for way in self._along(unit, steps):
                kinds.setdefault(way[:3], set()).add(way[3])
        order = list(ATOMS.values())
        return "".join(f"{_turned(kinds[atom, mode, far])}{mode}{atom}{far}"
                       for atom, mode, far in sorted(kinds, key=lambda kind: (order.index(kind[0]), kind)))  # fmt: skip

    def _along(self, unit: Step, steps: set[Step]) -> Iterator[tuple[str, str, str, Step]]:
        """What it does in one direction: atom, mode, how far, and the first step."""
        fits = [k for k in range(1, 30) if self._to(self._centre, (k * unit[0], k * unit[1])) is not None]
        goes = [k for k in range(1, 30) if (k * unit[0], k * unit[1]) in steps]
        if goes == list(range(1, len(goes) + 1)) and len(goes) > 1:
            near = [k for k in goes if k in fits]
            modes = {self._mode((k * unit[0], k * unit[1])) for k in near}
            if len(modes) > 1 or self._jumps((2 * unit[0], 2 * unit[1])):
                raise Indescribable
            longest = max(self._longest(unit), 1)
            yield _atom(unit), modes.pop(), "0" if goes[-1] >= longest else str(goes[-1]), unit
            return
        for k in goes:
            step = (k * unit[0], k * unit[1])
            lame = k * max(abs(unit[0]), abs(unit[1])) > 1 and not self._jumps(step)
            yield _atom(step), ("n" if lame else "") + self._mode(step), "", step

    def _longest(self, unit: Step) -> int:
        """How many such steps fit on the board at most."""
        return max(k for k in range(1, 30) for start in self._places
                   if self._to(start, (k * unit[0], k * unit[1])) is not None)  # fmt: skip

    def _mode(self, step: Step) -> str:
        if step in self._quiet:
            return "" if step in self._captures or self._to(self._centre, step) is None else "m"
        return "c"

    def _jumps(self, step: Step) -> bool:
        """Whether it gets there over pieces of its own all around it."""
        ring = ((c, r) for c in (-1, 0, 1) for r in (-1, 0, 1) if (c, r) not in ((0, 0), step))
        others = {label: self.piece for one in ring if (label := self._to(self._centre, one)) is not None}
        end = self._to(self._centre, step)
        if end is None:
            raise Indescribable
        taken = {} if step in self._quiet else {end: self._victim}
        return step in self._reached(self._centre, {**others, **taken}, ())


def _atom(step: Step) -> str:
    near, far = sorted(map(abs, step))
    if (near, far) not in ATOMS:
        raise Indescribable
    return ATOMS[near, far]


def _turned(directions: set[Step]) -> str:
    """The letters for some of the directions of an atom; "" for all of them."""
    (c, r) = next(iter(directions))
    near, far = sorted(map(abs, (c, r)))
    every = {(a * x, b * y) for a, b in ((near, far), (far, near)) for x in (1, -1) for y in (1, -1)}
    if directions == every:
        return ""
    units = {(a // (far or 1), b // (far or 1)) if near == 0 else (a, b) for a, b in directions}
    if near == 0:
        known = TURNED["W"]
    elif near == far:
        known = {"f": {one for one in every if one[1] > 0}, "b": {one for one in every if one[1] < 0}}
    else:
        known = {"ff": {one for one in every if one[1] == far}, "bb": {one for one in every if one[1] == -far}}
    for letters, meant in known.items():
        if units == meant:
            return letters
    raise Indescribable
