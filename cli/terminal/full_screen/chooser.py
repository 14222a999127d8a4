"""The first screen without a game: all that ship, with a line and a small picture each; it filters as one types."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from cli.languages.saying import heard, later, tr
from cli.options.shipped import Entry
from cli.terminal.full_screen.beginning import Makers, RefusedError, Wish, in_words
from cli.terminal.full_screen.foot import Foot
from cli.terminal.full_screen.host import host
from cli.terminal.scene.board import draw
from cli.terminal.scene.lines import Look
from gdl.text.visible import visible

PATIENCE = 0.15
"""Seconds that somebody stays on a game before its board is drawn."""


class Chooser(Screen[None]):
    """A line to filter with, the games, and a look at the one that the cursor is on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", later("Back")),
        Binding("f2", "options", later("Play with options")),
        Binding("f3", "recorded", later("Recorded games")),
        Binding("f6", "app.next_theme", later("Colours")),
        Binding("ctrl+q,ctrl+c,ctrl+d", "app.quit", later("Leave"), key_display="^q", priority=True),
    ]

    def __init__(self, entries: list[Entry], makers: Makers) -> None:
        super().__init__()
        self.entries, self.makers = entries, makers
        self.shown: list[Entry] = []
        self.pictures: dict[str, Text] = {}
        self.pending: Timer | None = None

    def compose(self) -> ComposeResult:
        """All parts."""
        yield Static(f" {tr('Which game?  Enter plays, F2 asks for options and seats first')}", id="title")
        with Horizontal(id="middle"):
            with Vertical(id="games"):
                yield Input(placeholder=tr("type to filter"), id="filter", compact=True)
                yield OptionList(id="list")
            with Vertical(id="preview"):
                yield Static(id="about", markup=False)
                yield Static(id="picture")
        yield Foot()

    def on_mount(self) -> None:
        """All games."""
        self.filter("")
        self.query_one("#filter").focus()

    def filter(self, typed: str) -> None:
        """Only those with all these words."""
        words = typed.lower().split()
        self.shown = [entry for entry in self.entries if entry.has(words)]
        self.shown.sort(key=lambda entry: (
            not any(text.lower().startswith(typed.lower()) for text in (entry.name, entry.title)),
            not all(word in f"{entry.name} {entry.title}".lower() for word in words),
        ))  # fmt: skip
        games = self.query_one("#list", OptionList)
        games.clear_options()
        for entry in self.shown:
            line = Text(no_wrap=True, overflow="ellipsis")
            line.append(visible(("  " if entry.base else "") + entry.title), "bold")
            line.append(f"  {visible(entry.about)}", "dim")
            games.add_option(Option(line))
        games.highlighted = 0 if self.shown else None
        self.query_one("#about", Static).update("" if self.shown else tr("No game has all these words."))
        if not self.shown:
            self.query_one("#picture", Static).update("")

    @on(Input.Changed, "#filter")
    def _typed(self, event: Input.Changed) -> None:
        self.filter(event.value)

    @on(Input.Submitted, "#filter")
    def _entered(self) -> None:
        self.play()

    @on(OptionList.OptionSelected)
    def _selected(self) -> None:
        self.play()

    def key_down(self) -> None:
        """From the line into the list."""
        if self.query_one("#filter").has_focus:
            self.query_one("#list", OptionList).action_cursor_down()

    def key_up(self) -> None:
        """The same upwards."""
        if self.query_one("#filter").has_focus:
            self.query_one("#list", OptionList).action_cursor_up()

    @property
    def entry(self) -> Entry | None:
        """The game that the cursor is on."""
        at = self.query_one("#list", OptionList).highlighted
        return self.shown[at] if at is not None and at < len(self.shown) else None

    @on(OptionList.OptionHighlighted)
    def _highlighted(self) -> None:
        entry = self.entry
        if entry is None:
            return
        facts = " · ".join(heard("entry", fact) for fact in (entry.players, entry.board) if fact)
        about = Text.assemble(
            (visible(entry.title), "bold"), "\n", (visible(facts), "dim"), "\n\n", visible(entry.about)
        )
        self.query_one("#about", Static).update(about)
        self.query_one("#picture", Static).update(self.pictures.get(entry.name, ""))
        if self.pending is not None:
            self.pending.stop()
        if entry.name not in self.pictures:
            self.pending = self.set_timer(PATIENCE, self.look)

    def look(self) -> None:
        """Draw the board of the game that the cursor is on."""
        entry = self.entry
        if entry is None or entry.name in self.pictures:
            return
        width = max(self.query_one("#preview").size.width - 4, 10)
        self.run_worker(lambda: self.drawn(entry.name, width), thread=True, exclusive=True)

    def drawn(self, name: str, width: int) -> None:
        """In a thread: a picture is there when it is there."""
        try:
            with in_words():
                view = self.makers.game(Wish(name)).start().view()
        except RefusedError:
            return
        text = Text("\n").join(
            Text.assemble(*line, no_wrap=True)
            for line in draw(view, Look(width, unicode=True, symbols=True, colour=True))
        )
        self.app.call_from_thread(self.draw, name, text)

    def draw(self, name: str, picture: Text) -> None:
        """It is there."""
        self.pictures[name] = picture
        if self.entry is not None and self.entry.name == name:
            self.query_one("#picture", Static).update(picture)

    def play(self) -> None:
        """The game that the cursor is on, as it is by default."""
        if self.entry is not None:
            host(self).begin(Wish(self.entry.name))

    def action_options(self) -> None:
        """The same, with its options."""
        if self.entry is not None:
            host(self).ask(Wish(self.entry.name))

    def action_recorded(self) -> None:
        """Games that can be gone on with."""
        host(self).recorded()

    def action_back(self) -> None:
        """The whole list again; then away."""
        line = self.query_one("#filter", Input)
        if line.value:
            line.clear()
        else:
            host(self).back()
