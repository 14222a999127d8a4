"""What one thread searches for a player who doesn't see everything: an instance of the compiled rules, which knows of
information states what was found in iterations from states that fit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.game.state import State
from interpreter.native.host.instance import Instance
from interpreter.native.host.knowing import known_of, words_of
from interpreter.players.search import Engine

PAUSE = 0.02
"""So many iterations are asked for at once that they take about so many seconds, so that Ctrl-C is heard."""
TABLE_PART = 128
"""The table that finds nodes takes one part in so many of the memory."""


@dataclass(frozen=True)
class Row:
    """What is known of an option: how often it was taken, what it is worth to each player, and where all decide at
    once, how often it is to be taken."""

    taken: int
    worth: tuple[float, ...]
    is_mixed: bool
    share: float


@dataclass(frozen=True)
class Totals:
    """What a search of one decision came to: iterations, information states, what games came to for each player, and
    what is the least and the most that any has come to."""

    iterations: int
    nodes: int
    sums: tuple[float, ...]
    low: float
    high: float


class InformationTree:
    """An instance in which the tree grows."""

    def __init__(self, number: int, own: Engine) -> None:
        self.number, self.engine = number, own
        self.instance: Instance | None = None
        self.broken = 0
        """Iterations in which a rule was broken; they count for nothing."""
        self._at = self._particles = self._bits = 0

    def ready(self, memory: int, particles: int) -> Instance:
        """The instance, with room for so many particles; emptied when it is full."""
        if self.instance is None:
            self.instance = self.engine.take(memory)
            self._particles = particles
            self._bits = max((memory // TABLE_PART // 4).bit_length() - 1, 8)
            self._at = 0
        if self._at == 0 or self.instance.call("knowing_is_full"):
            self._at = self.instance.call("knowing_start", self._bits, particles)
        return self.instance

    def close(self) -> None:
        """Leave the instance to others."""
        if self.instance is not None:
            self.engine.give_back(self.instance)
        self.instance = None

    def search(
        self, states: Sequence[State], key: int, until: float, limit: int, goes_on: Callable[[float], bool]
    ) -> None:
        """Search from these states until then, or so many iterations if they are given, as long as it goes on."""
        instance, start = self._instance, time.perf_counter()
        count = self._write(states)
        done, chunk = 0, 1
        while (done < limit) if limit else (done == 0 or time.perf_counter() < until):
            chunk = min(chunk, limit - done) if limit else chunk
            before = time.perf_counter()
            self.broken += instance.call("knowing", count, _signed(key), chunk)
            done += chunk
            took = time.perf_counter() - before
            chunk = max(chunk * 2 if took < PAUSE / 2 else chunk // 2 if took > PAUSE else chunk, 1)
            part = done / limit if limit else (time.perf_counter() - start) / max(until - start, 1e-6)
            if not goes_on(min(part, 1.0)):
                break

    def _write(self, states: Sequence[State]) -> int:
        """Write states where the search begins; gives how many."""
        instance, record = self._instance, self._instance.compiled.record
        row = instance.call("knowing_row")
        written = list(states[: self._particles])
        for i, state in enumerate(written):
            at = self._at + i * row
            instance.write(at, record.encode(state._stop.place, state._stop.values))
            instance.write(at + record.capacity, known_of(state))
        instance.call("knowing_begin")
        return len(written)

    def rows(self, information: int, player: int, options: int) -> tuple[Row, ...]:
        """What is known of each option of a player who knows this; nothing if it wasn't reached."""
        instance, players = self._instance, len(self.engine.model.players)
        if not options or instance.call("knowing_options", *words_of(information), player, options) == 0:
            return ()
        at, is_joint, size = instance.report(3)
        found, meant = list[Row](), 0.0
        for k in range(options):
            taken = instance.words(at + k * size, 1)[0]
            _, wanted, *sums = instance.floats(at + k * size + 8, 2 + players)
            meant += wanted
            found.append(Row(taken, tuple(total / max(taken, 1) for total in sums), bool(is_joint), wanted))
        return tuple(Row(row.taken, row.worth, row.is_mixed, row.share / (meant or 1.0)) for row in found)

    def totals(self) -> Totals:
        """What the search of this decision came to so far."""
        instance, players = self._instance, len(self.engine.model.players)
        at = instance.call("knowing_totals")
        iterations, nodes = instance.words(at, 2)
        low, high, *sums = instance.floats(at + 16, 2 + players)
        return Totals(iterations, nodes, tuple(sums), low, high)

    @property
    def _instance(self) -> Instance:
        assert self.instance is not None
        return self.instance


def merged(found: Sequence[Sequence[Row]]) -> tuple[Row, ...]:
    """The rows of several trees as one; a tree that doesn't know of the decision is left out."""
    known = [rows for rows in found if rows]
    return tuple(map(_together, zip(*known, strict=True)))


def _together(rows: Sequence[Row]) -> Row:
    taken = sum(row.taken for row in rows)
    worth = tuple(sum(w * row.taken for w, row in zip(each, rows, strict=True)) / max(taken, 1)
                  for each in zip(*(row.worth for row in rows), strict=True))  # fmt: skip
    return Row(taken, worth, rows[0].is_mixed, sum(row.share for row in rows) / len(rows))


def _signed(key: int) -> int:
    """The lower 64 bits, as a number with a sign."""
    key &= (1 << 64) - 1
    return key - (key >> 63 << 64)
