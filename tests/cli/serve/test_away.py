"""Who isn't here: everybody at a game is told which people have no page open."""

from __future__ import annotations

from serving import house


def test_pages_are_told_who_comes_and_who_leaves() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["watch"]) as w:
            assert w.view["away"] == ["X", "O"]
            with h.sit(links["X"]) as x:
                assert x.view["away"] == w.until("away")["players"] == ["O"]
                with h.sit(links["O"]) as o, h.sit(links["O"]):
                    assert x.until("away")["players"] == w.until("away")["players"] == o.view["away"] == []
                assert x.until("away")["players"] == ["O"]  # once both of O's pages are closed
            assert [w.until("away")["players"] for _ in range(2)] == [["O"], ["X", "O"]]


def test_computers_are_always_here() -> None:
    with house() as h, h.sit(h.begin(seats={"O": "random"})["X"]) as x:
        assert x.view["away"] == []
