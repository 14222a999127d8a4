"""What one thread searches for a player who doesn't see everything: an instance of the compiled rules, which knows of
information states what was found in iterations from states that fit."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.backend import Stop
from interpreter.graph.chance import signed
from interpreter.players.information import InformationState
from interpreter.players.knowledge_keys import known_of, words_of
from interpreter.work.engine import engine
from interpreter.work.slices import Slices

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.native.host.running import Word

FEWEST = 100
"""Iterations, however little time is left: with fewer it would be no search."""
WORKED, PATIENCE = 0.5, 3
"""Where others keep the machine busy, a search goes on until it has worked for so great a part of its time itself, but
no longer than this many times its time."""
TABLE_PART, PARTICLES_PART = 128, 16
"""The table that finds nodes takes one part in so many of the memory; particles one in so many, twice …"""
MOST_PARTICLES = 2_000
"""… but no more than these."""


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
    """An instance in which the tree grows, and in which particles are: states from which iterations begin."""

    def __init__(self, number: int, game: Game) -> None:
        self.number, self.game, self.engine = number, game, engine(game, "knowing", "changing")
        self.instance: Instance | None = None
        self.broken = 0
        """Iterations in which a rule was broken; they count for nothing."""
        self.count = 0
        """How many particles there are."""
        self.room = 0
        """How many there can be."""
        self.keys = 0
        """Where keys of information states are written."""
        self.has_searched = False
        """Whether anything was searched since the tree was empty."""
        self._halting: Word | None = None
        """The word by which beliefs and search are stopped, while there is an instance."""

    def ready(self, memory: int) -> bool:
        """Have an instance; whether it is an empty one: at first, and where there was no room for more."""
        if self.instance is None:
            self.instance, self.keys = self.engine.take(memory), 0
        if self.keys and not self.instance.call("knowing_is_full"):
            return False
        row = self.instance.call("knowing_row")
        self.room = max(min(MOST_PARTICLES, memory // PARTICLES_PART // row), 1)
        bits = max((memory // TABLE_PART // 4).bit_length() - 1, 8)
        self.keys, self.count = self.instance.call("knowing_start", bits, self.room), 0
        self.has_searched = False
        if self.keys == 0:
            raise PlayerError("there is no memory for a search")
        return True

    def close(self) -> None:
        """Leave the instance to others."""
        if self.instance is not None:
            self.engine.give_back(self.instance)
        self.instance = self._halting = None

    def begin(self) -> None:
        """Don't be halted any more."""
        self._halting = self.own.word(self.own.call("halting"))

    def halt(self) -> None:
        """Stop, from another thread."""
        if (word := self._halting) is not None:
            word.value = 1

    @property
    def is_halted(self) -> bool:
        """Whether it is to stop."""
        return self._halting is not None and bool(self._halting.value)

    def search(self, key: int, until: float, limit: int, goes_on: Callable[[float], bool]) -> None:
        """Search until then, but FEWEST iterations at least, or so many if they are given, as long as it goes on."""
        instance, start, worked = self.own, time.perf_counter(), time.thread_time()
        instance.call("knowing_begin")
        self.has_searched = True
        done, slices = 0, Slices()

        def has_time() -> bool:
            now, whole = time.perf_counter(), until - start
            had = time.thread_time() - worked
            return now < until or (had < WORKED * whole and now < start + PATIENCE * whole)

        while (done < limit) if limit else (done < FEWEST or has_time()):
            chunk = min(slices.count, limit - done) if limit else slices.count
            before = time.perf_counter()
            self.broken += instance.call("knowing", self.count, signed(key), chunk)
            done += chunk
            slices.took(time.perf_counter() - before, chunk)
            part = done / limit if limit else (time.perf_counter() - start) / max(until - start, 1e-6)
            if self.is_halted or not goes_on(min(part, 1.0)):
                break

    # ---- particles

    def write(self, states: Sequence[State]) -> None:
        """Write states where iterations begin, in place of those that were there."""
        instance, record = self.own, self.own.compiled.record
        row, at = instance.call("knowing_row"), instance.call("believe_at")
        written = states[: self.room]
        for i, state in enumerate(written):
            instance.write(at + i * row, record.encode(state._stop.place, state._stop.values))
            instance.write(at + i * row + record.capacity, known_of(state))
        self.count = len(written)

    def state(self, known: InformationState) -> State:
        """One of the states, as the game has it: what the player knows of it is true."""
        game, compiled = self.game, self.own.compiled
        values = list(compiled.layout.initial)
        place = compiled.record.decode(self.own.record(self.own.call("believe_at")), values)
        found = game.run(None, lambda: game.machine.resume(values, place))
        stop = Stop(place, tuple(values), found.entries, 0, None)
        return State(game, stop, known.turns, 0, (None, "", known.ply))

    @property
    def particles(self) -> bytes:
        """The particles as they lie in memory."""
        instance = self.own
        return instance.read(instance.call("believe_at"), self.count * instance.call("knowing_row"))

    def take_over(self, particles: bytes) -> None:
        """Have the particles of another instance, or those that were there before."""
        instance = self.own
        instance.write(instance.call("believe_at"), particles)
        self.count = len(particles) // instance.call("knowing_row")

    # ---- what was found

    def rows(self, information: int, player: int, options: int) -> tuple[Row, ...]:
        """What is known of each option of a player who knows this; nothing if it wasn't reached."""
        instance, players = self.own, len(self.game.players)
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
        instance, players = self.own, len(self.game.players)
        at = instance.call("knowing_totals")
        iterations, nodes = instance.words(at, 2)
        low, high, *sums = instance.floats(at + 16, 2 + players)
        return Totals(iterations, nodes, tuple(sums), low, high)

    @property
    def own(self) -> Instance:
        """The instance, once it is `ready`."""
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
