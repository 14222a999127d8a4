"""Who may do what: which pages a server answers, how often, and what those who sit or look on may ask for."""

from __future__ import annotations

import json
import time

import pytest

from cli.web.page.scenes import scene_data
from cli.web.serve.guards import is_ours, is_own_page, name_of, own_names
from cli.web.serve.limits import Bucket, Buckets
from interpreter import Game
from tests.support.serving import house

NAMES = frozenset({"localhost", "games.example"})


@pytest.mark.parametrize(("host", "ours"), [
    ("localhost", True), ("LOCALHOST:8000", True), ("games.example:1", True), ("127.0.0.1:8000", True),
    ("[::1]:8000", True), ("10.1.2.3", True), ("evil.example", False), ("localhost.evil.example", False), ("", False),
    ("[", False), ("127.0.0.1.evil.example", False),
])  # fmt: skip
def test_a_host_is_ours_by_its_name_or_because_it_is_a_number(host: str, ours: bool) -> None:
    """DNS rebinding needs a name that is somebody else's; numbers belong to nobody."""
    assert is_ours(host, NAMES) is ours


@pytest.mark.parametrize(("host", "origin", "own"), [
    ("localhost:8000", "http://localhost:8000", True), ("games.example", "https://games.example", True),
    ("localhost", "HTTP://localhost", False), ("LOCALHOST", "http://localhost", True),
    ("localhost:8000", "http://localhost", False), ("localhost:8000", "http://localhost:8001", False),
    ("localhost", "http://evil.example", False), ("evil.example", "http://evil.example", False),
    ("localhost", "ftp://localhost", False), ("localhost", "localhost", False), ("localhost", "null", False),
    ("localhost", "", False), ("", "http://localhost", False), ("", "http://", False),
])  # fmt: skip
def test_only_pages_from_the_host_that_they_ask_are_our_own(host: str, origin: str, own: bool) -> None:
    assert is_own_page({"host": host, "origin": origin}, NAMES) is own
    assert not is_own_page({"host": host}, NAMES) and not is_own_page({"origin": origin}, NAMES)


def test_names_are_without_ports_and_in_small_letters() -> None:
    assert [name_of(host) for host in ("A.Example:80", "[::1]:5", "", "[")] == ["a.example", "::1", "", ""]
    assert {"localhost", "b.example"} <= own_names(["B.Example", ""]) and "" not in own_names([""])


def test_a_bucket_gives_a_burst_and_fills_again_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    bucket = Bucket(rate=2.0, size=3.0)
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] += 0.4
    assert not bucket.take()  # 0.8 of one
    now[0] += 0.1
    assert [bucket.take(), bucket.take()] == [True, False]
    now[0] += 1_000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_each_address_has_a_bucket_and_the_oldest_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    monkeypatch.setattr(Buckets, "MOST", 2)
    buckets = Buckets(1.0, 1.0)
    assert [buckets.take(address) for address in ("a", "a", "b", "b")] == [True, False, True, False]
    assert not buckets.take("a")  # which makes b the oldest
    assert [buckets.take("c"), buckets.take("a"), buckets.take("b")] == [True, False, True]


def test_who_looks_on_may_see_and_nothing_else() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["watch"]) as watcher:
            assert (watcher.info["mine"], watcher.info["can"]) == ([], ["record", "goto"])
            can = ["record", "goto", "undo", "draw", "resign", "again", "premove", "why"]
            assert (x.info["mine"], x.info["can"]) == (["X"], can)
            assert watcher.view["moves"] == [] and len(x.moves()) == 9
            assert watcher.play("a1")["error"].startswith("you are watching")
            assert watcher.ask("answer", yes=True)["error"].startswith("you are watching")
            for do in ("undo", "resign", "again", "hint"):
                assert watcher.ask(do)["error"].startswith("you are watching"), do
            assert watcher.ask("why", picks=["a1"])["error"].startswith("you are watching")
            assert watcher.ask("view", ply=0)["view"]["plies"] == 0
            assert "record" in watcher.ask("record")
            assert "error" not in x.play("a1")  # nothing has happened until now


def test_what_is_not_legal_is_answered_by_the_condition_it_fails() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            assert o.ask("why", picks=["a1"])["error"] == "it isn't your turn"
            x.play("a1")
            o.until("state")
            assert o.ask("why", picks=["a1"])["why"] == "X's stone is on a1"
            assert o.ask("why", picks=["b1"])["why"] == ""  # it can be played
            assert o.play("a1")["error"] == "`a1` is not legal now: X's stone is on a1."
            assert o.play("b7")["error"] == "`b7` is not a move of this game."


def test_why_tells_nothing_that_is_hidden() -> None:
    """Where the other's stone lies is what O finds out by trying, and not by asking."""
    with house("phantom_tictactoe") as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            x.play("a1")
            o.until("state")
            assert {o.ask("why", picks=[site])["why"] for site in ("a1", "b2", "c3")} == {""}


def test_each_is_shown_the_board_from_their_side() -> None:
    game = Game.load("breakthrough")
    with house("breakthrough") as h:
        links = h.begin()
        for seat in game.players:
            with h.sit(links[seat]) as person:
                assert person.info["scene"] == json.loads(json.dumps(scene_data(game, seat)))


def test_what_was_is_looked_at_and_not_played() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            x.play("a1")
            o.until("state")
            o.play("b2")
            x.until("state")
            assert len(x.moves()) == 7
            shown = [x.ask("view", ply=ply)["view"] for ply in (0, 1, 2, 9)]
    assert [(view["ply"], view["plies"], view["moves"]) for view in shown] == [(ply, 2, []) for ply in (0, 1, 2, 2)]


def test_who_sits_may_do_it_in_their_turn() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            assert o.ask("play", text="a1", ply=0, takebacks=0)["error"] == "it isn't your turn"
            assert o.ask("hint")["error"] == "there are no hints in a game between people"
            assert o.ask("answer", yes=True)["error"] == "nothing was asked, or not any more"
            assert o.ask("undo")["error"] == "there is no choice of yours to take back"
            assert x.play("a1", ply=1)["error"] == "the game has gone on meanwhile"
            assert x.play("a1", takebacks=1)["error"] == "the game has gone on meanwhile"
            assert "error" not in x.play("a1")
            assert x.ask("play", text="a2", ply=1, takebacks=0)["error"] == "it isn't your turn"
            o.until("state")
            assert "error" not in o.play("b1")
            assert "error" not in x.ask("undo")
            assert o.ask("undo")["error"] == "X asked to take back; answer that first"
            assert "error" not in o.ask("answer", yes=False)
            assert o.ask("answer", yes=True)["error"] == "nothing was asked, or not any more"
            assert (len(o.log), o.takebacks) == (2, 0)
            assert "error" not in x.ask("resign")
            assert x.ask("resign")["error"] == "the game is over"
            assert o.ask("play", text="c1", ply=2, takebacks=0)["error"] == "the game is over"


def test_a_lone_player_gets_hints_in_their_turn_and_takes_back_at_once() -> None:
    with house(seats={"O": "random"}) as h, h.sit(h.begin()["X"]) as x:
        assert x.info["can"] == ["record", "goto", "undo", "resign", "again", "premove", "why", "hint"]
        assert "error" not in x.play("b2")
        while len(x.log) < 2:
            x.hear()
        assert "error" not in x.ask("undo")
        assert (len(x.log), x.view["plies"], x.takebacks) == (0, 0, 1)


def test_nothing_is_taken_back_where_somebody_may_have_seen_something() -> None:
    with house("kuhn_poker") as h:
        links = h.begin()
        with h.sit(next(iter(links.values()))) as one:
            assert "undo" not in one.info["can"]
            assert one.ask("undo")["error"].startswith("moves can't be taken back in this game")
