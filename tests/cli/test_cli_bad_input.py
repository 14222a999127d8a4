"""Bad input on the command line: a clear message on standard error, status 1 or 2, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app

COULD_NOT_RUN = [
    (["show"], "which game"),
    (["show", "sparkz"], "sparks"),
    (["show", "missing.gdl"], "missing.gdl"),
    (["show", "/"], "/"),
    (["show", "sparks", "--set", "base"], "NAME=VALUE"),
    (["show", "sparks", "--set", "base=9"], "base"),
    (["show", "sparks", "--set", "base=-1"], "base"),
    (["show", "sparks", "--set", "base=four"], "base"),
    (["show", "sparks", "--set", "base=99999999999999999999999999"], "base"),
    (["show", "sparks", "--set", "bass=4"], "base"),
    (["show", "sparks", "--set", "base=4", "--set", "base=5"], "twice"),
    (["show", "sparks", "--set", "=5"], "NAME=VALUE"),
    (["show", "sparks", "--players", "3"], ""),
    (["show", "spectral_reapers", "--players", "99"], ""),
    (["show", "spectral_reapers", "--players", "-1"], ""),
    (["show", "sparks", "--position", "missing.yaml"], "missing.yaml"),
    (["show", "sparks", "--svg", "/dev/null/x.svg"], "x.svg"),
    (["play"], "which game"),
    (["play", "sparks", "--seat", "White"], "PLAYER=KIND"),
    (["play", "sparks", "--seat", "Whit=human"], "White"),
    (["play", "sparks", "--seat", "White=alien"], "human"),
    (["play", "sparks", "--record", "/dev/null/x.yaml"], "x.yaml"),
    (["play", "sparks", "--record", "/"], "/: is a folder; name a file in it"),
    (["play", "--resume", "missing.yaml"], "missing.yaml"),
    (["play", "--resume", "missing.yaml", "--seed", "3"], "from the record"),
    (["replay", "missing.yaml"], "missing.yaml"),
    (["replay", "/"], "/"),
    (["perft", "sparks"], "--turns N or --plies N"),
    (["perft", "sparks", "--turns", "1", "--plies", "1"], "--turns N or --plies N"),
    (["fmt", "missing.gdl"], "missing.gdl"),
    (["test", "missing.yaml"], "missing.yaml"),
    (["test", "mygame.gdl"], "mygame.gdl: is a ruleset"),
    (["simulate", "nothing_like_it"], "nothing_like_it"),
    (["match", "mcts:10", "random", "sparks"], "the game comes first"),
    (["--seed", "4", "simulate", "sparks"], "gdl simulate … --seed"),
]


@pytest.mark.parametrize(
    ("words", "said"), COULD_NOT_RUN, ids=[" ".join(words) for words, _ in COULD_NOT_RUN]
)
def test_what_cannot_be_run(words: list[str], said: str) -> None:
    result = CliRunner().invoke(app, words, catch_exceptions=False)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stderr.startswith(("gdl: ", "Usage: "))


@pytest.mark.parametrize(("game", "said"), [
    ("tictactow", "it is a game of `tictactow`, and no ruleset of this name ships (did you mean `tictactoe`?)"),
    ("lost.gdl", "lost.gdl, whose rules it was played by, isn't there"),
])  # fmt: skip
def test_a_record_whose_rules_are_lost_is_named(game: str, said: str, tmp_path: Path) -> None:
    record = tmp_path / "r.yaml"
    played = CliRunner().invoke(app, ["play", "tictactoe", "--record", str(record), "--plain"], input="a1\nquit\n")
    assert played.exit_code == 0
    record.write_text(record.read_text().replace("game: tictactoe", f"game: {game}"))
    sgf = str(tmp_path / "x.sgf")
    for words in (["replay", str(record)], ["play", "--resume", str(record)], ["convert", str(record), sgf]):
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code == 2
        assert result.stderr.startswith(f"gdl: {record}: ")
        assert said in result.stderr
        assert result.stderr.endswith("; name the ruleset in the command, as GAME\n")


POSITIONS = {
    "no mapping": "- 1\n",
    "unknown words": "colour: red\n",
    "a site that isn't there": "pieces: {stone of X: [z9]}\n",
    "a kind that isn't there": "pieces: {king of X: [a1]}\n",
    "no list": "pieces: 5\n",
    "two on one site": "pieces: {stone of X: [a1], stone of O: [a1]}\n",
    "nobody": "to move: Z\n",
    "tags": "pieces: !!python/name:os.system\n",
    "a bomb": "a: &a [1, 1]\nb: [*a, *a]\n",
    "a number for a name": "to move: 3\n",
    "deep": "pieces: " + "[" * 5000,
    "nothing": "",
    "bytes": "\x00\x01",
}


@pytest.mark.parametrize("name", POSITIONS)
def test_positions_without_sense(name: str, tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text(POSITIONS[name])
    for command in (["show"], ["play"], ["perft", "--turns", "1"]):
        words = [*command, "tictactoe", "--position", str(file)]
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code == 2, result.output
        assert result.stderr.startswith("gdl: ")


def test_every_reason_is_given(tmp_path: Path) -> None:
    file = tmp_path / "position.yaml"
    file.write_text("pieces: {stone of X: [z9], king of O: [a1]}\nto move: Nobody\n")
    result = CliRunner().invoke(app, ["show", "tictactoe", "--position", str(file)], catch_exceptions=False)
    for reason in ("z9", "king", "Nobody"):
        assert reason in result.stderr


RULESETS = {
    "empty": b"",
    "random bytes": bytes(range(256)) * 20,
    "no rules at all": b"hello world\n",
    "a missing line": b'game "X"\nplayers A, B\n',
    "nested": b'game "X"\nplayers A, B\ndefine a = ' + b"(" * 10_000 + b"1\n",
    "latin": 'game "Ünicode"\n'.encode("latin-1"),
    "large": b"# " + b"x" * 2_000_000,
    "extends itself": b'game "X" extends "broken.gdl"\n',
    "extends nothing": b'game "X" extends "nothing_like_it"\n',
    "a huge board": b'game "X"\nplayers A, B\nboard grid(1000, 1000)\npieces stone of player\n'
    b"turn\n  choose s in empty\n  put stone of me on s\nend\n  draw if no empty\n",
}


@pytest.mark.parametrize("name", RULESETS)
def test_broken_rulesets(name: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.gdl"
    file.write_bytes(RULESETS[name])
    for words in (
        ["show", str(file)],
        ["play", str(file)],
        ["simulate", str(file)],
        ["perft", str(file), "--turns", "1"],
    ):
        result = CliRunner().invoke(app, words, catch_exceptions=False)
        assert result.exit_code in (1, 2), result.output
        assert result.stderr.strip()


def test_rules_from_standard_input() -> None:
    result = CliRunner().invoke(app, ["show", "-"], input="nonsense\n", catch_exceptions=False)
    assert result.exit_code == 1
    assert "1" in result.stderr
