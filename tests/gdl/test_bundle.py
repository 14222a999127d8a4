"""A variant and what it extends, laid together: the same game in one file."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import library
from gdl.bundle import CantBundle, bundle
from gdl.check.checker import check
from gdl.lint import lint
from gdl.model.same import same_game
from gdl.syntax.formatter import format  # noqa: A004
from gdl.text.source import Source
from interpreter import Game

TWO_FILES = {"minishogi"}
"""Rules that speak of kinds which are not there."""
VARIANTS = [name for name in library.names() if " extends " in library.read(name).text and name not in TWO_FILES]
FEW = ("king_of_the_hill", "lasker_morris", "tablut", "reversi_free_start", "giveaway_draughts")

BASE = """\
game "Base"
  designer "A"
  year 2001

# How large it is.
option size: 2..4 = 3 "squares along a side"
option wild: truth = false "anything goes"

players White, Black
board grid(size, size)
pieces stone, king of player

define a.reach =  # where it looks
  a.orthogonal when a in stone
  a.compass    when a in king  # everywhere

define goal = 5

define place
  choose s in empty
  put stone of me on s

define pass
  choose "pass" where wild

setup
  # the king first
  put king of White on a1

turn
  either
    place
  or
    pass

end
  win me if count(mine.reach) >= goal
  draw if no empty

looks
  stone of White "W"
  stone of Black "B"
  king of White  "K"
  king of Black  "Q"
"""


def laid(folder: Path, *texts: str, keep_shipped: bool = False) -> str:
    """The bundle of the last of these files, each of which extends the one before."""
    for i, text in enumerate(texts):
        (folder / f"f{i}.gdl").write_text(text)
    source = library.read(folder / f"f{len(texts) - 1}.gdl")
    done = bundle(source, "one.gdl", keep_shipped)
    before, after = check(source).model, check(Source("one.gdl", done.text)).model
    assert before and after and same_game(before, after)
    assert format(done.text) == done.text
    return done.text


def over(text: str, base: str = "f0") -> str:
    return f'game "Above" extends "{base}"\n\n{text}'


@pytest.mark.parametrize("name", [pytest.param(n, marks=[] if n in FEW else [pytest.mark.deep]) for n in VARIANTS])
def test_every_shipped_variant_is_the_same_game(name: str) -> None:
    source = library.read(name)
    done = bundle(source, "one.gdl")
    assert " extends " not in done.text and done.compared >= 1
    assert format(done.text) == done.text
    assert lint([Source("one.gdl", done.text)], ignore=["W953"]) == []  # play's codes, where nothing knows of them
    one, other = Game.of(source), Game.parse(done.text)
    states = one.start(), other.start()
    for _ in range(20):
        if states[0].is_over:
            break
        assert [move.text for move in states[0].moves] == [move.text for move in states[1].moves]
        states = states[0].play(states[0].moves[-1]), states[1].play(states[1].moves[-1])


def test_a_variant_that_ships_can_still_extend_its_game(tmp_path: Path) -> None:
    (tmp_path / "mine.gdl").write_text('game "Mine" extends "crazyhouse"\n\nset castles = false\n')
    (tmp_path / "more.gdl").write_text('game "More" extends "mine"\n\nset claimed = false\n')
    done = bundle(library.read(tmp_path / "more.gdl"), "one.gdl", keep_shipped=True)
    assert done.text == 'game "More" extends "crazyhouse"\n\nset castles = false\nset claimed = false\n'
    assert len(done.laid) == 2
    whole = bundle(library.read(tmp_path / "more.gdl"), "one.gdl")
    assert " extends " not in whole.text and len(whole.laid) == 4


def test_facts_options_and_comments(tmp_path: Path) -> None:
    text = laid(tmp_path, BASE, 'game "Above" extends "f0"\n  year 2024\n\n# Rather small.\nset size = 2\n')
    assert text.startswith('game "Above"\n  designer "A"\n  year 2024\n')
    assert '# How large it is.\n# Rather small.\noption size: 2..4 = 2 "squares along a side"\n' in text
    assert "# the king first" in text and "# where it looks" in text


@pytest.mark.parametrize("name", sorted(TWO_FILES))
def test_what_can_t_be_one_file_is_refused_with_a_way_out(name: str) -> None:
    with pytest.raises(CantBundle, match="keep-shipped"):
        bundle(library.read(name), "one.gdl")
    extending = f'game "Mine" extends "{name}"\n'
    assert bundle(Source("mine.gdl", extending), "mine.gdl", keep_shipped=True).text == extending


def test_facts_keep_their_places_their_lines_and_their_comments(tmp_path: Path) -> None:
    head = '  designer "A"\n  # names\n  pgn "B",\n    "C"\n  year 2001\n'
    base = BASE.replace('  designer "A"\n  year 2001\n', head)
    text = laid(tmp_path, base, 'game "Above" extends "f0"\n  # others\n  pgn "D",\n    "E"\n  sgf 7\n')
    kept = '  designer "A"\n  # others\n  pgn "D",\n      "E"\n  year 2001\n  sgf 7\n'
    assert text.startswith(f'game "Above"\n{kept}')


def test_variants_of_variants(tmp_path: Path) -> None:
    first = over("set size = 4\n\nsetup\n  put king of Black on b2\n\nreplace define goal = 6\n")
    second = over("replace define goal = 7\n\nafter setup\n  put stone of Black on b1\n", "f1")
    third = over("set size = 3\n\nreplace end\n  win me if count(mine.reach) > goal\n  draw if no empty\n", "f2")
    text = laid(tmp_path, BASE, first, second, third)
    assert "define goal = 7" in text and "goal = 6" not in text
    setup = text[text.index("setup") : text.index("turn")]
    assert setup.index("b2") < setup.index("a1") < setup.index("b1")


@pytest.mark.parametrize(
    ("above", "holds"),
    [
        ("replace setup\n  put king of Black on b1\n", "put king of Black on b1"),
        ("replace board grid(5, size)\n", "board grid(5, size)"),
        ("players White, Black, Grey\n\nlooks\n  stone of Grey \"G\"\n  king of Grey \"g\"\n", "Black, Grey\n"),
        ("define a.reach +=\n  row(1) when a in row(1)\n", "  row(1)        when a in row(1)"),
        ("replace define a.reach += a.diagonal when a in king\n", "=  # where it looks\n  a.orthogonal when"),
        ("or\n  choose a in mine as \"-{a}\"\n  remove a\n", "  or\n    choose a in mine"),
        ("pieces jack of player\n\nlooks\n  jack of White \"J\"\n  jack of Black \"j\"\n", "pieces jack of player"),
        ("after turn\n  next = opponent\n", "  next = opponent"),
        ("after end\n  draw if count(mine) = 4\n", "draw if count(mine) = 4"),
        ("end\n  draw if count(mine) = 4\n", "draw if count(mine) = 4"),
        ("game has tally: 0..99\n\nreplace turn\n  tally += 1\n  place\n", "game has tally: 0..99"),
        ("remove define pass\n", "either\n    place\n\nend"),
        ("rename king as queen\n", "pieces stone, queen of player"),
        ("replace define place  # otherwise\n  choose s in empty\n  put king of me on s\n", "# otherwise"),
    ],
)  # fmt: skip
def test_what_a_variant_may_say(tmp_path: Path, above: str, holds: str) -> None:
    assert holds in laid(tmp_path, BASE, over(above))


def test_a_way_beside_a_turn_that_is_no_choice_of_ways(tmp_path: Path) -> None:
    base = BASE.replace("  either\n    place\n  or\n    pass\n", "  place\n")
    text = laid(tmp_path, base, over('or\n  choose a in mine as "-{a}"\n  remove a\n'))
    assert "turn\n  either\n    place\n  or\n    choose a in mine" in text


def test_what_is_removed_first_leaves_its_place(tmp_path: Path) -> None:
    text = laid(tmp_path, BASE, over("remove define place\nset wild = true\n"))
    assert "  either\n    pass\n" in text and "define place" not in text


def test_what_only_the_base_had_use_for_stays_and_says_so(tmp_path: Path) -> None:
    text = laid(tmp_path, BASE, over("replace end\n  draw if no empty\n"))
    assert "# lint: ignore" in text and "it comes from f0" in text


def test_what_one_file_cant_say_is_refused(tmp_path: Path) -> None:
    (tmp_path / "f0.gdl").write_text(BASE)
    (tmp_path / "f1.gdl").write_text(over("remove pieces king\n"))
    with pytest.raises(CantBundle, match="kinds that are not there"):
        bundle(library.read(tmp_path / "f1.gdl"), "one.gdl")
    (tmp_path / "f1.gdl").write_text(over("turn\n"))
    with pytest.raises(CantBundle, match="has errors"):
        bundle(library.read(tmp_path / "f1.gdl"), "one.gdl")


def test_another_game_is_told_from_the_same() -> None:
    changes = ("", ""), ("# How", "# how"), ("= 3", "= 4"), ("a1", "a2"), ("compass   ", "diagonal  "), ('"W"', '"w"')
    found = [check(Source("a.gdl", BASE.replace(*change))).model for change in changes]
    models = [model for model in found if model is not None]
    assert [same_game(models[0], model) for model in models] == [True, True, *[False] * 4]
