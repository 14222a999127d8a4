"""The dialogue before a game: options, players, seats and the dice's seed, checked as the command line checks them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Button, Checkbox, Input, Select, Static

from cli.languages.saying import later, tr
from cli.session.seats import CHARACTERS, HUMAN, kinds, levels
from cli.terminal.full_screen.beginning import Makers, RefusedError, Wish, in_words
from cli.terminal.full_screen.foot import Foot
from gdl.model.model import Option
from gdl.text.visible import visible
from interpreter import Game

OTHER = "…"
MOST_CHOICES = 30


class SetupScreen(Screen[Wish | None]):
    """Answers with a wish that can be fulfilled, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", later("Back")),
        Binding("f2,ctrl+j", "start", later("Play")),
    ]

    def __init__(self, wish: Wish, game: Game, counts: range, makers: Makers) -> None:
        super().__init__()
        self.wish, self.game, self.counts, self.makers = wish, game, counts, makers
        self.seats = {**makers.seats(game), **_seats_of(wish, game)}

    def compose(self) -> ComposeResult:
        """A row for each thing that can be chosen."""
        yield Static(f" {visible(self.game.title)}", id="title", markup=False)
        with VerticalScroll(id="form", can_focus=False):
            with Horizontal(classes="buttons"):
                yield Button(tr("Play"), id="start", variant="primary")
                yield Button(tr("Back"), id="back")
            yield Static("", id="wrong", markup=False)
            if len(self.counts) > 1:
                yield from self._row(tr("players"), tr("number of players"), Select(
                    [(str(number), str(number)) for number in self.counts],
                    value=str(len(self.game.players)), allow_blank=False, id="players",
                ))  # fmt: skip
            yield Static(tr("Who sits where"), classes="heading")
            for at, player in enumerate(self.game.players):
                yield from self._row(player, "", *self._seat(at, self.seats[player]))
            if self.game.model.options:
                yield Static(tr("Options"), classes="heading")
            for at, option in enumerate(self.game.model.options):
                yield from self._row(option.name.replace("_", " "), option.help, _editor(at, option))
            yield Static(tr("Dice"), classes="heading")
            seed = "" if self.wish.seed is None else str(self.wish.seed)
            yield from self._row(tr("seed"), tr("the same seed gives the same dice"), Input(
                seed, placeholder=tr("any"), id="seed", type="integer", max_length=18, compact=True,
            ))  # fmt: skip
        yield Foot()

    def _row(self, name: str, help_: str, *widgets: Widget) -> Iterator[Widget]:
        with Horizontal(classes="row"):
            yield Static(visible(name), classes="name", markup=False)
            with Vertical(classes="value") as value:
                value.set_class(not help_, "alone")
                yield from widgets
            if help_:
                yield Static(Text(visible(help_), style="dim"), classes="help")

    def _seat(self, at: int, kind: str) -> Iterator[Widget]:
        known = list(dict.fromkeys([HUMAN, kind, *levels(), *kinds()]))
        yield Select(
            [(_with_character(k), k) for k in [*known, OTHER]],
            value=kind, allow_blank=False, id=f"seat{at}", compact=True,
        )  # fmt: skip
        other = Input(placeholder=tr("KIND, or FILE.py:CLASS"), id=f"other{at}", compact=True)
        other.display = False
        yield other

    def on_mount(self) -> None:
        """Mostly all is as it should be."""
        self.query_one("#start").focus()

    @on(Select.Changed)
    def _chosen(self, event: Select.Changed) -> None:
        name = event.select.id or ""
        if name.startswith("seat"):
            self.query_one(f"#other{name.removeprefix('seat')}").display = event.value == OTHER
        elif name == "players" and str(event.value) != str(len(self.game.players)):
            self._count(int(str(event.value)))

    def _count(self, players: int) -> None:
        """So many play: other seats, perhaps other options."""
        try:
            wish = replace(self.read(), players=players, seats=())
            with in_words():
                self.game = self.makers.game(wish)
        except (RefusedError, ValueError) as error:
            self.query_one("#wrong", Static).update(visible(str(error), keep="\n"))
            return
        self.wish, self.seats = wish, self.makers.seats(self.game)
        self.refresh(recompose=True)

    @on(Button.Pressed, "#start")
    def action_start(self) -> None:
        """Play, if that can be."""
        wrong = self.query_one("#wrong", Static)
        try:
            wish = self.read()
            with in_words():
                self.makers.new(wish).computers.close()
        except (RefusedError, ValueError) as error:
            wrong.update(visible(str(error), keep="\n"))
            self.query_one("#form").scroll_home(animate=False)
            return
        self.dismiss(wish)

    @on(Button.Pressed, "#back")
    def _back(self) -> None:
        self.dismiss(None)

    @on(Input.Submitted)
    def _submitted(self) -> None:
        self.action_start()

    def read(self) -> Wish:
        """What was chosen; only options that differ from their defaults are said."""
        seats = []
        for at, player in enumerate(self.game.players):
            kind = str(self.query_one(f"#seat{at}", Select).value)
            if kind == OTHER:
                kind = self.query_one(f"#other{at}", Input).value.strip()
            seats.append(f"{player}={kind}")
        sets = []
        for at, option in enumerate(self.game.model.options):
            widget = self.query_one(f"#option{at}")
            if isinstance(widget, Checkbox):
                said = str(widget.value).lower()
            elif isinstance(widget, Select):
                said = str(widget.value)
            else:
                assert isinstance(widget, Input)
                said = widget.value.strip()
            if said != _text(option.default):
                sets.append(f"{option.name}={said}")
        players = self.wish.players
        if len(self.counts) > 1:
            players = int(str(self.query_one("#players", Select).value))
        seed = self.query_one("#seed", Input).value.strip()
        if seed.startswith("-") or not ((seed.isascii() and seed.isdigit()) or not seed):
            raise ValueError(tr("the seed is a whole number from 0 up"))
        return Wish(self.wish.game, tuple(sets), players, tuple(seats), int(seed) if seed else None)


def _editor(at: int, option: Option) -> Widget:
    name, value = f"option{at}", _text(option.value)
    if isinstance(option.value, bool):
        return Checkbox("", option.value, id=name, compact=True)
    if option.choices and len(option.choices) <= MOST_CHOICES and value in option.choices:
        choices = [(choice, choice) for choice in option.choices]
        return Select(choices, value=value, allow_blank=False, id=name, compact=True)
    has_limits = option.low is not None and option.high is not None
    limits = tr("{low} to {high}", low=option.low, high=option.high) if has_limits else option.type_text
    return Input(value, placeholder=limits, id=name, compact=True, max_length=200)


def _text(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple | set | frozenset):
        return f"{{{', '.join(map(str, value))}}}"
    return str(value)


def kind_words(kind: str) -> str:
    """A kind of player as people are told of it."""
    if kind == HUMAN:
        return tr("a person here")
    if kind == OTHER:
        return tr("another …")
    if kind in levels():
        return tr("computer, level {level} of {all}", level=kind.partition(":")[2], all=len(levels()))
    return tr("computer: {kind}", kind=kind)


def _with_character(kind: str) -> str:
    """The same, and of a level who plays like it."""
    said = kind_words(kind)
    return f"{said}: {tr(CHARACTERS[levels().index(kind)])}" if kind in levels() else said


def _seats_of(wish: Wish, game: Game) -> dict[str, str]:
    pairs = (text.rpartition("=") for text in wish.seats)
    return {player: kind for player, _, kind in pairs if player in game.players}
