"""`gdl study` as people and programs use it: what it prints and writes, and how it ends when something goes wrong."""

from __future__ import annotations

import csv
import io
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pyarrow.parquet as pq
import pytest
from interrupting import started
from patience import HANGS
from sample import daily
from typer.testing import CliRunner

from cli.app import app
from cli.options.exits import COULD_NOT_RUN, INTERRUPTED
from gdl import library
from interpreter import Game
from interpreter.lab.study.gather import Progress, gather
from interpreter.lab.study.plan import Plan
from interpreter.work.chunks import Workers

QUICK = ("--games", "200", "--search-games", "8", "--strength", "8,16")


def gdl(*words: str) -> str:
    result = CliRunner().invoke(app, ["study", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_the_text_says_figures_with_intervals_and_what_is_left_out() -> None:
    said = gdl("tictactoe", *QUICK)
    assert "Tic-tac-toe: 200 random games and 8 search games, seed 0; with 95 % intervals" in said
    assert re.search(r"Points of the first player, random games +\d+\.\d %  \(\d+\.\d – \d+\.\d\)", said)
    assert re.search(r"States that can be reached +5,478  \(exactly\)", said)
    for family in ("Results", "Length", "Choices", "Skill and tension", "Openings", "Board and pieces", "Size"):
        assert f"\n{family}\n" in said
    alone = gdl("peg_solitaire", "--games", "50", "--search-games", "0")
    assert re.search(r"Left out\n(.*\n)*  first_player.*: there is one player only", alone)


def test_that_games_have_no_end_is_said_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the long work begins: when the first random games have been broken off."""
    monkeypatch.setattr("cli.reports.studies.gather", short)
    rules = tmp_path / "endless.gdl"
    text = 'game "Endless"\nplayers A, B\ngame has n: 0..2\nturn\n  choose k in 0..1\n  n = k\nend\n  win me if n = 2\n'
    rules.write_text(text, encoding="utf-8")
    words = ["study", str(rules), "--games", "400"]
    result = CliRunner().invoke(app, words)
    assert re.match(r"gdl: Endless: none of \d+ random games ended within 200 plies, so most figures", result.stderr)
    assert "random games hadn't ended after 200 plies" in result.stdout
    assert CliRunner().invoke(app, ["study", "tictactoe", *QUICK]).stderr == ""


def short(game: Game, plan: Plan, workers: Workers) -> Iterator[Progress]:
    """What a study gathers until its first games have been played."""
    for progress in gather(game, replace(plan, plies_limit=200, search_games=0), workers):
        yield progress
        if progress.gathered.random.endless:
            return


def test_the_contract_for_programs() -> None:
    data = json.loads(gdl("breakthrough", *QUICK, "--json"))
    assert data["game"] == "breakthrough"
    assert data["games"] == {"random": 200, "traced": 200, "search": 8}
    assert data["coverage"] is None
    for name, metric in data["metrics"].items():
        assert {"value", "low", "high", "unit", "source"} <= set(metric), name
    assert data["metrics"]["drawn.random"]["value"] == 0


def test_the_same_seed_and_options_give_the_same_figures() -> None:
    one, two, other = (gdl("sparks", *QUICK, "--json", *more)
                       for more in (["--jobs", "1"], ["--jobs", "2"], ["--seed", "1"]))  # fmt: skip
    assert one == two
    assert one != other


def test_tables(tmp_path: Path) -> None:
    figures, decisions = tmp_path / "figures.csv", tmp_path / "games.parquet"
    gdl("pig", *QUICK, "--csv", str(figures), "--parquet", str(decisions))
    rows = list(csv.DictReader(io.StringIO(figures.read_text(encoding="utf-8"))))
    by_name = {row["name"]: row for row in rows}
    assert by_name["options"]["value"] == "2.0"
    assert by_name["turns.random"]["unit"] == "turns"
    table = pq.read_table(decisions).to_pylist()
    assert {row["sort"] for row in table} == {"random", "search"}
    assert {row["options"] for row in table} == {2}
    games = {row["game"] for row in table if row["sort"] == "random"}
    assert games == set(range(200))
    points = {(row["sort"], row["game"], row["player"]): row["points"] for row in table}
    assert all(points["random", game, player] in (0.0, 1.0) for game in games for player in "AB"
               if ("random", game, player) in points)  # fmt: skip
    assert all(row["move"] in ("roll", "hold") for row in table if row["sort"] == "search")
    assert pq.read_schema(decisions).metadata[b"game"] == b"pig"


def test_figures_can_go_to_standard_output_alone() -> None:
    said = gdl("pig", *QUICK, "--csv", "-")
    assert said.startswith("game,name,title,value,low,high,unit,source,note\n")
    assert len(list(csv.reader(io.StringIO(said)))) == said.count("\n")


@pytest.mark.parametrize(("game", "boards"), daily([("breakthrough", 6), ("spectral_reapers", 5), ("pig", 0)], 3, ()))
def test_the_page_needs_nothing_from_elsewhere(game: str, boards: int, tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    gdl(game, *QUICK, "--html", str(file))
    page = file.read_text(encoding="utf-8")
    assert not re.search(r"""(src|href)\s*=\s*(?!\\?["']?#)|@import|url\(\s*(?!["']?#)""", page)
    assert page.count('<svg class="plot"') == 4
    assert page.count('<svg class="board"') >= boards
    assert "#010203" not in page
    for svg in re.findall(r"<svg .*?</svg>", page, re.S):
        ElementTree.fromstring(svg.replace("&nbsp;", " "))
    frames = [json.loads(text) for text in re.findall(r'<script type="application/json">(.*?)</script>', page, re.S)]
    assert 1 <= len(frames) <= 3
    for one in frames:
        assert all(max(before, after) < len(one["parts"]) for f in one["frames"] for _, before, after in f["changes"])


def test_the_rules_with_counts_in_the_margin() -> None:
    said = gdl("tictactoe", "--games", "200", "--search-games", "0", "--coverage")
    assert re.search(r"^ *[\d,]+ +choose s in empty asking ", said, re.M)
    assert re.search(r"^ +game \"Tic-tac-toe\"$", said, re.M)
    data = json.loads(gdl("tictactoe", "--games", "200", "--search-games", "0", "--coverage", "--json"))
    (lines,) = data["coverage"]["files"].values()
    rules = library.paths()["tictactoe"].read_text(encoding="utf-8").splitlines()
    choose, draw = (next(i for i, line in enumerate(rules, 1) if word in line) for word in ("choose ", "draw if"))
    assert lines[str(choose)]["count"] > lines[str(draw)]["count"] > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tictactoe", "--strength", "400,100"], "the fewest first"),
        (["tictactoe", "--strength", "fast"], "numbers of iterations"),
        (["tictactoe", "--html", "/dev/null/report.html"], "/dev/null/report.html"),
        (["tictactoe", "--csv", "/"], "is a folder; name a file in it"),
        (["tictactoe", "--games", "0"], "--games"),
        (["no_such_game"], "no_such_game"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_before_anything_is_played(words: list[str], said: str) -> None:
    result = CliRunner().invoke(app, ["study", *words])
    assert result.exit_code == COULD_NOT_RUN
    assert said in result.output
    assert "Traceback" not in result.output


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="a device that is always full")  # noqa: PTH110
def test_a_full_disk_is_said() -> None:
    result = CliRunner().invoke(app, ["study", "tictactoe", *QUICK, "--parquet", "/dev/full/games.parquet"])
    assert result.exit_code == COULD_NOT_RUN
    assert "games.parquet" in result.output


def test_an_extra_that_is_not_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cli.options.extras.find_spec", lambda name: None if name == "numpy" else object())
    result = CliRunner().invoke(app, ["study", "tictactoe"])
    assert result.exit_code == COULD_NOT_RUN
    assert "pip install 'gdl-interpreter[study]'" in result.output


WITH_AN_INTERRUPTION = """
import os, signal
from threading import Timer
from cli.main import main
from interpreter.lab.study import gather as module
gather = module.gather

def interrupted(*given):
    is_sent = False
    for progress in gather(*given):
        if progress.gathered.random.games == 500 and not is_sent:
            is_sent = True
            Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        yield progress

module.gather = interrupted
main()
"""
"""`gdl`, and somebody who presses Ctrl-C a little after the random games were played: while others are searched."""


def test_whoever_interrupts_gets_what_is_done() -> None:
    words = ["study", "breakthrough", "--games", "500", "--search-games", "5000", "--json"]
    with started([sys.executable, "-c", WITH_AN_INTERRUPTION, *words]) as process:
        out, _ = process.communicate(timeout=HANGS)
    assert process.returncode == INTERRUPTED
    data = json.loads(out)
    assert data["games"]["random"] == 500
    assert data["complete"] is False
    assert "options" in data["metrics"]


def test_what_is_no_page_or_table_is_never_overwritten(tmp_path: Path) -> None:
    rules = tmp_path / "mine.gdl"
    rules.write_text('game "Mine"\n', encoding="utf-8")
    for option in ("--html", "--csv", "--parquet"):
        result = CliRunner().invoke(app, ["study", "tictactoe", option, str(rules)])
        assert result.exit_code == COULD_NOT_RUN
        assert f"isn't what {option} writes" in result.output
    assert rules.read_text(encoding="utf-8") == 'game "Mine"\n'


def test_pages_and_tables_are_written_anew(tmp_path: Path) -> None:
    """Hex removes stones, which is watched for its mover: what needn't happen has no place in the page."""
    files = {f"--{kind}": str(tmp_path / f"o.{kind}") for kind in ("html", "csv", "parquet")}
    words = ["hex", "--set", "size=3", "--games", "50", "--search-games", "0"]
    for _ in range(2):
        gdl(*words, *(word for pair in files.items() for word in pair))
