"""What commands do in a game line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from cli.languages.saying import heard, later, tr
from cli.session import draws, saving
from cli.session.guide import Guide, no_more
from cli.session.session import Session
from cli.terminal.lines import prompt
from cli.terminal.lines.printed import Printed
from cli.terminal.lines.waiting import Waiting
from cli.terminal.scene import analysis as thoughts
from cli.terminal.scene import sayings
from cli.terminal.scene.answers import ANSWERS, Asked, how_to_write, legend_rows
from cli.terminal.scene.commands import called, help_table, words
from cli.terminal.scene.lines import Line
from cli.terminal.scene.pages import show_pages
from cli.terminal.scene.placed import begun
from interpreter import PlayerError
from interpreter.drawing.rules_page import rules_pages
from interpreter.players import Analysis

HELP = later("""\
Type a move as it is written, its beginning, or its number (#3 is always the third). \
Capitals, hyphens, x and spaces don't matter if the move is clear: a1-b2, a1b2, A1 b2. \
You can type several moves of your turn in one line. If you take a move back, the dice stay the same.

{commands}

If a move has the name of a command, type a slash before the command: /undo.""")


class QuitError(Exception):
    """The person leaves."""


class ElsewhereError(Exception):
    """The person goes on in another position: a game of its own."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session


class LineCommands:
    """Does what is typed, if it is a command."""

    def __init__(self, printed: Printed, waiting: Waiting, guide: Guide | None = None) -> None:
        self.printed, self.waiting, self.guide = printed, waiting, guide
        self.session, self.screen = printed.session, printed.screen
        self.actions: dict[str, Callable[[str], None]] = {
            **dict.fromkeys(ANSWERS, lambda _: None),
            "?": self.help, "rules": self.rules, "board": lambda _: printed.again(), "flip": self.flip,
            "hint": self.hint, "eval": self.expectations, "undo": self.undo, "redo": self.redo, "save": self.save,
            "save!": lambda file: self.save(file, overwrite=True), "resign": self.resign, "draw": self.draw,
            "quit": self.quit,
        }  # fmt: skip

    def do(self, typed: str) -> bool:
        """Do what a command says; whether this is one."""
        found = called(typed, self.session.state.moves, self.actions)
        if found is None:
            return False
        if found.refused:
            self.screen.write(found.refused, "yellow")
        elif found.name == "position" and found.argument:
            self.place(found.argument)
        elif found.name in ANSWERS:
            self.answer(found.name, found.argument)
        else:
            self.actions[found.name](found.argument)
        return True

    def words(self) -> list[str]:
        """All words for commands."""
        return words(self.actions)

    def answer(self, name: str, argument: str) -> None:
        """Write what the scene answers."""
        answer = ANSWERS[name](Asked(self.session, self.session.state, self.printed.view, argument, self.screen.width))
        if answer.breaks == "prose":
            self.screen.prose("\n".join(answer.rows))
        elif answer.breaks == "lines":
            for row in answer.rows:
                self.screen.write(row)
        else:
            self.screen.lines([(row, "")] for row in answer.rows)

    def place(self, where: str) -> None:
        """Play on from another position."""
        session, why = begun(self.session, where)
        if session is not None:
            raise ElsewhereError(session)
        for line in why.splitlines():
            self.screen.write(line, "yellow")

    def help(self, _: str) -> None:
        """Show the help, and what is asked in the rules' own words."""
        self.screen.prose(tr(HELP, commands=help_table(self.actions)))
        self.screen.write()
        for text in how_to_write(self.session.state):
            self.screen.prose(text)
        self.screen.write()
        self.screen.lines([(row, "")] for row in legend_rows(self.printed.view))

    def rules(self, _: str) -> None:
        """Show the game's page."""
        show_pages(rules_pages(self.printed.view), self.screen, sys.stdin.isatty() and not self.waiting.spoken)

    def flip(self, _: str) -> None:
        """Draw the board from the other side."""
        self.screen.degrees = (self.screen.degrees + 180) % 360
        self.printed.again()

    def hint(self, _: str) -> None:
        """Show the best moves; in a guided game not more often than it says."""
        if self.guide is not None and not self.guide.hints:
            self.screen.prose(no_more())
            return
        told = self._tell_of_search(lambda found: thoughts.best_moves(found, self.session.state))
        if told and self.guide is not None:
            self.screen.prose(self.guide.hint())

    def expectations(self, _: str) -> None:
        """Show what each player may expect."""
        self._tell_of_search(thoughts.expectations)

    def _tell_of_search(self, told: Callable[[Analysis], Iterable[Line] | Iterator[Line]]) -> bool:
        """Show what a search found; whether there is anything."""
        found = self._analysis()
        if found is None:
            return False
        self.screen.lines(told(found))
        for text in thoughts.grounds(found, self.session.state):
            self.screen.write(text, "dim")
        return True

    def _analysis(self) -> Analysis | None:
        """What the computer thinks of the position; None if it can't tell, which is said."""
        try:
            with self.waiting.thinking():
                return self.session.computers.analyse(self.session.state)
        except PlayerError as error:
            self.screen.write(heard("trouble", f"{error}."), "yellow")
            return None

    def undo(self, _: str) -> None:
        """Take back."""
        reason = sayings.not_undone(self.session)
        if not self.session.undo():
            self.screen.write(reason, "yellow")

    def redo(self, _: str) -> None:
        """Play again what was taken back."""
        before = len(self.session.turns()) - self.session.state.in_turn
        if not self.session.redo():
            self.screen.write(tr(sayings.NOT_REDONE), "yellow")
            return
        for turn in self.session.turns()[before:]:
            self.screen.write(turn.told(self.session.eyes), "bold")

    def save(self, file: str, overwrite: bool = False) -> None:
        """Write the record."""
        is_saved, said = saving.save(self.session, file, overwrite)
        self.screen.write(said, "" if is_saved else "yellow")

    def resign(self, _: str) -> None:
        """Give up. It ends the game, so a person at a keyboard is asked first; who pipes lines has thought of it."""
        player = self.session.state.to_move or ""
        if not sys.stdin.isatty() or _is_agreed(tr("{player}: give up?", player=player)):
            self.session.resign(player)

    def draw(self, _: str) -> None:
        """Offer a draw."""
        session = self.session
        if why := draws.why_not(session):
            self.screen.write(why, "yellow")
            return
        for player in draws.people(session):
            asked = draws.offered(session.state.to_move or "", player)
            if not _is_agreed(asked):
                self.screen.write(draws.refused(session, player))
                return
        if (computers := draws.computers(session)) and (found := self._analysis()) is None:
            return
        for player in computers:
            if found is None or not draws.agrees(found, player):
                self.screen.write(draws.refused(session, player))
                return
        draws.agree(session)

    def quit(self, _: str) -> None:
        """Leave."""
        raise QuitError


def _is_agreed(asked: str) -> bool:
    """Whether somebody answers this question with yes. An answer that is neither yes nor no is asked for once more."""
    agreed, refused = (("y", "yes", tr("y"), tr("yes")), ("n", "no", tr("n"), tr("no")))
    for question in (asked, tr("Type “yes” or “no”; anything else counts as “no” now. {asked}", asked=asked)):
        said = prompt.read_line(f"{question} {tr('(yes/no)')} ").strip().rstrip(".!").lower()
        if said in (*agreed, *refused):
            return said in agreed
    return False
