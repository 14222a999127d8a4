"""What may be wrong with a game that is to be solved, in words."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.errors import RuleError, UnsolvedError


class LeakError(RuleError):
    """Rules that tell a player by the options what is hidden, or that forget what a player decided: where."""


def leak(
    player: str, before: Sequence[str], here: Sequence[str], options_before: Sequence[str], options: Sequence[str]
) -> LeakError:
    """A player knows the same after two lines of play, and has other options."""
    if options_before == options:
        differs = "the decisions on the way were others"
    else:
        differs = f"the options there are {_row(options_before)}, and here {_row(options)}"
    return LeakError(f"to {player} all looks the same {after(before)} and {after(here)}, but {differs}")


def no_zero_sum(line: Sequence[str], players: Sequence[str], amounts: Sequence[float]) -> UnsolvedError:
    """At the end of a line of play one doesn't win what the other loses."""
    gets = " and ".join(f"{amount:g} for {player}" for player, amount in zip(players, amounts, strict=True))
    return UnsolvedError(f"what one wins the other should lose, but {after(line)} the result is {gets}")


def two(players: Sequence[str]) -> tuple[str, str]:
    """The two players; raises UnsolvedError if there are more or less."""
    if len(players) != 2:
        raise UnsolvedError(f"where something is hidden, only games of two are solved; here are {len(players)}")
    return players[0], players[1]


def too_large(histories: int, memory: int) -> UnsolvedError:
    """There is no room."""
    return UnsolvedError(
        f"{histories:,} lines of play fill {memory >> 20:,} MB, and there are more; "
        "`--sampling` learns from some of them, drawn by chance"
    )


def after(line: Sequence[str]) -> str:
    """A line of play in a message."""
    return f"after {_row(line)}" if line else "at the beginning"


def _row(texts: Sequence[str]) -> str:
    return f"`{', '.join(texts)}`"
