"""`gdl replay`: a recorded game, step by step."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import OptionalGame, clear_errors, counted, stop
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable
from cli.reports import filming, pictures, reviewing
from cli.session import outside
from cli.terminal.lines.replaying import Left, Replaying
from cli.terminal.scene import sizes, view
from cli.terminal.scene.console import Screen
from interpreter import Game, State
from interpreter.drawing import results
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.film import Frame
from interpreter.game import observed, records, variations
from interpreter.game.eyes import Eyes, seen
from interpreter.game.observed_model import Observed
from interpreter.game.record_model import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, or PGN, SGF or PDN.", show_default=False)],
    game: OptionalGame = None,
    turn: Annotated[
        int | None,
        typer.Option("--turn", metavar="N", min=0, help="Show only the position after this turn.", show_default=False),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether it replays to the same end.")] = False,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="FILE", callback=writable, show_default=False,
                     help="Make a film of it: an SVG that moves, a frame for each turn."),
    ] = None,
    gif: Annotated[
        str | None, typer.Option("--gif", metavar="FILE", callback=writable,
                                 help="The same as a GIF.", show_default=False)
    ] = None,
    pace: Annotated[
        float, typer.Option("--pace", metavar="SECONDS", min=0.02, max=60, help="How long a turn is seen.")
    ] = 1.0,
    analyse: Annotated[
        bool,
        typer.Option("--analyse", help="Tell what players could expect, which moves lost most, and better ones."),
    ] = False,
    by: Annotated[
        str | None,
        typer.Option("--by", metavar="KIND", show_default=False,
                     help="Who analyses: alphabeta:1s. By default the game's opponent, in about 20 s for the whole "
                     "game."),
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="With --analyse: print JSON, for programs.", show_default=False)
    ] = False,
    number: Annotated[
        int | None,
        typer.Option("--number", metavar="N", min=1, help="Which game of a PGN, SGF or PDN file, if not the first.",
                     show_default=False),
    ] = None,
    variation: Annotated[
        int | None,
        typer.Option("--variation", metavar="N", min=1, help="The game as it would have gone with this variation.",
                     show_default=False),
    ] = None,
    seat: pictures.AsOption = None,
    force: pictures.ForceOption = False,
) -> None:  # fmt: skip
    """Replay a recorded game, step by step.

    In a terminal, Enter goes on and q leaves. In a pipe the whole game is printed. Variations are named where they
    leave the game; type the number of one to go through it, and back. If the rules have changed since, the command says
    so, and how far the game still goes. GAME takes the rules from elsewhere. Files of other programs (PGN, SGF, PDN)
    are read, too.

    \b
    gdl replay game.yaml
    gdl replay game.yaml --turn 12
    gdl replay game.yaml --check
    gdl replay game.yaml --svg game.svg --pace 0.5
    gdl replay game.yaml --analyse
    gdl replay games.pgn --number 12
    gdl replay games.pgn --variation 3
    """
    with clear_errors():
        if by is not None and not analyse:
            stop("--by goes with --analyse")
        if as_json and not analyse:
            stop("--json goes with --analyse")
        if analyse and seat is not None:
            stop(f"--as {seat}: an analysis goes by all that was played; leave --as away")
        if not outside.is_outside(file) and (what := observed.read(file)) is not None:
            if analyse:
                stop(f"{file}: holds what somebody has observed, and an analysis needs all that was played")
            _observed(what, file, game, turn, check, {"svg": svg, "gif": gif}, pace, seat, force)
            return
        record, remarks = outside.read(file, game, number)
        for remark in remarks:
            say(f"gdl: {file}: {remark}", err=True)
        one = records.load_game(record, game or records.source_of(record, file))
        changed = records.rules_changed(one, record)
        if variation is not None:
            record = variations.along(one, record, variation)
        if changed:
            say(f"gdl: {file}: the rules of {one.title} have changed since this game was recorded", err=True)
        if analyse:
            reviewing.analyse(one, record, file, by, as_json)
            raise typer.Exit(FINDINGS if changed else 0)
        if svg is not None or gif is not None:
            frames = filming.frames(one, record, pictures.seat(one, seat))
            _film(one, frames, {"svg": svg, "gif": gif}, pace, seat, force, file)
            raise typer.Exit(FINDINGS if changed else 0)
        screen, eyes = Screen(), pictures.seat(one, seat)
        if eyes is not None:
            screen.degrees = sizes.turn_of(one.model, eyes)
        pauses = sys.stdin.isatty() and screen.stream.isatty() and turn is None and not check
        shown = Replaying(screen, record, eyes, turn, check, pauses)
        try:
            last = shown.turns(records.start(one, record), records.replay(one, record))
        except records.ReplayError as error:
            stop(f"{file}: {error}", FINDINGS)
        except Left:
            return
        turns = last.turns
        if turn is not None and turn > turns:
            stop(f"{file}: the game has {counted(turns, 'turn')}")
        if turn is None:
            _end(screen, record, last, eyes, turns)
    if changed:
        raise typer.Exit(FINDINGS)


def _film(
    game: Game, frames: Iterable[Frame], wanted: Mapping[str, str | None], pace: float, seat: str | None, force: bool,
    file: Path,
) -> None:  # fmt: skip
    """Make films of a game, once it is clear that all of them may be written."""
    if wanted["gif"] is not None:
        pictures.needs_points("--gif")
    targets = [(kind, pictures.target(to, game, kind, force)) for kind, to in wanted.items() if to is not None]
    try:
        filming.write(frames, targets, pace, seat, force)
    except records.ReplayError as error:
        stop(f"{file}: {error}", FINDINGS)


def _observed(
    record: Observed, file: Path, source: str | None, turn: int | None, check: bool, films: Mapping[str, str | None],
    pace: float, seat: str | None, force: bool,
) -> None:  # fmt: skip
    """Show a game as somebody has observed it: as it was written down, for the rules can't tell more."""
    game = records.load_game(record, source or records.source_of(record, file))
    if seat is not None and seat != record.seen_by:
        whose = record.seen_by or "every player"
        stop(f"{file}: holds the observations of {whose}; --as {seat} would need all of the game")
    if changed := records.rules_changed(game, record):
        say(f"gdl: {file}: the rules of {game.title} have changed since this game was observed", err=True)
    turns = list(observed.replay(game, record))
    if any(film is not None for film in films.values()):
        _film(game, filming.observed_frames(turns), films, pace, record.seen_by, force, file)
    elif turn is not None and turn >= len(turns):
        stop(f"{file}: the game has {counted(len(turns) - 1, 'turn')}")
    elif not _show_observed(record, turns, turn, check):
        return
    if changed:
        raise typer.Exit(FINDINGS)


def _show_observed(record: Observed, turns: Sequence[observed.Turn], wanted: int | None, check: bool) -> bool:
    """The turns, or one of them; whether that went to the end."""
    screen = Screen()
    if record.seen_by is not None:
        screen.degrees = sizes.turn_of(turns[0].view.game.model, record.seen_by)
    pause = sys.stdin.isatty() and screen.stream.isatty() and wanted is None and not check
    for number, one in enumerate(turns):
        if check or wanted not in (None, number):
            continue
        if number == 0:
            screen.write(f"{record.title or record.game}: {record.about}", "bold")
        elif pause and not _go_on():
            return False
        if one.line:
            screen.write(one.line, "bold")
        screen.write()
        marks = changed_on_board(turns[number - 1].view, one.view) if number else ()
        view.show(screen, one.view, marks)
        screen.write()
    if wanted is None:
        after = counted(len(turns) - 1, "turn")
        result = f": {results.result(turns[-1].view)}" if record.result else ""
        said = f"{record.resigned} resigned" if record.resigned else f"What was observed ends{result}"
        screen.write(f"{said}, after {after}; the rules can't be asked whether it was so.", "bold")
    return True


def _go_on() -> bool:
    try:
        return not input("— Enter: next turn, q: leave — ").strip().lower().startswith("q")
    except (EOFError, KeyboardInterrupt):
        return False


def _end(screen: Screen, record: Record, state: State, eyes: Eyes, turns: int) -> None:
    if record.resigned:
        said = f"{record.resigned} resigned after {counted(turns, 'turn')}"
    elif record.fallen:
        said = f"{record.fallen} lost on time after {counted(turns, 'turn')}"
    elif record.drawn:
        said = f"A draw by agreement after {counted(turns, 'turn')}"
    elif record.result:
        said = f"It ends as recorded, after {counted(turns, 'turn')}: {results.result(seen(state, eyes))}"
    else:
        said = f"The record ends here, after {counted(turns, 'turn')}; the game isn't over"
    screen.write(f"{said}.", "bold")
