"""What people are asked about a game: what next when it is over, another line, giving up, where to save."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from cli.session.saving import saved
from cli.terminal.full_screen import words
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.curtain import Curtain
from cli.terminal.full_screen.dialogues import Ask, Question
from cli.terminal.full_screen.host import host
from interpreter.errors import GameError
from interpreter.game.eyes import ONLOOKER


class Questions:
    """Puts questions over the screen of a game, and does what is answered."""

    def __init__(self, screen: Screen[None], course: Course) -> None:
        self.screen, self.course = screen, course
        self.is_handing_over = False

    def over(self) -> None:
        """Say how it ended, and ask what next."""
        # the first one does no harm: keys may still be on their way
        answers = [("look", "Look at it"), ("again", "Again"), ("games", "Other games"), ("leave", "Leave")]

        def answered(answer: str | None) -> None:
            {"again": self.again, "games": self.games, "leave": self.leave}.get(answer or "", lambda: None)()

        self.screen.app.push_screen(Question(words.ended(self.course.session), answers, "dialogue low-down"), answered)

    def hand_over(self, forget: Callable[[], None]) -> None:
        """Let who moved look at what came of it, then somebody else have the screen."""
        if self.is_handing_over:
            return
        self.is_handing_over = True
        session, app = self.course.session, self.screen.app
        heir = session.heir
        words = f"Hand over to {heir}; press Enter" if heir else "The game is over; press Enter"

        def taken(_: None) -> None:
            session.holder, self.is_handing_over = heir, False
            self.course.advance()

        def hide(_: str | None) -> None:
            session.holder = ONLOOKER
            forget()
            app.push_screen(Curtain(words), taken)

        if session.holder == ONLOOKER:
            hide(None)
            return
        # in case keys are still on their way, the screen is handed over too early rather than too late
        asked = f"{session.holder}: look at it, then hand over" + (f" to {heir}" if heir else "")
        app.push_screen(Question(asked, [("over", "I have seen it")], "dialogue low-down"), hide)

    def branch(self, number: int) -> None:
        """Play on from an earlier position, if that is meant."""
        course = self.course
        text = course.playing.moves[number].text

        def answered(answer: str | None) -> None:
            if answer != "yes":
                course.playing.picks = ()
                course.face.show()
                return
            former = course.begin_line(number)
            if former.is_kept:
                course.face.tell(f"The line before is kept in {former.path}")
            host(self.screen).last = course.session

        asked = f"Play {text} here? The game as it was is kept; this begins another line."
        self.screen.app.push_screen(Question(asked, [("yes", "Play it"), ("no", "No")]), answered)

    def resign(self) -> None:
        """Give up, if that is meant."""
        session = self.course.session
        player = session.state.to_move
        if session.is_over or not session.is_human(player) or player is None:
            self.course.face.say("Nobody is asked here.", "yellow")
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.course.resign(player)

        self.screen.app.push_screen(Question(f"{player} gives up?", [("no", "No"), ("yes", "Give up")]), answered)

    def save(self, where: str = "") -> None:
        """Write the record there, or where somebody says."""
        if where.strip():
            self._write(where)
            return
        name = f"{self.course.session.game.name}.yaml"
        self.screen.app.push_screen(Ask("Save the record as:", name), lambda said: self._write(said) if said else None)

    def _write(self, where: str) -> None:
        session, face = self.course.session, self.course.face
        try:
            face.say(saved(session, where.strip(), overwrite=False))
        except GameError as error:
            face.say(str(error).splitlines()[0], "yellow")

    # ---- away from here

    def again(self) -> None:
        """The dialogue before a game of this."""
        self.course.thinking.drop()
        host(self.screen).again(self.course.session)

    def games(self) -> None:
        """All games."""
        self.course.thinking.drop()
        host(self.screen).games()

    def leave(self) -> None:
        """Leave; the game is recorded."""
        self.course.thinking.drop()
        self.screen.app.exit()
