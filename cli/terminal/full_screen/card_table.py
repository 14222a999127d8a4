"""The card table as a widget: cards are chosen where they lie, by the mouse or by arrows and Enter."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static

from cli.terminal.scene.cards import Cards, Lies, Marked, laid_out
from cli.terminal.scene.panels import HandsData
from gdl.text.visible import visible

PADDING = 2
"""Columns that stay empty beside cards."""


class CardTable(Static, can_focus=True):
    """Shows hands; the cursor goes from one card that can be chosen to the next."""

    class Picked(Message):
        """Somebody chose a card: its label."""

        def __init__(self, label: str) -> None:
            super().__init__()
            self.label = label

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", "Left", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("up", "line(-1)", "Up", show=False),
        Binding("down", "line(1)", "Down", show=False),
        Binding("enter,space", "pick", "Choose", show=False),
    ]

    def __init__(self, name: str) -> None:
        super().__init__(id=name, markup=False)
        self.data: HandsData | None = None
        self.laid = Cards(())
        self._room = 0
        self.is_ascii = False
        self.cursor: tuple[int, str] | None = None

    def offer(self, data: HandsData, width: int, is_ascii: bool) -> None:
        """Show these hands in so many columns."""
        self.data, self.is_ascii = data, is_ascii
        self._room = width
        self._draw()

    def _draw(self) -> None:
        if self.data is None:
            return
        can = self.data.can
        if self.cursor is None or not Marked(can).of(*self.cursor):
            first = ((i, label) for i, labels in enumerate(can) for label in self._in_order(i) if label in labels)
            self.cursor = next(first, None)
        marked = Marked(can, self.data.picked, self.cursor if self.has_focus else None)
        self.laid = self._laid(self._room, marked)
        lines = (Text.assemble(*((visible(part), style) for part, style in line)) for line in self.laid.lines)
        self.update(Text("\n").join(list(lines)[self.above :]))

    @property
    def above(self) -> int:
        """How many lines have no room: the first ones, as one's own cards are the last."""
        if self.data is None or not self.data.is_alone or not self.content_size.height:
            return 0  # below a board there is as much room as the lines take
        return max(0, len(self.laid.lines) - self.content_size.height)

    def _laid(self, width: int, marked: Marked) -> Cards:
        data = self.data
        return laid_out(data.hands, width, not self.is_ascii, marked, data.own, data.held) if data else Cards(())

    def rows(self, width: int) -> int:
        """The rows that the cards take in `width` columns, padding included."""
        return len(self._laid(width - PADDING, Marked()).lines)

    def on_resize(self, event: events.Resize) -> None:
        """Lines are as long, and as many, as there is room."""
        self._room = self.content_size.width
        self._draw()

    def _in_order(self, hand: int) -> list[str]:
        return [card.label for card in self.data.hands[hand].cards] if self.data else []

    @property
    def choices(self) -> list[Lies]:
        """The cards that can be chosen, as they lie."""
        if self.data is None:
            return []
        marked = Marked(self.data.can)
        return [one for one in self.laid.lying if marked.of(one.hand, one.label)]

    # ---- choosing

    def action_move(self, by: int) -> None:
        """To the next card that can be chosen."""
        choices = self.choices
        at = next((i for i, one in enumerate(choices) if (one.hand, one.label) == self.cursor), None)
        if choices:
            to = choices[0 if at is None else (at + by) % len(choices)]
            self._point(to)

    def action_line(self, by: int) -> None:
        """To the nearest card in the next line that has some."""
        choices = self.choices
        here = next((one for one in choices if (one.hand, one.label) == self.cursor), None)
        if here is None:
            return
        there = [one for one in choices if (one.row - here.row) * by > 0]
        if there:
            self._point(min(there, key=lambda one: (abs(one.row - here.row), abs(one.column - here.column))))

    def _point(self, to: Lies) -> None:
        self.cursor = to.hand, to.label
        self._draw()

    def action_pick(self) -> None:
        """Choose the card at the cursor."""
        if self.cursor is not None:
            self.post_message(self.Picked(self.cursor[1]))

    def on_click(self, event: events.Click) -> None:
        """Choose the card that was clicked, if it can be."""
        at = event.get_content_offset(self)
        row = at.y + self.above if at else -1
        there = [one for one in self.choices if at and one.row == row and 0 <= at.x - one.column < one.width]
        found = next(iter(there), None)
        if found is not None:
            event.stop()
            self._point(found)
            self.action_pick()

    def on_focus(self) -> None:
        """The cursor is shown."""
        self._draw()

    def on_blur(self) -> None:
        """It isn't."""
        self._draw()
