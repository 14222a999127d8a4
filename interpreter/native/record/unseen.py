"""Where it is noted what players don't see of a record: sets of words, `Unseen.size` bytes for each player.

First, for each layer of pieces that may be hidden, the sites where it is, at their positions; then for each variable
of which something may be hidden its rows, a set over the last dimension each (bit 0, if it has none).
"""

from __future__ import annotations

from gdl.model.model import LAYERS, Model
from gdl.model.state import Variable
from interpreter.graph.sight import Sight, sights
from interpreter.native.record.domains import Domains


class Unseen:
    """The places of these sets, the same for each player."""

    def __init__(self, model: Model, domains: Domains) -> None:
        self.sights: tuple[Sight, ...] = sights(model)
        self.domains = domains
        self.size = 0
        self.layers: dict[int, int] = {}
        """Where each layer's sites are noted: its number, and the offset."""
        self.rows: dict[Variable, tuple[int, ...]] = {}
        """Where each row of a variable is."""
        for number in range(len(LAYERS)):
            if model.board is not None and any(sight.layers[number] is not None for sight in self.sights):
                self.layers[number] = self._room(domains.words(model.board))
        for variable, rows in self.sights[0].rows.items():
            words = domains.words(variable.dimensions[-1]) if variable.dimensions else 1
            self.rows[variable] = tuple(self._room(words) for _ in rows)

    def _room(self, words: int) -> int:
        at = self.size
        self.size += 8 * words
        return at

    def bit(self, variable: Variable, index: int) -> tuple[int, int]:
        """Where it is noted whether a member of a variable is hidden: the word's offset, and the bit."""
        if not variable.dimensions:
            return self.rows[variable][0], 0
        last = variable.dimensions[-1]
        row, element = divmod(max(index, 0), len(last))
        position = self.domains.positions(last)[element]
        return self.rows[variable][row] + 8 * (position // 64), position % 64
