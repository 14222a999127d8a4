"""What a player knows in an information set, in a few words: what only some see and they do, and what they observed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

from gdl.model.state import Variable
from interpreter.game.state import State
from interpreter.game.unknown import Unknown
from interpreter.game.views import View
from interpreter.players.equilibrium.sequence_form import Way

S = TypeVar("S")
LONGEST = 200
"""Characters that are said of a set."""


def what_is_known(state: State, player: str) -> str:
    """In words: `hand K; pass, bet`."""
    seen = ", ".join(_cells(state.view(player), player))
    heard = ", ".join(o.text for o in state.observations(player) if o.text is not None)
    text = "; ".join(part for part in (seen, heard) if part)
    return text if len(text) <= LONGEST else text[: LONGEST - 2] + " …"


def _cells(view: View, player: str) -> Iterator[str]:
    """What this player sees of variables that aren't open to all."""
    hidden = dict.fromkeys(h.what for h in view.game.model.hidden if isinstance(h.what, Variable))
    for variable in hidden:
        for labels in product(*(dimension.labels for dimension in variable.dimensions)):
            value = view.value(variable.name, *labels)
            if not isinstance(value, Unknown) and value not in (None, []):
                of = [label for label in labels if label != player]
                yield " ".join([variable.name, *of, _shown(value)])


def _shown(value: Any) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def by_choices(state: State, k: int) -> State:
    """What an outcome or a move leads to."""
    return state.play(state.moves[k] if state.to_move is not None else state.chance[k][0])


def by_ways(state: State, k: int) -> State:
    """What an entry of the rules' list leads to."""
    return state.play(state.ways[k])


def states_of(beginning: S, ways: Sequence[Way], step: Callable[[S, int], S]) -> Iterator[S]:
    """The state that each of these ways leads to; what neighbours have in common is played once."""
    path: list[S] = [beginning]
    before: Way = ()
    for way in ways:
        common = 0
        while common < min(len(way), len(before)) and way[common] == before[common]:
            common += 1
        del path[common + 1 :]
        for k in way[common:]:
            path.append(step(path[-1], k))
        before = way
        yield path[-1]
