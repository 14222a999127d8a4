"""States that fit what a player knows, sampled by the compiled rules (`kernels/believing.py`).

Particles are carried on from information state to information state. When they have come to be much alike, others are
made of them (`kernels/changing.py`). When they run out, those before are changed and carried on again; then histories
are led farther until one comes to what the player sees now, whatever was seen before. How long that goes on is a matter
of plies, and where there is a limit of time, of the thread's own time: whatever else the machine does, as much is
tried. If that isn't enough, the next decision goes on from there.
"""

from __future__ import annotations

import struct
import time
from collections.abc import Callable, Iterator, Sequence
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
TRIED, LED = 200, 2
"""TRIED histories are made. The LED of them that come farthest are led farther at once …"""
FOUND = 100
"""… and the first that comes to what is seen becomes FOUND particles."""
MOST_KEYS, MOST_OPENLY, MOST_SEEN = 16_384, 65_536, 8_192
"""What there is room for; see `kernels/histories.py`."""
LEARNT = 64
EFFORT = 1_000_000
"""Plies that may be played for one answer."""
MOST_SECONDS = 1.0
"""What it may take the thread to find any, if less is given …"""
FIRST = 5_000
"""… and so many plies are played before it is known how long one takes."""
ALIKE = 3
"""Where there are fewer different particles than one in so many, others are made of them …"""
ROUNDS = 2
"""… by so many changes of each."""
FEW = 2
"""The same on the way: once for each time that so few of them were left as one in so many …"""
MOST_ROUNDS = 5
"""… and no more often."""
AGAIN, TIMES = 0.25, 4
"""Where none was left, so great a part of those before is changed, and they are carried on again, so many times."""
STEPS, HOPELESS = 25, 1_000
"""Changes at once; and after so many of which none was taken, it is given up."""


class NativeBeliefs:
    """The particles of a tree, and what they fit."""

    def __init__(
        self, tree: InformationTree, draws: Draws, goes_on: Callable[[], bool] = lambda: True,
        think: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        """`goes_on` is asked now and then; `think` is called while the particles stand at the game's beginning."""
        self.tree, self.draws, self._goes_on, self._think = tree, draws, goes_on, think
        self.plies = 0
        """What was played for the last answer."""
        self._player = -1
        self._fitted: tuple[Learnt, ...] = ()
        self._end, self._until = 0, 0.0
        self._reached = 0
        """How much the particles fit that are there, if they don't fit all."""
        self._length = 0
        """How much is to be fitted."""
        self._is_loose = False
        """Whether what was seen on the way isn't right in the particles, but only what is seen now."""
        self._is_led = False
        """Whether they fit nothing yet, but are on the way."""
        self._speed = 0.0
        """Plies a second, once it is known."""

    def forget(self) -> None:
        """The particles aren't there any more."""
        self._fitted = ()

    def found(
        self, learnt: Sequence[Learnt], player: int, is_asked: bool, seconds: float = inf, seen: Sequence[int] = ()
    ) -> bool:
        """Whether there are particles now that fit what a player (by number) has learnt; `seen`: what it sees now, as
        words. To find some takes as long as it must, up to EFFORT and MOST_SECONDS; to have others, too, so many
        seconds of the thread's time at most."""
        if len(learnt) > MOST_KEYS:
            return False
        instance, tree, whole = self.tree.own, self.tree, tuple(learnt)
        for at, row in heard(tree.game.players, whole, player, seen):
            instance.write(tree.keys + at, row)
        self._end, began = instance.call("believe_plies") + EFFORT, time.thread_time()
        self._until = began + max(seconds, MOST_SECONDS)
        known = self._fitted if self._player == player and whole[: len(self._fitted)] == self._fitted else ()
        if not known:
            instance.call("believe_afresh")
        self._player, self._fitted = player, ()
        self._reached, self._length = 0, len(whole)
        can_lead, is_found = 0 < len(seen) <= MOST_SEEN, False
        if known and tree.count:
            is_found = not self._is_led and self._carried(tree.count, len(known), len(whole), is_asked)
            is_found = is_found or (can_lead and self._led(len(whole), is_asked))
        if not is_found and not self._is_spent():
            is_found = self._begun(min(USUAL, tree.room), len(whole), is_asked)
            is_found = is_found or (can_lead and self._led(len(whole), is_asked))
        self._until = began + seconds
        if is_found and self._different() * ALIKE < tree.count:
            self._change(len(whole), is_asked, ROUNDS)
        self._fitted = whole if is_found or self._is_led else whole[: self._reached]
        self.plies = instance.call("believe_plies") - self._end + EFFORT
        return is_found

    def _begun(self, number: int, length: int, is_asked: bool) -> bool:
        self._is_loose = self._is_led = False
        self.tree.count = self.tree.own.call("believe_first", number, self._player)
        if self.tree.count:
            self._think()
        return self.tree.count > 0 and self._carried(number, 1, length, is_asked)

    def _carried(self, number: int, seen: int, length: int, is_asked: bool) -> bool:
        """Carry particles on to the last information state; where none is left, others are made of those before."""
        instance = self.tree.own
        while True:
            before, seen = seen, min(seen + 1, length)
            asked = is_asked and seen == length
            instance.call("believe_keep", number)
            count, times = self._on(number, seen, asked), 0
            while count == 0:
                instance.call("believe_again", number)
                if self._is_spent() or times == TIMES:
                    self._reached = before
                    return False
                self._change(before, False, AGAIN)
                count, times = self._on(number, seen, asked), times + 1
            self.tree.count = count
            left, rounds = instance.call("believe_left"), 0
            while left * FEW < number and rounds < MOST_ROUNDS:
                left, rounds = left * FEW, rounds + 1
            self._change(seen, asked, rounds)
            if seen == length:
                return True

    def _led(self, length: int, is_asked: bool) -> bool:
        """Lead histories farther until one comes to what is seen now, and make others of it. If none does, those that
        have come farthest are kept, to go on from there."""
        instance, kept = self.tree.own, self.tree.count
        state = self._player, length, int(is_asked)
        number, first = instance.call("believe_best", min(TRIED, kept), *state, signed(self.draws.bits()), LED), 0
        self._is_led, self.tree.count = True, number
        while number and not self._is_spent():
            which = instance.call("believe_farther", number, *state, signed(self.draws.bits()), first, STEPS)
            first += STEPS
            if which:
                self._is_led, self._is_loose = False, not instance.call("believe_exactly")
                self.tree.count = min(max(FOUND, kept), self.tree.room)
                instance.call("believe_like", self.tree.count, which - 1)
                self._change(length, is_asked, MOST_ROUNDS)
                return True
        self._reached = 0
        return False

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
        if self._is_loose and seen < self._length:  # how they came here isn't right
            return
        taken, steps, loosely = 0, 0, int(self._is_loose)
        while steps < rounds * self.tree.count and not self._is_spent():
            drawn = signed(self.draws.bits())
            taken += self.tree.own.call(
                "believe_change", self.tree.count, self._player, seen, int(asked), loosely, drawn, steps, STEPS
            )
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
        return self.tree.is_halted or self._left() <= 0 or time.thread_time() > self._until or not self._goes_on()

    def _different(self) -> int:
        """How many different states there are among the particles."""
        row, size, held = self.tree.own.call("knowing_row"), self.tree.own.compiled.record.size, self.tree.particles
        return len({held[at + STOP : at + size] for at in range(0, len(held), row)})


def heard(
    players: Sequence[str], learnt: Sequence[Learnt], player: int, seen: Sequence[int]
) -> Iterator[tuple[int, bytes]]:
    """What a player has learnt, and sees now, as kernels read it, and where: see `kernels/histories.py`."""
    rows, texts = list[bytes](), list[bytes]()
    texts_at = LEARNT * MOST_KEYS
    first, count = 0, 0
    for one in reversed(learnt):
        if one.openly and len(texts) + len(one.openly) <= MOST_OPENLY:
            first, count = texts_at + 16 * len(texts), len(one.openly)
            texts += [struct.pack("<2Q", *text_hash(text)) for text in one.openly]
        told = text_hash(one.text) if one.text is not None else (0, 0)
        who = 0 if one.who is None else players.index(one.who) + 1
        rows.append(struct.pack("<2q6Q", *words_of(one.key), one.text is not None, *told, first, count, who))
    yield 0, b"".join(reversed(rows))
    yield texts_at, b"".join(texts)
    words = tuple(seen[:MOST_SEEN])
    yield texts_at + 16 * MOST_OPENLY, struct.pack(f"<2Q{len(words)}Q", player, len(words), *words)
