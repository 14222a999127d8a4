"""The model of a file is kept between runs, and used only where checking would come to the same."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gdl import cache
from gdl.check import checker
from gdl.model import nodes, packed, printing
from gdl.model.model import Model
from gdl.model.statements import deep
from interpreter import Game, LoadError
from interpreter.game import loading
from interpreter.native.compile import compile_model

RULES = """game "Row"
option limit: 2..9 = 4 "stones that win"
players A, B
board grid(3, 3)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  win me if count(mine) >= limit
"""
VARIANT = 'game "More" extends "row.gdl"\n'


@pytest.fixture
def checks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """An empty cache; gives how many rulesets were checked since it was last asked."""
    done: list[str] = []
    check = checker.check

    def counted(source: Any, *rest: Any) -> Any:
        done.append(str(source))
        return check(source, *rest)

    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(checker, "check", counted)

    def since() -> int:
        number = len(done)
        done.clear()
        return number

    return since


def kept() -> Path:
    """The one model in the cache."""
    (file,) = (cache.folder() / f"user-{os.getuid()}").glob("*.model")
    return file


# a stacking game, dice, a hidden hand, a large board with directions, one that repeats positions, and numbers on pieces
@pytest.mark.parametrize("name", ["sparks", "backgammon", "kuhn_poker", "chess", "go", "lasca", "kalah"])
def test_a_model_that_was_packed_is_the_same(name: str) -> None:
    game = Game.load(name)
    assert game.given is not None
    model, sources = packed.unpacked(packed.packed(game.model, game.given.sources))
    assert sources == game.given.sources
    assert printing.model(model) == printing.model(game.model)
    assert model.hash == game.hash
    assert [v.name for v in model.variables] == [v.name for v in game.model.variables]


@pytest.mark.parametrize("name", ["sparks", "kuhn_poker"])
def test_a_kept_model_compiles_to_the_same_bytes(name: str, checks: Callable[[], int]) -> None:
    one = Game.load(name)
    assert checks() == 1
    other = Game.load(name)
    assert checks() == 0
    assert other.model is not one.model
    assert compile_model(other.model).binary == compile_model(one.model).binary


def test_equal_expressions_are_one_object_and_bound_variables_are_new() -> None:
    game = Game.load("tictactoe")
    assert game.given is not None

    def all_of(model: Model) -> set[nodes.Expr]:
        return {e for block in (model.turn, model.end) for e in deep(block)}

    again = packed.unpacked(packed.packed(game.model, game.given.sources))[0]
    ours, theirs = all_of(game.model), all_of(again)
    numbers = {e.number for e in ours if isinstance(e, nodes.Var)}
    assert numbers
    assert numbers.isdisjoint({e.number for e in theirs if isinstance(e, nodes.Var)})
    truths = {e for e in ours if isinstance(e, nodes.Const) and isinstance(e.value, bool)}
    assert {e for e in theirs if isinstance(e, nodes.Const) and isinstance(e.value, bool)} == truths


def test_what_has_changed_is_checked_again(
    tmp_path: Path, checks: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    base, file = tmp_path / "row.gdl", tmp_path / "more.gdl"
    base.write_text(RULES)
    file.write_text(VARIANT)
    first = Game.load(file)
    assert (checks(), Game.load(file).hash, checks()) == (1, first.hash, 0)
    assert Game.load(file, limit=5).options == {"limit": 5}
    assert checks() == 1
    base.write_text(RULES.replace(">= limit", "> limit"))
    assert Game.load(file).hash != first.hash
    assert checks() == 1
    base.write_text(RULES)
    file.write_text(VARIANT.replace("More", "Still more"))
    assert Game.load(file).title == "Still more"
    assert checks() == 1
    monkeypatch.setattr(loading, "fingerprint", lambda *_: "another program")
    Game.load(file)
    assert checks() == 1
    base.unlink()
    with pytest.raises(LoadError, match="row"):
        Game.load(file)


def test_what_a_program_hands_over_is_not_kept(checks: Callable[[], int]) -> None:
    Game.parse(RULES)
    assert not cache.folder().exists() or not list(cache.folder().rglob("*.model"))


class Evil:
    """Runs what it shouldn't, if it is read by pickle itself."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return os.mkdir, ("/nowhere/at/all",)


@pytest.mark.parametrize(
    "damage",
    [lambda held: b"", lambda held: held[:-9], lambda held: b"[]\n", lambda held: b"no line",
     lambda held: b"[]\n" + pickle.dumps(Evil()), lambda held: b"[]\n" + pickle.dumps(("model", ()))],
)  # fmt: skip
def test_what_is_damaged_is_made_anew(checks: Callable[[], int], damage: Callable[[bytes], bytes]) -> None:
    """Whether the file was cut off, or holds something else under a right digest."""
    one = Game.load("tictactoe")
    file = kept()
    whole = cache.kept(file.name)
    assert whole is not None
    cache.keep(file.name, damage(whole))
    assert checks() == 1
    assert Game.load("tictactoe").hash == one.hash
    assert checks() == 1
    assert cache.kept(file.name) is not None
    file.write_bytes(file.read_bytes()[:100])
    assert (Game.load("tictactoe").hash, checks()) == (one.hash, 1)
    assert (Game.load("tictactoe").hash, checks()) == (one.hash, 0)


def test_nothing_but_parts_of_models_is_made() -> None:
    for held in (Evil(), os.getcwd, pickle.Pickler, packed.packed):
        with pytest.raises(pickle.UnpicklingError, match="is no part of a model"):
            packed.unpacked(pickle.dumps(held))


def test_a_cache_that_cannot_be_written_costs_only_time(
    tmp_path: Path, checks: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("GDL_CACHE", str(tmp_path / "file"))
    assert Game.load("tictactoe").hash == Game.load("tictactoe").hash
    assert checks() == 2
