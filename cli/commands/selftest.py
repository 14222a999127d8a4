"""`gdl selftest`: the reference interpreter and the compiled rules side by side."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import GameArgument, PlayersOption, SeedOption, SetOption, clear_errors, counted, load, stop
from cli.exits import FINDINGS
from cli.screen.echo import say

if TYPE_CHECKING:
    from interpreter.tools.lockstep import Played


def selftest(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 20,
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", min=1, help="Decisions and rolls of a game that are compared.")
    ] = 200,
    seed: SeedOption = 0,
    sets: SetOption = None,
    players: PlayersOption = None,
) -> None:
    """Try whether the compiled rules play a ruleset as the reference interpreter does.

    Both play the same random games, side by side: every state, every list of moves and how they are written, and every
    result must be the same. Where they differ, the program is at fault and not your rules: please report it.

    \b
    gdl selftest mygame.gdl
    gdl selftest chess --games 5 --plies 60
    """
    from interpreter.tools.lockstep import Disagreement

    with clear_errors():
        one = load(game, sets or [], players)
        if one.native is None:
            stop(f"{one.title} isn't compiled: {one.not_compiled}; the reference interpreter plays it alone")
        from interpreter.tools import selftest as trying

        began, tried = time.perf_counter(), trying.Tried()
        try:
            for played in _progress(trying.games(one, seed, games, plies), games, one.title):
                tried.add(played)
        except Disagreement as difference:
            say(f"game {tried.games} of seed {seed}: the compiled rules differ from the reference interpreter")
            say(f"{difference}\nplease report it, with the ruleset")
            raise typer.Exit(FINDINGS) from None
    verdict = "both backends agree" if tried.plies else "nothing could be compared"
    say(
        f"{one.title}: {counted(games, 'game')}, {tried.plies:,} plies, "
        f"{tried.ended:,} to the end; {verdict} ({time.perf_counter() - began:.1f} s)"
    )
    for message, times in tried.failures.items():
        say(f"  in {counted(times, 'game')} both found a rule broken: {message}")
    if tried.beyond:
        say(f"  in {counted(tried.beyond, 'game')} the reference interpreter took too long: nothing was compared then")
    if tried.helped:
        say(f"  in {counted(tried.helped, 'game')} the compiled rules came to a limit, and the reference went on")


def _progress(played: Iterator[Played | None], games: int, title: str) -> Iterator[Played | None]:
    """The games; a bar runs along on a terminal."""
    if not sys.stderr.isatty():
        return played
    from rich.console import Console
    from rich.progress import track

    return iter(track(played, description=title, total=games, console=Console(stderr=True), transient=True))
