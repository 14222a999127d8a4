"""`gdl bench`: how fast games are played."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from cli.options.arguments import GAME_HELP, JobsOption, JsonOption, SeedOption, each
from cli.options.budgets import OldSeconds, renamed, seconds
from cli.options.completion import complete_game
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from gdl import library
from interpreter import Game
from interpreter.lab.tools.bench import Rate, Size, rate, size

COLUMNS = ("compile ms", "module", "state", "decisions/game", "games/s", "decisions/s", "reference", "times")
LEAST, MOST = 0.01, 3600.0
"""Seconds that a measurement may take."""
WIDTHS = (10, 8, 6, 14, 10, 11, 10, 7)


@spliced()
def bench(
    games: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAMES]", help=GAME_HELP + " All that ship if left out.", show_default=False,
                       autocompletion=complete_game),
    ] = None,
    budget: Annotated[str, typer.Option("--budget", metavar="TIME", help="For each measurement.")] = "1s",
    old: OldSeconds = None,
    jobs: JobsOption = 1,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
    *,
    rules: Rules,
) -> None:  # fmt: skip
    """Measure how fast random games are played, by both backends.

    It prints the time of compiling (without the cache), the bytes of the module and of a state, the decisions in a
    game, games and decisions a second by the compiled rules, games a second by the reference interpreter, and how many
    times faster the compiled rules are. The machine's speed varies: compare figures of one run. A game with errors is
    told, and the others go on; then the exit status is 1, or 2 if a game can't be read.

    \b
    gdl bench sparks breakthrough
    gdl bench sparks --set base=5 --seed 7
    gdl bench --budget 300ms --json
    """
    if old is not None:
        renamed("--seconds", "--budget")
    time = seconds(budget if old is None else f"{old:.3f}", LEAST, MOST)
    names = games or library.names()
    _ = rules.settings  # wrong options are told once, not for each game
    rows: list[dict[str, Any]] = []
    wide = max(map(len, names))
    if not as_json:
        titles = "  ".join(f"{title:>{width}}" for title, width in zip(COLUMNS, WIDTHS, strict=True))
        say(f"{'':{wide}}  {titles}")

    def measure(name: str) -> None:
        row = _measured(rules.load(name), name, time, seed, jobs)
        rows.append(row)
        if not as_json:
            say(f"{name:{wide}}  {_line(row)}")

    status = each(names, measure)
    if as_json:
        say_json(rows)
    if status:
        raise typer.Exit(status)


def _measured(game: Game, name: str, time: float, seed: int, jobs: int) -> dict[str, Any]:
    row: dict[str, Any] = {"game": name, "jobs": jobs}
    if game.native is None:
        row["not_compiled"] = game.not_compiled
    else:
        row |= _size(size(game)) | {"native": _rate(rate(game, time, seed, jobs))}
    return row | {"reference": _rate(rate(Game(game.model, "reference"), time, seed))}


def _size(found: Size) -> dict[str, Any]:
    return {
        "compile_ms": {"module": found.module_ms, "machine_code": found.code_ms},
        "module_bytes": found.module_bytes,
        "state_bytes": found.state_bytes,
    }


def _rate(found: Rate) -> dict[str, float]:
    return {
        "games_per_second": found.games_per_second,
        "decisions_per_second": found.decisions_per_second,
        "decisions_per_game": found.decisions_per_game,
    }


def _line(row: dict[str, Any]) -> str:
    reference = row["reference"]
    if "native" not in row:
        return f"{reference['games_per_second']:,.0f} games/s (reference), not compiled: {row['not_compiled']}"
    native = row["native"]
    cells = (
        f"{sum(row['compile_ms'].values()):.0f}",
        f"{row['module_bytes']:,}",
        f"{row['state_bytes']:,}",
        f"{native['decisions_per_game']:,.1f}",
        f"{native['games_per_second']:,.0f}",
        f"{native['decisions_per_second']:,.0f}",
        f"{reference['games_per_second']:,.1f}",
        f"{native['games_per_second'] / reference['games_per_second']:,.0f}",
    )
    return "  ".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True))
