"""What a player knows of a game in which players don't see everything: all that such a player is ever given.

It is made of the true state once, and holds nothing of it: no state, no view that could be asked for more, no values
beside its moves. Whoever needs states that fit makes them anew, from the rules and the observations (`beliefs`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, Any

from interpreter.game.moves import Move
from interpreter.game.rules import Rules
from interpreter.game.state import State
from interpreter.graph.backend import Entry
from interpreter.players.beliefs.evidence import Learnt, learnt

if TYPE_CHECKING:
    from interpreter.game.pieces import Piece
    from interpreter.game.situation import Observation
    from interpreter.game.views import View


@dataclass(frozen=True)
class Seen:
    """What a player sees of a state, written down: pieces by site, variables by name and labels, and as plain data."""

    _pieces: Mapping[str, tuple[Piece, ...]] = field(repr=False)
    _values: Mapping[tuple[str, ...], Any] = field(repr=False)
    _position: Mapping[str, Any]

    @staticmethod
    def of(view: View) -> Seen:
        """A view, written down."""
        model = view.game.model
        sites = model.board.labels if model.board else ()
        held: dict[tuple[str, ...], Any] = {}
        for variable in model.variables:
            if not variable.local:
                for labels in product(*(dimension.labels for dimension in variable.dimensions)):
                    held[variable.name, *labels] = view.value(variable.name, *labels)
        return Seen({site: view.pieces(site) for site in sites}, held, view.position())

    def pieces(self, site: str) -> tuple[Piece, ...]:
        """What is seen on a site of the board, from the bottom up. Raises KeyError."""
        return self._pieces[site]

    def value(self, name: str, *labels: object) -> Any:
        """What a variable holds, as `View.value` says. Raises KeyError."""
        return self._values[name, *map(str, labels)]

    def position(self) -> dict[str, Any]:
        """The position as plain data, as `View.position` says."""
        return dict(self._position)


@dataclass(frozen=True)
class InformationState:
    """What a player knows when it is asked for a decision, or for what it thinks."""

    game: Rules
    player: str
    """Whose knowledge it is."""
    moves: tuple[Move, ...]
    """The options of this player, if it is asked; none else."""
    observations: tuple[Observation, ...]
    """All that was observed since the game began, but for views."""
    learnt: tuple[Learnt, ...]
    """The same as keys of information states, one after another."""
    seen: Seen
    """What is seen of the state now."""
    to_move: str | None
    """Who decides; None at chance and at the end."""
    is_over: bool
    turns: int
    asks: str
    """What is asked, in the ruleset's words; "" of whom nothing is asked."""
    words: tuple[int, ...] = ()
    """What is seen now as words, as they are hashed into the key; none while several decide at once."""

    @staticmethod
    def of(state: State, player: str) -> InformationState:
        """What a player knows in a state; raises KeyError."""
        view = state.view(player)
        return InformationState(
            state.game, player, tuple(map(blind, view.moves)), state.observations(player), learnt(state, player),
            Seen.of(view), state.to_move, state.is_over, state.turns, state.asks if view.moves else "",
            () if state.together else state.game.observer.seen(state._stop, state.game.players.index(player)),
        )  # fmt: skip

    @property
    def information(self) -> int:
        """The key of the information state: of all that was observed, a number of 128 bits."""
        return self.learnt[-1].key

    @property
    def ply(self) -> int:
        """A number that grows with each decision: how much was observed."""
        return len(self.learnt)


def blind(move: Move) -> Move:
    """The same move without the state in which it is made; equal to it, and written alike."""
    found = Move(move._machine, Entry(move.entry.ask, move.chosen, ()))
    found._text, found._others = move.text, move.others
    return found
