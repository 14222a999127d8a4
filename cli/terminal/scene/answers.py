"""Commands that only tell something: what they answer, as rows of text, or as pages of Markdown."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from cli.languages.saying import heard, tr
from cli.options.positions import position_text
from cli.session.session import Session
from cli.session.turns import rows_of
from cli.terminal.scene import phrases, view
from gdl.text.visible import brief
from interpreter import State
from interpreter.drawing.legend import legend, plain_lines
from interpreter.drawing.standing import by_owner, is_there, standing
from interpreter.game.shortest import listed
from interpreter.game.views import View


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to be told of: a game as they see it, what they typed behind the command, and the columns
    that there are for the answer."""

    session: Session
    state: State
    view: View
    argument: str
    width: int


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows of text. `breaks`: where rows are too long; `nowhere`, since they fit or are to be copied."""

    title: str
    rows: list[str]
    breaks: Literal["nowhere", "lines", "prose"] = "nowhere"


def moves(asked: Asked) -> Answer:
    """The legal moves."""
    rows = view.moves(asked.view, asked.width, asked.argument, partial(listed, asked.state))
    return Answer(tr("Moves"), rows or [tr("No legal move begins with `{typed}`.", typed=brief(asked.argument))])


def pieces(asked: Asked) -> Answer:
    """What stands where, in words."""
    start = asked.argument
    found = standing(asked.view, start) if start else by_owner(asked.view)
    none = tr("Nothing stands on `{site}`.", site=brief(start)) if start else tr("The board is empty.")
    if start and not is_there(asked.view, start):
        none = tr("The board has no site `{site}`.", site=brief(start))
    return Answer(tr("Pieces"), [heard("piece", row) for row in found] or [none], "prose")


def log(asked: Asked) -> Answer:
    """The turns so far, and what was rolled before them."""
    session = asked.session
    rolled = session.set_up()
    before = [f"  {tr('before the first turn: {dice}', dice=' '.join(rolled))}"] if rolled else []
    turns = [f"  {''.join(text for text, _ in row)}" for row in rows_of(session.turns(), session.eyes)]
    return Answer(tr("Turns"), [*before, *(turns or [f"  {tr('no turn yet')}"])], "lines")


def position(asked: Asked) -> Answer:
    """The position as YAML."""
    return Answer(tr("Position"), position_text(asked.state, asked.session.eyes).splitlines())


ANSWERS: dict[str, Callable[[Asked], Answer]] = {"moves": moves, "pieces": pieces, "log": log, "position": position}
"""By the names of commands."""


def how_to_write(state: State) -> list[str]:
    """Other ways to write moves, and what is asked in the rules' own words."""
    others = phrases.other_examples(state)
    written = [tr("Moves may be written so, too: {moves}", moves=", ".join(others))] if others else []
    asked = tr("What is asked: {prompt}", prompt=heard("prompt", state.prompt))
    return [*written, asked, tr("In the rules' words: {asks}", asks=state.asks)]


def legend_rows(view: View) -> list[str]:
    """What is what on the board."""
    return [heard("legend", row) for row in plain_lines(legend(view))]
