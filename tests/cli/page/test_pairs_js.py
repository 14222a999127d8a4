"""The record beside the board: in pairs where two play strictly in turn."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from patience import HANGS

from cli.web.page import face

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't installed")
RUN = """
import { inPairs, isLong } from "./story.js";
import { readFileSync } from "node:fs";
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf-8")).map(([log, count]) => inPairs(log, count))));
console.log(JSON.stringify([["e4"], ["h6xf8", "f8xd6"], ["6-4", "24/18", "13/11"]].map(isLong)));
"""


def test_in_pairs_unless_turns_are_long(tmp_path: Path) -> None:
    def log(*players: str) -> list[dict[str, object]]:
        return [{"turn": int(one[1:]), "player": one[0]} for one in players]

    cases = {
        "nobody has moved": (log(), False),
        "one alone": (log("A1", "A2"), False),
        "the first turn": (log("A1"), False),
        "two in turn": (log("A1", "B2", "A3"), True),
        "turns of several plies": (log("A1", "A1", "B2", "B2", "B2", "A3"), True),
        "twice the same": (log("A1", "B2", "B3", "A4"), False),
        "three": (log("A1", "B2", "C3"), False),
        "two of three have moved": (log("A1", "B2"), False),
    }
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("dom.js", "language.js", "story.js"):
        (tmp_path / name).write_text(face.part(name), encoding="utf-8")
    (tmp_path / "run.js").write_text(RUN, encoding="utf-8")
    logs = json.dumps([[given, 3 if "three" in name else 2] for name, (given, _) in cases.items()])
    ran = subprocess.run([NODE or "", "run.js"], cwd=tmp_path, input=logs,
                         capture_output=True, text=True, timeout=HANGS, check=True)  # fmt: skip
    pairs, long = map(json.loads, ran.stdout.splitlines())
    assert pairs == [wanted for _, wanted in cases.values()]
    assert long == [False, False, True]
