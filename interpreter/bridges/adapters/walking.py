"""Nodes of a game's tree by the compiled rules: each is a record, and a step is one call.

`State` keeps values of the rules one by one, for people and programs that look at them. Who only plays needs none of
that: whose node it is, the numbers of the options, and at the end what each player gets.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from interpreter.bridges.batch.lanes import MOST_ROWS, Lanes
from interpreter.bridges.spaces.actions import ActionSpace
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.errors import GameError
from interpreter.game.game import Game
from interpreter.game.state import State
from interpreter.graph.backend import GivenUp, Halted
from interpreter.graph.chance import seed_key, signed
from interpreter.native.host.code_cache import prepare
from interpreter.native.host.jobs import Native
from interpreter.native.module.emitter import Unsupported

COUNT = 0xFFFFFFFF
"""The bits that hold how many options there are (`kernels/walking.py`)."""


@dataclass(slots=True)
class Step:
    """Where a step has led. `who`: the player who decides, by number, -1 for chance; `numbers`: those of the options in
    the order of the rules; `paid`: what each player gets, at the end of the game alone."""

    record: bytes
    who: int
    numbers: Sequence[int]
    paid: list[float] | None


class Walker:
    """Takes steps in a game in which nobody decides at once; for all threads, one after the other."""

    def __init__(
        self, game: Game, native: Native, decisions: ActionSpace, outcomes: ActionSpace, tensors: TensorSpace
    ) -> None:
        """Raises Unsupported where the rules can't be compiled for that, or GameError where there is no memory."""
        self._native, self._tensors = native, tensors
        ready = prepare(game.model, ("walking",))
        lanes = Lanes(ready, decisions, tensors, range(1), 0, "mover", 1, 0, False, outcomes)
        instance = self._instance = lanes.instance
        self._record, self._work = ready.record, ready.work
        self._at = instance.place(ready.work, ready.record.capacity)
        rows = instance.place(lanes.at["rows"], max(4 * MOST_ROWS, 8 * len(game.players)))
        self._numbers = (ctypes.c_int32 * MOST_ROWS).from_address(rows)
        self._paid = (ctypes.c_double * len(game.players)).from_address(rows)
        self._seen = instance.place(lanes.at["tensors"], 4 * tensors.size)
        self._begin = instance.function("walk_begin")
        self._walk, self._look = instance.function("walk"), instance.function("look")
        self._lock = Lock()
        self._held: bytes | None = None
        """The record that lies in memory."""

    def encoded(self, state: State) -> bytes | None:
        """The record of a state that isn't over; None if it doesn't fit into one."""
        try:
            return self._native.encoded(state._stop)
        except GivenUp:
            return None

    def start(self, seed: int, number: int) -> Step | None:
        """Where a game of a seed begins (`Game.start`); None where its set-up breaks a rule."""
        with self._lock:
            self._held = None
            return self._told(self._begin, self._work, signed(seed_key(seed)), signed(number))

    def step(self, record: bytes, option: int) -> Step | None:
        """What follows an option, by its place among a record's; -1: the record as it is. None where the rules can't go
        on, or there are more options than there is room for."""
        with self._lock:
            if self._held is not record:
                ctypes.memmove(self._at, record, len(record))
            self._held = None
            return self._told(self._walk, self._work, option)

    def _told(self, job: Callable[..., int], *arguments: int) -> Step | None:
        try:
            told = job(*arguments)
        except Halted:
            return None
        if told < 0:
            return None
        held = self._held = self._read()
        if told == 0:
            return Step(held, -1, (), self._paid[:])
        return Step(held, (told >> 32) - 1, self._numbers[: told & COUNT], None)

    def _read(self) -> bytes:
        past, size = self._record.past, self._record.size
        head = ctypes.string_at(self._at, size)
        return head if past is None else ctypes.string_at(self._at, past.bytes_of(head))

    def seen(self, record: bytes, who: int, viewer: int) -> bytes:
        """The tensor of what a viewer sees of a record where `who` decides (-1: nobody does): floats of 32 bits."""
        with self._lock:
            if self._held is not record:
                ctypes.memmove(self._at, record, len(record))
                self._held = record
            self._look(self._work, who, viewer)
            return ctypes.string_at(self._seen, 4 * self._tensors.size)


def walker(game: Game, decisions: ActionSpace, outcomes: ActionSpace, tensors: TensorSpace) -> Walker | None:
    """What takes steps in a game; None where its rules can't be compiled, players decide at
    once, or outcomes of chance have no fixed numbers."""
    if game.machine.graph.gathers or not outcomes.is_fixed or game.native is None:
        return None
    try:
        return Walker(game, game.native, decisions, outcomes, tensors)
    except (Unsupported, GameError):
        return None
