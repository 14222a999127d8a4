"""Something to read, over the rest of the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from cli.terminal.full_screen.dialogues import LEAVING


class Page(ModalScreen[None]):
    """Something to read: pages of Markdown, one below the other, which scroll."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter,f1", "dismiss(None)", "back"),
        LEAVING,
    ]

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(classes="dialogue page")
        self.texts = texts

    def compose(self) -> ComposeResult:
        """The texts."""
        with VerticalScroll(classes="box", id="pages"):
            for text in self.texts:
                yield Markdown(text, open_links=False)

    def on_mount(self) -> None:
        """The keys scroll."""
        self.query_one("#pages").focus()
