"""The command that measures default opponents: what it writes, from games that are on disk."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

import default_opponents
from rivals import log
from rivals.log import Line

from interpreter.lab.opponent_trial import CLEAR, GAMES, Challenge, Trial


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(default_opponents, "TABLE", tmp_path / "opponents.yaml")
    return tmp_path / "log.jsonl"


def games(
    path: Path, kind: str, worths: list[float], game: str = "hex", champion: str = "mcts:9ms", decisions: int = 60
) -> None:
    for number, worth in enumerate(worths):
        log.add(path, Line(game, "{}", f"{kind}:9ms", champion, 4, number, worth, decisions))


def line(path: Path, game: str = "hex") -> str:
    return default_opponents.row(game, default_opponents.results(game, "9ms", path))


def test_who_is_surely_better_becomes_the_opponent(path: Path) -> None:
    games(path, "careful", [1.0] * 10)
    assert line(path) == "hex: careful:1s  # 9ms: careful 100 % (69–100) of 10"  # 0.025 ** 0.1


def test_who_may_be_better_does_not(path: Path) -> None:
    games(path, "careful", [1.0] * 7 + [0.0] * 3)
    assert line(path).startswith("hex: mcts:1s  # 9ms: careful 70 % (35–93) of 10")


def test_the_better_of_two(path: Path) -> None:
    games(path, "careful", [1.0] * 18 + [0.0] * 2)
    games(path, "alphabeta", [1.0] * 20)
    assert line(path).startswith("hex: alphabeta:1s  #")


def test_who_makes_games_too_long_does_not_become_the_opponent(path: Path) -> None:
    """A game of noughts and crosses has 5 to 9 decisions."""
    games(path, "alphabeta", [1.0] * 10, "tictactoe", decisions=8)
    assert line(path, "tictactoe").startswith("tictactoe: alphabeta:1s  #")
    games(path, "careful", [1.0] * 20, "tictactoe", decisions=50)
    row = line(path, "tictactoe")
    assert row.startswith("tictactoe: alphabeta:1s  #") and "careful 100 % (83–100) of 20 in long games" in row
    assert default_opponents.row("tictactoe", default_opponents.known(row)) == row
    games(path, "careful", [1.0] * 20, "tictactoe", "mcts:9ms@none", decisions=50)
    row = line(path, "tictactoe")
    assert row.endswith("of 20 without values in long games") or "without values in long games," in row
    assert default_opponents.row("tictactoe", default_opponents.known(row)) == row


def test_who_is_better_without_values_stands_second(path: Path) -> None:
    """With options for which nothing was learnt, they play."""
    games(path, "careful", [1.0] * 10, champion="mcts:9ms@none")
    first = line(path)
    assert first == "hex: [mcts:1s, careful:1s]  # 9ms: careful 100 % (69–100) of 10 without values"
    games(path, "alphabeta", [1.0] * 20)
    assert line(path).startswith("hex: [alphabeta:1s, careful:1s]  #")
    for row in (first, line(path)):
        assert default_opponents.row("hex", default_opponents.known(row)) == row


def test_careful_players_meet_mcts_as_they_are(path: Path) -> None:
    """Without values, where those of the others were learnt."""
    for name, is_taught in (("breakthrough", True), ("tictactoe", False)):
        matches = default_opponents.plans(name, ["careful"], "9ms", 10, path)
        assert [plan.pair.rival for plan in matches] == ["mcts:9ms@none" if is_taught else "mcts:9ms"]


def test_who_goes_by_values_meets_mcts_with_them_and_without(path: Path) -> None:
    """Values may do harm to `mcts`: who only beats it with them isn't the best there is."""
    matches = default_opponents.plans("breakthrough", ["alphabeta", "mcts"], "9ms", 10, path)
    assert [(plan.ours, plan.pair.rival) for plan in matches] == [
        ("alphabeta:9ms", "mcts:9ms"), ("alphabeta:9ms", "mcts:9ms@none"), ("mcts:9ms", "mcts:9ms@none"),
    ]  # fmt: skip
    matches = default_opponents.plans("tictactoe", ["alphabeta", "mcts"], "9ms", 10, path)
    assert [(plan.ours, plan.pair.rival) for plan in matches] == [("alphabeta:9ms", "mcts:9ms")]
    games(path, "alphabeta", [1.0] * 10)
    games(path, "alphabeta", [1.0] * 5 + [0.0] * 5, champion="mcts:9ms@none")
    games(path, "mcts", [0.0] * 10, champion="mcts:9ms@none")
    row = line(path)
    assert row.startswith("hex: mcts:1s  # 9ms: alphabeta 100 % (69–100) of 10, alphabeta 50 % (19–81) of 10 without")
    assert row.endswith("mcts 0 % (0–31) of 10 without values")
    assert default_opponents.row("hex", default_opponents.known(row)) == row


def test_where_values_do_no_harm_it_is_enough_to_be_better_than_who_goes_by_them(path: Path) -> None:
    """Without values nobody wins, and nobody can be beaten."""
    games(path, "alphabeta", [1.0] * 10)
    games(path, "alphabeta", [0.5] * 10, champion="mcts:9ms@none")
    assert line(path).startswith("hex: mcts:1s  #")  # nobody knows yet whether they do harm
    games(path, "mcts", [0.5] * 10, champion="mcts:9ms@none")
    row = line(path)
    assert row.startswith("hex: alphabeta:1s  #")
    assert default_opponents.row("hex", default_opponents.known(row)) == row


def test_who_is_worse_than_mcts_without_values_is_not_good_enough(path: Path) -> None:
    games(path, "alphabeta", [1.0] * 10)
    games(path, "alphabeta", [0.0] * 10, champion="mcts:9ms@none")
    games(path, "mcts", [0.5] * 10, champion="mcts:9ms@none")
    assert line(path).startswith("hex: mcts:1s  #")


def test_games_of_other_rulesets_and_times_do_not_count(path: Path) -> None:
    games(path, "careful", [1.0] * 20, "y")
    assert default_opponents.results("hex", "9ms", path) == []
    assert default_opponents.results("y", "1s", path) == []


def test_a_row_keeps_what_it_says_of_other_kinds(path: Path) -> None:
    others = "60ms: greedy 65 % (50–78) of 51, alphabeta 5 % (0–28) of 10"
    before = f"hex: careful:1s  # 40ms: careful 100 % (72–100) of 10; {others}"
    assert default_opponents.row("hex", default_opponents.merged(before, [])) == before
    games(path, "careful", [0.0] * 10)
    new = default_opponents.results("hex", "9ms", path)
    row = default_opponents.row("hex", default_opponents.merged(before.replace("careful:1s", "greedy:1s"), new))
    assert row == f"hex: greedy:1s  # 9ms: careful 0 % (0–31) of 10; {others}"


def test_the_table_that_ships_is_as_its_rows_say() -> None:
    rows = default_opponents.kept()
    assert rows
    for name, row in rows.items():
        if "# trial: " in row:
            found = re.findall(r"(\w+) ([\d.]+) of (\d+)", row)
            clear = [kind for kind, points, games in found if float(points) >= CLEAR and int(games) == GAMES]
            assert row.startswith(f"{name}: {clear[-1] if clear else 'mcts'}:1s  #")
        else:
            assert default_opponents.row(name, default_opponents.known(row)) == row


def test_where_players_do_not_see_everything_nothing_is_measured(path: Path) -> None:
    assert default_opponents.plans("kuhn_poker", ["careful", "greedy"], "9ms", 10, path) == []


def test_a_small_match_and_its_table(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["x", "tictactoe", "--think", "1ms", "--games", "2", "--log", str(path)])
    default_opponents.main()
    text = default_opponents.TABLE.read_text(encoding="utf-8")
    assert text.startswith("# The opponent of each ruleset, found by playing")
    assert "tictactoe: " in text
    assert default_opponents.kept().keys() == {"tictactoe"}
    before = path.read_text(encoding="utf-8")
    default_opponents.main()
    assert path.read_text(encoding="utf-8") == before  # nothing was played again


@pytest.mark.parametrize(
    ("words", "said"), [(["nosuchgame"], "no such ruleset ships"), (["--think", "fast"], "is a time")]
)
def test_nonsense_is_refused(
    words: list[str], said: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["x", *words])
    with pytest.raises(SystemExit):
        default_opponents.main()
    assert said in capsys.readouterr().err


def test_a_trial_is_said_to_be_one_and_measuring_takes_its_place(path: Path) -> None:
    challenges = (Challenge("careful", 1.0, 3), Challenge("greedy", 7.5, 8))
    default_opponents.write({"hex": default_opponents.in_short("hex", Trial("greedy", challenges, 3.0))})
    before = default_opponents.kept()["hex"]
    assert before == "hex: greedy:1s  # trial: careful 1 of 3, greedy 7.5 of 8"
    assert default_opponents.known(before) == []
    games(path, "greedy", [0.0] * 10)
    new = default_opponents.merged(before, default_opponents.results("hex", "9ms", path))
    assert default_opponents.row("hex", new).startswith("hex: mcts:1s  # 9ms: greedy 0 % ")
