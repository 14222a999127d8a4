"""`gdl replay --analyse`: what players could expect, the moves that gave most away, better ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run
from page_node import record_of
from playing import load

PLAYED = ["a1", "b1", "a3", "a2", "c1", "b2", "c3", "b3"]
"""By theory: only the middle answers a corner, so Noughts lose by their first move; then Crosses, who had two corners,
win by the middle or the third corner with two threats, and let that be."""


def recorded(folder: Path, name: str, moves: list[str], seed: int = 1) -> Path:
    game = load(name)
    states = [game.start(seed=seed)]
    for text in moves:
        states.append(states[-1].play(next(move for move in states[-1].ways if move.text == text)))
    path = folder / f"{name}.json"
    path.write_text(record_of(game, seed, states, dict.fromkeys(game.players, "human")), encoding="utf-8")
    return path


def test_a_game_is_analysed(tmp_path: Path) -> None:
    file = str(recorded(tmp_path, "tictactoe", PLAYED))
    status, output, _ = run(["replay", file, "--analyse", "--by", "alphabeta:9"])
    assert status == 0
    lines = output.splitlines()
    assert lines[:3] == ["What each could expect, from the beginning to the end:", "  X  ▅▅███▁▁▁▁", "  O  ▅▅▁▁▁████"]
    assert lines[3] == "Moves that gave most away (worth from -1, the worst end, to +1, the best):"
    assert lines[4].startswith("  5. X: c1, from +1.00 to -1.00; better: b2")
    assert lines[5].startswith("  2. O: b1, from +0.00 to -1.00; better: b2")
    assert len(lines) == 6


@pytest.mark.parametrize(("moves", "words", "said"), [
    (PLAYED, ["--by", "mcts:1s"], "--by goes with --analyse"),
    (PLAYED, ["--analyse", "--as", "X"], "leave --as away"),
    (PLAYED, ["--analyse", "--by", "random"], "doesn't tell what it thinks"),
    (PLAYED, ["--analyse", "--by", "nobody"], "there is no player `nobody`"),
    ([], ["--analyse"], "nothing was played"),
])  # fmt: skip
def test_what_cannot_be_analysed(moves: list[str], words: list[str], said: str, tmp_path: Path) -> None:
    status, _, complained = run(["replay", str(recorded(tmp_path, "tictactoe", moves)), *words])
    assert status == 2
    assert said in complained
