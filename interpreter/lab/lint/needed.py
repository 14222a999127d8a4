"""Conditions that came out the same wherever a game came to them, and without which it is another game all the same.

`stuck` looks ahead at the next player's turn, and what is asked there isn't counted: the turn may never come. In
`choose s in empty where me.energy > 0` the condition holds in each turn, if who has no energy left loses.
"""

from __future__ import annotations

from collections.abc import Iterator

from gdl.check.checker import check
from gdl.check.watched import Point
from gdl.model import statements as m
from gdl.model.nodes import Stuck
from gdl.text.source import Source, Span
from interpreter.game.game import Game
from interpreter.lab.coverage.counting import everywhere
from interpreter.lab.lint.effects import Silent
from interpreter.lab.lint.evidence import SEED, Evidence
from interpreter.lab.lint.spending import Spending

MOST = 12
"""Conditions that are tried, at most: each takes a second or so. Of the others nothing is said."""


def try_without(found: Evidence, spending: Spending) -> None:
    """Note for which conditions it makes a difference if they are left out; raises CancelledError."""
    model = found.checked.model
    if model is None or not found.compiled or found.broken:
        return
    if not any(isinstance(e, Stuck) for e in m.deep((*model.turn, *model.end))):
        return
    for number, (span, answer) in enumerate(_constant(found)):
        spending.token.check()
        if number >= MOST or _differs(found, spending, span, answer):
            found.needed.add(span)


def _constant(found: Evidence) -> Iterator[tuple[Span, str]]:
    """The conditions of turns that came out the same, each with what it came to."""
    silent = Silent(found)
    for spans, answer in ((silent.never_fail, "true"), (silent.never_hold, "false")):
        yield from ((span, answer) for span in spans if not silent.ends(span))


def _differs(found: Evidence, spending: Spending, span: Span, answer: str) -> bool:
    """Whether the rules play otherwise if something else stands in this place, or can't be played at all."""
    text = span.source.text
    other = check(Source(span.source.name, f"{text[: span.start]}{answer}{text[span.end :]}"), origins=True)
    assert found.game.native is not None
    if other.model is None:
        return True
    game = spending.lent(Game(other.model))
    if game.native is None:
        return True
    usual, changed = (one.native.random_games(SEED, 0, found.games, found.limit, None)
                      for one in (found.game, game) if one.native is not None)  # fmt: skip
    if usual.totals != changed.totals or len(usual.unplayed) != len(changed.unplayed):
        return True
    if not found.positions:
        return False
    first = next(Point(s.span, "run") for s in m.walk(other.model.turn))
    everything = everywhere(other, [first], found.positions, spending.stopper)
    return everything is None or everything.games != found.positions
