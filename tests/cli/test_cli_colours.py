"""Colours of pieces and grounds, on terminals with many colours and with sixteen."""

from __future__ import annotations

from interpreter.drawing import colours


def test_names_and_numbers() -> None:
    assert colours.hexadecimal("Red") == "#d03030"
    assert colours.hexadecimal("#12ab9F") == "#12ab9f"
    assert colours.hexadecimal("ultraviolet") == ""
    assert colours.hexadecimal("") == ""


def test_a_piece_without_a_colour_is_still_a_style() -> None:
    assert colours.piece("ultraviolet", "") == "bold"
    assert colours.piece("", "#101010") == "bold #101010"


def test_every_named_colour_has_a_place_among_sixteen() -> None:
    for name in colours.NAMES:
        for style in (colours.piece(name, ""), ground(name)):
            assert "#" not in colours.in_sixteen(style)
    grounds = {colours.in_sixteen(style) for style in (*map(ground, ("red", "green", "blue")), f"on {colours.BOARD}")}
    assert len(grounds) == 4


def ground(name: str) -> str:
    """A site of that colour."""
    return f"on {colours.soften(colours.NAMES[name])}"
