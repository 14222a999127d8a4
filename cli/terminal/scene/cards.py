"""The card table in characters: others' cards, what lies in the middle, one's own; and where each card stands.

A card is as wide as its text and what marks it: `[7♦]` can be chosen, `<7♦>` is. What a line has no room for goes on in
the next, one's own hand between suits if it can.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from cli.terminal.scene.lines import Line, text_width
from interpreter.drawing.cards import Card
from interpreter.drawing.hands import Hand

BETWEEN = 3
"""Columns between two players' cards."""
BACKS = "▒▒ ", "## "
LEAST = 4
"""Columns that a pile which needs several lines begins in, at least."""
SHOWN = 3
"""Of more backs than these the number is said."""


@dataclass(frozen=True)
class Lies:
    """Where a card lies: a row, its first column, its width; and whose hand it is of, by its number."""

    row: int
    column: int
    width: int
    hand: int
    label: str

    def moved(self, rows: int, columns: int) -> Lies:
        """The same elsewhere."""
        return replace(self, row=self.row + rows, column=self.column + columns)


@dataclass(frozen=True)
class Cards:
    """Lines of text, and the cards in them that have a face."""

    lines: tuple[Line, ...]
    lying: tuple[Lies, ...] = ()


@dataclass(frozen=True)
class Marked:
    """What is marked: for each hand the labels that can be chosen; the labels that were; the cursor's card."""

    can: Sequence[Collection[str]] = ()
    picked: Collection[str] = ()
    cursor: tuple[int, str] | None = None

    def of(self, hand: int, label: str) -> bool:
        """Whether a card can be chosen."""
        return hand < len(self.can) and label in self.can[hand]


@dataclass
class _Block:
    """What stands below one name."""

    title: Line
    lines: list[Line] = field(default_factory=lambda: [[]])
    lying: list[Lies] = field(default_factory=list)

    @property
    def width(self) -> int:
        return max(_width(line) for line in (self.title, *self.lines))

    def add(self, parts: Iterable[tuple[str, str]]) -> None:
        self.lines[-1] += parts


def laid_out(
    hands: Sequence[Hand], width: int, unicode: bool = True, marked: Marked | None = None, own: str | None = None,
    held: str = "",
) -> Cards:  # fmt: skip
    """The hands, in the order given, `width` columns wide. `own`: the player whose hand has lines to itself. `held`:
    the name of the cards that each player holds; other cards of a player are named even where they lie alone."""
    numbered = [*enumerate(hands)]
    lines: list[Line] = []
    lying: list[Lies] = []
    for _, group in groupby(numbered, lambda one: _row(one[1], own)):
        blocks = [
            _block([*seat], width, unicode, marked or Marked(), held)
            for _, seat in groupby(group, lambda one: (one[1].owner, one[0] if one[1].owner is None else -1))
        ]
        if lines:
            lines.append([])
        for row in _rows(blocks, width):
            lying += _put(row, lines)
    return Cards(tuple(lines), tuple(lying))


def _row(hand: Hand, own: str | None) -> str:
    """What stands side by side."""
    if hand.place in ("middle", "table"):
        return "middle"
    return "own" if own is not None and hand.owner == own else "others"


def _block(hands: Sequence[tuple[int, Hand]], width: int, unicode: bool, marked: Marked, held: str) -> _Block:
    """The hands of one owner, or one that is nobody's, below their name."""
    first = hands[0][1]
    block = _Block([(first.owner or first.name, "dim")])
    is_other = bool(held) and first.owner is not None and first.place != "middle" and first.what != held
    for number, hand in hands:
        if block.lines[-1]:
            block.add([("  ", "")])
        if len(hands) > 1 or is_other:
            name = f"{hand.what.replace('_', ' ')} "
            whole, at = len(name) + _length(number, hand, unicode, marked), _width(block.lines[-1])
            if at and at + (whole if whole <= width else len(name) + LEAST) > width:
                block.lines.append([])
            block.add([(name, "dim")])
        if hand.count is not None:
            block.add([(_backs(hand.count, unicode, hand.is_stack), "")])
            continue
        for _, suit in groupby(hand.cards, lambda card: card.suit):
            _add(block, number, [*suit], width, unicode, marked)
    return block


def _length(number: int, hand: Hand, unicode: bool, marked: Marked) -> int:
    """The columns of a hand in one line."""
    if hand.count is not None:
        return text_width(_backs(hand.count, unicode, hand.is_stack).rstrip())
    return sum(text_width(_chip(card, number, unicode, marked)[0]) for card in hand.cards)


def _add(block: _Block, hand: int, suit: list[Card], width: int, unicode: bool, marked: Marked) -> None:
    """A suit, in a line of its own if this one has no room for it."""
    chips = [_chip(card, hand, unicode, marked) for card in suit]
    if block.lines[-1] and _width(block.lines[-1]) + sum(text_width(text) for text, _ in chips) > width:
        block.lines.append([])
    for card, (text, style) in zip(suit, chips, strict=True):
        at = _width(block.lines[-1])
        if at and at + text_width(text) > width:
            block.lines.append([])
            at = 0
        block.add([(text, style)])
        if card.label:
            block.lying.append(Lies(len(block.lines) - 1, at, text_width(text), hand, card.label))


def _backs(count: int, unicode: bool, is_stack: bool) -> str:
    """The backs of this many hidden cards; of a stack one is seen."""
    back = BACKS[0] if unicode else BACKS[1]
    if is_stack:
        return f"{back}({count}) "
    return back * count if count <= SHOWN else f"{back * SHOWN}({count}) "


def _chip(card: Card, hand: int, unicode: bool, marked: Marked) -> tuple[str, str]:
    """A card as a text in the colours of paper."""
    if not card.label:
        return (BACKS[0] if unicode else BACKS[1]), ""
    left, right = "<>" if card.label in marked.picked else "[]" if marked.of(hand, card.label) else "  "
    face = f"{card.text}{card.sign}" if unicode and card.sign else card.label
    if card.picture.startswith("die") and card.label != card.text:
        face = f"{card.label}:{card.text}"  # a die that has a name
    style = f"bold {card.ink} on {card.ground}"
    return f"{left}{face}{right}", f"{style} reverse" if marked.cursor == (hand, card.label) else style


def _rows(blocks: Iterable[_Block], width: int) -> Iterator[list[_Block]]:
    """As many side by side as there is room for."""
    row: list[_Block] = []
    for block in blocks:
        if row and sum(one.width + BETWEEN for one in row) + block.width > width:
            yield row
            row = []
        row.append(block)
    if row:
        yield row


def _put(row: list[_Block], lines: list[Line]) -> Iterator[Lies]:
    """Write blocks side by side below what is there; where their cards lie."""
    top = len(lines)
    height = max(len(block.lines) for block in row) + 1
    lines += [[] for _ in range(height)]
    left = 0
    for block in row:
        for number, line in enumerate([block.title, *block.lines]):
            gap = left - _width(lines[top + number])
            lines[top + number] += [*([(" " * gap, "")] if gap else []), *line]
        yield from (one.moved(top + 1, left) for one in block.lying)
        left += block.width + BETWEEN


def _width(line: Line) -> int:
    return sum(text_width(text) for text, _ in line)
