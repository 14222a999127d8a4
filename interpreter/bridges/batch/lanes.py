"""The lanes of a batch that one instance of the compiled rules plays, and their arrays in its memory."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

import numpy as np

from interpreter.bridges.batch.tables import (
    Memory,
    actions_table,
    blocks_table,
    cells_table,
    gathers_table,
    piles_table,
    stops_table,
    unknown_table,
)
from interpreter.bridges.spaces.actions import ActionSpace, Decision
from interpreter.bridges.spaces.tensors import TensorSpace
from interpreter.errors import GameError
from interpreter.graph.chance import MASK, seed_key
from interpreter.graph.graph import Ask
from interpreter.native.compiled import Compiled
from interpreter.native.engine import room
from interpreter.native.host.code_cache import Ready
from interpreter.native.host.instance import Instance

MOST_MEMORY = (1 << 32) - (1 << 16)
"""Bytes that an instance can have: addresses have 32 bits."""
MOST_ROWS = 1 << 13
"""Options that a decision may have, as they are described in rows."""
ROW, WIDE_ROW, NAMES = 64, 128, 6
"""Bytes of such a row; of one for decisions of more than so many names."""
LINE = 64
"""Bytes for the decisions of a player in a `together` that isn't over (`kernels/batch_together.py`)."""
PREFIX = (
    "records", "pasts", "keys", "numbers", "masks", "pitch", "players", "counts", "statuses", "actions", "rewards",
    "done", "truncated", "tensors", "tensor_size", "seen", "fixed", "places", "wide", "rows", "most_rows", "cells",
    "cell_count", "viewer_at", "mover_at", "stops", "stop_at", "piles", "seed", "every", "limit", "again",
    "everybody", "gathers", "unknown", "blocks", "lines",
)  # fmt: skip
"""The words of the head, in the order of `kernels/batch_memory.py`."""


class BatchError(GameError):
    """A batch that can't be made, or games that can't go on."""


class NoSuchAction(BatchError, ValueError):
    """An action that isn't legal in its lane. No game has gone on."""

    def __init__(self, message: str, lane: int) -> None:
        super().__init__(message)
        self.lane = lane


class Lanes:
    """So many lanes, for one thread at a time."""

    def __init__(
        self, ready: Compiled | Ready, actions: ActionSpace, tensors: TensorSpace, numbers: range, seed: int,
        observe: str, every: int, limit: int, again: bool, rolls: ActionSpace | None = None, together: bool = False,
    ) -> None:  # fmt: skip
        """`rolls`: the outcomes of chance, if they are to have their numbers, too. `together`: whether all who decide
        at once do so in one step, and masks, counts and actions have a row for each player."""
        seen = {"mover": 1, "none": 0}.get(observe, len(ready.model.players))
        self.instance, self.count = Instance(ready), len(numbers)
        self.instance.call("limit_memory", MOST_MEMORY)
        record, graph, n, players = ready.record, ready.graph, len(numbers), len(ready.model.players)
        pitch, rows = actions.size + 7 & ~7, n * players if together else n
        wide = any(isinstance(node, Ask) and len(node.choose.variables) > NAMES for node in graph.nodes)
        sizes = {
            "records": n * record.size, "pasts": 16 * n if record.past else 0, "keys": 8 * n, "numbers": 8 * n,
            "masks": rows * pitch, "players": 4 * n, "counts": 4 * rows, "statuses": 4 * n, "actions": 4 * rows,
            "lines": LINE * n * players if together else 0,
            "rewards": 4 * n * players, "done": n, "truncated": n, "tensors": 4 * n * seen * tensors.size,
            "rows": MOST_ROWS * (WIDE_ROW if wide else ROW), "head": 8 * len(PREFIX),
        }  # fmt: skip
        self.at = {name: self._room(size) for name, size in sizes.items()}
        tables = Memory(0)
        spaces = [space for space in (actions, rolls) if space is not None and space.is_fixed]
        decisions = [decision for space in spaces for decision in space.decisions]
        self._tables(tables, decisions, tensors, ready)
        tables = Memory(self._room(len(tables.held)))
        words = self.at | self._tables(tables, decisions, tensors, ready) | {
            "pitch": pitch, "tensor_size": 4 * tensors.size, "seen": seen, "fixed": int(actions.is_fixed), "wide": wide,
            "most_rows": MOST_ROWS, "cell_count": len(tensors.cells), "viewer_at": 4 * tensors.viewer_at,
            "mover_at": 4 * tensors.mover_at, "stop_at": 4 * tensors.stop_at, "seed": seed_key(seed), "every": every,
            "limit": limit, "again": int(again), "everybody": int(observe == "all"),
        }  # fmt: skip
        self.instance.write(tables.start, bytes(tables.held))
        self.instance.write(self.at["head"], struct.pack(f"<{len(PREFIX)}Q", *(words[name] for name in PREFIX)))
        self.instance.call("batch_use", self.at["head"])
        self.records = self._array("records", np.uint8, (n, record.size))
        self.pasts = self._array("pasts", np.int64, (n if record.past else 0, 2))
        self.numbers = self._array("numbers", np.int64, (n,))
        each = (n, players) if together else (n,)
        self.masks = self._array("masks", np.bool_, (*each, pitch))[..., : actions.size]
        self.players = self._array("players", np.int32, (n,))
        self.counts = self._array("counts", np.int32, each)
        self.statuses = self._array("statuses", np.int32, (n,))
        self.actions = self._array("actions", np.int32, each)
        self.rewards = self._array("rewards", np.float32, (n, players))
        self.done = self._array("done", np.bool_, (n,))
        self.truncated = self._array("truncated", np.bool_, (n,))
        self.observations = self._array("tensors", np.float32, (n, seen, tensors.size))
        self.numbers[:] = [number & MASK if number < 1 << 63 else number for number in numbers]

    def _room(self, size: int) -> int:
        at = self.instance.call("batch_room", size + 15 & ~15)
        if not at:
            raise BatchError(f"so many games take more than the {room() / (1 << 30):.3g} GB of memory that one "
                             "thread's games can have; take fewer lanes, more threads, or no observations")  # fmt: skip
        return int(at) & 0xFFFFFFFF

    def _tables(
        self, memory: Memory, decisions: list[Decision], tensors: TensorSpace, ready: Compiled | Ready
    ) -> dict[str, int]:
        record, graph = ready.record, ready.graph
        return {
            "places": actions_table(decisions, graph, record, memory) if decisions else 0,
            "cells": cells_table(tensors, record, memory), "stops": stops_table(tensors, graph, memory),
            "piles": piles_table(tensors, record, memory), "gathers": gathers_table(tensors, graph, memory),
            "unknown": unknown_table(tensors, record, memory), "blocks": blocks_table(graph, record, memory),
        }  # fmt: skip

    def _array(self, name: str, type_: Any, shape: tuple[int, ...]) -> Any:
        """An array in the instance's memory. It never moves (see `native/engine.py`)."""
        size = int(np.dtype(type_).itemsize * np.prod(shape))
        held = (ctypes.c_char * size).from_address(self.instance.place(self.at[name], size))
        held._keeper = self.instance  # type: ignore[attr-defined]
        return np.frombuffer(memoryview(held), dtype=type_).reshape(shape)

    def call(self, job: str) -> int:
        """Do something in all lanes."""
        return int(self.instance.call(job, 0, self.count) or 0)

    def taken(self, lane: int) -> list[list[int]]:
        """What each player has decided in a `together` that isn't over."""
        players = self.rewards.shape[1]
        found = [self.instance.read(self.at["lines"] + LINE * (players * lane + p), LINE) for p in range(players)]
        rows = [struct.unpack(f"<{LINE // 4}I", line) for line in found]
        return [list(row[2 : 2 + row[0]]) for row in rows]

    def record(self, lane: int) -> bytes:
        """The record of a lane's state, what is past included."""
        record = self.instance.compiled.record
        head = bytes(self.records[lane])
        if record.past is None:
            return head
        size, at = record.past.bytes_of(head) - record.size, int(self.pasts[lane, 0])
        return head + self.instance.read(at, size) if size else head

    def put(self, lane: int, held: bytes) -> None:
        """Put a record in a lane."""
        record = self.instance.compiled.record
        self.records[lane] = np.frombuffer(held[: record.size], np.uint8)
        if record.past is not None:
            past = held[record.size :]
            at = self._room(max(len(past), 8))
            self.instance.write(at, past)
            self.pasts[lane] = (at, max(len(past), 8))
