"""`gdl play`: a game between people and programs, in the terminal or from a pipe."""

from __future__ import annotations

import contextlib
import sys
from functools import partial

from cli import interrupts
from cli.languages import saying
from cli.languages.saying import heard, tr
from cli.session.guide import Guide
from cli.session.mistakes import mistake
from cli.session.seats import HUMAN
from cli.session.session import Next, Session
from cli.terminal.lines import prompt
from cli.terminal.lines.alarm import TimeOverError, within
from cli.terminal.lines.commands import ElsewhereError, LineCommands, QuitError
from cli.terminal.lines.handing_over import Curtain
from cli.terminal.lines.printed import Printed
from cli.terminal.lines.waiting import Waiting
from cli.terminal.scene import phrases, records, sayings, view
from cli.terminal.scene.clocks import clocks
from cli.terminal.scene.console import Screen
from cli.terminal.scene.reading import MistypedError, read_move
from gdl.text.visible import brief
from interpreter import GameError, Move, PlayerError, RuleError
from interpreter.errors import ResignedError
from interpreter.game.plies import Step
from interpreter.game.shortest import listed
from interpreter.players.specs import RANDOM


class LineGame:
    """A game on the screen, and the people around it."""

    def __init__(
        self, session: Session, screen: Screen, debug: bool = False, spoken: bool = False, guide: Guide | None = None
    ) -> None:
        self.session, self.screen, self.debug, self.guide = session, screen, debug, guide
        self.printed = Printed(session, screen, debug)
        self.waiting = Waiting(screen, spoken)
        self.commands = LineCommands(self.printed, self.waiting, guide)
        self.curtain = Curtain(session, screen)
        self.has_people = bool(session.people)
        self.typed = ""
        """What is left of a line with several moves."""

    def run(self) -> None:
        """Play until the game is over or left; where the person goes on in another position, that game."""
        game: LineGame | None = self
        while game is not None:
            game = game._play()

    def _play(self) -> LineGame | None:
        """Play this game; gives that in which the person goes on, if there is one."""
        interrupts.AT_END.append(self.gone)
        try:
            with interrupts.told_to_end():
                self.introduce()
                while (comes := self.session.next) is not Next.END:
                    self.go_on(comes)
        except ElsewhereError as another:
            self.say_farewell()
            self.screen.write()
            return LineGame(another.session, self.screen, self.debug, self.waiting.spoken, self.guide)
        except (QuitError, EOFError, KeyboardInterrupt, SystemExit) as error:
            with contextlib.suppress(OSError):  # the terminal may be gone
                if not isinstance(error, QuitError):
                    self.screen.write()
                self.screen.write(records.where_left(self.session))
                self.say_farewell()
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            return None
        except RuleError as error:
            if not self.session.guards or self.debug:
                raise
            raise GameError(mistake(self.session.game, error)) from None
        finally:
            interrupts.AT_END.remove(self.gone)
            self.session.close()
        self.printed.draw()
        self.screen.write(f"{sayings.ended(self.session, self.printed.view)}.", "bold")
        if decided := sayings.decided(self.session, self.printed.view):
            self.screen.write(decided, "dim")
        self.say_farewell()
        return None

    def gone(self) -> None:
        """Say where the game is, if the program has to end while machine code is at work."""
        with contextlib.suppress(OSError):
            self.screen.write()
            self.say_farewell()

    def say_farewell(self) -> None:
        """Say where the record is."""
        self.screen.lines(records.farewell(self.session, self.screen.stream.isatty()))

    def introduce(self) -> None:
        """Say what is played, by whom, with which dice."""
        session = self.session
        self.screen.write("".join(text for text, _ in sayings.title(session)), "bold")
        if self.has_people:
            self.screen.write("  ".join(filter(None, (self.who(), tr("? for help")))), "dim")
        if self.has_people and (about := sayings.introduction(session)):
            self.screen.write()
            self.screen.prose(about)
        if session.shares:
            self.screen.write(tr("Each of you sees only what is yours to see; the screen is handed over."), "dim")
        if not session.steps and (rolled := session.set_up()):
            self.screen.write(f"  {tr('rolled: {dice}', dice=' '.join(rolled))}", "dim")

    def who(self) -> str:
        """Who plays at the keyboard, and who doesn't; "" if one person plays alone."""
        seats = self.session.seats
        people = [player for player in seats if seats[player] == HUMAN]
        others = [player for player in seats if seats[player] != HUMAN]
        if not others:
            return tr("Everybody plays at this keyboard.") if len(people) > 1 else ""
        mine, theirs = saying.listed(people), saying.listed(others)
        return tr("You play {mine}, the computer plays {others}.", mine=mine, others=theirs)

    def go_on(self, comes: Next) -> None:
        """One decision or outcome of chance, by whoever it is up to."""
        session = self.session
        if comes in (Next.PERSON, Next.COMPUTER):
            session.time()
        if comes is Next.HAND_OVER:
            session.time()
            session.table.stop()
            self.printed.shown = None
            self.typed = self.curtain.fall(self.printed.draw, self.typed)
            self.printed.shown = None
        elif comes is Next.CHANCE:
            step = session.play(session.choose())
            if rolled := sayings.rolled(session):
                self.screen.write(f"  {rolled}", "dim")
            self.after(step)
        elif comes is Next.COMPUTER:
            chosen = self.computer(session.state.to_move or "")
            session.time()
            if chosen is not None and not session.is_over:
                self.after(session.play(chosen))
        elif comes is Next.ONLY_MOVE:
            self.after(self.forced(session.state.moves[0]))
        elif (move := self.ask()) is not None:
            self.after(session.play(move, asked=True))

    def computer(self, player: str) -> Move | None:
        """What a player who isn't a person chooses; None if they give up."""
        try:
            with self.waiting.thinking(player):
                return self.session.choose()
        except ResignedError:
            self.session.resign(player)
            return None
        except PlayerError as error:
            said = tr("{why}. So the moves of {player} are random.", why=heard("trouble", str(error)), player=player)
            self.screen.write(said, "yellow")
            self.session.seat(player, RANDOM)
            return self.session.choose()

    def forced(self, move: Move) -> Step:
        """Play a lone option by itself, and say so."""
        if self.typed:  # it may have been typed as part of the line
            with contextlib.suppress(MistypedError):
                self.typed = read_move(self.session.state, self.typed)[1]
        self.screen.write(f"  {sayings.only(self.session.state)}", "dim")
        return self.session.play(move)

    def after(self, step: Step) -> None:
        """Say what a turn did, when it is complete."""
        news = self.session.recording.news
        while news:
            self.screen.write(f"{news.pop(0)}.", "yellow")
        if step.after.is_over or step.after.turns > step.before.turns:
            self.screen.write(self.session.turns()[-1].told(self.session.eyes), "bold")
            self.waiting.said_of_turn = False
            if rest := sayings.unplayed(self.typed):
                self.screen.write(rest, "yellow")
            self.typed = ""
            if not self.has_people and not step.after.is_over:
                self.printed.draw()

    def ask(self) -> Move | None:
        """What the person at the board wants: a move, or None after a command that changed the game."""
        state = self.session.state
        self.typed = self.typed.strip(" ,")
        announced = not self.typed
        if announced:
            self.announce()
        while True:
            typed, self.typed = self.typed or self.read(), ""
            self.session.time()
            if self.session.is_over:
                return None
            if not typed.strip(" ,\t\n"):
                continue
            if self.commands.do(typed.strip()):
                if self.session.state is not state or self.session.is_over:
                    return None
                continue
            try:
                move, self.typed = read_move(state, typed, self.commands.words())
            except MistypedError as error:
                self.screen.write(f"{error}  {tr('(? for help, `moves` for what is legal)')}", "yellow")
                if not announced:  # it was the rest of a line
                    self.announce()
                    announced = True
                continue
            return move

    def announce(self) -> None:
        """Show the position, who is to move, and what may be played."""
        state = self.session.state
        for told in self.guide.asked(state) if self.guide else ():
            self.screen.write()
            self.screen.prose(told)
        self.printed.draw()
        if passed := self.session.meanwhile():
            self.screen.write(f"  {passed}", "dim")
        if times := clocks(self.session):
            self.screen.line(times)
        self.screen.write(f"{state.to_move}: {heard('prompt', state.prompt)}", "bold")
        if len(state.moves) <= phrases.FEW:
            rows = view.moves(self.printed.view, self.screen.width, written=partial(listed, state))
            self.screen.lines([[(row, "dim")] for row in rows])
        else:
            examples = phrases.examples(state)
            begun, such = brief(examples[0][:1]), phrases.enumerated(examples)
            lists = tr(
                "{n} moves, such as {such}; `moves` lists them, `moves {begun}` those that begin so",
                n=f"{len(state.moves):,}", such=such, begun=begun,
            )  # fmt: skip
            self.screen.write(f"  {lists}", "dim")

    def read(self) -> str:
        """A line from the person; nothing if their time is over before."""
        if sys.stdin.isatty():
            prompt.complete_with([*self.commands.words(), *(move.text for move in self.session.state.moves)])
        try:
            with within(self.session.table.left):
                return prompt.read_line(f"{self.session.state.to_move}> ")
        except TimeOverError:
            self.screen.write()
            return ""
