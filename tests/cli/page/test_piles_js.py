"""The page lays several things on one site as pictures do: one rule in two languages, compared in Node."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from cli.page import face
from interpreter.drawing.piles import Pile, beads, column, heap, laid

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't installed")
RUN = """
import { readFileSync } from "node:fs";
import { piled } from "./places.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(({ place, pieces }) => piled(place, pieces))));
"""
PILES = (column(20.0), beads(40.0, 220.0, hangs=True), beads(40.0, 220.0, hangs=False), heap(38.0))
LYING = ([], ["a"], ["a", "b"], ["a"] * 5, ["a"] * 6, ["a"] * 9, ["a"] * 40, ["a", "b", "a"] * 4, ["a"] * 7 + ["b"] * 6)


def in_python(pile: Pile, pieces: list[str]) -> dict[str, Any]:
    things, texts = laid(pile, (100.0, 50.0), pieces)
    return {
        "things": [{"piece": one.symbol, "x": one.x, "y": one.y, "size": one.size} for one in things],
        "numbers": [asdict(one) for one in texts],
    }


def test_things_lie_in_the_same_places(tmp_path: Path) -> None:
    (tmp_path / "package.json").write_text('{"type": "module"}')
    (tmp_path / "places.js").write_text(face.part("places.js"), encoding="utf-8")
    (tmp_path / "run.js").write_text(RUN)
    cases = [(pile, pieces) for pile in PILES for pieces in LYING]
    asked = [{"place": {"x": 100, "y": 50, "pile": asdict(pile)}, "pieces": pieces} for pile, pieces in cases]
    ran = subprocess.run([NODE or "", "run.js"], cwd=tmp_path, input=json.dumps(asked), capture_output=True, text=True,
                         timeout=60, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    for (pile, pieces), found in zip(cases, json.loads(ran.stdout), strict=True):
        wanted = in_python(pile, pieces)
        for name in ("things", "numbers"):
            for one, other in zip(wanted[name], found[name], strict=True):
                words = {key for key, value in one.items() if isinstance(value, str)}
                assert {key: one[key] for key in words} == {key: other[key] for key in words}
                places = {key: value for key, value in one.items() if key not in words}
                assert places == pytest.approx({key: other[key] for key in places}, abs=0.06)
