"""A screen with nothing of the game on it: it stands before the board while people change places."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Static

from gdl.text.visible import visible


class Curtain(Screen[None]):
    """Says who is to have the screen, and waits for Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(None)", "Go on"),
        Binding("ctrl+q,ctrl+c,ctrl+d,f10", "app.quit", "Leave", key_display="^q", priority=True),
    ]

    def __init__(self, words: str) -> None:
        super().__init__(classes="curtain")
        self.words = words

    def compose(self) -> ComposeResult:
        """The words alone."""
        yield Static(visible(self.words), markup=False, id="curtain")
