"""What an illegal text or pick may mean: choices of the open decisions, and the condition that each of them fails.

The rules are checked once more, so that each expression knows where in the text it comes from. `failing.py` then says
why a choice fails. The choice that meets the most conditions gives the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from typing import TYPE_CHECKING

from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Expr, Var
from gdl.model.primitives import bits
from gdl.model.printing import value as label_of
from gdl.model.types import Parts, Range, Size, Type
from interpreter.errors import RuleError
from interpreter.game.failing import Failed, Found, Reasons
from interpreter.game.known_values import At, UnknownError
from interpreter.game.moves import Move, is_alike
from interpreter.game.readings import readings
from interpreter.game.rules import Given as Made
from interpreter.game.traced import traced
from interpreter.graph.backend import Broken, Endless, Entry, Stop, Stuck, Values
from interpreter.graph.graph import Ask, Fork, Leave
from interpreter.reference.machine import Machine

if TYPE_CHECKING:
    from interpreter.game.situation import Situation

MOST = 2_000
"""The most choices that are looked at for a text."""
WAYS = 12
"""Up to this many values (usually directions) of a name that the text doesn't mention are tried; the text names the
site to which they lead."""


def failed(state: Situation, text: str) -> Failed | None:
    """The condition that an illegal text fails. None if there is none, or if it depends on what the player doesn't
    know.

    If no move is written like this, the beginning of the text is tested: for `a3-c9` with an empty a3, it is a3.
    """
    said = " ".join(text.split())
    return _furthest(state, lambda rules, stop: rules.tried(stop, said)) or _furthest(
        state, lambda rules, stop: rules.begun(stop, said)
    )


def failed_there(state: Situation, picks: Sequence[str]) -> Failed | None:
    """The condition that keeps the last of some labels from being picked after the others."""
    return _furthest(state, lambda rules, stop: rules.picked(stop, picks))


def _furthest(state: Situation, find: Callable[[Narrowing, Stop], Iterator[Found]]) -> Failed | None:
    """The failure of the choice that met the most conditions; None if some choice didn't fail."""
    made = state.game.given
    if made is None:
        return None
    try:
        found = [*find(_narrowing(state.game.model, made), state._stop)]
    except (Broken, Endless, Stuck, UnknownError, RecursionError):
        return None
    failing = [one for one in found if one is not None]
    if not failing or len(failing) < len(found):
        return None
    furthest = max(number for number, _ in failing)
    reasons = [reason for number, reason in failing if number == furthest]
    # of several things that nobody named, as directions that lead nowhere, none is the one
    return reasons[0] if len({reason.thing for reason in reasons}) == 1 else None


@lru_cache(maxsize=2)
def _narrowing(model: Model, made: Made) -> Narrowing:
    checked = traced(model, made)
    if checked is None or checked.model is None:
        raise UnknownError
    notes = checked.trace.notes
    return Narrowing(Reasons(checked.model, checked.trace.origins or {}, notes.queries, notes.ahead))


@dataclass(frozen=True)
class Narrowing:
    """Finds the choices that somebody may mean, and asks why they fail."""

    reasons: Reasons

    @property
    def machine(self) -> Machine:
        """Plays the rules."""
        return self.reasons.machine

    def tried(self, stop: Stop, text: str) -> Iterator[Found]:
        """For each choice that the text may stand for: the condition that it fails, and how many it met before.

        If all of them fail at once, but another decision accepts the beginning of the text, none of these reasons is
        right.
        """
        found = [*self._tried(stop, text)]
        yield from found
        if found and not any(one is None or one[0] for one in found):
            yield from (one for one in self.begun(stop, text) if one is None)

    def _tried(self, stop: Stop, text: str) -> Iterator[Found]:
        for ask, values in self.open(list(stop.values), stop.place):
            choices = [Move(self.machine, Entry(ask, chosen, tuple(values)))
                       for chosen in self.choices(ask, values, text)]  # fmt: skip
            for number in self.meant(choices, text):
                chosen = choices[number].chosen
                yield self.reasons.first(self._choose(ask), chosen, values)

    def open(self, values: Values, at: int) -> Iterator[tuple[int, Values]]:
        """The open decisions, with the values there."""
        at, _ = self.machine.walk.settled(values, at, 0)
        match self.machine.graph.nodes[at]:
            case Ask() as ask if not ask.is_roll:
                yield at, values
            case Fork() as fork:
                for branch in fork.branches:
                    yield from self.open(values[:], branch)
            case Leave() as leave:
                yield from self.open(values, leave.then)

    def meant(self, choices: Sequence[Move], text: str) -> list[int]:
        """The choices that are written like this text."""
        written = [choice for choice in choices if _is_written(choice)]
        found = [choice for choice in written if choice.text.casefold() == text.casefold()]
        found = found or [written[number] for number in readings(text, written, partial(is_alike, self.machine))]
        return [choices.index(choice) for choice in found]

    def choices(self, ask: int, values: Values, text: str) -> Iterator[tuple[int, ...]]:
        """The choices that the text may mean. A name's values are those that the text mentions, or else all that there
        are."""
        choose = self._choose(ask)
        if any(isinstance(v.type.base, Parts) for v, _ in choose.binders):
            return
        binders, _ = self.reasons.query_of(choose)
        named = []
        for v, source in binders:
            found = self._named(v, text)
            if not source.free and source.type.size == Size.MANY:
                found += self._elements(source, At(values, {}, choose.span), needed=not found)
            elif source.free and (not found or len(v.type.values.labels) <= WAYS):
                found = [_low(v.type) + i for i, _ in enumerate(v.type.values.labels)]
            named.append([*dict.fromkeys(found)])
        size = 1
        for found in named:
            size *= len(found)
        if size <= MOST:
            yield from product(*named)

    def _named(self, v: Var, text: str) -> list[int]:
        """The values that a text mentions."""
        folded, base = text.casefold(), v.type.values
        return [_low(v.type) + i for i, label in enumerate(base.labels) if str(label).casefold() in folded]

    def _elements(self, many: Expr, at: At, needed: bool) -> list[int]:
        """The elements of a set. If they aren't known: nothing, unless they are `needed`."""
        try:
            return [_low(many.type) + i for i in bits(self.reasons.known.value(many, at))]
        except UnknownError:
            if needed:
                raise
            return []

    def _choose(self, ask: int) -> m.Choose:
        found = self.machine.graph.nodes[ask]
        assert isinstance(found, Ask)
        return found.choose

    def picked(self, stop: Stop, picks: Sequence[str]) -> Iterator[Found]:
        """The condition that keeps the last of some labels from being chosen, in the order of the decision's names."""
        for ask, values in self.open(list(stop.values), stop.place):
            binders = self._choose(ask).binders
            wanted = [(v.type, label.removeprefix("=")) for (v, _), label in zip(binders, picks, strict=False)]
            if len(binders) < len(picks) or any(label not in map(str, t.values.labels) for t, label in wanted):
                continue
            chosen = [_low(t) + [*map(str, t.values.labels)].index(label) for t, label in wanted]
            yield self.reasons.first(self._choose(ask), chosen, values)

    def begun(self, stop: Stop, text: str) -> Iterator[Found]:
        """The condition that keeps the first thing in a text from being chosen, if moves are written like that.

        None if it can be chosen, in whatever way those moves are written. Then no other decision's reason is right.
        """
        for ask, values in self.open(list(stop.values), stop.place):
            for chosen in self._exact_first(ask, text, filter(None, self.choices(ask, values, text))):
                choice = Move(self.machine, Entry(ask, chosen, tuple(values)))
                v, _ = self._choose(ask).binders[0]
                label = label_of(v.type, chosen[0])
                if not _begins(label, text):
                    continue
                found = self.reasons.first(self._choose(ask), chosen[:1], values)
                if found is None or (_is_written(choice) and _begins(label, choice.text)):
                    yield found
                    break

    def _exact_first(self, ask: int, text: str, choices: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """The choices; first those with the same upper and lower case as the text: `a` isn't `A`."""
        binders = self._choose(ask).binders
        return sorted(choices, key=lambda chosen: not text.startswith(label_of(binders[0][0].type, chosen[0])))


def _low(type_: Type) -> int:
    """The least value of a type: the elements of its sets are counted from there."""
    return type_.base.low if isinstance(type_.base, Range) else 0


def _begins(label: str, text: str) -> bool:
    """Whether a text begins with this label, and not with a longer one: `a1` of `a1xb2`, not of `a10`."""
    last, after = label[-1:], text[len(label) : len(label) + 1]
    goes_on = (last.isdigit() and after.isdigit()) or (last.isalpha() and after.isalpha())
    return bool(label) and text.casefold().startswith(label.casefold()) and not goes_on


def _is_written(choice: Move) -> bool:
    """Whether the rules can write this choice."""
    try:
        return bool(choice.text) and choice.others is not None
    except (RuleError, LookupError, TypeError):  # they write what is legal, and of what isn't needn't be able to
        return False
