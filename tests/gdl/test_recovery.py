"""Reading on behind an error: what is wrong below is found as well, and nothing is that isn't."""

from __future__ import annotations

import pytest

from gdl.lint import lint
from gdl.lint.rule import example
from gdl.syntax.parser import parse
from gdl.syntax.tree import Section
from gdl.text.source import Source


def found(text: str) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in lint([Source("a.gdl", text)])]


def turn(body: str) -> list[tuple[str, int]]:
    """What is found in a turn, by its lines from 1."""
    text = example(turn=body)
    first = text.split("\n").index("turn") + 1
    return [(code, line - first) for code, line in found(text)]


GOOD = "choose s in empty\nput stone of me on s"


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("choose s in empty\nput stone of me onn s\nremove mien\nmove a b c\nremove x", "S104 2,N201 3,S104 4,N201 5"),
        # what stands in the statement's block goes with it, and its `else`; what it introduces isn't missing
        ("choose s in in empty\nput stone of me on s", "S104 1"),
        ("choose s in empty\nif s == b2\n  remove a1\nelse\n  remove mien\nput stone of me on s", "S104 2"),
        ("choose s in empty\nif s = b2\n  remove a1\nelse\n  remove = mien\nput stone of mee on s", "S104 5,N201 6"),
        ("choose s in empty\n  where s = = b2\nput stone of mee on s", "S104 2,N201 3"),
        ("repeat\n  choose s in empty\n  put stone of me on s\nuntil = no empty\nremove mien", "S104 4,N201 5"),
        ("either\n  choose s in empty\n  put stone on on s\nor\n  choose pass\nremove mien", "S104 3,S104 5,N201 6"),
        ("choose s in {t in empty\n    where t == a1}\nput stone of mee on s", "S104 2,N201 3"),
        ("choose s in empty\n    put stone of me on s\nremove mien", "S103 2,N201 3"),
        # words of the language as names are said once, and the rest is read
        (GOOD + "\nlet point = s\nremove point\nremove mien", "S105 3,N201 5"),
        # an error that shows only because something is left out is no error
        ("choose s in empty\nrepeat\n  remove s", "S104 3"),
        ("choose s in empty\nif s = b2\nremove s", "S104 3"),
        ("choose s in empty {\n  put stone of me on s\n}", "S104 1"),
    ],
)  # fmt: skip
def test_what_is_wrong_below_is_found_too(body: str, codes: str) -> None:
    assert sorted(f"{code} {line}" for code, line in turn(body)) == sorted(codes.split(","))


@pytest.mark.parametrize(
    "head",
    [
        "game has seen: set of site\ndefine near(s) = s.point",
        "define point = {a1}",
        'game "B"\n  author = "Me"\n  year 2020',
        'looks\n  board brown and beige\n  stone "W" "W" "W" 4',
    ],
)
def test_one_error_hides_nothing_in_other_declarations(head: str) -> None:
    codes = [code for code, _ in found(example(head, end="draw if no emtpy"))]
    assert "N201" in codes
    assert {"S104", "S105"} & set(codes)


def test_nothing_is_said_to_be_unused_that_may_be_used_there() -> None:
    text = example("player has score: 0..9\ndefine middle = b2", turn=GOOD + "\nme.score += 1 if s == middle")
    assert [code for code, _ in found(text)] == ["S104"]


def test_so_many_errors_are_told_and_no_more() -> None:
    assert len(turn("choose s in empty\n" + "put = on s\n" * 40)) == 20


def test_what_is_read_stands_where_it_stood() -> None:
    """Spans of the tree are those of the text, although a part of it was left out."""
    text = example(turn="choose s in empty\nput = on s\nput stone of me on s")
    section = next(item for item in parse(Source("a.gdl", text)).items if item.span.text.startswith("turn"))
    assert isinstance(section, Section)
    assert section.body[-1].span.text == "put stone of me on s"


def test_what_a_broken_declaration_seems_to_lack_is_not_said() -> None:
    """The line that puts a stone can't be read, so nobody knows whether the turn changes anything."""
    assert turn("choose s in empty\n\tput stone of me on s") == [("S102", 2), ("S103", 2)]
    assert "R658" in {code for code, _ in turn("choose s in empty")}


def test_of_players_that_can_not_be_read_none_is_missing() -> None:
    text = example(end="win Black if some mine\ndraw if no empty").replace("players White, Black", "players White, 😀")
    assert [code for code, _ in found(text)] == ["S108"]


@pytest.mark.parametrize(("old", "new"), [
    ("win me if", "win Bob if"), ("put stone of me on", "put stone of Bob on"),
])  # fmt: skip
def test_where_a_player_should_stand_the_players_are_named(old: str, new: str) -> None:
    text = example(end="win me if some mine\ndraw if no empty").replace(old, new, 1)
    hints = [f.hint for f in lint([Source("a.gdl", text)]) if f.code == "N201"]
    assert hints == ["the players are `White` and `Black`"]


def test_a_parameter_that_is_used_in_a_line_that_can_not_be_read_is_not_unused() -> None:
    text = example("define many(k) =\n  2 * count(a in mine, b in mine where a = b) > k",
                   turn="choose s in empty where many(2)\nput stone of me on s")  # fmt: skip
    codes = {f.code for f in lint([Source("a.gdl", text)])}
    assert "S104" in codes
    assert "N252" not in codes


def test_what_hidden_games_keep_for_eyes_alone_is_not_unused_while_there_are_errors() -> None:
    text = example("player has card: 1..3\nplayer has shown: 0..3\nhidden p.card from player - p",
                   turn="choose s in empty where s.c = me.card\nput stone of me on s\nme.shown = me.card")
    assert "N254" not in {f.code for f in lint([Source("a.gdl", text)])}
    wrong = text.replace("me.shown = me.card", "me.shown = me.card + White")
    codes = {f.code for f in lint([Source("a.gdl", wrong)])}
    assert "N254" not in codes
    assert any(code.startswith("T3") for code in codes)
