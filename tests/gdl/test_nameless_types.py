"""A type without a name comes in no other size than one; what to write instead is said."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.rule import example
from gdl.text.source import Source


def hints(text: str) -> list[str]:
    return [f.hint for f in lint.lint([Source("a.gdl", text)]) if f.code == "S104"]


@pytest.mark.parametrize(("written", "type_", "sized"), [
    ("set of 1..6", "number = 1..6", "set of number"),
    ("set of (1..6)", "number = 1..6", "set of number"),
    ("1..6?", "number = 1..6", "number?"),
    ("edges of site?", "edge = edges of site", "edge?"),
    ("set of edges of site = {}", "edge = edges of site", "set of edge"),
    ("bag(2) of corners of site", "corner = corners of site", "bag(2) of corner"),
    ("pile(6) of grid(3, 3)", "thing = grid(3, 3)", "pile(6) of thing"),
])  # fmt: skip
@pytest.mark.parametrize("owner", ["game has kept", "player has kept(site)"])
def test_it_needs_a_name(owner: str, written: str, type_: str, sized: str) -> None:
    wanted = f"first give the type a name, as `type {type_}`; then write `{sized}`"
    assert hints(example(f"{owner}: {written}")) == [wanted]


@pytest.mark.parametrize(
    ("written", "held"), [("set of site?", "set"), ("bag(2) of site?", "bag"), ("pile(9) of site?", "pile")]
)
def test_what_may_be_empty_may_not_be_missing(written: str, held: str) -> None:
    assert hints(example(f"game has kept: {written}")) == [f"leave out the `?`: a {held} may be empty"]


def test_the_advice_works() -> None:
    text = example("type edge = edges of site\ngame has kept: set of edge")
    assert hints(text) == []
