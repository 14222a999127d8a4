"""The table of features as it lies in memory in front of the weights, for `kernels/evaluation.py`."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from interpreter.players.learning.features import MOST_OPTIONS, NONE, Features

HEAD_WORDS = 26
ENDS_BYTES = 16 * 8 + 16 * 256 + 8 * 2048
"""What `kernels/turns.py` keeps: two ways through a turn, states that were judged, and those that were met."""


def table(features: Features, start: int) -> tuple[bytes, int]:
    """The table as it lies in memory from `start` on, and the address of the weights behind it."""
    held = bytearray(4 * HEAD_WORDS)
    known: dict[tuple[int, ...], int] = {}

    def row(numbers: tuple[int, ...]) -> int:
        if numbers not in known:
            known[numbers] = start + len(held)
            held.extend(struct.pack(f"<{len(numbers)}I", *numbers))
        return known[numbers]

    def entries(rows: Sequence[Sequence[int]]) -> int:
        at = start + len(held)
        for entry in rows:
            held.extend(struct.pack(f"<{len(entry)}I", *entry))
        return at

    none = [0] * features.eyes
    sets = [
        [r.offset, r.size, *map(row, r.numbers), *(r.codes or none), *(map(row, r.places) if r.places else none)]
        for r in features.sets
    ]
    cells = [[r.offset, r.size, len(r.numbers[0]) - 1, *map(row, r.numbers), 0] for r in features.cells]
    sets_at, cells_at = entries(sets), entries(cells)
    sites = features.sites + 7 & ~7
    lists = [entries(rows) for rows in _strides(features)]
    ends = [at + 8 * len(rows) for at, rows in zip(lists, _strides(features), strict=True)]
    lists_at = entries([*zip(lists, ends, strict=True)])
    contents_at = entries([[features.size + first] for first, _ in features.patterns])
    held.extend(bytes(-(start + len(held)) % 8))
    codes_at = start + len(held)
    held.extend(bytes(2 * sites))
    ends_at = start + len(held)
    held.extend(bytes(ENDS_BYTES if features.turn_places else 0))
    held.extend(bytes(-(start + len(held)) % 16))
    frames_at, frame = start + len(held), _frame(features, sites)
    held.extend(features.eyes * frame)
    active_at = start + len(held)
    most = sum(len(r.numbers[0]) for r in features.sets) + len(features.cells) + 1
    held.extend(bytes(4 * most))
    held.extend(bytes(-(start + len(held)) % 16))
    linear = start + len(held)
    layer = linear + 4 * features.linear
    units = layer + 4 * features.hidden * features.size
    squares = features.squares(linear)
    last = linear + 4 * (features.size + features.pattern_weights)
    head = [
        features.hidden, len(sets), len(cells), len(features.patterns), features.size - MOST_OPTIONS - 1, MOST_OPTIONS,
        int(features.mirrored), sets_at, cells_at, lists_at, last, linear,
        layer, units, features.weights, squares, active_at, codes_at, codes_at + sites, sites, contents_at,
        features.turn_places, ends_at, frames_at, len(frame),
        int(features.long_turns),
    ]  # fmt: skip
    held[: 4 * len(head)] = struct.pack(f"<{len(head)}I", *head)
    return bytes(held), linear


def _frame(features: Features, sites: int) -> bytes:
    """What `kernels/accumulators.py` keeps up for the eyes of a player, of a state without anything."""
    contents = struct.pack(f"<{len(features.patterns)}I", *(features.size + first for first, _ in features.patterns))
    words = sum(reading.size for reading in features.sets)
    held = bytes(32 + 4 * features.hidden + sites) + contents + bytes(-len(contents) % 8) + bytes(8 * words)
    held += struct.pack("<I", NONE) * (len(features.cells) + 1)
    return held + bytes(-len(held) % 16)


def _strides(features: Features) -> list[list[tuple[int, int]]]:
    """For each site the patterns it is in, and what its code counts there; with sites to fill up a word."""
    found: list[list[tuple[int, int]]] = [[] for _ in range(features.sites + 7 & ~7)]
    for number, (_, sites) in enumerate(features.patterns):
        for i, site in enumerate(reversed(sites)):
            found[site].append((4 * number, features.contents**i))
    return found
