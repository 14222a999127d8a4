"""Which games alpha-beta search can play: those of two players who see everything, where the sum of what both get is
the same at every end."""

from __future__ import annotations

from contextlib import suppress
from weakref import WeakKeyDictionary

from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.graph.chance import Chance
from interpreter.players.asking import hides

SAMPLED, LONGEST = 20, 400
"""Random games that are played to compare the sums, and the most plies of each."""


def unfit(game: Game) -> str:
    """Why alpha-beta search can't play this game; "" if it can."""
    if hides(game):
        return f"alphabeta goes by the whole state; in {game.title} players don't see everything: take mcts:1s"
    if game.model.is_common:
        return f"alphabeta is for players who play against each other; in {game.title} all play together: take mcts:1s"
    if len(game.players) == 2 and (game.model.pays or game.model.unites):
        if game not in _known:
            _known[game] = _is_constant_sum(game)
        if not _known[game]:
            return uneven(game)
    count = len(game.players)
    return "" if count == 2 else f"alphabeta is for two players; {game.title} is for {count}"


_known: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()
"""Whether games are of constant sum, as far as somebody asked. The keys are weak: a game holds the memory of its
searches, hundreds of megabytes, and mustn't be kept for this."""


def _is_constant_sum(game: Game) -> bool:
    """Whether both players together get the same at the end of each of some random games. This proves nothing of other
    ends: a search that meets an uneven one says so (`NO_ZERO_SUM`)."""
    found: set[float] = set()
    for number in range(SAMPLED):
        with suppress(RuleError):
            state, chance, plies = game.start(0, number), Chance(0, number), 0
            while not state.is_over and plies < LONGEST:
                state, plies = state.play(state.draw(chance, plies)), plies + 1
            if state.is_over:
                found.add(sum((state.results or {}).values()))
    return len(found) < 2


def uneven(game: Game) -> str:
    """The message about a game that is not of constant sum."""
    what = "what both are paid together differs from end to end" if game.model.pays else "both may win or lose together"
    return (f"alphabeta is for games in which one player gains what the other loses; in {game.title} {what}: "
            "take mcts:1s")
