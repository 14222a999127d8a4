"""The turns so far, to step through: each is a line; the one that is looked at is marked."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cli.languages.saying import tr
from cli.terminal.scene.panels import TurnsData
from gdl.text.visible import visible


class RecordPanel(OptionList):
    """A line for the beginning, and one for each turn."""

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
        self._shown: list[str] = []

    def tell(self, data: TurnsData) -> None:
        """Show these turns, and mark the one that is looked at."""
        lines = [f"0. {tr('the beginning')}", *map(visible, data.lines)]
        if lines != self._shown:
            kept = next((n for n, (a, b) in enumerate(zip(lines, self._shown, strict=False)) if a != b),
                        min(len(lines), len(self._shown)))  # fmt: skip
            for _ in range(len(self._shown) - kept):
                self.remove_option_at_index(self.option_count - 1)
            self.add_options([Option(Text(line, no_wrap=True, overflow="ellipsis")) for line in lines[kept:]])
            self._shown = lines
        self.border_title = data.title
        with self.prevent(OptionList.OptionHighlighted):
            self.highlighted = data.at

    def action_walk(self, by: int) -> None:
        """A turn back or on."""
        self.post_message(self.Walked(by))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Up and down walk, too."""
        event.stop()
        if self.has_focus:
            self.post_message(self.Walked(to=event.option_index))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        self.post_message(self.Walked(to=event.option_index))
