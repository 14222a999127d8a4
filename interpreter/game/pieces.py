"""Pieces as people and programs are told of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Piece:
    """A piece on a site, by its labels; `text` is how it is written in moves, `label` how positions name it. In a view,
    "?" stands for what isn't known of it."""

    kind: str
    owner: str | None
    number: int | None
    label: str
    text: str
