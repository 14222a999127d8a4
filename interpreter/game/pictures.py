"""Pictures of views. Who draws them stands above games, and is looked up by name when a picture is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from interpreter.game.views import View

DRAWN_BY = "interpreter.drawing.svg"
"""A module with a `picture`."""


class Picture(Protocol):
    """Draws a view."""

    def __call__(self, view: View, /) -> str:
        """The picture, as SVG."""


def of(view: View) -> str:
    """The picture of a view, as SVG."""
    return cast(Picture, import_module(DRAWN_BY).picture)(view)
