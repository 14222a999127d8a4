"""What writing takes: facts of the module, what is known so far, the function, and where the state is held in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from gdl.model.nodes import Const, Expr
from gdl.passes.specialise import Specialiser
from interpreter.graph.graph import Ask
from interpreter.graph.layout import ME, NEXT
from interpreter.native.lower.draws import Draws
from interpreter.native.lower.facts import Facts
from interpreter.native.lower.vacant import Vacant
from interpreter.native.lower.values import Values
from interpreter.native.module.emitter import Atom, Emitter, Loc, Slot, Words
from interpreter.native.module.multiword import Multiword
from interpreter.native.plan.flow import Flow
from interpreter.native.plan.occupied import is_watched
from interpreter.native.plan.regions import Key, Region
from interpreter.native.plan.vacant import is_kept, is_set_kept
from interpreter.native.record.domains import MAX_HELD

Found = tuple[Words, ...]
Gained = Mapping[Slot, Atom]
"""The sets of pieces to which something may have come, each with the one site that may have been added."""

UNKNOWN, UNCHANGED, FIRST_SITE = 0, 1, 2
"""What is known of a set since it was seen to have no line; from FIRST_SITE on: the site that may have been added."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is known where something is written. `over`: the label of where the end of a game leads; `failed`: that of
    where rules that fail lead, if the function isn't left."""

    base: Loc
    """The address of the record."""
    special: Specialiser
    me: int | None = None
    next: int | None = None
    over: int = -1
    failed: int | None = None
    by_player: bool = False
    """Whether this is the code of one player, who is `me`, or of the set-up."""
    looks_ahead: bool = False
    """Whether a way is only looked at: what it comes to isn't counted, and no result is noted."""
    remembers: bool = True
    """Whether fillings keep what they came to for the next time; not where changes are only looked at."""


@dataclass
class Memo:
    """A decision's options, worked out before it comes: whether they hold, what they were read from, and the sets."""

    valid: Loc
    reads: frozenset[Slot]
    sets: Found = ()


Vacated = tuple[Words, int]
"""Which sites are empty now if they weren't, and the other way round; and how many fewer are empty than before."""


@dataclass(frozen=True, slots=True)
class Held:
    """What a function holds of the state in its locals."""

    emit: Emitter
    cells: Mapping[Slot, Any]
    """The values of parts of the state."""
    watches: Mapping[Slot, Loc] = field(default_factory=dict)
    """For each set of pieces what has come to it since it was seen to have no line."""
    watching: dict[Slot, Expr] = field(default_factory=dict)
    """Which lines that were."""
    memos: dict[tuple[Ask, int | None], Memo] = field(default_factory=dict)
    """Options that are known before the turn begins."""
    vacant: Vacant | None = None
    """Which sites are empty, and how many, if that is kept."""
    alone: dict[Loc, Callable[[], Words]] = field(default_factory=dict)
    """For elements that were chosen, what works out the set of each alone."""

    def __getitem__(self, slot: Slot) -> Any:
        return self.cells[slot]

    def __contains__(self, slot: Slot) -> bool:
        return slot in self.cells

    def wrote(self, slots: Iterable[Slot], gained: Gained | None = None, vacated: Vacated | None = None) -> None:
        """Parts of the state have changed; so may have options that were known. `gained`: what has come to sets of
        pieces, `vacated`: how the empty sites have changed, if that is known."""
        emit, changed = self.emit, set(slots)
        emit.wrote(changed)
        for slot, watch in self.watches.items():
            if slot in changed and gained is None:
                emit.set(watch, UNKNOWN)
            elif slot in changed and gained and slot in gained:
                site = emit.op("add", gained[slot], FIRST_SITE)
                emit.set(watch, emit.select(emit.op("eq", watch, UNCHANGED), site, UNKNOWN))
        for memo in self.memos.values():
            if memo.reads & changed:
                emit.put(("i32.const", 0), ("local.set", memo.valid.number))
        if self.vacant is not None and not changed.isdisjoint(self.vacant.pieces):
            if vacated is None:
                self.vacant.count(emit, self.cells)
            else:
                self.vacant.changed(emit, *vacated)


def cells_of(facts: Facts, values: Values) -> dict[Slot, Any]:
    """Locals for all that is held there: single values, and small arrays."""
    found: dict[Slot, Any] = {}
    for slot, part in facts.record.fields.items():
        if part.single:
            found[slot] = values.fresh(part.type)
        elif part.count <= MAX_HELD and isinstance(slot, int):
            found[slot] = tuple(values.fresh(part.type) for _ in range(part.count))
    return found


def watches_of(facts: Facts, emit: Emitter) -> dict[Slot, Loc]:
    """Locals for what has come to each set of pieces, if that is of use."""
    watched = is_watched(facts.model, facts.domains)
    return {slot: emit.new() for slot in facts.layout.piece_slots} if watched else {}


def vacant_of(facts: Facts, emit: Emitter) -> Vacant | None:
    """Locals for the empty sites and their number, if that is of use."""
    if not is_kept(facts.layout):
        return None
    wide = facts.domains.words(facts.board_shape)
    words = tuple(emit.new() for _ in range(wide)) if facts.jobs.by_c and is_set_kept(facts.layout) else ()
    board = sum(1 << position for position in facts.domains.positions(facts.board_shape))
    return Vacant(emit.new(), words, board, tuple(facts.layout.piece_slots))


@dataclass(frozen=True, slots=True)
class Arguments:
    """The parameters of `run`."""

    ptr: Loc
    budget: Loc
    given: Loc
    key: Loc
    limit: Loc


@dataclass(frozen=True, slots=True)
class Counters:
    """Locals of `run`: turns left up to the limit, rolls, the budget that was allowed, where the record is to stand (an
    i32), what is given back, why it stops, turns without a decision, and rounds of loops without one."""

    left: Loc
    rolled: Loc
    allowed: Loc
    place: Loc
    count: Loc
    stop: Loc
    idle: Loc
    steps: Loc

    @staticmethod
    def of(emit: Emitter) -> Counters:
        """Fresh locals."""
        return Counters(*(emit.new("i32" if part == "place" else "i64") for part in Counters.__slots__))


@dataclass(frozen=True, slots=True)
class Run:
    """The function `run`, while it is written. `cases`: the number of each region; `labels`: where nodes begin that are
    reached in several ways; `beginnings`: where regions begin to which one can jump from here; `dispatch`, `exit`: the
    labels of what goes on with another region, and of the way out."""

    arguments: Arguments
    counters: Counters
    flow: Flow
    cases: Mapping[Key, int]
    go_on: Callable[[Writer, Region, Key], None]
    labels: dict[Key, int] = field(default_factory=dict)
    beginnings: dict[Key, int] = field(default_factory=dict)
    dispatch: int = -1
    exit: int = -1


@dataclass(frozen=True, slots=True)
class Writer:
    """Passed down to whatever writes instructions. `expression`: writes any expression; expressions lie in one another,
    so what writes them is reached from here."""

    facts: Facts
    known: Known
    emit: Emitter
    sets: Multiword
    values: Values
    held: Held
    expression: Callable[[Writer, Expr], Any]
    running: Run | None = None
    """In `run` alone."""

    @property
    def run(self) -> Run:
        """The function `run`, in which this is written."""
        assert self.running is not None
        return self.running

    @property
    def draws(self) -> Draws:
        """Writes draws."""
        return Draws(self.emit, self.facts.memory, self.facts.jobs.by_c)

    def where(self, **known: Any) -> Writer:
        """The same, where something else is known."""
        return replace(self, known=replace(self.known, **known))

    def knowing(self, me: int | None, next_: int | None) -> Writer:
        """The same, where `me` and `next` are known."""
        return self.where(me=me, next=next_, special=self.facts.special(me, next_))

    # ---- expressions

    def code(self, e: Expr) -> Any:
        """The value of an expression, worked out where that is best."""
        if isinstance(e, Const):
            return self.values.constant(e.type, e.value)
        emit = self.emit
        known = emit.known(e)
        if known is not None:
            return known
        at = emit.target(e)
        if at < len(emit.scopes) - 1:
            with emit.outside(at):
                return self._worked_out(e)
        return self._worked_out(e)

    def _worked_out(self, e: Expr) -> Any:
        value = self.expression(self, e)
        self.emit.bind(e, value)
        return value

    def atom(self, e: Expr) -> Atom:
        """The value of a single thing, or a truth."""
        value: Atom = self.code(e)
        return value

    def words(self, e: Expr) -> Words:
        """The value of a set."""
        value: Words = self.code(e)
        return value

    def x(self, e: Expr) -> Any:
        """The value of an expression of a statement."""
        return self.code(self.known.special(e))

    # ---- the state

    def read(self, slot: Slot) -> Any:
        """What a part of the state holds now, in locals that outlast changes."""
        known = {ME: self.known.me, NEXT: self.known.next}.get(slot)
        return known if known is not None else self.values.copied(self.held[slot])

    def fail(self, status: int, condition: Atom = 1) -> None:
        """Leave with a status."""

        def go() -> None:
            if self.known.failed is not None:
                self.emit.leave(self.known.failed)
            else:
                self.emit.put(("i64.const", status), ("return",))

        self.emit.when(condition, go)
