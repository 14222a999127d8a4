"""`gdl solve` where players don't see everything, and the strategies that it writes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from interpreter.players.equilibrium.regrets import Regrets
from tests.support.command import run
from tests.support.hidden_games import KUHN, LEAKY, PENNIES


@pytest.fixture
def kuhn(tmp_path: Path) -> str:
    return put(tmp_path, KUHN)


@pytest.fixture
def strategy(tmp_path: Path, kuhn: str) -> Path:
    path = tmp_path / "kuhn.yaml"
    assert run(["solve", kuhn, "--strategy", str(path)])[0] == 0
    return path


def put(folder: Path, text: str) -> str:
    path = folder / "game.gdl"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_kuhns_poker(kuhn: str) -> None:
    status, shown, _ = run(["solve", kuhn, "--exploitability", "0.00001"])
    assert status == 0
    assert "Kuhn: expected is about -0.0556 for First, +0.0556 for Second" in shown
    low, high = map(float, re.findall(r"between (\S+) and (\S+) for First", shown)[0])
    assert low <= -1 / 18 <= high
    assert 0 < high - low < 0.00002
    assert "58 lines of play\n  12 information sets: 6 of First and 6 of Second" in shown
    assert re.search(r"hand 3; bet +pass 0.0  bet 1.0", shown)


def test_json_keeps_its_keys(kuhn: str) -> None:
    before = json.loads(run(["solve", "nim", "--json"])[1])
    found = json.loads(run(["solve", kuhn, "--json"])[1])
    assert list(found)[: len(before)] == list(before)
    assert found["exploitability"] < 1e-3
    assert found["exploitability"] == pytest.approx((found["bounds"][1] - found["bounds"][0]) / 2)
    assert found["states"] == 58
    assert found["information_sets"] == {"First": 6, "Second": 6}
    assert sum(found["values"].values()) == 0


def test_so_many_iterations(kuhn: str) -> None:
    assert json.loads(run(["solve", kuhn, "--json", "--iterations", "7"])[1])["iterations"] == 7


@pytest.mark.parametrize("stake", [3, 5])
def test_decisions_at_once(tmp_path: Path, stake: int) -> None:
    game = put(tmp_path, PENNIES)
    found = json.loads(run(["solve", game, "--set", f"stake={stake}", "--json", "--exploitability", "1e-6"])[1])
    assert found["values"]["First"] == pytest.approx((stake - 1) / (stake + 3), abs=1e-5)


def test_a_leak_is_told_with_both_lines_of_play(tmp_path: Path) -> None:
    status, _, said = run(["solve", put(tmp_path, LEAKY)])
    assert status == 1
    assert "to First all looks the same after `low` and after `high`" in said
    assert "but the options there are `1`, and here `1, 2`" in said


def test_who_doesnt_fit(tmp_path: Path, kuhn: str) -> None:
    three = KUHN.replace("players First, Second", "players First, Second, Third").replace("card = 1..3", "card = 1..4")
    status, _, said = run(["solve", put(tmp_path, three)])
    assert status == 1
    assert "only games of two are solved; here are 3" in said
    generous = KUHN.replace("pay p by p.lead", "pay p by 1")
    status, _, said = run(["solve", put(tmp_path, generous)])
    assert status == 1
    assert re.search(r"one wins the other should lose, but after `.*` the result is 1 for First and 1 for Second", said)


def test_options_that_dont_fit(kuhn: str, tmp_path: Path) -> None:
    assert "--position is for games in which players see everything" in run(["solve", kuhn, "--position", "x"])[2]
    assert "--strategy FILE keeps what was found" in run(["solve", kuhn, "--db", "x"])[2]
    assert "in Nim players see everything: --exploitability" in run(["solve", "nim", "--iterations", "9"])[2]
    (tmp_path / "file").touch()
    assert "can't be written: Not a directory" in run(["solve", kuhn, "--strategy", str(tmp_path / "file" / "b")])[2]
    assert run(["solve", kuhn, "--exploitability", "0"])[0] == 2


def test_ctrl_c_shows_what_is_known(kuhn: str, monkeypatch: pytest.MonkeyPatch) -> None:
    iterate = Regrets.iterate

    def stopped(regrets: Regrets, count: int) -> None:
        if regrets.iterations >= 20:
            raise KeyboardInterrupt
        iterate(regrets, count)

    monkeypatch.setattr(Regrets, "iterate", stopped)
    status, shown, _ = run(["solve", kuhn, "--exploitability", "1e-9"])
    assert status == 130
    assert "20 iterations, stopped" in shown


# ---- strategies as players ---------------------------------------------------------------------------


def test_a_strategy_plays(kuhn: str, strategy: Path) -> None:
    """Against itself the first player loses an eighteenth; the same seed gives the same games."""
    words = ["match", kuhn, f"solved:{strategy}", f"solved:{strategy}", "--games", "4000", "--json"]
    found, again = json.loads(run(words)[1]), json.loads(run(words)[1])
    assert found["seats"] == again["seats"]
    first = found["seats"]["First"]["results"]
    assert first["utility"] == pytest.approx(-1 / 18, abs=4 * 1.4 / 4000**0.5)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("rules: ", "rules: x", "is of other rules"),
        ("strategy:", "strategies:", "isn't a strategy: it says nothing of strategy"),
        ("complete: true", "complete: 1", "`complete` is true or false"),
        ("pass: ", "pass: 1", "should be a number from 0 to 1"),
        ("pass: ", "fold: ", "has other moves than the rules in the information set"),
        ("{pass: ", "{stay: 0.5, pass: ", "come to 1.5 together, not 1"),
        ('    "', '    "x', "is no key of a set"),
        ("  First:", "  - First:", "isn't YAML"),
        ("  First:\n", "  First: 3\n  Third:\n", "a mapping of sets"),
        ("game:", "\x00game:", "isn't YAML"),
        ("bet: ", "pass: ", "is said twice"),
    ],
)
def test_strategies_that_were_tampered_with(kuhn: str, strategy: Path, before: str, after: str, said: str) -> None:
    text = strategy.read_text(encoding="utf-8")
    assert before in text
    strategy.write_text(text.replace(before, after), encoding="utf-8")
    status, _, complained = run(["match", kuhn, f"solved:{strategy}", "random", "--games", "10"])
    assert status == 2, complained
    assert said in complained


def test_strategies_that_are_no_files(kuhn: str, tmp_path: Path, strategy: Path) -> None:
    def complained(path: Path | str) -> str:
        status, _, said = run(["match", kuhn, f"solved:{path}", "random", "--games", "200"])
        assert status == 2
        return said

    assert "can't be read" in complained(tmp_path / "none.yaml")
    assert "can't be read" in complained(tmp_path)
    assert "behind the colon stands a file" in complained("")
    (tmp_path / "binary").write_bytes(bytes(range(256)) * 10)
    assert "isn't text in UTF-8" in complained(tmp_path / "binary")
    key = re.findall(r'^    "\w+": .*\n', strategy.read_text(encoding="utf-8"), re.MULTILINE)
    strategy.write_text(strategy.read_text(encoding="utf-8").replace(key[0], ""), encoding="utf-8")
    assert "has no information set for what is known to First now" in complained(strategy)
    status, _, said = run(["match", "tictactoe", f"solved:{strategy}", "random"])
    assert status == 2
    assert "is of other rules" in said


# ---- sampling ----------------------------------------------------------------------------------------


def test_sampling(kuhn: str, tmp_path: Path) -> None:
    words = ["solve", kuhn, "--sampling", "--iterations", "20000", "--seed", "3"]
    shown = run(words)[1]
    assert "how far the strategies can be exploited, isn't known" in shown
    assert "information sets come to: 6 of First and 6 of Second" in shown
    path = str(tmp_path / "s.yaml")
    found = json.loads(run([*words, "--json", "--strategy", path])[1])
    assert found["exploitability"] is None
    assert found["values"]["First"] == pytest.approx(-1 / 18, abs=5 * found["error"])
    assert "complete: false" in Path(path).read_text(encoding="utf-8")
    assert run(["match", kuhn, f"solved:{path}", "random", "--games", "20"])[0] == 0
    assert "say --iterations" in run([*words, "--exploitability", "0.1"])[2]
