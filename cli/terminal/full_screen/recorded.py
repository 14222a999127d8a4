"""Games that aren't over, to go on with."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cli.languages.saying import later, tr
from cli.session.store import Kept
from cli.terminal.full_screen.foot import Foot
from cli.terminal.scene.records import described
from gdl.text.visible import visible


class Recorded(Screen[Path | None]):
    """A line for each; answers with the record's file. `unread`: what is said of files that can't be read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", later("Back")),
        Binding("ctrl+q,ctrl+c,ctrl+d", "app.quit", later("Leave"), key_display="^q", priority=True),
    ]

    def __init__(self, games: Sequence[Kept], unread: str = "") -> None:
        super().__init__()
        self.games, self.unread = games, unread

    def compose(self) -> ComposeResult:
        """The list."""
        none = tr("There is none yet. Every game that you play is kept here until it is over.")
        yield Static(f" {tr('Which game do you want to continue?')}{'' if self.games else f'  {none}'}", id="title")
        yield OptionList(*(Option(_line(kept)) for kept in self.games), id="list")
        if self.unread:
            yield Static(f" {visible(self.unread)}", id="unread", markup=False)
        yield Foot()

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(self.games[event.option_index].path)


def _line(kept: Kept) -> Text:
    (title, bold), (about, _) = described(kept)
    line = Text(no_wrap=True, overflow="ellipsis")
    return line.append(visible(title), bold).append(visible(about))
