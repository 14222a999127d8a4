"""Shows a scene's panels in widgets, and says things to people above the line that they type in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.notifications import SeverityLevel
from textual.screen import Screen
from textual.widgets import Static

from cli.languages.saying import tr
from cli.terminal.full_screen.board import BoardWidget
from cli.terminal.full_screen.card_table import CardTable
from cli.terminal.full_screen.eval_bar import EvalBar
from cli.terminal.full_screen.foot import Foot
from cli.terminal.full_screen.host import host
from cli.terminal.full_screen.moves_panel import MovesPanel
from cli.terminal.full_screen.page import Page
from cli.terminal.full_screen.record_panel import RecordPanel
from cli.terminal.full_screen.room import divided
from cli.terminal.full_screen.typed import Typed
from cli.terminal.scene import sayings
from cli.terminal.scene.clocks import clocks
from cli.terminal.scene.console import wrapped
from cli.terminal.scene.lines import Line
from cli.terminal.scene.panels import Scene
from cli.terminal.scene.signs import signs
from gdl.text.visible import visible

NOTES, WARNINGS = 6, 15
"""Seconds for which what is told beside stays."""
BAR = 3
"""Columns of the evaluation bar."""
QUESTION = 2
"""The most lines of what is asked."""
OTHERS = 4
"""Rows of the screen above and below the board: the title, a line of what is asked, the line to type in, the keys."""

LOW = 30
"""Rows of a screen that has few."""


BREATH = 0.05
"""Seconds for keys, while dice roll and nobody is asked."""


class Shown:
    """The widgets of a game's screen; `thinking` says how far the computer has come, "" if it doesn't think."""

    def __init__(self, screen: Screen[None], scene: Scene, thinking: Callable[[], str]) -> None:
        self.screen, self.scene, self.thinking = screen, scene, thinking
        self.board = BoardWidget(scene.playing.view, id="board")
        self.cards = CardTable("hands")
        self.bar = EvalBar(scene.playing.session.game.players, "eval")
        self.moves = MovesPanel(id="moves")
        self.record = RecordPanel("record")
        self.typed = Typed("typed")
        self.said: tuple[str, str] = ("", "")
        self._beside = Text()
        self._news = ""

    def compose(self) -> ComposeResult:
        """All of them."""
        yield Static(id="title", markup=False)
        yield Static(id="summary", markup=False)
        yield Static(id="clocks", markup=False)
        with Horizontal(id="middle"):
            yield self.bar
            with Vertical(id="table"):
                yield self.board
                yield self.cards
            with Vertical(id="side"):
                with VerticalScroll(id="facts", can_focus=False):
                    yield Static(id="told", markup=False)
                yield self.moves
                yield self.record
        yield Static(id="status", markup=False)
        yield self.typed
        yield Foot()

    def show(self) -> None:
        """All as it stands."""
        state, at = self.scene.playing.state, self.scene.playing.at
        self.bar.look_at(at, state.results if state.is_over else None)
        self.show_title()
        self.show_clocks()
        self.show_hands()
        self.show_beside()
        self.show_board()  # it has the room that the others leave
        self.record.tell(self.scene.turns())
        self.show_moves()
        self.show_status()

    def show_title(self) -> None:
        """What is played, by whom; beside the players' names what tells them on the board."""
        session = self.scene.playing.session
        told = signs(session.game.model, self.board.palette, self.board.manner().symbols)
        line = [(" ", ""), *sayings.title(session, told)]
        self.screen.query_one("#title", Static).update(_text([line]))

    def show_clocks(self) -> None:
        """What time each has left, where there are clocks."""
        static, line = self.screen.query_one("#clocks", Static), clocks(self.scene.playing.session)
        static.display = bool(line)
        static.update(_text([line]))

    def focus(self) -> None:
        """Where the keyboard is at first: at the board; where there is none, at the cards."""
        (self.cards if self.scene.hands().is_alone and self.cards.display else self.board).focus()

    def show_board(self, targets: Sequence[str] | None = None) -> None:
        """The board; `targets`: what is marked instead of what may be picked next."""
        data = self.scene.board(targets)
        self.board.show(
            data.view, changed=data.changed, targets=data.targets, picked=data.picked, winning=data.winning
        )  # fmt: skip
        self.make_room()

    def make_room(self) -> None:
        """Share the screen out anew between the board and the rest."""
        static, about = self.screen.query_one("#summary", Static), sayings.introduction(self.scene.playing.session)
        static.update(visible(about))
        width, height = self.screen.size
        timed = bool(self.scene.playing.session.table.clocks)  # they take a row
        rows = height - OTHERS - timed - len(self._question(width - 2)) + 1
        told = len(wrapped(visible(about), width - 2)) if about else 0
        has_only_cards = self.cards.display and self.scene.hands().is_alone
        room = divided(
            width - (BAR if self.bar.display else 0),
            rows,
            has_side=self.screen.query_one("#side").display,
            about=0 if has_only_cards and len(self.cards.laid.lines) > rows - told else told,
            facts=self._rows_beside,
            fitted=lambda *room: self.board.fitted(*self._for_board(*room)),
            is_whole=lambda *room: self.board.is_whole_in(*self._for_board(*room)),
        )
        static.display = room.is_introduced
        for name, holds in room.classes.items():
            self.screen.set_class(holds, name)

    def _rows_beside(self, columns: int) -> int:
        """Rows of what belongs to no site, in so many columns and what stays empty beside it."""
        return len(self._beside.wrap(self.screen.app.console, columns - 2)) if self._beside.plain else 0

    def _for_board(self, width: int, height: int) -> tuple[int, int]:
        """The columns and rows of the board in a room of this size: the cards below it take some."""
        return width, height - (min(self.cards.rows(width), height // 2) if self.cards.display else 0)

    def show_moves(self) -> None:
        """The list, as far as it fits what was picked and typed."""
        data = self.scene.moves(self.typed.value)
        self.typed.completions = [one.other or one.text for one in data.moves]
        self.moves.offer(data)

    def show_hands(self) -> None:
        """Cards, below the board; where there is none, in its place."""
        data = self.scene.hands(is_low=self.screen.size.height < LOW)
        self.cards.display = bool(data.hands)
        if data.hands:
            self.screen.query_one("#table").set_class(data.is_alone, "boardless")
            width = self.cards.content_size.width or self.screen.size.width - 34
            self.cards.offer(data, width, self.board.is_ascii)

    def show_beside(self) -> None:
        """What belongs to no site."""
        self._beside = _text(self.scene.beside(self.scene.playing.session.eyes))
        self.screen.query_one("#told", Static).update(self._beside)
        self.screen.query_one("#facts").display = bool(self._beside.plain)

    def show_status(self) -> None:
        """Who is asked and for what, or who thinks; what was said stays until something else happens.

        News stand behind the question and its example, or beside where the line is too short for both: people always
        see what is asked.
        """
        said, style = self.said
        status = self.screen.query_one("#status", Static)
        width = self.screen.size.width - 2
        move = visible(self.scene.example())
        if thinking := self.thinking():
            line, style, move = visible(thinking), "", ""
        elif said and (style or not self.scene.playing.is_asked):
            line = "\n".join(wrapped(visible(said), width)[:QUESTION])
        else:
            line = "\n".join(self._question(width))
            example = tr("(such as {move})", move=move) if move else ""
            news = visible(said)
            if not _fits(width, line, news):
                if said != self._news:
                    self.tell(said)
                news = ""
            if example and _fits(width, line, example, news):
                line, move = f"{line} {example}", ""
            line = f"{line}  {news}" if news else line
        self._news = said
        self.typed.hint(move)
        text = _with_place(line, self.board.pointed, width)
        status.update(Text(text, style=style, no_wrap=True, overflow="ellipsis"))

    def _question(self, width: int) -> list[str]:
        """Who is asked and for what, in as few lines as that needs."""
        return wrapped(visible(self.scene.asked()), width)[:QUESTION]

    def say(self, words: str, style: str = "") -> None:
        """Say something in the lines above the typed one; what has no room there is told beside, too."""
        self.said = (words, style)
        self.show_status()
        if len(wrapped(visible(words), self.screen.size.width - 2)) > QUESTION:
            self.tell(words)

    def tell(self, words: str, *, is_warning: bool = False) -> None:
        """Say something beside, for a while."""
        severity: SeverityLevel = "warning" if is_warning else "information"
        timeout = WARNINGS if is_warning else NOTES
        self.screen.notify(visible(words), severity=severity, timeout=timeout, markup=False)

    def forget(self) -> None:
        """Nothing stays on the screen of what was said and typed."""
        self.said = ("", "")
        self.typed.clear()
        self.bar.display = False
        self.screen.app.clear_notifications()
        self.scene.playing.settle()
        self.show()

    def read(self, texts: Sequence[str]) -> None:
        """Show pages of Markdown, which is slow to import, and not wanted for the first board."""
        self.screen.app.push_screen(Page(texts))

    def later(self, goes_on: Callable[[], None]) -> None:
        """Go on when all is shown, and keys were listened to."""
        self.screen.set_timer(BREATH, goes_on)

    def dress(self) -> None:
        """The board goes with the colours of the rest."""
        self.board.colours = self.screen.app.theme.removeprefix("gdl-")
        self.board.is_ascii = host(self.screen).is_ascii


def _text(lines: Iterable[Line]) -> Text:
    return Text("\n").join(Text.assemble(*((visible(part), style) for part, style in line)) for line in lines)


def _fits(width: int, *parts: str) -> bool:
    """Whether parts of a line have room beside each other."""
    return sum(cell_len(part) + 2 for part in parts if part) < width + 2


def _with_place(line: str, label: str, width: int) -> str:
    """A line, and at its right end the site that somebody points at, if there is room: not all boards have letters and
    numbers beside them."""
    place = visible(label)
    gap = width - cell_len(line) - cell_len(place)
    return f"{line}{' ' * gap}{place}" if place and gap > 1 else line
