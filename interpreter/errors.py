"""What can go wrong, as a player or a program meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gdl.text.findings import Finding
from gdl.text.source import Span


def not_installed(what: str, modules: Sequence[str], extra: str) -> str:
    """What is said where modules of an extra are missing that something needs."""
    verb = "isn't" if len(modules) == 1 else "aren't"
    return f"{what} needs {', '.join(modules)}, which {verb} installed: pip install 'gdl-interpreter[{extra}]'"


class GameError(Exception):
    """Any of the errors below. `str()` is a message for people."""


class LoadError(GameError):
    """A ruleset that can't be played. `findings` says why; it is empty if the file couldn't be read."""

    def __init__(self, message: str, findings: Sequence[Finding] = ()) -> None:
        super().__init__(message)
        self.findings = tuple(findings)


class RuleError(GameError):
    """The rules lead nowhere, or out of a range. The message names the rule, the position and the moves so far.

    `span` is the place of the rule, if there is one. `reason` says in a sentence what is wrong.
    """

    span: Span | None = None
    reason: str = ""


class MoveError(GameError):
    """A text that can't be played here."""


class NotAMove(MoveError):
    """The text is never a move of this game."""


class NotLegal(MoveError):
    """The text is a move, but not now."""


class Ambiguous(MoveError):
    """The text stands for several moves, `matches`."""

    def __init__(self, message: str, matches: Sequence[str]) -> None:
        super().__init__(message)
        self.matches = tuple(matches)

    def __reduce__(self) -> tuple[Any, ...]:
        return Ambiguous, (str(self), self.matches)


class PositionError(GameError):
    """A position that makes no sense, with every reason."""

    def __init__(self, reasons: Sequence[str]) -> None:
        super().__init__("this position makes no sense:\n" + "\n".join(f"- {r}" for r in reasons))
        self.reasons = list(reasons)

    def __reduce__(self) -> tuple[Any, ...]:
        return PositionError, (self.reasons,)


class PlayerError(GameError):
    """A player that doesn't exist or can't play this game; the message says why."""


class ResignedError(PlayerError):
    """A player gives up instead of moving."""


class UnsolvedError(PlayerError):
    """The game is too great, or its rules are broken somewhere."""

    bounds: tuple[float, float] | None = None
    """What the first player surely gets by best play, at least and at most, if that much was found before."""


class SolvingInterrupted(KeyboardInterrupt):
    """Ctrl-C, when `bounds` were known already: what the first player surely gets, at least and at most."""

    def __init__(self, bounds: tuple[float, float]) -> None:
        super().__init__()
        self.bounds = bounds
