"""The card table as a picture: what lies there in rows, each hand below its name, as broad as the board above it.

Others' cards come first, then what lies in the middle in the order of play, the viewer's own last: they lie nearest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from interpreter.drawing.cards import BACK, Card
from interpreter.drawing.hands import Hand, hands, is_own
from interpreter.drawing.paper import text
from interpreter.drawing.signs import PICTURES
from interpreter.drawing.symbols import flat, plain

if TYPE_CHECKING:
    from interpreter.game.views import View

WIDTH, HEIGHT, ROUND = 54.0, 76.0, 6
"""A card."""
CLOSE, FEW = 34.0, 5
"""Of more than a few cards so much of each is seen: its rank and suit."""
FAN, MOST_BACKS = 9.0, 15
"""The width that each hidden card shows, and the most hidden cards that are drawn."""
STACK, MOST_STACKED = 3.0, 3
"""The same of those that lie on each other."""
LETTER = 7.2
GAP, BETWEEN, MARGIN = 6.0, 26.0, 16.0
"""Between two cards side by side, between two hands, and around all."""
NAME = 24.0
"""A hand's name takes so much above it."""
BROADEST = 620.0
"""Rows are so broad at most, unless the board is broader."""
EDGE, SAID = "#8d8371", "#f0e2c8"
BACKS = "#7a5a3a", "#a07c52"


@dataclass(frozen=True)
class Table:
    """A picture of cards: a fragment of SVG, and its size; nothing where there are none."""

    drawn: str = ""
    width: float = 0.0
    height: float = 0.0


@dataclass(frozen=True)
class _Laid:
    hand: Hand
    step: float
    width: float


def table(view: View, width: float = 0.0) -> Table:
    """The cards of a position, beneath a board that is so broad."""
    broadest = max(width, BROADEST) - 2 * MARGIN
    rows = [
        row
        for _, group in groupby(hands(view), lambda hand: _row(view, hand))
        for row in _rows([_laid(hand, broadest) for hand in group], broadest)
    ]
    if not rows:
        return Table()
    broad = max(_broad(row) for row in rows) + 2 * MARGIN
    drawn, y = list[str](), 0.0
    for row in rows:
        x = (broad - _broad(row)) / 2
        for laid in row:
            drawn += _hand(view, laid, x, y)
            x += laid.width + BETWEEN
        y += NAME + HEIGHT + GAP * 2
    return Table("".join(drawn), round(broad, 2), round(y, 2))


def _row(view: View, hand: Hand) -> str:
    """What lies in one row: all that is others', what is in the middle, what is one's own."""
    if hand.place in ("middle", "table"):
        return "middle"
    return "own" if is_own(view, hand) else "others"


def _laid(hand: Hand, broadest: float) -> _Laid:
    """How far apart a hand's cards lie, so that they fit."""
    many = len(_lying(hand))
    step = WIDTH + GAP if hand.count is None else STACK if hand.is_stack else FAN
    names = any(len(card.text) > 2 for card in hand.cards)  # they must be read whole
    if hand.count is None and many > FEW and not names:
        step = CLOSE
    if many > 1:
        step = min(step, max((broadest - WIDTH) / (many - 1) - 1, 4.0))
    return _Laid(hand, step, max(WIDTH + sum(_steps(hand, step)), LETTER * len(_name(hand))))


def _lying(hand: Hand) -> Sequence[Card]:
    """The cards that are drawn. A hidden hand shows as many backs as it has cards, if all players know the number."""
    most = MOST_STACKED if hand.is_stack else MOST_BACKS
    return hand.cards if hand.count is None else (BACK,) * min(hand.count, most)


def _name(hand: Hand) -> str:
    return hand.name if hand.count is None else f"{hand.name} ({hand.count})"


def _steps(hand: Hand, step: float) -> list[float]:
    """The way from each card to the next; suits lie a little apart."""
    return [step + (GAP if card.suit != after.suit else 0) for card, after in pairwise(_lying(hand))]


def _broad(row: Sequence[_Laid]) -> float:
    return sum(laid.width for laid in row) + BETWEEN * (len(row) - 1)


def _rows(every: Iterable[_Laid], broadest: float) -> Iterator[list[_Laid]]:
    """As many hands in a row as fit."""
    row: list[_Laid] = []
    for laid in every:
        if row and _broad([*row, laid]) > broadest:
            yield row
            row = []
        row.append(laid)
    if row:
        yield row


def _hand(view: View, laid: _Laid, x: float, y: float) -> Iterator[str]:
    """A hand below its name."""
    hand = laid.hand
    is_next = hand.owner is not None and hand.owner == view.to_move
    yield text(x + laid.width / 2, y + NAME / 2, _name(hand), 13, SAID, ' font-weight="bold"' if is_next else "")
    left = x + (laid.width - WIDTH - sum(_steps(hand, laid.step))) / 2
    for card, step in zip(_lying(hand), [*_steps(hand, laid.step), WIDTH], strict=True):
        yield f'<g transform="translate({left:.6g} {y + NAME:g})">{"".join(_card(card, step >= WIDTH))}</g>'
        left += step


def _card(card: Card, is_whole: bool) -> Iterator[str]:
    """A card, its upper left corner at nought. `is_whole`: no other lies upon it."""
    frame = f'width="{WIDTH:g}" height="{HEIGHT:g}" rx="{ROUND}" stroke="{EDGE}"'
    if card == BACK:
        yield f'<rect {frame} fill="{BACKS[0]}"/>'
        inner = f'x="5" y="5" width="{WIDTH - 10:g}" height="{HEIGHT - 10:g}" rx="3"'
        yield f'<rect {inner} fill="none" stroke="{BACKS[1]}" stroke-width="2" stroke-dasharray="3 3"/>'
        return
    yield f'<rect {frame} fill="{card.ground}"/>'
    if card.sign in PICTURES:
        yield text(13, 15, card.text, 19, card.ink, ' font-weight="bold"')
        for x, y, size in ((6, 27, 14), *(((WIDTH - 33, HEIGHT - 37, 29),) if is_whole else ())):
            sign = flat(PICTURES[card.sign], card.ink)
            yield f'<g transform="translate({x:g} {y:g}) scale({size / 100:g})">{sign}</g>'
        return
    if card.picture:
        yield f'<g transform="translate(9 12) scale(.36)">{plain(card.picture, card.colour)}</g>'
    else:
        is_name = len(card.text) > 2
        large = min(15.0 if is_name else 26.0, WIDTH * 1.6 / max(len(card.text), 1))
        yield text(WIDTH / 2 if is_name else 13, 18, card.text, large, card.ink, ' font-weight="bold"')
    below = card.sign or card.suit or (card.label if card.picture else "")  # what its ground stands for
    yield text(WIDTH / 2, HEIGHT - 11, below, min(12.0, WIDTH * 1.6 / max(len(below), 1)), card.ink)
