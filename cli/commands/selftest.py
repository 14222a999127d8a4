"""`gdl selftest`: the reference interpreter and the compiled rules side by side."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from cli.options.arguments import (
    GameArgument,
    SeedOption,
    clear_errors,
    counted,
    stop,
)
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.groups import Rules, spliced
from cli.terminal.scene.progress import bar
from interpreter import Game
from interpreter.lab.lint.alike import search
from interpreter.lab.tools import selftest as trying
from interpreter.lab.tools.lockstep import Disagreement


@spliced()
def selftest(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 20,
    plies: Annotated[
        int, typer.Option("--plies", metavar="N", min=1, help="Decisions and rolls of a game that are compared.")
    ] = 200,
    seed: SeedOption = 0,
    *,
    rules: Rules,
) -> None:
    """Try whether the compiled rules play a ruleset as the reference interpreter does.

    Both play the same random games, side by side: every state, every list of moves and how they are written, and every
    result must be the same. Where they differ, the program is at fault and not your rules: please report it.

    Where rules hide something, situations that look alike to a player are compared, too: that player must have the same
    moves in them. Where they differ, the rules give away what they hide; `gdl explain H970` says more. What
    else may tell them apart – who decides, what is marked as unseen – is for `gdl lint --play` to judge.

    \b
    gdl selftest mygame.gdl
    gdl selftest chess --games 5 --plies 60
    """
    with clear_errors():
        one = rules.load(game)
        if one.native is None:
            stop(f"{one.title} isn't compiled: {one.not_compiled}; the reference interpreter plays it alone")
        began, tried = time.perf_counter(), trying.Tried()
        try:
            with bar(one.title, games) as advance:
                for played in trying.games(one, seed, games, plies):
                    tried.add(played)
                    advance(tried.games)
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
    if one.model.hides:
        compare_alike(one, seed)


def compare_alike(game: Game, seed: int) -> None:
    """Look for situations that look alike to a player who has other moves in them; exit if there are any."""
    every, compared = search(game, seed, lambda: True)
    found = [pair for pair in every if pair.sort in ("options", "typed")]
    for pair in found:
        other = "other moves" if pair.sort == "options" else "other texts to type"
        say(f"two situations look alike to {pair.player}, who has {other} in them")
        for line in pair.shown:
            say(f"  {line}")
    if found:
        raise typer.Exit(FINDINGS)
    pairs = "pair" if compared == 1 else "pairs"
    say(f"  {compared:,} {pairs} of situations that look alike to who decides: the same moves in both")
