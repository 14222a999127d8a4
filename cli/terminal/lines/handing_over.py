"""One screen for several people who mustn't see the same: it is cleared, handed over, and waits."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable

from cli.languages.saying import tr
from cli.session.session import Session
from cli.terminal.lines import prompt
from cli.terminal.lines.commands import QuitError
from cli.terminal.scene import sayings
from cli.terminal.scene.console import Screen
from interpreter.game.eyes import ONLOOKER

CLEAR = "\x1b[H\x1b[2J\x1b[3J"
"""Clears the screen, and what can be scrolled back to."""
LEAVING = ("q", "quit", "exit", "/q", "/quit", "/exit")
LEAST = 50
"""Blank lines at least, where nothing can be cleared."""


class Curtain:
    """Knows what each person was told of the game when the screen was theirs last."""

    def __init__(self, session: Session, screen: Screen) -> None:
        self.session, self.screen = session, screen
        self._told: dict[str, int] = {}
        self._ahead = ""

    def fall(self, look: Callable[[], None], typed: str = "") -> str:
        """Hand the screen over. `look`: show the position to who has it; what came of their own move is theirs to see.

        What people typed ahead is forgotten. What comes out of a pipe isn't: `typed` is what is left of a line, and
        what there is to be played then is given back. Raises EOFError, QuitError.
        """
        self._ahead = "" if sys.stdin.isatty() else typed
        session, heir = self.session, self.session.heir
        turns = session.turns()
        if session.holder != ONLOOKER:
            self._told[session.holder] = len(turns)
            if not session.state.together:  # else there is nothing new to be seen
                look()
                self.wait(tr("{player}, press Enter when you have seen it", player=session.holder))
        session.holder = ONLOOKER
        self.clear()
        self.wait(sayings.handing_over(heir))
        session.holder = heir
        for turn in turns[self._told.get(heir, 0) :]:
            if turn.moves(session.eyes):
                self.screen.write(turn.told(session.eyes), "bold")
        return self._ahead

    def wait(self, words: str) -> None:
        """Until somebody presses Enter."""
        prompt.complete_with([])
        if self._ahead:
            return
        typed = prompt.read_line(f"{words}: ").strip()
        if typed in LEAVING:
            raise QuitError
        self._ahead = "" if sys.stdin.isatty() else typed
        prompt.forget()

    def clear(self) -> None:
        """Nothing that was shown can be seen any more."""
        stream = self.screen.stream
        if stream.isatty() and os.environ.get("TERM", "dumb") != "dumb":
            print(CLEAR, end="", file=stream, flush=True)
        else:
            print("\n" * max(LEAST, shutil.get_terminal_size().lines), file=stream, flush=True)
