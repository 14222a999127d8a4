"""What somebody sees of a state: all that screens, pages and pictures may ask.

Every game so far is one of perfect information, so that a view shows the whole state. Whoever shows a state to
somebody asks for that somebody's view, all the same: what players don't see is to be left out here, and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from interpreter.game.decisive import Decisive
    from interpreter.game.game import Game
    from interpreter.game.moves import Move
    from interpreter.game.state import Piece, State


class View:
    """A state as `viewer` sees it: a player's label, or None for who sees everything."""

    __slots__ = ("_state", "viewer")

    def __init__(self, state: State, viewer: str | None = None) -> None:
        self._state, self.viewer = state, viewer

    @property
    def game(self) -> Game:
        """The game, with its model."""
        return self._state.game

    @property
    def sight(self) -> str | None:
        """Names how much of the state is seen: views of one state with the same sight show the same, but for the moves.
        None is everything, which is what everybody sees so far."""
        return None

    # ---- who is asked

    @property
    def to_move(self) -> str | None:
        """The player who decides next; None at chance and at the end."""
        return self._state.to_move

    @property
    def mover(self) -> str | None:
        """The player whose turn it is, even while dice are rolled; None at the end."""
        return self._state.mover

    @property
    def moves(self) -> tuple[Move, ...]:
        """The options of who is to move, for that player and who sees everything; nothing for others, and at chance."""
        state = self._state
        return state.moves if state.to_move is not None and self.viewer in (None, state.to_move) else ()

    @property
    def asks(self) -> str:
        """What is asked now, in the ruleset's words."""
        return self._state.asks

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next, not a player."""
        return self._state.is_chance

    @property
    def in_turn(self) -> bool:
        """Whether something of this turn has been decided or rolled already."""
        return self._state.in_turn

    @property
    def turns(self) -> int:
        """Turns completed since the start (or the position begun from)."""
        return self._state.turns

    # ---- what is seen

    def pieces(self, site: str) -> tuple[Piece, ...]:
        """What is seen on a site of the board, from the bottom up. Raises KeyError."""
        return self._state.pieces(site)

    def value(self, name: str, *labels: object) -> Any:
        """What a variable holds, as `State.value` says. Raises KeyError."""
        return self._state.value(name, *labels)

    def position(self) -> dict[str, Any]:
        """The position as plain data, as `State.position` says."""
        return self._state.position()

    # ---- the end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def outcomes(self) -> dict[str, str] | None:
        """ "win", "draw" or "loss" for each player at the end, else None."""
        return self._state.outcomes

    @property
    def scores(self) -> dict[str, int] | None:
        """Each player's score, if there is one to tell; as `State.scores` says."""
        return self._state.scores

    @property
    def decisive(self) -> Decisive | None:
        """The line of the rules that ended the game, and its witnesses, as `State.decisive` says."""
        return self._state.decisive

    @property
    def winning(self) -> frozenset[str]:
        """The sites that witness why the game has ended: a finished line, say; empty where there is no such thing."""
        found = self.decisive
        return frozenset(found.sites if found else ())
