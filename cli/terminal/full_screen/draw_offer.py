"""Offers a draw on the full screen: people are asked one after the other, then computers look at the position."""

from __future__ import annotations

from textual.screen import Screen

from cli.languages.saying import tr
from cli.session import draws
from cli.terminal.full_screen.advice import Advice
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.dialogues import Question
from interpreter.players import Analysis


class DrawOffer:
    """One offer at a time."""

    def __init__(self, screen: Screen[None], course: Course, advice: Advice) -> None:
        self.screen, self.course, self.advice = screen, course, advice

    def make(self) -> None:
        """Offer a draw, or say why that can't be."""
        session = self.course.session
        if why := draws.why_not(session):
            self.course.face.say(why, "yellow")
        else:
            self._ask(session.state.to_move or "", draws.people(session), len(session.steps))

    def _ask(self, by: str, left: list[str], ply: int) -> None:
        """Ask these people, then the computers."""
        session = self.course.session
        if session.is_over or len(session.steps) != ply:  # the game has gone on meanwhile
            return
        if left:
            player, *rest = left

            def answered(answer: str | None) -> None:
                if answer == "yes":
                    self._ask(by, rest, ply)
                else:
                    self._refuse(player)

            answers = [("no", tr("No")), ("yes", tr("Agree"))]
            self.screen.app.push_screen(Question(draws.offered(by, player), answers), answered)
        elif draws.computers(session):
            self.advice.judge(lambda analysis: self._judge(analysis, ply))
        else:
            self.course.agree()

    def _judge(self, analysis: Analysis, ply: int) -> None:
        session = self.course.session
        if session.is_over or len(session.steps) != ply:
            return
        against = [player for player in draws.computers(session) if not draws.agrees(analysis, player)]
        if against:
            self._refuse(against[0])
        else:
            self.course.agree()

    def _refuse(self, player: str) -> None:
        self.course.face.say(draws.refused(self.course.session, player))
