"""Small game trees written by hand, to be expanded like the states of rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from zlib import crc32

PLAYERS = ("First", "Second")


@dataclass(frozen=True)
class Text:
    """A move."""

    text: str


@dataclass(frozen=True)
class Node:
    """A place in a tree: who decides there and what they know, or what chance does, or what it comes to."""

    to_move: str | None = None
    knows: str = ""
    branches: Mapping[str, Node] | None = None
    shares: tuple[Fraction, ...] = ()
    results: Mapping[str, float] | None = None

    @property
    def is_over(self) -> bool:
        """Whether it is an end."""
        return self.results is not None

    @property
    def moves(self) -> list[Text]:
        """What leads on."""
        return [Text(text) for text in self.branches or {}]

    @property
    def chance(self) -> list[tuple[Text, Fraction]]:
        """The same where chance decides."""
        return list(zip(self.moves, self.shares, strict=True))

    def play(self, move: Text, /) -> Node:
        """Where it leads."""
        assert self.branches
        return self.branches[move.text]

    def information(self, player: str, /) -> int:
        """What who decides knows, as a number."""
        return crc32(f"{player} {self.knows}".encode())


def end(first: float, second: float | None = None) -> Node:
    """An end worth this much to the first player."""
    return Node(results=dict(zip(PLAYERS, (first, -first if second is None else second), strict=True)))


def rolls(**branches: Node) -> Node:
    """Chance, all branches alike."""
    return Node(branches=branches, shares=(Fraction(1, len(branches)),) * len(branches))


def first(knows: str, **branches: Node) -> Node:
    """The first player decides."""
    return Node(PLAYERS[0], knows, branches)


def second(knows: str, **branches: Node) -> Node:
    """The second player decides."""
    return Node(PLAYERS[1], knows, branches)


def kuhn() -> Node:
    """Kuhn's poker (Kuhn 1950): three cards, one each, a chip in the pot from both; one bet of a chip."""

    def deal(mine: int, theirs: int) -> Node:
        def shown(chips: int) -> Node:
            return end(chips if mine > theirs else -chips)

        return first(
            f"{mine}",
            passes=second(
                f"{theirs} p",
                passes=shown(1),
                bets=first(f"{mine} pb", passes=end(-1), bets=shown(2)),
            ),
            bets=second(f"{theirs} b", passes=end(1), bets=shown(2)),
        )

    return rolls(**{f"{a}{b}": deal(a, b) for a in range(3) for b in range(3) if a != b})


def matching(stake: float = 1.0) -> Node:
    """Matching pennies; two heads are worth the stake, everything else one."""
    return first(
        "",
        heads=second("", heads=end(stake), tails=end(-1)),
        tails=second("", heads=end(-1), tails=end(1)),
    )
