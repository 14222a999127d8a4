"""The options of all commands: one name for one thing, and old names that still work."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.app import COMMANDS, app
from cli.options.budgets import seconds
from interpreter import Game
from interpreter.game import records

FIGURES = "list show lint test simulate match study compare tune train solve perft compile selftest bench replay"
"""Commands that print figures, or a table of things: programs can have them as JSON."""
TABLE = {
    "--backend": "play simulate match study compare train solve perft",
    "--budget": "lint watch train bench solve",
    "--cluster": "simulate match study compare tune train perft",
    "--csv": "study compare",
    "--force": "show play replay convert page site",
    "--html": "study compare",
    "--jobs": "convert lint simulate match study compare tune perft bench",
    "--json": FIGURES,
    "--level": "play serve engine",
    "--output": "train page bundle compile import export",
    "--players": "list show rules play serve simulate match study compare tune train solve perft page engine compile "
    "selftest bench",
    "--position": "show play solve perft",
    "--seat": "play serve",
    "--seed": "show play simulate match study compare tune train solve perft selftest bench",
    "--set": "show rules play convert serve simulate match study compare tune train solve perft page engine compile "
    "selftest bench",
    "--threads": "play serve match train engine",
    "--vary": "study compare tune",
}
"""The options that several commands share, and which commands have them. A new command takes its names from here."""
KINDS = {
    "--backend": "", "--budget": "TIME", "--clock": "TIME[+TIME]",
    "--cluster": "ADDRESS", "--csv": "FILE", "--html": "FILE", "--jobs": "N",
    "--players": "N", "--seat": "PLAYER=KIND", "--seed": "S", "--set": "OPTION=VALUE", "--threads": "N",
    "--vary": "OPTION[=VALUES]", "--level": "1..8",
}  # fmt: skip
"""What follows an option, as its help writes it: the same everywhere."""
ALIKE = {
    "--cluster": "Let the workers of a Dask scheduler do the work, .*; results are the same.",
    "--jobs": "(Processes|Threads|Threads for compiled rules); results are the same.",
    "--json": "Print JSON, for programs.|The same as --format json.",
    "--output": "The file to write[,;] .*",
    "--players": "The number of players, if the rules leave it open.|Only games for this number of players.",
    "--seed": "Names the dice and the random moves.",
    "--set": "Set an option of the game; you can repeat it.",
    "--vary": "Vary an option, .*; you can repeat it.",
}
"""What the help of an option says, the same everywhere; before it may stand when it counts, as `With --play:`."""
SHORT = {"-o": "--output", "-v": "--verbose"}
OTHERS = {
    "--out",
    "--seconds",
    "--minutes",
    "--random-seed",
    "--workers",
    "--processes",
    "--timeout",
    "--time",
    "--file",
}
"""Other words for the same things; no command shows them."""


def parameters() -> list[tuple[str, Any]]:
    """Every option of every command."""
    found = ((entry.name, one) for entry in COMMANDS for one in entry.load().params)
    return [(command, one) for command, one in found if any(name.startswith("-") for name in one.opts)]


OPTIONS = parameters()


@pytest.mark.parametrize("name", sorted(TABLE))
def test_the_same_commands_share_an_option(name: str) -> None:
    assert {command for command, one in OPTIONS if name in one.opts and not one.hidden} == set(TABLE[name].split())


@pytest.mark.parametrize("name", sorted(KINDS))
def test_the_same_follows_an_option_everywhere(name: str) -> None:
    found = {command: one.metavar or "" for command, one in OPTIONS if name in one.opts and not one.hidden}
    if name == "--players":
        assert set(found.values()) <= {"N"}
    else:
        assert set(found.values()) == {KINDS[name]}, found


@pytest.mark.parametrize("name", sorted(ALIKE))
def test_the_help_of_an_option_is_the_same_everywhere(name: str) -> None:
    for command, one in OPTIONS:
        if name in one.opts and not one.hidden:
            said = re.sub(r"^With --[a-z]+: (.)", lambda first: first[1].upper(), one.help)
            assert re.fullmatch(ALIKE[name], said), f"{command}: {said}"


def test_short_names_stand_for_one_option_each() -> None:
    for command, one in OPTIONS:
        short = [name for name in one.opts if not name.startswith("--")]
        assert all(SHORT[name] in one.opts for name in short), command
        assert ("-o" in one.opts) == ("--output" in one.opts), command


def test_no_command_shows_another_word_for_the_same() -> None:
    shown = {(command, name) for command, one in OPTIONS if not one.hidden for name in one.opts}
    assert [(command, name) for command, name in shown if name in OTHERS] == []


def test_options_are_words_with_dashes() -> None:
    names = [name for _, one in OPTIONS for name in (*one.opts, *one.secondary_opts) if name.startswith("--")]
    assert [name for name in names if not re.fullmatch(r"--[a-z]+(-[a-z]+)*", name)] == []


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.mark.parametrize(
    ("words", "old", "new"),
    [
        (("bench", "tictactoe", "--seconds", "0.02", "--json"), "--seconds", "--budget"),
        (("train", "tictactoe", "--minutes", "0", "--threads", "1", "--json"), "--minutes", "--budget"),
    ],
)
def test_an_old_name_works_with_a_word(
    words: tuple[str, ...], old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    done = run(*words)
    assert done.exit_code == 0
    assert f"gdl: {old} is called {new} now; both work" in done.stderr
    assert json.loads(done.stdout)


@pytest.mark.parametrize(
    ("given", "wanted"), [("30s", 30), ("500ms", 0.5), ("10m", 600), ("2h", 7200), ("1.5s", 1.5), ("7", 7)]
)
def test_a_time_in_its_unit(given: str, wanted: float) -> None:
    assert seconds(given, 0.0, 10_000.0) == wanted


@pytest.mark.parametrize("given", ["", "s", "-1s", "1d", "1e3", "٣s", "9999999"])
def test_what_is_no_time_is_told(given: str) -> None:
    done = run("bench", "tictactoe", f"--budget={given}")
    assert done.exit_code == 2 and "--budget" in done.stderr and "Traceback" not in done.stderr


def test_a_review_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """O answers in a corner, and doesn't stop X's row: from then on X wins for certain."""
    monkeypatch.chdir(tmp_path)
    record = records.new(Game.load("tictactoe"), "tictactoe", seed=1)
    record.turns = [["a1"], ["c3"], ["b1"], ["a3"]]
    records.write(record, Path("game.yaml"))
    done = run("replay", "game.yaml", "tictactoe", "--analyse", "--by", "alphabeta:9", "--json")
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout)
    assert len(found["expected"]) == 5 and found["expected"][0] == {"X": 0.0, "O": 0.0}
    assert found["expected"][-1] == {"X": 1.0, "O": -1.0}
    (slip,) = [slip for slip in found["slips"] if slip["ply"] == 4]
    assert (slip["player"], slip["move"], slip["better"][0]) == ("O", "a3", "c1")
    assert run("replay", "game.yaml", "--json").exit_code == 2
