"""The list of legal moves: it filters as one types, and can be walked and clicked."""

from __future__ import annotations

from rich.text import Text
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from cli.languages.saying import tr
from cli.terminal.scene.filtering import Fitting
from cli.terminal.scene.panels import MovesData
from gdl.text.visible import visible
from interpreter.game.choosing import LISTED

MOST = 300
"""So many moves are listed; who wants another types its beginning."""


class MovesPanel(OptionList):
    """Values that may be picked next, and the moves that fit what was picked and typed."""

    class Picked(Message):
        """A value was taken from the list."""

        def __init__(self, pick: str) -> None:
            super().__init__()
            self.pick = pick

    class Taken(Message):
        """A move was taken from the list: its number."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Pointed(Message):
        """The list's own cursor is on a move; None: on nothing."""

        def __init__(self, number: int | None) -> None:
            super().__init__()
            self.number = number

    only: int | None = None
    """The number of the move that is listed, if it is alone."""

    def offer(self, data: MovesData) -> None:
        """Show these, and say above how many there are."""
        moves = data.moves
        said = {move.text: move.number for move in moves[:MOST]}
        values = [(value, number) for value, number in data.values if value not in said]
        alone = {number for _, number in values}  # one line is enough for both
        texts: dict[int | None, str] = {number: text for text, number in said.items()}
        lines = [_value(value, texts.get(number)) for value, number in values]
        options = [Option(line, id=f"{LISTED}{at}") for at, line in enumerate(lines)]
        options += [Option(_line(move), id=f"#{move.number}") for move in moves[:MOST] if move.number not in alone]
        if len(moves) > MOST:
            options.append(Option(Text(tr("… {n} more: type", n=f"{len(moves) - MOST:,}"), style="dim"), disabled=True))
        self._values = [value for value, _ in values]
        self.only = moves[0].number if len(moves) == 1 else None
        self.clear_options()
        self.add_options(options)
        self.border_title = data.title

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Enter, or a click."""
        event.stop()
        name = event.option_id or ""
        if name.startswith(LISTED):
            self.post_message(self.Picked(LISTED + self._values[int(name[1:])]))
        elif name.startswith("#"):
            self.post_message(self.Taken(int(name[1:])))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The cursor of the list has moved."""
        event.stop()
        name = event.option_id or ""
        self.post_message(self.Pointed(int(name[1:]) if name.startswith("#") and self.has_focus else None))


def _value(value: str, text: str | None) -> Text:
    """A value, and behind it the only move that it stands for."""
    line = Text.assemble((visible(value), "bold"))
    return line.append(f"  {visible(text)}", "dim") if text else line


def _line(move: Fitting) -> Text:
    """A move, and behind it the way of writing it that was begun."""
    line = Text(visible(move.text))
    return line.append(f"  {visible(move.other)}", "dim") if move.other else line
