"""What hosts say to people in the course of a game."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

from cli.session.seats import in_words
from cli.session.session import Session
from gdl.text.visible import brief
from interpreter import Move
from interpreter.drawing import results
from interpreter.game import eyes as looks
from interpreter.game.views import View

SITES = 12
"""So many sites that decided a game are named; the board marks all of them."""
NOT_REDONE = "There is nothing to play again."
"""Nothing was taken back, or something else was played since."""


def title(session: Session) -> str:
    """What is played, by whom, with which dice."""
    sitting = in_words(session.game, session.seats)
    seats = ", ".join(f"{', '.join(alike)} ({who})" for who, alike in groupby(sitting, key=sitting.__getitem__))
    seed = "" if session.guards else f"; seed {session.seed}"  # it says what was dealt
    return f"{session.game.title}: {seats}{seed}"


def introduction(session: Session) -> str:
    """What the game is about, until a person has chosen something; "" if its rules don't say."""
    begun = session.asked if session.people else session.steps
    return "" if begun else session.game.summary


def ended(session: Session, view: View) -> str:
    """How a game ended, as far as a view tells."""
    return f"{session.resigned} resigned" if session.resigned else f"The game is over: {results.result(view)}"


def decided(session: Session, view: View) -> str:
    """What decided a game: the line of the rules, and the sites by which it took effect; "" if that can't be told."""
    if session.resigned or not (found := view.decisive):
        return ""
    file = Path(found.span.source.name)
    where = f"line {found.span.line} of {file.name if file.suffix == '.gdl' else 'the rules'}"
    sites = f": {' '.join(found.sites)}" if 0 < len(found.sites) <= SITES else ""
    return f"It was decided by `{brief(found.rule)}` ({where}){sites}."


def rolled(session: Session) -> str:
    """What the last ply rolled, as far as who is at the screen is told of it."""
    told = looks.told(session.steps[-1:], session.eyes)
    return f"rolled: {told[0].text}" if told else ""


def only(move: Move) -> str:
    """This move was played without asking."""
    return f"{move.text}  (the only move)"


def unplayed(typed: str) -> str:
    """What was typed behind the last move of a turn isn't played; "" if there is no such."""
    rest = typed.strip(" ,")
    return f"The turn is complete; `{brief(rest)}` was not played." if rest else ""


def not_undone(session: Session) -> str:
    """Why nothing can be taken back."""
    return f"{session.no_way_back or 'There is nothing to take back'}."


def handing_over(heir: str) -> str:
    """Who has the screen gives it to the next person, or at the end to everybody."""
    return f"Hand over to {heir}; press Enter" if heir else "The game is over; press Enter"
