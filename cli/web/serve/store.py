"""Games on disk: every ply is there for good before anybody is told of it.

One thread writes. What waits for it is written together, so that a thousand games don't wait for a thousand times the
disk. Links are kept as hashes: who reads the file can't sit down with them.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from cli.web.serve.kept import Kept, Link, Ply

APPLICATION = 0x67646C73
"""Marks a file of ours: `gdls`."""
VERSION = 4
TABLES = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY, made REAL NOT NULL, source TEXT NOT NULL, rules TEXT NOT NULL, options TEXT NOT NULL,
    players INTEGER, seed TEXT NOT NULL, seats TEXT NOT NULL, takebacks INTEGER NOT NULL DEFAULT 0, resigned TEXT,
    over INTEGER NOT NULL DEFAULT 0, clock TEXT NOT NULL DEFAULT '', times TEXT NOT NULL DEFAULT '{}', fallen TEXT,
    drawn INTEGER NOT NULL DEFAULT 0, start TEXT, changes INTEGER NOT NULL DEFAULT 0, before TEXT NOT NULL DEFAULT '',
    went_on INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE links (
    hash BLOB PRIMARY KEY, game INTEGER NOT NULL, seat TEXT, host INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE plies (
    game INTEGER, ply INTEGER, option INTEGER NOT NULL, text TEXT NOT NULL, asked INTEGER NOT NULL,
    PRIMARY KEY (game, ply)
) WITHOUT ROWID;
CREATE TABLE heard (game INTEGER, id TEXT, PRIMARY KEY (game, id)) WITHOUT ROWID;
"""
FREE = "CREATE TABLE IF NOT EXISTS free_seats (game INTEGER, seat TEXT, PRIMARY KEY (game, seat)) WITHOUT ROWID"
"""Seats of which nobody has a link yet: anybody may have one. Files without this table have no such seats."""
SINCE = {
    1: """
ALTER TABLE games ADD COLUMN clock TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN times TEXT NOT NULL DEFAULT '{}';
ALTER TABLE games ADD COLUMN fallen TEXT;
ALTER TABLE games ADD COLUMN drawn INTEGER NOT NULL DEFAULT 0;
""",
    2: "ALTER TABLE games ADD COLUMN start TEXT",
    3: """
ALTER TABLE links ADD COLUMN host INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN before TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN went_on INTEGER NOT NULL DEFAULT 0;
""",
}
"""What makes a file of a version one of the next."""


class StoreError(Exception):
    """A file that can't be used; str() says why."""


Work = Callable[[sqlite3.Connection], Any]


class Store:
    """The file. Methods give futures; what they promise is on disk when they are done."""

    def __init__(self, path: Path | None) -> None:
        """Open or make the file; None: nothing is kept beyond this run. Raises StoreError."""
        self._queue: SimpleQueue[tuple[Work, Future[Any]] | None] = SimpleQueue()
        try:
            self._database = _opened(path)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"{path}: {_why(error)}") from None
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Write what waits, and close the file."""
        self._queue.put(None)
        self._thread.join()

    # ---- games

    def add(self, kept: Kept, links: Mapping[str, Link], free: Sequence[str] = ()) -> Future[Kept]:
        """A new game, with its links by their tokens, and the seats that anybody may take."""

        def work(base: sqlite3.Connection) -> Kept:
            row = (time.time(), kept.source, kept.rules, _json(kept.options), kept.players, str(kept.seed),
                   _json(kept.seats), kept.clock, _json(kept.start) if kept.start else None)  # fmt: skip
            number = base.execute(
                "INSERT INTO games (made, source, rules, options, players, seed, seats, clock, start) "
                "VALUES (?,?,?,?,?,?,?,?,?)", row,
            ).lastrowid  # fmt: skip
            assert number is not None
            plies = [(number, i, p.option, p.text, p.asked) for i, p in enumerate(kept.plies)]
            base.executemany("INSERT INTO plies VALUES (?,?,?,?,?)", plies)
            for token, link in links.items():
                _link(base, token, number, link)
            base.executemany("INSERT INTO free_seats VALUES (?,?)", [(number, seat) for seat in free])
            return replace(kept, number=number)

        return self._do(work)

    def waiting(self, source: str, since: float, most: int) -> Future[list[tuple[int, str, list[str]]]]:
        """Games of these rules, begun since then and not over, that have free seats: number, options as JSON, seats;
        the newest first."""

        def work(base: sqlite3.Connection) -> list[tuple[int, str, list[str]]]:
            rows = base.execute(
                "SELECT id, options, json_group_array(seat) FROM games JOIN free_seats ON game = id "
                "WHERE source = ? AND made > ? AND NOT over GROUP BY id ORDER BY id DESC LIMIT ?",
                (source, since, most),
            )  # fmt: skip
            return [(number, options, json.loads(seats)) for number, options, seats in rows]

        return self._do(work)

    def take(self, number: int, seat: str, token: str) -> Future[bool]:
        """Let this link stand for a free seat; whether it was free."""

        def work(base: sqlite3.Connection) -> bool:
            found = base.execute("DELETE FROM free_seats WHERE game = ? AND seat = ?", (number, seat)).rowcount
            if found:
                _link(base, token, number, Link(seat))
            return bool(found)

        return self._do(work)

    def find(self, token: str) -> Future[tuple[int, Link] | None]:
        """The game of a link, and what the link stands for there."""

        def work(base: sqlite3.Connection) -> tuple[int, Link] | None:
            found = base.execute("SELECT game, seat, host FROM links WHERE hash = ?", (_hash(token),)).fetchone()
            return (found[0], Link(found[1], bool(found[2]))) if found else None

        return self._do(work)

    def load(self, number: int) -> Future[Kept]:
        """A game with all its plies."""

        def work(base: sqlite3.Connection) -> Kept:
            row = base.execute(
                "SELECT source, rules, options, players, seed, seats, takebacks, resigned, clock, times, fallen, "
                "drawn, start, changes, before, went_on FROM games WHERE id = ?", (number,),
            ).fetchone()  # fmt: skip
            *row, start, changes, before, went_on = row
            source, rules, options, players, seed, seats, takebacks, resigned, clock, times, fallen, drawn = row
            plies = base.execute("SELECT option, text, asked FROM plies WHERE game = ? ORDER BY ply", (number,))
            heard = base.execute("SELECT id FROM heard WHERE game = ?", (number,))
            return Kept(
                source, rules, json.loads(options), players, int(seed), json.loads(seats),
                tuple(Ply(option, text, bool(asked)) for option, text, asked in plies),
                frozenset(name for (name,) in heard), takebacks, resigned, number, clock, json.loads(times), fallen,
                bool(drawn), json.loads(start) if start else None, changes, before, bool(went_on),
            )  # fmt: skip

        return self._do(work)

    def played(
        self, number: int, first: int, plies: Sequence[Ply], name: str | None, over: bool, times: Mapping[str, float]
    ) -> Future[None]:
        """Plies from number `first` on; `name` is that of the message that asked for it, `times` what each has left."""

        def work(base: sqlite3.Connection) -> None:
            rows = [(number, first + i, p.option, p.text, p.asked) for i, p in enumerate(plies)]
            base.executemany("INSERT INTO plies VALUES (?,?,?,?,?)", rows)
            if name is not None:
                base.execute("INSERT INTO heard VALUES (?,?)", (number, name))
            if times:
                base.execute("UPDATE games SET times = ? WHERE id = ?", (_json(dict(times)), number))
            if over:
                base.execute("UPDATE games SET over = 1 WHERE id = ?", (number,))

        return self._do(work)

    def taken_back(self, number: int, left: int) -> Future[None]:
        """Only the first `left` plies stay."""

        def work(base: sqlite3.Connection) -> None:
            base.execute("DELETE FROM plies WHERE game = ? AND ply >= ?", (number, left))
            base.execute(
                "UPDATE games SET takebacks = takebacks + 1, over = 0, resigned = NULL, fallen = NULL, drawn = 0 "
                "WHERE id = ?", (number,),
            )  # fmt: skip

        return self._do(work)

    def placed(self, kept: Kept, times: Mapping[str, float]) -> Future[None]:
        """The host changed the position: the game goes on there, under its links. Its plies so far become a game of
        their own, which people can watch by the link `kept.before`; if there are none, nothing is left behind."""

        def work(base: sqlite3.Connection) -> None:
            (played,) = base.execute("SELECT count(*) FROM plies WHERE game = ?", (kept.number,)).fetchone()
            if played:
                old = base.execute(
                    "INSERT INTO games (made, source, rules, options, players, seed, seats, takebacks, clock, times, "
                    "start, changes, before, over, went_on) "
                    "SELECT made, source, rules, options, players, seed, seats, takebacks, clock, times, "
                    "start, changes, before, 1, 1 FROM games WHERE id = ?", (kept.number,),
                ).lastrowid  # fmt: skip
                assert old is not None
                base.execute("UPDATE plies SET game = ? WHERE game = ?", (old, kept.number))
                _link(base, kept.before, old, Link())
            base.execute(
                "UPDATE games SET seed = ?, start = ?, takebacks = ?, changes = ?, before = ?, times = ? WHERE id = ?",
                (str(kept.seed), _json(kept.start), kept.takebacks, kept.changes, kept.before, _json(dict(times)),
                 kept.number),
            )  # fmt: skip

        return self._do(work)

    def resigned(self, number: int, player: str) -> Future[None]:
        """Somebody gave up."""
        return self._do(
            lambda base: base.execute("UPDATE games SET resigned = ?, over = 1 WHERE id = ?", (player, number)) and None
        )

    def fallen(self, number: int, player: str, times: Mapping[str, float]) -> Future[None]:
        """Somebody's time is over."""
        row = (player, _json(dict(times)), number)
        return self._do(
            lambda base: base.execute("UPDATE games SET fallen = ?, times = ?, over = 1 WHERE id = ?", row) and None
        )

    def drawn(self, number: int) -> Future[None]:
        """All agreed to a draw."""
        told = "UPDATE games SET drawn = 1, over = 1 WHERE id = ?"
        return self._do(lambda base: base.execute(told, (number,)) and None)

    def timed(self, number: int, times: Mapping[str, float]) -> Future[None]:
        """What each has left, while nobody plays."""
        row = (_json(dict(times)), number)
        return self._do(lambda base: base.execute("UPDATE games SET times = ? WHERE id = ?", row) and None)

    # ---- the thread that writes

    def _do(self, work: Work) -> Future[Any]:
        future: Future[Any] = Future()
        self._queue.put((work, future))
        return future

    def _write(self) -> None:
        going = True
        while going:
            batch = [self._queue.get()]
            while not self._queue.empty():
                batch.append(self._queue.get())
            works = [one for one in batch if one is not None]
            going = len(works) == len(batch)
            if works:
                self._commit(works)
        self._database.close()

    def _commit(self, batch: Sequence[tuple[Work, Future[Any]]]) -> None:
        """Do all of it in one transaction; if something fails, each for itself, so that nothing else fails with it."""
        try:
            results = self._all([work for work, _ in batch])
        except Exception:
            for work, future in batch:
                try:
                    (result,) = self._all([work])
                except Exception as error:  # whoever asked is told
                    future.set_exception(error)
                else:
                    future.set_result(result)
            return
        for (_, future), result in zip(batch, results, strict=True):
            future.set_result(result)

    def _all(self, works: Sequence[Work]) -> list[Any]:
        self._database.execute("BEGIN IMMEDIATE")
        try:
            found = [work(self._database) for work in works]
            self._database.execute("COMMIT")
        except BaseException:
            with suppress(sqlite3.Error):
                self._database.execute("ROLLBACK")
            raise
        return found


def _opened(path: Path | None) -> sqlite3.Connection:
    if path is not None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
    base = sqlite3.connect(path or ":memory:", isolation_level=None, check_same_thread=False, timeout=0.5)
    base.execute("PRAGMA locking_mode = EXCLUSIVE")  # two servers with the same games would contradict each other
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    base.execute("BEGIN EXCLUSIVE")
    (application,) = base.execute("PRAGMA application_id").fetchone()
    (version,) = base.execute("PRAGMA user_version").fetchone()
    (tables,) = base.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if tables == 0:
        for statement in TABLES.split(";"):
            base.execute(statement)
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.execute(f"PRAGMA user_version = {VERSION}")
    elif application != APPLICATION:
        raise sqlite3.DatabaseError("is something else, not a file of games")
    elif version in SINCE:
        for older in range(version, VERSION):
            for statement in SINCE[older].split(";"):
                base.execute(statement)
        base.execute(f"PRAGMA user_version = {VERSION}")
    elif version != VERSION:
        raise sqlite3.DatabaseError(f"was made by another version of this program (its format is {version}, "
                                    f"here it is {VERSION})")  # fmt: skip
    base.execute(FREE)
    base.execute("COMMIT")
    return base


def _why(error: Exception) -> str:
    if "locked" in str(error):
        return "is in use by another program; two servers can't keep games in one file"
    if "not a database" in str(error):
        return "is something else, not a file of games"
    return getattr(error, "strerror", None) or str(error)


def _link(base: sqlite3.Connection, token: str, game: int, link: Link) -> None:
    row = (_hash(token), game, link.seat, link.is_host)
    base.execute("INSERT INTO links (hash, game, seat, host) VALUES (?,?,?,?)", row)


def _hash(token: str) -> bytes:
    return sha256(token.encode()).digest()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
