"""How a page tells that a game is over: in the words of `interpreter/drawing/results.py`."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from patience import HANGS

NODE = shutil.which("node")
ENGINE = Path(__file__).parents[3] / "cli" / "web" / "page" / "engine" / "seen.js"
RUN = """
import { resultOf } from "./seen.js";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(cases.map(([players, unit, kind, who, points, scores, partners]) => {
  const alone = players.map(() => 1), unites = kind < 3 && players.length === 3;
  const table = { players, partners: partners ?? alone, unites, score: unit && { unit } };
  return resultOf(table, { kind, who, points, scores });
})));
"""
WIN, LOSE, DRAW, RANK, PAY = 1, 2, 3, 4, 5


@pytest.mark.skipif(NODE is None, reason="Node isn't installed")
def test_words_that_fit_names_in_the_plural_and_who_is_first_together(tmp_path: Path) -> None:
    """The sentences that tests/interpreter/test_scores.py and test_common_payoff.py expect of the program."""
    four = ["North", "East", "South", "West"]
    cases = {
        "Tigers won": (["Tigers", "Goats"], "", WIN, 1, [], None),
        "You lost": (["You"], "", LOSE, 1, [], None),
        "everyone lost": (["A", "B", "C"], "", LOSE, 7, [], None),
        "A and B won": (["A", "B", "C"], "", WIN, 3, [], None),
        "a draw": (["A", "B"], "", DRAW, 3, [], None),
        "North and South share the win (points: North 0, East 25, South 0, West 1)":
            (four, "points", RANK, 0, [0, -25, 0, -1], [0, 25, 0, 1]),
        "North and South won": (four, "", PAY, 0, [30, -30, 30, -30], None, [2, 2, 2, 2]),
        "A, B and C won": (["A", "B", "C", "D"], "", WIN, 7, [], None),
        "North and East share the win": (four, "", RANK, 0, [30, 30, 0, 0], None),
    }  # fmt: skip
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "seen.js").write_text(ENGINE.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "run.js").write_text(RUN)
    done = subprocess.run([NODE or "", "run.js"], cwd=tmp_path, input=json.dumps([*cases.values()]), text=True,
                          capture_output=True, check=True, timeout=HANGS)  # fmt: skip
    assert json.loads(done.stdout) == [*cases]
