"""Symmetries that follow from the rules: seen by one, the rules are the same rules.

Then a position and its image have options that are each other's images, and the same end; so what is found out of one
holds of the other. What can't be seen from the form of the rules isn't given, though it may be so.
"""

from __future__ import annotations

from typing import Any

from gdl.model.model import Model
from interpreter.graph.graph import Graph
from interpreter.graph.layout import Layout
from interpreter.players.symmetries.candidates import candidates
from interpreter.players.symmetries.forms import Forms, Unproven
from interpreter.players.symmetries.images import Imaging
from interpreter.players.symmetries.symmetry import Symmetry, closed


def proven(model: Model) -> list[Symmetry]:
    """The symmetries of a game's rules, as far as they can be proven, the identity first; they are a group."""
    first, *others = candidates(model)
    graph = Graph(model)
    layout = Layout(graph)
    rows: dict[tuple[Any, ...], int] = {}
    still = Imaging(graph, layout, first)
    plain = {p: _rules(model, rows, p, still) for p in range(len(model.players))}
    group = [first]
    refuted: set[Symmetry] = set()
    for symmetry in others:
        if symmetry in refuted or symmetry in group:
            continue
        imaging = Imaging(graph, layout, symmetry)
        if imaging.is_possible and all(
            form is not None and form == _rules(model, rows, p, imaging)
            for p, form in ((p, plain[symmetry.players[p]]) for p in plain)
        ):
            group = closed([*group, symmetry])
        else:
            refuted |= {symmetry.then(other) for other in group}
    return group


def _rules(model: Model, rows: dict[tuple[Any, ...], int], me: int, imaging: Imaging) -> tuple[int, int] | None:
    """The form of the rules for a player, seen by a symmetry; None if there is none."""
    try:
        forms = Forms(model, rows, me, imaging)
        return forms.block(model.turn), forms.block(model.end)
    except Unproven:
        return None
