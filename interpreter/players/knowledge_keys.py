"""What all players know in a state, as kernels keep it beside a record; keys of information states as words."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.state import State

WORD = (1 << 64) - 1


def words_of(information: int) -> tuple[int, int]:
    """A key of 128 bits as two signed words, the upper first."""
    first, second = struct.unpack("<2q", struct.pack("<2Q", information >> 64, information & WORD))
    return first, second


def known_of(state: State) -> bytes:
    """The block that stands beside a state's record."""
    known = state.knowledge
    return b"".join(struct.pack("<2Q", *key) for key in (*known.keys, known.pending))
