"""What screens ask of the program that shows them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, cast

if TYPE_CHECKING:
    from textual.screen import Screen

    from cli.session.session import Session
    from cli.terminal.full_screen.beginning import Wish


class Host(Protocol):
    """The program on the whole terminal, as its screens know it."""

    theme: str
    is_ascii: bool
    last: Session | None
    """The game that was on the screen last."""

    def begin(self, wish: Wish) -> None:
        """Play this, if it can be."""

    def show_game(self, session: Session) -> None:
        """Play this, instead of what is on the screen."""

    def ask(self, wish: Wish) -> None:
        """The dialogue before a game."""

    def again(self, session: Session) -> None:
        """Another game like this one."""

    def games(self) -> None:
        """All games."""

    def recorded(self) -> None:
        """Games that can be gone on with."""

    def go_on(self, path: Path | None) -> None:
        """Go on with a recorded game."""

    def back(self) -> None:
        """To the screen before; from the first one, away."""

    def next_theme(self) -> None:
        """The next set of colours."""


def host(screen: Screen[Any]) -> Host:
    """The program that shows a screen."""
    return cast(Host, screen.app)
