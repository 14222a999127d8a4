"""What each player knows of a game: the sequence of what they have observed, and its key.

A player observes every decision and roll – whose it was, and its text unless that is secret – and after it who decides
next, and their view: all of the board and of the declared variables that isn't hidden from them. While players decide
`together`, each observes their own decisions alone; then come those of all that aren't secret, in their order, and the
view.

The key of an information state is a running hash of the sequence, of 128 bits, in two lanes. `kernels/knowledge.py`
works out the same: what is hashed are words of 64 bits, as the record of compiled rules holds values.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from gdl.model.model import Model
from gdl.model.state import Variable
from gdl.model.statements import Roll
from gdl.model.types import Size, Type
from interpreter.game.counts import Counts
from interpreter.game.moves import audience, written
from interpreter.game.sights import Sights, Unseen
from interpreter.graph.abi import FIRST_BASE, FIRST_LANE, MASKED, MIXER, SECOND_BASE, SECOND_LANE
from interpreter.graph.backend import Entry, Stepper, Stop
from interpreter.graph.graph import Ask, Gather
from interpreter.graph.layout import ME
from interpreter.graph.sight import owner_of, slots
from interpreter.native.compiled import Plan
from interpreter.native.module.emitter import Unsupported
from interpreter.native.record.record import Record

WORD = (1 << 64) - 1
Key = tuple[int, int]
"""The two lanes of a hash."""
LANES: Key = FIRST_LANE, SECOND_LANE


@dataclass(frozen=True)
class Event:
    """A decision or roll that happened.

    `gathered`: it is part of a `together`. `inside`: that `together` goes on after it. `told`: a set of players who
    learn a secret choice as well.
    """

    who: int | None
    text: str
    secret: bool
    gathered: bool
    inside: bool
    told: int = 0

    def is_known_to(self, player: int) -> bool:
        """Whether a player learns the text. -1 stands for a spectator."""
        return not self.secret or self.who == player or (player >= 0 and bool(self.told >> player & 1))


@dataclass(frozen=True)
class Knowledge:
    """What all players know.

    `keys`: of their information states. `pending`: of the decisions in a `together` that isn't over. `came`: the
    knowledge before, and the event that led here.
    """

    keys: tuple[Key, ...]
    pending: Key
    came: tuple[Knowledge, Event] | None

    def events(self, since: Knowledge | None = None) -> list[Event]:
        """All events in order. `since`: only those after an earlier knowledge."""
        found: list[Event] = []
        at: Knowledge | None = self
        while at is not None and at is not since and at.came is not None:
            found.append(at.came[1])
            at = at.came[0]
        return found[::-1]

    def observed(self, player: int, since: Knowledge | None = None) -> Iterator[tuple[int | None, str | None]]:
        """A player's observations: the player who decided, and the text if it was told. `since`: only later ones; it
        lies outside any `together`."""
        later: list[tuple[int | None, str | None]] = []
        for event in self.events(since):
            seen = event.who, event.text if event.is_known_to(player) else None
            if event.who == player:
                yield seen
            elif not (event.gathered and event.secret):
                later.append(seen)
            if not event.inside:
                yield from later
                later.clear()

    def flat(self) -> tuple[tuple[tuple[Key, ...], Key, Event | None], ...]:
        """All knowledge from the beginning, in one row. `Observer.again` reads it."""
        found: list[tuple[tuple[Key, ...], Key, Event | None]] = []
        at: Knowledge | None = self
        while at is not None:
            found.append((at.keys, at.pending, at.came[1] if at.came else None))
            at = at.came[0] if at.came else None
        return tuple(found[::-1])

    def path(self, player: int) -> tuple[int, ...]:
        """The keys of all information states of a player so far; the present one comes last."""
        found: list[int] = []
        at: Knowledge | None = self
        while at is not None:
            key = joined(at.keys[player])
            if not found or found[-1] != key:
                found.append(key)
            at = at.came[0] if at.came else None
        return tuple(found[::-1])


def joined(key: Key) -> int:
    """A key as one number."""
    return key[0] << 64 | key[1]


def mixed(key: Key, words: Sequence[int]) -> Key:
    """A key, mixed with more words."""
    a, b = key
    for word in words:
        a = ((a << 23 | a >> 41) & WORD ^ word & WORD) * MIXER & WORD
        a ^= a >> 35
        b = ((b << 23 | b >> 41) & WORD ^ ~word & WORD) * MIXER & WORD
        b ^= b >> 35
    return a, b


def text_hash(text: str) -> Key:
    """A hash of a text: that of its bytes as digits, to two bases."""
    first, second = 0, 0
    for byte in text.encode():
        first = (first * FIRST_BASE + byte + 1) & WORD
        second = (second * SECOND_BASE + byte + 1) & WORD
    return first, second


class Observer:
    """Works out what the players of a game know."""

    def __init__(self, model: Model, machine: Stepper) -> None:
        self._model, self._machine = model, machine
        self.sights = Sights(machine.graph, machine.layout)
        self._pieces = any(isinstance(h.what, str) for h in model.hidden)
        self._record: Record | None = None
        with suppress(Unsupported):  # then there are no compiled rules to agree with
            self._record = Plan(model).record

    @cached_property
    def counts(self) -> Counts:
        """Counts hidden things, if all players can count them."""
        return Counts(self._model, lambda: self.first(self._machine.start()).keys)

    def first(self, stop: Stop) -> Knowledge:
        """The knowledge at the very beginning: all see what there is to see."""
        decider = self._decider(stop)
        keys = tuple(mixed(LANES, (decider, *self._view(stop.values, p))) for p in range(len(self._model.players)))
        return Knowledge(keys, LANES, None)

    def again(self, row: tuple[tuple[tuple[Key, ...], Key, Event | None], ...]) -> Knowledge:
        """The knowledge from the row of `Knowledge.flat`."""
        known: Knowledge | None = None
        for keys, pending, event in row:
            known = Knowledge(keys, pending, (known, event) if known and event else None)
        assert known is not None
        return known

    def after(self, known: Knowledge, entry: Entry, stop: Stop) -> Knowledge:
        """The knowledge after an entry. `stop`: where the rules wait then."""
        node = self._machine.graph.nodes[entry.ask]
        assert isinstance(node, Ask)
        who = None if isinstance(node.choose, Roll) else int(entry.values[ME])
        text = written(self._machine, entry)
        gather = self._machine.graph.gather_of(entry.ask)
        inside = gather is not None and self._goes_on(gather, entry, stop)
        heard = audience(self._machine, entry) if node.choose.told is not None else 0
        event = Event(who, text, node.choose.secret, gather is not None, inside, heard)
        told = (0 if who is None else who + 1, *text_hash(text))
        untold = told[0], 0, 0
        pending = known.pending if event.secret else mixed(known.pending, told)
        keys: list[Key] = []
        for p, key in enumerate(known.keys):
            words: list[int] = []
            if gather is None or p == who:
                words += told if event.is_known_to(p) else untold
            if not inside:
                words += (*(pending if gather else ()), self._decider(stop), *self._view(stop.values, p))
            keys.append(mixed(key, words))
        return Knowledge(tuple(keys), pending if inside else LANES, (known, event))

    def _decider(self, stop: Stop) -> int:
        """The number of the player who decides next, from 1; 0 for chance and at the end."""
        node = self._machine.graph.nodes[stop.place]
        chance = isinstance(node, Ask) and node.is_roll
        return 0 if chance or not stop.entries else int(stop.values[ME]) + 1

    def _goes_on(self, gather: Gather, entry: Entry, stop: Stop) -> bool:
        """Whether a `together` isn't over yet: some players still have to decide, or the same player goes on."""
        slot = self._machine.layout.slot[gather.queue]
        before, after = set(entry.values[slot]), set(stop.values[slot])
        here = stop.place in gather.nodes and stop.turns == 0 and after <= before
        return here and (after != before or stop.values[ME] == entry.values[ME])

    def unmarked(self, stop: Stop, player: int) -> tuple[Any, ...]:
        """A player's view without marks for unseen things: unseen sites count as empty, unseen variables have their
        first values."""
        unseen, values, layout = self.sights.of(stop.values, player), stop.values, self._machine.layout
        hidden, owner_hidden, kind_hidden, number_hidden = unseen.layers
        parts = list(zip(layout.piece_slots, slots(self._model), strict=True))
        found: list[Any] = [values[slot] & ~kind_hidden for slot, _ in parts]
        for level, left in ((kind_hidden, owner_hidden), (owner_hidden, hidden)):
            owners: dict[int, int] = {}
            for slot, part in parts:
                owner = owner_of(self._model, part) if level == kind_hidden else -1
                owners[owner] = owners.get(owner, 0) | values[slot] & level & ~left
            found += sorted(owners.items())
        for slot, masked in ((layout.numbers, number_hidden), (layout.stacks, kind_hidden)):
            if slot >= 0:
                found.append(tuple(None if masked >> i & 1 else value for i, value in enumerate(values[slot])))
        for variable, slot in layout.slot.items():
            if not variable.local and variable not in (self._model.me, self._model.next):
                cells = values[slot] if variable.dimensions else [values[slot]]
                masks = unseen.cells.get(variable, (False,) * len(cells))
                pairs = zip(cells, masks, strict=True)
                found.append(tuple(variable.initial if masked else cell for cell, masked in pairs))
        return tuple(found)

    # ---- a view in words

    def seen(self, stop: Stop, player: int) -> tuple[int, ...]:
        """A player's view as words that are hashed into the key."""
        return tuple(word & WORD for word in self._view(stop.values, player))

    def _view(self, values: Sequence[Any], player: int) -> list[int]:
        unseen = self.sights.of(values, player)
        if self._record is None:
            return [hash_of_data(self._masked(values, unseen))]
        found = list(self._of_board(values, unseen)) if self._model.board is not None else []
        for variable, slot in self._machine.layout.slot.items():
            if not variable.local and variable not in (self._model.me, self._model.next):
                found += self._of_variable(variable, values[slot], slot, unseen.cells.get(variable))
        return found

    def _of_board(self, values: Sequence[Any], unseen: Unseen) -> Iterator[int]:
        record, layout = self._record, self._machine.layout
        assert record is not None
        sites = Type(self._model.board, Size.MANY)  # type: ignore[arg-type]

        def words(mask: int) -> tuple[int, ...]:
            held: tuple[int, ...] = record.held(sites, mask)
            return held

        hidden, owner_hidden, kind_hidden, number_hidden = unseen.layers
        declared = self._pieces
        if declared:
            for layer in unseen.layers:
                yield from words(layer)
        every, owners = 0, dict[int, int]()
        for slot, parts in zip(layout.piece_slots, slots(self._model), strict=True):
            yield from words(values[slot] & ~kind_hidden)
            every |= values[slot]
            owner = owner_of(self._model, parts)
            owners[owner] = owners.get(owner, 0) | values[slot]
        if declared:
            for owner in sorted(owners):
                yield from words(owners[owner] & kind_hidden & ~owner_hidden)
            yield from words(every & owner_hidden & ~hidden)
        if layout.numbers >= 0:
            yield from self._cells(layout.numbers, values[layout.numbers], number_hidden, declared)
        if layout.stacks >= 0:
            yield from self._cells(layout.stacks, values[layout.stacks], kind_hidden, declared)

    def _cells(self, slot: int, row: Sequence[Any], hidden: int, declared: bool) -> Iterator[int]:
        """A row of values, one for each site."""
        record = self._record
        assert record is not None
        if not declared:
            yield from _words(record.pack(slot, row))
            return
        for i, value in enumerate(row):
            if hidden >> i & 1:
                yield MASKED
            elif isinstance(value, tuple):
                yield from (len(value), *value)
            else:
                yield record.held(record.fields[slot].type, value)

    def _of_variable(
        self, variable: Variable, value: Any, slot: int, hidden: tuple[bool, ...] | None
    ) -> Sequence[int]:
        record = self._record
        assert record is not None
        if hidden is None:
            return _words(record.pack(slot, value))
        found: list[int] = []
        for cell, masked in zip(value if variable.dimensions else [value], hidden, strict=True):
            held = record.held(variable.type, cell)
            words = held if isinstance(held, tuple) else (held,)
            found += [MASKED] * len(words) if masked else words
        return found

    def _masked(self, values: Sequence[Any], unseen: Unseen) -> tuple[Any, ...]:
        """A view as plain values, for rules without a record."""
        layout = self._machine.layout
        board = [values[slot] & ~unseen.layer("kind") for slot in layout.piece_slots]
        held: list[Any] = [*unseen.layers, *board]
        for variable, slot in layout.slot.items():
            if not variable.local and variable not in (self._model.me, self._model.next):
                cells = values[slot] if variable.dimensions else [values[slot]]
                masks = unseen.cells.get(variable, (False,) * len(cells))
                held.append(tuple("?" if masked else cell for cell, masked in zip(cells, masks, strict=True)))
        return tuple(held)


def hash_of_data(data: Any) -> int:
    """A number for plain values, the same in every process."""
    first, second = text_hash(repr(data))
    return first ^ second


def _words(held: bytes) -> list[int]:
    """Bytes as words; zeros fill up the last."""
    return [int.from_bytes(held[i : i + 8], "little") for i in range(0, len(held), 8)]
