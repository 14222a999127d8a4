"""Situations that look the same to a player, and in which the player has other moves: found by playing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from patience import HANGS
from sample import daily
from typer.testing import CliRunner

from cli.app import app
from gdl.text.source import Source
from interpreter.game.game import Game
from interpreter.lab.lint import alike
from interpreter.lab.lint.alike import Alike, search, texts
from interpreter.lab.lint.judge import BRIEF, judge

pytestmark = pytest.mark.usefixtures("unhurried")
FOLDER = Path(__file__).parents[1] / "leaks"
PLAYED = sorted(path for path in FOLDER.glob("*.gdl") if "R617" not in path.read_text(encoding="utf-8"))
LEAKY = sorted(FOLDER.glob("*_leaky.gdl"))


CODES = {"options": "H970", "typed": "H970", "unseen": "H971", "order": "H972", "text": "H973"}
FEW = 2_500
"""Moves that suffice to find each leak of these games that shows in play."""


@pytest.fixture
def unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is played is counted in moves; the clock is only there against hanging."""
    monkeypatch.setattr(alike, "SECONDS", HANGS)


def pairs(path: Path, plays: int = FEW) -> list[Alike]:
    """What is found in a ruleset."""
    return search(Game.of(Source(path.name, path.read_text(encoding="utf-8"))), 0, lambda: True, plays)[0]


def expected(path: Path) -> set[str]:
    """What playing is to find in it."""
    return set(re.findall(r"\bH97\d", path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", daily(PLAYED, 4), ids=lambda path: path.stem)
def test_what_playing_shows_is_what_is_expected(path: Path) -> None:
    found = pairs(path)
    assert {CODES[pair.sort] for pair in found} == expected(path)
    for pair in found:
        assert pair.one != pair.other
        assert pair.shown
        if pair.sort in ("order", "unseen"):
            assert pair.one.observations(pair.player) == pair.other.observations(pair.player)
            assert pair.one.information(pair.player) != pair.other.information(pair.player)
            continue
        assert pair.one.information(pair.player) == pair.other.information(pair.player)
        assert pair.one.view(pair.player).position() == pair.other.view(pair.player).position()
        assert (pair.sort == "options") == (pair.one.to_move == pair.player and texts(pair.one) != texts(pair.other))


@pytest.mark.deep
@pytest.mark.parametrize("path", [path for path in PLAYED if path not in LEAKY], ids=lambda path: path.stem)
def test_fair_games_stay_fair_however_long_they_are_played(path: Path) -> None:
    assert pairs(path, 10_000) == []


@pytest.mark.parametrize("path", LEAKY, ids=lambda path: path.stem)
def test_each_leak_is_found_by_reading_or_by_playing(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert re.search(r"# expect (H9|R617)", text), "the file doesn't say where it leaks"


def test_a_witness_can_be_played_from_the_beginning() -> None:
    for pair in pairs(FOLDER / "stratego_leaky.gdl"):
        for state in (pair.one, pair.other):
            again = state.game.beginning()
            for text in state.line:
                again = again.play(text)
            assert again == state


def test_the_finding_shows_both_situations() -> None:
    source = Source("tricks.gdl", (FOLDER / "tricks_options_leaky.gdl").read_text(encoding="utf-8"))
    (found,) = judge(source, {"H970"}, BRIEF).findings
    assert found.finding.severity == "error"
    assert "look the same to" in found.finding.message
    assert "one: " in found.finding.message
    assert "the other: " in found.finding.message
    assert "\n" not in found.finding.message
    assert "hand" in found.finding.message
    assert found.finding.span.line == 23


def test_it_ends_when_the_time_is_up() -> None:
    game = Game.of(Source("x.gdl", (FOLDER / "castles.gdl").read_text(encoding="utf-8")))
    assert search(game, 0, lambda: False) == ([], 0)


def test_many_pairs_are_compared() -> None:
    for name in ("kuhn", "tricks", "castles"):
        game = Game.of(Source(name, (FOLDER / f"{name}.gdl").read_text(encoding="utf-8")))
        found, compared = search(game, 0, lambda: True, 2_000)
        assert not found
        assert compared >= 50, name


@pytest.mark.parametrize(("name", "status", "said"), [
    ("stratego", 0, "pairs of positions that look alike to the player who decides: the same moves in both"),
    ("castles_leaky", 1, "two positions look the same to Black, who has other moves in them"),
])  # fmt: skip
def test_selftest_compares_them_too(name: str, status: int, said: str) -> None:
    done = CliRunner().invoke(app, ["selftest", str(FOLDER / f"{name}.gdl"), "--games", "2"])
    assert done.exit_code == status, done.output
    assert said in done.output


def test_games_that_hide_nothing_are_not_searched() -> None:
    done = CliRunner().invoke(app, ["selftest", "tictactoe", "--games", "2"])
    assert done.exit_code == 0
    assert "alike" not in done.output
