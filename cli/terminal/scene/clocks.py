"""Clocks as players read them: whose runs is bold, and red when little is left."""

from __future__ import annotations

from math import ceil

from cli.session.session import Session
from cli.terminal.scene.lines import Line

SHORT = 20.0
"""Seconds that are little."""


def clocks(session: Session) -> Line:
    """The time of each; nothing where there are no clocks."""
    found = session.table.clocks
    if found is None:
        return []
    line: Line = []
    for player, left in found.left.items():
        runs = player == found.running or (found.running is None and player == session.state.to_move)
        style = "bold red" if runs and left < SHORT else "bold" if runs else "dim"
        line += [("  ", ""), (f"{'>' if runs else ' '}{player} {reading(left)}", style)]
    return line


def reading(seconds: float) -> str:
    """`4:59`, `1:00:00`: no less than there is, so that nothing but the end is 0:00."""
    whole = ceil(seconds)
    hours, minutes = divmod(whole // 60, 60)
    return f"{hours}:{minutes:02d}:{whole % 60:02d}" if hours else f"{minutes}:{whole % 60:02d}"
