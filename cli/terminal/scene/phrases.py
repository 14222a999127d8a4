"""What the screen says to players about moves: what moves look like, and how a list numbers them."""

from __future__ import annotations

from collections.abc import Iterable

from cli.session.refused import EXAMPLES, FEW, beginning, enumerated, examples, why_not
from interpreter import State
from interpreter.drawing.examples import listed, look, natural

__all__ = [
    "EXAMPLES", "FEW", "beginning", "enumerated", "examples", "listed", "natural", "number_sign", "other_examples",
    "why_not",
]  # fmt: skip

DIGITS = frozenset("0123456789")


def other_examples(state: State) -> list[str]:
    """Moves as the rules let people write them, too, each shortest way of one look."""
    looks: dict[str, str] = {}
    for move in listed(state.moves):
        if move.others:
            shortest = min(move.others, key=len)
            looks.setdefault(look(move, shortest), shortest)
    return list(looks.values())[:EXAMPLES]


def number_sign(texts: Iterable[str]) -> str:
    """What stands before a move's number in the list: a sign where moves begin with numbers themselves."""
    return "#" if any(text[:1] in DIGITS for text in texts) else ""
