"""Saves a game at the table: all of it, or what somebody has observed."""

from __future__ import annotations

from shlex import quote

from cli.session.session import Session
from interpreter.game.records import RecordError
from interpreter.game.yaml_files import at_home

HOLDS_ALL = "It holds everything, what players don't see and the seed as well."


def saved(session: Session, words: str, overwrite: bool) -> str:
    """Write the record into a file, or what a player has observed (`--as PLAYER FILE`), and say what was written;
    raises RecordError."""
    seat, file = _wish(words)
    if not file:
        more = ", or save --as PLAYER FILE" if session.guards else ""
        raise RecordError(f"Say where: save FILE{more}")
    path = at_home(file)
    if seat is None:
        session.save(path, overwrite)
        holds = f" {HOLDS_ALL}" if session.guards else ""
        return f"Saved; `{session.resuming(path)}` goes on from here.{holds}"
    if seat not in session.game.players:
        raise RecordError(f"there is no player {seat}; there are {', '.join(session.game.players)}")
    if not session.guards:
        raise RecordError("nothing is hidden here: `save FILE` saves what everybody has seen")
    if seat != session.eyes:
        raise RecordError(f"what {seat} has observed is for {seat} alone to save, when it is their turn")
    session.save_observed(path, overwrite)
    return f"Saved what {seat} has observed, and nothing else; `gdl replay {quote(str(path))}` shows it."


def _wish(words: str) -> tuple[str | None, str]:
    """The player whose observations are meant, if not all of the game, and the file."""
    if not words.startswith("--as"):
        return None, words
    seat, _, file = words.removeprefix("--as").lstrip(" =").partition(" ")
    return seat, file.strip()
