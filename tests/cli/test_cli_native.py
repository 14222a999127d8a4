"""Commands about the compiled rules: `compile`, `selftest`, `bench`, and the options `--backend` and `--jobs`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from test_cli import gdl

from interpreter import Game

NESTED = """game "Nested"

players White, Black
game has total: 0..9

turn
  most total
    most total
      choose n in 1..3
      total = n

end
  draw if total = 3
"""


@pytest.fixture
def nested(tmp_path: Path) -> str:
    file = tmp_path / "nested.gdl"
    file.write_text(NESTED)
    return str(file)


def test_compile_says_what_is_in_the_module(tmp_path: Path) -> None:
    shown = json.loads(gdl("compile", "tictactoe", "--json").stdout)
    assert shown["rules"] == Game.load("tictactoe").hash
    assert {"run", "playouts", "entries", "perft_next"} <= set(shown["functions"])
    assert "mcts" not in shown["functions"]
    assert "mcts" in gdl("compile", "tictactoe", "--search").stdout
    file = tmp_path / "game.wasm"
    said = gdl("compile", "tictactoe", "-o", str(file)).stdout
    assert said.startswith(f"Tic-tac-toe: {shown['module_bytes']:,} bytes in ")
    assert file.read_bytes().startswith(b"\0asm\1\0\0\0")
    assert file.stat().st_size == shown["module_bytes"]


def test_compile_shows_the_text() -> None:
    shown = gdl("compile", "tictactoe", "--wat").stdout
    assert shown.startswith("(module\n")
    assert '(export "run")' in shown


def test_what_is_not_compiled_is_said(nested: str) -> None:
    where = f"{nested}:9: `most` within `most`"
    refused = gdl("compile", nested, status=1)
    assert refused.stderr == f"gdl: Nested can't be compiled: {where}\n"
    assert where in gdl("simulate", nested, "--backend", "native", status=2).stderr
    assert where in gdl("selftest", nested, status=2).stderr
    played = gdl("simulate", nested, "--games", "3")
    assert played.stderr == f"gdl: Nested isn't compiled, so it takes longer: {where}\n"
    assert "3 random games" in played.stdout
    assert gdl("simulate", nested, "--games", "3", "--backend", "reference").stderr == ""


def test_selftest_agrees() -> None:
    said = gdl("selftest", "big_balls", "--games", "2", "--plies", "15").stdout
    assert said.startswith("Big Balls: 2 games, 30 plies, 0 to the end; both backends agree")
    data = json.loads(gdl("selftest", "big_balls", "--games", "2", "--plies", "15", "--json").stdout)
    assert (data["agree"], data["games"], data["plies"], data["ended"]) == (True, 2, 30, 0)
    assert data["rules_broken"] == {}


def test_selftest_reports_broken_rules_and_differences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "broken.gdl"
    turn = "turn\n  choose x in 1..2\n  n += x\n"
    file.write_text(f'game "B"\nplayers A, B\ngame has n: 0..5\n{turn}end\n  draw if n = 7\n')
    said = gdl("selftest", str(file), "--games", "3").stdout
    assert f"both found a rule broken: {file}:6: `n` would become" in said
    from interpreter.native.host.machine import NativeMachine

    monkeypatch.setattr(NativeMachine, "text", lambda machine, entry: "something else")
    differs = gdl("selftest", "tictactoe", status=1).stdout
    assert "the compiled rules differ from the reference interpreter\ntext" in differs
    assert "something else" in differs
    data = json.loads(gdl("selftest", "tictactoe", "--json", status=1).stdout)
    assert data["agree"] is False
    assert data["where"] == "game 0 of seed 0"
    assert "something else" in data["difference"]


def test_bench_prints_both_backends(nested: str) -> None:
    (row,) = json.loads(gdl("bench", "tictactoe", "--seconds", "0.02", "--json").stdout)
    assert row["native"]["games_per_second"] > 0
    assert 5 < row["native"]["decisions_per_game"] < 9
    assert row["reference"]["games_per_second"] > 0
    assert row["state_bytes"] % 8 == 0
    table = gdl("bench", "tictactoe", nested, "--seconds", "0.02").stdout.splitlines()
    assert "decisions/game" in table[0]
    assert table[1].startswith("tictactoe ")
    assert "not compiled" in table[2]


def test_bench_goes_on_behind_a_game_with_errors(tmp_path: Path) -> None:
    """Status 1 where rules are wrong, 2 where a game can't be read, by the table of exit statuses; the worst counts."""
    wrong = tmp_path / "wrong.gdl"
    wrong.write_text('game "Wrong"\nplayers A\n', encoding="utf-8")
    for names, status in (([str(wrong)], 1), (["nosuch"], 2), (["nosuch", str(wrong)], 2), ([str(wrong), "nosuch"], 2)):
        done = gdl("bench", *names, "tictactoe", "--seconds", "0.02", "--json", status=status)
        assert [row["game"] for row in json.loads(done.stdout)] == ["tictactoe"]
        assert ("there is no ruleset `nosuch`" in done.stderr) == ("nosuch" in names)
        assert ("1 ruleset: " in done.stderr or "wrong.gdl" in done.stderr) == (str(wrong) in names)
    done = gdl("bench", "tictactoe", "sparks", "--set", "base", status=2)
    assert done.stderr.count("should be NAME=VALUE") == 1


def test_bench_measures_the_rules_that_are_set() -> None:
    words = ("bench", "sparks", "--seed", "3", "--seconds", "0.02", "--json", "--set")
    rows = [json.loads(gdl(*words, f"base={n}").stdout) for n in (3, 6)]
    small, large = (row["native"]["decisions_per_game"] for (row,) in rows)
    assert small < large
    assert "no option `bese`" in gdl("bench", "sparks", "--set", "bese=3", status=2).stderr


def test_backends_and_threads_say_the_same() -> None:
    def shown(*options: str) -> object:
        data = json.loads(gdl("simulate", "big_balls", "--games", "12", "--seed", "4", "--json", *options).stdout)
        del data["games_per_second"]
        return data

    # all sums here are of whole numbers, so that not even the last bit depends on their order
    assert shown() == shown("--jobs", "3") == shown("--backend", "native") == shown("--backend", "reference")
    count = ("perft", "big_balls", "--turns", "1", "--divide", "--backend")
    assert gdl(*count, "native").stdout == gdl(*count, "reference").stdout
    assert gdl("simulate", "sparks", "--backend", "fast", status=2).stdout == ""
