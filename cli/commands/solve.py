"""`gdl solve`: the exact value of a small game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.options.arguments import (
    CompiledOption,
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    counted,
    room,
    stop,
)
from cli.options.budgets import seconds
from cli.options.clusters import nothing_yet
from cli.options.echo import say, say_json
from cli.options.exits import FINDINGS
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.options.positions import read_position
from cli.reports.equilibria import sample_hidden, solve_hidden
from cli.terminal.scene.analysis import amount
from cli.terminal.scene.progress import spinner
from gdl.files import is_there
from interpreter import Game, State
from interpreter.errors import SolvingInterrupted, UnsolvedError
from interpreter.players.asking import hides
from interpreter.players.endgame import check, keep, table_of
from interpreter.players.endgame_file import TableError
from interpreter.players.equilibrium.equilibrium import EXPLOITABILITY, LEAST, MOST_ITERATIONS
from interpreter.players.solving import Keep, Solution, from_table
from interpreter.players.solving import solve as solution_of

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance
    from interpreter.players.folds import Folds


MOST_SECONDS = 600_000.0
"""Seconds that solving may take."""


@spliced()
def solve(
    game: GameArgument,
    position: Annotated[
        list[Path] | None,
        typer.Option("--position", metavar="WHERE", show_default=False,
                     help="Start from this position: a file, as `gdl show` prints it, a record, or a file that "
                     "`gdl convert` reads (puzzles.epd:12, games.pgn:3), or the text itself, in braces or in the "
                     "game's own notation (FEN in chess). With --db you can repeat it: the file then holds what "
                     "follows any of them."),
    ] = None,
    positions: Annotated[
        int | None,
        typer.Option("--positions", metavar="N", min=1, show_default=False, help="Give up at more positions."),
    ] = None,
    budget: Annotated[
        str | None,
        typer.Option("--budget", metavar="TIME", show_default=False, help="Give up after this time, as 30s or 10m."),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="MB", min=16, max=4000, help="Give up at this use of memory.",
                     show_default="most of what is free"),
    ] = None,
    symmetries: Annotated[
        bool,
        typer.Option("--symmetries/--no-symmetries",
                     help="Count symmetric positions once."),
    ] = True,
    db: Annotated[
        Path | None,
        typer.Option("--db", metavar="FILE", callback=writable, show_default=False,
                     help="Keep all positions in this file, for players and for later; if the file exists, "
                     "read the answer there."),
    ] = None,
    exploitability: Annotated[
        float | None,
        typer.Option("--exploitability", metavar="EPS", min=LEAST, show_default=False,
                     help="With hidden information: stop when the exploitability is below this; "
                     f"{EXPLOITABILITY:g} by default."),
    ] = None,
    iterations: Annotated[
        int | None,
        typer.Option("--iterations", metavar="N", min=1, max=MOST_ITERATIONS, show_default=False,
                     help="With hidden information: stop after N iterations, or at EPS if that is first."),
    ] = None,
    sampling: Annotated[
        bool,
        typer.Option("--sampling", help="With hidden information, for large games: learn from random lines of play."),
    ] = False,
    strategy: Annotated[
        Path | None,
        typer.Option("--strategy", metavar="FILE", callback=writable, show_default=False,
                     help="With hidden information: write the strategies to this file, for the player `solved:FILE`."),
    ] = None,
    *,
    rules: Rules,
    seed: SeedOption = 0,
    backend: CompiledOption = "auto",
    as_json: JsonOption = False,
) -> None:
    """Find the result of perfect play, and a best line.

    It looks at every position that can be reached, so it is for small games and for endings. A position before a roll
    is worth the mean of its outcomes. If play can go on for ever and nobody can force an end, the game is a draw. If
    all win or lose together, the value is the best that they can reach. For two players with hidden information, it
    finds strategies that can hardly be exploited, and bounds of the value.

    \b
    gdl solve tictactoe
    gdl solve nim
    gdl solve sparks --position ending.yaml --budget 10m
    gdl solve sparks --set base=3 --db sparks3.table
    gdl solve kuhn_poker --exploitability 0.0001 --strategy kuhn.yaml
    """
    with clear_errors():
        one = rules.load_for_long(game, backend)
        if hides(one):
            if position or db:
                stop(f"{'--position' if position else '--db'} is for games in which players see everything; in "
                     f"{one.title} they don't" + ("" if position else ", and --strategy FILE keeps what was found"))
            if positions or budget:
                stop(f"--{'positions' if positions else 'budget'} is for games in which players see everything; in "
                     f"{one.title} they don't: say --iterations")
            if sampling and exploitability:
                stop("--sampling doesn't know how far a strategy can be exploited; say --iterations")
            if sampling:
                sample_hidden(one, room(memory), iterations, seed, strategy, as_json)
                return
            solve_hidden(one, room(memory), exploitability, iterations, strategy, as_json)
            return
        if exploitability or iterations or strategy or sampling:
            stop(f"in {one.title} players see everything: --exploitability, --iterations, --sampling and --strategy "
                 "are for games in which they don't")
        states = [read_position(one, where)[0] for where in position or ()] or [one.start(seed=seed)]
        if len(states) > 1 and db is None:
            stop("several positions are for a table: say --db FILE")
        troubles: list[str] = []
        memory_bytes, keeper = room(memory), _keeper(one, db, troubles)
        limit = seconds(budget, 0.001, MOST_SECONDS) if budget else None
        kept = db is not None and is_there(db)
        try:
            with spinner(one.title, quiet=as_json) as report:
                found = [] if kept else [solution_of(
                    states[0], memory_bytes, report, symmetries, keeper, also=states[1:], positions=positions,
                    seconds=limit,
                )]  # fmt: skip
        except UnsolvedError as error:
            _tell_bounds(one, error.bounds, str(error), as_json)
            nothing = "" if db is None else f"; nothing is kept in {db}"
            stop(f"{one.title} can't be solved: {error}{nothing}", FINDINGS)
        except SolvingInterrupted as stopped:
            _tell_bounds(one, stopped.bounds, "interrupted", as_json)
            raise
        except KeyboardInterrupt as stopped:
            raise nothing_yet(stopped, "the value was known") from None
        if db is not None and is_there(db):
            found += [_from_table(state, one, db) for state in states[len(found) :]]
        size = db.stat().st_size if db is not None and is_there(db) else 0
    if as_json:
        said: dict[str, object] = {"also": [vars(other) for other in found[1:]]} if len(found) > 1 else {}
        said |= {} if db is None else {"table": str(db) if size else None, "table_bytes": size, "from_table": kept}
        say_json({"game": one.name, **vars(found[0]), **said})
    else:
        _print(one, found[0], kept)
        for number, other in enumerate(found[1:], 2):
            say(f"  position {number}: {_verdict(one, other)}")
        if db is not None and size:
            say(f"  {'from' if kept else 'kept in'} {db}, {size:,} bytes")
    if troubles:
        stop("; ".join(troubles))


def _from_table(state: State, game: Game, path: Path) -> Solution:
    """What a table says of a position."""
    found = from_table(state, table_of(game, path))
    if found is None:
        stop(f"{path}: doesn't hold this position; say another file, or remove it")
    return found


def _keeper(game: Game, path: Path | None, troubles: list[str]) -> Keep | None:
    """What keeps what was solved in a file, if that is wanted. Why it can't goes to `troubles`: the answer counts more
    than the file."""
    if path is None:
        return None

    if not is_there(path):
        check(game)

    def kept(
        instance: Instance, folds: Folds, forgotten: frozenset[str], bounds: Mapping[str, tuple[float, float]]
    ) -> None:
        try:
            keep(path, game, instance, folds, forgotten, bounds)
        except TableError as error:
            troubles.append(str(error))

    return kept


def _tell_bounds(game: Game, bounds: tuple[float, float] | None, why: str, as_json: bool) -> None:
    """Say what is certain of a value that wasn't found, if anything is."""
    if bounds is None:
        return
    if as_json:
        say_json({"game": game.name, "values": None, "is_exact": False, "bounds": bounds, "stopped": why})
    else:
        say(f"{game.title}: surely {_between(*bounds)} for {_whose(game)}; no more was found")


def _whose(game: Game) -> str:
    """Whose bounds these are."""
    return "everyone" if game.model.is_common else game.players[0]


def _print(game: Game, found: Solution, is_kept: bool) -> None:
    say(f"{game.title}: {_verdict(game, found)}")
    if found.assumed:
        them = _them(found.assumed)
        say(f"  that is without {', '.join(found.assumed)}, which may draw the game before: with {them} "
            f"it is a win for {_winner(found)}, or a draw")
    if found.is_tied:
        say("  other results may be right, too: somewhere a player has moves that are as good for that player, but not "
            "for the others")  # fmt: skip
    is_sure = found.is_exact or found.assumed or found.is_tied
    if found.bounds is not None and not found.is_exact:
        say(f"  surely {_between(*found.bounds)} for {_whose(game)}: play can go on for ever, and no more is known")
    elif not is_sure:
        say("  that isn't certain, and may be far off: play can go on for ever, with chance, payments or several "
            "players")  # fmt: skip
    if found.line:
        say(f"  {'best play' if is_sure else 'perhaps best'}: {' '.join(found.line)}"
            f"{'' if found.is_line_whole else ' …'}")  # fmt: skip
    moves = "" if is_kept else f", {counted(found.options, 'move')}"
    say(f"  {_positions(found)}{moves}")
    if found.forgotten:
        names = ", ".join(found.forgotten)
        say(f"  looked at without {names}: that {_them(found.forgotten)} may draw makes no difference here")


def _between(least: float, most: float) -> str:
    """Two bounds in as many digits as tell them apart, rounded away from each other."""
    digits = min(max(4, 2 - math.floor(math.log10(max(most - least, 1e-300)))), 15)
    step = 10**digits
    return f"between {math.floor(least * step) / step:+.{digits}f} and {math.ceil(most * step) / step:+.{digits}f}"


def _them(names: tuple[str, ...]) -> str:
    return "it" if len(names) == 1 else "them"


def _winner(found: Solution) -> str:
    return max(found.values, key=lambda player: found.values[player])


def _positions(found: Solution) -> str:
    """How many there are, with their images and without."""
    if found.symmetries == 1:
        return counted(found.states, "position")
    if found.unfolded is None:
        return f"{counted(found.states, 'position')}, up to {found.symmetries} by symmetry taken for one"
    return f"{found.states:,} of {counted(found.unfolded, 'position')} under {found.symmetries} symmetries"


def _together(found: Solution, pays: bool) -> str:
    """The value in words where all play together, and every end is worth the same to all."""
    about, value = "" if found.is_exact else "about ", next(iter(found.values.values()))
    if pays:
        return f"what everyone gets is {about}{amount(value)}"
    if found.is_endless:
        return "a draw: it can't be won, but gone on with for ever"
    if found.is_exact and value in ALIKE:
        return ALIKE[value] + (f" within {counted(found.plies, 'move')}" if value > 0 and found.plies else "")
    return f"expected is {about}{value:+.4f} for everyone"


ALIKE = {1.0: "everyone wins", -1.0: "everyone loses", 0.0: "a draw"}
"""What players who play together can come to for sure."""


def _verdict(game: Game, found: Solution) -> str:
    """The value in words."""
    return (_together if game.model.is_common else _apart)(found, game.model.pays)


def _apart(found: Solution, pays: bool) -> str:
    """The same where players play against each other; in words that fit a name in the plural, too."""
    values, about = found.values, "" if found.is_exact or found.assumed or found.is_tied else "about "
    is_sure = found.is_exact or bool(found.assumed)
    if pays:
        amounts = ", ".join(f"{amount(value)} for {player}" for player, value in values.items())
        return f"what is paid is {about}{amounts}"
    if found.is_endless:
        return "a draw: nobody can be made to end the game"
    if len(values) > 1 and not any(values.values()) and is_sure:
        return "a draw"
    (best, most), *others = sorted(values.items(), key=lambda pair: -pair[1])
    if is_sure and most == 1 and all(value < 1 for _, value in others):
        return f"a win for {best}" + (f" within {counted(found.plies, 'move')}" if found.plies else "")
    if is_sure and len(values) == 1 and most == -1:
        return f"a loss for {best}"
    worth = "best play is worth " if found.is_tied else f"expected is {about}"
    return worth + ", ".join(f"{value:+.4f} for {player}" for player, value in values.items())
