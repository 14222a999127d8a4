"""Stands for the board until there is one."""

from __future__ import annotations

from collections.abc import Collection

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from cli.screen.board import draw
from cli.screen.lines import Look
from interpreter.drawing.content import shapes_to_draw
from interpreter.game.views import View


class BoardWidget(Widget, can_focus=True):
    class Chosen(Message):
        def __init__(self, label: str) -> None:
            super().__init__()
            self.label = label

    def __init__(self, view: View, **more) -> None:
        super().__init__(**more)
        self.view = view
        self.changed: Collection[str] = ()
        self.targets: Collection[str] = ()
        self.picked: Collection[str] = ()
        self.labels = [label for shape in shapes_to_draw(view.game.model) for label in shape.labels]
        self.cursor = self.labels[0] if self.labels else None

    def show(self, view: View, *, changed=(), targets=(), picked=(), line=()) -> None:
        self.view, self.changed, self.targets, self.picked = view, changed, targets, picked
        self.refresh()

    def render(self) -> Text:
        text = Text()
        for row in draw(self.view, Look(self.size.width, True, True, True), [self.cursor] if self.cursor else []):
            text.append(Text.assemble(*row))
            text.append("\n")
        text.append(f"cursor {self.cursor} targets {' '.join(list(self.targets)[:20])} picked {' '.join(self.picked)}")
        return text

    def on_key(self, event: events.Key) -> None:
        step = {"left": -1, "right": 1, "up": -5, "down": 5}.get(event.key)
        if step and self.labels:
            self.cursor = self.labels[(self.labels.index(self.cursor) + step) % len(self.labels)]
            self.refresh()
            event.stop()
        elif event.key == "enter" and self.cursor:
            self.post_message(self.Chosen(self.cursor))
            event.stop()
