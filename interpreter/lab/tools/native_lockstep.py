"""The compiled rules in lockstep with the reference interpreter: single steps, and games played in one call."""

from __future__ import annotations

from gdl.model.model import Model
from gdl.text.source import Span
from interpreter.game.game import Game
from interpreter.graph.abi import (
    DECISIONS,
    HUGE,
    PLIES,
    STUCK,
    TOO_MANY,
    TOO_MANY_OPTIONS,
    TOO_MANY_WAYS,
    TOO_OLD,
    TURNS,
    UNFITTING,
)
from interpreter.graph.backend import Stop, Values
from interpreter.graph.chance import SETUP, Chance, seed_key, signed
from interpreter.graph.graph import Ask
from interpreter.lab.tools.lockstep import TOO_LONG, Disagreement, Failure, Played, lockstep, outcome
from interpreter.native.compile import Compiled, compile_model
from interpreter.native.host.machine import NativeMachine
from interpreter.reference.machine import Machine

CHECKED = (1, 2, 3, 5, 8, 13, 30, 100, 400, 2000)
"""After so many plies of a game played in one call the states are compared."""

LIMITS = (TOO_MANY, TOO_OLD, TOO_MANY_WAYS, TOO_MANY_OPTIONS, UNFITTING)
"""What compiled rules have no room for (so many moments, say) is left to the reference interpreter."""


class FellBackError(AssertionError):
    """The compiled rules gave up where nothing is wrong."""


class _Noting(Machine):
    """Notes whether the first player of all is stuck, and `end` says what then: compiled rules leave that to it."""

    asked = False

    def _stuck_at(self, values: Values, span: Span, fresh: bool, set_up: Values | None) -> int:
        self.asked = set_up is not None
        return super()._stuck_at(values, span, fresh, set_up)


class Watched(NativeMachine):
    """A machine of compiled rules that may give up only where a rule is broken, or at one of their limits."""

    asked = False

    def _stuck_at(self, values: Values, span: Span, fresh: bool, set_up: Values | None) -> int:
        self.asked = set_up is not None
        return super()._stuck_at(values, span, fresh, set_up)

    def _by_reference(self, values: Values, at: int, fresh: bool, origin: tuple[object, ...] | None) -> Stop:
        self.asked = False
        stop = super()._by_reference(values, at, fresh, origin)
        why, self.status = self.status, 0
        if why == 0 or why in LIMITS or self.asked:
            return stop
        message = f"the compiled rules gave up ({why}), from node {at}; the reference came to {stop.place}"
        raise FellBackError(message)


class OneCall:
    """Games played without listing any moves, from the set-up on, and the same games by the reference interpreter."""

    def __init__(self, game: Game, watched: Watched) -> None:
        self.reference, self.native = _Noting(game.model), watched
        self.instance, self.compiled = watched.instance, watched.compiled

    def compare(self, seed: int, number: int, plies: int) -> None:
        """Play one game on both; raises Disagreement."""
        ours = outcome(lambda: self._start(seed, number))
        begun = self._call("begin", self.compiled.work, signed(seed_key(seed)), number)
        if (begun == STUCK and self.reference.asked) or begun in LIMITS:
            return
        turns = decisions = 0
        chance = Chance(seed, number)
        head = self.compiled.record
        for ply in range(plies + 1):
            if isinstance(ours, Failure):
                break
            if ply == 0 or ply in CHECKED or ply == plies or not ours.entries:
                n = self._replay(seed, number, ply) if ply else begun
                if n in LIMITS:
                    return
                self._same(ply, "options", len(ours.entries), n)
                read = self.instance.record(self.compiled.work)
                values, place = self.native._values(read)
                self._same(ply, "place", ours.place, place)
                self._same(ply, "values", list(ours.values), values)
                words = [int.from_bytes(read[at : at + 8], "little") for at in (TURNS, PLIES, DECISIONS)]
                self._same(ply, "turns, plies, decisions", [turns, ply, decisions], words)
                self._same(ply, "the rest of the record", head.encode(place, ours.values)[head.key :], read[head.key :])
            if not ours.entries or ply == plies:
                return
            entry = self.reference.draw(ours, chance.bits(ply))
            node = self.reference.graph.nodes[ours.place]
            decisions += not (isinstance(node, Ask) and node.is_roll)
            ours = outcome(lambda entry=entry: self.reference.play(entry))  # type: ignore[misc]
            turns += 0 if isinstance(ours, Failure) else ours.turns
        if ours.sort == TOO_LONG:
            return
        # Further on, compiled games may miss what breaks a rule: they ask the conditions of options that they try.
        status = begun if begun < 0 else self._replay(seed, number, ply)
        if status >= 0:
            raise Disagreement(f"game {number} of seed {seed}: the compiled rules come to {status}, not to {ours}")

    def _start(self, seed: int, number: int) -> Stop:
        self.reference.asked = False
        chance, stop, count, turns = Chance(seed, number, SETUP), self.reference.start(), 0, 0
        turns = stop.turns
        while turns == 0 and stop.entries:
            stop = self.reference.play(self.reference.draw(stop, chance.bits(count)))
            turns, count = turns + stop.turns, count + 1
        return stop

    def _replay(self, seed: int, number: int, plies: int) -> int:
        self._call("begin", self.compiled.work, signed(seed_key(seed)), number)
        return self._call("run", self.compiled.work, plies, -1, signed(Chance(seed, number).key), HUGE)

    def _call(self, name: str, *arguments: int) -> int:
        return self.instance.call(name, *arguments)  # type: ignore[no-any-return]

    def _same(self, ply: int, what: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise Disagreement(
                f"in one call, after {ply} plies: {what}\n  reference: {ours!r}\n  compiled:  {theirs!r}"
            )


def both_backends(
    game: Game, seed: int, plies: int = 60, games: int = 3, longest: int = 2000, compiled: Compiled | None = None
) -> Played:
    """Compare the backends on one game step by step, and on a few games played in one call; raises Disagreement.

    The rules are compiled now, and not taken from the disk, if they aren't given `compiled`.
    """
    watched: list[Watched] = []

    def make(model: Model) -> Watched:
        watched.append(Watched(model, compiled or compile_model(model)))
        return watched[0]

    played = lockstep(game, make, seed, plies)
    one_call = OneCall(game, watched[0])
    for number in range(games):
        one_call.compare(seed, number, longest)
    return played
