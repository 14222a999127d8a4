"""The turns so far, to step through: a line for each, or for two of them; the one that is looked at is marked."""

from __future__ import annotations

from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cli.languages.saying import tr
from cli.session.turns import Row
from cli.terminal.scene.panels import TurnsData
from gdl.text.visible import visible

TURN = "turn"
"""Under this name a text of a line knows the number of its turn."""


class RecordPanel(OptionList):
    """A line for the beginning, and the lines of the turns."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "walk(-1)", "earlier", show=False),
        Binding("right", "walk(1)", "later", show=False),
    ]

    class Walked(Message):
        """Somebody wants to see another turn: by so many further, or number `to`."""

        def __init__(self, by: int = 0, to: int | None = None) -> None:
            super().__init__()
            self.by, self.to = by, to

    def __init__(self, name: str) -> None:
        super().__init__(id=name)
        self._rows: list[Row] = []
        self._shown: list[Text] = []
        self._column = 0
        """Of the turns of a line, the one that is looked at; up and down keep to it."""

    def tell(self, data: TurnsData) -> None:
        """Show these turns, and mark the one that is looked at."""
        self._rows = [((f"0. {tr('the beginning')}", 0),), *data.rows]
        lines = [_line(row, data.at) for row in self._rows]
        known, self._shown = self._shown, lines
        for at, (line, before) in enumerate(zip(lines, known, strict=False)):
            if line != before or line.spans != before.spans:
                self.replace_option_prompt_at_index(at, line)
        for _ in range(len(known) - len(lines)):
            self.remove_option_at_index(self.option_count - 1)
        self.add_options([Option(line) for line in lines[len(known) :]])
        self.border_title = data.title
        found = next((at for at, row in enumerate(self._rows) if data.at in _turns(row)), 0)
        if found:
            self._column = _turns(self._rows[found]).index(data.at)
        with self.prevent(OptionList.OptionHighlighted):
            self.highlighted = found

    def action_walk(self, by: int) -> None:
        """A turn back or on."""
        self.post_message(self.Walked(by))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Up and down walk, too."""
        event.stop()
        if self.has_focus:
            self._walk_to(event.option_index)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click beside the turns of a line."""
        event.stop()
        self._walk_to(event.option_index)

    def on_click(self, event: events.Click) -> None:
        """A click on one of two turns."""
        if TURN in event.style.meta:
            event.stop()
            event.prevent_default()
            self.focus()
            self.post_message(self.Walked(to=event.style.meta[TURN]))

    def _walk_to(self, at: int) -> None:
        """The turn of a line that stands where the one does that is looked at."""
        turns = _turns(self._rows[at]) or [0]
        self.post_message(self.Walked(to=turns[min(self._column, len(turns) - 1)]))


def _turns(row: Row) -> list[int]:
    """The numbers of the turns that a line tells of."""
    return [turn for _, turn in row if turn]


def _line(row: Row, at: int) -> Text:
    """The line; of two turns in it that number `at` is marked, and each says which it is."""
    line, several = Text(no_wrap=True, overflow="ellipsis"), len(row) > 1
    for text, turn in row:
        style = Style(bold=turn == at, underline=turn == at, meta={TURN: turn}) if turn and several else ""
        line.append(visible(text), style)
    return line
