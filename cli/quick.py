"""The plainest of runs – `gdl lint FILE` – without what reads the command line, which takes longer than such a run; and
what can't wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence

AT_WORK = "feature done=0"
"""XBoard takes a program for an old one that says nothing for two seconds, which is little on a slow machine."""


def answered(words: Sequence[str]) -> int | None:
    """Do what these words of the command line ask for, if it is that plain: the exit status, else None."""
    command, *files = words or [""]
    if command == "engine" and "xboard" in files:
        print(AT_WORK, flush=True)
    if command != "lint" or not files or any(word.startswith("-") or not word for word in files):
        return None
    from cli.linting.files import lint_files

    return lint_files(files)
