"""How players are asked and told, whatever they may know: of games in which all see everything the state, of others
only what the one who is asked has observed. Whoever lets players play asks them here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import blake2b

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.game.moves import Move
from interpreter.game.plies import Step
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.players.analysis import Analysis, Analyst, Ponderer
from interpreter.players.information import InformationState
from interpreter.players.player import Player, Seat


def hides(game: Rules) -> bool:
    """Whether a game's players don't see everything."""
    return game.model.hides


def seat_of(game: Game, label: str, seed: int = 0, number: int = 0, weights: str = "") -> Seat:
    """A seat in game `number` of a seed. Where players don't see everything, the seat has a seed of its own: that of
    the game would tell what was dealt, and what will be rolled."""
    seat = Seat(game, label, seed, number, weights)
    if not hides(game):
        return seat
    own = blake2b(f"{seed} {number} {label}".encode(), digest_size=16).digest()
    return replace(seat, seed=int.from_bytes(own, "big"), number=0)


def ask(player: Player, state: State) -> Move:
    """The move of the player who is asked in a state; raises PlayerError."""
    if not hides(state.game):
        return player.choose(state)
    known = InformationState.of(state, state.to_move or "")
    return state.moves[known.moves.index(player.decide(known))]


def analyses(player: Player) -> bool:
    """Whether a player can tell what it thinks of its game."""
    return isinstance(player, Ponderer if hides(player.seat.game) else Analyst)


def analysis(player: Player, state: State, viewer: str | None = None) -> Analysis:
    """What a player thinks of a state that isn't over, going by what `viewer` knows (by default, who is to move);
    raises PlayerError."""
    if hides(state.game) and isinstance(player, Ponderer):
        return player.ponder(InformationState.of(state, viewer or state.to_move or player.seat.label))
    if hides(state.game) or not isinstance(player, Analyst):
        raise PlayerError(f"{player.name} doesn't tell what it thinks of {state.game.title}")
    return player.analyse(state)


def tell(players: Iterable[Player], step: Step) -> None:
    """Tell players of a ply, where they may know of it; elsewhere they are told when they are asked."""
    if not hides(step.before.game):
        for player in players:
            player.played(step)
