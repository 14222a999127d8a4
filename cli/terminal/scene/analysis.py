"""What a search thinks, in words: what each player may expect, the best moves, how it may go on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.languages.saying import heard, later, tr, trn
from cli.terminal.scene.lines import Line, text_width
from interpreter.game.shortest import line_listed, listed

if TYPE_CHECKING:
    from interpreter import State
    from interpreter.players import Analysis, Prospect

BEST = 5
"""So many moves are shown."""
SCALE = later("worth from -1, the worst end, to +1, the best")
PAID = later("worth as a payment")


def expectations(analysis: Analysis) -> Iterator[Line]:
    """What each player may expect."""
    width = max(map(text_width, analysis.prospect.expected))
    for player in analysis.prospect.expected:
        padding = " " * (width - text_width(player))
        yield [(f"  {player}{padding}  ", ""), (_worth(analysis.prospect, player), "bold")]


def best_moves(analysis: Analysis, state: State) -> Iterator[Line]:
    """The best moves of the player to move in a state."""
    me = state.to_move or ""
    shown = [option for option in analysis.options[:BEST] if option.visits or option.prospect.is_sure]
    texts = [listed(state, option.move) for option in shown]
    width = max(map(text_width, texts), default=0)
    for option, text in zip(shown, texts, strict=True):
        padding = " " * (width - text_width(text))
        share = _share(option.share) if option.visits else " " * len(_share(1))
        yield [(f"  {text}{padding}  ", "bold"), (f"{share}  {_worth(option.prospect, me)}", "")]


def grounds(analysis: Analysis, state: State) -> Iterator[str]:
    """How it may go on, and what that is based on."""
    if analysis.line:
        yield f"  {tr('it may go on: {moves}', moves=' '.join(line_listed(state, analysis.line)))}"
    yield f"  {heard('effort', analysis.effort)}; {scale(analysis)}"


def scale(analysis: Analysis) -> str:
    """How what is said of worth is counted."""
    return tr(PAID if analysis.prospect.paid else SCALE)


def _share(share: float) -> str:
    return tr("{share} % of the search", share=f"{100 * share:3.0f}")


def _worth(prospect: Prospect, player: str) -> str:
    worth = prospect.expected[player]
    if prospect.paid:
        return tr("{worth} for certain", worth=amount(worth)) if prospect.is_sure else f"{worth + 0.0:+,.2f}"
    if not prospect.is_sure:
        return f"{round(worth, 2) + 0.0:+.2f}"
    if worth >= 1:
        said = tr("a win for certain")
    elif worth <= -1:
        said = tr("a loss for certain")
    elif worth == 0:
        said = tr("a draw for certain")
    else:
        return tr("{worth} for certain", worth=f"{worth:+.2f}")
    within = trn("in {n} move at most", "in {n} moves at most", prospect.plies) if prospect.plies else ""
    return f"{said}, {within}" if within else said


def amount(value: float) -> str:
    """What is paid: as it is if it is whole, else to four places."""
    return f"{value + 0.0:+,.0f}" if value == round(value) else f"{value:+,.4f}"
