"""A recorded game looked at: `gdl replay FILE --analyse`."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Any

from cli.options.arguments import stop
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS
from cli.terminal.scene import reviews
from cli.terminal.scene.console import Screen
from interpreter import Game, PlayerError
from interpreter.game import records
from interpreter.game.record_model import Record
from interpreter.players import make
from interpreter.players.asking import analyses, analysis, seat_of
from interpreter.players.review import Review, review, seconds_each
from interpreter.players.specs import SEARCHING, Spec, by_name, opponent

PATIENCE = 60.0
"""Seconds after which earlier positions are left out: where players don't see everything, a search may take longer for
each than it was given."""


def analyse(game: Game, record: Record, file: Path, by: str | None, as_json: bool) -> None:
    """Write what a player thinks of a recorded game; `by`: who, if not the game's opponent; `as_json`: for programs.
    Ends the program where that can't be."""
    try:
        steps = list(records.replay(game, record))
    except records.ReplayError as error:
        stop(f"{file}: {error}", FINDINGS)
    if not steps:
        stop(f"{file}: nothing was played in this game")
    if by is not None and Spec.of(by).is_program:
        stop(f"--by {by_name(by)}: programs play here, and aren't asked what they think: take mcts:1s")
    try:
        analyst = make(judge(game, by, len(steps) + 1), seat_of(game, game.players[0], record.seed, record.number))
        if not analyses(analyst):
            stop(f"--by {by}: {analyst.name} doesn't tell what it thinks: take mcts:1s")
        until = time.monotonic() + (PATIENCE if by is None else math.inf)
        found = review(steps, lambda state: analysis(analyst, state), lambda: time.monotonic() < until)
    except PlayerError as error:
        stop(f"{file}: it can't be analysed: {error}")
    if time.monotonic() >= until:
        say("gdl: it took too long to look at all of it; what comes first is left out", err=True)
    if as_json:
        say_json(_data(game, analyst.name, found))
        return
    screen = Screen()
    screen.lines(reviews.told(found, steps, screen.width))


def _data(game: Game, by: str, found: Review) -> dict[str, Any]:
    """A review as JSON: what each player could expect after each ply, from -1 to 1; null where nothing is known."""
    slips = [
        {"ply": slip.ply, "player": slip.player, "move": slip.text, "before": slip.before, "after": slip.after,
         "better": list(slip.better)}
        for slip in found.slips
    ]  # fmt: skip
    expected = [one and {player: one[player] for player in game.players} for one in found.expected]
    return {"game": game.name, "by": by, "expected": expected, "slips": slips}


def judge(game: Game, by: str | None, states: int) -> str:
    """Who judges a game of so many states: the game's opponent, if it looks ahead, with the time there is for each."""
    if by is not None:
        return by
    kind = Spec.of(opponent(game)).kind
    return f"{kind if kind in SEARCHING else SEARCHING[0]}:{round(1000 * seconds_each(states))}ms"
