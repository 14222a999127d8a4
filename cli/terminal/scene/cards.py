"""Hands as rows of cards, in characters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cli.terminal.scene.lines import Line, text_width
from interpreter.drawing import colours
from interpreter.drawing.hands import Card, Hand

UNICODE, ASCII = "┌─┐│└┘", "+-+|++"


def laid_out(hands: Iterable[Hand], width: int, unicode: bool = True) -> Iterator[Line]:
    """Each hand below its name, in as many rows as it takes."""
    for hand in hands:
        yield [(hand.name, "dim")]
        row: list[Card] = []
        for card in hand.cards:
            if row and sum(text_width(one.text) + 4 for one in (*row, card)) > width:
                yield from _row(row, unicode)
                row = []
            row.append(card)
        if row:
            yield from _row(row, unicode)


def _row(cards: list[Card], unicode: bool) -> Iterator[Line]:
    left, line, right, side, low_left, low_right = tuple(UNICODE if unicode else ASCII)
    widths = [text_width(card.text) + 2 for card in cards]
    yield [("".join(f"{left}{line * width}{right}" for width in widths), "")]
    middle: Line = []
    for card in cards:
        middle += [(f"{side} ", ""), (card.text, colours.piece(card.colour, "")), (f" {side}", "")]
    yield middle
    yield [("".join(f"{low_left}{line * width}{low_right}" for width in widths), "")]
