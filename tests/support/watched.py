"""What somebody is shown of a game at the terminal: all that is written while the screen is theirs."""

from __future__ import annotations

import contextlib
import io
import sys
from pathlib import Path
from unittest.mock import patch

from alike import History

from cli.session.seats import HUMAN
from cli.session.session import Session
from cli.terminal.lines.loop import LineGame
from cli.terminal.scene.console import Screen
from cli.terminal.scene.phrases import listed
from interpreter import Game, Move

COMMANDS = ("log", "position", "pieces", "moves", "board", "?", "nonsense!", "redo", "undo")


class Watched(io.StringIO):
    """Standard output, of which only that is kept which is written while a person has the screen, or nobody has."""

    def __init__(self, session: Session, viewer: str) -> None:
        super().__init__()
        self.session, self.viewer = session, viewer

    def write(self, text: str) -> int:
        if not self.session.shares or self.session.holder in ("", self.viewer):
            super().write(text)
        return len(text)


class Scripted(Session):
    """A session in which everybody but people, chance as well, plays what was played."""

    script: History

    def choose(self) -> Move:
        if len(self.steps) >= len(self.script.steps):  # the only move was played, and now somebody else is asked
            raise EOFError
        return self.script.steps[len(self.steps)].move


def session(game: Game, of: History, people: tuple[str, ...]) -> Scripted:
    """The table at which a history is played once more by these people."""
    with patch.object(Game, "start", lambda *_, **__: of.first):
        found = Scripted(game, game.name, 1, {p: HUMAN if p in people else "random" for p in game.players})
    found.script = of
    return found


def shown(game: Game, of: History, viewer: str, shared: bool, folder: Path) -> str:
    """What the viewer is shown in the plain way, each command once where the history ends."""
    at = session(game, of, game.players if shared else (viewer,))
    out = Watched(at, viewer)
    record = folder / "observed.yaml"
    lines = Typing(at, of, [*COMMANDS, f"save! --as {viewer} {record}", "save --as Nobody x", "quit"])
    with contextlib.redirect_stdout(out), patch.object(sys, "stdin", lines):
        LineGame(at, Screen()).run()
    return out.getvalue() + (record.read_text(encoding="utf-8") if record.is_file() else "")


class Typing(io.StringIO):
    """Standard input: whatever is asked next, the moves of the history, then commands."""

    def __init__(self, at: Session, of: History, commands: list[str]) -> None:
        super().__init__()
        self.at, self.of, self.commands = at, of, iter(commands)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        at, number = self.at, len(self.at.steps)
        if at.shares and (at.heir != at.holder or at.is_over):
            return "\n"
        if number < len(self.of.steps):
            move = self.of.steps[number].move
            return f"#{listed(at.state.moves).index(move) + 1}\n"
        return f"{next(self.commands)}\n"
