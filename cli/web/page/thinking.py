"""What the computer in a page goes by, as data: the numbers by which the terminal's players think, said once, there."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from cli.session.seats import HUMAN, levels
from interpreter.errors import PlayerError
from interpreter.graph.abi import BOUND, GIVEN_UP, SURE
from interpreter.graph.standing import standing
from interpreter.players import alphabeta, analysis, review, turn_time
from interpreter.players import levels as leveled
from interpreter.players.mcts import Manner
from interpreter.players.player import LANE
from interpreter.players.specs import RANDOM, Spec, opponent, without_threads
from interpreter.players.zero_sum import unfit

if TYPE_CHECKING:
    from interpreter import Game

GENERAL = "mcts:1s"
"""The opponent and analyst where the rules' own is none that pages have."""
SEARCHING = ("mcts", "careful", "greedy", "rave", "alphabeta")
"""Kinds of players that look ahead which pages have."""


def thinking(game: Game) -> dict[str, Any]:
    """All that `cli/web/page/engine/` knows of players, for one game."""
    return {
        "opponent": page_opponent(game),
        "lane": LANE,
        "manners": {one.player: int(one) for one in Manner},
        "paid": game.model.most_paid,
        "longestLine": analysis.LONGEST_LINE,
        "time": {"probes": turn_time.PROBES, "farthest": turn_time.FARTHEST, "least": turn_time.LEAST},
        "review": {
            "least": review.LEAST, "shown": review.SHOWN, "seconds": review.SECONDS, "longest": review.LONGEST,
            "shortest": review.SHORTEST,
        },
        "levels": {
            "table": [asdict(level) for level in leveled.levels(game, page_opponent(game))],
            "byDepth": leveled.by_depth(game, page_opponent(game)), "lane": leveled.LANE, "longest": leveled.LONGEST,
            "least": leveled.LEAST, "slack": leveled.SLACK, "almost": leveled.ALMOST, "doubt": leveled.DOUBT,
            "wide": leveled.WIDE, "decided": leveled.DECIDED, "noSlip": leveled.NO_SLIP,
            "effort": {one.player: effort for one, effort in leveled.EFFORT.items()},
        },
        "alphabeta": {
            "deepest": alphabeta.DEEPEST, "samples": alphabeta.SAMPLES, "leastBits": alphabeta.LEAST_BITS,
            "placeBytes": alphabeta.PLACE_BYTES, "perSecond": alphabeta.PER_SECOND, "whole": alphabeta.WHOLE,
            "choosing": alphabeta.CHOOSING, "analysing": alphabeta.ANALYSING, "sure": SURE, "bound": BOUND,
            "givenUp": GIVEN_UP,
        } if looks_ahead(game) else None,
    }  # fmt: skip


def looks_ahead(game: Game) -> bool:
    """Whether `alphabeta` is for this game."""
    return not unfit(game)


def page_opponent(game: Game) -> str:
    """The player that sits where nobody is named: whom the rules name, or measuring has found, if pages have it."""
    try:
        named = without_threads(opponent(game))
    except PlayerError:
        return RANDOM
    return named if Spec.of(named).kind in (RANDOM, *SEARCHING) else GENERAL


def seated(game: Game) -> str:
    """Who sits where nobody is named, as people choose it: the last level, which is the opponent."""
    return RANDOM if page_opponent(game) == RANDOM else levels()[-1]


def kinds(game: Game) -> list[str]:
    """Who may sit where, as people on the page may choose."""
    searching = ["mcts:200ms", "mcts:1s", "mcts:5s", "careful:1s", "rave:1s"]
    searching += ["greedy:1s"] * (standing(game.model) is not None) + ["alphabeta:1s"] * looks_ahead(game)
    return [HUMAN, *levels(), RANDOM, *searching]
