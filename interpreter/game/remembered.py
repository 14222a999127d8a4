"""A view that was written down: what was seen then, without a state behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from interpreter.errors import GameError
from interpreter.game.pieces import Piece
from interpreter.game.unknown import UNKNOWN
from interpreter.game.view_parts import UNSEEN, Part
from interpreter.game.views import View

if TYPE_CHECKING:
    from interpreter.game.decisive import Decisive
    from interpreter.game.game import Game
    from interpreter.game.moves import Move


class Remembered(View):
    """What `viewer` (None: whoever looked on) saw after so many turns. `held`: each part as it was written down."""

    __slots__ = ("_game", "_held", "_mover", "_outcomes", "_turns")

    def __init__(
        self, game: Game, viewer: str | None, held: Mapping[Part, Any], turns: int, mover: str | None,
        outcomes: Mapping[str, str] | None,
    ) -> None:  # fmt: skip
        """Raises GameError if something was written down that this game doesn't have."""
        self.viewer, self.public = viewer, viewer is None
        self._game, self._held, self._turns, self._mover = game, held, turns, mover
        self._outcomes = None if outcomes is None else dict(outcomes)
        for site in game.model.board.labels if game.model.board else ():
            self.pieces(site)

    @property
    def game(self) -> Game:
        """The game, with its model."""
        return self._game

    @property
    def sight(self) -> str | None:
        """Names how much of the state was seen."""
        return self.viewer or ""

    @property
    def to_move(self) -> str | None:
        """Nobody: who decided next isn't written down."""
        return None

    @property
    def mover(self) -> str | None:
        """Whose turn it was."""
        return self._mover

    def number(self, name: str, *labels: object) -> int | None:
        """None: what players could count isn't written down."""
        return None

    @property
    def moves(self) -> tuple[Move, ...]:
        """None: nothing can be played here."""
        return ()

    @property
    def asks(self) -> str:
        """Nothing."""
        return ""

    @property
    def prompt(self) -> str:
        """Nothing."""
        return ""

    @property
    def is_chance(self) -> bool:
        """Not that anybody knew."""
        return False

    @property
    def in_turn(self) -> bool:
        """Never: turns are written down when they are complete."""
        return False

    @property
    def turns(self) -> int:
        """Turns completed since the beginning."""
        return self._turns

    def pieces(self, site: str) -> tuple[Piece, ...]:
        """What was seen on a site."""
        held = self._held[(site,)]
        if held == UNSEEN:
            return ()
        if not isinstance(held, list):
            raise GameError(f"{site} should hold a list of pieces, or {UNSEEN}")
        return tuple(self._piece(label) for label in held)

    def is_seen(self, site: str) -> bool:
        """Whether it was known if anything stood on a site."""
        return bool(self._held[(site,)] != UNSEEN)

    def value(self, name: str, *labels: object) -> Any:
        """What a variable held, as far as it was known."""
        held = self._held[("", name, *map(str, labels))]
        return UNKNOWN if held == UNSEEN else held

    def position(self) -> dict[str, Any]:
        """Nothing that could be read as a position."""
        return {}

    def _piece(self, label: str) -> Piece:
        pieces, players = self._game.model.pieces.labels, self._game.players
        if label in pieces:
            return self._game.piece(pieces.index(label))
        for number, known in enumerate(pieces):
            piece = self._game.piece(number)
            if piece.number is not None and known.replace(f"({piece.number})", "(?)") == label:
                return replace(piece, number=None, label=label, text=f"{piece.kind}?")
        owner = label.removeprefix("? of ")
        if label == UNSEEN or owner in players:
            return Piece(UNSEEN, owner if owner in players else None, None, label, UNSEEN)
        raise GameError(f"there is no piece `{label}`")

    # ---- the end

    @property
    def is_over(self) -> bool:
        """Whether the game had ended."""
        return self._outcomes is not None

    @property
    def outcomes(self) -> dict[str, str] | None:
        """How it ended for each player."""
        return self._outcomes

    @property
    def scores(self) -> dict[str, int] | None:
        """They aren't written down."""
        return None

    @property
    def decisive(self) -> Decisive | None:
        """Nor is what ended it."""
        return None
