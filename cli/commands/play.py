"""`gdl play`: play a game."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from secrets import randbelow
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from cli.languages import saying
from cli.options.arguments import (
    BackendOption,
    OptionalGame,
    PlayersOption,
    SetOption,
    ThreadsOption,
    clear_errors,
    complete_seat,
    load,
    stop,
)
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable
from cli.options.positions import PositionOption, read_position
from cli.options.seating import ClockOption, Computer, LevelOption, TableOption, seats_given
from cli.session import outside, session
from cli.session.guide import LEVEL as BEGINNERS
from cli.session.guide import Guide
from cli.session.seats import HUMAN, is_foreign
from cli.session.session import SEEDS, Session
from cli.terminal.full_screen import wanted
from cli.terminal.lines.choosing import chosen
from cli.terminal.scene.console import Screen
from cli.terminal.scene.trial import settle
from gdl import files, library
from gdl.text.visible import brief
from interpreter import Game, PlayerError
from interpreter.game import records
from interpreter.game.game import Backend
from interpreter.players.specs import Spec

if TYPE_CHECKING:
    from cli.terminal.full_screen.beginning import Wish

LONGEST_SEAT = 500
"""Characters of a seat that a message repeats at most."""
LIST = ""
"""What `--resume` stands for if no file follows: list the games that were left."""


class PlayCommand(TyperCommand):
    """Lets `--resume` stand alone, which Typer has no word for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give a lone `--resume` an empty value."""
        given = []
        for i, word in enumerate(args):
            given.append(word)
            if word == "--resume" and (i + 1 == len(args) or args[i + 1][:1] == "-" != args[i + 1]):
                given.append(LIST)
        return super().parse_args(ctx, given)


def play(
    game: OptionalGame = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="PLAYER=KIND", autocompletion=complete_seat, show_default=False,
            help="Who sits where: human, random, mcts:1s, mcts:5000 (iterations), mcts:1s/2 (threads), careful:1s, "
            "greedy:1s, rave:1s, alphabeta:4 (depth), alphabeta:1s, alphabeta:50000n (positions), level:3 (1 to 8), "
            "mcts:5m+3s (a clock for the game), FILE.py:CLASS (a Python file, which is run), uci:stockfish (a "
            "program, which is run; also usi, ucci, xboard, gtp); you can repeat it. You take the first seat that "
            "isn't named, unless another one is human; the game's opponent takes the others. With --resume, the "
            "players are as before.",
        ),
    ] = None,
    level: LevelOption = None,
    clock: ClockOption = None,
    db: TableOption = None,
    threads: ThreadsOption = 1,
    sets: SetOption = None,
    players: PlayersOption = None,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", min=0, help="Names the dice and the random moves.", show_default="any"),
    ] = None,
    position: PositionOption = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", callback=writable, show_default=False,
                     help="Keep a record in this file (*.json: as JSON)."),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option("--resume", metavar="[FILE]", show_default=False,
                     help="Go on with a recorded game, and keep its record; without FILE, choose an unfinished one."),
    ] = None,
    number: Annotated[
        int | None,
        typer.Option("--number", metavar="N", min=1, show_default=False,
                     help="Which game of a PGN, SGF or PDN file to --resume, if not the first."),
    ] = None,
    no_record: Annotated[
        bool, typer.Option("--no-record", help="Keep no record, not even in your data folder.")
    ] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Go line by line and draw over nothing, for screen readers and "
        "scripts. GDL_PLAIN does the same.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Overwrite --record; resume although rules have changed.")
    ] = False,
    guide: Annotated[
        bool, typer.Option("--guide", help="Explain the game as you play it: each rule when it is needed, three hints, "
                           "and a computer of level 2 if you name none.")
    ] = False,
    debug: Annotated[
        bool, typer.Option("--debug", help="Also show the rules' values in mid-turn, for authors.")
    ] = False,
    backend: BackendOption = "auto",
) -> None:  # fmt: skip
    """Play a game in the terminal.

    Play against the computer or other people, or watch two computers: --seat says who sits where. A terminal of 80
    columns and 24 rows or more is used as a whole: play by arrows, mouse or typing; ? shows the keys. Without a game
    you choose one from a list. With --plain, in a pipe or with TERM=dumb the game goes line by line: type a move, its
    beginning, or its number.

    \b
    gdl play
    gdl play sparks
    gdl play sparks --guide
    gdl play chess --level 3
    gdl play sparks --set base=5 --seat White=mcts:5s --seat Black=human
    gdl play tictactoe --seed 7 --record game.yaml
    gdl play --resume game.yaml
    gdl play --resume games.pgn --number 12
    gdl play --resume

    Every game is kept in your data folder. `--resume` without a file lists the unfinished ones.
    """
    language = saying.wanted(os.environ)
    if not saying.speak(language) and saying.CHOSEN in os.environ:
        say(f"gdl: there is no language {brief(language)} here ({saying.CHOSEN}): it goes on in English", err=True)
    plain = plain or bool(os.environ.get("GDL_PLAIN")) or os.environ.get("TERM") == "dumb"
    if no_record and record is not None:
        stop("--record wants a record, --no-record none")
    if guide and level is None and not seat and resume is None:
        level = BEGINNERS
    computer = Computer(level, clock, threads, db).checked()
    if resume in library.names() and not files.is_there(resume or ""):  # gdl play --resume GAME
        resume, game = LIST, resume
    if number is not None and resume is None:
        stop("--number goes with --resume FILE")
    full = wanted.is_wanted(plain) and game != "-"
    news = ""
    with clear_errors():
        if resume is not None:
            if sets or players or position or seed is not None:
                stop("--resume takes options, players, seed and position from the record")
            if resume == LIST and full:
                _full_screen(None, debug, not no_record, backend, computer, game or "", guide)
                return
            file = Path(resume) if resume != LIST else chosen(game, Screen())
            if file is None:
                return
            source = game if resume != LIST or game not in (None, *library.names()) else None
            session = _resumed(file, source, seat or [], record, force, backend, computer, number)
        elif game is None and full and not (seat or sets or players or position or record):
            _full_screen(None, debug, not no_record, backend, computer, guided=guide)
            return
        elif game is None:
            stop("say which game: gdl play GAME (`gdl list` shows those that ship)")
        else:
            loaded = load(game, sets or [], players, backend)
            if len(_taken(loaded, seat or [], computer)) < len(loaded.players):
                news = settle(loaded, plain)
            session = _new(loaded, game, seat or [], seed, position, record, force, computer)
        if no_record:
            session.recording.path = None
        session.recording.stored = not no_record
        if game == "-":
            _keyboard()
        if full:
            _full_screen(session, debug, not no_record, backend, computer, guided=guide, news=news)
        else:
            from cli.terminal.lines.loop import LineGame  # the full screen has no use for it before it is closed

            for said in filter(None, (wanted.why_not(plain), news)):
                say(said, err=True)
            LineGame(session, Screen(), debug, plain, Guide(session.game) if guide else None).run()


def _full_screen(
    first: Session | None,
    debug: bool,
    stored: bool,
    backend: Backend,
    computer: Computer,
    lists: str | None = None,
    guided: bool = False,
    news: str = "",
) -> None:
    """Play on the whole terminal; without a game, it is chosen there: of all games, or of those that were left."""
    from cli.terminal.full_screen import beginning, start  # with Textual, which takes long to import

    def game(wish: Wish) -> Game:
        return load(wish.game, wish.sets, wish.players, backend)

    def new(wish: Wish) -> Session:
        made = _new(game(wish), wish.game, wish.seats, wish.seed, None, None, False, computer)
        made.recording.stored = stored
        return made

    def resumed(file: Path) -> Session:
        return _resumed(file, None, [], None, False, backend, computer)

    makers = beginning.Makers(game, new, resumed, lambda game: seats(game, [], computer))
    start.run(makers, first, debug, lists, guided, news)


def _new(
    game: Game,
    source: str,
    seat: Sequence[str],
    seed: int | None,
    position: Path | None,
    record: Path | None,
    force: bool,
    computer: Computer,
) -> Session:
    if record is not None and not force and files.is_there(record):
        how = f"`gdl play --resume {quote(str(record))}` goes on with it, --force overwrites it"
        stop(f"{record}: is there already; {how}")
    if seed is None:
        seed = randbelow(SEEDS)
    start = None if position is None else read_position(game, position)[1]
    session = Session(game, source, seed, seats(game, seat, computer), start, record, threads=computer.threads)
    if computer.clock is not None and session.people:
        session.table.set(computer.clock, game.players)
    session.recording.begin()
    return session


def _resumed(
    file: Path,
    source: str | None,
    seat: Sequence[str],
    record: Path | None,
    force: bool,
    backend: Backend,
    computer: Computer,
    number: int | None = None,
) -> Session:
    known, remarks = outside.read(file, source, number)
    for remark in remarks:
        say(f"gdl: {file}: {remark}", err=True)
    if outside.is_outside(file) and record is None:
        record = file.with_suffix(".yaml")  # another program's file stays as it is
    elsewhere = [] if source is None else [source]
    source = source or records.source_of(known, file)
    game = records.load_game(known, source, backend)
    if records.rules_changed(game, known) and not force:
        shows = " ".join(map(quote, ["gdl", "replay", str(file), *elsewhere]))
        stop(
            f"{file}: the rules of {game.title} have changed since; "
            f"`{shows}` shows how far it goes, --force goes on by the rules of today",
            FINDINGS,
        )
    if record is not None and files.is_there(record) and record.resolve() != file.resolve() and not force:
        stop(f"{record}: is there already; --force overwrites it")
    sitting = seats(game, seat, computer, known.seats)
    for player, kind in sitting.items():
        if is_foreign(kind) and f"{player}={kind}" not in seat:  # somebody else may have written the record
            what = "a player from a Python file" if Spec.of(kind).is_python else "another program"
            again = brief(quote(f"{player}={kind}"), LONGEST_SEAT)
            stop(f"{file}: {what} sits there for {player}; say so again: --seat {again}")
    try:
        resumed = session.resume(game, source, known, sitting, record or file, computer.threads)
    except records.ReplayError as error:
        stop(f"{file}: {error}", FINDINGS)
    except PlayerError as error:
        stop(f"{file}: {error}")
    if computer.clock is not None and resumed.people:
        resumed.table.set(computer.clock, game.players)
    if record is not None:  # there before anybody moves, as that of a new game is
        resumed.recording.begin()
    return resumed


def seats(
    game: Game, given: Sequence[str], computer: Computer, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Who sits where: as is given, or else known; computers sit on the rest."""
    table = _taken(game, given, computer, known)
    try:
        return {player: table.get(player) or computer.spec(game) for player in game.players}
    except PlayerError as error:
        stop(str(error))


def _taken(
    game: Game, given: Sequence[str], computer: Computer, known: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The seats that are given or known. A person sits on the first of the other seats, unless some person was named
    already. A level or a clock is also for computers that sat there before."""
    kept = {player: kind for player, kind in (known or {}).items() if kind == HUMAN or not computer.is_given}
    named = {player: computer.informed(kind) for player, kind in seats_given(game, given).items()}
    table = {**kept, **named}
    free = [player for player in game.players if player not in table]
    if free and HUMAN not in table.values():
        table[free[0]] = HUMAN
    return table


def _keyboard() -> None:
    """The rules came through standard input; moves are then typed at the terminal, if there is one."""
    with contextlib.suppress(OSError):
        sys.stdin = Path("/dev/tty").open(encoding="utf-8")  # noqa: SIM115 - it stays open to the end
