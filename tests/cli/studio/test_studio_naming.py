"""Names of the studio's rulesets: as the title says, or as somebody wants; scenarios follow."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.studio.files import Folder, Refused
from cli.studio.naming import removed, renamed, stem_of

CASES = """\
# kept by playing
game: one.gdl  # this one

scenarios:
  - name: from the beginning
    play: [a1]
  - name: of another
    game: "two.gdl"
    play: [a1]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    (tmp_path / "one.gdl").write_text('game "One"\n', encoding="utf-8")
    (tmp_path / "two.gdl").write_text('game "Two" extends "one"\n', encoding="utf-8")
    (tmp_path / "scenarios-one.yaml").write_text(CASES, encoding="utf-8")
    (tmp_path / "scenarios.yaml").write_bytes(b"game: one\r\nscenarios: []\r\n")
    return Folder(tmp_path)


@pytest.mark.parametrize(("text", "stem"), [
    ('game "Four in a Row"\n', "fourinarow"), ('# x\ngame  "Go"\n', "go"), ('game "Лампы"\n', "mygame"), ("", "mygame"),
    ('game ""\n', "mygame"), ('  game "No"\n', "mygame"),
])  # fmt: skip
def test_a_ruleset_is_called_as_its_title(text: str, stem: str) -> None:
    assert stem_of(text) == stem


@pytest.mark.parametrize("wanted", ["best", "best.gdl", " best "])
def test_scenarios_follow_and_variants_are_told(folder: Folder, wanted: str) -> None:
    changed = list[str]()
    new, extending = renamed(folder, "one.gdl", wanted, lambda path: changed.append(path.name))
    assert (new, extending) == ("best.gdl", ["two.gdl"])
    assert not (folder.root / "one.gdl").exists()
    assert (folder.root / "best.gdl").read_text(encoding="utf-8") == 'game "One"\n'
    kept = (folder.root / "scenarios-best.yaml").read_text(encoding="utf-8")
    assert kept == CASES.replace("one.gdl", "best.gdl")
    assert (folder.root / "scenarios.yaml").read_bytes() == b"game: best\r\nscenarios: []\r\n"
    gone = {"one.gdl", "scenarios-one.yaml"}
    assert gone | {"best.gdl", "scenarios-best.yaml", "scenarios.yaml"} == {*changed}


@pytest.mark.parametrize("wanted", ["two", "", ".", "../best", "in/best", "a\0b", "x" * 300])
def test_a_name_that_cant_be_is_refused(folder: Folder, wanted: str) -> None:
    before = sorted(path.name for path in folder.root.iterdir())
    with pytest.raises(Refused):
        renamed(folder, "one.gdl", wanted, lambda path: None)
    assert sorted(path.name for path in folder.root.iterdir()) == before


def test_what_is_removed_takes_its_own_scenarios_with_it(folder: Folder) -> None:
    removed(folder, "one.gdl", lambda path: None)
    assert sorted(path.name for path in folder.root.iterdir()) == ["scenarios.yaml", "two.gdl"]
