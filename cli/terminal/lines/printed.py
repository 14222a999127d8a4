"""The position on paper, as it were: it is printed when it is another than was printed last."""

from __future__ import annotations

from collections.abc import Collection

from cli.session.session import Session
from cli.terminal.scene import view
from cli.terminal.scene.console import Screen
from cli.terminal.scene.panels import Scene
from cli.terminal.scene.playing import Playing
from cli.terminal.scene.sizes import turn_of
from interpreter import State
from interpreter.game import eyes as looks
from interpreter.game.views import View


class Printed:
    """Prints the scene's board and what stands beside it."""

    def __init__(self, session: Session, screen: Screen, debug: bool) -> None:
        self.session, self.screen = session, screen
        self.scene = Scene(Playing(session), debug)
        self.shown: State | None = None
        people = session.people
        if len(people) == 1:  # several would see it turned back and forth
            screen.degrees = turn_of(session.game.model, people[0])

    @property
    def view(self) -> View:
        """The state as it is shown."""
        return looks.seen(self.session.state, self.session.eyes)

    def draw(self) -> None:
        """The position, with the last turn marked, unless it is what was last drawn."""
        state = self.session.state
        if self.shown is not state:
            self.screen.write()
            played = self.scene.played(self.session.eyes)
            view.show(self.screen, self.view, self.marks(), played, self.scene.shows_inner)
            self.screen.write()
        self.shown = state

    def again(self) -> None:
        """Draw it even if it is what was last drawn."""
        self.shown = None
        self.draw()

    def marks(self) -> Collection[str]:
        """Sites that the turn before, and this one so far, changed; at the end those that decided it, if there are."""
        if self.session.state.is_over and (winning := self.view.winning):
            return winning
        return self.scene.playing.changed
