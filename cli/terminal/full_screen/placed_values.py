"""What a position holds beside the board, as rows of a list: each says what it is, and takes another value."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cli.languages.saying import tr
from cli.session.placing import Draft, is_on_board, rows
from cli.terminal.full_screen.setup_screen import kind_words
from gdl.model.types import TRUTHS, Range, Size

MOST_ROWS = 400
"""Cells of a variable that get a row each; of more the text says what they hold."""


@dataclass(frozen=True)
class Row:
    """A row: its text; `asks`: the question for another value, None if there are so few that one goes to the next;
    `value`: what a text says now; `take`: the other value, as text. `name`: of the variable, "" if it is none."""

    text: str
    take: Callable[[str], None]
    asks: str | None = None
    value: str = ""
    name: str = ""

    def is_named(self, reason: str) -> bool:
        """Whether a reason speaks of this variable."""
        return bool(self.name) and self.name in reason


def rows_of(draft: Draft, seats: dict[str, str], kinds: Sequence[str]) -> list[Row]:
    """Who is to move, what variables hold that no board shows, who plays."""
    players = draft.game.players

    def move(_: str) -> None:
        draft.changed()
        draft.mover = _next(players, draft.mover)

    found = [Row(f"{tr('To move')}: {draft.mover}", move)]
    for name in draft.variables:
        if not is_on_board(draft, name):
            found += _of_variable(draft, name)
    for player in players:
        found.append(Row(f"{player}: {kind_words(seats[player])}", _seating(seats, player, kinds)))
    return found


def _seating(seats: dict[str, str], player: str, kinds: Sequence[str]) -> Callable[[str], None]:
    def take(_: str) -> None:
        seats[player] = _next([*dict.fromkeys([*kinds, seats[player]])], seats[player])

    return take


def _next(those: Sequence[str], now: str) -> str:
    return those[(those.index(now) + 1) % len(those)]


def _of_variable(draft: Draft, name: str) -> Iterator[Row]:
    variable, words = draft.variables[name], name.replace("_", " ")
    if variable.collection:
        *others, last = variable.dimensions
        size = len(last)
        for k, row in enumerate(rows(others)):
            yield _heap(draft, name, " ".join((words, *row)), range(k * size, (k + 1) * size))
        return
    if len(draft.cells[name]) > MOST_ROWS:
        return
    for cell, row in enumerate(rows(variable.dimensions)):
        yield _cell(draft, name, " ".join((words, *row)), cell)


def _heap(draft: Draft, name: str, words: str, cells: range) -> Row:
    """A bag or a pile: a list of what lies there, of a pile from the bottom."""
    variable = draft.variables[name]
    labels = variable.dimensions[-1].labels
    held = [draft.cells[name][cell] for cell in cells]
    is_bag = variable.collection == "bag"
    lying = [label for label, n in zip(labels, held, strict=True) for _ in range(n)] if is_bag else [
        str(thing) for thing in held if thing is not None]  # fmt: skip

    def take(said: str) -> None:
        items = _listed(said)
        if is_bag:
            strange = [item for item in items if item not in labels]
            values: list[Any] = [items.count(label) for label in labels]
            if strange:
                values[0] = strange[0]  # the reader says that there is no such thing
        else:
            values = [*items, *[None] * len(cells)][: len(cells)]
        for cell, value in zip(cells, values, strict=True):
            draft.set(name, cell, value)

    value = ", ".join(lying)
    return Row(f"{words}: {value or '–'}", take, tr("{what}, with commas between:", what=words), value, name)


def _cell(draft: Draft, name: str, words: str, cell: int) -> Row:
    variable, held = draft.variables[name], draft.cells[name][cell]
    base = variable.type.base
    if base is TRUTHS:
        said = tr("yes") if held else tr("no")
        return Row(f"{words}: {said}", lambda _: draft.set(name, cell, not draft.cells[name][cell]), name=name)
    is_set, is_number = variable.type.size == Size.MANY, isinstance(base, Range)
    value = ", ".join(map(str, held)) if is_set else "" if held is None else str(held)

    def take(said: str) -> None:
        items = [_number(item) if is_number else item for item in _listed(said)]
        draft.set(name, cell, items if is_set else items[0] if items else None)

    asks = tr("{what}, with commas between:", what=words) if is_set else f"{words}:"
    return Row(f"{words}: {value or '–'}", take, asks, value, name)


def _listed(said: str) -> list[str]:
    return [item for item in (part.strip() for part in said.split(",")) if item]


def _number(said: str) -> int | str:
    return int(said) if said.lstrip("-").isdecimal() and len(said) < 15 else said
