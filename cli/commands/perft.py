"""`gdl perft`: count sequences of moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.options.arguments import (
    BackendOption,
    GameArgument,
    JsonOption,
    SeedOption,
    clear_errors,
    note_backend,
    room,
    stop,
)
from cli.options.clusters import Hands, cut_short
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.options.positions import PositionOption, read_position
from interpreter.lab.tools import perft as counting
from interpreter.lab.tools.perft import Depth
from interpreter.work.chunks import WorkersLostError, threads


@spliced()
def perft(
    game: GameArgument,
    turns: Annotated[
        int | None,
        typer.Option("--turns", metavar="N", min=1, max=10_000, help="Count to N turns.", show_default=False),
    ] = None,
    plies: Annotated[
        int | None,
        typer.Option(
            "--plies", metavar="N", min=1, max=10_000, help="Count to N single decisions and rolls.", show_default=False
        ),
    ] = None,
    positions: Annotated[
        bool | None,
        typer.Option("--positions/--no-positions", show_default=False,
                     help="Count positions, too, or sequences alone, which is much faster. By default "
                     "sequences alone if the rules look back (repeats)."),
    ] = None,
    memory: Annotated[
        int | None,
        typer.Option(
            "--memory", metavar="MB", min=16, help="Memory for counting.", show_default="most of what is free"
        ),
    ] = None,
    divide: Annotated[bool, typer.Option("--divide", help="Also count for each first move.")] = False,
    *,
    rules: Rules,
    position: PositionOption = None,
    seed: SeedOption = 0,
    backend: BackendOption = "auto",
    hands: Hands,
    as_json: JsonOption = False,
) -> None:
    """Count sequences of moves and positions, depth by depth.

    A sequence of n turns is a row of decisions and outcomes of chance that completes n turns, or ends the game in the
    n-th. A game that ended counts at the turn (or ply) of its end, not later. Positions are the different states at
    the ends of these sequences. If they don't fit in memory, or if the rules look back (repeats), only sequences are
    counted. --jobs works where sequences alone are counted, and with --divide; --cluster works with
    --divide.

    \b
    gdl perft tictactoe --turns 9
    gdl perft chess --turns 6 --no-positions --jobs 2
    gdl perft sparks --turns 2 --divide
    gdl perft big_balls --plies 3 --seed 5 --json
    """
    if (turns is None) == (plies is None):
        stop("say how far to count: --turns N or --plies N")
    if hands.cluster and not divide:
        stop("--cluster counts behind each first move: use it with --divide")
    allowed = room(memory)
    unit: counting.Unit = "turns" if turns else "plies"
    depth = turns or plies or 1
    with clear_errors():
        one = rules.load_for_long(game, backend)
        start = read_position(one, position)[0] if position else one.start(seed=seed)
        note_backend(one)
        wanted = counting.may_merge(one) if positions is None else positions
        if not wanted and positions is None:
            _note("the rules remember what stood on the board (repeats), so each sequence of turns comes to a position "
                  "of its own: sequences alone are counted; --positions counts both")
        depths: list[Depth] = []
        divided: list[tuple[str, Depth]] = []
        status = 0
        try:
            shared = threads(one, hands.jobs)
            for found in counting.perft(start, depth, unit, None, wanted, allowed, shared, note=_note):
                if not as_json:
                    _row(found, unit)
                depths.append(found)
            if divide:
                with hands.hiring() as hire:
                    rows = counting.divide(
                        start, depth, unit, jobs=hands.jobs, workers=hire(one), positions=wanted, memory=allowed
                    )
                    for behind in rows:
                        divided.append(behind)  # noqa: PERF402 - what was counted is kept if the rest can't be
        except counting.TooManyError as error:  # what was counted is told all the same
            _note(f"depth {len(depths) + 1}: {error}")
            status = 1
        except WorkersLostError as stopped:
            if not divided:
                raise
            status = cut_short(stopped)
    if as_json:
        shown: dict[str, Any] = {"game": one.name, "unit": unit, "depths": [_json(d) for d in depths]}
        if divide:
            shown["divide"] = {move: _json(found) for move, found in _told_apart(divided)}
        say_json(shown)
    elif divided:
        width = max(len(move) for move, _ in divided)
        say(f"\nat depth {depth}, behind each first move:")
        for move, found in divided:
            say(f"  {move:<{width}}  {found.sequences:>15,}  {_number(found.positions):>13}")
    if status:
        raise typer.Exit(status)


def _told_apart(divided: list[tuple[str, Depth]]) -> Iterator[tuple[str, Depth]]:
    """Moves that are written alike – the ways in which dice come to one sum, for example – with a number behind all but
    the first."""
    seen = Counter[str]()
    for move, found in divided:
        seen[move] += 1
        yield (move if seen[move] == 1 else f"{move} ({seen[move]})"), found


def _row(found: Depth, unit: str) -> None:
    if found.depth == 1:
        say(f"{unit:>5}  {'sequences':>20}  {'positions':>13}  {'games ended':>20}")
    say(f"{found.depth:>5}  {found.sequences:>20,}  {_number(found.positions):>13}  {_number(found.ended):>20}")


def _number(count: int | None) -> str:
    return "–" if count is None else f"{count:,}"


def _note(text: str) -> None:
    say(f"gdl: {text}", err=True)


def _json(found: Depth) -> dict[str, int | None]:
    return {"depth": found.depth, "sequences": found.sequences, "positions": found.positions, "ended": found.ended}
