"""What is said of an option that a command doesn't have: the one that was probably meant, by its letters or its sense.

The command line's own reader compares names with their dashes, so that `--budget` would be near to `--set`."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

ALIKE = 0.7
"""So many of the letters agree in a slip of the fingers: `--gamse`; `--color` is no slip for `--clock`."""

SENSES = (
    ("budget", "time", "timeout", "seconds", "minutes", "duration", "limit", "games", "search-games"),
    ("games", "number", "count", "repeat", "runs", "trials"),
    ("turns", "plies", "depth"),
    ("jobs", "threads", "parallel", "workers", "processes", "cores"),
    ("output", "out", "file", "to", "html"),
    ("seat", "player", "opponent", "against", "as"),
    ("players", "player", "seats"),
    ("set", "option", "options", "param"),
    ("seed", "random", "randomness"),
    ("level", "strength", "difficulty", "skill"),
    ("position", "fen", "from", "start"),
    ("backend", "engine", "reference", "native"),
    ("verbose", "debug", "details"),
    ("resume", "load", "continue"),
    ("record", "save"),
)
"""Names that stand for much the same: commands have some of them, and people try the others."""


def improved(error: Any) -> None:
    """Put better suggestions into the error of an option that isn't there, if it is one."""
    context, name = getattr(error, "ctx", None), getattr(error, "option_name", None)
    if context is None or name is None or not hasattr(error, "possibilities"):
        return
    known = [one for parameter in context.command.params for one in parameter.opts if one.startswith("--")]
    error.possibilities = suggested(name, known)


def suggested(name: str, known: list[str]) -> list[str]:
    """The options that may be meant by a name: the nearest in letters, or else those of a like sense."""
    word, words = name.lstrip("-").lower(), [one.lstrip("-") for one in known]
    near = get_close_matches(word, words, n=1, cutoff=ALIKE)
    if near:
        return [f"--{near[0]}"]
    return [f"--{one}" for one in words if any({one, word} <= {*sense} for sense in SENSES)]
