"""A checker that works out nothing beforehand: the same rules, slower. What differs is the fault of what works out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from gdl import library
from gdl.model.nodes import Expr
from gdl.passes.fold import Binders, Folder
from gdl.text.source import Source
from interpreter import Game


def _as_it_is(self: Folder, e: Expr) -> Expr:
    return e


def _as_written(self: Folder, binders: Binders, where: Expr) -> tuple[Binders, Expr]:
    return binders, where


@contextmanager
def nothing_beforehand() -> Iterator[None]:
    """What is checked within keeps every expression as it was written: no tables, no cut sets, no planned queries."""
    with mock.patch.multiple(Folder, fold=_as_it_is, plan=_as_written):
        yield


def load(what: str, players: int | None = None, **options: object) -> Game:
    """A game that ships, whose model nobody has folded."""
    return of(library.read(what), players, **options)


def of(source: Source, players: int | None = None, **options: object) -> Game:
    """The same of a text. Models of texts aren't kept: a kept one may be folded, and no unfolded one may be kept."""
    with nothing_beforehand():
        return Game.of(source, options, players)
