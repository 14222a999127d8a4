"""Variants that remove kinds of pieces of their base, or call them otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.syntax.formatter import format as formatted
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

BASE = """\
game "Base"

players White, Black
board grid(5, 5)
pieces man, king, fool of player
pieces rock
site has queen: truth
game has last: kind?

define a.steps =
  a.N         when a in man
  a.compass   when a.kind in {king, fool}
define major = {king, fool}
define a.odd = a.kind != fool

setup
  put man of White  on b2
  put king of White on d2
  put fool of White on a1
  put fool of Black on e5
  put rock on c3
  put king of Black on a5

turn
  choose a in mine, b in a.steps - mine - rock where a.odd or a.kind = fool as "{a}-{b}"
  last = a.kind
  a.queen = not a.queen
  move a to b

end
  win me if no theirs
  draw if count(fool + man) > 9 or last in major - {king} and a1.queen
  lose next if stuck

looks
  man of White  "M"
  king of White "K"
  fool of White "F"
  man of Black  "m"
  king of Black "k"
  fool of Black "f"
  rock          "#"
"""


def written(folder: Path, *variants: str) -> Path:
    (folder / "v0.gdl").write_text(BASE)
    for i, text in enumerate(variants, 1):
        (folder / f"v{i}.gdl").write_text(f'game "Variant" extends "v{i - 1}"\n\n{text}')
    return folder / f"v{len(variants)}.gdl"


def found(path: Path) -> list[tuple[str, int, str, str]]:
    return [(f.code, f.span.line, f.message, f.hint) for f in check(Source(str(path), path.read_text())).findings]


def linted(path: Path) -> list[str]:
    return [f.code for f in lint([Source(str(path), path.read_text())])]


def moves(path: Path) -> set[str]:
    answers = [[m.text for m in Game.load(path, backend=b).start().moves] for b in ("reference", "native")]
    assert answers[0] == answers[1]
    return set(answers[0])


def test_a_removed_kind_stands_nowhere(tmp_path: Path) -> None:
    base, path = moves(written(tmp_path)), written(tmp_path, "remove pieces fool\n")
    assert moves(path) == {m for m in base if not m.startswith("a1")}
    assert linted(path) == []
    state = Game.load(path).start()
    assert state.pieces("e5") == state.pieces("a1") == ()
    assert state.pieces("a5")[0].kind == "king"
    for seed in range(3):
        assert both_backends(Game.load(path), seed).plies > 1


def test_what_is_not_owned_and_several(tmp_path: Path) -> None:
    path = written(tmp_path, "remove pieces rock, man\n")
    assert "d2-c3" in moves(path)
    assert not any(m.startswith("b2") for m in moves(path))


def test_a_renamed_kind_is_the_same(tmp_path: Path) -> None:
    base, path = moves(written(tmp_path)), written(tmp_path, "rename fool as jester\n")
    assert moves(path) == base
    assert linted(path) == []
    assert Game.load(path).start().pieces("a1")[0].kind == "jester"
    assert "jester of White" in str(Game.load(path).start().position())
    more = written(tmp_path, "rename fool as jester\ndefine a.steps += a.N.N when a in jester\n")
    assert moves(more) == base | {"a1-a3"}


def test_names_are_exchanged_over_several_levels(tmp_path: Path) -> None:
    swapped = written(tmp_path, "rename fool as king\nrename king as fool\n")
    assert [p.kind for s in ("d2", "a1") for p in Game.load(swapped).start().pieces(s)] == ["fool", "king"]
    path = written(tmp_path, "rename fool as jester\ndefine a.steps += a.N.N when a in jester\n",
                   "rename jester as clown\nreplace define a.steps += a.N when a in clown\n")  # fmt: skip
    assert Game.load(path).start().pieces("a1")[0].kind == "clown"
    assert "a1-a3" not in moves(path)


def test_removed_above_a_renaming(tmp_path: Path) -> None:
    path = written(tmp_path, "rename fool as jester\n", "remove pieces jester\n")
    assert Game.load(path).start().pieces("a1") == ()


@pytest.mark.parametrize(
    ("text", "code", "line", "said", "hint"),
    [
        ("remove pieces fol", "O803", 3, "no piece `fol` to remove", "fool"),
        ("rename fol as x", "O803", 3, "no piece `fol` to rename", "fool"),
        ("rename fool as man", "N203", 3, "there is already a piece `man`", "another name"),
        ("remove pieces fool\nend\n  draw if some fool", "N201", 5, "`fool` here: it is removed", "leave it out"),
        ("rename fool as clown\nend\n  draw if some fool", "N201", 5, "is called `clown` here", "write `clown`"),
    ],
)
def test_what_is_wrong(tmp_path: Path, text: str, code: str, line: int, said: str, hint: str) -> None:
    c, at, message, helped = found(written(tmp_path, text + "\n"))[0]
    assert (c, at) == (code, line)
    assert said in message
    assert hint in helped


def test_layout() -> None:
    text = 'game "V" extends "v0"\n\nrename fool as jester\nremove pieces king\n'
    assert formatted(text.replace("fool", " fool").replace("king", " king ")) == text
