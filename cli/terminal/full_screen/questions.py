"""What people are asked about a game: what next when it is over, another line, giving up, where to save."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from secrets import randbelow
from typing import Any

from textual.screen import Screen

from cli.languages.saying import heard, tr
from cli.session import saving
from cli.session.session import SEEDS, Session, elsewhere
from cli.terminal.full_screen.beginning import Wish, wish_of
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.dialogues import Ask, Curtain, Question
from cli.terminal.full_screen.host import host
from cli.terminal.full_screen.position_screen import PositionScreen
from cli.terminal.scene import sayings
from cli.terminal.scene.placed import begun
from interpreter import GameError, State
from interpreter.drawing import results
from interpreter.game import drafts
from interpreter.game import eyes as looks
from interpreter.game.eyes import ONLOOKER


class Questions:
    """Puts questions over the screen of a game, and does what is answered."""

    def __init__(self, screen: Screen[None], course: Course, forget: Callable[[], None]) -> None:
        self.screen, self.course, self.forget = screen, course, forget
        self.is_handing_over = False

    def over(self) -> None:
        """Say how it ended, and ask what next; what was told beside would lie over that."""
        self.screen.app.clear_notifications()
        # the first one does no harm: keys may still be on their way
        swaps = [("swap", tr("Swap seats"))] if len({*self.course.session.seats.values()}) > 1 else []
        answers = [
            ("look", tr("Look back")), ("again", tr("Again")), *swaps, ("games", tr("Others")), ("leave", tr("Leave")),
        ]  # fmt: skip

        def answered(answer: str | None) -> None:
            done = {"again": self.again, "swap": self.swap, "games": self.games, "leave": self.leave}
            done.get(answer or "", lambda: None)()

        self.screen.app.push_screen(Question(_ended(self.course.session), answers, "dialogue low-down"), answered)

    def hand_over(self) -> None:
        """Let who moved look at what came of it, then somebody else have the screen."""
        if self.is_handing_over:
            return
        self.is_handing_over = True
        session, app = self.course.session, self.screen.app
        heir = session.heir

        def taken(_: None) -> None:
            session.holder, self.is_handing_over = heir, False
            self.course.advance()

        def hide(_: str | None) -> None:
            session.holder = ONLOOKER
            self.forget()
            app.push_screen(Curtain(sayings.handing_over(heir)), taken)

        if session.holder == ONLOOKER:
            hide(None)
            return
        # in case keys are still on their way, the screen is handed over too early rather than too late
        asked = tr("{player}: look at it, then hand over", player=session.holder)
        if heir:
            asked = tr("{player}: look at it, then hand over to {heir}", player=session.holder, heir=heir)
        app.push_screen(Question(asked, [("over", tr("I have seen it"))], "dialogue low-down"), hide)

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
            if former.recording.is_kept:
                course.face.tell(tr("The line before is kept in {file}", file=former.recording.path))
            host(self.screen).last = course.session

        asked = tr("Play {move} here? The game as it was is kept; this begins another line.", move=text)
        self.screen.app.push_screen(Question(asked, [("yes", tr("Play it")), ("no", tr("No"))]), answered)

    def resign(self) -> None:
        """Give up, if that is meant."""
        session = self.course.session
        player = session.state.to_move
        if session.is_over or not session.is_human(player) or player is None:
            self.course.face.say(tr("Nobody is asked here."), "yellow")
            return

        def answered(answer: str | None) -> None:
            if answer == "yes":
                self.course.resign(player)

        asked = tr("{player}: give up?", player=player)
        self.screen.app.push_screen(Question(asked, [("no", tr("No")), ("yes", tr("Give up"))]), answered)

    def save(self, where: str = "", overwrite: bool = False) -> None:
        """Write the record there, or where somebody says."""
        if where.strip():
            self._write(where, overwrite)
            return
        name = f"{self.course.session.game.name}.yaml"

        def answered(said: str | None) -> None:
            if said:
                self._write(said, overwrite)

        self.screen.app.push_screen(Ask(tr("Save the record as:"), name), answered)

    def _write(self, where: str, overwrite: bool) -> None:
        is_saved, said = saving.save(self.course.session, where.strip(), overwrite)
        self.course.face.say(said.splitlines()[0], "" if is_saved else "yellow")

    def edit(self) -> None:
        """Put a position together by hand, and play from there. Where something is hidden, one begins with another
        game's beginning: who edits sees everything."""
        course, session = self.course, self.course.session
        course.thinking.drop()
        hides = session.guards and not session.is_over
        seed, number = (randbelow(SEEDS), 0) if hides else (session.seed, session.number)
        start = drafts.fresh(session.game.start(seed, number))
        data = start if hides else drafts.fresh(_turn_begun(session, course.playing.at))

        def answered(answer: tuple[dict[str, Any], dict[str, str]] | None) -> None:
            if answer is None:
                course.resume()
                return
            position, seats = answer
            try:
                another = elsewhere(session, position, seats)
            except GameError as error:
                course.face.say(str(error).splitlines()[0], "yellow")
                return
            host(self.screen).show_game(another)

        self.screen.app.push_screen(PositionScreen(session.game, data, start, session.seats), answered)

    def place(self, where: str) -> None:
        """Play on from a position that is typed, or the file that holds it."""
        self.course.thinking.drop()
        another, why = begun(self.course.session, where)
        if another is not None:
            host(self.screen).show_game(another)
            return
        self.course.resume()
        self.course.face.say(why.splitlines()[0], "yellow")

    # ---- away from here

    def again(self) -> None:
        """The dialogue before a game of this."""
        self.course.thinking.drop()
        host(self.screen).again(self.course.session)

    def swap(self) -> None:
        """The same game anew; everybody sits where the one before them sat."""
        self.course.thinking.drop()
        host(self.screen).begin(swapped(wish_of(self.course.session), self.course.session))

    def games(self) -> None:
        """All games."""
        self.course.thinking.drop()
        host(self.screen).games()

    def leave(self) -> None:
        """Leave; the game is recorded."""
        self.course.thinking.drop()
        self.screen.app.exit()


def _turn_begun(session: Session, at: int) -> State:
    """The beginning of the turn that is looked at, or the end of the game."""
    states = [session.first, *(step.after for step in session.steps[:at])]
    return next((state for state in reversed(states) if not state.in_turn), session.first)


def swapped(wish: Wish, session: Session) -> Wish:
    """The wish with all players one seat further."""
    kinds = [*session.seats.values()]
    moved = zip(session.seats, [*kinds[-1:], *kinds[:-1]], strict=True)
    return replace(wish, seats=tuple(f"{player}={kind}" for player, kind in moved))


def _ended(session: Session) -> str:
    """How a game ended, and where its record is."""
    view = looks.seen(session.state, session.eyes)
    said = session.table.ended or heard("result", results.result(view))
    recording = session.recording
    where = f"\n{recording.path}" if recording.path is not None and recording.is_kept else ""
    decided = "".join(f"\n{line}" for line in [sayings.decided(session, view)] if line)
    return f"{tr('The game is over: {result}', result=said)}.{decided}{where}"
