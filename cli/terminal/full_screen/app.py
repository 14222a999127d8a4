"""The program on the whole terminal: which screen is shown, in which colours. Screens are imported when they are shown:
who has named a game sees its board sooner."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from threading import current_thread, main_thread
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from cli.languages.saying import tr
from cli.options.shipped import Entry
from cli.session.guide import Guide
from cli.session.session import Session
from cli.terminal.full_screen.beginning import Makers, RefusedError, Wish, in_words, wish_of
from cli.terminal.full_screen.chooser import Chooser
from cli.terminal.full_screen.dialogues import Question
from cli.terminal.full_screen.game_screen import GameScreen
from cli.terminal.full_screen.recorded import Recorded
from cli.terminal.full_screen.setup_screen import SetupScreen
from cli.terminal.full_screen.themes import THEMES
from cli.terminal.scene.records import left, unread
from gdl.text.visible import visible

MOST = 200
"""So many recorded games are listed at most."""
NEWS = 20
"""Seconds for which the news of the beginning stay."""


class FullScreen(App[None]):
    """Plays games: `first` is one that is there already; else those that were left are listed (`lists`: of this
    game), or all games. `guided`: the first one is explained as it is played."""

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,ctrl+c", "quit", show=False)]

    def __init__(
        self, makers: Makers, entries: Callable[[], list[Entry]], first: Session | None = None, debug: bool = False,
        lists: str | None = None, guided: bool = False,
    ) -> None:  # fmt: skip
        super().__init__()
        self.guided = guided
        """Whether the game that is shown next is a guided one: that is the first alone."""
        self.news = ""
        """What is said when the first game is shown."""
        self.makers, self.entries, self.first, self.rules_debug, self.lists = makers, entries, first, debug, lists
        self.last: Session | None = first
        """The game that was on the screen last."""
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name
        self.is_ascii = "utf" not in (getattr(sys.__stderr__, "encoding", None) or "").lower()

    def on_mount(self) -> None:
        """The first screen."""
        self.listen()
        if self.first is not None:
            self.show_game(self.first)
            if self.news:
                self.notify(visible(self.news), timeout=NEWS, markup=False)
        elif self.lists is not None:
            self.recorded()
        else:
            self.games()

    def listen(self) -> None:
        """A terminal that is closed, or a machine that shuts down, ends the program; records are on disk."""
        if self.is_headless or os.name != "posix" or current_thread() is not main_thread():
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGHUP, signal.SIGTERM):
            loop.add_signal_handler(number, self.exit, None, 128 + number)

    # ---- screens

    def show_game(self, session: Session) -> None:
        """Play this, instead of what is on the screen."""
        self.last = session
        while len(self.screen_stack) > 1:
            self.pop_screen()
        guide, self.guided = Guide(session.game) if self.guided else None, False
        self.push_screen(GameScreen(session, self.rules_debug, guide))

    def begin(self, wish: Wish) -> None:
        """Play this, if it can be."""
        try:
            with in_words():
                session = self.makers.new(wish)
        except RefusedError as error:
            self.refuse(error)
        else:
            self.show_game(session)

    def refuse(self, error: RefusedError) -> None:
        """Say why something can't be."""
        self.push_screen(Question(str(error), [("back", tr("Back"))]))

    def ask(self, wish: Wish) -> None:
        """The dialogue before a game."""
        try:
            with in_words():
                game = self.makers.game(wish)
        except RefusedError as error:
            self.refuse(error)
        else:
            screen = SetupScreen(wish, game, self.counts(wish.game), self.makers)
            self.push_screen(screen, lambda said: self.begin(said) if said else None)

    def counts(self, game: str) -> range:
        """How many may play."""
        said = next((entry.players for entry in self.entries() if entry.name == game), "")
        found = re.fullmatch(r"(\d+) to (\d+) players", said)
        return range(int(found[1]), int(found[2]) + 1) if found else range(0)

    def again(self, session: Session) -> None:
        """Another game like this one."""
        self.ask(wish_of(session))

    def games(self) -> None:
        """All games."""
        self.push_screen(Chooser(self.entries(), self.makers))

    def recorded(self) -> None:
        """Games that can be gone on with."""
        damaged: list[Path] = []
        games = [*islice(left(self.lists or None, damaged), MOST)]
        self.push_screen(Recorded(games, unread(damaged)), self.go_on)

    def go_on(self, path: Path | None) -> None:
        """Go on with a recorded game."""
        if path is None:
            self.back()
            return
        try:
            with in_words():
                session = self.makers.resumed(path)
        except RefusedError as error:
            self.refuse(error)
        else:
            self.show_game(session)

    def back(self) -> None:
        """To the screen before; from the first one, away."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        elif len(self.screen_stack) <= 1:
            self.games()
        else:
            self.exit()

    def next_theme(self) -> None:
        """The next set of colours."""
        names = [theme.name for theme in THEMES]
        self.theme = names[(names.index(self.theme) + 1) % len(names)]

    action_next_theme = next_theme
