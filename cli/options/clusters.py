"""`--cluster`: who does the work, if not this machine.

Dask takes a second to import, so what is needed for it is imported when an address is given.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Annotated

import typer

from cli.options.arguments import JobsOption, stop
from cli.options.echo import say
from cli.options.exits import COULD_NOT_RUN, INTERRUPTED
from cli.options.extras import extra
from interpreter import Game
from interpreter.players.specs import Spec, file_of
from interpreter.work.chunks import Workers

ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster", metavar="ADDRESS", show_default=False,
        help="Let the workers of a Dask scheduler do the work, as tcp://localhost:8786; results are the same.",
    ),
]  # fmt: skip
Hire = Callable[[Game], Workers | None]


@contextmanager
def hiring(address: str | None, jobs: int, players: Iterable[str] = ()) -> Iterator[Hire]:
    """Gives the workers for a game, or None if there is no cluster. `players` must be known to the workers.

    Use within `clear_errors`.
    """
    if address is None:
        yield lambda game: None
        return
    if jobs != 1:
        stop("--jobs are threads of this machine, and --cluster brings its own: leave one of the two out")
    extra("cluster", "--cluster")
    from interpreter.bridges.cluster.connection import connected, quiet
    from interpreter.bridges.cluster.remote import remote

    if not os.environ.get("GDL_DEBUG"):
        quiet()
    with connected(address) as connection:
        for player in players:
            if not Spec.of(player).has_weights and (path := file_of(player)):  # learnt values travel
                connection.check_file(path)
        yield lambda game: remote(game, connection)


def cut_short(by: BaseException) -> int:
    """The exit status of work that has ended early, by Ctrl-C or because its workers are gone, which is said."""
    if isinstance(by, KeyboardInterrupt):
        return INTERRUPTED
    say(f"gdl: {by}", err=True)
    return COULD_NOT_RUN


def nothing_yet(by: BaseException, before: str) -> BaseException:
    """What to raise where work has ended so early that there is nothing to show: of Ctrl-C it is said."""
    if isinstance(by, KeyboardInterrupt):
        say(f"gdl: stopped before {before}", err=True)
    return by


@dataclass(frozen=True)
class Hands:
    """Who does the work: threads of this machine, or a cluster."""

    jobs: JobsOption = 1
    cluster: ClusterOption = None

    def hiring(self, players: Iterable[str] = ()) -> AbstractContextManager[Hire]:
        """Gives the workers for a game, or None if there is no cluster."""
        return hiring(self.cluster, self.jobs, players)
