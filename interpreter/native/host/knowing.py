"""What all players know in a state, as kernels keep it beside a record; keys of information states as words."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.game.state import State

WORD = (1 << 64) - 1


def words_of(information: int) -> tuple[int, int]:
    """A key of 128 bits as two signed words, the lower first."""
    first, second = struct.unpack("<2q", (information & (WORD << 64 | WORD)).to_bytes(16, "little"))
    return first, second


def known_of(state: State) -> bytes:
    """The block that stands beside a state's record."""
    keys = b"".join(state.information(player).to_bytes(16, "little") for player in state.game.players)
    return keys + bytes(16)
