"""`gdl page`, `gdl site`: files that are written, their size, bad input."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.web.page.build import page, setting
from gdl import library
from interpreter import Game

MOST = 400_000
"""Bytes that a page may take, as chess does."""
HUGE = """
game "Huge"

players A, B
type num = 1..5000
game has left: set of num = num

turn
  choose x in left
  left -= x

end
  draw if stuck
"""


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(words))
    return done.exit_code, done.output


def test_a_page_is_one_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "sparks.html"
    status, said = run("page", "sparks", "-o", str(path), "--also", "base=3", "--also", "base=3", "--also", "base=4")
    assert status == 0
    assert "2 settings" in said
    text = path.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>")
    assert len(re.findall(r"data-setting>", text)) == 2
    assert not re.search(r"""(?:src|href)=["']?(?:https?:)?//""", text)
    assert not re.search(r"\bunsafe-eval", text.replace("'wasm-unsafe-eval'", ""))
    assert "unsafe-inline" not in text


def test_the_same_rules_make_the_same_page() -> None:
    made = [page([Game.load("tictactoe")], ["tictactoe"]).html for _ in range(2)]
    assert made[0] == made[1]


@pytest.mark.parametrize("name", ["reversi", "sparks", "tictactoe"])
def test_the_computer_begins_at_its_last_level_as_in_the_terminal(name: str) -> None:
    game = Game.load(name)
    first, second = game.players
    assert setting(game, {}, name)["seats"] == {first: "human", second: "level:8"}
    shown = CliRunner().invoke(app, ["play", name, "--plain"], input="quit\n").stdout
    assert "(computer, level 8)" in shown.splitlines()[0]


@pytest.mark.parametrize("name", ["chess", "go", "backgammon", "spectral_reapers", "fire_and_ice"])
def test_pages_are_small(name: str) -> None:
    assert page([Game.load(name)], [name]).size < MOST


@pytest.mark.deep
def test_all_pages_are_small() -> None:
    sizes = {name: page([Game.load(name)], [name]).size for name in library.names()}
    assert {name: size for name, size in sizes.items() if size >= MOST} == {}


@pytest.mark.parametrize(("words", "said"), [
    (["nogame"], "there is no ruleset `nogame`"),
    (["sparks", "--also", "bas=3"], "did you mean `base`?"),
    (["sparks", "--also", "base"], "base"),
    (["sparks", "--also", ""], "--also: say a setting"),
    (["sparks", "--also", "players=many"], "should give the number of players"),
    (["sparks", "--also", "players=7"], "players"),
    (["sparks", "-o", "/proc/no/page.html"], "can't be written"),
    (["sparks", "-o", "/"], "/: is a folder; name a file in it"),
])  # fmt: skip
def test_bad_input(words: list[str], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    status, output = run("page", *words)
    assert status == 2
    assert said in output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("words", "name"), [
    (["page", "tictactoe", "-o", "site/tictactoe.html"], "tictactoe"),
    (["site", "site", "tictactoe"], "tictactoe"),
    (["site", "site", "tictactoe"], "index"),
])  # fmt: skip
def test_files_of_others_are_left_alone(
    words: list[str], name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pages of ours are made anew, whatever else is there only with --force."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "site" / f"{name}.html"
    path.parent.mkdir()
    path.write_text("<p>mine</p>")
    status, said = run(*words)
    assert (status, path.read_text()) == (2, "<p>mine</p>")
    assert "--force overwrites it" in said
    assert run(*words, "--force")[0] == 0
    assert path.read_text().startswith("<!doctype html>")
    assert run(*words)[0] == 0


def test_rules_from_standard_input_and_a_page_to_standard_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    rules = library.find("tictactoe").read_text(encoding="utf-8")
    done = CliRunner().invoke(app, ["page", "-", "-o", "-"], input=rules)
    assert (done.exit_code, done.output[:15]) == (0, "<!doctype html>")
    done = CliRunner().invoke(app, ["page", "-", "-o", "-", "--also", "m=4"], input=rules)
    assert (done.exit_code, "only once" in done.output) == (2, True)
    assert CliRunner().invoke(app, ["page", "-"], input=rules).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["Tic_tac_toe.html"]


@pytest.mark.parametrize(
    ("game", "why"), [("kuhn_poker", "its players hide things"), ("rock_paper_scissors", "its players decide at once")]
)
def test_what_a_page_would_tell_too_much_of(game: str, why: str, tmp_path: Path) -> None:
    status, said = run("page", game, "-o", str(tmp_path / "a.html"))
    assert (status, why in said, (tmp_path / "a.html").exists()) == (1, True, False)


def test_rules_that_cannot_be_compiled(tmp_path: Path) -> None:
    path = tmp_path / "huge.gdl"
    path.write_text(HUGE)
    status, said = run("page", str(path), "-o", str(tmp_path / "huge.html"))
    assert status == 1
    assert "can't become a page, as its rules can't be compiled" in said
    assert not (tmp_path / "huge.html").exists()
    status, said = run("site", str(tmp_path / "site"), str(path), "tictactoe")
    assert status == 1
    assert "Huge is left out" in said
    assert (tmp_path / "site" / "tictactoe.html").exists()


def test_a_site(tmp_path: Path) -> None:
    status, said = run("site", str(tmp_path), "hex", "tictactoe", "pig")
    assert status == 0
    assert "3 games" in said
    index = (tmp_path / "index.html").read_text(encoding="utf-8")
    for name in ("hex", "tictactoe", "pig"):
        assert f'href="{name}.html"' in index
        assert (tmp_path / f"{name}.html").exists()
        assert (tmp_path / "pictures" / f"{name}.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "Choose a game, and play it here" in index
    for aim in ("Join your two sides of the board", "Three of your stones in a row win.", "Be the first with a"):
        assert f"<p>{aim}" in index
    status, said = run("site", str(tmp_path), "hex", "hex")
    assert status == 2
