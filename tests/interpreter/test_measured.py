"""The table of measured opponents: for rulesets as they ship, and for nobody else's."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import library
from gdl.lint.rule import example
from interpreter import Game, PlayerError
from interpreter.players import Seat, make, measured
from interpreter.players.learning import weights
from interpreter.players.learning.inherited import inherited
from interpreter.players.specs import CHALLENGING, opponent


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "opponents.yaml"
    monkeypatch.setattr(measured, "TABLE", path)
    return path


def test_the_table_that_ships_names_players_that_can_play() -> None:
    for name, specs in measured._table(measured.TABLE).items():
        assert name in library.names()
        game = Game.load(name)
        for spec in specs:
            make(spec, Seat(game, game.players[0]))


def test_shipped_rules_have_the_opponent_of_the_table(table: Path) -> None:
    table.write_text("hex: careful:1s  # measured\n", encoding="utf-8")
    assert opponent(Game.load("hex")) == "careful:1s"
    assert opponent(Game.load("hex", size=5)) == "careful:1s"
    assert opponent(Game.load(library.paths()["hex"])) == "careful:1s"
    assert opponent(Game.load("y")) == CHALLENGING


def test_strangers_rules_have_not(table: Path, tmp_path: Path) -> None:
    """Whatever they call their file."""
    table.write_text("hex: careful:1s\n", encoding="utf-8")
    (tmp_path / "hex.gdl").write_text(example(), encoding="utf-8")
    assert opponent(Game.load(tmp_path / "hex.gdl")) == CHALLENGING
    assert opponent(Game.parse(example(), "hex")) == CHALLENGING


def test_where_more_than_two_have_values_mcts_plays(table: Path) -> None:
    """Matches were measured with two; of the players in the table nobody else goes by such values."""
    table.write_text("spectral_reapers: [alphabeta:1s, rave:1s]\nchinese_checkers: alphabeta:1s\n", encoding="utf-8")
    assert opponent(Game.load("spectral_reapers")) == "alphabeta:1s"
    assert opponent(Game.load("spectral_reapers", players=3)) == "mcts:1s"
    assert opponent(Game.load("reapers_for_three")) == "mcts:1s"
    assert opponent(Game.load("chinese_checkers", players=3)) == "mcts:1s"
    assert opponent(Game.load("spectral_reapers", players=5)) == "rave:1s"  # nothing was learnt for so many


VARIANT = 'game "Mine" extends "{base}"\n'


def variant(base: str, folder: Path) -> Game:
    (folder / "mine.gdl").write_text(VARIANT.format(base=base), encoding="utf-8")
    return Game.load(folder / "mine.gdl")


def test_variants_have_the_opponent_of_what_they_extend(table: Path, tmp_path: Path) -> None:
    """A variant of a variant, too; who was measured for the variant itself comes first."""
    table.write_text("hex: careful:1s\nchess: careful:1s\natomic: random\n", encoding="utf-8")
    assert opponent(Game.load("three_check")) == "careful:1s"
    assert opponent(Game.load("atomic")) == "random"
    found = {"hex": "careful:1s", "three_check": "careful:1s", "atomic": "random", "y": CHALLENGING}
    for base, wanted in found.items():
        assert opponent(variant(base, tmp_path)) == wanted


def test_alphabeta_plays_variants_for_which_something_was_learnt(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In Three-check chess it lost 11 of 12 games against mcts without learnt values."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path / "data"))
    table.write_text("breakthrough: alphabeta:1s\n", encoding="utf-8")
    mine = variant("breakthrough", tmp_path)
    assert opponent(mine) == CHALLENGING
    begun = inherited(mine, 1)
    assert begun is not None
    own = weights.own_file(mine.model)
    own.parent.mkdir(parents=True)
    own.write_bytes(begun.encoded())
    learnt = variant("breakthrough", tmp_path)
    assert opponent(learnt) == "alphabeta:1s"
    own.unlink()  # they are read once for a game, not at each of its moves
    assert opponent(learnt) == "alphabeta:1s"


def test_with_other_options_alphabeta_plays_by_values_or_somebody_else_does(table: Path) -> None:
    """Values belong to exactly the rules for which they were learnt."""
    table.write_text("breakthrough: [alphabeta:1s, careful:1s]\nchess: alphabeta:1s\n", encoding="utf-8")
    assert opponent(Game.load("breakthrough")) == "alphabeta:1s"
    assert opponent(Game.load("breakthrough", size=8)) == "alphabeta:1s"  # as it is anyway
    assert opponent(Game.load("breakthrough", size=6)) == "careful:1s"
    assert opponent(Game.load("chess", castles=False)) == CHALLENGING


def test_with_values_mcts_plays_and_with_other_options_who_stands_second(table: Path) -> None:
    table.write_text("connect_four: [mcts:1s, careful:1s]\n", encoding="utf-8")
    assert opponent(Game.load("connect_four")) == "mcts:1s"
    assert opponent(Game.load("connect_four", line=5)) == "careful:1s"


def test_they_have_not_if_it_can_not_play_them(table: Path) -> None:
    """Alpha-beta is for two players who see everything, and gain what the other loses."""
    table.write_text("chess: alphabeta:1s\nspectral_reapers: alphabeta:1s\n", encoding="utf-8")
    assert opponent(Game.load("kriegspiel")) == CHALLENGING
    assert opponent(Game.load("spectral_reapers")) == "alphabeta:1s"
    assert opponent(Game.load("spectral_reapers", players=3)) == CHALLENGING
    assert opponent(Game.load("reapers_for_three")) == CHALLENGING


def test_what_rules_name_counts_more(table: Path, tmp_path: Path) -> None:
    table.write_text("hex: random\n", encoding="utf-8")
    (tmp_path / "mine.gdl").write_text('game "Mine" extends "hex"\n  opponent "careful:1s"\n', encoding="utf-8")
    assert opponent(Game.load("hex")) == "random"
    assert opponent(Game.load(tmp_path / "mine.gdl")) == "careful:1s"


def test_no_table_and_a_broken_one(table: Path) -> None:
    assert opponent(Game.load("hex")) == CHALLENGING
    measured._table.cache_clear()
    table.write_text("- hex\n", encoding="utf-8")
    with pytest.raises(PlayerError, match="table of opponents can't be read"):
        opponent(Game.load("hex"))


@pytest.mark.parametrize("spec", ["level:3", "mcts:5m+3s"])
def test_rules_name_neither_levels_nor_clocks(spec: str) -> None:
    with pytest.raises(PlayerError, match="levels and clocks are for those who play"):
        opponent(Game.parse(example(game=f'game "Example"\n  opponent "{spec}"')))
