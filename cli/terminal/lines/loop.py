"""`gdl play`: a game between people and programs, in the terminal or from a pipe."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from shlex import quote

from cli import interrupts
from cli.options.arguments import counted, position_text
from cli.session import store
from cli.session.mistakes import mistake
from cli.session.saving import HOLDS_ALL, saved
from cli.session.seats import HUMAN
from cli.session.session import Session
from cli.terminal.lines import prompt
from cli.terminal.lines.handing_over import Curtain, QuitError
from cli.terminal.scene import analysis as thoughts
from cli.terminal.scene import phrases as wording
from cli.terminal.scene import view
from cli.terminal.scene.console import Screen
from cli.terminal.scene.lines import Line, text_width
from cli.terminal.scene.pages import show_pages
from cli.terminal.scene.sizes import turn_of
from cli.terminal.scene.terminal import silent
from gdl.text.visible import brief, visible
from interpreter import GameError, Move, PlayerError, RuleError, State
from interpreter.drawing import results
from interpreter.drawing.legend import legend, plain_lines
from interpreter.drawing.rules_page import rules_pages
from interpreter.drawing.standing import by_owner, standing
from interpreter.game import eyes as looks
from interpreter.game.move_texts import first_of
from interpreter.game.plies import Step
from interpreter.game.records import RecordError, TakenError
from interpreter.game.views import View
from interpreter.players import Analysis
from interpreter.players.specs import RANDOM

HELP = """\
Type a move as it is written, its beginning, or its number (#3 always means the third); capitals don't matter where \
they tell nothing apart, nor do hyphens, x and blanks: a1-b2, a1b2, A1 b2. \
Several moves of your turn may stand on one line. The dice stay as they are when you take back.

  moves [FROM]   the legal moves, or those that begin so
  board          draw the board again
  flip           turn it upside down, or back
  pieces [SITE]  what stands where, in words
  log            the turns so far
  hint           the best moves, as far as a second's search can tell
  eval           what each player may expect
  position       the position as YAML, for --position
  undo           back to your last choice
  redo           play again what you took back
  save FILE      write the game's record (save! FILE overwrites); save --as PLAYER FILE only what you have seen
  resign         give up
  quit           leave (or q); so does the end of the input
  rules          how the game is played, and what is what on the board
  ?              this, and a legend

Where a move has the name of a command, a slash before it means the command: /undo."""


class Table:
    """The board on the screen, and the people around it."""

    def __init__(self, session: Session, screen: Screen, debug: bool = False, spoken: bool = False) -> None:
        self.session, self.screen, self.debug, self.spoken = session, screen, debug, spoken
        self.shown: State | None = None
        self.typed = ""
        """What is left of a line with several moves."""
        self.said_of_turn = False
        """Whether it was said of this turn that somebody thinks."""
        self.curtain = Curtain(session, screen)
        people = session.people
        self.has_people = bool(people)
        if len(people) == 1:  # several would see it turned back and forth
            screen.degrees = turn_of(session.game.model, people[0])

    def run(self) -> None:
        """Play until the game is over or left."""
        interrupts.AT_END.append(self.gone)
        try:
            with interrupts.told_to_end():
                self.introduce()
                while not self.session.is_over:
                    self.ply()
                self.hand_over()
        except (QuitError, EOFError, KeyboardInterrupt, SystemExit) as error:
            with contextlib.suppress(OSError):  # the terminal may be gone
                self.leave(error)
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise
            return
        except RuleError as error:
            if not self.session.guards or self.debug:
                raise
            raise GameError(mistake(self.session.game, error)) from None
        finally:
            interrupts.AT_END.remove(self.gone)
            self.session.close()
        self.draw()
        resigned = self.session.resigned
        said = f"{resigned} resigned" if resigned else f"The game is over: {results.result(self.view)}"
        self.screen.write(f"{said}.", "bold")
        self.tell_of_record()

    def gone(self) -> None:
        """Say where the game is, if the program has to end while machine code is at work."""
        with contextlib.suppress(OSError):
            self.screen.write()
            self.tell_of_record()

    def introduce(self) -> None:
        """Say what is played, by whom, with which dice."""
        session = self.session
        seats = ", ".join(f"{player} ({kind})" for player, kind in session.seats.items())
        # the seed says what was dealt
        self.screen.write(f"{session.game.title}: {seats}" + f"; seed {session.seed}" * (not session.guards), "bold")
        if self.has_people:
            self.screen.write(f"{self.who()}  ? for help", "dim")
        if session.shares:
            self.screen.write("Each of you sees only what is yours to see; the screen is handed over.", "dim")
        if not session.steps and (rolled := session.set_up()):
            self.screen.write(f"  rolled: {' '.join(rolled)}", "dim")

    def who(self) -> str:
        """Who is asked at the keyboard, and who is not."""
        seats = self.session.seats
        people = [player for player in seats if seats[player] == HUMAN]
        others = [player for player in seats if seats[player] != HUMAN]
        if not others:
            return "Everybody plays at this keyboard."
        return f"You play {_and(people)}, the computer plays {_and(others)}."

    def ply(self) -> None:
        """One decision or outcome of chance, by whoever it is up to."""
        session, state = self.session, self.session.state
        if state.is_chance:
            step = session.play(session.choose())
            if told := looks.told([step], session.eyes):
                self.screen.write(f"  rolled: {told[0].text}", "dim")
        elif not session.is_human(state.to_move):
            step = session.play(self.computer(state.to_move or ""))
        elif self.curtain.falls:
            self.hand_over()
            return
        elif len(state.moves) == 1 and not session.shares:  # that it is the only one may be a secret
            step = self.forced(state.moves[0])
        else:
            move = self.ask()
            if move is None:
                return
            step = session.play(move, asked=True)
        self.after(step)

    def computer(self, player: str) -> Move:
        """What a player who isn't a person chooses."""
        try:
            with self.thinking(player):
                return self.session.choose()
        except PlayerError as error:
            self.screen.write(f"{error}. So {player} plays at random.", "yellow")
            self.session.seat(player, RANDOM)
            return self.session.choose()

    @contextlib.contextmanager
    def thinking(self, who: str) -> Iterator[None]:
        """Say on a terminal that somebody thinks, as long as it lasts."""
        if not self.screen.stream.isatty():
            yield
            return
        said = f"  {visible(who)} is thinking"
        if self.spoken:  # a line that was said can't be taken back: once a turn is enough
            if not self.said_of_turn:
                self.screen.write(f"{said}.", "dim")
            self.said_of_turn = True
            with silent():
                yield
            return
        with silent():
            print(said, end="\r", file=self.screen.stream, flush=True)
            try:
                yield
            finally:
                print(" " * text_width(said), end="\r", file=self.screen.stream, flush=True)

    def forced(self, move: Move) -> Step:
        """Play a lone option by itself, and say so."""
        if self.typed:  # it may have been typed as part of the line
            with contextlib.suppress(prompt.MistypedError):
                self.typed = prompt.read_move(self.session.state, self.typed)[1]
        self.screen.write(f"  {move.text}  (the only move)", "dim")
        return self.session.play(move)

    def after(self, step: Step) -> None:
        """Say what a turn did, when it is complete."""
        self.tell_news()
        if step.after.is_over or step.after.turns > step.before.turns:
            self.screen.write(self.session.turns()[-1].told(self.session.eyes), "bold")
            self.said_of_turn = False
            if self.typed.strip(" ,"):
                self.screen.write(f"The turn is complete; `{brief(self.typed.strip(' ,'))}` was not played.", "yellow")
            self.typed = ""
            if not self.has_people and not step.after.is_over:
                self.draw()

    @property
    def view(self) -> View:
        """The state as it is shown."""
        return looks.seen(self.session.state, self.session.eyes)

    def hand_over(self) -> None:
        """Let somebody else have the screen, if that is to be."""
        if self.curtain.falls:
            self.shown = None
            self.typed = self.curtain.fall(self.draw, self.typed)
            self.shown = None

    def tell_news(self) -> None:
        """Say what has gone wrong with the record."""
        while self.session.news:
            self.screen.write(f"{self.session.news.pop(0)}.", "yellow")

    def draw(self) -> None:
        """The position, with the last turn marked, unless it is what was last drawn."""
        state = self.session.state
        if self.shown is not state:
            self.screen.write()
            played = self.session.turns()[-1].moves(self.session.eyes) if state.in_turn and self.session.steps else ()
            debug = self.debug and not self.session.guards
            view.show(self.screen, self.view, self.marks(), played, debug)
            self.screen.write()
        self.shown = state

    def marks(self) -> Collection[str]:
        """Sites that the turn before, and this one so far, changed; at the end those that decided it, if there are."""
        turns, state = self.session.turns(), self.session.state
        if state.is_over and (winning := self.view.winning):
            return winning
        recent = turns[-2:] if state.in_turn else turns[-1:]
        return frozenset(site for turn in recent for site in turn.changed(self.session.eyes))

    def ask(self) -> Move | None:
        """What the person at the board wants: a move, or None after a command that changed the game."""
        state = self.session.state
        self.typed = self.typed.strip(" ,")
        announced = not self.typed
        if announced:
            self.announce()
        while True:
            typed, self.typed = self.typed or self.read(), ""
            if not typed.strip(" ,\t\n"):
                continue
            known = self.command(typed.strip())
            if known is not None:
                if self.session.state is not state or self.session.is_over:
                    return None
                continue
            try:
                move, self.typed = prompt.read_move(state, typed)
            except prompt.MistypedError as error:
                self.screen.write(f"{error}  (? for help, `moves` for what is legal)", "yellow")
                if not announced:  # it was the rest of a line
                    self.announce()
                    announced = True
                continue
            return move

    def announce(self) -> None:
        """Show the position, who is to move, and what may be played."""
        state = self.session.state
        self.draw()
        if passed := self.session.meanwhile():
            self.screen.write(f"  {passed}", "dim")
        self.screen.line([(f"{state.to_move}: ", "bold"), (wording.asked(state), "")])
        if len(state.moves) <= wording.FEW:
            self.screen.lines([[(row, "dim")] for row in view.moves(self.view, self.screen.width)])
        else:
            begun = brief(wording.listed(state.moves)[0].text[:1])
            said = f"  there are {len(state.moves):,}; `moves` lists them, `moves {begun}` those that begin so"
            self.screen.write(said, "dim")

    def read(self) -> str:
        """A line from the person."""
        if sys.stdin.isatty():
            prompt.complete_with([*COMMANDS, *(move.text for move in self.session.state.moves)])
        return prompt.read_line(f"{self.session.state.to_move}> ")

    def command(self, typed: str) -> bool | None:
        """Do what a command says; None if this is none."""
        word, _, argument = typed.partition(" ")
        texts = [move.text for move in self.session.state.moves]
        # a letter may be the beginning of a move; a whole command hardly is
        is_move = first_of(typed, texts)[0] or (len(typed) == 1 and wording.beginning(typed, texts))
        if is_move or (action := COMMANDS.get(word.removeprefix("/").lower())) is None:
            return None
        if argument.strip() and action not in TAKING:
            self.screen.write(f"`{word}` takes nothing behind it; `{brief(argument.strip())}` was there.", "yellow")
        else:
            action(self, argument.strip())
        return True

    # ---- commands ----

    def help(self, _: str) -> None:
        """Show the help, and what is asked in the rules' own words."""
        self.screen.prose(HELP)
        self.screen.write()
        if others := wording.other_examples(self.session.state):
            self.screen.prose(f"Moves may be written so, too: {', '.join(others)}")
        self.screen.prose(f"In the rules' words: {self.session.state.asks}")

        self.screen.write()
        self.screen.lines([[(row, "")] for row in plain_lines(legend(self.view))])

    def rules(self, _: str) -> None:
        """Show the game's page."""
        show_pages(rules_pages(self.view), self.screen, sys.stdin.isatty() and not self.spoken)

    def moves(self, start: str) -> None:
        """List the legal moves."""
        rows = view.moves(self.view, self.screen.width, start)
        self.screen.lines([[(row, "")] for row in rows or [f"No legal move begins with `{brief(start)}`."]])

    def board(self, _: str) -> None:
        """Draw the board again."""
        self.shown = None
        self.draw()

    def flip(self, _: str) -> None:
        """Draw the board from the other side."""
        self.screen.degrees = (self.screen.degrees + 180) % 360
        self.board("")

    def pieces(self, start: str) -> None:
        """Say in words what stands where."""
        found = standing(self.view, start) if start else by_owner(self.view)
        self.screen.prose(
            "\n".join(found or [f"Nothing stands on `{brief(start)}`." if start else "The board is empty."])
        )

    def log(self, _: str) -> None:
        """List the turns so far, and what was rolled before them."""
        if rolled := self.session.set_up():
            self.screen.write(f"  before the first turn: {' '.join(rolled)}")
        for turn in [turn.told(self.session.eyes) for turn in self.session.turns()] or ["no turn yet"]:
            self.screen.write(f"  {turn}")

    def position(self, _: str) -> None:
        """Print the position."""
        text = position_text(self.session.state, self.session.eyes)
        self.screen.lines([(line, "")] for line in text.splitlines())

    def hint(self, _: str) -> None:
        """Show the best moves."""
        if analysis := self.analysis():
            self.thought(analysis, thoughts.best_moves(analysis, self.session.state.to_move or ""))

    def eval(self, _: str) -> None:
        """Show what each player may expect."""
        if analysis := self.analysis():
            self.thought(analysis, thoughts.expectations(analysis))

    def thought(self, analysis: Analysis, said: Iterable[Line]) -> None:
        """Show what was asked of a search, and its grounds."""
        self.screen.lines(said)
        for text in thoughts.grounds(analysis):
            self.screen.write(text, "dim")

    def analysis(self) -> Analysis | None:
        """What a search thinks; None if there can be none, which is said."""
        try:
            with self.thinking("The computer"):
                return self.session.analyse()
        except PlayerError as error:
            self.screen.write(f"{error}.", "yellow")
            return None

    def undo(self, _: str) -> None:
        """Take back."""
        reason = self.session.no_way_back or "There is nothing to take back"
        if not self.session.undo():
            self.screen.write(f"{reason}.", "yellow")

    def redo(self, _: str) -> None:
        """Play again what was taken back."""
        before = len(self.session.turns()) - self.session.state.in_turn
        if not self.session.redo():
            self.screen.write("There is nothing to play again.", "yellow")
            return
        for turn in self.session.turns()[before:]:
            self.screen.write(turn.told(self.session.eyes), "bold")

    def save(self, file: str, overwrite: bool = False) -> None:
        """Write the record."""
        try:
            self.screen.write(saved(self.session, file, overwrite))
        except RecordError as error:
            more = f"  (save! {file} overwrites it)" if isinstance(error, TakenError) else ""
            self.screen.write(f"{error}{more}", "yellow")

    def overwrite(self, file: str) -> None:
        """Write the record over whatever is there."""
        self.save(file, overwrite=True)

    def resign(self, _: str) -> None:
        """Give up."""
        self.session.resign(self.session.state.to_move or "")

    def quit(self, _: str) -> None:
        """Leave."""
        raise QuitError

    # ---- the end ----

    def leave(self, why: BaseException) -> None:
        """Say where the game stands, when it isn't over."""
        if not isinstance(why, QuitError):
            self.screen.write()
        done, begun = self.session.state.turns - self.session.first.turns, len(self.session.turns())
        where = f"in turn {begun}" if begun > done else f"after {counted(done, 'turn')}"
        self.screen.write(f"Left {where}; the game isn't over.")
        self.tell_of_record()

    def tell_of_record(self) -> None:
        """Say where the record is."""
        self.tell_news()
        path = self.session.path
        if path is not None and self.session.is_kept:
            if self.session.is_over and store.holds(path) and not self.screen.stream.isatty():
                return  # nobody asked for it, and the same game in a pipe is the same text
            rules = ["RULES.gdl"] * (self.session.source == "-")
            over = " ".join(map(quote, ["gdl", "replay", str(path), *rules]))
            how = over if self.session.is_over else self.session.resuming(path)
            holds = f" {HOLDS_ALL}" if self.session.guards else ""
            self.screen.write(f"Recorded; see `{how}`.{holds}", "dim")
        elif (self.session.stored or path is not None) and self.session.steps and not self.session.is_kept:
            self.screen.write("It could not be recorded.", "yellow")


def _and(names: Sequence[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    return " and ".join([*([", ".join(names[:-1])] if len(names) > 1 else []), names[-1]])


COMMANDS = {
    "?": Table.help, "help": Table.help, "rules": Table.rules, "moves": Table.moves, "board": Table.board,
    "flip": Table.flip, "pieces": Table.pieces, "log": Table.log, "hint": Table.hint, "eval": Table.eval,
    "position": Table.position, "undo": Table.undo, "redo": Table.redo, "save": Table.save,
    "save!": Table.overwrite, "resign": Table.resign, "quit": Table.quit, "q": Table.quit, "exit": Table.quit,
}  # fmt: skip
TAKING = {Table.moves, Table.pieces, Table.save, Table.overwrite}
"""Commands that something may stand behind."""
