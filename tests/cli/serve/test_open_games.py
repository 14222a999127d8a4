"""The list of games that wait for somebody: off unless the host wants it, and each seat is taken once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")

from serving import ORIGIN, House, house

from cli.web.serve.limits import Limits


def begin(h: House, is_open: bool = True, **seats: str) -> dict[str, Any]:
    wishes = {"options": {}, "players": None, "seats": seats, "open": is_open}
    answer = h.client.post("/games", json=wishes, headers=ORIGIN)
    found: dict[str, Any] = answer.json()
    return found


def waiting(h: House) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = h.client.get("/open").json()["games"]
    return found


def take(h: House, game: object, seat: object) -> Any:
    return h.client.post("/open", json={"game": game, "seat": seat}, headers=ORIGIN)


def test_without_the_switch_there_is_no_list() -> None:
    with house() as h:
        assert h.client.get("/open").status_code == 404
        assert "listed" in begin(h)["error"]
        assert h.client.get("/game").json()["lists"] is False


def test_a_seat_is_taken_once_and_played_from() -> None:
    with house(limits=Limits(open_games=50)) as h:
        links = begin(h)["links"]
        assert list(links) == ["X"]  # nobody has the other seat's link, not even who began the game
        (game,) = waiting(h)
        assert game["seats"] == ["O"] and set(game) == {"game", "seats", "options"}
        token = take(h, game["game"], "O").json()["token"]
        assert waiting(h) == []
        late = take(h, game["game"], "O")
        assert (late.status_code, late.json()["error"]) == (422, "Somebody else has taken this seat.")
        with h.sit(links["X"]) as x, h.sit(token) as o:
            assert "error" not in x.play("a1")
            o.until("state")
            assert "error" not in o.play("b2")


def test_games_that_are_not_listed_are_not_shown_and_their_seats_not_given_away() -> None:
    with house(limits=Limits(open_games=50)) as h:
        assert set(begin(h, is_open=False)["links"]) == {"X", "O"}
        assert waiting(h) == []
        assert take(h, 1, "O").status_code == take(h, 1, "X").status_code == 422


def test_computers_seats_are_not_free_and_a_game_that_is_over_is_not_listed() -> None:
    with house(limits=Limits(open_games=50)) as h:
        assert list(begin(h, O="random")["links"]) == ["X"]
        assert waiting(h) == []
        links = begin(h)["links"]
        assert len(waiting(h)) == 1
        with h.sit(links["X"]) as x:
            x.ask("resign")
        assert waiting(h) == []


def test_the_list_outlives_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with house(path=path, limits=Limits(open_games=50)) as h:
        begin(h)
    with house(path=path, limits=Limits(open_games=50)) as h:
        (game,) = waiting(h)
        assert "token" in take(h, game["game"], "O").json()


@pytest.mark.parametrize(
    "body", [{}, {"game": 1}, {"game": "1", "seat": "O"}, {"game": True, "seat": "O"}, {"game": 2**60, "seat": "O"},
             {"game": 1, "seat": ["O"]}, {"game": 1, "seat": "O", "more": 1}, []],
)  # fmt: skip
def test_nonsense_is_refused(body: Any) -> None:
    with house(limits=Limits(open_games=50)) as h:
        answer = h.client.post("/open", json=body, headers=ORIGIN)
        assert answer.status_code == 400
        assert h.client.post("/open", json={"game": 1, "seat": "O"}).status_code == 403  # from a strange page
