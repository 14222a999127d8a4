"""`position WHERE`, typed in a game: play on from another position."""

from __future__ import annotations

from pathlib import Path

from cli.languages.saying import heard, tr
from cli.options.positions import read_position
from cli.session.session import Session, elsewhere
from gdl.text.visible import brief
from interpreter import GameError, PositionError

MOST_REASONS = 4
"""Things that are wrong with a position, of which a game tells."""


def begun(session: Session, where: str) -> tuple[Session | None, str]:
    """A game by the same rules, with the same people, which begins in a position that is named as `--position` names
    it; or None, and why that can't be."""
    if where == "-":
        return None, tr("Type the position itself, or the name of a file.")
    try:
        return elsewhere(session, read_position(session.game, Path(where))[1], session.seats), ""
    except PositionError as error:
        reasons = error.reasons
    except (GameError, OSError, ValueError) as error:  # the name of a file may be too long, or no name at all
        reasons = [brief(str(error).splitlines()[0], 300)]
    return None, "\n".join(heard("refusal", reason) for reason in reasons[:MOST_REASONS])
