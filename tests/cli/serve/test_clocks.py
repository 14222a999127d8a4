"""Clocks in `gdl serve`: the server's time counts, a flag that falls ends the game, a restart keeps the times."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from serving import House, Person, house


class Hand:
    """A time that goes by when somebody says so."""

    def __init__(self) -> None:
        self.at = 50.0

    def __call__(self) -> float:
        return self.at


def opened(x: Person, o: Person) -> None:
    """Both have made their first move, which costs nothing."""
    x.play("a1")
    o.until("state")
    o.play("b1")
    x.until("state")


def test_time_goes_by_in_ones_own_turn_and_all_are_told() -> None:
    now = Hand()
    with house(clock="1m+2s", now=now) as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as w:
            assert w.view["clock"] == {"left": {"X": 60, "O": 60}, "runs": None}
            now.at += 600
            opened(x, o)
            assert x.view["clock"] == {"left": {"X": 60, "O": 60}, "runs": "X"}
            now.at += 25
            x.play("a2")
            assert x.view["clock"] == {"left": {"X": 37, "O": 60}, "runs": "O"}
            for _ in range(3):
                w.until("state")
            assert w.view["clock"] == x.view["clock"]


def late(h: House) -> None:
    """Let the server look at its clocks."""
    portal = h.client.portal
    assert portal is not None
    for table in h.hall.tables.values():
        portal.call(table.look_at_clocks)


def test_whose_time_is_over_has_lost_and_nothing_is_taken_back() -> None:
    now = Hand()
    with house(clock="1m", now=now) as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            opened(x, o)
            now.at += 59.9
            late(h)
            assert not h.hall.tables[1].course.match.is_over
            now.at += 0.2
            assert "is over" in x.play("a2")["error"]
            o.until("state")
            assert (o.view["isOver"], o.view["result"]) == (True, "X lost on time")
            assert o.view["clock"] == {"left": {"X": 0, "O": 60}, "runs": None}
            assert "time can't be taken back" in x.ask("undo")["error"]


def test_a_flag_falls_though_nobody_does_anything() -> None:
    now = Hand()
    with house(clock="1m", now=now) as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            opened(x, o)
            now.at += 61
            x.until("state")  # the server looks at its clocks by itself
            assert x.view["result"] == "X lost on time"


def test_the_computers_time_counts() -> None:
    now = Hand()
    with house(clock="1m", now=now, seats={"O": "random"}) as h:
        links = h.begin()
        with h.sit(links["X"]) as x:
            x.play("a1")
            while len(x.log) < 2:
                x.until("state")
            assert x.view["clock"]["runs"] == "X"
            x.play(x.moves()[0])
            assert x.view["clock"]["runs"] == "O"


def test_a_restart_keeps_what_was_left(tmp_path: Path) -> None:
    now, path = Hand(), tmp_path / "games.sqlite"
    with house(path=path, clock="1m", now=now) as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            opened(x, o)
            now.at += 20
    now.at += 1_000  # it is down
    with house(path=path, now=now) as h, h.sit(links["X"]) as x:
        assert x.view["clock"] == {"left": {"X": 40, "O": 60}, "runs": "X"}
        now.at += 41
        assert "is over" in x.play("a2")["error"]
    with house(path=path, now=now) as h, h.sit(links["X"]) as x:
        assert x.view["result"] == "X lost on time"


def test_files_of_the_version_before_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path=path) as h:
        links = h.begin()
    base = sqlite3.connect(path)
    for column in ("clock", "times", "fallen", "drawn", "start", "changes", "before", "went_on"):
        base.execute(f"ALTER TABLE games DROP COLUMN {column}")
    base.execute("ALTER TABLE links DROP COLUMN host")
    base.execute("PRAGMA user_version = 1")
    base.commit()
    base.close()
    with house(path=path) as h, h.sit(links["X"]) as x:
        assert x.view["clock"] is None
        x.play("a1")
