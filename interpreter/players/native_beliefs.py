"""States that fit what a player knows, sampled by the compiled rules (`kernels/believing.py`): the quick way.

Particles are carried on from information state to information state. When they run out, those before are changed and
carried on again; when they have come to be much alike, others are made of them (`kernels/changing.py`). How long that
goes on is a matter of plies, and of the thread's own time: whatever else the machine does, as much is tried. If that
isn't enough, the next decision goes on from there. What isn't found so, `interpreter.players.beliefs` may find.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Sequence
from math import inf

from interpreter.game.knowledge import text_hash
from interpreter.graph.abi import STOP
from interpreter.graph.chance import signed
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Learnt
from interpreter.players.information_tree import InformationTree
from interpreter.players.knowledge_keys import words_of

USUAL = 400
"""Particles."""
MOST_KEYS = 16_384
"""Information states of a game that there is room for."""
EFFORT = 400_000
"""Plies that may be played for one answer."""
MOST_SECONDS = 1.0
"""What it may take the thread to find any, if less is given …"""
FIRST = 5_000
"""… and so many plies are played before it is known how long one takes."""
ALIKE = 3
"""Where there are fewer different particles than one in so many, others are made of them …"""
ROUNDS = 2
"""… by so many changes of each."""
FEW = 5
"""The same on the way, where fewer were left than one in so many."""
AGAIN = 0.25
"""Where none was left, so great a part of those before is changed, and they are carried on again."""
STEPS, HOPELESS = 25, 200
"""Changes at once; and after so many of which none was taken, it is given up."""


class NativeBeliefs:
    """The particles of a tree, and what they fit."""

    def __init__(self, tree: InformationTree, draws: Draws) -> None:
        self.tree, self.draws = tree, draws
        self._player = -1
        self._fitted: tuple[Learnt, ...] = ()
        self._end = self._until = 0.0
        self._reached = 0
        """How much the particles fit that are there, if they don't fit all."""
        self._speed = 0.0
        """Plies a second, once it is known."""

    def forget(self) -> None:
        """The particles aren't there any more."""
        self._fitted = ()

    def found(self, learnt: Sequence[Learnt], player: int, is_asked: bool, seconds: float = inf) -> bool:
        """Whether there are particles now that fit what a player (by number) has learnt. To find some takes as long as
        it must, up to EFFORT and MOST_SECONDS; to have others, too, so many seconds of the thread's time at most."""
        if len(learnt) > MOST_KEYS:
            return False
        instance, tree, whole = self.tree.own, self.tree, tuple(learnt)
        instance.write(tree.keys, b"".join(map(_written, whole)))
        self._end, began = instance.call("believe_plies") + EFFORT, time.thread_time()
        self._until = began + max(seconds, MOST_SECONDS)
        known = self._fitted if self._player == player and whole[: len(self._fitted)] == self._fitted else ()
        self._player, self._fitted = player, ()
        self._reached = 0
        is_found = self._carried(tree.count, len(known), len(whole), is_asked) if known and tree.count else False
        if not is_found and not self._is_spent():
            is_found = self._begun(min(USUAL, tree.room), len(whole), is_asked)
        self._until = began + seconds
        if is_found and self._different() * ALIKE < tree.count:
            self._change(len(whole), is_asked, ROUNDS)
        self._fitted = whole if is_found else whole[: self._reached]
        return is_found

    def _begun(self, number: int, length: int, is_asked: bool) -> bool:
        self.tree.count = self.tree.own.call("believe_first", number, self._player)
        return self.tree.count > 0 and self._carried(number, 1, length, is_asked)

    def _carried(self, number: int, seen: int, length: int, is_asked: bool) -> bool:
        """Carry particles on to the last information state; where none is left, others are made of those before."""
        instance = self.tree.own
        while True:
            before, seen = seen, min(seen + 1, length)
            asked = is_asked and seen == length
            instance.call("believe_keep", number)
            count = self._on(number, seen, asked)
            while count == 0:
                instance.call("believe_again", number)
                if self._is_spent():
                    self._reached = before
                    return False
                self._change(before, False, AGAIN)
                count = self._on(number, seen, asked)
            self.tree.count = count
            if count and instance.call("believe_left") * FEW < number:
                self._change(seen, asked, 1)
            if seen == length:
                return True

    def _on(self, number: int, seen: int, asked: bool) -> int:
        """Carry particles on to the next information state; gives how many there are."""
        instance = self.tree.own
        before, began = instance.call("believe_plies"), time.thread_time()
        drawn, left = signed(self.draws.bits()), self._left()
        found: int = instance.call("believe_on", number, self._player, seen, int(asked), drawn, left)
        took, played = time.thread_time() - began, instance.call("believe_plies") - before
        if played > 1_000 and took > 0:
            self._speed = played / took
        return found

    def _change(self, seen: int, asked: bool, rounds: float) -> None:
        """Make other particles of those there are, some times, as long as that leads anywhere."""
        taken, steps = 0, 0
        while steps < rounds * self.tree.count and not self._is_spent():
            drawn = signed(self.draws.bits())
            taken += self.tree.own.call("believe_change", self.tree.count, self._player, seen, int(asked), drawn, STEPS)
            steps += STEPS
            if steps >= HOPELESS and taken == 0:
                break

    def _left(self) -> int:
        """How many plies may still be played."""
        left = self._end - self.tree.own.call("believe_plies")
        if self._until < inf:
            seconds = self._until - time.thread_time()
            left = min(left, self._speed * seconds if self._speed else FIRST)
        return max(int(left), 0)

    def _is_spent(self) -> bool:
        return self._left() <= 0 or time.thread_time() > self._until

    def _different(self) -> int:
        """How many different states there are among the particles."""
        row, size, held = self.tree.own.call("knowing_row"), self.tree.own.compiled.record.size, self.tree.particles
        return len({held[at + STOP : at + size] for at in range(0, len(held), row)})


def _written(one: Learnt) -> bytes:
    """What a player has learnt, as kernels read it: see `kernels/histories.py`."""
    first, second = text_hash(one.text) if one.text is not None else (0, 0)
    return struct.pack("<2q3Q", *words_of(one.key), one.text is not None, first, second)
