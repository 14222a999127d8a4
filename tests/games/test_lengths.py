"""Short and clear: rules are as long as the README and docs/games.md say, and no longer than was promised."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from examples import DOCS
from lengths import lengths, rules_of

from gdl import library

ROW = re.compile(r"^\| (?:\[([^]]+)\]\(([^)]+)\)|([^|*]+?)) \| [^|]+ \| (\d+) \| [\d,]+ \|$", re.MULTILINE)
PAGES = [DOCS / "README.md", DOCS / "docs" / "games.md"]
WIDEST = 100
MOST = {
    "tictactoe": 15, "hex": 15,
    "breakthrough": 20, "connect_four": 20, "gomoku": 20,
    "reversi": 30, "oware": 30, "kalah": 30, "konane": 30, "amazons": 30,
    "go": 35,
    "draughts": 55, "nine_mens_morris": 55, "backgammon": 55,
    "chess": 100,
    "king_of_the_hill": 15, "three_check": 15, "atomic": 15, "antichess": 15, "crazyhouse": 15,
    "phantom_tictactoe": 25, "dark_hex": 25, "dark_chess": 15, "stratego": 69, "barrage": 5,
}  # fmt: skip


def titles() -> dict[str, str]:
    """The names of what ships, by title."""
    texts = {name: path.read_text(encoding="utf-8") for name, path in library.paths().items()}
    return {re.findall(r'^game "([^"]*)"', text)[0]: name for name, text in texts.items()}


def test_what_counts_as_a_line() -> None:
    text = """
game "Sample"  # a comment
  year 2001

# another
option size: 1..9 = 3 "# not a comment"
  "and more of it"

players A, B
board grid(size, size)  # the board

turn
  choose s in empty as "#{s}"

looks
  stone of A "#" "●" black
"""
    assert [line.split("  #")[0] for line in rules_of(text)] == [
        'game "Sample"', "players A, B", "board grid(size, size)", "turn", '  choose s in empty as "#{s}"',
    ]  # fmt: skip


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_lines_in_tables(page: Path) -> None:
    names, known = titles(), lengths()
    rows = ROW.findall(page.read_text(encoding="utf-8"))
    assert {title or plain: int(lines) for title, _, plain, lines in rows} == {
        title or plain: known[names[title or plain]] for title, _, plain, _ in rows
    }
    for title, link, _, _ in rows:
        assert not link or (page.parent / link).resolve() == library.paths()[names[title]].with_name("README.md")


def test_every_game_is_in_the_table() -> None:
    rows = ROW.findall(PAGES[1].read_text(encoding="utf-8"))
    assert {title or plain for title, _, plain, _ in rows} == set(titles())


@pytest.mark.parametrize("name", MOST)
def test_rules_are_short(name: str) -> None:
    assert lengths()[name] <= MOST[name]


@pytest.mark.parametrize("name", library.names())
def test_lines_are_not_crowded(name: str) -> None:
    assert all(len(line) <= WIDEST for line in library.paths()[name].read_text(encoding="utf-8").splitlines())
