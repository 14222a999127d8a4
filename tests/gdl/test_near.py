"""What is suggested for a name that isn't there: only what may be a slip for it, or another form of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import lint
from gdl.library import NotFound, read
from gdl.lint.rule import example
from gdl.text.near_files import near_file
from gdl.text.source import Source
from gdl.text.suggest import closest
from interpreter.game import yaml_files


@pytest.mark.parametrize(
    ("name", "meant"),
    [("nxt", "next"), ("adjacant", "adjacent"), ("trun", "turn"), ("empties", "empty"), ("sise", "size"),
     ("colmn", "column"), ("Goal", "goal"), ("neighbour", "neighbours"), ("stnoe", "stone"), ("oppponent", "opponent")],
)  # fmt: skip
def test_a_slip_is_recognised(name: str, meant: str) -> None:
    assert closest(name, ["SE", "as", "x", meant]) == meant


@pytest.mark.parametrize(
    ("name", "other"),
    [("step", "SE"), ("sees", "SE"), ("colour", "cool"), ("north", "not")],
)
def test_letters_in_common_are_no_slip(name: str, other: str) -> None:
    assert closest(name, [other]) is None


@pytest.mark.parametrize(
    ("name", "meant"),
    [("sight", "site"), ("thru", "through"), ("peace", "piece"), ("kase", "case"), ("foto", "photo"),
     ("reech", "reach"), ("night", "Nite")],
)  # fmt: skip
def test_a_word_written_as_it_sounds_is_recognised(name: str, meant: str) -> None:
    assert closest(name, ["SE", "as", "x", meant]) == meant


@pytest.mark.parametrize(("name", "other"), [("sight", "side"), ("seat", "site"), ("high", "his")])
def test_words_that_sound_otherwise_are_not(name: str, other: str) -> None:
    assert closest(name, [other]) is None


@pytest.mark.parametrize(("name", "other"), [("uneven", "even"), ("unmoved", "moved"), ("moved", "unmoved"),
                                            ("notred", "red")])  # fmt: skip
def test_the_opposite_is_no_slip(name: str, other: str) -> None:
    assert closest(name, [other]) is None


PARITY = "type parity = even, {0}\ndefine n.parity = even when n % 2 = 0 otherwise {0}"


@pytest.mark.parametrize(("declared", "asked", "advice"), [
    (PARITY.format("odd"), "n.parity = uneven", "did you mean `odd`?"),
    (PARITY.format("rest"), "n.parity = uneven", "there is `even`: write `x != even` for its opposite"),
    ("define even = {2, 4, 6}", "n in uneven",
     "there is `even`: write `not even` if that is a condition, `x not in even` if it is a set"),
    ("", "n is odd", "write `n % 2 = 1` for odd numbers"), ("", "n is not odd", "write `n % 2 = 0` for even numbers"),
    ("", "odd(n)", "write `n % 2 = 1` for odd numbers"), ("", "n.uneven", "write `n % 2 = 1` for odd numbers"),
    ("", "uneven n", "write `n % 2 = 1` for odd numbers"), ("", "n even", "write `n % 2 = 0` for even numbers"),
    ("", "n in odd", "write `n % 2 = 1` for odd numbers"),
])  # fmt: skip
def test_what_is_written_for_odd_numbers(declared: str, asked: str, advice: str) -> None:
    text = example(declared, turn=f"roll n in 1..6\nchoose s in empty where {asked}\nput stone of me on s")
    assert [f.hint for f in lint.lint([Source("a.gdl", text)]) if f.severity == "error"] == [advice]


@pytest.mark.parametrize("word", ["square", "cell", "field", "place", "hex"])
def test_other_words_for_a_site(word: str) -> None:
    """`place` was told “did you mean `player`?”."""
    text = example(turn=f"choose s in {word} where s in empty\nput stone of me on s")
    assert [f.hint for f in lint.lint([Source("a.gdl", text)])] == ["write `site` for the sites of the board"]


@pytest.mark.parametrize("given", ["1..2", "{1, 2}", "{1, 3}"])
def test_several_values_for_one(given: str) -> None:
    text = example(turn=f"choose s in empty & row({given})\nput stone of me on s")
    found = [f for f in lint.lint([Source("a.gdl", text)]) if f.code == "R695"]
    assert [f.span.text for f in found] == [given]
    assert "`row(1) + row(" in found[0].hint


def test_a_define_that_takes_several_is_left_alone() -> None:
    rows, turn = "define rows(n) = {s in site where s.r in n}", "choose s in rows(1..2) & empty\nput stone of me on s"
    assert "R695" not in [f.code for f in lint.lint([Source("a.gdl", example(rows, turn=turn))])]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("mybreakthrough.gdl", "frogs.gdl", "game.yaml", "frogs.yaml", "notes.txt"):
        Path(name).write_text("")
    Path("old").mkdir()
    Path("old/toads.gdl").write_text("")
    return tmp_path


@pytest.mark.parametrize(
    ("path", "near"),
    [("my_breakthrough.gdl", "mybreakthrough.gdl"), ("frog.gdl", "frogs.gdl"), ("frogs", "frogs.gdl"),
     ("games.yaml", "game.yaml"), ("old/frogs.gdl", "frogs.gdl"), ("old/toad.gdl", "old/toads.gdl"),
     ("note.gdl", None), ("zebra.gdl", None), ("none/zebra.gdl", None), ("x\0.gdl", None)],
)  # fmt: skip
def test_a_file_that_may_be_meant(folder: Path, path: str, near: str | None) -> None:
    assert near_file(Path(path)) == (near and Path(near))


@pytest.mark.parametrize(
    ("what", "told"),
    [("my_breakthrough.gdl", "mybreakthrough.gdl"), ("frogs", "frogs.gdl"), ("frog", "frogs.gdl"), ("ches", "chess")],
)
def test_a_ruleset_that_isnt_there_is_told_with_a_near_one(folder: Path, what: str, told: str) -> None:
    with pytest.raises(NotFound, match=f"did you mean `{told}`"):
        read(what)


def test_so_is_a_record(folder: Path) -> None:
    with pytest.raises(yaml_files.YamlError, match=r"did you mean `game\.yaml`"):
        yaml_files.read("gmae.yaml")
