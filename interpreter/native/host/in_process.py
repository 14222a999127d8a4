"""Memory of an instance that lies in this process: read and written at its address."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod


class InProcess(ABC):
    """An instance whose memory begins at `start`."""

    @property
    @abstractmethod
    def start(self) -> int:
        """Where memory begins."""

    def read(self, address: int, size: int) -> bytes:
        """Bytes from memory; whether they are in it is known already."""
        return ctypes.string_at(self.start + address, size)

    def write(self, address: int, held: bytes) -> None:
        """Bytes to memory, likewise."""
        ctypes.memmove(self.start + address, held, len(held))
