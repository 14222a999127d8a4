"""A position put together by hand on the full screen: the board, what can be put on it, and what lies beside."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from cli.languages.saying import heard, later, tr
from cli.session.placing import Draft, tools
from cli.session.seats import HUMAN, levels
from cli.terminal.full_screen.board import BoardWidget
from cli.terminal.full_screen.card_table import CardTable
from cli.terminal.full_screen.dialogues import Ask
from cli.terminal.full_screen.foot import Foot
from cli.terminal.full_screen.host import host
from cli.terminal.full_screen.page import Page
from cli.terminal.full_screen.placed_values import Row, rows_of
from cli.terminal.scene.panels import HandsData
from gdl.text.visible import visible
from interpreter import Game, GameError
from interpreter.drawing import hands, results
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game import drafts
from interpreter.game import yaml_files as yamlio


class PositionScreen(Screen[tuple[dict[str, Any], dict[str, str]] | None]):
    """Answers with a position as data and who sits where, or None. `data`: what one begins with; `start`: the game's
    beginning."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f2,ctrl+j", "play", later("Play from here"), priority=True),
        Binding("f3", "empty", later("Empty")),
        Binding("f4", "start", later("Beginning")),
        Binding("f5", "flip", later("Flip")),
        Binding("f6", "text", later("As text")),
        Binding("f7", "paste", later("Write")),
        Binding("f8", "open", later("Play on anyway")),
        Binding("delete,backspace", "take", later("Take away")),
        Binding("escape", "dismiss(None)", later("Back")),
    ]

    def __init__(
        self, game: Game, data: Mapping[str, Any], start: Mapping[str, Any], seats: Mapping[str, str]
    ) -> None:  # fmt: skip
        super().__init__()
        self.game, self.began, self.seats = game, start, dict(seats)
        self.draft = Draft(game, data)
        self.tools = tools(self.draft)
        self.tool = 1 if len(self.tools) > 1 else 0
        self.tried = self.draft.tried()
        self.rows: list[Row] = []
        self.board = BoardWidget(self.tried.sketch.view(), id="board")
        self.cards = CardTable("hands")
        self.palette = OptionList(*(visible(tool.name) for tool in self.tools), id="palette")
        self.held = OptionList(id="held")

    def compose(self) -> ComposeResult:
        """All parts."""
        yield Static(f" {visible(self.game.title)}: {tr('Position by hand')}", id="title", markup=False)
        with Horizontal(id="middle"):
            with Vertical(id="table"):
                yield self.board
                yield self.cards
            with Vertical(id="side"):
                yield self.palette
                yield self.held
        yield Static(id="status", markup=False)
        yield Foot()

    def on_mount(self) -> None:
        """Show it."""
        self.board.colours = self.app.theme.removeprefix("gdl-")
        self.board.is_ascii = host(self).is_ascii
        self.palette.border_title, self.held.border_title = tr("What to put"), tr("Beside the board")
        self.palette.display = bool(self.tools)
        if self.tools:
            self.palette.highlighted = self.tool
        self.show()
        (self.board if shapes_to_draw(self.game.model) else self.held).focus()

    # ---- what is shown

    def show(self) -> None:
        """All as it stands."""
        self.tried = self.draft.tried()
        view = self.tried.sketch.view()
        tool = self.tools[self.tool] if self.tools else None
        self.board.show(view, targets=sorted(tool.sites) if tool and tool.sites and not tool.piece else ())
        lying = hands.hands(view)
        self.cards.display = bool(lying)
        self.query_one("#table").set_class(not shapes_to_draw(self.game.model), "boardless")
        if lying:
            width = self.cards.content_size.width or self.size.width - 34
            alone = not shapes_to_draw(self.game.model)
            laid = HandsData(lying, alone, view.sight, [], frozenset(), hands.held_first(view.game.model))
            self.cards.offer(laid, width, self.board.is_ascii)
        self.rows = rows_of(self.draft, self.seats, [HUMAN, *levels()])
        at = self.held.highlighted
        self.held.clear_options()
        self.held.add_options([Option(Text(visible(row.text))) for row in self.rows])
        self.held.highlighted = at if at is not None and at < len(self.rows) else None
        self.show_status()

    def show_status(self) -> None:
        """What is wrong, or who is to move there; and the site that somebody points at."""
        style = ""
        if self.tried.reasons:
            said, style = "; ".join(heard("refusal", reason.splitlines()[0]) for reason in self.tried.reasons), "yellow"
        elif self.tried.state is not None and self.tried.state.is_over:
            ended = heard("result", results.result(self.tried.state.view()))
            said, style = tr("The game is over there: {result}.", result=ended), "yellow"
        else:
            said = tr("{player} to move", player=self.draft.mover)
        place = f"   {self.board.pointed}" if self.board.pointed else ""
        self.query_one("#status", Static).update(Text(visible(f"{said}{place}"), style=style))

    # ---- by board, palette, list

    @on(BoardWidget.CursorMoved)
    @on(BoardWidget.SiteHovered)
    def _moved(self) -> None:
        self.show_status()

    @on(BoardWidget.SitePicked)
    def _pointed(self, event: BoardWidget.SitePicked) -> None:
        event.stop()
        if self.tools:
            self._use(self.tool, event.label)

    def _use(self, number: int, label: str) -> None:
        tool = self.tools[number]
        if tool.sites is not None and label not in tool.sites:
            self.notify(tr("{what} doesn't go there.", what=visible(tool.name)), severity="warning", markup=False)
            return
        tool.act(self.draft, label)
        self.show()

    @on(OptionList.OptionHighlighted, "#palette")
    def _chosen(self, event: OptionList.OptionHighlighted) -> None:
        if event.option_index != self.tool:
            self.tool = event.option_index
            self.show()

    @on(OptionList.OptionSelected, "#palette")
    def _taken(self) -> None:
        self.board.focus()

    @on(OptionList.OptionSelected, "#held")
    def _changed(self, event: OptionList.OptionSelected) -> None:
        row = self.rows[event.option_index]
        if row.asks is None:
            row.take("")
            self.show()
            return

        def answered(said: str | None) -> None:
            if said is None:
                return
            before = self.draft.data()
            row.take(said)
            if reasons := drafts.tried(self.game, self.draft.data()).reasons:
                known = drafts.tried(self.game, before).reasons
                if new := [reason for reason in reasons if reason not in known and row.is_named(reason)]:
                    self.draft.read(before)
                    self.notify(visible(heard("refusal", new[0])), severity="warning", markup=False)
            self.show()

        self.app.push_screen(Ask(visible(row.asks), row.value), answered)

    # ---- by keys

    def action_take(self) -> None:
        """Take away what is at the cursor."""
        if self.tools and self.board.pointed:
            self._use(0, self.board.pointed)

    def action_empty(self) -> None:
        """Nothing stands anywhere."""
        self.draft.clear()
        self.show()

    def action_start(self) -> None:
        """As the game begins."""
        self.draft.read(self.began)
        self.show()

    def action_flip(self) -> None:
        """Turn the board."""
        self.board.flip()

    def action_open(self) -> None:
        """Play on there, whatever the rules say of the end; or ask them again."""
        self.draft.over = None if self.draft.over is False else False
        self.show()

    def action_text(self) -> None:
        """Show it as text, and put that where people paste from, as far as the terminal lets us."""
        text = text_of(self.draft)
        self.app.copy_to_clipboard(text)
        self.app.push_screen(Page([f"## {tr('As text')}\n```\n{text}```"]))

    def action_paste(self) -> None:
        """Take a position that is typed."""
        asked = tr("A position in the game's notation, or as YAML on one line; or paste it:")
        value = line_of(self.draft) or json.dumps(self.draft.data(), ensure_ascii=False)
        self.app.push_screen(Ask(asked, value), lambda said: self.read(said) if said else None)

    def on_paste(self, event: events.Paste) -> None:
        """Take a position that is pasted."""
        event.stop()
        self.read(event.text)

    def read(self, text: str) -> None:
        """Begin anew with what a text says; if it says nothing, all stays as it is."""
        try:
            self.draft.read(drafts.read(self.game, text))
        except GameError as error:
            first, *more = str(error).splitlines()
            self.notify(visible("\n".join(more[:4]) or first, keep="\n"), severity="warning", markup=False, timeout=12)
            return
        self.show()

    def on_key(self, event: events.Key) -> None:
        """A letter chooses the next piece that is written so."""
        character = event.character or ""
        if not event.is_printable or not character.isalpha():
            return
        count, index = len(self.tools), self.game.model.pieces.index
        for number in ((self.tool + i) % count for i in range(1, count + 1)):
            piece = self.tools[number].piece
            if piece and self.game.piece(index[piece]).text == character:
                self.palette.highlighted = number
                event.stop()
                return

    def action_play(self) -> None:
        """Play from there, if that can be."""
        if self.tried.reasons:
            self.app.bell()
            self.notify(visible(self.tried.reasons[0].splitlines()[0]), severity="warning", markup=False)
            return
        self.dismiss((self.draft.data(), self.seats))


def line_of(draft: Draft) -> str:
    """A draft in the game's notation; "" if it has none."""
    notation = draft.game.notation
    return notation.write(draft.tried().sketch) if notation else ""


def text_of(draft: Draft) -> str:
    """A draft as YAML; above it in the game's notation, if it has one."""
    line = line_of(draft)
    return (f"# {line}\n" if line else "") + yamlio.dump(draft.data())
