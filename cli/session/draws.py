"""Draws by agreement: who can offer one, who answers, and what a computer answers.

The player to move offers, and all others must agree. A computer agrees if it expects no more than a draw. After another
move, a refused draw can be offered again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.languages.saying import tr

if TYPE_CHECKING:
    from cli.session.session import Session
    from interpreter.players import Analysis


def why_not(session: Session) -> str:
    """Why nobody can offer a draw now; "" if the player to move can."""
    if session.is_over:
        return tr("The game is over.")
    if not session.is_human(session.state.to_move):
        return tr("Nobody is asked here.")
    if len(session.game.players) < 2 or not session.game.model.may_draw:
        return tr("By the rules of this game nobody can draw.")
    if session.game.model.hides and computers(session):
        return tr("The computer agrees to no draw where something is hidden from it.")
    if session.table.refused == len(session.steps):
        return tr("That was refused; you can offer a draw again after another move.")
    return ""


def people(session: Session) -> list[str]:
    """The people at this keyboard who must agree."""
    return [player for player in session.people if player != session.state.to_move]


def computers(session: Session) -> list[str]:
    """The computers that must agree."""
    return [player for player in session.game.players if not session.is_human(player)]


def agrees(analysis: Analysis, player: str) -> bool:
    """Whether a computer on this seat accepts a draw: it expects no more. In a game that pays, nobody knows what a draw
    is worth."""
    return analysis.prospect.takes_a_draw(player)


def refused(session: Session, player: str) -> str:
    """Note that this player refuses a draw. Gives the text for people."""
    session.table.refused = len(session.steps)
    return tr("{player} refused the draw.", player=player)


def offered(by: str, player: str) -> str:
    """The question to a person."""
    return tr("{player}: {by} offered a draw. Agree?", player=player, by=by)


def agree(session: Session) -> None:
    """End the game: all agree to a draw."""
    session.table.drawn = True
    session.table.stop()
    session.recording.keep(bool(session.steps))
