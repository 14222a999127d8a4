"""What can be wrong with a batch."""

from __future__ import annotations

from interpreter.errors import GameError


class BatchError(GameError):
    """A batch that can't be made, or games that can't go on."""


class NoSuchAction(BatchError, ValueError):
    """An action that isn't legal in its lane. No game has gone on."""

    def __init__(self, message: str, lane: int) -> None:
        super().__init__(message)
        self.lane = lane
