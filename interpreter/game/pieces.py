"""Pieces, as people and programs see them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A piece on a site, by its labels. Moves write it as `text`, positions as `label`. In a view, "?" stands for
    anything unknown."""

    kind: str
    owner: str | None
    number: int | None
    label: str
    text: str
