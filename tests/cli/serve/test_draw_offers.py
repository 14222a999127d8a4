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
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o:
            o.ask("draw")
            x.play("a1")
            assert x.view["offer"] is None
            assert "nothing was asked" in x.ask("answer", yes=True)["error"]


def test_where_somebody_always_wins_or_a_computer_sits_there_is_none() -> None:
    with house("hex") as h, h.sit(next(iter(h.begin().values()))) as one:
        assert "draw" not in one.info["can"]
        assert "the rules know none" in one.ask("draw")["error"]
    with house() as h, h.sit(h.begin(seats={"O": "random"})["X"]) as x:
        assert "draw" not in x.info["can"]
