"""States: immutable, hashable, comparable; playing one gives the next."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from interpreter.errors import RuleError
from interpreter.game.moves import written
from interpreter.game.situation import Situation, Trail
from interpreter.game.together_views import together_values
from interpreter.game.views import View
from interpreter.graph.backend import Entry, Stop

if TYPE_CHECKING:
    from interpreter.game.rules import Rules


class State(Situation):
    """A state of a game: between two turns, in the middle of one, at chance, or at the end."""

    __slots__ = ()

    def view(self, viewer: str | None = None) -> View:
        """The state as the player with this label sees it; with None, everything. Raises KeyError. A view has the
        members `moves`, `pieces`, `value`, `position`, `prompt`, `is_over` and `outcomes` of a state, with "?" for
        anything unknown."""
        if viewer is not None and viewer not in self.game.players:
            raise KeyError(viewer)
        return View(self._apart(viewer) if viewer is not None else self, viewer)

    def public_view(self) -> View:
        """The state as a spectator sees it: without anything that is hidden from some player."""
        return View(self._apart(None), None, public=True)

    def _apart(self, viewer: str | None) -> State:
        """This state. While players decide together, it leaves out what this viewer may not know yet."""
        values = None
        if self.game.model.hides and self.together:
            values = together_values(self, None if viewer is None else self.game.players.index(viewer))
        if values is None:
            return self
        stop = Stop(self._stop.place, values, self._stop.entries, self._stop.turns, None)
        seen = State(self.game, stop, self.turns, self.plies, self._trail)
        seen._known = self.knowledge
        return seen

    def position(self) -> dict[str, Any]:
        """The position as plain data for YAML; `game.position` reads it back.

        A mapping of `to move`, `pieces` (thing → its sites), `variables` (name → value, or label → value) and so on:
        the manual names all parts under Positions.
        """
        return self.game.data_of(self)

    @property
    def notation(self) -> str:
        """The position as a line in the game's own notation; "" if its rules declare none, and in mid-turn."""
        return self.game.line_of(self)

    def __reduce__(self) -> tuple[Any, ...]:
        stop = self._stop
        return unpickled, (
            self.game, stop.place, stop.values, stop.origin, self.is_over, self.turns, self.plies, self._texts(),
            self.knowledge.flat() if self.game.model.hides else (),
        )  # fmt: skip

    def _texts(self) -> tuple[Entry | str, ...]:
        """The moves so far as texts, as far as the rules can write them. Entries would hold every position."""
        found: list[Entry | str] = []
        trail = self._trail
        while trail is not None:
            trail, entry, _ = trail
            with suppress(RuleError):
                entry = entry if isinstance(entry, str) else written(self.game.machine, entry)
            found.append(entry)
        return tuple(found[::-1])

    def without_history(self) -> State:
        """The same state without earlier positions. The texts of the moves so far are kept."""
        state = State(self.game, self._stop, self.turns, self.plies, _trail_of(self._texts()))
        if self.game.model.hides:
            state._known = self.knowledge
        return state

    def __repr__(self) -> str:
        return f"<State of {self.game.name}: {self.outcomes if self.is_over else self.asks}>"


def unpickled(
    game: Rules, place: int, values: tuple[Any, ...], origin: tuple[Any, ...] | None, is_over: bool, turns: int,
    plies: int, texts: tuple[Entry | str, ...], known: tuple[Any, ...] = (),
) -> State:  # fmt: skip
    """A pickled state. Its options are worked out again: they take much more room than the position."""
    if is_over:
        stop = Stop(place, values, (), 0, None)
    else:
        found = game.run(None, lambda: game.machine.resume(list(values), place))
        stop = Stop(place, values, found.entries, 0, origin)
    state = State(game, stop, turns, plies, _trail_of(texts))
    if known:
        state._known = game.observer.again(known)
    return state


def _trail_of(texts: tuple[Entry | str, ...]) -> Trail:
    trail: Trail = None
    for number, text in enumerate(texts, 1):
        trail = (trail, text, number)
    return trail
