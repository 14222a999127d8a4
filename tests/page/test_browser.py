"""Pages in a browser: whole games by clicks, computers, storage, records, what a page may do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, browser, needs_browser
from page_node import random_game, record_of
from playing import load

from cli.page.build import page
from gdl import library
from interpreter import Game
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.records import Record

pytestmark = needs_browser
EVERY_DAY = ("tictactoe", "sparks", "fire_and_ice", "backgammon", "chess", "big_balls")


@pytest.fixture(scope="module")
def running() -> Iterator[Any]:
    with browser() as found:
        yield found


@pytest.fixture
def context(running: Any) -> Iterator[Any]:
    found = running.new_context(viewport={"width": 1100, "height": 800})
    yield found
    found.close()


def written(name: str, folder: Path, *games: Game) -> Path:
    path = folder / f"{name}.html"
    made = page(games or [load(name)], [name] * max(len(games), 1))
    path.write_text(made.html, encoding="utf-8")
    return path


def fresh_record(game: Game, seed: int) -> str:
    return record_of(game, seed, [game.start(seed=seed)], dict.fromkeys(game.players, "human"))


def by_clicks(name: str, context: Any, folder: Path, seed: int, plies: int) -> Record:
    """Play a game by clicks; its record must be what the reference interpreter makes of it."""
    game = load(name)
    tab = Tab(context, written(name, folder))
    tab.load(fresh_record(game, seed))
    done = tab.clicked(seed, plies)
    text = tab.save()
    assert not tab.said, tab.said
    record = yamlio.parse(text).check(Record)
    states = [game.start(seed=seed)]
    for move in record.plies:
        states.append(states[-1].play(move))
    assert text == record_of(game, seed, states, dict.fromkeys(game.players, "human"))
    assert done["over"] or done["plies"] >= plies, done
    assert (states[-1].outcomes is not None) == done["over"]
    assert len(list(records.replay(game, record))) == len(record.plies)
    return record


@pytest.mark.parametrize("name", EVERY_DAY)
def test_games_by_clicks(name: str, context: Any, tmp_path: Path) -> None:
    assert len(by_clicks(name, context, tmp_path, 5, 40).plies) >= 5


@pytest.mark.deep
@pytest.mark.parametrize("name", library.names())
def test_whole_games_by_clicks(name: str, context: Any, tmp_path: Path) -> None:
    by_clicks(name, context, tmp_path, 6, 400)
