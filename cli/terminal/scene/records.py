"""Games on record, in words: those that were left, and the one that somebody leaves now."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from shlex import quote

from cli.languages.saying import later, listed, tr, trn
from cli.session import store
from cli.session.saving import HOLDS_ALL, resuming
from cli.session.seats import HUMAN, levels
from cli.session.session import Session
from cli.session.store import Kept
from cli.terminal.scene.lines import Line

DAY = 24 * 60 * 60


def left(game: str | None, damaged: list[Path]) -> Iterator[Kept]:
    """The games that were left, the latest first; if a game is named, only those of it, as it was named then or is
    named now. `damaged` gets the files that can't be read."""
    for kept in store.left(damaged):
        known = kept.record.game
        if game is None or game in (known, Path(known).stem) or Path(game).absolute() == Path(known):
            yield kept


def described(kept: Kept) -> Line:
    """What was played, without the many options that are as usual; who plays, how far it is, when it was left."""
    record = kept.record
    seated: dict[str, list[str]] = {}  # of computers, some may be partners of who sits here
    for player, kind in sorted(record.seats.items(), key=lambda seat: seat[1] != HUMAN):
        seated.setdefault(kind, []).append(player)
    who = [_plays(kind, listed(players)) for kind, players in seated.items()] if {*seated} != {HUMAN} else []
    about = [*who, trn("{n} turn", "{n} turns", len(record.turns)), _when(kept.when)]
    return [(record.title or Path(record.game).stem, "bold"), (f"  {', '.join(about)}", "dim")]


def unread(damaged: Sequence[Path]) -> str:
    """That some files can't be read, and where they are; "" if there are none."""
    if not damaged:
        return ""
    where = damaged[0] if len(damaged) == 1 else store.folder()
    return trn(
        "{n} file can't be read, and is left out: {path}",
        "{n} files can't be read, and are left out, in {path}",
        len(damaged), path=where,
    )  # fmt: skip


def _plays(kind: str, players: str) -> str:
    """Who sits at some seats."""
    if kind == HUMAN:
        return tr("you play {players}", players=players)
    return tr("{kind} plays {players}", kind=_named(kind), players=players)


def _named(kind: str) -> str:
    """A computer, as short as a list needs it."""
    return tr("level {level}", level=kind.partition(":")[2]) if kind in levels() else kind


def _when(moment: float) -> str:
    """A moment as people say it."""
    then = time.localtime(moment)
    clock = time.strftime("%H:%M", then)
    for day, ago in ((later("today {time}"), 0), (later("yesterday {time}"), DAY)):
        if then[:3] == time.localtime(time.time() - ago)[:3]:
            return tr(day, time=clock)
    return f"{time.strftime('%Y-%m-%d', then)} {clock}"


def where_left(session: Session) -> str:
    """How far a game has come that somebody leaves before it is over."""
    done, begun = session.state.turns - session.first.turns, len(session.turns())
    if begun > done:
        return tr("Left in turn {n}; the game isn't over.", n=begun)
    return trn("Left after {n} turn; the game isn't over.", "Left after {n} turns; the game isn't over.", done)


def farewell(session: Session, to_people: bool) -> Iterator[Line]:
    """What has gone wrong with the record, and where it is. `to_people`: nobody reads this in a pipe."""
    recording = session.recording
    while recording.news:
        yield [(f"{recording.news.pop(0)}.", "yellow")]
    path = recording.path
    if path is not None and recording.is_kept:
        if session.is_over and store.holds(path) and not to_people:
            return  # nobody asked for it, and the same game in a pipe is the same text
        rules = ["RULES.gdl"] * (session.source == "-")
        over = " ".join(map(quote, ["gdl", "replay", str(path), *rules]))
        holds = f" {tr(HOLDS_ALL)}" if session.guards else ""
        if session.is_over:
            said = tr("Recorded; see `{command}`, with --analyse also what cost most.", command=over)
        else:
            said = tr("Recorded; `{command}` goes on from here.", command=resuming(session, path))
        yield [(f"{said}{holds}", "dim")]
    elif (recording.stored or path is not None) and session.steps and not recording.is_kept:
        yield [(tr("It could not be recorded."), "yellow")]
