"""`gdl simulate`: play random games."""

from __future__ import annotations

import time
from typing import Annotated, Any

import typer

from cli.options.arguments import (
    BackendOption,
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    counted,
    note_backend,
)
from cli.options.clusters import Hands, cut_short, nothing_yet
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.terminal.scene.console import room
from cli.terminal.scene.progress import bar
from cli.terminal.scene.tables import aligned, length, share, utility
from interpreter import Game
from interpreter.lab.tools import simulate as simulation
from interpreter.lab.tools.simulate import OUTCOMES, Summary
from interpreter.work.chunks import WorkersLostError


@spliced()
def simulate(
    game: GameArgument,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many games.")] = 100,
    seed: SeedOption = 0,
    *,
    rules: Rules,
    backend: BackendOption = "auto",
    hands: Hands,
    as_json: JsonOption = False,
) -> None:
    """Play random games, and count the results.

    At each decision every legal move is equally likely. A seed and a number name a game: the same seed gives the same
    games on every machine, whatever --jobs and --cluster.

    \b
    gdl simulate sparks --games 100000 --jobs 2
    gdl simulate sparks --games 10000000 --cluster tcp://10.0.0.7:8786
    gdl simulate spectral_reapers --players 3 --games 20 --seed 1 --json
    """
    with clear_errors():
        one = rules.load_for_long(game, backend)
        note_backend(one)
        summary = simulation.Summary(tuple(one.players))
        start, status = time.perf_counter(), 0
        try:
            with hands.hiring() as hire, bar(one.title, games, quiet=as_json) as advance:
                start = time.perf_counter()
                for summary in simulation.simulate(one, games, seed, jobs=hands.jobs, workers=hire(one)):
                    advance(summary.games)
        except (KeyboardInterrupt, WorkersLostError) as stopped:
            if not summary.games:
                raise nothing_yet(stopped, "the first game was over") from None
            status = cut_short(stopped)
        speed = summary.games / max(time.perf_counter() - start, 1e-9)
    if as_json:
        say_json(_json(one, summary, speed))
    else:
        _print(one, summary, speed, seed)
    if status:  # what was played until then counts, but it isn't what was asked for
        raise typer.Exit(status)


def _print(game: Game, summary: Summary, speed: float, seed: int) -> None:
    say(f"{game.title}: {counted(summary.games, 'random game')}, seed {seed}; per cent, with 95 % intervals")
    rows = [["", *OUTCOMES, "utility"]]
    together = game.model.is_common
    for player, means in list(summary.results.items())[: 1 if together else None]:
        shares = (share(*means[outcome].share) for outcome in OUTCOMES)
        rows.append(["everyone" if together else player, *shares, utility(*summary.utility(player))])
    for line in aligned(rows, room()):
        say(line)
    say(f"{length(summary.decisions)} decisions and {length(summary.turns)} turns a game; {speed:,.1f} games a second")


def _json(game: Game, summary: Summary, speed: float) -> dict[str, Any]:
    results, errors = (
        {player: {key: getattr(mean, part) for key, mean in means.items()} for player, means in summary.results.items()}
        for part in ("mean", "error")
    )
    return {
        "game": game.name,
        "games": summary.games,
        "results": results,
        "decisions_per_game": summary.decisions.mean,
        "turns_per_game": summary.turns.mean,
        "games_per_second": speed,
        "standard_errors": {
            "results": errors,
            "decisions_per_game": summary.decisions.error,
            "turns_per_game": summary.turns.error,
        },
    }
