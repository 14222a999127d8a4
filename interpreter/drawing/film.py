"""A game as a film: one SVG that shows frame after frame, for ever; or its frames one by one.

Only what changes is in it twice: each thing on a site knows from which frame to which it is seen. Who can't show moving
pictures shows the last frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import TYPE_CHECKING

from interpreter.drawing.scene import scene
from interpreter.drawing.svg import Below, document, layers, picture, room_for

if TYPE_CHECKING:
    from interpreter.game.views import View

LAST = 3.0
"""The last frame stays for so many others."""


@dataclass(frozen=True)
class Frame:
    """A position, the sites that the last turn changed, and sites to point out."""

    view: View
    changed: frozenset[str] = frozenset()
    marks: frozenset[str] = frozenset()


def stills(frames: Sequence[Frame], viewer: str | None = None) -> Iterator[str]:
    """Each frame as a picture of its own; all have the same size."""
    parts = scene(frames[0].view.game.model, viewer)
    room = room_for(parts, (Below.of(parts, frame.view) for frame in frames))
    for frame in frames:
        yield picture(frame.view, frame.marks, frame.changed, viewer, room)


def seconds(frames: Sequence[Frame], pace: float) -> list[float]:
    """For how long each frame is seen."""
    return [*[pace] * (len(frames) - 1), pace * LAST]


def film(frames: Sequence[Frame], pace: float = 1.0, viewer: str | None = None) -> str:
    """The frames as one SVG that moves. Each but the last is seen for `pace` seconds."""
    parts = scene(frames[0].view.game.model, viewer)
    ends = list(accumulate(seconds(frames, pace)))
    shown = [layers(parts, frame.view, frame.marks, frame.changed) for frame in frames]
    body = [parts.ground]
    for layer in ("tints", "changed", "things", "marks"):
        drawn = [getattr(one, layer) for one in shown]
        for key in sorted({key for one in drawn for key in one}):
            body += _while_seen([one.get(key, "") for one in drawn], ends)
    below = [Below.of(parts, frame.view) for frame in frames]
    room = room_for(parts, below)
    body += _while_seen(["".join(one.drawn(parts, room)) for one in below], ends)
    return document(parts, body, room)


def _while_seen(contents: Sequence[str], ends: Sequence[float]) -> Iterator[str]:
    """The contents of one place, a string for each frame, each with the time at which it is seen."""
    whole, last = ends[-1], len(contents)
    at = 0
    for content, run in groupby(contents):
        first, at = at, at + len(list(run))
        if not content:
            continue
        if first == 0 and at == last:
            yield content
            continue
        times, values = ["0"], ["visible" if first == 0 else "hidden"]
        if first:
            times.append(f"{ends[first - 1] / whole:.5g}")
            values.append("visible")
        if at < last:
            times.append(f"{ends[at - 1] / whole:.5g}")
            values.append("hidden")
        hidden = "" if at == last else ' visibility="hidden"'
        yield (
            f'<g{hidden}><animate attributeName="visibility" calcMode="discrete" dur="{whole:g}s" '
            f'repeatCount="indefinite" values="{";".join(values)}" keyTimes="{";".join(times)}"/>{content}</g>'
        )
