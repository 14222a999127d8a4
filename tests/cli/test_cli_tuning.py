"""`gdl compare`, `gdl study --vary`, `gdl tune` and `--cluster`, as a user meets them."""

from __future__ import annotations

import csv
import io
import json
import socket
from contextlib import closing, nullcontext
from pathlib import Path
from typing import Any

import pytest
from command import gdl

from cli.reports import comparisons
from interpreter import Game
from interpreter.lab.tuning import trials
from interpreter.work.chunks import WorkersLostError

pytest.importorskip("optuna")
RULES = """\
game "Corner"

players A, B

option size: 2..3 = 2 "side"
option far: 1..size = 1 "pieces by three"

board grid(size, size)

pieces man of player

turn
  choose a in empty as "{a}"
  put man of me on a

end
  draw if count(man) = 3 * far
  win me if a1 in man of me
"""
PLAYED = ("--games", "60", "--search-games", "0")


@pytest.fixture
def corner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.chdir(tmp_path)
    Path("corner.gdl").write_text(RULES, encoding="utf-8")
    return "corner.gdl"


# ---- side by side --------------------------------------------------------------------------------


def test_options_side_by_side(corner: str) -> None:
    said = gdl("study", corner, "--vary", "size", "--vary", "far=1..3", *PLAYED, "--backend", "reference").stdout
    assert "size=2, far=3 can't be played: " in said
    assert "the option `far` takes a number of 1..2, not 3" in said
    assert "Sure differences from size=2, far=1 (95 %)" in said
    assert "size=3, far=1" in said


def test_a_comparison_for_programs(corner: str) -> None:
    words = ("compare", corner, "tictactoe", *PLAYED, "--backend", "reference", "--seed", "3")
    said = json.loads(gdl(*words, "--json").stdout)
    assert said["base"] == corner
    corners, ttt = said["games"]
    assert corners["differences"] is None
    ours, theirs = corners["study"]["metrics"]["turns.random"], ttt["study"]["metrics"]["turns.random"]
    assert ttt["differences"]["turns.random"]["value"] == pytest.approx(theirs["value"] - ours["value"], rel=1e-4)
    assert ttt["differences"]["turns.random"]["low"] > 0
    rows = list(csv.DictReader(io.StringIO(gdl(*words, "--csv", "-").stdout)))
    assert {row["game"] for row in rows} == {corner, "tictactoe"}
    assert float(next(row for row in rows if row["name"] == "turns.random")["value"]) == ours["value"]


def test_a_page_with_a_plot_for_each_figure(corner: str) -> None:
    gdl("study", corner, "--vary", "size", *PLAYED, "--backend", "reference", "--html", "page.html")
    page = Path("page.html").read_text(encoding="utf-8")
    assert page.count("<svg") == page.count("<figcaption") > 10
    assert "size=2" in page
    assert "http://" not in page.replace("http://www.w3.org", "")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("compare", "corner.gdl"), "there is nothing to compare: name two games, or vary an option"),
        (("compare", "corner.gdl", "nosuch"), "there is no ruleset `nosuch`"),
        (("compare", "corner.gdl", "tictactoe", "--strength", "4,2"), "--strength 4,2: should be numbers"),
        (("study", "corner.gdl", "--vary", "sise"), "Corner has no option `sise`; did you mean `size`?"),
        (("study", "corner.gdl", "--vary", "size=4"), "--vary size: it takes 2..3, not 4"),
        (("study", "corner.gdl", "--vary", "size", "--set", "size=2"), "`size` is both set and varied"),
        (("study", "corner.gdl", "--vary", "far=1..99"), "--vary gives 99 combinations, and at most 64 are compared"),
        (("study", "corner.gdl", "--vary", "size", "--parquet", "x"), "are for one game alone"),
        (("study", "corner.gdl", "--vary", "size", "--html", "corner.gdl/x"), "/x: can't be written: Not a directory"),
    ],
)
def test_what_cant_be_compared(corner: str, words: tuple[str, ...], message: str) -> None:
    assert message in gdl(*words, status=2).stderr


def test_nothing_that_can_be_played(corner: str) -> None:
    said = gdl("study", corner, "--vary", "far=3..4", *PLAYED, status=1)
    assert said.stdout.count("can't be played") == 2


def test_what_was_compared_is_kept(corner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, done = comparisons._column, []

    def column(*arguments: Any) -> Any:
        if done:
            raise KeyboardInterrupt
        done.append(1)
        return whole(*arguments)

    monkeypatch.setattr(comparisons, "_column", column)
    said = gdl("study", corner, "--vary", "size", *PLAYED, "--backend", "reference", status=130).stdout
    assert "size=2" in said
    assert "size=3" not in said


# ---- tuning --------------------------------------------------------------------------------------


def test_the_best_options_are_found_and_the_study_goes_on(corner: str) -> None:
    """Drawn are 1/2 of the games with side 2, 7/9 with side 3."""
    goal = ("--goal", "drawn.random > 70%")
    words = ("tune", corner, "--vary", "size", "--vary", "far=1..3", *goal, "--storage", "a.db")
    first = gdl(*words, *PLAYED, "--trials", "6")
    assert "6 trials: " in first.stdout
    assert "1 that can't be played" in first.stdout
    assert "  size=2, far=3 can't be played: " in first.stdout
    assert "more about the best one: gdl study corner.gdl --set size=3 --set far=1" in first.stdout
    again = gdl(*[word.replace("--storage", "--study") for word in words], *PLAYED, "--trials", "6", "--json")
    assert "--study is called --storage now" in again.stderr
    said = json.loads(again.stdout)
    assert said["best"]["options"] == {"size": 3, "far": 1}
    assert len(said["trials"]) == 6
    assert said["goals"] == ["drawn.random > 70%"]
    refused = gdl(*words, *PLAYED, "--seed", "1", status=2)
    assert "a.db: that study was begun with another seed (0; now 1)" in refused.stderr


@pytest.mark.parametrize(
    ("stopped", "status", "message"), [(KeyboardInterrupt(), 130, ""), (WorkersLostError("the end"), 2, "gdl: the end")]
)
def test_what_was_tried_is_kept(
    corner: str, monkeypatch: pytest.MonkeyPatch, stopped: BaseException, status: int, message: str
) -> None:
    every = trials.tune

    def one_trial(*arguments: Any) -> Any:
        yield next(every(*arguments))
        raise stopped

    monkeypatch.setattr("cli.reports.tuning.tuning", one_trial)
    said = gdl("tune", corner, "--vary", "size", "--goal", "length > 2", *PLAYED, status=status)
    assert "1 trial: 1 played to the end" in said.stdout
    assert message in said.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--goal", "balance"), "say what to vary: --vary OPTION=VALUES"),
        (("--goal", "balanc", "--vary", "size"), "did you mean `balance`?"),
        (("--goal", "drama", "--vary", "size"), "`drama` comes from games of search, and there are none here"),
        (("--goal", "length < 40", "--vary", "size=9"), "it takes 2..3, not 9"),
        (("--goal", "length < 40", "--vary", "size", "--study", "corner.gdl"), "is no study of `gdl tune`"),
    ],
)
def test_what_cant_be_tuned(corner: str, words: tuple[str, ...], message: str) -> None:
    assert message in gdl("tune", corner, *PLAYED, *words, status=2).stderr
    assert Path(corner).read_text(encoding="utf-8") == RULES


def test_a_goal_is_needed(corner: str) -> None:
    assert "--goal" in gdl("tune", corner, "--vary", "size", status=2).stderr


def test_an_extra_that_isnt_installed(corner: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.options.extras.find_spec", lambda name: None)
    for words, name in (
        (("tune", corner, "--goal", "balance", "--vary", "size"), "study"),
        (("compare", corner, "tictactoe"), "study"),
        (("simulate", corner, "--cluster", "tcp://localhost:1"), "cluster"),
        (("train", corner, "--cluster", "tcp://localhost:1"), "cluster"),
    ):
        said = gdl(*words, status=2).stderr
        assert f"pip install 'gdl-interpreter[{name}]'" in said
        assert said.count("\n") == 1


# ---- a cluster -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("simulate", "corner.gdl", "--cluster", "localhost"), "is no address of a scheduler, such as tcp://localhost:8786"),
        (("simulate", "corner.gdl", "--cluster", "tcp://localhost:1", "--jobs", "2"), "leave one of the two out"),
        (("perft", "corner.gdl", "--turns", "2", "--cluster", "tcp://localhost:1"), "use it with --divide"),
        (("match", "corner.gdl", "random", "random", "--cluster", "http://x:1"), "is no address of a scheduler"),
    ],
)
def test_what_a_cluster_cant_do(corner: str, words: tuple[str, ...], message: str) -> None:
    pytest.importorskip("distributed")
    assert message in gdl(*words, status=2).stderr


def test_no_scheduler(corner: str) -> None:
    pytest.importorskip("distributed")
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        port = server.getsockname()[1]
    for words in (("simulate", corner), ("match", corner, "random", "random"), ("study", corner),
                  ("perft", corner, "--turns", "1", "--divide"), ("train", corner), ("compare", corner, "tictactoe"),
                  ("tune", corner, "--goal", "balance", "--vary", "size")):  # fmt: skip
        said = gdl(*words, "--cluster", f"tcp://127.0.0.1:{port}", status=2).stderr
        assert f"tcp://127.0.0.1:{port}: no scheduler can be reached" in said
        assert "dask scheduler" in said


@pytest.mark.parametrize("command", ["simulate", "match"])
def test_what_came_before_the_workers_were_lost_is_kept(
    corner: str, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    class Leaving:
        size, aim = 1, 1e-9

        def each(self, work: Any, tasks: Any) -> Any:
            yield work(Game.load(corner), next(iter(tasks)))
            raise WorkersLostError("tcp://a:1: the scheduler is gone; what was done until then is kept")

    where = "cli.commands.match" if command == "match" else "cli.options.clusters"
    monkeypatch.setattr(f"{where}.hiring", lambda *_: nullcontext(lambda game: Leaving()))
    words = ("random", "random") if command == "match" else ()
    said = gdl(command, corner, *words, "--games", "500", "--cluster", "tcp://a:1", status=2)
    assert "the scheduler is gone; what was done until then is kept" in said.stderr
    assert "per cent, with 95 % intervals" in said.stdout
    assert "500" not in said.stdout.splitlines()[0]
