"""Colours that can be read, and seats that can be told apart by all eyes.

Contrast is that of WCAG 2.1, 4.5 for texts. What eyes without one kind of cones see is reckoned by the matrices of
Machado, Oliveira and Fernandes (2009), at full strength, on linear RGB. Colours are as far apart as in CIELAB (1976).
"""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path

import pytest
from sample import daily

from cli.web.page.about import about
from gdl import library
from interpreter import Game
from interpreter.drawing import colours
from interpreter.drawing.cards import faces
from interpreter.drawing.hands import laid, thing

ROOT = Path(__file__).parents[2]
SHEETS = [ROOT / "cli" / "web" / "page" / "face" / "style.css", ROOT / "cli" / "studio" / "page" / "studio.css"]
TEXT = 4.5
APART = 20.0
"""A difference that nobody overlooks between two pieces side by side: ten times what is just noticed."""
BLIND = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)
GROUNDS = ("ground", "panel")
READ = [
    *((ink, ground) for ink in ("ink", "faint", "accent", "wrong") for ground in GROUNDS),
    ("ink", "mine"), ("on-accent", "accent"), ("doubt", "panel"),
    *((f"is-{kind}", "panel") for kind in ("name", "kind", "word", "text", "number", "comment")),
]  # fmt: skip
"""What is written on what, by the style sheets' names."""


def linear(colour: str) -> tuple[float, ...]:
    channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)


def times(matrix: tuple[tuple[float, ...], ...], vector: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def contrast(a: str, b: str) -> float:
    light, dark = sorted((times(XYZ, linear(one))[1] for one in (a, b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    parts = (value / white for value, white in zip(times(XYZ, light), WHITE, strict=True))
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in parts)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def apart(a: str, b: str, kind: str) -> float:
    seen = (tuple(min(max(part, 0.0), 1.0) for part in times(BLIND[kind], linear(one))) for one in (a, b))
    return sum((p - q) ** 2 for p, q in zip(*map(lab, seen), strict=True)) ** 0.5


def palette(scheme: str) -> dict[str, str]:
    """The style sheets' colours by name, in light or in dark."""
    text = "".join(sheet.read_text(encoding="utf-8") for sheet in SHEETS)
    found = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", text)
    return {name: light if scheme == "light" else dark for name, light, dark in found}


def test_the_reckoning() -> None:
    """Against values that are published: WCAG's ends, grey on white, and CIELAB of pure red (53.2, 80.1, 67.2)."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert lab(linear("#ff0000")) == pytest.approx((53.2, 80.1, 67.2), abs=0.15)
    assert apart("#808080", "#808080", "protanopia") == 0
    assert apart("#ff0000", "#806000", "protanopia") < 40 < apart("#ff0000", "#0000ff", "protanopia")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_are_read_on_their_grounds(scheme: str) -> None:
    known = palette(scheme)
    low = {(ink, on): contrast(known[ink], known[on]) for ink, on in READ if contrast(known[ink], known[on]) < TEXT}
    assert low == {}


@pytest.mark.parametrize("name", daily(library.names(), 12))
def test_cards_are_read(name: str) -> None:
    model = Game.load(name).model
    for variable in laid(model):
        base = thing(model, variable)
        cards = faces(model, base).values() if hasattr(base, "labels") else ()
        assert [card for card in cards if contrast(card.ink, card.ground) < TEXT] == []


@pytest.mark.parametrize("name", daily(library.names(), 12))
def test_seats_are_told_apart_by_all_eyes(name: str) -> None:
    seats = about(Game.load(name))["colours"]
    near = [
        (a, b, kind) for (a, one), (b, other) in combinations(seats.items(), 2)
        for kind in BLIND if apart(one, other, kind) < APART
    ]  # fmt: skip
    assert near == []


def test_names_of_colours_differ_for_all_eyes_where_games_seat_by_them() -> None:
    """The colours that rulesets give to seats most often."""
    for a, b in combinations(("red", "green", "blue", "yellow"), 2):
        assert min(apart(colours.NAMES[a], colours.NAMES[b], kind) for kind in BLIND) >= APART, (a, b)
