"""A host changes the position of a running game: all go on from there, and nobody else can do it."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from itertools import filterfalse
from pathlib import Path
from random import Random
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")

from hiding import may_hide
from playing import load
from sample import daily
from serving import House, Person, house
from test_clocks import Hand, opened

from cli.web.page.seen import situation
from cli.web.serve.hosting import position
from cli.web.serve.kept import Kept
from cli.web.serve.match import Match
from gdl import library
from interpreter import Game
from interpreter.game import records

CORNERS = {"to move": "O", "pieces": {"stone of X": ["a1", "c3"], "stone of O": ["b1"]}}
OVER = {"to move": "O", "pieces": {"stone of X": ["a1", "b1", "c1"], "stone of O": ["a2", "b2"]}}


def place(h: House, token: str, person: Person, data: dict[str, Any] = CORNERS, **values: int) -> dict[str, Any]:
    """Change the position, as the page of somebody does who knows what this person knows."""
    known = {"ply": len(person.log), "takebacks": person.takebacks}
    return h.wish(token, "place", position=data, **{**known, **values})


def stones(person: Person) -> dict[str, str]:
    return {site: spot["pieces"][0][-1] for site, spot in person.view["sites"]["grid"].items()}


def changes(person: Person) -> int:
    """How often the host has changed the position, as far as somebody knows."""
    return person.view["placed"]["changes"] if person.view["placed"] else 0


def hears_of(person: Person, count: int = 1) -> None:
    """Wait until somebody knows of so many changes."""
    while changes(person) < count:
        person.until("state")


def test_all_go_on_from_there_and_are_told() -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["host"]) as host:
            assert (host.info["mine"], host.info["hosts"], "edit" in host.info["can"]) == ([], True, True)
            assert "editing" not in x.info and "edit" not in x.info["can"] and x.view["placed"] is None
            x.play("b2")
            host.until("state")
            assert place(h, links["host"], host) == {}
            for person in (x, o, host):
                hears_of(person)
                assert (stones(person), person.log) == ({"a1": "X", "c3": "X", "b1": "O"}, [])
                assert person.view["placed"]["changes"] == 1
                assert set(person.view["changed"]) == {"a1", "c3", "b1", "b2"}  # what was put there, and what is gone
            assert (len(o.moves()), x.moves()) == (6, [])
            assert "no choice of yours" in x.ask("undo")["error"]
            assert "error" not in o.play("b2")
            x.until("state")
            assert "error" not in x.play("c1")
            record = records.parsed(x.ask("record")["record"])
            assert record.comments == {"0": "The host changed the position."}
            steps = list(records.replay(Game.load("tictactoe"), record))
            assert [step.move.text for step in steps] == ["b2", "c1"]
            assert steps[-1].after.position()["pieces"] == {
                "stone of X": ["a1", "c1", "c3"], "stone of O": ["b1", "b2"]
            }  # fmt: skip


def test_the_game_until_then_can_be_watched_and_nothing_happens_there() -> None:
    with house(seats={"O": "random"}, clock="1m") as h:
        links = h.hosted()
        with h.sit(links["X"]) as x:
            x.play("b2")
            place(h, links["host"], x)
            while not (x.view["placed"] and x.view["moves"]):  # the computer goes on from there, too
                x.until("state")
            first = x.view["placed"]["before"]
            assert len(x.log) == 1 and x.log[0]["player"] == "O"
            place(h, links["host"], x)
            while x.view["placed"]["changes"] < 2:
                x.until("state")
            second = x.view["placed"]["before"]
        with h.sit(second) as before:
            assert (before.info["mine"], before.info["can"]) == ([], ["record", "goto"])
            assert (before.view["result"], len(before.log)) == ("the host changed the position", 1)
            assert before.view["placed"] == {"changes": 1, "before": first}
            assert not before.ask("view", ply=0)["view"]["isOver"]
        with h.sit(first) as before:
            assert before.log[0]["text"] == "b2" and before.view["placed"] is None
            assert before.view["clock"]["runs"] is None
            record = records.parsed(before.ask("record")["record"])
            assert record.comments == {str(len(before.log)): "The host changed the position."}
            assert len(list(records.replay(Game.load("tictactoe"), record))) == len(before.log)
            assert "only the host's link" in place(h, first, before)["error"]


def test_a_change_of_a_game_without_moves_leaves_nothing_behind() -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links["host"]) as host:
            place(h, links["host"], host)
            host.until("state")
            assert host.view["placed"] == {"changes": 1, "before": None}
            assert "error" not in place(h, links["host"], host, {"to move": "X"})


def test_links_lead_to_it_after_a_restart_and_a_rematch_has_a_host(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path=path) as h:
        links = h.hosted()
        with h.sit(links["X"]) as x:
            x.play("b2")
            place(h, links["host"], x)
    with house(path=path) as h, h.sit(links["O"]) as o, h.sit(links["host"]) as host, h.sit(links["X"]) as x:
        assert (len(stones(o)), len(o.moves()), o.view["placed"]["changes"]) == (3, 6, 1)
        with h.sit(o.view["placed"]["before"]) as before:
            assert [ply["text"] for ply in before.log] == ["b2"]
        o.ask("resign")
        assert place(h, links["host"], o)["error"] == "the game is over"
        o.ask("again")
        x.send(do="answer", id="yes", yes=True)
        token = host.until("again")["token"]
        with h.sit(token) as again:
            assert again.info["hosts"] and again.view["placed"] is None
            assert place(h, token, again) == {}


def test_offers_end_and_dice_are_others() -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            x.play("b2")
            o.until("state")
            x.ask("undo")
            o.until("state")
            place(h, links["host"], o)
            hears_of(o)
            assert o.view["offer"] is None
            assert "nothing was asked" in o.ask("answer", yes=True)["error"]
    with house("pig") as h:
        links = h.hosted()
        rolled = set()
        with h.sit(links["A"]) as a, h.sit(links["host"]) as host:
            for count in range(1, 9):
                beginning = h.wish(links["host"], "position", **{"from": "start", "ply": 0})["position"]
                place(h, links["host"], host, beginning)
                hears_of(host, count)
                hears_of(a, count)
                if "roll" in a.moves():
                    a.play("roll")
                    host.until("state")
                rolled.add(tuple(ply["text"] for ply in host.log))
        assert len(rolled) > 1


def test_clocks_run_on_and_nobody_gains() -> None:
    now = Hand()
    with house(clock="1m+5s", now=now) as h:
        links = h.hosted()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            opened(x, o)
            now.at += 20
            place(h, links["host"], x)
            hears_of(o)
            assert o.view["clock"] == {"left": {"X": 40, "O": 60}, "runs": "O"}
            now.at += 61
            assert place(h, links["host"], o)["error"] == "the game is over"
            while not o.view["isOver"]:
                o.until("state")
            assert o.view["result"] == "O lost on time"


# ---- what is refused


@pytest.mark.parametrize("who", ["X", "O", "watch"])
def test_only_the_host_may(who: str) -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links[who]) as one:
            assert place(h, links[who], one)["error"] == "only the host's link changes the position"
            for do, values in (("position", {"from": "now", "ply": 0}), ("try", {"position": {}})):
                assert "only the host's link" in h.wish(links[who], do, **values)["error"]
            assert "no game behind this link" in place(h, "x" * 24, one)["error"]
            assert place(h, h.hosted()["host"], one) == {}  # that of another game changes that one
            assert one.ask("view", ply=0)["view"]["sites"]["grid"] == {}


@pytest.mark.parametrize(("data", "said"), [
    ({"to move": "Z"}, "there is no player"),
    ({"pieces": {"stone of X": ["a1"], "stone of O": ["a1"]}}, "two pieces stand on a1"),
    ({"pieces": {"queen": ["a1"]}}, "there is no piece `queen`"), ({"pieces": [1, [2]]}, "must be a mapping"),
    ({"variables": {"x": 1}}, "there is no variable"), (OVER, "the game is over there already"),
    ({"over": {"win": ["X"]}}, "the game is over there already"), ({"seen": {}}, "seen"),
    ({"decision": 10**30}, "decision"),
    ({"pieces": {"x" * 5_000: ["a1"]}}, "there is no piece"), ({"to move": float("nan")}, "there is no player"),
])  # fmt: skip
def test_what_is_no_position_changes_nothing(data: dict[str, Any], said: str) -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links["X"]) as x:
            x.play("b2")
            refused = place(h, links["host"], x, data)["error"]
            assert said in refused and len(refused) < 10_000
            assert "error" not in h.wish(links["host"], "try", position=data)
            assert (x.ask("view", ply=9)["view"]["plies"], x.view["placed"]) == (1, None)


def test_two_pieces_on_one_site_have_no_notation() -> None:
    data = {"pieces": {"king of White": ["e1"], "queen of White": ["e1"]}}
    with house("chess") as h:
        found = h.wish(h.hosted()["host"], "try", position=data)
        assert (found["line"], found["over"]) == ("", None) and "two pieces stand on e1" in found["trouble"][0]


@pytest.mark.parametrize("wish", [
    None, 5, [], {}, {"do": "place"}, {"do": ["place"], "token": "x"}, {"do": "dance", "token": "x"},
    {"do": "try", "token": "x", "position": []}, {"do": "try", "token": 5, "position": {}},
    {"do": "place", "token": "x", "position": {}, "ply": True, "takebacks": 0},
    {"do": "place", "token": "x", "position": {}, "ply": "0", "takebacks": 0, "seats": {}},
    {"do": "position", "token": "x", "from": "y" * 64_001, "ply": 0},
    {"do": "try", "token": "x", "position": {"pieces": [[[[[[[[[["a1"]]]]]]]]]]}},
    {"do": "try", "token": "x", "position": {"pieces": "a1" * 70_000}},
    {"do": "try", "token": "x", "position": {"to move": "\ud800"}},
], ids=str)  # fmt: skip
def test_nonsense_is_told_and_goes_no_further(wish: Any) -> None:
    with house() as h:
        answer = h.host(wish)
        assert answer.status_code == 400 and answer.json()["error"]
        assert h.host(wish, origin="http://elsewhere").status_code == 403


def test_who_has_not_heard_of_a_move_is_told_first() -> None:
    with house() as h:
        links = h.hosted()
        with h.sit(links["X"]) as x:
            x.play("b2")
            assert place(h, links["host"], x, ply=0)["error"] == "the game has gone on meanwhile"
            assert place(h, links["host"], x, takebacks=3)["error"] == "the game has gone on meanwhile"
            assert place(h, links["host"], x) == {}


@pytest.mark.parametrize("text", ["rubbish", "{", "pieces: *a", "a: &a [*a]", "x" * 60_000, "[" * 60_000])
def test_a_text_that_is_none_is_told(text: str) -> None:
    with house() as h:
        token = h.hosted()["host"]
        assert h.wish(token, "position", **{"from": text, "ply": 0})["error"]


def test_where_players_hide_something_there_is_no_host() -> None:
    with house("kuhn_poker") as h:
        links = h.hosted()
        assert links["host"] == ""
        with h.sit(links["watch"]) as one:
            assert "only the host's link" in place(h, links["watch"], one)["error"]


# ---- every ruleset


@pytest.mark.parametrize("name", daily(filterfalse(may_hide, library.names())))
def test_every_position_can_be_put_again(name: str) -> None:
    """In the middle of a random game: what the editor begins with is a position in which the game can go on, shows the
    same, and has a record that replays."""
    game, random = load(name), Random(name)
    match = Match.of(Kept(name, game.hash, {}, None, 7, dict.fromkeys(game.players, "human")), game)
    for _ in range(12):
        match.take(match.and_on())
        if match.is_over:  # by lone options
            match = match.back_to(0)
        step = match.by_option(random.randrange(len(match.state.ways)))
        if step.state.is_over:
            break
        match.take(step)
    before = match.turns[0] if match.state.in_turn else match.state
    data = json.loads(json.dumps(position(match, "now", len(match.plies))))
    placed = match.placed(data, 11, "")
    shown, was = ({**situation(state.view(), []), "turn": 0} for state in (placed.state, before))
    assert shown == was
    assert len(placed.state.ways) == len(before.ways)
    placed.take(placed.and_on())
    assert placed.kept.changes == 1 and placed.takebacks == match.takebacks + 1


def test_files_of_older_versions_go_on(tmp_path: Path) -> None:
    """A file without hosts: its links sit down as ever."""
    path = tmp_path / "games.sqlite"
    with house(path=path) as h:
        links = h.begin()
    with closing(sqlite3.connect(path)) as base:
        for table, column in (("links", "host"), ("games", "changes"), ("games", "before"), ("games", "went_on")):
            base.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
        base.execute("PRAGMA user_version = 3")
        base.commit()
    with house(path=path) as h, h.sit(links["X"]) as x:
        assert "error" not in x.play("b2")
        assert "only the host's link" in place(h, links["watch"], x)["error"]
