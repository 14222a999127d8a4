"""`gdl engine`: a ruleset's player in other programs' windows."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from threading import Lock
from typing import Annotated, BinaryIO

import typer

from cli.options.arguments import GameArgument, ThreadsOption, clear_errors, stop
from cli.options.groups import Rules, spliced
from cli.options.seating import LevelOption
from gdl import library
from interpreter import Game
from interpreter.bridges.protocols.gtp import GoEngine, Load, is_gtp
from interpreter.bridges.protocols.thinking import Strength, playable
from interpreter.bridges.protocols.uci import DIALECTS, UCI, Engine, called
from interpreter.players.levels import LEVELS, number

GTP = "gtp"
PROTOCOLS = (*DIALECTS, GTP)
LONGEST_LINE = 1_000_000
"""Characters of a line that is read: a game of many thousand moves has fewer."""


@spliced()
def engine(
    game: GameArgument,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="uci|usi|gtp", show_default=False,
                     help="What the other program speaks; its first line says it, too."),
    ] = None,
    level: LevelOption = None,
    threads: ThreadsOption = 1,
    *,
    rules: Rules,
) -> None:  # fmt: skip
    """Play in other programs' windows: UCI, USI, GTP.

    Name this command where the program asks for an engine. It plays any ruleset for two who see everything, without
    dice: squares are called as the rules call them, positions are in the rules' own notation (FEN in chess). GTP is for
    games of stones: Go, Hex, Reversi.

    `UCI_Variant` chooses another ruleset that ships; Level, MultiPV and Threads are options, too. docs/engines.md tells
    which programs it was tried with.

    \b
    gdl engine chess
    gdl engine my_variant.gdl --level 4
    gdl engine shogi --protocol usi
    gdl engine go --set size=19
    """
    if protocol is not None and protocol not in PROTOCOLS:
        stop(f"there is no protocol `{protocol}`: say {', '.join(PROTOCOLS)}")
    with clear_errors():
        one = rules.load(game)
        if reason := playable(one):
            stop(reason, 1)
        strength = Strength(LEVELS if level is None else number(level), threads)

        def again(options: Mapping[str, object]) -> Game:
            return replace(rules, sets=[f"{name}={_written(value)}" for name, value in options.items()]).load(game)

        _talk(one, again, protocol, strength)


def _written(value: object) -> str:
    """An option's value as the command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{{{', '.join(map(str, value))}}}" if isinstance(value, list) else str(value)


def _talk(game: Game, again: Load, protocol: str | None, strength: Strength) -> None:
    """Answer until the other program has gone."""
    lock = Lock()

    def say(line: str) -> None:
        with lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()

    answers: Engine | GoEngine | None = None
    for line in _lines(sys.stdin.buffer):
        if answers is None and not line.strip():
            continue
        if answers is None and (protocol == GTP or (protocol is None and is_gtp(line))):
            answers = GoEngine(game, say, again, strength)
        elif answers is None:
            dialect = DIALECTS.get(protocol or line.strip(), UCI)
            answers = Engine(game, say, dialect, strength, {called(name): name for name in library.names()})
        if not answers.hear(line):
            return
    if answers is not None:
        answers.finish()


def _lines(stream: BinaryIO) -> Iterator[str]:
    """Lines as text, whatever they hold; what is longer than any game is left out."""
    whole = True
    while line := stream.readline(LONGEST_LINE):
        ends = line.endswith(b"\n")
        if whole and (ends or len(line) < LONGEST_LINE):
            yield line.decode("utf-8", "replace").replace("\0", "")
        whole = ends
