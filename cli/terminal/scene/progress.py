"""How far a long piece of work has come, on a terminal; whoever reads a pipe isn't told."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def bar(title: str, total: int, quiet: bool = False) -> Iterator[Callable[..., None]]:
    """Takes how much is done, and perhaps another title; a bar runs along."""
    if quiet or not sys.stderr.isatty():
        yield lambda done, title=title: None
        return
    from rich.progress import Progress  # takes long to import, and mostly there is nobody to look at a bar

    with Progress(console=_console(), transient=True) as shown:
        task = shown.add_task(title, total=total)
        yield lambda done, title=title: shown.update(task, completed=done, description=title)


@contextmanager
def spinner(title: str, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """Takes words on how far it has come, where nobody knows how far it is."""
    if quiet or not sys.stderr.isatty():
        yield lambda text: None
        return
    with _console().status(title) as status:
        yield lambda text: status.update(f"{title}: {text}")


def _console() -> Any:
    """Rich's console on standard error."""
    from rich.console import Console  # as above

    return Console(stderr=True)
