"""What a search thinks, in words: what each player may expect, the best moves, how it may go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.options.arguments import counted
from cli.terminal.scene.lines import Line, text_width

if TYPE_CHECKING:
    from interpreter.players import Analysis, Prospect

BEST = 5
"""So many moves are shown."""
SCALE = "worth from -1, the worst end, to +1, the best"
PAID = "worth in what is paid"


def expectations(analysis: Analysis) -> Iterator[Line]:
    """What each player may expect."""
    width = max(map(text_width, analysis.prospect.expected))
    for player in analysis.prospect.expected:
        padding = " " * (width - text_width(player))
        yield [(f"  {player}{padding}  ", ""), (_worth(analysis.prospect, player), "bold")]


def best_moves(analysis: Analysis, me: str) -> Iterator[Line]:
    """The best moves of the player to move."""
    shown = [option for option in analysis.options[:BEST] if option.visits or option.prospect.is_sure]
    width = max((text_width(option.move.text) for option in shown), default=0)
    for option in shown:
        text = option.move.text
        padding = " " * (width - text_width(text))
        share = f"{100 * option.share:3.0f} % of the search" if option.visits else " " * 19
        yield [(f"  {text}{padding}  ", "bold"), (f"{share}  {_worth(option.prospect, me)}", "")]


def grounds(analysis: Analysis) -> Iterator[str]:
    """How it may go on, and what that is based on."""
    if analysis.line:
        yield f"  it may go on: {' '.join(analysis.line)}"
    yield f"  {analysis.effort}; {scale(analysis)}"


def scale(analysis: Analysis) -> str:
    """How what is said of worth is counted."""
    return PAID if analysis.prospect.paid else SCALE


def _worth(prospect: Prospect, player: str) -> str:
    worth = prospect.expected[player]
    if prospect.paid:
        return f"{amount(worth)} for certain" if prospect.is_sure else f"{worth + 0.0:+,.2f}"
    if not prospect.is_sure:
        return f"{round(worth, 2) + 0.0:+.2f}"
    if worth >= 1:
        said = "wins"
    elif worth <= -1:
        said = "loses"
    elif worth == 0:
        said = "draws"
    else:
        return f"{worth:+.2f} for certain"
    return f"{said} for certain" + (f", in {counted(prospect.plies, 'move')} at most" if prospect.plies else "")


def amount(value: float) -> str:
    """What is paid: as it is if it is whole, else to four places."""
    return f"{value + 0.0:+,.0f}" if value == round(value) else f"{value:+,.4f}"
