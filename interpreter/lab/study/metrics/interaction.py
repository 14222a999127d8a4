"""How players meet: captures, options that moves leave to the next player, and positions that come again."""

from __future__ import annotations

from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.tools.confidence import mean


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    sums, source = held.sums, counted(held.sums.games, "random game")
    if not held.game.model.kinds or held.game.model.board is None:
        into.leave(["capturing", "captures"], "no pieces stand on a board")
    else:
        into.add("capturing", "Decisions that take something", sums.board.captures.share(), "share", source)
        into.add("captures", "Pieces taken in a game", sums.board.taken.mean, "pieces", source)
    blocked = held.traced.blocked
    if len(held.game.players) == 1:
        into.leave(["blocked"], "there is one player only")
    elif not sums.games:
        into.leave(["blocked"], "no random game came to an end")
    elif len(blocked) < 2:
        into.leave(["blocked"], "no decision is followed at once by one of another player")
    else:
        into.add("blocked", "Options of the next player that a move blocks",
                 mean(len(blocked), sum(blocked), sum(b * b for b in blocked)), "share",
                 counted(len(blocked), "state") + " of random games")  # fmt: skip
    into.add("repeated", "States that were there before in their game", sums.states.repeated.share(), "share", source)
