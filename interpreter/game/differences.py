"""Differences between a state and what is expected of it: what stands on sites, and what variables hold.

A site, a kind or a variable that the game doesn't have is a difference too: a mistyped name must not let a scenario
pass.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gdl.text.suggest import did_you_mean

if TYPE_CHECKING:
    from interpreter.game.game import Game
    from interpreter.game.pieces import Piece
    from interpreter.game.state import State
    from interpreter.game.views import View

Place = tuple[str, ...]
SHOWN = 40
"""Moves or sites that a message lists at most."""
_THING = re.compile(r"(?P<kind>\w+|\?)(\((?P<number>-?\d+)\))?( of (?P<owner>.+))?")


@dataclass(frozen=True)
class Difference:
    """One thing that isn't as expected. `path`: its place within the expectation."""

    path: Place
    expected: str
    got: str
    missing: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The difference, for people."""
        said = [f"{'.'.join(self.path)}:", f"  expected  {_hung(self.expected)}", f"  got       {_hung(self.got)}"]
        said += [f"  missing   {listed(self.missing)}"] * bool(self.missing)
        said += [f"  too much  {listed(self.extra)}"] * bool(self.extra)
        return said


class Board:
    """A board and its variables, asked in the author's words."""

    def __init__(self, game: Game, state: State | View) -> None:
        self.game, self.state = game, state
        self.sites = game.model.board.labels if game.model.board else ()

    def site(self, path: Place, things: Sequence[str] | None) -> Iterator[Difference]:
        """Differences on one site, from the bottom up."""
        name = path[-1]
        if name not in self.sites:
            yield unknown(path, "site", name, self.sites)
            return
        wanted = [thing for thing in things or [] if thing != "empty"]
        there = self.state.pieces(name)
        if wrong := [d for thing in wanted for d in self.check(path, thing)]:
            yield from wrong
        elif len(wanted) != len(there) or not all(map(_is, there, wanted)):
            yield Difference(path, _row(wanted), _row(piece.label for piece in there))

    def things(self, path: Place, thing: str, where: int | Sequence[str] | None) -> Iterator[Difference]:
        """Differences in where a thing stands, or in how many there are."""
        if wrong := list(self.check(path, thing)):
            yield from wrong
            return
        found = Counter({site: sum(_is(piece, thing) for piece in self.state.pieces(site)) for site in self.sites})
        if isinstance(where, int):
            yield from same(path, where, found.total())
            return
        wanted = Counter(site for text in where or [] for site in text.replace(",", " ").split())
        if unknown_sites := [site for site in wanted if site not in self.sites]:
            yield unknown(path, "site", unknown_sites[0], self.sites)
        elif wanted != +found:
            yield Difference(
                path,
                _row(wanted.elements()),
                _row(found.elements()),
                tuple((wanted - found).elements()),
                tuple((found - wanted).elements()),
            )

    def check(self, path: Place, thing: str) -> Iterator[Difference]:
        """Differences for a thing that the game doesn't have."""
        parts = _THING.fullmatch(thing)
        kinds = ["piece", *(kind.name for kind in self.game.model.kinds), *(["?"] if self.game.model.hides else [])]
        if not parts or parts["kind"] not in kinds:
            yield unknown(path, "kind of piece", parts["kind"] if parts else thing, kinds)
        elif parts["owner"] and parts["owner"] not in self.game.players:
            yield unknown(path, "player", parts["owner"], self.game.players)

    def variable(self, path: Place, name: str, wanted: Any) -> Iterator[Difference]:
        """Differences in a variable's value. A table is compared label by label; one expected value stands for all its
        cells."""
        variables = [variable for variable in self.game.model.variables if not variable.local]
        found = [variable.dimensions for variable in variables if variable.name == name]
        if not found:
            yield unknown(path, "variable", name, {variable.name for variable in variables})
            return
        # of several with one name (a pit's beads, a player's) the one that has these labels is meant
        labels = [[tuple(map(str, dimension.labels)) for dimension in dimensions] for dimensions in found]
        keys = set(wanted) if isinstance(wanted, dict) else set()
        fitting = [each for each in labels if keys <= set(each[0] if each else ())]
        yield from self._values(path, name, (), [*fitting, *labels][0], wanted)

    def _values(self, path: Place, name: str, at: Place, rest: Sequence[Place], wanted: Any) -> Iterator[Difference]:
        if not rest:
            yield from same(path, _plain(wanted), _plain(self.state.value(name, *at)))
            return
        table = wanted if isinstance(wanted, dict) else dict.fromkeys(rest[0], wanted)
        for label, value in table.items():
            if label in rest[0]:
                yield from self._values((*path, label), name, (*at, label), rest[1:], value)
            else:
                yield unknown((*path, label), "entry", label, rest[0])


def _hung(text: str) -> str:
    """A text of several lines, indented to stand after `expected` and `got`."""
    return text.replace("\n", "\n" + " " * len("  expected  "))


def _is(piece: Piece, thing: str) -> bool:
    """Whether a piece is what `thing` says. If `thing` leaves out an owner or a number, any will do."""
    parts = _THING.fullmatch(thing)
    return (
        parts is not None
        and parts["kind"] in ("piece", piece.kind)
        and parts["number"] in (None, str(piece.number))
        and parts["owner"] in (None, piece.owner)
    )


def _plain(value: Any) -> Any:
    """A value for comparisons: sets without order, everything else as text."""
    if isinstance(value, (list, tuple, set, frozenset)):
        return sorted(map(str, value))
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def listed(things: Iterable[str]) -> str:
    """Things in a row; of very many only the first are shown."""
    things = list(things)
    more = f" … ({len(things)} in all)" if len(things) > SHOWN else ""
    return " · ".join(things[:SHOWN]) + more


def _row(things: Iterable[str]) -> str:
    return listed(things) or "empty"


def same(path: Place, expected: object, got: object) -> Iterator[Difference]:
    """The difference of two values, if there is one."""
    if expected != got:
        yield Difference(path, _written(expected), _written(got))


def _written(value: object) -> str:
    """A value as the file's author would write it."""
    if isinstance(value, dict):
        return ", ".join(f"{key}: {_written(one)}" for key, one in value.items()) or "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)


def unknown(path: Place, what: str, name: str, names: Iterable[str]) -> Difference:
    """The difference for something that the game doesn't have."""
    hint = did_you_mean(name, names)
    return Difference(path, f"a {what} of this game", f"no {what} `{name}`" + (f"; {hint}" if hint else ""))
