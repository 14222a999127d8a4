"""What somebody sees of a state: all that screens, pages and pictures may ask.

Code that shows a state to somebody asks for their view. What players don't see is left out here, and nowhere else. In a
game of perfect information a view shows the whole state.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.errors import RuleError
from interpreter.game.pieces import Piece
from interpreter.game.sights import NOBODY
from interpreter.game.unknown import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gdl.model.model import Model
    from gdl.model.state import Variable
    from interpreter.game.decisive import Decisive, Said
    from interpreter.game.moves import Move
    from interpreter.game.rules import Rules
    from interpreter.game.sights import Unseen
    from interpreter.game.situation import Observation, Situation


class View:
    """A state as `viewer` sees it: a player's label, or None for who sees everything – or, if it is `public`, for who
    only looks on and sees what all players see."""

    __slots__ = ("_hidden", "_state", "public", "viewer")

    def __init__(self, state: Situation, viewer: str | None = None, public: bool = False) -> None:
        self._state, self.viewer, self.public = state, viewer, public
        self._hidden: Unseen | None = None

    @property
    def _unseen(self) -> Unseen | None:
        """What is hidden from this viewer; None if nothing can be."""
        if self._hidden is None and self.sight is not None:
            players = self.game.players
            who = None if self.viewer is None else players.index(self.viewer)
            self._hidden = self.game.observer.sights.of(self._values, who)
        return self._hidden

    @property
    def _values(self) -> tuple[Any, ...]:
        """What is seen: in games that hide something what stands when one decides, as information states have it."""
        state = self._state
        return state._stop.values if self.game.model.hides else state._values

    @property
    def game(self) -> Rules:
        """The game, with its model."""
        return self._state.game

    @property
    def sight(self) -> str | None:
        """Names how much of the state is seen: views of one state with the same sight show the same, but for the moves.
        None is everything; the empty name is what all players see."""
        masks = (self.public or self.viewer is not None) and self.game.model.hides
        return (self.viewer or "") if masks else None

    @property
    def observations(self) -> tuple[Observation, ...]:
        """What the viewer has observed, move by move."""
        return self._state.observations(self.viewer) if self.viewer is not None else self._state.told(self.public)

    # ---- who is asked

    @property
    def to_move(self) -> str | None:
        """The player who decides next; None at chance and at the end."""
        return self._state.to_move

    @property
    def deciding(self) -> tuple[str, ...]:
        """The players who decide now: several while they decide together; none at chance and at the end."""
        return self._state.deciding

    @property
    def mover(self) -> str | None:
        """The player whose turn it is, even while dice are rolled; None at the end."""
        return self._state.mover

    @property
    def moves(self) -> tuple[Move, ...]:
        """The options of who is to move, for that player and who sees everything; nothing for others, and at chance."""
        state = self._state
        return state.moves if state.to_move is not None and self._decides else ()

    @property
    def _decides(self) -> bool:
        """Whether it is this viewer's decision that comes next, or this viewer sees everything."""
        return self.viewer == self._state.to_move or not (self.public or self.viewer is not None)

    @property
    def asks(self) -> str:
        """What is asked now, in the ruleset's words; nothing if that isn't for this viewer to know."""
        return self._state.asks if self._decides or self.sight is None else ""

    @property
    def prompt(self) -> str:
        """What who decides is asked, in sentences, as `State.prompt` says; nothing if that isn't for this viewer."""
        return self._state.prompt if self._decides or self.sight is None else ""

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
        """What is seen on a site of the board, from the bottom up; "?" stands for what isn't known of a piece. Raises
        KeyError."""
        found = self._state._pieces(site, self._values)
        unseen = self._unseen
        if unseen is None:
            return found
        bit = 1 << self.game.model.board.index[site]  # type: ignore[union-attr]
        if unseen.layer("piece") & bit:
            return ()
        if unseen.layer("owner") & bit:
            return (Piece("?", None, None, "?", "?"),) * len(found)
        if unseen.layer("kind") & bit:
            return tuple(Piece("?", p.owner, None, f"? of {p.owner}" if p.owner else "?", "?") for p in found)
        if unseen.layer("number") & bit:
            return tuple(replace(p, number=None, label=p.label.replace(f"({p.number})", "(?)"), text=f"{p.kind}?")
                         if p.number is not None else p for p in found)  # fmt: skip
        return found

    def is_seen(self, site: str) -> bool:
        """Whether the viewer knows if anything stands on a site. Raises KeyError."""
        at = self.game.model.board.index[site]  # type: ignore[union-attr]
        unseen = self._unseen
        return unseen is None or not unseen.layer("piece") >> at & 1

    def value(self, name: str, *labels: object) -> Any:
        """What a variable holds, as `State.value` says; UNKNOWN if that is hidden. Raises KeyError."""
        if (whole := self._state._whole(name, labels, self.value)) is not None:
            return whole
        unseen = self._unseen
        if unseen is not None:
            variable, at = self._state.cell(name, *labels)
            if unseen.cells.get(variable, ())[at : at + 1] == (True,):
                return UNKNOWN
        return self._state._value(self._values, name, *labels)

    def number(self, name: str, *labels: object) -> int | None:
        """How many things a variable holds that the viewer doesn't see, if all players can count along; else None.
        `labels` say whose it is. It never hangs on more than what all have observed. Raises KeyError."""
        variable = next((v for v in self.game.model.variables if v.name == name and not v.local), None)
        if variable is None:
            raise KeyError(name)
        holders = variable.holders if variable.collection else variable.dimensions
        at = 0
        for holder, label in zip(holders, labels, strict=True):
            at = at * len(holder) + [*map(str, holder.labels)].index(str(label))
        return self.game.observer.counts.of(self._state.knowledge, variable, at)

    def masks(self, variable: Variable) -> tuple[bool, ...]:
        """For each cell of a variable, whether it is hidden; nothing if none can be."""
        unseen = self._unseen
        return () if unseen is None else unseen.cells.get(variable, ())

    def position(self) -> dict[str, Any]:
        """The position as plain data, as `State.position` says; "?" stands for what isn't known, and sites of which
        nothing is known are listed as `unseen`. What a turn keeps for itself is left out then."""
        return self._state.position() if self.sight is None else self.game.data_of_view(self)

    # ---- the end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self._state.is_over

    @property
    def outcomes(self) -> dict[str, str] | None:
        """ "win", "draw" or "loss" for each player at the end, else None."""
        return self._state.outcomes

    def ends_with(self, move: Move) -> bool:
        """Whether a legal move ends the game at once; not told where players don't see everything."""
        if self.game.model.hides:
            return False
        try:
            return self._state.play(move).is_over
        except RuleError:
            return False

    @property
    def scores(self) -> dict[str, int] | None:
        """Each player's score, if there is one to tell; as `State.scores` says. What is counted from hidden things is
        told at the end."""
        if self.sight is not None and not self.is_over and self.game.scores.counts_hidden:
            return None
        return self._state.scores

    @property
    def decisive(self) -> Decisive | None:
        """The line of the rules that ended the game, and its witnesses, as `State.decisive` says; to those who don't
        see everything, nothing."""
        return self._state.decisive if self.sight is None else None

    def said_at_end(self, model: Model, said_of: Sequence[Said | None]) -> str:
        """Tell the viewer why the game ended; see `State.said_at_end`."""
        who = self.game.players.index(self.sight) if self.sight else NOBODY
        return self._state.said_at_end(model, said_of, None if self.sight is None else who, self.number)

    @property
    def winning(self) -> frozenset[str]:
        """The sites that witness why the game has ended: a finished line, say; empty where there is no such thing."""
        found = self.decisive
        return frozenset(found.sites if found else ())
