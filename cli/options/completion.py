"""The names of games as a shell completes them: whoever types waits for it, so little is read, and only then."""

from __future__ import annotations

from pathlib import Path


def complete_game(incomplete: str) -> list[str]:
    """Names that ship, and rulesets in the folder that is being typed."""
    from gdl import library  # the table of commands has this function, and pages of help need no library

    paths = Path().glob(f"{incomplete}*.gdl") if not incomplete.startswith(("/", ".")) else ()
    return [name for name in [*library.names(), *map(str, paths)] if name.startswith(incomplete)]
