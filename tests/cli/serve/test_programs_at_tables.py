"""Programs in seats of `gdl serve`: the host names them, guests can't."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from serving import ORIGIN, house

from interpreter.bridges.programs import admit, end_all
from interpreter.players.specs import ADMITTED

FAKE = Path(__file__).parents[2] / "support" / "fake_engine.py"


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    yield
    end_all()
    ADMITTED.clear()


def fake(manner: str, file: Path) -> str:
    return f"uci:{shlex.join([sys.executable, str(FAKE), 'uci', manner, str(file)])}"


def test_the_hosts_program_plays_and_resigns(tmp_path: Path) -> None:
    for manner, after in (("good", "a7-a6"), ("resign", "")):
        spec = fake(manner, tmp_path / manner)
        admit(spec)
        with house("chess", seats={"Black": spec}) as h:
            links = h.begin()
            assert "Black" not in links
            with h.sit(links["White"]) as white:
                white.play("a2-a3")
                while len(white.log) < 2 and not white.view["result"]:
                    white.until("state")
                assert (white.log[-1]["text"] if after else white.view["result"]) == (after or "Black resigned")
        assert (tmp_path / manner).read_text(encoding="utf-8").count("\n") == 1


def test_guests_start_nothing_and_read_no_command(tmp_path: Path) -> None:
    named, other = fake("good", tmp_path / "named"), fake("good", tmp_path / "other")
    admit(named)
    with house("chess", seats={"Black": named}) as h:
        for seats in ({"Black": other}, {"White": other, "Black": "random"}, {"White": named}):
            answer = h.client.post("/games", json={"options": {}, "players": None, "seats": seats}, headers=ORIGIN)
            assert answer.status_code >= 400 and "can't be" in answer.text
        shown = h.client.get("/game").text
        assert "uci:python" in shown and "fake_engine.py" not in shown and str(tmp_path) not in shown
    assert not (tmp_path / "other").exists()


def test_a_program_that_is_kept_in_a_file_alone_is_not_started(tmp_path: Path) -> None:
    """After a restart without that seat: somebody plays on, at random."""
    spec, data = fake("good", tmp_path / "ran"), tmp_path / "games.sqlite"
    admit(spec)
    with house("chess", path=data, seats={"Black": spec}) as h:
        links = h.begin()
    ADMITTED.clear()
    with house("chess", path=data) as h, h.sit(links["White"]) as white:
        white.play("a2-a3")
        while len(white.log) < 2:
            white.until("state")
    assert not (tmp_path / "ran").exists()
