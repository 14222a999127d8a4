"""`gdl replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from cli import filming, pictures
from cli.arguments import OptionalGame, clear_errors, counted, stop
from cli.exits import FINDINGS
from cli.screen import view
from cli.screen.console import Screen
from cli.screen.echo import say
from cli.table.session import turn_of
from interpreter import Game, State
from interpreter.drawing import results
from interpreter.game import records
from interpreter.game.plies import Step
from interpreter.game.record_model import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record.", show_default=False)],
    game: OptionalGame = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", metavar="N", min=0, help="Show only the position after this turn.", show_default=False),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether it replays to the same end.")] = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", show_default=False,
                     help="Make a film of it: an SVG that moves, a frame for each turn."),
    ] = None,
    gif: Annotated[
        str | None, typer.Option("--gif", metavar="FILE", help="The same as a GIF.", show_default=False)
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0.02, max=60, help="How long a turn is seen.")
    ] = 1.0,
    seat: pictures.AsOption = None,
    force: pictures.ForceOption = False,
) -> None:  # fmt: skip
    """Replay a recorded game, step by step.

    On a terminal Enter goes on and q leaves; into a pipe the whole game is written at once.
    If the rules have changed since, that is said, and how far the game still goes by those of today.
    GAME takes the rules from elsewhere than the record says.

    \b
    gdl replay game.yaml
    gdl replay game.yaml --turn 12
    gdl replay game.yaml --check
    gdl replay game.yaml --svg game.svg --pace 0.5
    """
    with clear_errors():
        record = records.read(file)
        one = records.load_game(record, game or records.source_of(record, file))
        changed = records.rules_changed(one, record)
        if changed:
            say(f"gdl: {file}: the rules of {one.title} have changed since this game was recorded", err=True)
        if svg is not None or gif is not None:
            _film(one, record, {"svg": svg, "gif": gif}, pace, seat, force, file)
            raise typer.Exit(FINDINGS if changed else 0)
        screen = Screen()
        last = records.start(one, record)
        pause = sys.stdin.isatty() and screen.stream.isatty() and turn is None and not check
        if turn == 0 or (turn is None and not check):
            _show(screen, record, [], last)
        turns = 0
        group: list[Step] = []
        try:
            for step in records.replay(one, record):
                group = [*group, step] if step.before.in_turn else [step]
                last = step.after
                if last.in_turn:
                    continue
                turns += 1
                if turn == turns or (turn is None and not check):
                    if pause and not _go_on():
                        return
                    _show(screen, record, group, last, turns)
        except records.ReplayError as error:
            stop(f"{file}: {error}", FINDINGS)
        if turn is not None and turn > turns:
            stop(f"{file}: the game has {counted(turns, 'turn')}")
        if turn is None:
            _end(screen, record, last, turns)
    if changed:
        raise typer.Exit(FINDINGS)


def _film(
    game: Game, record: Record, wanted: Mapping[str, str | None], pace: float, seat: str | None, force: bool, file: Path
) -> None:
    """Make films of a game, once it is clear that all of them may be written."""
    if wanted["gif"] is not None:
        pictures.needs_points("--gif")
    targets = [(kind, pictures.target(to, game, kind, force)) for kind, to in wanted.items() if to is not None]
    try:
        filming.write(game, record, targets, pace, pictures.seat(game, seat), force)
    except records.ReplayError as error:
        stop(f"{file}: {error}", FINDINGS)


def _go_on() -> bool:
    try:
        return not input("— Enter: next turn, q: leave — ").strip().lower().startswith("q")
    except (EOFError, KeyboardInterrupt):
        return False


def _show(screen: Screen, record: Record, group: list[Step], state: State, turns: int = 0) -> None:
    if group:
        screen.write(str(turn_of(group, turns)), "bold")
    else:
        seats = ", ".join(f"{player} ({record.seats.get(player, '?')})" for player in record.players)
        screen.write(f"{record.title or record.game}: {seats}; seed {record.seed}", "bold")
    screen.write()
    marks = state.view().winning or (turn_of(group, turns).changed() if group else ())
    view.show(screen, state.view(), marks)
    screen.write()


def _end(screen: Screen, record: Record, state: State, turns: int) -> None:
    if record.resigned:
        said = f"{record.resigned} resigned after {counted(turns, 'turn')}"
    elif record.result:
        said = f"It ends as recorded, after {counted(turns, 'turn')}: {results.result(state.view())}"
    else:
        said = f"The record ends here, after {counted(turns, 'turn')}; the game isn't over"
    screen.write(f"{said}.", "bold")
