"""Changes of pieces that are no mere change of sets: stacks, numbers, and moves."""

from __future__ import annotations

from typing import Any

from interpreter.graph.layout import Layout


class Pieces:
    """Changes the pieces in a row of values."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout

    def _top(self, values: list[Any], bit: int) -> int:
        """The piece on a site (on top), or -1."""
        for slot in self.layout.piece_slots:
            if values[slot] & bit:
                first = self.layout.pieces_of_slot(slot)[0]
                number = self.layout.model.piece_parts[first][2]
                if number is None:
                    return first
                own: int = values[self.layout.numbers][bit.bit_length() - 1]
                return first + own - number
        return -1

    def _set_top(self, values: list[Any], bit: int, piece: int) -> None:
        for slot in self.layout.piece_slots:
            values[slot] &= ~bit
        if piece >= 0:
            values[self.layout.slot_of_piece(piece)] |= bit
        if self.layout.numbers >= 0:
            row = list(values[self.layout.numbers])
            row[bit.bit_length() - 1] = None if piece < 0 else self.layout.model.piece_parts[piece][2]
            values[self.layout.numbers] = tuple(row)

    def push(self, values: list[Any], piece: int, sites: int, under: bool) -> None:
        """Put a piece on (or under) what stands on some sites of a board with stacks."""
        if piece < 0:
            return
        rows = list(values[self.layout.stacks])
        while sites:
            bit = sites & -sites
            sites ^= bit
            at, top = bit.bit_length() - 1, self._top(values, bit)
            if top < 0:
                self._set_top(values, bit, piece)
            elif under:
                rows[at] = (piece, *rows[at])
            else:
                rows[at] = (*rows[at], top)
                self._set_top(values, bit, piece)
        values[self.layout.stacks] = tuple(rows)

    def lift_off(self, values: list[Any], sites: int) -> None:
        """Take the top piece off some sites of a board with stacks."""
        rows = list(values[self.layout.stacks])
        while sites:
            bit = sites & -sites
            sites ^= bit
            at = bit.bit_length() - 1
            self._set_top(values, bit, rows[at][-1] if rows[at] else -1)
            rows[at] = rows[at][:-1]
        values[self.layout.stacks] = tuple(rows)

    def carry(self, values: list[Any], a: int, b: int) -> None:
        """Move what stands on a to b: in the place of what is there; on a board with stacks, onto it."""
        if a < 0 or b < 0 or a == b:
            return
        origin, target = 1 << a, 1 << b
        if self.layout.stacks >= 0:
            self._heap(values, a, b)
        for slot in self.layout.piece_slots:
            if values[slot] & origin:
                for other in self.layout.piece_slots:
                    values[other] &= ~target
                values[slot] = values[slot] & ~origin | target
                if self.layout.numbers >= 0:
                    row = list(values[self.layout.numbers])
                    row[b], row[a] = row[a], None
                    values[self.layout.numbers] = tuple(row)
                return

    def _heap(self, values: list[Any], a: int, b: int) -> None:
        """Set all below the top piece of a on the pieces of b, if a piece stands on a."""
        if self._top(values, 1 << a) < 0:
            return
        rows, top = list(values[self.layout.stacks]), self._top(values, 1 << b)
        rows[b], rows[a] = (*rows[b], *((top,) if top >= 0 else ()), *rows[a]), ()
        values[self.layout.stacks] = tuple(rows)
