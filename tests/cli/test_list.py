"""`gdl list` with words and a number of players."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.app import app


def listed(*words: str, status: int = 0) -> list[str]:
    result = CliRunner().invoke(app, ["list", *words, "--json"], catch_exceptions=False)
    assert result.exit_code == status
    return [entry["name"] for entry in json.loads(result.stdout)]


@pytest.mark.parametrize(
    ("words", "there", "not_there"),
    [
        (["hex"], {"hex", "havannah"}, {"chess"}),
        (["HEX"], {"hex"}, {"chess"}),
        (["chess", "variant"], {"chess"}, {"hex"}),
        (["king"], {"king_of_the_hill"}, {"hex"}),
        (["--players", "3"], {"spectral_reapers", "chinese_checkers", "pig"}, {"chess", "peg_solitaire"}),
        (["--players", "1"], {"peg_solitaire"}, {"chess", "pig"}),
        (["dice", "--players", "7"], {"pig"}, {"backgammon"}),
    ],
)
def test_games_that_are_such(words: list[str], there: set[str], not_there: set[str]) -> None:
    found = {*listed(*words)}
    assert there <= found
    assert not not_there & found


def test_no_game_is_such() -> None:
    assert listed("hex", "dice") == []
    result = CliRunner().invoke(app, ["list", "\x1b[31m", "--players", "9"])
    assert result.exit_code == 1
    assert "no game with \\x1b[31m for 9" in result.stderr


def test_a_variant_alone_is_shown_with_what_it_is() -> None:
    shown = CliRunner().invoke(app, ["list", "crazyhouse"]).stdout
    assert "Crazyhouse" in shown
    assert "White, Black" in shown


@pytest.mark.parametrize("number", ["0", "-1", "x"])
def test_a_number_of_players_is_a_number(number: str) -> None:
    assert CliRunner().invoke(app, ["list", "--players", number]).exit_code == 2
