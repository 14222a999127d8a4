"""What people may write behind `hidden`: findings with a place and what to do, never a traceback, in little time."""

from __future__ import annotations

import time

import pytest

from gdl.lint import lint
from gdl.text.source import Source

HEAD = """game "X"
players White, Black
board grid(3, 3)
pieces man of player
type card = 1..6
game has deck: set of card = card
player has hand: set of card
player has seen: set of site
"""
TAIL = """
turn
  choose s in empty
  put man of me on s
  deck -= {1}
  me.hand += {2}
  me.seen += s
end
  win me if no empty
"""


def errors(declarations: str) -> list[tuple[str, str]]:
    """The codes of the errors, and where they are."""
    began = time.process_time()
    found = lint([Source("x.gdl", HEAD + declarations + TAIL)])
    assert time.process_time() - began < 10  # seconds of computing
    assert all(f.span.text for f in found)
    return [(f.code, f.span.text.strip()) for f in found if f.severity == "error"]


@pytest.mark.parametrize(
    ("declaration", "code", "place"),
    [
        ("hidden hand from player", "H901", "hand"),
        ("hidden p.deck from player", "H901", "deck"),
        ("hidden s.colour from player", "H901", "colour"),
        ("hidden card from player", "H901", "card"),
        ("hidden me from player", "H901", "me"),
        ("hidden p.hand(q) from p", "H902", "hand"),
        ("hidden s.piece(t) from player", "H902", "piece"),
        ("hidden deck from card", "H903", "card"),
        ("hidden deck from 1", "H903", "1"),
        ("hidden p.hand from true", "H903", "true"),
        ("hidden deck from {p in player where repeats(deck) > 1}", "H903", "{p in player where repeats(deck) > 1}"),
        ("hidden s.piece from {p in player where stuck}", "E701", "stuck"),
        ("hidden p.hand from player - q", "N201", "q"),
        ("hidden p.hand from {p in player}", "N206", "p"),
        ("hidden White.hand from Black", "N206", "White"),
        ("hidden deck from {White, Green}", "N201", "Green"),
        ("replace hidden p.hand from player", "O803", "replace hidden p.hand from player"),
    ],
)
def test_a_pattern_that_means_nothing_is_an_error_at_its_place(declaration: str, code: str, place: str) -> None:
    assert (code, place) in errors(declaration)


def test_what_is_hidden_of_pieces_is_not_blamed_where_the_pieces_are_wrong() -> None:
    found = lint([Source("x.gdl", (HEAD + "hidden s.piece from player" + TAIL).replace("pieces ", "pieces of "))])
    assert [f.code for f in found if f.severity == "error"] == ["S104"]


@pytest.mark.parametrize("declaration", ["hidden deck from", "hidden deck", "hidden from player", "hidden p. from p",
                                         "hidden p.hand from p if deck", "hidden (p.hand) from p"])  # fmt: skip
def test_what_is_no_declaration_is_a_syntax_error(declaration: str) -> None:
    assert {code for code, _ in errors(declaration)} & {"S101", "S104", "S105"}


def test_the_same_is_hidden_once_only() -> None:
    twice = "hidden p.hand from player - p\nhidden q.hand from player\n"
    assert errors(twice)
    assert errors("hidden p.hand from player - p\n" * 2)


@pytest.mark.parametrize(
    "declarations",
    [
        "hidden s.piece from player - s.owner\nhidden s.kind from player",
        "hidden s.kind from player - s.owner\nhidden s.owner from player",
        "hidden p.hand from p",
        "hidden p.hand from {q in player where no q.hand}",
        "hidden p.seen from player - p\nhidden s.piece from {p in player where s not in p.seen}",
        "hidden s.piece from {p in player where s not in piece of p}",
        "hidden p.hand from {q in player where (after deck = {}: no deck)}",
    ],
)
def test_patterns_may_overlap_and_ask_for_each_other(declarations: str) -> None:
    assert errors(declarations) == []


def test_very_many_declarations_and_very_long_ones() -> None:
    assert errors("".join(f"hidden p.x{n} from player\n" for n in range(300)))
    long = "hidden deck from " + " + ".join(["{p in player where no deck}"] * 300)
    assert isinstance(errors(long), list)
    deep = "hidden deck from " + "(" * 400 + "player" + ")" * 400
    assert isinstance(errors(deep), list)
    assert isinstance(errors("hidden deck from \x00\x07é"), list)
