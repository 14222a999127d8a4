"""Symmetries that show in play: what is an option here is its image's option there, and leads to its image.

They are looked for in positions of random games. What holds in all of them is very likely a symmetry of the game, and
good enough for what learns and guesses; it is no proof. `proven` gives those that follow from the rules. If nobody wins
such games, as in Halma, their ends don't speak against any: then where the rules want pieces must be the same as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gdl.model.model import Model
from interpreter.errors import RuleError
from interpreter.game.game import Game
from interpreter.graph.backend import Broken, Endless, Entry, Stepper, Stop, Stuck
from interpreter.graph.chance import Chance
from interpreter.graph.goals import Slot, goals_of_all
from interpreter.graph.graph import Ask
from interpreter.players.symmetries.candidates import candidates
from interpreter.players.symmetries.images import Image, Imaging
from interpreter.players.symmetries.symmetry import Symmetry, closed

SPREAD = 2
"""Positions are taken of so many times as many plies, such that whole games are seen."""
FEW = 64
"""Options that are all compared by where they lead, if they have no images by their names."""
MOST_WINS = 8
"""Of so many games that somebody won, the last move is looked at."""
MOST_PLIES = 2_000
"""Plies of a game that are looked at."""
TAKEN = 1
"""In each other position what was played there is tried, in the others something else."""
MEMORY = 4
"""Moments of the past that `repeats` is let compare: a long past takes long to look at."""


@dataclass(frozen=True)
class Seen:
    """A position of a random game, and an entry: that which was played there, or another."""

    stop: Stop
    tried: Entry


def apparent(game: Game, positions: int = 200, seed: int = 0) -> list[Symmetry]:
    """The symmetries that so many positions of random games don't speak against, the identity first."""
    first, *others = candidates(game.model)
    machine = game.machine
    group = [first]
    refuted: set[Symmetry] = set()
    seen, wins = _positions(game, positions, seed) if others else ([], [])
    if not wins:
        others = _with_goals(game.model, others)
    seen += wins
    for symmetry in others:
        if symmetry in refuted or symmetry in group:
            continue
        imaging = Imaging(machine.graph, machine.layout, symmetry)
        if imaging.is_possible and all(_holds(machine, one, imaging) for one in seen):
            group = list(closed([*group, symmetry]))
        else:
            refuted |= {symmetry.then(other) for other in group}
    return group


def _with_goals(model: Model, symmetries: list[Symmetry]) -> list[Symmetry]:
    """Those that take each player's goals to those of the player who takes the part."""
    wanted = goals_of_all(model)
    return [s for s in symmetries if all(_image(model, s, w) == wanted[s.players[p]] for p, w in enumerate(wanted))]


def _image(model: Model, symmetry: Symmetry, sites_of: dict[Slot, int]) -> dict[Slot, int]:
    """A player's goals, as a symmetry shows them."""
    board = next(i for i, shape in enumerate(model.shapes) if shape is model.board)
    moved, players = symmetry.sites[board], (*symmetry.players, -1)  # -1: nobody's pieces stay nobody's
    return {
        (kind, players[owner]): sum(1 << to for site, to in enumerate(moved) if sites >> site & 1)
        for (kind, owner), sites in sites_of.items()
    }


def _positions(game: Game, count: int, seed: int) -> tuple[list[Seen], list[Seen]]:
    """Positions of whole random games, from their beginnings to their ends; and last moves with which somebody won."""
    found: list[tuple[Stop, Entry]] = []
    wins: list[tuple[Stop, Entry]] = []
    number = 0
    while len(found) < SPREAD * count and number < count:
        chance = Chance(seed, number)
        with suppress(RuleError):  # rules that break can't be told by what they do
            state = game.start(seed, number)
            for ply in range(MOST_PLIES):
                if state.is_over:
                    break
                move = state.ways[chance.pick(len(state.ways), ply)]
                found.append((state._stop, move.entry))
                state = state.play(move)
            if "win" in (state.outcomes or {}).values():
                wins.append(found[-1])
        number += 1
    step = max(len(found) // max(count, 1), 1)
    found = found[: min(count, 8)] + found[count % step :: step] + found[-1:]
    seen = [seen for i, (stop, entry) in enumerate(found) if (seen := _seen(game.machine, stop, entry, i))]
    return seen, [win for stop, entry in wins[:MOST_WINS] if (win := _seen(game.machine, stop, entry, TAKEN))]


def _seen(machine: Stepper, stop: Stop, taken: Entry, number: int) -> Seen | None:
    """A position with a shorter past, in which nothing has come so often that it would matter."""
    first = machine.layout.first_past
    if len(stop.values) > first:
        shorter = lambda values: [*values[:first], *(past[-MEMORY:] for past in values[first:])]  # noqa: E731
        try:
            stop = _begun(machine, stop, shorter)
        except (Stuck, Endless, Broken):
            return None
    if not stop.entries:
        return None
    same = [e for e in stop.entries if (e.ask, e.chosen) == (taken.ask, taken.chosen)]
    return Seen(stop, same[0] if same and number % 2 == TAKEN else stop.entries[number % len(stop.entries)])


def _begun(machine: Stepper, stop: Stop, changed: Callable[[tuple[Any, ...]], list[Any]]) -> Stop:
    """The stop with other values, from the turn's beginning if nothing has been decided since."""
    if stop.origin is not None:
        return machine.go_on(changed(stop.origin))
    return machine.resume(changed(stop.values), stop.place)


def _holds(machine: Stepper, seen: Seen, imaging: Imaging) -> bool:
    """Whether options and what follows them are the same in a position and in its image."""
    stop = seen.stop
    place = None if stop.origin is not None else stop.place
    try:
        image = _begun(machine, stop, lambda values: list(imaging.values(values, place)))
        if len(image.entries) != len(stop.entries):
            return False
        pairs = _by_name(machine, stop, image, imaging)
        if pairs is not None and _same(machine, seen.tried, pairs[seen.tried.ask, seen.tried.chosen], imaging):
            return True
        return _all_same(machine, seen, image, imaging)
    except (Stuck, Endless, Broken):
        return False


def _by_name(machine: Stepper, stop: Stop, image: Stop, imaging: Imaging) -> dict[Any, Entry] | None:
    """For each option the one of the image that is called by the images of what is chosen; None if one has none."""
    there = {(entry.ask, entry.chosen): entry for entry in image.entries}
    images = {ask: _names(machine, ask, imaging) for ask in {entry.ask for entry in stop.entries}}
    found: dict[Any, Entry] = {}
    for entry in stop.entries:
        named = tuple([image(value) for image, value in zip(images[entry.ask], entry.chosen, strict=True)])
        other = there.get((entry.ask, named))
        if other is None:
            return None
        found[entry.ask, entry.chosen] = other
    return found if len({id(other) for other in found.values()}) == len(there) else None


def _names(machine: Stepper, ask: int, imaging: Imaging) -> list[Image]:
    """What gives the images of the values that are chosen at a decision."""
    node = machine.graph.nodes[ask]
    assert isinstance(node, Ask)
    return [imaging.of_type(variable.type) for variable in node.choose.variables]


def _same(machine: Stepper, entry: Entry, other: Entry, imaging: Imaging) -> bool:
    """Whether an entry leads to what another leads to, seen by the symmetry."""
    return _outcome(machine, entry, imaging) == _outcome(machine, other, None)


def _all_same(machine: Stepper, seen: Seen, image: Stop, imaging: Imaging) -> bool:
    """Whether all options together lead to the same; of very many some are looked at."""
    there = Counter(_outcome(machine, entry, None) for entry in image.entries)
    entries = seen.stop.entries
    if len(entries) > FEW:
        return _outcome(machine, seen.tried, imaging) in there
    return there == Counter(_outcome(machine, entry, imaging) for entry in entries)


def _outcome(machine: Stepper, entry: Entry, imaging: Imaging | None) -> tuple[Any, ...]:
    """What tells where an entry leads, seen by the symmetry: the beginning of a turn if nothing was decided since. The
    rules' place then doesn't matter: what one player does may stand elsewhere in the text than what the other does."""
    try:
        stop = machine.play(entry)
    except (Stuck, Endless, Broken):
        return ("a rule is broken",)
    place, values = (None, stop.origin) if stop.origin is not None else (stop.place, stop.values)
    return place, imaging.values(values, place) if imaging else values
