"""Choosing a move piece by piece: what may be picked next, and when it is clear which move is meant.

People point at a piece and then at where it goes, or the other way round; they pick a kind or a number from a list.
Such a *pick* is a text: a site's label, or `=` and what the list shows. Picks narrow down the legal moves:

- Each move has *places*: the sites that are chosen in it, in their order, and behind them the sites that its text names
  (`13/11` chooses a die and a number of a point; people point at 13 and at 11). Where sites are called by numbers, only
  texts of moves that choose no site are read so: in others, a number is mostly a number. The name of an edge, `a1-b1`,
  names no sites besides.
- The sites of a chosen set are each in their turn, in any order.
- A place picked in its turn counts before one that comes later in other moves. One that is nobody's next place counts
  where it comes later: people may point at the target first.
- Where each move chooses one site and is written as the letters or the digits of its label (`c` drops a disc on c2),
  moves name lines of the board: each site of that line may be picked for it.
- Values that are no places (`queen`, a number, a site of a shape that isn't drawn) are offered as a list where places
  alone don't tell moves apart; a move that asks for nothing any more, as `pass` does, is offered there by its text.

Nothing here knows more of a move than its text, its values and its sites: the page does the same in JavaScript, and
both are held to the same cases (`tests/interpreter/choosing.yaml`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Protocol

LISTED = "="
"""The first letter of a pick from the list."""
SEVERAL_WORDS = re.compile(r"\W")
"""A sign within names of places that have several parts, such as edges."""
ON_LINES = re.compile(r"([^\W\d_]+)(\d+)")
"""A label with the names of the two lines on which a site lies: `c2`."""


class Choosable(Protocol):
    """A move, as far as choosing needs it."""

    @property
    def text(self) -> str:
        """In notation."""

    @property
    def values(self) -> tuple[str, ...]:
        """The labels of all that is chosen, one for each name."""

    @property
    def sites(self) -> tuple[str, ...]:
        """Those values that are sites."""

    @property
    def loose(self) -> tuple[tuple[str, ...], ...]:
        """The chosen sets of several sites. The sites of one set can be picked in any order."""


@dataclass(frozen=True)
class Choice:
    """The state of a choice after some picks."""

    fitting: tuple[int, ...]
    """The numbers of the moves that fit the picks; empty if none fits."""
    sites: tuple[str, ...]
    """The sites for the next pick …"""
    later: tuple[str, ...]
    """… and other sites that can also be picked."""
    others: tuple[str, ...]
    """The entries of the list beside the board. A pick of one begins with `=`."""
    firsts: tuple[str, ...]
    """Sites that come before the first place though places tell the moves apart. They are picked where they lie."""
    is_told: bool
    """Whether one move is left and all its places were picked. The rest of it goes without saying."""

    @property
    def move(self) -> int | None:
        """The number of the only move that is left, or None. It can be played if the choice `is_told`; else it can be
        shown."""
        return self.fitting[0] if len(self.fitting) == 1 else None


@dataclass(frozen=True)
class _Left:
    """A move that fits, without what was picked already."""

    number: int
    text: str
    places: tuple[str, ...]
    values: tuple[str, ...]
    is_early: bool = False
    """Whether a value comes before the first place."""
    loose: tuple[tuple[str, ...], ...] = ()

    @property
    def next(self) -> tuple[str, ...]:
        """The places that come next: the first, together with all others of its set."""
        first = self.places[:1]
        group = next((group for group in self.loose if first and first[0] in group), first)
        return tuple(place for place in self.places if place in group)


class Chooser:
    """The moves of one decision. `labels`: the sites that can be pointed at."""

    def __init__(self, moves: Sequence[Choosable], labels: Collection[str]) -> None:
        self._moves = [_whole(number, move, frozenset(labels)) for number, move in enumerate(moves)]
        self._lines = _lines(self._moves)

    def choice(self, picks: Iterable[str] = ()) -> Choice:
        """The choice after these picks."""
        left = self._left(picks)
        first = dict.fromkeys(place for one in left for place in one.next)
        later = dict.fromkeys(place for one in left for place in one.places if place not in first)
        is_told = len(left) == 1 and not left[0].places
        others = () if is_told else tuple(dict.fromkeys(offered for _, offered in _listed(left)))
        firsts = tuple(dict.fromkeys(one.values[0] for one in left if one.is_early and one.values[0] not in others))
        return Choice(tuple(one.number for one in left), tuple(first), tuple(later), others, firsts, is_told)

    def pick(self, picks: Sequence[str], pick: str) -> tuple[str, ...]:
        """The picks after one more. A repeated last pick is taken back. A pick that doesn't fit begins a new choice, if
        it can."""
        if self.choice([*picks, pick]).fitting:
            return (*picks, pick)
        if picks and picks[-1] == pick:
            return tuple(picks[:-1])
        if self.choice([pick]).fitting:
            return (pick,)
        meant = next((self._lines[line] for line in _lines_of(pick) if line in self._lines), None)
        return tuple(picks) if meant is None else (meant,)

    def in_order(self, picks: Sequence[str], pick: str) -> tuple[str, ...]:
        """The picks and one that doesn't fit, in the order of the move's names. A target that was picked first comes
        after the piece. So a message can name the condition that fails."""
        left = self._left(picks)
        if not left or not left[0].places or any(one.startswith(LISTED) for one in picks):
            return (*picks, pick)
        whole = self._moves[left[0].number].places
        at = whole.index(left[0].next[0])
        return (*whole[:at], pick, *takewhile(lambda place: place in picks, whole[at + 1 :]))

    def _left(self, picks: Iterable[str]) -> Sequence[_Left]:
        """The moves that fit these picks, each without what was picked."""
        left: Sequence[_Left] = self._moves
        for pick in picks:
            left = _narrowed(left, pick)
        return left


def _whole(number: int, move: Choosable, labels: frozenset[str]) -> _Left:
    sites = Counter(move.sites)
    places: list[str] = []
    values: list[str] = []
    is_early = False
    for value in move.values:
        if sites[value] and value in labels:
            sites[value] -= 1
            is_early = is_early or bool(values and not places)
            places.append(value)
        else:
            values.append(value)
    text = move.text
    for place in sorted(filter(SEVERAL_WORDS.search, places), key=len, reverse=True):
        text = text.replace(place, " ")  # an edge, a1-b1, doesn't name its sites
    named = [word for word in re.findall(r"\w+", text) if word in labels and word not in places]
    if places:
        named = [word for word in named if not word.isdigit()]
    return _Left(number, move.text, (*places, *dict.fromkeys(named)), tuple(values), is_early, move.loose)


def _lines_of(label: str) -> tuple[str, ...]:
    """The lines of the board on which a site lies; none if its label doesn't name them."""
    found = ON_LINES.fullmatch(label)
    return found.groups() if found else ()


def _lines(moves: Sequence[_Left]) -> dict[str, str]:
    """The chosen site for each line of the board that names a move; empty unless lines name all moves."""
    named = {one.text: one.places[0] for one in moves if len(one.places) == 1 and one.text in _lines_of(one.places[0])}
    return named if len(named) == len(moves) else {}


def _narrowed(left: Sequence[_Left], pick: str) -> list[_Left]:
    """The moves that fit one more pick, each without it."""
    if pick.startswith(LISTED):
        value = pick.removeprefix(LISTED)
        listed = [one for one, offered in _listed(left) if offered == value]
        return listed or [
            _Left(one.number, one.text, one.places, one.values[1:], loose=one.loose) for one in left
            if one.is_early and one.values[0] == value
        ]  # fmt: skip
    found = [one for one in left if pick in one.next] or [one for one in left if pick in one.places]
    return [_Left(one.number, one.text, _without(one.places, pick), one.values, loose=one.loose) for one in found]


def _without(row: tuple[str, ...], one: str) -> tuple[str, ...]:
    at = row.index(one)
    return (*row[:at], *row[at + 1 :])


def _listed(left: Sequence[_Left]) -> Iterator[tuple[_Left, str]]:
    """What the list shows, each with a move as it is left when that is picked: the first value in which moves of the
    same places differ, as long as it isn't another place's turn; the text of a move that asks for nothing more.

    If a value before the places tells some moves apart, all moves with such a value are listed by it. Whoever picks
    it then finds every move that has it.
    """
    alike: dict[tuple[str, ...], list[_Left]] = {}
    for one in left:
        alike.setdefault(one.places, []).append(one)
    differences = {
        places: _first_difference([other.values for other in others]) if len(others) > 1 else None
        for places, others in alike.items()
    }
    early = [at for one in left if one.is_early and (at := differences[one.places]) is not None]
    for one in left:
        at = differences[one.places]
        if one.places and not one.is_early:
            continue
        if at is None and one.places:
            at = min(early, default=None)
        if at is not None and at < len(one.values):
            yield _Left(one.number, one.text, one.places, one.values[at + 1 :], loose=one.loose), one.values[at]
        elif not one.places:
            yield _Left(one.number, one.text, one.places, ()), one.text


def _first_difference(rows: Sequence[tuple[str, ...]]) -> int:
    """The first place at which rows differ; if there is none, the length of the shortest."""
    for at, column in enumerate(zip(*rows, strict=False)):
        if len(set(column)) > 1:
            return at
    return min(map(len, rows))
