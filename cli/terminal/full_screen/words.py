"""What the screen of a game says in a line: what is played, who is asked, how far the computer has come."""

from __future__ import annotations

from rich.cells import cell_len

from cli.session.session import Session
from cli.terminal.full_screen.playing import Playing
from cli.terminal.full_screen.thinker import Request, Thought
from gdl.text.visible import visible
from interpreter.drawing import results
from interpreter.game import eyes as looks

CELLS = 12
"""Of the bar that fills while the computer thinks."""
BEST = 3
"""Moves that are named while it does."""


def title(session: Session) -> str:
    """What is played, by whom."""
    seats = ", ".join(f"{player} ({kind})" for player, kind in session.seats.items())
    seed = "" if session.guards else f"; seed {session.seed}"  # it says what was dealt
    return visible(f" {session.game.title}: {seats}{seed}")


def asked(playing: Playing) -> str:
    """Whose turn it is."""
    session, state = playing.session, playing.state
    if not playing.is_now:
        branch = "" if session.guards else "; a move begins another line"
        return f"An earlier position (, and . step); Esc: back{branch}"
    if session.resigned:
        return f"{session.resigned} resigned"
    if state.is_over:
        return f"The game is over: {results.result(playing.view)}"
    if not playing.is_asked:
        return f"{state.to_move or 'Chance'} is to move"
    picks = " ".join(pick.removeprefix("=") for pick in playing.picks)
    if picks:
        return f"{state.to_move}: {picks} …  (Esc takes it back)"
    return f"{state.to_move}: {'go on' if state.in_turn else 'your move'}"


def ended(session: Session) -> str:
    """How a game ended, and where its record is."""
    view = looks.seen(session.state, session.eyes)
    said = f"{session.resigned} resigned" if session.resigned else results.result(view)
    where = f"\n{session.path}" if session.path is not None and session.is_kept else ""
    return f"The game is over: {said}.{where}"


def thinking(session: Session, request: Request, thought: Thought, took: float) -> str:
    """How far the computer has come, and what it likes so far."""
    who = "The computer" if request.is_analysis else visible(session.state.to_move or "")
    part, analysis = thought.part, thought.analysis
    filled = 0 if part is None else round(part * CELLS)
    bar = "" if part is None else f" [{'■' * filled}{'·' * (CELLS - filled)}]"
    best = ""
    if analysis and analysis.options and (request.is_analysis or not session.guards):  # else it is a secret
        best = "  " + ", ".join(f"{o.move.text} {100 * o.share:.0f} %" for o in analysis.options[:BEST])
    return f"{who} is thinking{bar} {took:.1f} s{best}  (Esc: now)"


def with_place(line: str, label: str, width: int) -> str:
    """A line, and at its right end the site that somebody points at, if there is room: not all boards have letters and
    numbers beside them."""
    place = visible(label)
    gap = width - cell_len(line) - cell_len(place)
    return f"{line}{' ' * gap}{place}" if place and gap > 1 else line
