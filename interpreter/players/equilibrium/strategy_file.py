"""Strategies in files: for each information set of each player, how likely each option is. YAML, read with mistrust.

    strategy:
      White:
        # what White knows there
        "0f3a…": {pass: 0.79, bet: 0.21}

A set is named by its key; moves are as the rules write them. What people want to know of a set stands above it as a
comment.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from interpreter.errors import PlayerError
from interpreter.game import yaml_files as yamlio

LARGEST = 32_000_000
"""Bytes of a file at most."""
NEAR = 1e-6
"""By so much the numbers of a set may miss 1 together."""
DIGITS = 12
"""Behind the point."""
KEY_DIGITS = 32
FIELDS = ("game", "rules", "complete", "strategy")
"""What must be there; all else is for people."""

Rows = Mapping[str, Mapping[int, Mapping[str, float]]]
"""For each player, by the key of each set, how likely each move is."""


class StrategyError(PlayerError):
    """A strategy that can't be used: why."""


@dataclass(frozen=True)
class Strategy:
    """What a file says."""

    path: Path
    game: str
    rules: str
    is_complete: bool
    """Whether it knows what to do wherever play can come to."""
    rows: Rows


@dataclass(frozen=True)
class Row:
    """A set of a player's, to be written."""

    label: str
    key: int
    shares: Mapping[str, float]
    knows: str = ""


def text_of(head: Mapping[str, Any], rows: Iterable[Row]) -> str:
    """A strategy as text, what is said of it first; rows of one player stand together."""
    lines = [yamlio.dump(head).rstrip("\n"), "strategy:"]
    label: str | None = None
    for row in rows:
        if row.label != label:
            label = row.label
            lines.append(f"  {_text(label)}:")
        lines += [f"    # {' '.join(row.knows.split())}"] if row.knows else []
        shares = ", ".join(f"{_text(move)}: {number(share)}" for move, share in row.shares.items())
        lines.append(f'    "{row.key:0{KEY_DIGITS}x}": {{{shares}}}')
    return "\n".join(lines) + "\n"


def number(share: float) -> str:
    """A share as it is written: without an exponent, and without what nobody needs."""
    text = f"{share:.{DIGITS}f}".rstrip("0")
    return text + "0" if text.endswith(".") else text


def _text(text: str) -> str:
    """A text as YAML."""
    return yamlio.flow([text])[1:-1]


def write(path: Path, text: str) -> None:
    """Write a strategy in one step; raises StrategyError."""
    if len(text) > LARGEST:
        raise StrategyError(f"{path}: a strategy of {len(text):,} bytes is more than a file may hold ({LARGEST:,})")
    try:
        yamlio.write(path, text)
    except OSError as error:
        raise StrategyError(f"{path}: can't be written: {error.strerror or error}") from None


def read(path: Path) -> Strategy:
    """The strategy in a file; raises StrategyError."""
    try:
        document = yamlio.read(path, LARGEST)
    except yamlio.YamlError as error:
        raise StrategyError(str(error)) from None
    data = document.data
    missing = [name for name in FIELDS if name not in data]
    if missing:
        raise StrategyError(f"{path}: isn't a strategy: it says nothing of {', '.join(missing)}")
    if not (isinstance(data["game"], str) and isinstance(data["rules"], str) and isinstance(data["complete"], bool)):
        raise StrategyError(f"{document.where('game')}: `game` and `rules` are texts, `complete` is true or false")
    players = data["strategy"]
    if not isinstance(players, dict) or not all(isinstance(sets, dict) for sets in players.values()):
        raise StrategyError(f"{document.where('strategy')}: `strategy` should hold for each player a mapping of sets")
    rows = {label: dict(_sets(document, label, sets)) for label, sets in players.items()}
    return Strategy(path, data["game"], data["rules"], data["complete"], rows)


def _sets(document: yamlio.Document, label: str, sets: dict[str, Any]) -> Iterator[tuple[int, dict[str, float]]]:
    for key, shares in sets.items():
        where = document.where("strategy", label, key)
        if len(key) != KEY_DIGITS or not set(key) <= set("0123456789abcdef"):
            raise StrategyError(f"{where}: `{key[:60]}` is no key of a set: {KEY_DIGITS} digits of 0 to 9 and a to f")
        if not isinstance(shares, dict) or not shares:
            raise StrategyError(
                f"{where}: for each move there should be how likely it is, as in {{pass: 0.5, bet: 0.5}}"
            )
        for move, share in shares.items():
            if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
                raise StrategyError(f"{where}: how likely `{move[:60]}` is should be a number from 0 to 1")
        if abs(sum(shares.values()) - 1) > NEAR:
            raise StrategyError(f"{where}: the moves' numbers come to {sum(shares.values()):.9g} together, not 1")
        yield int(key, 16), shares
