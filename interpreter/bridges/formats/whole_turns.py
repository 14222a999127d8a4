"""Moves that formats write as one and rules take apart: all the ways of a turn that go along some sites."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gdl.text.visible import brief
from interpreter.errors import Ambiguous, NotLegal
from interpreter.game.moves import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State

MOST_WAYS = 10_000
"""Ways of a turn that are looked at."""


def along(state: State, path: Sequence[str], text: str) -> list[Move]:
    """The moves of a turn that begins on the first of these sites, ends on the last and comes by the others. Of several
    that come to the same any will do. Raises NotLegal or Ambiguous; `text` is what was written."""
    found: list[tuple[list[Move], State]] = []
    for looked, (moves, sites, after) in enumerate(_ways(state, path[0])):
        if looked >= MOST_WAYS:
            raise NotLegal(f"{brief(text)} can't be looked for: the turn has more than {MOST_WAYS:,} ways")
        if sites[-1] == path[-1] and _comes_by(sites[1:-1], path[1:-1]):
            if sites == list(path):
                return moves
            if all(after != other for _, other in found):
                found.append((moves, after))
    if not found:
        raise NotLegal(f"{brief(text)} is not legal now")
    if len(found) > 1:
        ways = [" ".join(move.text for move in moves) for moves, _ in found]
        raise Ambiguous(f"{brief(text)} could be {', '.join(ways[:4])}; name the squares between", ways)
    return found[0][0]


def _ways(state: State, begin: str) -> Iterator[tuple[list[Move], list[str], State]]:
    """Every way through the turn from a site: its moves, the sites that they come by, and what follows."""
    waiting = [(state, list[Move](), [begin])]
    while waiting:
        at, moves, sites = waiting.pop()
        for move in reversed(at.moves):
            named = named_in(at.game, move.text)
            if not named or named[0] != sites[-1]:
                continue
            after = at.play(move)
            way = [*moves, move], [*sites, *named[1:]]
            if after.in_turn:
                waiting.append((after, *way))
            else:
                yield *way, after


def _comes_by(sites: Sequence[str], wanted: Sequence[str]) -> bool:
    rest = iter(sites)
    return all(site in rest for site in wanted)


def named_in(game: Rules, text: str) -> list[str]:
    """The sites that a move's text names, in their order."""
    return _pattern(game.model.board.labels if game.model.board else ()).findall(text)


@lru_cache(maxsize=16)
def _pattern(labels: tuple[str, ...]) -> re.Pattern[str]:
    longest = sorted(map(re.escape, labels), key=len, reverse=True)
    return re.compile(rf"(?<![0-9A-Za-z])(?:{'|'.join(longest)})(?![0-9])|(?<=x)(?:{'|'.join(longest)})(?![0-9])")
