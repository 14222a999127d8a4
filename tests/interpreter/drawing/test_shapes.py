"""Every picture that a ruleset may name is drawn, within its square, and nothing else is in a symbol than drawing."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from gdl import pictures
from gdl.model.looks import Look
from interpreter.drawing import styles
from interpreter.drawing.shapes import PICTURES
from interpreter.drawing.signs import PICTURES as SIGNS
from interpreter.drawing.signs import implied
from interpreter.drawing.symbols import is_path, symbol


def test_all_that_may_be_named_is_drawn() -> None:
    assert set(pictures.PICTURES) - {"die"} <= set(PICTURES)  # a die is drawn by its number
    assert set(pictures.STYLES) == set(styles.STYLES)
    assert set(SIGNS.values()) <= set(PICTURES)


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_a_picture_is_a_path_in_its_square(name: str) -> None:
    picture = PICTURES[name]
    for path in (picture.body, picture.lines, picture.spots):
        assert not path or is_path(path)
    assert pictures.path_fault(picture.body) == ""
    for colour in ("white", "black", "red", ""):
        ElementTree.fromstring(symbol(name, "K", colour)[1])


def test_equal_symbols_have_one_name() -> None:
    assert symbol("pawn", "P", "white") == symbol("pawn", "X", "white")  # its letter isn't seen
    assert symbol("pawn", "P", "white")[0] != symbol("pawn", "P", "black")[0]
    assert symbol("", "P", "white")[0] != symbol("", "Q", "white")[0]
    assert symbol("shogi", "P", "white")[0] != symbol("shogi", "Q", "white")[0]


def test_a_die_shows_its_number_as_spots() -> None:
    assert symbol("die", "", "white", "5") == symbol("die5", "", "white")
    assert ">7</text>" in symbol("die", "", "white", "7")[1]


@pytest.mark.parametrize(("sign", "picture"), [("♙", "pawn"), ("♚", "king"), ("○", "disc"), ("●", "disc"),
    ("◆", "diamond"), ("⛀", "man"), ("⛃", "crowned"), ("⚄", "die5"), ("♠", "spade"), ("♟\ufe0e", "pawn"), ("Ω", ""),
    ("", "")])  # fmt: skip
def test_what_a_sign_stands_for(sign: str, picture: str) -> None:
    assert implied(Look("x", sign)) == picture
    assert implied(Look("x", sign, picture="tower")) == "tower"


def test_dark_pieces_have_pale_lines_and_a_pale_rim() -> None:
    dark, light = symbol("rook", "R", "black")[1], symbol("rook", "R", "white")[1]
    assert 'stroke="#fff"' in dark and 'stroke="#fff"' not in light
    line = re.compile(r'fill="none" stroke="(#[0-9a-f]{6})" stroke-width="3"')
    assert line.findall(dark) != line.findall(light)


def test_letters_are_escaped_and_long_ones_small() -> None:
    assert "&lt;&amp;&quot;&gt;" in symbol("", '<&">', "red")[1]
    sizes = [float(re.findall(r'font-size="([\d.]+)"', symbol("", text, "red")[1])[0]) for text in ("A", "AB", "ABCD")]
    assert sizes == sorted(sizes, reverse=True)
