"""A game looked at afterwards, in words: what each player could expect, the moves that gave most away, better ones."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cli.terminal.scene.analysis import SCALE
from cli.terminal.scene.lines import Line, text_width
from interpreter.game.plies import Step, by_turns
from interpreter.players.review import Review, Slip

BARS = "▁▂▃▄▅▆▇█"
LINE = 6
"""Moves of a better line that are written out."""


def told(review: Review, steps: Sequence[Step], width: int) -> Iterator[Line]:
    """All of it, on a screen of so many columns."""
    players = steps[0].before.game.players
    names = max(map(text_width, players))
    yield [("What each could expect, from the beginning to the end:", "")]
    for player in players:
        padding = " " * (names - text_width(player))
        yield [(f"  {player}{padding}  ", ""), (_graph(review, player, max(width - names - 4, len(BARS))), "bold")]
    if not review.slips:
        is_known = sum(expected is not None for expected in review.expected) > 1
        yield [("No move gave much away." if is_known else "Nothing was found out about any decision.", "")]
        return
    yield [(f"Moves that gave most away ({SCALE}):", "")]
    for slip in review.slips:
        yield [(f"  {_turn(steps, slip.ply)}. {slip.player}: {slip.text}", "bold"), (_rest(slip), "")]


def _graph(review: Review, player: str, width: int) -> str:
    """A bar for each state, or for one of several where there are too many; a blank where nothing is known."""
    count = len(review.expected)
    shown = range(count) if count <= width else [round(k * (count - 1) / (width - 1)) for k in range(width)]
    return "".join(_bar(review.expected[at], player) for at in shown)


def _bar(expected: object, player: str) -> str:
    if not isinstance(expected, dict):
        return " "
    share = min(max((expected[player] + 1) / 2, 0.0), 1.0)
    return BARS[min(int(share * len(BARS)), len(BARS) - 1)]


def _turn(steps: Sequence[Step], ply: int) -> int:
    """The turn in which a ply was played."""
    return len(by_turns(steps[:ply]))


def _rest(slip: Slip) -> str:
    best, *rest = slip.better[:LINE]
    then = f", then {' '.join(rest)}" if rest else ""
    return f", from {_signed(slip.before)} to {_signed(slip.after)}; better: {best}{then}"


def _signed(worth: float) -> str:
    return f"{round(worth, 2) + 0.0:+.2f}"
