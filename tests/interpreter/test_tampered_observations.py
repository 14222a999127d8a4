"""Files of what somebody has observed, as others changed them: a sentence that says where, never a traceback."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from cli.app import app
from interpreter.game import observed
from interpreter.game.game import Game
from interpreter.game.plies import Step

run = CliRunner()


def written(name: str) -> str:
    """What the first player has observed of a random game."""
    game = Game.load(name)
    state = first = game.start(7, 3)
    steps: list[Step] = []
    random = Random(5)
    while not state.is_over and len(steps) < 30:
        move = random.choice(state.ways)
        steps.append(Step(state, move, state.play(move)))
        state = steps[-1].after
    seats = dict.fromkeys(game.players, "random")
    return observed.text(observed.of(game, name, seats, first, steps, game.players[0]))


def replayed(text: str, folder: Path) -> tuple[int, str]:
    """How `gdl replay` ends, and what it says."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    done = run.invoke(app, ["replay", str(path)])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text.replace("left: ", "left: 9"), "`left` can't be"),
        (lambda text: text.replace("spare: '?'", "spare: queen"), "`spare` can't be queen"),
        (lambda text: text.replace("spare: '?', ", "").replace("spare: '?'", ""), "it isn't said what `spare` was"),
        (lambda text: text.replace("spare: '?'", "spare: [king]"), "`spare` can't be"),
        (lambda text: text.replace("spare", "spares"), "this game has no `spares`"),
        (lambda text: text.replace("players: [A, B]", "players: [A, C]"), "the players are"),
    ],
)
def test_what_cannot_have_been_is_said(change: Callable[[str], str], said: str, tmp_path: Path) -> None:
    text = written("love_letter")
    assert change(text) != text
    status, output = replayed(change(text), tmp_path)
    assert status != 0
    assert said in " ".join(output.split())


@pytest.mark.parametrize("name", ["kuhn_poker", "love_letter"])
def test_broken_files_are_refused(name: str, tmp_path: Path) -> None:
    text, random = written(name), Random(1)
    assert replayed(text, tmp_path)[0] == 0
    for _ in range(25):
        at = random.randrange(len(text))
        more = random.choice(["?", "[]", "{}", "null", "-1", "9" * 30, "'", "\x00"])
        replayed(text[:at] + more + text[at + random.randrange(12) :], tmp_path)
