"""Lint that plays: a rule finds what its bad example has, nothing in its good one; ignoring, budgets, witnesses."""

import json
import re

import pytest
from sample import daily
from typer.testing import CliRunner

from cli.app import app
from gdl.lint import RULES
from gdl.text.source import Source
from interpreter.errors import RuleError
from interpreter.game import records
from interpreter.game.game import Game
from interpreter.lab.lint.judge import BRIEF, Effort, judge, play_rules

run = CliRunner()

ALWAYS_STUCK = """game "Walk"

players White, Black
board grid(3, 3)
pieces stone of player

setup
  put stone of White on a1
  put stone of Black on c3

turn
  choose a in mine, b in a.{N, E} & empty
  move a to b

end
  win me if some mine & b2 and some theirs & b2

looks
  stone of White "W"
  stone of Black "B"
"""


@pytest.mark.parametrize("code", daily(sorted(play_rules()), 6))
def test_examples(code):
    rule = RULES[code]
    bad, good = (judge(Source("example.gdl", text), {code}, BRIEF).findings for text in (rule.bad, rule.good))
    assert bad, "nothing is found in the bad example"
    assert all(one.finding.code == code and one.finding.hint for one in bad)
    assert not good


CUT_SHORT = """game "Cut short"

players White, Black
game has points: 0..2
game has turns: 0..9

turn
  choose n in 1..2
  points += n
  turns += 1 if points > 1
  turns += 1 if turns > 5

end
  win me if turns > 8
"""


def test_games_that_were_cut_short_do_not_show_what_never_happens():
    said = [one.finding for one in judge(Source("cut.gdl", CUT_SHORT), None, BRIEF).findings]
    assert "G303" in {f.code for f in said}
    assert not {"G101", "G102", "G103", "G104", "G105"} & {f.code for f in said}
    fixed = CUT_SHORT.replace("points: 0..2", "points: 0..99").replace("turns > 8", "turns > 3")
    assert "G103" in {one.finding.code for one in judge(Source("cut.gdl", fixed), None, BRIEF).findings}


def lint(*words):
    return run.invoke(app, ["lint", *words])


@pytest.fixture
def walk(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    path = tmp_path / "walk.gdl"
    path.write_text(ALWAYS_STUCK, encoding="utf-8")
    return path


def test_a_finding_names_a_game_that_shows_it(walk, tmp_path):
    result = lint(str(walk), "--play", "--games", "50", "--witnesses", str(tmp_path / "seen"))
    assert "G304" in result.output
    named = re.search(r"gdl replay (\S+?\.yaml)", result.output)
    assert named, result.output
    record = records.read(named[1])
    game = Game.load(walk)
    assert record.rules == game.hash
    with pytest.raises(RuleError, match="can't move"):
        list(records.replay(game, record))


def test_json_is_the_same_list(walk):
    result = lint(str(walk), "--play", "--games", "50", "--budget", "600s", "--format", "json")
    found = json.loads(result.stdout)
    assert {"code", "severity", "file", "message"} <= set(found[0])
    assert "G304" in {one["code"] for one in found}


def test_comments_silence_and_select_chooses(walk):
    walk.write_text(ALWAYS_STUCK.replace("& empty\n", "& empty  # lint: ignore G304 – meant\n"), encoding="utf-8")
    assert "G304" not in lint(str(walk), "--play", "--games", "30").output
    walk.write_text(ALWAYS_STUCK, encoding="utf-8")
    only = lint(str(walk), "--play", "--games", "30", "--select", "G304", "--format", "json")
    assert {one["code"] for one in json.loads(only.stdout)} == {"G304"}


def test_without_play_nothing_is_said_of_it(walk):
    assert "G3" not in lint(str(walk)).output


@pytest.mark.parametrize("budget", ["soon", "-3s", "0s", "1d", "٣s", "9" * 40])
def test_a_budget_that_is_none(walk, budget):
    result = lint(str(walk), "--play", f"--budget={budget}")
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_a_budget_that_strikes_is_told(walk):
    result = lint("sparks", "--play", "--budget", "1ms")
    assert result.exit_code == 2
    assert "G801" in result.output
    found = json.loads(lint("sparks", "--play", "--budget", "1ms", "--format", "json").stdout)
    assert "G801" in {one["code"] for one in found}
    other = lint("sparks", "--play", "--budget", "1ms", "--select", "G3")
    assert other.exit_code == 2  # and why is said, though the code wasn't asked for
    assert "--budget" in other.output


def test_the_same_whatever_the_threads():
    one, two = (judge(Source("walk.gdl", RULES["G203"].bad), effort=Effort(100, threads=n)) for n in (1, 2))
    assert [f.finding for f in one.findings] == [f.finding for f in two.findings]


def test_rulesets_with_errors_are_not_played(tmp_path):
    path = tmp_path / "broken.gdl"
    path.write_text(ALWAYS_STUCK.replace("a.{N, E}", "a.{N, Q}"), encoding="utf-8")
    result = lint(str(path), "--play")
    assert result.exit_code == 1
    assert "G" not in {line.split()[2][:1] for line in result.output.splitlines() if ": error " in line}


def test_rules_that_never_end_take_bounded_time():
    endless = RULES["G301"].bad
    found = judge(Source("endless.gdl", endless), effort=Effort(50, iterations=5))
    assert "G301" in {one.finding.code for one in found.findings}
