"""Changes of pieces that are no mere change of sets: stacks, numbers, and moves."""

from __future__ import annotations

from typing import Any

from gdl.model.model import MAX_HEIGHT
from gdl.text.source import Span
from interpreter.graph.backend import Broken
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

    # ---- what stacks are asked for

    def height(self, values: list[Any], site: int) -> int:
        """How many pieces lie on each other on a site."""
        pile: tuple[int, ...] = values[self.layout.stacks][site]
        return len(pile) + 1 if pile or self._top(values, 1 << site) >= 0 else 0

    def layer(self, values: list[Any], site: int, number: int, from_top: bool) -> int:
        """The piece with this number, counted from 1 at the top or the bottom; or -1."""
        stack = self._stack(values, site)
        if not 1 <= number <= len(stack):
            return -1
        return stack[-number] if from_top else stack[number - 1]

    def _stack(self, values: list[Any], site: int) -> tuple[int, ...]:
        """All pieces of a site, the lowest first."""
        top = self._top(values, 1 << site)
        return (*values[self.layout.stacks][site], top) if top >= 0 else ()

    def _set_stack(self, values: list[Any], site: int, stack: tuple[int, ...]) -> None:
        rows = list(values[self.layout.stacks])
        rows[site] = stack[:-1]
        values[self.layout.stacks] = tuple(rows)
        self._set_top(values, 1 << site, stack[-1] if stack else -1)

    # ---- changes of stacks

    def push(
        self, values: list[Any], piece: int, sites: int, under: bool, span: Span, ahead: bool
    ) -> None:
        """Put a piece on (or under) what stands on some sites of a board with stacks."""
        if piece < 0:
            return
        rows = list(values[self.layout.stacks])
        while sites:
            bit = sites & -sites
            sites ^= bit
            at, top = bit.bit_length() - 1, self._top(values, bit)
            if top >= 0:
                self._fits(len(rows[at]) + 2, at, span, ahead)
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

    def lift_some(
        self, values: list[Any], count: int, sites: int, under: bool, span: Span, ahead: bool
    ) -> None:
        """Take so many pieces off each of some sites of a board with stacks, from the top or from the bottom."""
        while sites:
            at = (sites & -sites).bit_length() - 1
            sites &= sites - 1
            stack = self._stack(values, at)
            self._there_are(count, stack, at, span, ahead)
            self._set_stack(values, at, stack[count:] if under else stack[: len(stack) - count])

    def carry_some(
        self, values: list[Any], count: int, a: int, b: int, span: Span, ahead: bool
    ) -> None:
        """Move so many pieces of the stack on a, from the top and in their order, onto what is on b."""
        if a < 0 or b < 0:
            return
        stack, there = self._stack(values, a), self._stack(values, b)
        self._there_are(count, stack, a, span, ahead)
        if a == b or not count:
            return
        self._fits(len(there) + count, b, span, ahead)
        left = len(stack) - count
        self._set_stack(values, a, stack[:left])
        self._set_stack(values, b, (*there, *stack[left:]))

    def _there_are(self, count: int, stack: tuple[int, ...], site: int, span: Span, ahead: bool) -> None:
        """Complain if so many pieces can't be taken."""
        if 0 <= count <= len(stack):
            return
        label = self._label(site)
        found = {0: f"there is no piece on {label}", 1: f"there is only 1 piece on {label}"}.get(
            len(stack), f"there are only {len(stack)} pieces on {label}"
        )
        message = f"{count} pieces can't be taken from {label}" if count < 0 else f"{found}, not {count}"
        raise Broken(span, message + _looking(ahead))

    def _fits(self, height: int, site: int, span: Span, ahead: bool) -> None:
        """Complain of a stack that grows too high."""
        if height > MAX_HEIGHT:
            where = self._label(site)
            raise Broken(span, f"the stack on {where} would have {height} pieces; {MAX_HEIGHT} are the limit"
                         + _looking(ahead))  # fmt: skip

    def _label(self, site: int) -> str:
        board = self.layout.model.board
        assert board is not None
        return board.labels[site]

    def carry(self, values: list[Any], a: int, b: int, span: Span, ahead: bool) -> None:
        """Move what stands on a to b: in the place of what is there; on a board with stacks, onto it."""
        if a < 0 or b < 0 or a == b:
            return
        origin, target = 1 << a, 1 << b
        if self.layout.stacks >= 0:
            self._fits(self.height(values, a) + self.height(values, b), b, span, ahead)
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


def _looking(ahead: bool) -> str:
    return ", while looking ahead" if ahead else ""
