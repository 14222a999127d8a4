"""What the screen of a game asks the thinker for: one thing at a time, which can be hurried, or dropped."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

from cli.languages.saying import tr
from cli.session.session import Session
from cli.terminal.full_screen.thinker import Answer, Request, Thinker, Thought
from cli.terminal.scene.playing import Playing
from gdl.text.visible import visible

if TYPE_CHECKING:
    from textual.timer import Timer

CELLS = 12
"""Of the bar that fills while the computer thinks."""
BEST = 3
"""Moves that are named while it does."""
TICK = 0.1
"""Seconds between two looks at the clock."""


class Heard(Message):
    """The thinker has something to say."""

    def __init__(self, request: Request, said: Thought | Answer) -> None:
        super().__init__()
        self.request, self.said = request, said


class Thinking:
    """One request and its clock; what is heard comes to the screen as `Heard`, in the screen's own thread."""

    def __init__(self, screen: Screen[None], session: Session, tick: Callable[[], None]) -> None:
        self.screen, self.tick = screen, tick
        self.thinker = Thinker(session)
        self.request: Request | None = None
        self.thought = Thought(None, None)
        self._since = 0.0
        self._ticking: Timer | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is thought about."""
        return self.request is not None

    @property
    def is_analysis(self) -> bool:
        """Whether that is an analysis that somebody asked for."""
        return self.request is not None and self.request.is_analysis

    def ask(self, playing: Playing, analysis: bool) -> None:
        """Ask for a move, or for what there is to think of the state that is looked at."""
        self.thought, self._since = Thought(None, None), time.monotonic()
        self.request = Request(tuple(playing.numbers[: playing.at]), analysis, self._heard)
        self.thinker.ask(self.request)
        if self._ticking is None:
            self._ticking = self.screen.set_interval(TICK, self.tick)

    def line(self, session: Session) -> str:
        """How far it has come; "" if nothing is thought about."""
        if self.request is None:
            return ""
        return _progress(session, self.request, self.thought, time.monotonic() - self._since)

    def take(self, event: Heard) -> Answer | None:
        """Take what was heard; the answer, if it is one that is still wanted."""
        if event.request is not self.request:
            return None
        if isinstance(event.said, Thought):
            self.thought = event.said
            return None
        self.request = None
        self._stop()
        return event.said

    def hurry(self) -> None:
        """Answer with what there is."""
        if self.request is not None:
            self.request.stop.set()

    def drop(self) -> None:
        """Nobody waits for what is being thought about."""
        if self.request is not None:
            self.request.is_dropped = True
            self.request = None
        self._stop()

    def follow(self, session: Session) -> None:
        """Think about another session from now on."""
        self.close()
        self.thinker = Thinker(session)

    def close(self) -> None:
        """Nobody thinks any more."""
        self.drop()
        self.thinker.close()

    def _heard(self, request: Request, said: Thought | Answer) -> None:
        """Called in the thinker's thread."""
        self.screen.post_message(Heard(request, said))

    def _stop(self) -> None:
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None


def _progress(session: Session, request: Request, thought: Thought, took: float) -> str:
    """How far the computer has come, and what it likes so far."""
    who = visible(session.state.to_move or "")
    asked = tr("The computer is thinking")
    said = asked if request.is_analysis else tr("{player}: the computer is thinking", player=who)
    part, analysis = thought.part, thought.analysis
    filled = 0 if part is None else round(part * CELLS)
    bar = "" if part is None else f" [{'■' * filled}{'·' * (CELLS - filled)}]"
    best = ""
    if analysis and analysis.options and (request.is_analysis or not session.guards):  # else it is a secret
        best = "  " + ", ".join(f"{o.move.text} {100 * o.share:.0f} %" for o in analysis.options[:BEST])
    return f"{said}{bar} {took:.1f} s{best}  {tr('(Esc: now)')}"
