"""What a search thinks of the state that is looked at: hints, and what each player may expect."""

from __future__ import annotations

from collections.abc import Callable
from textwrap import wrap

from cli.languages.saying import tr
from cli.session.guide import no_more
from cli.terminal.full_screen.course import Course
from cli.terminal.full_screen.thinker import Answer
from cli.terminal.scene import analysis as thoughts
from interpreter.players import Analysis, Prospect

WIDTH = 62
"""Columns of a page's lines that are shown as they are."""


class Advice:
    """Asks for an analysis, and tells what was asked about it.

    `read` shows a page; `gauge` shows what players may expect, each time that it is known better.
    """

    def __init__(self, course: Course, read: Callable[[str], None], gauge: Callable[[Prospect], None]) -> None:
        self.course, self.read, self.gauge = course, read, gauge
        self._wanted: Callable[[Analysis], None] | None = None

    def hint(self) -> None:
        """Ask for the best moves; in a guided game not more often than it says."""
        guide = self.course.guide
        if guide is not None and not guide.hints:
            self.course.face.say(no_more(), "yellow")
        else:
            self._ask(lambda analysis: self.read(self._best(analysis) + (f"\n\n{guide.hint()}" if guide else "")))

    def expectations(self) -> None:
        """Ask what each player may expect."""
        self._ask(lambda analysis: self.course.face.say(_expected(analysis)))

    def judge(self, wanted: Callable[[Analysis], None]) -> None:
        """Ask what there is to think of the position, to be answered by whoever offers something."""
        self._ask(wanted)

    def heard(self, answer: Answer) -> None:
        """What was asked about a state has been found."""
        wanted, self._wanted = self._wanted, None
        if answer.analysis is not None:
            self.gauge(answer.analysis.prospect)
            if wanted:
                wanted(answer.analysis)

    def _ask(self, wanted: Callable[[Analysis], None]) -> None:
        course = self.course
        if course.thinking.is_busy:
            course.face.say(tr("One after the other: somebody is thinking."), "yellow")
        elif course.playing.state.is_over:
            course.face.say(tr("The game is over."), "yellow")
        elif course.session.guards and not course.playing.is_asked:
            said = tr("Ask when it is your turn. The answer uses only what you know then.")
            course.face.say(said, "yellow")
        else:
            self._wanted = wanted
            course.think(analysis=True)
            course.face.say("")

    def _best(self, analysis: Analysis) -> str:
        """What a search found, as a page."""
        state = self.course.playing.state
        lines = ["".join(part for part, _ in line) for line in thoughts.best_moves(analysis, state)]
        told = thoughts.grounds(analysis, state)
        grounds = [row for line in told for row in wrap(line, WIDTH, subsequent_indent="    ")]
        return "\n".join([f"## {tr('The best moves, as far as it can tell')}", "```", *lines, "", *grounds, "```"])


def _expected(analysis: Analysis) -> str:
    expected = ["".join(part for part, _ in line).strip() for line in thoughts.expectations(analysis)]
    return f"{';  '.join(expected)}   ({thoughts.scale(analysis)})"
