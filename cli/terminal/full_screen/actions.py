"""What commands do on the full screen, by key or typed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from textual.screen import Screen

from cli.languages.saying import later, tr
from cli.terminal.full_screen.advice import Advice
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.draw_offer import DrawOffer
from cli.terminal.full_screen.host import host
from cli.terminal.full_screen.questions import Questions
from cli.terminal.full_screen.shown import Shown
from cli.terminal.scene.answers import ANSWERS, Asked
from cli.terminal.scene.commands import Called, key_table
from interpreter.drawing.rules_page import rules_pages

SHORT = later("""\
**Keys**: arrows and Enter, a click, or typing a move; Esc takes back; Tab leads to the list, the turns, the line; F3
gives a hint, Ctrl-Z undoes. All keys stand below the rules.
""")
KEYS = later("""\
## Keys

| key | typed | what it does |
| --- | --- | --- |
| arrows, Enter | | walk the board, choose a site; what may be chosen next is marked |
| mouse | | a click chooses a site, a move of the list, a turn of the record |
| letters, digits | | type a move; Tab completes it, ↑ ↓ walk the list, Enter plays |
| Tab | | from the board to the list, the record, the line |
""")
WIDTH = 88
"""Columns of a page's text."""


class Actions:
    """Does what is called by name."""

    def __init__(
        self, screen: Screen[None], shown: Shown, course: Course, advice: Advice, questions: Questions
    ) -> None:
        self.screen, self.shown, self.course, self.advice = screen, shown, course, advice
        self.questions = questions
        self.by_name: dict[str, Callable[[str], None]] = {
            **{name: partial(self.answer, name) for name in ANSWERS if name != "log"},
            "?": self.rules, "rules": self.rules, "back": self.back, "undo": lambda _: course.undo(),
            "redo": lambda _: course.redo(), "new": lambda _: questions.again(), "hint": lambda _: advice.hint(),
            "edit": lambda _: questions.edit(),
            "eval": self.expectations, "flip": lambda _: shown.board.flip(), "colours": self.colours,
            "panels": self.panels, "resign": lambda _: questions.resign(),
            "draw": lambda _: DrawOffer(screen, course, advice).make(), "save": questions.save,
            "save!": partial(questions.save, overwrite=True), "earlier": lambda _: self.step(-1),
            "later": lambda _: self.step(1), "quit": lambda _: questions.leave(),
        }  # fmt: skip

    def do(self, called: Called) -> None:
        """Do it, or say why not."""
        if called.refused:
            self.shown.say(called.refused, "yellow")
        elif called.name == "position" and called.argument:
            self.questions.place(called.argument)
        else:
            self.by_name[called.name](called.argument)

    def answer(self, name: str, argument: str) -> None:
        """Show what the scene answers, as a page."""
        playing = self.course.playing
        answer = ANSWERS[name](Asked(playing.session, playing.state, playing.view, argument, WIDTH))
        text = "\n\n".join(answer.rows) if answer.breaks == "prose" else "\n".join(["```", *answer.rows, "```"])
        self.shown.read([f"## {answer.title}\n{text}"])

    def rules(self, _: str) -> None:
        """The game's page, and the keys."""
        rows, recorded = "\n".join(key_table(self.by_name)), tr("The game is recorded; `gdl play --resume` goes on.")
        keys = f"{tr(KEYS)}{rows}\n\n{recorded}\n"
        self.shown.read([tr(SHORT), *rules_pages(self.course.playing.view), keys])

    def back(self, _: str) -> None:
        """One thing less: what is typed, what was picked, what is thought about, a look at earlier turns."""
        course, shown = self.course, self.shown
        if shown.typed.value:
            shown.typed.clear()
        elif course.playing.take_back_pick():
            shown.show()
        elif course.thinking.is_busy:
            course.thinking.hurry()
        elif not course.playing.is_now:
            self.look_at(len(course.session.steps))
        shown.focus()

    def expectations(self, _: str) -> None:
        """What each player may expect: in words, and as a bar from now on."""
        self.shown.bar.display = True
        self.advice.expectations()

    def colours(self, _: str) -> None:
        """The next set of colours."""
        host(self.screen).next_theme()
        self.shown.dress()

    def panels(self, _: str) -> None:
        """With or without what stands beside the board."""
        side = self.screen.query_one("#side")
        side.display = not side.display
        self.shown.make_room()

    # ---- looking at other turns

    def step(self, by: int) -> None:
        """Look at the turn before, or after."""
        if self.course.thinking.is_analysis:
            self.course.thinking.drop()
        if self.course.playing.step(by):
            self._looked()

    def look_at(self, ply: int) -> None:
        """Look at the game after so many plies."""
        if self.course.playing.look_at(ply):
            self._looked()

    def _looked(self) -> None:
        self.shown.said = ("", "")
        self.shown.show()
        self.course.resume()
