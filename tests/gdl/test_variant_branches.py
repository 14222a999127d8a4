"""Variants that replace or remove one branch of an `either` by its name: `remove define castle`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game

BASE = """\
game "Base"

players White, Black
game has left: 0..20 = 20

define size = 2
define step
  choose n in 1..2 where n <= left as "step {n}"
  tell(n)
define leap(m)
  choose "leap" where left > m
  tell(m)
define p.wait
  choose "wait" where p = me
define tell(n)
  left -= n

turn
  either
    step
  or
    leap(5)
  or
    me.wait

end
  win me if left = 0
  lose next if stuck
"""


def written(folder: Path, *variants: str) -> Path:
    (folder / "v0.gdl").write_text(BASE)
    for i, text in enumerate(variants, 1):
        (folder / f"v{i}.gdl").write_text(f'game "Variant" extends "v{i - 1}"\n\n{text}')
    return folder / f"v{len(variants)}.gdl"


def moves(path: Path) -> list[str]:
    answers = [[m.text for m in Game.load(path, backend=b).start().moves] for b in ("reference", "native")]
    assert answers[0] == answers[1]
    return answers[0]


def test_a_branch_is_removed(tmp_path: Path) -> None:
    assert moves(written(tmp_path)) == ["step 1", "step 2", "leap", "wait"]
    path = written(tmp_path, "remove define p.wait\n")
    assert moves(path) == ["step 1", "step 2", "leap"]
    assert lint([Source(str(path), path.read_text())]) == []
    assert moves(written(tmp_path, "remove define leap(m)\n")) == ["step 1", "step 2", "wait"]
    assert moves(written(tmp_path, "remove define leap\n", "remove define step\n")) == ["wait"]


def test_a_branch_is_replaced_and_comes_back(tmp_path: Path) -> None:
    again = 'replace define leap(m)\n  choose "jump" where left > m\n  left -= m\n'
    assert moves(written(tmp_path, again)) == ["step 1", "step 2", "jump", "wait"]
    assert moves(written(tmp_path, "remove define leap\n", again)) == ["step 1", "step 2", "jump", "wait"]


def test_elsewhere_nothing_happens(tmp_path: Path) -> None:
    path = written(tmp_path, "remove define tell\n")
    for backend in ("reference", "native"):
        assert Game.load(path, backend=backend).start().play("step 1").value("left") == 20


@pytest.mark.parametrize(
    ("text", "code", "line", "said"),
    [
        ("remove define size", "O811", 3, "is a value"),
        ("remove define wait", "O803", 3, "no `wait` to remove"),
        ("remove define leap\nremove define leap", "N203", 4, "declared already"),
        ("remove define step\nremove define leap\nremove define p.wait", "R609", 19, "all branches"),
        ("remove left", "S101", 3, "does not begin a declaration"),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, code: str, line: int, said: str) -> None:
    path = written(tmp_path, text + "\n")
    (finding,) = check(Source(str(path), path.read_text())).findings
    assert (finding.code, finding.span.line) == (code, line)
    assert said in finding.message
