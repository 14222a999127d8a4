"""Games as somebody has observed them: what commands show, what is saved, and what is made of such files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hiding import POKER
from test_at_one_screen import cards, typed
from typer.testing import CliRunner

from cli.app import app
from interpreter import Game
from interpreter.game import observed
from interpreter.game.records import RecordError


@pytest.fixture
def poker(tmp_path: Path) -> Path:
    path = tmp_path / "three.gdl"
    path.write_text(POKER, encoding="utf-8")
    return path


@pytest.fixture
def saved(poker: Path, tmp_path: Path) -> Path:
    """What First has observed when Second has bet."""
    file = tmp_path / "first.yaml"
    rules = POKER.replace("if next = First", "if First.stake = 2 and next = First")
    poker.write_text(rules, encoding="utf-8")
    shown = typed(poker, "", "pass", "", "", "bet", "", "", f"save --as First {file}", "quit")
    assert "Saved the observations of First, and nothing else" in shown
    return file


def run(*words: str | Path) -> str:
    found = CliRunner().invoke(app, [*map(str, words)], catch_exceptions=False)
    return found.output


def test_a_game_is_shown_as_a_player_sees_it(poker: Path) -> None:
    assert cards(run("show", poker, "--seed", "3", "--as", "Second")) == {("First", "?"), ("Second", "1")}
    assert cards(run("show", poker, "--seed", "3")) == {("First", "?"), ("Second", "?")}
    assert cards(run("show", poker, "--seed", "3", "--open")) == {("First", "3"), ("Second", "1")}
    closed, opened = (run("show", poker, "--seed", "3", "--svg", "-", *more) for more in ((), ("--open",)))
    backs = 'stroke-dasharray="3 3"'
    assert (closed.count(backs), opened.count(backs)) == (2, 0)
    assert (">3<" in closed, ">1<" in closed, ">3<" in opened, ">1<" in opened) == (False, False, True, True)
    assert "give one of them" in run("show", poker, "--open", "--as", "Second")
    data = json.loads(run("show", poker, "--seed", "3", "--as", "Second", "--json"))
    assert data["seen by"] == "Second"
    assert data["position"]["variables"]["card"] == {"First": "?", "Second": 1}
    assert data["moves"] == []
    assert json.loads(run("show", poker, "--as", "First", "--json"))["moves"] == ["bet", "pass"]


def test_a_record_holds_everything_and_is_replayed_as_somebody_saw_it(poker: Path, tmp_path: Path) -> None:
    file = tmp_path / "all.yaml"
    shown = typed(poker, "", "bet", "", "", f"save {file}", "pass", "", "")
    assert "It holds everything, also the seed and what players don't see." in shown
    assert cards(run("replay", file, poker)) == {("First", "3"), ("Second", "1")}
    as_second = run("replay", file, poker, "--as", "Second")
    assert cards(as_second) == {("First", "?"), ("Second", "1")}
    assert "1. First: bet" in as_second
    assert "seed" not in as_second


def test_one_saves_what_one_has_observed_and_nobody_elses(poker: Path, tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    shown = typed(poker, "", f"save --as Second {file}", f"save --as Third {file}", "quit")
    assert "only Second can save their own observations" in shown
    assert "there is no player Third" in shown
    assert not file.exists()


def test_what_was_observed_holds_no_seed_and_no_secret(saved: Path) -> None:
    text = saved.read_text(encoding="utf-8")
    assert "seed" not in text
    assert "card First: 3" in text
    assert "card Second: '?'" in text
    assert "- [Second, bet]" in text or "[[Second, bet]]" in text


def test_what_was_observed_is_replayed(saved: Path, poker: Path) -> None:
    shown = run("replay", saved, poker)
    assert cards(shown) == {("First", "3"), ("Second", "?")}
    assert shown.index("1. First: pass") < shown.index("2. Second: bet")
    assert "it can be looked at, not gone on with" in shown
    assert "the rules can't be asked whether it was so" in shown
    assert "2. Second: bet" not in run("replay", saved, poker, "--turn", "1")
    assert "would need all of the game" in run("replay", saved, poker, "--as", "Second")


def test_nobody_goes_on_with_what_was_observed(saved: Path) -> None:
    assert "what somebody has observed of a game, not the game" in run("play", "--resume", saved)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seen by: First", "seen by: Fourth", "there is no player Fourth"),
        ("card First: 3", "purse First: 3", "this game has no `purse First`"),
        ("players: [First, Second]", "players: [First, Third]", "the players are First, Second, not First, Third"),
        ("gdl observed: 1", "gdl observed: 2", "gdl observed"),
        ("told:", "tolt:", "tolt"),
    ],
)
def test_what_was_tampered_with_is_refused_in_a_sentence(
    saved: Path, poker: Path, old: str, new: str, said: str
) -> None:
    text = saved.read_text(encoding="utf-8")
    assert old in text
    saved.write_text(text.replace(old, new, 1), encoding="utf-8")
    shown = run("replay", saved, poker)
    assert said in shown
    assert "Traceback" not in shown


def test_pieces_that_a_game_has_not_are_refused(tmp_path: Path) -> None:
    game = Game.load("tictactoe")
    head = {"gdl observed": 1, "game": "tictactoe", "rules": game.hash, "players": ["X", "O"]}
    file = tmp_path / "x.yaml"
    for sites, said in [({"a1": ["king of X"]}, "no piece `king of X`"), ({"z9": "?"}, "has no `z9`"),
                        ({"a1": "king"}, "should hold a list of pieces")]:  # fmt: skip
        file.write_text(json.dumps({**head, "beginning": {"sites": sites}}), encoding="utf-8")
        record = observed.read(file)
        assert record is not None
        with pytest.raises(RecordError, match=said):
            [*observed.replay(game, record)]


def test_there_is_no_page_of_a_game_that_hides_something(poker: Path, tmp_path: Path) -> None:
    shown = run("page", poker, "-o", tmp_path / "page.html")
    assert "a page holds the whole game" in shown
    assert "gdl serve" in shown
    assert not (tmp_path / "page.html").exists()
