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


WIDE, NARROW, LOW = 120, 60, 18
"""Columns and rows from which there is more, or less, beside the board."""
SIDE, WIDE_SIDE = 28, 44
"""Columns beside the board."""
STRIP, FACTS = 5, 1
"""Rows below the board for what else stands beside it, and for the least of that."""
SHARE = 0.4
"""How much of the rows beside the board is for what belongs to no site, as long as the turns are listed below it."""
BAR = 3
"""Columns of the evaluation bar."""
OTHERS = 4
"""Rows of the screen above and below the board: the title, who is asked, the line to type in, the keys."""


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
        """Where the board has no room beside the rest, leave out, in this order: what the game is about, which is told
        until somebody has played; the turns, with the others below the board; the moves. If nothing helps, all stay.
        Where what belongs to no site is long, it has the room of the turns."""
        static, about = self.screen.query_one("#summary", Static), sayings.introduction(self.scene.playing.session)
        static.update(visible(about))
        width, height = self.screen.size
        timed = bool(self.scene.playing.session.table.clocks)  # they take a row
        lines = len(wrapped(visible(about), width - 2)) if about else 0
        is_alone = width < NARROW or not self.screen.query_one("#side").display
        side = 0 if is_alone else WIDE_SIDE if width >= WIDE else SIDE
        ways = [(side, 0, lines), (side, 0, 0), *([(0, STRIP, lines), (0, STRIP, 0), (0, FACTS, 0)] if side else [])]
        bar = BAR if self.bar.display else 0
        beside, below, told = next(
            (way for way in ways if self._has_room(width - bar - way[0], height - OTHERS - timed - way[1] - way[2])),
            ways[0],
        )
        static.display = bool(told)
        self.screen.set_class(below > 0 and not beside, "crowded")
        self.screen.set_class(below == FACTS, "full")
        rows = len(self._beside.wrap(self.screen.app.console, beside - 2)) if beside and self._beside.plain else 0
        self.screen.set_class(rows > SHARE * (height - OTHERS - timed - told), "telling")

    def _has_room(self, width: int, height: int) -> bool:
        """Whether the board is seen in so many columns and rows, the cards below it taken off."""
        cards = min(self.cards.rows(width), height // 2) if self.cards.display else 0
        return self.board.is_seen_in(width, height - cards)

    def show_moves(self) -> None:
        """The list, as far as it fits what was picked and typed."""
        data = self.scene.moves(self.typed.value)
        self.typed.completions = [one.other or one.text for one in data.moves]
        self.moves.offer(data)

    def show_hands(self) -> None:
        """Cards, below the board; where there is none, in its place."""
        data = self.scene.hands()
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
        """Who is asked, or who thinks; what was said stays until something else happens."""
        said, style = self.said
        if thinking := self.thinking():
            said, style = thinking, ""
        line, status = visible(said or self.scene.asked()), self.screen.query_one("#status", Static)
        width = status.content_size.width
        move = visible(self.scene.example())
        example = tr("(such as {move})", move=move) if move and not said else ""
        if example and cell_len(line) + cell_len(example) + 1 < width:
            line, move = f"{line} {example}", ""
        self.typed.hint(move)
        status.update(Text(_with_place(line, self.board.pointed, width), style=style))

    def say(self, words: str, style: str = "") -> None:
        """Say something in the line above the typed one; what is longer than the line is told beside, too."""
        self.said = (words, style)
        self.show_status()
        if cell_len(words) > self.screen.query_one("#status").content_size.width:
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

    def dress(self) -> None:
        """The board goes with the colours of the rest."""
        self.board.colours = self.screen.app.theme.removeprefix("gdl-")
        self.board.is_ascii = host(self.screen).is_ascii


def _text(lines: Iterable[Line]) -> Text:
    return Text("\n").join(Text.assemble(*((visible(part), style) for part, style in line)) for line in lines)


def _with_place(line: str, label: str, width: int) -> str:
    """A line, and at its right end the site that somebody points at, if there is room: not all boards have letters and
    numbers beside them."""
    place = visible(label)
    gap = width - cell_len(line) - cell_len(place)
    return f"{line}{' ' * gap}{place}" if place and gap > 1 else line
