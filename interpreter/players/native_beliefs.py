"""States that fit what a player knows, sampled by the compiled rules (`kernels/believing.py`): the quick way.

Particles are carried on from information state to information state; when they run out, or have come to be much alike,
they begin anew, with more of them each time. What that doesn't find, `interpreter.beliefs` may.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from math import inf

from interpreter.beliefs.draws import Draws
from interpreter.beliefs.evidence import Learnt
from interpreter.graph.abi import STOP
from interpreter.native.host.knowing import words_of
from interpreter.players.information_tree import InformationTree, signed

USUAL, GROWTH = 400, 5
"""Particles; and how many times as many where they run out."""
MOST_KEYS = 16_384
"""Information states of a game that there is room for."""
EFFORT = 400_000
"""Plies that may be played for one answer."""
FIRST = 5_000
"""So many of them before it is known how long one takes."""
ALIKE = 20
"""Where there are fewer different particles than one in so many, others are looked for."""


class NativeBeliefs:
    """The particles of a tree, and what they fit."""

    def __init__(self, tree: InformationTree, draws: Draws) -> None:
        self.tree, self.draws = tree, draws
        self._player = -1
        self._fitted: tuple[Learnt, ...] = ()
        self._end = self._until = 0.0
        self._speed = 0.0
        """Plies a second, once it is known."""

    def forget(self) -> None:
        """The particles aren't there any more."""
        self._fitted = ()

    def found(self, learnt: Sequence[Learnt], player: int, is_asked: bool, until: float = inf) -> bool:
        """Whether there are particles now that fit what a player (by number) has learnt."""
        if len(learnt) > MOST_KEYS:
            return False
        instance, tree, whole = self.tree.own, self.tree, tuple(learnt)
        instance.write(tree.keys, b"".join(struct.pack("<2q", *words_of(one.key)) for one in whole))
        self._end, self._until = instance.call("believe_plies") + EFFORT, until
        known = self._fitted if self._player == player and whole[: len(self._fitted)] == self._fitted else ()
        self._player, self._fitted = player, ()
        is_found = (known and tree.count and self._carried(tree.count, len(known), len(whole), is_asked)) or (
            self._found_anew(len(whole), is_asked)
        )
        if is_found and known and self._are_alike():
            self._varied(len(whole), is_asked)
        self._fitted = whole if is_found else ()
        return bool(is_found)

    def _found_anew(self, length: int, is_asked: bool) -> bool:
        """Begin anew, with more particles each time."""
        number = min(USUAL, self.tree.room)
        while not self._is_spent():
            if self._begun(number, length, is_asked):
                return True
            if number == self.tree.room:
                break
            number = min(GROWTH * number, self.tree.room)
        return False

    def _varied(self, length: int, is_asked: bool) -> None:
        """Begin anew, too; and keep what differs more."""
        kept = self.tree.particles
        came = not self._is_spent() and self._begun(min(USUAL, self.tree.room), length, is_asked)
        if not came or self._different(self.tree.particles) <= self._different(kept):
            self.tree.take_over(kept)

    def _begun(self, number: int, length: int, is_asked: bool) -> bool:
        self.tree.count = self.tree.own.call("believe_first", number, self._player)
        return self.tree.count > 0 and self._carried(number, 1, length, is_asked)

    def _carried(self, number: int, seen: int, length: int, is_asked: bool) -> bool:
        """Carry particles on to the last information state."""
        instance = self.tree.own
        while True:
            seen = min(seen + 1, length)
            asked = int(is_asked and seen == length)
            before, began = instance.call("believe_plies"), time.perf_counter()
            drawn, left = signed(self.draws.bits()), self._left()
            count = instance.call("believe_on", number, self._player, seen, asked, drawn, left)
            took, played = time.perf_counter() - began, instance.call("believe_plies") - before
            if played > 1_000 and took > 0:
                self._speed = played / took
            self.tree.count = count
            if count == 0 or seen == length:
                return bool(count)

    def _left(self) -> int:
        """How many plies may still be played."""
        left = self._end - self.tree.own.call("believe_plies")
        if self._until < inf:
            seconds = self._until - time.perf_counter()
            left = min(left, self._speed * seconds if self._speed else FIRST)
        return max(int(left), 0)

    def _is_spent(self) -> bool:
        return self._left() <= 0 or time.perf_counter() > self._until

    def _are_alike(self) -> bool:
        return self._different(self.tree.particles) * ALIKE < self.tree.count

    def _different(self, particles: bytes) -> int:
        """How many different states there are among particles."""
        row, size = self.tree.own.call("knowing_row"), self.tree.own.compiled.record.size
        return len({particles[at + STOP : at + size] for at in range(0, len(particles), row)})
