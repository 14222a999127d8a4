"""Games from which policies are learnt: which positions come up in them, and which options are good there.

In random games all options are tried, and all replies to them, on some plies (`tried`). In other games positions are
searched; an option is as good as it was visited often (`searched`).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.errors import PlayerError
from interpreter.game.game import Game
from interpreter.graph.backend import Halted
from interpreter.graph.chance import mix, seed_key, signed
from interpreter.players.learning.policy import Policy
from interpreter.players.learning.policy_sight import Position
from interpreter.work.engine import engine

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

JOBS = ("mcts", "hints", "policy", "policy_games")
EVERY = 4
"""In random games positions are looked at on every fourth ply."""
GAINS, IDLE = 1, 2
WORTH, ANSWERED = 5, 6
"""What options come to, as of `kernels/policy_games.py`, and where that stands in their rows."""
LONGEST = 400
ITERATIONS = 400
"""How long a position is searched."""
OPENING = 4
"""Searches begin after so many plies, so that games differ."""
CLEAR = 0.95
"""Of positions that are worth so much nothing is learnt: where all options win, none is better."""

Watch = Callable[[Game, "Instance", int, int], Iterator[Position]]


def played(game: Game, policy: Policy, watch: Watch, is_followed: bool, seed: int, number: int) -> list[Position]:
    """The game of this number, which follows a policy or not: some of its positions."""
    own = engine(game, *JOBS)
    instance = own.take()
    try:
        policy.place(instance)
        instance.call("policy_ready", int(is_followed))
        return list(watch(game, instance, signed(seed_key(seed)), number))
    except Halted:
        raise PlayerError(f"a game of {game.title} takes more work than anybody could wait for") from None
    finally:
        own.give_back(instance)


def tried(game: Game, instance: Instance, key: int, number: int) -> Iterator[Position]:
    """A random game."""
    options = instance.call("policy_begin", key, number)
    for ply in range(LONGEST):
        if options > 1 and (ply + number) % EVERY == 0:
            player, rows = _rows(game, instance, options, tries=True)
            if rows:
                yield Position(player, tuple(row[:WORTH] for row in rows), good(rows))
        if options == 0:
            return
        options = _checked(game, instance.call("policy_step", signed(mix(key + number * LONGEST + ply))))


def searched(game: Game, instance: Instance, key: int, number: int) -> Iterator[Position]:
    """In every other game a search decides until the result is clear: an option is drawn by the square of its visits.
    The others are random games."""
    decides = number % 2 == 0
    options = instance.call("policy_begin", key, number)
    for ply in range(LONGEST):
        draw = mix(key + number * LONGEST + ply)
        taken = -1
        if options > 1 and ply >= OPENING and (decides or ply % EVERY == 0):
            player, rows = _rows(game, instance, options)
            if rows:
                visits, worth = _found(game, instance, signed(draw), player)
                is_open = abs(worth) <= CLEAR
                if is_open:
                    yield Position(player, tuple(row[:WORTH] for row in rows), visits)
                elif decides:
                    return
                if decides:
                    taken = _drawn(visits, mix(draw))
        if options == 0:
            return
        more = instance.call("policy_step", signed(draw)) if taken < 0 else instance.call("policy_take", taken)
        options = _checked(game, more)


def _rows(
    game: Game, instance: Instance, options: int, *, tries: bool = False
) -> tuple[int, tuple[tuple[int, ...], ...]]:
    """Who decides where a game stands, and the rows of the options, which are tried or not; none at a
    roll."""
    seen = _checked(game, instance.call("policy_rows", options, int(tries)))
    return instance.report(2)[1], rows_of(instance, seen)


def rows_of(instance: Instance, count: int) -> tuple[tuple[int, ...], ...]:
    """The rows of the options that were described last, if there are so many."""
    return tuple(struct.iter_unpack("<6I2i", instance.read(instance.report(2)[0], 32 * count)))


def _found(game: Game, instance: Instance, key: int, player: int) -> tuple[tuple[int, ...], float]:
    """What a search finds: how often it visited each option, and what the one is worth that it visited most. If it
    needs no more visits to be sure, that is 1."""
    made = _checked(game, instance.call("policy_search", key, ITERATIONS))
    count = _checked(game, instance.call("mcts_options"))
    row = struct.Struct(f"<3q{len(game.model.players)}d")
    found = list(row.iter_unpack(instance.read(instance.report(1)[0], row.size * count)))
    visits = tuple(one[0] for one in found)
    return visits, found[visits.index(max(visits))][3 + player] if made == ITERATIONS else 1.0


def _drawn(visits: Sequence[int], number: int) -> int:
    """An option that is drawn by the square of its visits."""
    left = number % sum(count * count for count in visits)
    for k, count in enumerate(visits):
        left -= count * count
        if left < 0:
            return k
    raise AssertionError("it is less than all together")


def _checked(game: Game, status: int) -> int:
    """What a job gave; raises PlayerError if the rules are broken."""
    if status < 0:
        raise PlayerError(f"the rules of {game.title} break in a game that is learnt from (status {status})")
    return status


def good(rows: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """Which options look good, by what they come to: after the best reply the lead must not be less than before – or,
    if it always is, as little less as possible. Of these, those that raise the lead at once; if none does, those that
    change nothing on the board; or else all."""
    enough = min(max(row[ANSWERED] for row in rows), 0)
    for sort in (GAINS, IDLE, GAINS | IDLE):
        found = tuple(int(row[ANSWERED] >= enough and (row[WORTH] & sort != 0 or sort == GAINS | IDLE)) for row in rows)
        if any(found):
            return found
    raise AssertionError("one of them is best")
