"""Old import paths still work, and give the very modules that lie elsewhere now."""

from __future__ import annotations

import importlib
import importlib.machinery
import importlib.util

import pytest

from interpreter import moved

NEW = {"tools.simulate": "lab.tools.simulate", "batch": "bridges.batch", "game.errors": "errors",
       "tools.chunks": "work.chunks", "players.matches": "lab.matches",
       "adapters.open_spiel": "bridges.adapters.open_spiel"}  # fmt: skip


@pytest.mark.parametrize("old", NEW)
def test_an_old_path_gives_the_module_at_its_new_place(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"interpreter.{NEW[old]}"):
        found = moved.Moved().create_module(importlib.machinery.ModuleSpec(f"interpreter.{old}", None))
    new = importlib.import_module(f"interpreter.{NEW[old]}")
    assert found is new
    assert importlib.import_module(f"interpreter.{old}") is new
    assert new.__spec__ is not None
    assert new.__spec__.name == f"interpreter.{NEW[old]}"


@pytest.mark.parametrize("place", sorted(moved.PLACES.values()))
def test_every_place_is_there(place: str) -> None:
    assert importlib.util.find_spec(f"interpreter.{place}")


def test_what_never_was_is_not_found() -> None:
    assert moved.place("gdl.tools") is None
    with pytest.raises(ModuleNotFoundError, match=r"No module named 'interpreter\.nonsense'"):
        importlib.import_module("interpreter.nonsense")
