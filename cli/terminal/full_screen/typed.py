"""The line in which moves and commands are typed: it completes, filters the list, and takes what is pasted calmly."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual import events
from textual.message import Message
from textual.widgets import Input

from cli.languages.saying import tr

KEYS = " ?,."
"""Characters that are keys, too, as long as nothing is typed and no move begins so."""
LONGEST = 400
"""Characters of the line, and of what is pasted, that are kept."""


class Typed(Input):
    """A line; Tab completes it from `completions`, up and down walk the list."""

    class Walk(Message):
        """The list's cursor is to go so many further."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, name: str) -> None:
        super().__init__(max_length=LONGEST, select_on_focus=False, id=name)
        self.completions: list[str] = []
        self.hint("")

    def hint(self, move: str) -> None:
        """Say in the empty line what may be typed; `move`: an example, where none is shown elsewhere."""
        words = tr("a move such as {move}, or /help", move=move)
        if not move or cell_len(words) > self.content_size.width:
            words = tr("a move as it is written, or /help")
        if words != self.placeholder:
            self.placeholder = words

    def on_key(self, event: events.Key) -> None:
        """Keys that mean something else here."""
        if event.key == "tab" and self.value:
            self.complete()
        elif event.key in ("up", "down"):
            self.post_message(self.Walk(1 if event.key == "down" else -1))
        elif self.is_key(event.character):
            event.prevent_default()
            return
        else:
            return
        event.stop()
        event.prevent_default()

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether the key is no command to others."""
        return not self.is_key(character) and super().check_consume_key(key, character)

    def is_key(self, character: str | None) -> bool:
        """Whether a character means what it means everywhere: in an empty line, if no move begins so."""
        known = character is not None and character in KEYS and not self.value
        return known and not any(text.startswith(character or " ") for text in self.completions)

    def complete(self) -> None:
        """As far as all that begins so goes on alike."""
        lower = self.value.lower()
        begun = [text for text in self.completions if text.lower().startswith(lower)]
        if begun:
            longest = _common(begun)
            self.value = longest if len(longest) >= len(self.value) else self.value
            self.cursor_position = len(self.value)

    def _on_paste(self, event: events.Paste) -> None:
        self.insert_text_at_cursor(tidy(event.text)[: max(LONGEST - len(self.value), 0)])
        event.stop()
        event.prevent_default()


def _common(texts: Sequence[str]) -> str:
    """What all of them begin with."""
    first, last = min(texts), max(texts)
    return first[: next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(first))]


def tidy(text: str) -> str:
    """A text from somewhere else, as one line without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text[: 10 * LONGEST]).split())[:LONGEST]
