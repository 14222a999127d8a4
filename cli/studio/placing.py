"""Positions that are put together on the studio's board: what the page is told of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cli.web.page.seen import situation
from cli.web.serve.match import Match
from interpreter import Game
from interpreter.drawing.results import result
from interpreter.game import drafts
from interpreter.game import yaml_files as yamlio


def position(match: Match, wanted: str) -> dict[str, Any]:
    """A position as data: "now" (the beginning of the turn that is shown), "start", or what a text says; raises
    PositionError, YamlError."""
    if wanted == "start":
        return drafts.fresh(match.game.start(match.kept.seed, match.origin.number))
    if wanted != "now":
        return drafts.read(match.game, wanted)
    first = match.origin.state(match.game, match.kept.seed)
    states = [first, *(step.after for step in match.steps())]
    return drafts.fresh(next((state for state in reversed(states) if not state.in_turn), first))


def tried(game: Game, data: Mapping[str, Any]) -> dict[str, Any]:
    """What a position looks like, what is wrong with it, and how it is written."""
    found = drafts.tried(game, data)
    shown = situation(found.sketch.view(), [])
    over = found.state is not None and found.state.is_over
    return {
        **{name: shown[name] for name in ("sites", "lines", "hands")},
        "trouble": [reason.splitlines()[0] for reason in found.reasons],
        "over": result(found.state.view()) if over and found.state is not None else None,
        "text": yamlio.dump(data),
        "line": game.notation.write(found.sketch) if game.notation else "",
    }
