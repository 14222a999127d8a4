"""`gdl selftest`: the reference interpreter and the compiled rules side by side."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Any

import typer

from cli.options.arguments import (
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    counted,
    stop,
)
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS
from cli.options.groups import Rules, spliced
from cli.terminal.scene.progress import bar
from interpreter import Game
from interpreter.lab.lint.alike import Alike, search
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
    as_json: JsonOption = False,
) -> None:
    """Try whether the compiled rules play as the reference does.

    Both play the same random games, side by side. Every state, every list of moves with their texts, and every result
    must be the same. If they differ, the program is wrong, not your rules: please report it.

    Where rules hide something, positions that look alike to a player are compared, too. The player must have the same
    moves in them. If not, the rules give away what they hide: see `gdl explain H970`. `gdl lint --play` looks for other
    differences: who decides, what is marked as unseen.

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
            _differ(f"game {tried.games} of seed {seed}", difference, as_json)
            raise typer.Exit(FINDINGS) from None
        alike = compared(one, seed) if one.model.hides else None
    if as_json:
        say_json(_data(one, tried, alike))
    else:
        _show(one, tried, alike, time.perf_counter() - began)
    if alike is not None and alike.told_apart:
        raise typer.Exit(FINDINGS)


@dataclass(frozen=True)
class Comparison:
    """Situations that look alike to a player: how many pairs were compared, and those in which that player has other
    moves."""

    pairs: int
    told_apart: tuple[Alike, ...]


def compared(game: Game, seed: int) -> Comparison:
    """Look for positions that look alike to a player who has other moves in them."""
    every, pairs = search(game, seed, lambda: True)
    return Comparison(pairs, tuple(pair for pair in every if pair.sort in ("options", "typed")))


def _differ(where: str, difference: Disagreement, as_json: bool) -> None:
    if as_json:
        say_json({"agree": False, "where": where, "difference": str(difference)})
        return
    say(f"{where}: the compiled rules differ from the reference interpreter")
    say(f"{difference}\nplease report it, with the ruleset")


def _data(game: Game, tried: trying.Tried, alike: Comparison | None) -> dict[str, Any]:
    data: dict[str, Any] = {
        "game": game.title, "agree": True if tried.plies else None, "games": tried.games,
        "plies": tried.plies, "ended": tried.ended,
        "rules_broken": dict(tried.failures), "not_compared": tried.beyond, "limits": tried.helped,
    }  # fmt: skip
    if alike is not None:
        data["alike"] = {
            "pairs": alike.pairs,
            "told_apart": [{"player": pair.player, "by": pair.sort, "shown": [*pair.shown]}
                           for pair in alike.told_apart],
        }  # fmt: skip
    return data


def _show(game: Game, tried: trying.Tried, alike: Comparison | None, seconds: float) -> None:
    verdict = "both backends agree" if tried.plies else "nothing could be compared"
    say(
        f"{game.title}: {counted(tried.games, 'game')}, {tried.plies:,} plies, "
        f"{tried.ended:,} to the end; {verdict} ({seconds:.1f} s)"
    )
    for message, times in tried.failures.items():
        say(f"  in {counted(times, 'game')} both found a rule broken: {message}")
    if tried.beyond:
        say(f"  in {counted(tried.beyond, 'game')} the reference interpreter took too long: nothing was compared then")
    if tried.helped:
        say(f"  in {counted(tried.helped, 'game')} the compiled rules came to a limit, and the reference went on")
    if alike is not None:
        _show_alike(alike)


def _show_alike(alike: Comparison) -> None:
    for pair in alike.told_apart:
        other = "other moves" if pair.sort == "options" else "other texts to type"
        say(f"two positions look the same to {pair.player}, who has {other} in them")
        for line in pair.shown:
            say(f"  {line}")
    if not alike.told_apart:
        pairs = "pair" if alike.pairs == 1 else "pairs"
        say(f"  {alike.pairs:,} {pairs} of positions that look alike to the player who decides: the same moves in both")
