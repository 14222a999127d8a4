"""E78: games that end, or can't go on, before anybody has moved."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import count

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span
from interpreter.cancellation import CancelledError, CancelToken
from interpreter.graph.backend import Broken, Endless, Stop, Stuck, TooLong
from interpreter.graph.chance import Chance
from interpreter.graph.graph import Ask
from interpreter.reference.machine import Machine

GAMES = 5
"""Games that are begun where chance has a hand in the beginning; otherwise one says all."""
STEPS = 20_000
"""A beginning that takes more steps between decisions, through `most` blocks or loops, is left to lint that plays."""
ROLLS = 200
"""A beginning with more rolls than these is left alone."""

Begun = Stop | Stuck | Endless | Broken
"""Where a game stands at its first decision or its end, or what goes wrong before."""

_NOBODY = "choose s in mine\nremove s"


class OverAtOnce(Rule):
    """The game is over before anybody has moved.

    With the default options, the first player has nothing to choose, and then `end` ends the game.
    Often `setup` forgets pieces to move or a hand to play from, or the condition of the first decision
    can't hold yet. `gdl show` shows the beginning.
    """

    begins = True
    code, name, severity = "E780", "over-at-once", "error"
    bad = example(turn=_NOBODY, end="lose me if stuck\nwin me if no theirs")
    good = example(setup="put stone of White on row(1)\nput stone of Black on row(3)", turn=_NOBODY,
                   end="lose next if stuck\nwin me if no theirs")  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """What is found as it stands, with all options at their defaults."""
        model = next(iter(context.models), None)
        ask = _first_decision(model) if model else None
        if model is None or ask is None:
            return
        begun = _beginnings(model)
        if begun and all(isinstance(one, Stop) and not one.entries for one in begun):
            message = "the game is over before anybody has moved: there is nothing to choose here at the start"
            yield self.found(place(context, ask.span), message, "check what `setup` gives the first player")


class CantBegin(Rule):
    """The game can't begin: no player gets to move.

    With the default options, the rules never reach a first decision. There are three reasons: the
    player has nothing to choose, and `end` doesn't say what that means; a value leaves its range; or
    turn follows turn without any decision. Every game ends in this error.
    """

    begins = True
    code, name, severity = "E781", "cant-begin", "error"
    bad = example(turn=_NOBODY, end="win me if count(mine) = 3")
    good = example(setup="put stone of White on row(1)\nput stone of Black on row(3)", turn=_NOBODY,
                   end="lose next if stuck\nwin me if no theirs")  # fmt: skip

    def check(self, context: Context) -> Iterator[Finding]:
        """What is found as it stands, with all options at their defaults."""
        model = next(iter(context.models), None)
        if model is None:
            return
        begun = _beginnings(model)
        problems = [one for one in begun if not isinstance(one, Stop)]
        for problem in problems[:1] if len(problems) == len(begun) else ():
            span = problem.span or model.turn[0].span
            if isinstance(problem, Stuck):
                player = model.players[problem.values[0]]
                message = (f"there is nothing for {player} to choose here at the start, and `end` doesn't say what "
                           "that means")
                hint = "check what `setup` gives this player, or say how the game ends: `lose me if stuck`"
            else:
                message, hint = f"the game can't begin: {problem}", "every game ends in this error"
            yield self.found(place(context, span), message, hint)


@lru_cache(maxsize=1)  # for both rules
def _beginnings(model: Model) -> tuple[Begun, ...]:
    """Where some games stand at their first decision, or what goes wrong before it; nothing where it takes too long."""
    found: list[Begun] = []
    try:
        machine, steps = Machine(model), count()
        machine.token = CancelToken(STEPS, now=lambda: next(steps))  # counted, so that the machine's speed is no matter
        for number in range(GAMES):
            rolls, begun = _begun(machine, Chance(0, number))
            if begun is None:
                return ()
            found.append(begun)
            if not rolls:
                break
    except (TooLong, CancelledError, RecursionError):
        return ()
    return tuple(found)


def _begun(machine: Machine, chance: Chance) -> tuple[int, Begun | None]:
    """How many rolls a game begins with, and where it stands then; None if there is no end of them."""
    rolls = 0
    try:
        stop = machine.start()
        while stop.entries:
            node = machine.graph.nodes[stop.entries[0].ask]
            if not (isinstance(node, Ask) and node.is_roll):
                break
            if rolls == ROLLS:
                return rolls, None
            stop = machine.play(machine.draw(stop, chance.bits(rolls)))
            rolls += 1
    except TooLong:
        raise
    except (Stuck, Endless, Broken) as problem:
        return rolls, problem
    return rolls, stop


def _first_decision(model: Model) -> m.Choose | None:
    """The first decision that the turn's text has; None if all is rolled."""
    decisions = (s for s in m.walk(model.turn) if isinstance(s, m.Choose) and not isinstance(s, m.Roll))
    return next(decisions, None)


def place(context: Context, span: Span) -> Span:
    """This place, or, if it lies in what the file extends, the file's first line: there the fault must be."""
    if span.source == context.source:
        return span
    return next((game.span for game in context.declarations(t.Game)), Span(context.source, 0, 1))
