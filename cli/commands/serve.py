"""`gdl serve`: people play on several machines.

What it needs is an extra, so it is imported when it is known to be there.
"""

from __future__ import annotations

import errno
import logging
import os
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.interrupts import leave
from cli.options.arguments import (
    GameArgument,
    ThreadsOption,
    clear_errors,
    complete_seat,
    stop,
)
from cli.options.echo import say
from cli.options.extras import extra
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.options.seating import Computer, seats_given
from cli.session.store import folder
from cli.terminal.scene.trial import settle
from cli.web.serve.hall import Hall
from cli.web.serve.limits import Limits
from cli.web.serve.store import Store, StoreError
from cli.web.serve.workers import Settings, Thinkers
from gdl.text.visible import brief, visible
from interpreter.game.records import is_path
from interpreter.players.game_clock import clock as read_clock
from interpreter.players.levels import LEVELS

if TYPE_CHECKING:
    import socket

HUMAN = "human"
LISTED = 50
"""Open games that are listed at most."""
LONGEST = 255
"""Bytes of a file's name, at most, on common systems."""


@spliced()
def serve(
    game: GameArgument,
    *,
    rules: Rules,
    seat: Annotated[
        list[str] | None,
        typer.Option(
            "--seat", metavar="PLAYER=KIND", autocompletion=complete_seat, show_default=False,
            help="Who sits where if the page doesn't say: human, random, mcts:1s and so on; you can repeat it. "
            "All others are people.",
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option("--level", metavar=f"1..{LEVELS}", show_default=False,
                     help="The computer plays at this level. It takes all seats that --seat doesn't name, "
                     "except the first. The page can change that."),
    ] = None,
    clock: Annotated[
        str,
        typer.Option("--clock", metavar="TIME[+TIME]", show_default=False,
                     help="Each player's time for a game, and the time added after each of their turns: "
                     "5m+3s, 90s, 1h+30s. A player whose time is over loses."),
    ] = "",
    threads: ThreadsOption = 1,
    port: Annotated[
        int, typer.Option("--port", metavar="N", min=0, max=65535, help="The port; 0: any free one.")
    ] = 8000,
    host: Annotated[
        str,
        typer.Option("--host", metavar="ADDRESS", help="Where to listen: 127.0.0.1 is this computer alone, 0.0.0.0 "
                     "all networks it is in."),
    ] = "127.0.0.1",
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="NAME", show_default=False,
                     help="A name under which people reach this computer, beside its own; you can repeat it."),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="FILE", callback=writable, show_default="in your data folder",
                     help="Where games are kept (SQLite)."),
    ] = None,
    open_games: Annotated[
        bool, typer.Option("--open-games", help="The first page lists open games: anybody may take a seat. "
        "You choose that when you begin a game.")
    ] = False,
    games: Annotated[
        int, typer.Option("--games", metavar="N", min=1,
                          help="Games that may be played at a time; others wait on disk.")
    ] = 10_000,
    per_address: Annotated[
        int, typer.Option("--per-address", metavar="N", min=1, help="Connections from one address, and half as "
                          "many new games a minute.")
    ] = 64,
    debug: Annotated[bool, typer.Option("--debug", help="Print more about errors.")] = False,
) -> None:  # fmt: skip
    """Let people play on several machines: a link for each seat.

    The server holds the games, knows the rules and keeps every move on disk. After a restart the same links go on. A
    link is a seat: send it to one person. The server speaks plain HTTP. To reach it from the internet, put a program in
    front of it that speaks HTTPS (docs/serve.md shows how).

    \b
    gdl serve sparks
    gdl serve chess --host 0.0.0.0 --port 8080
    gdl serve backgammon --seat Black=mcts:1s --data games.sqlite
    gdl serve reversi --level 2
    gdl serve chess --clock 5m+3s --open-games
    gdl serve my.gdl --set size=7 --name play.example.org

    Exit status: 0 when it was stopped by Ctrl-C or SIGTERM, 1 if the rules are wrong, 2 if it could not begin.
    """
    extra("serve", "gdl serve")
    from cli.web.serve.running import listening, run

    if game == "-":
        stop("gdl serve needs rules that are there after a restart, too: a file, or a game that ships")
    with clear_errors():
        first = rules.load(game)
        first.start()
        if clock:
            read_clock(clock)
        if news := settle(first):
            say(news)
        sitting = seats_given(first, seat or [])
        if level is not None:
            free = [player for player in first.players if player not in sitting]
            taken = free if HUMAN in sitting.values() else free[1:]
            sitting |= dict.fromkeys(taken, Computer(level).checked().spec(first))
    source = str(Path(game).resolve()) if is_path(game) else game
    try:
        at = listening(host, port)
    except OSError as error:
        stop(_port_taken(host, port, error))
    path = data or _usual(source)
    try:
        store = Store(path)
    except StoreError as error:
        at.close()
        stop(str(error))
    usual = Limits()
    limits = replace(
        usual, games=games, per_address=per_address, new_games=max(usual.new_games, per_address // 2),
        connections=max(usual.connections, per_address), open_games=LISTED if open_games else 0,
    )  # fmt: skip
    logging.basicConfig(format="gdl: %(message)s", level=logging.WARNING)
    logging.getLogger("gdl.serve").setLevel(logging.INFO if debug else logging.WARNING)
    thinkers = Thinkers(threads=threads)
    settings = Settings(source, rules.settings, rules.players)
    hall = Hall(settings, first.title, sitting, store, limits, thinkers, clock)
    kept = visible(str(path), keep="")
    begun = f"{brief(first.title)}: {_address(at, host)} (games are kept in {kept}; Ctrl-C stops)"
    try:
        run(hall, at, name or [], lambda: say(begun))
    finally:
        store.close()
    say("stopped; the games are kept, and go on under the same links")
    if hall.is_thinking:  # Python would wait for threads that nobody needs any more
        leave(0)


def _usual(source: str) -> Path:
    """The file in the user's data folder; each ruleset has its own, as two servers can't share one."""
    place = folder().with_name("serve")
    if not is_path(source):
        return place / f"{source}.sqlite"
    stem, mark = Path(source).stem, sha256(os.fsencode(source)).hexdigest()[:8]
    while len(os.fsencode(f"{stem}-{mark}.sqlite-journal")) > LONGEST:
        stem = stem[:-1]
    return place / f"{stem}-{mark}.sqlite"


def _address(at: socket.socket, host: str) -> str:
    port = at.getsockname()[1]
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def _port_taken(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        others = f"--port {port + 1} tries the next, --port 0 any free one"
        return f"port {port} of {host} is taken by another program; {others}"
    if error.errno == errno.EACCES:
        return f"port {port} of {host}: this user may not listen there; ports from 1024 on are free to all"
    return f"{host}:{port}: can't listen there: {error.strerror or error}"
