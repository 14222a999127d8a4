"""What the end of a game is to the person at a page, before what it is to all."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from patience import HANGS

from cli.web.page import face

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't installed")
RUN = """
import { turnWords } from "./words.js";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(cases.map(([view, info]) => turnWords({ isOver: true, ...view }, info))));
"""
TWO, THREE, TEAMS = ["White", "Black"], ["A", "B", "C"], ["North", "East", "South", "West"]
WON = {"White": "win", "Black": "loss"}


def ended(result: str, outcomes: dict[str, str] | None, why: str = "") -> dict[str, Any]:
    return {"result": result, "outcomes": outcomes, "decided": {"why": why, "sites": []} if why else None}


def test_it_is_told_whether_the_person_has_won(tmp_path: Path) -> None:
    lost = {"A": "win", "B": "loss", "C": "loss"}
    sides = {"North": "win", "East": "loss", "South": "win", "West": "loss"}
    cases: list[tuple[str, dict[str, Any], list[str], list[str]]] = [
        ("You won. Checkmate.", ended("White won", WON, "checkmate"), ["White"], TWO),
        ("You lost. White won. Checkmate.", ended("White won", WON, "checkmate"), ["Black"], TWO),
        ("You won, 40 to 24.", ended("White won, 40 to 24", WON), ["White"], TWO),
        ("You won (points: A 3, B 1). Late.", ended("A won (points: A 3, B 1)", lost, "late"), ["A"], THREE),
        ("You lost. A won (points: A 3).", ended("A won (points: A 3)", lost), ["B"], THREE),
        ("You lost. Black lost on time.", ended("Black lost on time", WON), ["Black"], TWO),
        ("You lost.", ended("Black lost", WON), ["Black"], TWO),
        ("You won. Black resigned.", ended("Black resigned", WON), ["White"], TWO),
        ("White won.", ended("White won", WON), TWO, TWO),  # both play at one page
        ("White won.", ended("White won", WON), [], TWO),  # who looks on
        ("A draw.", ended("a draw", dict.fromkeys(TWO, "draw")), ["White"], TWO),
        ("You lost. A won.", ended("A won", lost), ["B"], THREE),
        ("You lost. A won.", ended("A won", lost), ["B", "C"], THREE),
        ("A won.", ended("A won", lost), ["A", "C"], THREE),
        ("B resigned.", ended("B resigned", {"B": "loss"}), ["A"], THREE),
        ("You won. North and South won.", ended("North and South won", sides), ["South"], TEAMS),
        ("You lost.", ended("You lost", {"You": "loss"}), ["You"], ["You"]),
        ("Everyone lost, 0 points.", ended("everyone lost, 0 points", dict.fromkeys(TWO, "loss")), ["White"], TWO),
        ("The game is over.", ended("", None), ["White"], TWO),
    ]  # fmt: skip
    (tmp_path / "package.json").write_text('{"type": "module"}')
    for name in ("dom.js", "language.js", "words.js"):
        (tmp_path / name).write_text(face.part(name), encoding="utf-8")
    (tmp_path / "run.js").write_text(RUN, encoding="utf-8")
    given = json.dumps([[view, {"mine": mine, "players": players}] for _, view, mine, players in cases])
    ran = subprocess.run([NODE or "", "run.js"], cwd=tmp_path, input=given,
                         capture_output=True, text=True, timeout=HANGS, check=True)  # fmt: skip
    assert json.loads(ran.stdout) == [said for said, *_ in cases]
