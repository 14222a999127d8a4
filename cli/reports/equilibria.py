"""`gdl solve` where players don't see everything: what is asked for, and what is printed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cli.options.arguments import counted, stop
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS, INTERRUPTED
from cli.terminal.scene.progress import spinner
from interpreter import Game
from interpreter.errors import UnsolvedError
from interpreter.players.equilibrium.equilibrium import EXPLOITABILITY
from interpreter.players.equilibrium.strategy_file import StrategyError, number
from interpreter.players.solving import Solution

if TYPE_CHECKING:
    from interpreter.players.equilibrium.sampling import Sampled
    from interpreter.players.equilibrium.solving import Solved

SHOWN = 24
"""So many information sets are printed at most."""


def solve_hidden(
    game: Game, memory: int, exploitability: float | None, iterations: int | None, strategy: Path | None, as_json: bool
) -> None:
    """Solve, print, and write the strategy to a file if that is wanted."""
    if exploitability is None and iterations is None:
        exploitability = EXPLOITABILITY
    try:
        with spinner(game.title, quiet=as_json) as report:
            solved = _solved(game, memory, exploitability, iterations, report)
    except KeyboardInterrupt:
        say("  stopped before all lines of play were known; nothing can be said of its value", err=True)
        raise
    except UnsolvedError as error:
        stop(f"{game.title} can't be solved: {error}", FINDINGS)
    strategy, trouble = _written(solved, strategy)
    if as_json:
        say_json(_data(solved, strategy))
    else:
        _print(solved, strategy)
    if trouble:
        stop(trouble)
    if solved.found.is_stopped:
        raise typer.Exit(INTERRUPTED)


def sample_hidden(
    game: Game, memory: int, iterations: int | None, seed: int, strategy: Path | None, as_json: bool
) -> None:
    """Learn from lines of play that are drawn, print, and write the strategy to a file if that is wanted."""
    from interpreter.players.equilibrium.sampling import sample  # with wasmtime, which takes long to import

    try:
        with spinner(game.title, quiet=as_json) as report:
            found = sample(game, memory, iterations, seed, report)
    except UnsolvedError as error:
        stop(f"{game.title} can't be sampled: {error}", FINDINGS)
    strategy, trouble = _written(found, strategy)
    if as_json:
        one, other = game.players
        known = Solution({one: found.worth, other: 0.0 - found.worth}, False, False, 0, found.visited, 0, ())
        data = {
            "exploitability": None, "error": found.error, "iterations": found.iterations, "stopped": found.is_stopped,
            "information_sets": {side.label: len(side.keys) for side in found.sides},
        }  # fmt: skip
        say_json(
            {"game": game.name, **vars(known), **data, **({} if strategy is None else {"strategy": str(strategy)})}
        )
    else:
        _print_sampled(found, strategy)
    if trouble:
        stop(trouble)
    if found.is_stopped:
        raise typer.Exit(INTERRUPTED)


def _print_sampled(found: Sampled, strategy: Path | None) -> None:
    first, second = found.sides
    say(
        f"{found.game.title}: {_signed(found.worth, 4)} for {first.label} on the average of all iterations "
        f"(± {1.96 * found.error:.4f} by chance); how far that is from the game's value, and how far the strategies "
        "can be exploited, isn't known"
    )
    stopped = ", stopped" if found.is_stopped else ""
    say(f"  {counted(found.iterations, 'iteration')}{stopped}; {counted(found.visited, 'state')} looked at")
    say(f"  information sets come to: {len(first.keys):,} of {first.label} and {len(second.keys):,} of {second.label}")
    if strategy is not None:
        say(f"  the strategy is in {strategy}; as a player it is `solved:{strategy}`")


def _written(found: Solved | Sampled, path: Path | None) -> tuple[Path | None, str]:
    """Write what was found to a file, if that is wanted: where it is, or why it isn't. What was found is shown all the
    same."""
    try:
        if path is not None:
            found.write(path)
    except StrategyError as error:
        return None, str(error)
    return path, ""


def _solved(
    game: Game, memory: int, exploitability: float | None, iterations: int | None, report: Callable[[str], None]
) -> Solved:
    try:
        from interpreter.players.equilibrium.solving import solve  # with wasmtime, which takes long to import
    except ModuleNotFoundError as problem:
        raise UnsolvedError(f"it needs the Python package {problem.name}") from None
    return solve(game, memory, exploitability, iterations, report)


def _data(solved: Solved, strategy: Path | None) -> dict[str, Any]:
    form, found = solved.form, solved.found
    known = Solution(solved.values, False, False, form.longest, form.histories, form.options, ())
    return {
        "game": solved.game.name, **vars(known), "exploitability": found.exploitability, "nash_conv": found.nash_conv,
        "bounds": list(found.bounds), "iterations": found.iterations, "stopped": found.is_stopped,
        "information_sets": {side.label: len(side.keys) for side in form.sides},
        **({} if strategy is None else {"strategy": str(strategy)}),
    }  # fmt: skip


def _print(solved: Solved, strategy: Path | None) -> None:
    form, found = solved.form, solved.found
    first = form.sides[0].label
    low, high = found.bounds
    say(
        f"{solved.game.title}: expected is about "
        + ", ".join(f"{_signed(value, 4)} for {player}" for player, value in solved.values.items())
    )
    bounds = f"between {_signed(low, 6)} and {_signed(high, 6)} for {first}, whatever is played"
    say(f"  {bounds}; exploitability {found.exploitability:.2g}")
    stopped = ", stopped" if found.is_stopped else ""
    each = " and ".join(f"{len(side.keys):,} of {side.label}" for side in form.sides)
    say(f"  {counted(found.iterations, 'iteration')}{stopped}; {counted(form.histories, 'line')} of play")
    say(f"  {counted(form.sets, 'information set')}: {each}")
    if form.sets <= SHOWN:
        _print_strategy(solved)
    if strategy is not None:
        say(f"  the strategy is in {strategy}; as a player it is `solved:{strategy}`")
    elif form.sets > SHOWN:
        say("  `--strategy FILE` writes down what to do in each")


def _signed(value: float, digits: int) -> str:
    """A number with its sign; nothing has none that could tell from which side it came."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def _print_strategy(solved: Solved) -> None:
    label = ""
    rows = list(solved.rows())
    wide = max((len(row.knows) for row in rows), default=0)
    for row in rows:
        if row.label != label:
            label = row.label
            say(f"  {label}")
        shares = "  ".join(f"{move} {number(round(share, 3))}" for move, share in row.shares.items())
        say(f"    {row.knows:{wide}}  {shares}")
