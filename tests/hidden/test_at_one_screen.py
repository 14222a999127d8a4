"""Two people at one screen: it is handed over, and nothing is left on it of what the other may not see."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hiding import PLACING, POKER, THROW
from typer.testing import CliRunner

from cli.app import app

TO_FIRST, TO_SECOND = "Hand over to First; press Enter", "Hand over to Second; press Enter"
TWO = ("--seat", "First=human", "--seat", "Second=human")


@pytest.fixture
def poker(tmp_path: Path) -> Path:
    return _written(tmp_path / "three.gdl", POKER)


@pytest.fixture
def throw(tmp_path: Path) -> Path:
    return _written(tmp_path / "throw.gdl", THROW)


def _written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def typed(game: Path, *lines: str, options: tuple[str, ...] = TWO) -> str:
    """What is shown of a game in which these lines are typed; the seed deals 3 to First and 1 to Second."""
    words = ["play", str(game), "--seed", "3", "--no-record", *options]
    found = CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in lines), catch_exceptions=False)
    return found.stdout



def parts(shown: str) -> list[str]:
    """What was shown between two times that the screen was cleared."""
    return re.split(r"\n{40,}", shown)


def cards(part: str) -> set[tuple[str, str]]:
    """Whose card was shown as what."""
    return set(re.findall(r"^ *(First|Second) +(\d|\?)", part, re.MULTILINE))


def test_the_screen_is_handed_over_and_cleared(poker: Path) -> None:
    start, first, second, end = parts(typed(poker, "", "bet", "", "", "pass", "", ""))
    assert cards(start) == set()
    assert first.startswith(TO_FIRST)
    assert second.startswith(TO_SECOND)
    assert end.startswith("The game is over; press Enter")
    assert cards(first) == {("First", "3"), ("Second", "?")}
    assert cards(second) == {("First", "?"), ("Second", "1")}
    assert cards(end) == {("First", "?"), ("Second", "?")}


def test_who_moved_sees_what_came_of_it_before_the_screen_is_cleared(poker: Path) -> None:
    _, first, *_ = parts(typed(poker, "", "bet", "", "", "pass", "", ""))
    assert re.search(r"First +3 +2\n", first.partition("1. First: bet")[2])
    assert first.endswith("First, press Enter when you have seen it: ")


def test_who_comes_next_is_told_what_happened(poker: Path) -> None:
    *_, second, end = parts(typed(poker, "", "bet", "", "", "pass", "", ""))
    assert second.index("1. First: bet") < second.index("Second: Choose")
    assert end.index("1. First: bet") < end.index("2. Second: pass")


def test_the_seed_which_says_what_was_dealt_is_not_shown(poker: Path) -> None:
    assert "seed" not in typed(poker, "", "log", "quit")


def test_whoever_leaves_at_the_curtain_leaves(poker: Path) -> None:
    assert "Left after 0 turns" in typed(poker, "quit")


def test_against_computers_the_view_is_ones_own_until_the_end(poker: Path) -> None:
    shown = typed(poker, "bet", options=("--seat", "First=human", "--seat", "Second=random"))
    assert "Hand over" not in shown
    before, _, end = shown.partition("\n2. Second")
    assert cards(before) == {("First", "3"), ("Second", "?")}
    assert cards(end) == {("First", "3"), ("Second", "1")}


def test_of_decisions_together_nothing_is_told_till_all_have_decided(throw: Path) -> None:
    _, first, second, again = parts(typed(throw, "", "rock", "", "log", "position", "paper", "", "", "log"))
    assert "First> rock" in first
    assert "rock" not in second.partition("Second> paper")[0].replace("2 rock", "")
    assert "1. Second: paper First: rock" in second
    assert "1. First: rock Second: paper" in again


def test_a_lone_option_is_asked_for_as_it_may_be_a_secret(tmp_path: Path) -> None:
    rules = POKER.replace('choose "bet"', 'choose "bet" where me.card > 1')
    shown = typed(_written(tmp_path / "shy.gdl", rules), "", "bet", "", "", "pass")
    assert "Second: Choose “pass”.\n  1 pass\n" in shown
    assert "the only move" not in shown


# ---- taking back



def test_what_nobody_has_learnt_from_is_taken_back(tmp_path: Path) -> None:
    shown = typed(_written(tmp_path / "placing.gdl", PLACING), "", "a1", "undo", "log", "quit")
    assert "no turn yet" in shown


def test_what_somebody_may_have_learnt_from_is_not(poker: Path) -> None:
    shown = typed(poker, "bet", "undo", options=("--seat", "First=human", "--seat", "Second=human"))
    assert "Taken back" not in shown.partition("Hand over to Second")[0]
    shown = typed(poker, "", "bet", "", "", "undo", "log")
    assert "You can't take this back, because somebody may have learnt from it" in shown
    assert "1. First: bet" in shown.rpartition("log")[2]
