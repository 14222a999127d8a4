"""A recorded game as a film: an SVG that moves, or a GIF, a frame for each turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cli.options.arguments import stop
from cli.reports import pictures
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.film import Frame, film, seconds, stills
from interpreter.game import records
from interpreter.game.eyes import Eyes, seen

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.game.observed import Turn
    from interpreter.game.record_model import Record
    from interpreter.game.views import View

MOST = 1_000
"""The longest film, in frames."""


def frames(game: Game, record: Record, eyes: Eyes = None) -> Iterator[Frame]:
    """The beginning, and what each turn comes to, as these eyes see it. Raises ReplayError."""
    last = seen(records.start(game, record), eyes)
    yield Frame(last)
    for step in records.replay(game, record):
        if not step.after.in_turn:
            now = seen(step.after, eyes)
            yield Frame(now, changed_on_board(last, now))
            last = now


def observed_frames(turns: Iterable[Turn]) -> Iterator[Frame]:
    """The same of a game as somebody has observed it."""
    last: View | None = None
    for turn in turns:
        yield Frame(turn.view, changed_on_board(last, turn.view) if last is not None else frozenset())
        last = turn.view


def write(
    frames: Iterable[Frame], targets: Sequence[tuple[str, str]], pace: float, seat: str | None, force: bool
) -> None:
    """Write the film into each of these files, given with their kinds: `svg` or `gif`."""
    shown = list(frames)
    if len(shown) > MOST:
        stop(f"the film would have {len(shown):,} frames, and {MOST:,} are the most")
    for kind, file in targets:
        if kind == "svg":
            content = film(shown, pace, seat).encode()
        else:
            from interpreter.drawing import raster  # needs the extra `pictures`

            content = raster.gif([*stills(shown, seat)], seconds(shown, pace))
        pictures.write(file, content, force)
