"""Small questions in the middle of the screen, and the curtain before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Button, Input, Static

from cli.languages.saying import later
from cli.terminal.scene.commands import BY_NAME
from gdl.text.visible import visible

LEAVING = Binding(BY_NAME["quit"].keys, "app.quit", later("Leave"), key_display="^q", priority=True)
"""Keys that leave whatever lies over the game."""
WIDTH, MARGINS = 64, 6
"""Columns of a question as a rule, and those of them that are left and right of its answers."""
FRAME, LEAST = 4, 8
"""Columns of a button beside its words, and of the shortest one."""


class Question(ModalScreen[str | None]):
    """A few words and some answers, each an id and what stands on its button. Esc answers None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "back"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
        LEAVING,
    ]

    def __init__(self, words: str, answers: Sequence[tuple[str, str]], classes: str = "dialogue") -> None:
        super().__init__(classes=classes)
        self.words, self.answers = words, answers

    def compose(self) -> ComposeResult:
        """The words, and the answers in a row."""
        with Vertical(classes="box"):
            with VerticalScroll(classes="words", can_focus=False):
                yield Static(visible(self.words, keep="\n"), markup=False)
            with Horizontal(classes="buttons"):
                for number, (name, label) in enumerate(self.answers):
                    yield Button(label, id=name, variant="primary" if number == 0 else "default")

    def on_mount(self) -> None:
        """The first answer is the usual one; all have room, in words of whatever length."""
        row = sum(max(cell_len(label) + FRAME, LEAST) + 1 for _, label in self.answers)
        self.query_one(".box").styles.width = max(row + MARGINS, WIDTH)
        self.query(Button).first().focus()

    @on(Button.Pressed)
    def _answered(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id)


class Curtain(Screen[None]):
    """A screen with nothing of the game on it, while people change places: it says who is to have it, and waits for
    Enter."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss(None)", later("Go on")),
        LEAVING,
    ]

    def __init__(self, words: str) -> None:
        super().__init__(classes="curtain")
        self.words = words

    def compose(self) -> ComposeResult:
        """The words alone."""
        yield Static(visible(self.words), markup=False, id="curtain")


class Ask(ModalScreen[str | None]):
    """A line of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "back"), LEAVING]

    def __init__(self, words: str, value: str = "") -> None:
        super().__init__(classes="dialogue")
        self.words, self.value = words, value

    def compose(self) -> ComposeResult:
        """The words, and the line."""
        with Vertical(classes="box"):
            yield Static(self.words, markup=False)
            yield Input(self.value)

    @on(Input.Submitted)
    def _answered(self, event: Input.Submitted) -> None:
        self.dismiss(event.value)
