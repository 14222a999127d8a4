"""Saves a game at the table: all of it, or what one player observed."""

from __future__ import annotations

from pathlib import Path
from shlex import quote

from cli.languages.saying import heard, later, tr
from cli.session.seats import is_foreign
from cli.session.session import Session
from interpreter.game import observed, records
from interpreter.game.records import RecordError, TakenError
from interpreter.game.yaml_files import at_home

HOLDS_ALL = later("It holds everything, also the seed and what players don't see.")


def save(session: Session, words: str, overwrite: bool = False) -> tuple[bool, str]:
    """Write the record to a file, or what a player observed (`--as PLAYER FILE`). Gives whether it worked, and a text
    for people."""
    try:
        return True, _saved(session, words, overwrite)
    except RecordError as error:
        more = f"  ({tr('save! {file} overwrites it', file=words)})" if isinstance(error, TakenError) else ""
        return False, f"{heard('trouble', str(error))}{more}"


def _saved(session: Session, words: str, overwrite: bool) -> str:
    seat, file = _wish(words)
    if not file:
        said = tr("Say where: save FILE, or save --as PLAYER FILE") if session.guards else tr("Say where: save FILE")
        raise RecordError(said)
    path = at_home(file)
    if seat is None:
        session.recording.save(path, overwrite)
        holds = f" {tr(HOLDS_ALL)}" if session.guards else ""
        return f"{tr('Saved; `{command}` goes on from here.', command=resuming(session, path))}{holds}"
    if seat not in session.game.players:
        players = ", ".join(session.game.players)
        raise RecordError(tr("there is no player {name}; there are {all}", name=seat, all=players))
    if not session.guards:
        raise RecordError(tr("nothing is hidden here: `save FILE` saves what everybody has seen"))
    if seat != (session.eyes if session.shares else session.people[0]):
        raise RecordError(tr("only {seat} can save their own observations, on their own turn", seat=seat))
    name = records.source_name(session.source, path)
    found = observed.of(session.game, name, session.seats, session.first, session.steps, seat, session.resigned)
    observed.write(found, path, overwrite)
    command = f"gdl replay {quote(str(path))}"
    return tr("Saved the observations of {seat}, and nothing else; `{command}` shows it.", seat=seat, command=command)


def _wish(words: str) -> tuple[str | None, str]:
    """The player whose observations are wanted (None: all of the game), and the file."""
    if not words.startswith("--as"):
        return None, words
    seat, _, file = words.removeprefix("--as").lstrip(" =").partition(" ")
    return seat, file.strip()


def resuming(session: Session, path: Path) -> str:
    """The command that goes on with this record. It asks for all that the record doesn't decide."""
    rules = ["RULES.gdl"] if session.source == "-" else []  # that they came through a pipe is all that is known
    guests = (f"--seat={player}={kind}" for player, kind in session.seats.items() if is_foreign(kind))
    return " ".join(map(quote, ["gdl", "play", *rules, "--resume", str(path), *guests]))
