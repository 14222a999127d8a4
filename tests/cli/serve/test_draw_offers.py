"""Draw offers: all have to agree, and only rules that know draws have them."""

from __future__ import annotations

from pathlib import Path

from serving import house


def test_a_draw_is_offered_refused_and_agreed(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path=path) as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as w:
            assert "draw" in x.info["can"] and "draw" not in w.info["can"]
            assert "you are watching" in w.ask("draw")["error"]
            x.ask("draw")
            o.until("state")
            assert o.view["offer"] == {"by": "X", "what": "draw", "waiting": ["O"]}
            assert "X asked to agree to a draw" in o.ask("draw")["error"]
            o.ask("answer", yes=False)
            assert o.view["offer"] is None and not o.view["isOver"]
            for one in (x, w):  # the page tells who asked, and who looks on; who refuses knows it
                assert one.until("refusal") == {"is": "refusal", "by": "O"}
            o.ask("draw")
            x.ask("answer", yes=True)
            assert (x.view["isOver"], x.view["result"]) == (True, "draw by agreement")
            assert x.view["outcomes"] == {"X": "draw", "O": "draw"}
            assert "over" in x.play("a1")["error"] and "over" in x.ask("draw")["error"]
    with house(path=path) as h, h.sit(links["O"]) as o:
        assert o.view["result"] == "draw by agreement"


def test_a_move_takes_an_offer_away() -> None:
    """All are told so, also who comes later, until the next move or another offer."""
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as w:
            assert x.view["dropped"] is None
            o.ask("draw")
            x.play("a1")
            assert "nothing was asked" in x.ask("answer", yes=True)["error"]
            with h.sit(links["O"]) as again:
                for one in (x, o, w, again):
                    while not one.log:
                        one.until("state")
                    assert one.view["offer"] is None
                    assert one.view["dropped"] == {"by": "O", "what": "draw", "move": True}
            o.play("b1")
            assert o.view["dropped"] is None
            o.ask("undo")
            while not x.view["offer"]:
                x.until("state")
            assert "error" not in x.play("c3")
            assert x.view["dropped"] == {"by": "O", "what": "undo", "move": True}


def test_who_takes_an_offer_back_or_is_refused() -> None:
    """Others learn that it was taken back. A refusal is told by its own message."""
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            o.ask("draw")
            o.ask("answer", yes=False)
            while not x.view["dropped"]:
                x.until("state")
            assert x.view["dropped"] == {"by": "O", "what": "draw", "move": False}
            x.ask("draw")
            assert x.view["dropped"] is None
            o.ask("answer", yes=False)
            assert (o.view["offer"], o.view["dropped"]) == (None, None)


def test_where_somebody_always_wins_or_a_computer_sits_there_is_none() -> None:
    with house("hex") as h, h.sit(next(iter(h.begin().values()))) as one:
        assert "draw" not in one.info["can"]
        assert "the rules know none" in one.ask("draw")["error"]
    with house() as h, h.sit(h.begin(seats={"O": "random"})["X"]) as x:
        assert "draw" not in x.info["can"]
