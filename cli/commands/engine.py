"""`gdl engine`: a ruleset's player in other programs' windows."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain
from select import select
from threading import Lock
from typing import Annotated, BinaryIO

import typer

from cli.options.arguments import GameArgument, ThreadsOption, clear_errors, stop
from cli.options.groups import Rules, spliced
from cli.options.seating import LevelOption
from interpreter import Game
from interpreter.bridges.formats import naming
from interpreter.bridges.protocols.gtp import GoEngine, Load, is_gtp
from interpreter.bridges.protocols.thinking import Strength, playable
from interpreter.bridges.protocols.uci import DIALECTS, UCI, Engine
from interpreter.bridges.protocols.xboard import XBoard
from interpreter.players.levels import LEVELS, number

XBOARD, GTP = "xboard", "gtp"
PROTOCOLS = (*DIALECTS, XBOARD, GTP)
_LOCK = Lock()
"""Held while a line is said: searches say theirs in threads of their own."""
LONGEST_LINE = 1_000_000
"""Characters of a line that is read: a game of many thousand moves has fewer."""


@spliced()
def engine(
    game: GameArgument,
    protocol: Annotated[
        str | None,
        typer.Option("--protocol", metavar="uci|usi|ucci|xboard|gtp", show_default=False,
                     help="The protocol; without it, the program's first line tells it."),
    ] = None,
    level: LevelOption = None,
    threads: ThreadsOption = 1,
    *,
    rules: Rules,
) -> None:  # fmt: skip
    """Play in other programs' windows: UCI, XBoard, GTP.

    Name this command where the program asks for an engine. It plays any ruleset for two players who see everything,
    without dice. Squares have the names of the rules. Positions are in the rules' own notation (FEN in chess). USI is
    for Shogi programs, UCCI for Xiangqi programs, GTP for games of stones: Go, Hex, Reversi. XBoard draws boards that
    it doesn't know, too.

    `UCI_Variant` chooses another ruleset that ships; Level, MultiPV and Threads are options, too. docs/engines.md tells
    which programs it was tried with.

    \b
    gdl engine chess
    gdl engine my_variant.gdl --level 4
    gdl engine shogi --protocol usi
    xboard -fcp "gdl engine breakthrough --protocol xboard"
    gdl engine go --set size=19
    """
    if protocol is not None and protocol not in PROTOCOLS:
        stop(f"there is no protocol `{protocol}`: say {', '.join(PROTOCOLS)}")
    lines = _lines(sys.stdin.buffer)
    first = next(lines, "") if _is_waiting() else ""
    spoken = protocol or _spoken(first) if first.strip() else protocol
    if spoken == XBOARD:
        _say("feature done=0")  # `quick` says why
    with clear_errors():
        one = rules.load(game)
        if reason := playable(one):
            stop(reason, 1)
        strength = Strength(LEVELS if level is None else number(level), threads)

        def again(options: Mapping[str, object]) -> Game:
            return replace(rules, sets=[f"{name}={_written(value)}" for name, value in options.items()]).load(game)

        _talk(one, again, protocol, strength, chain([first], lines), game)


def _written(value: object) -> str:
    """An option's value as the command line has it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{{{', '.join(map(str, value))}}}" if isinstance(value, list) else str(value)


def _is_waiting() -> bool:
    """Whether another program has said something already."""
    try:
        return not sys.stdin.isatty() and bool(select([sys.stdin.buffer], [], [], 0)[0])
    except (OSError, ValueError):  # no file, or a system that can't ask
        return False


def _say(line: str) -> None:
    with _LOCK:
        sys.stdout.write(line + "\n")
        sys.stdout.flush()


def _talk(game: Game, again: Load, protocol: str | None, strength: Strength, lines: Iterable[str], source: str) -> None:
    """Answer until the other program has gone."""
    answers: Engine | XBoard | GoEngine | None = None
    for line in lines:
        if answers is None and not line.strip():
            continue
        if answers is None:
            spoken = protocol or _spoken(line)
            if spoken == GTP:
                answers = GoEngine(game, _say, again, strength, source)
            elif spoken == XBOARD:
                answers = XBoard(game, _say, strength, naming.window_names())
            else:
                answers = Engine(game, _say, DIALECTS.get(spoken, UCI), strength, naming.uci_names())
        if not answers.hear(line):
            return
    if answers is not None:
        answers.finish()


def _spoken(line: str) -> str:
    """The protocol that a program's first line is of."""
    word = (line.split() or [""])[0]
    return XBOARD if word in (XBOARD, "protover") else GTP if is_gtp(line) else word


def _lines(stream: BinaryIO) -> Iterator[str]:
    """Lines as text, whatever they hold; what is longer than any game is left out."""
    whole = True
    while line := stream.readline(LONGEST_LINE):
        ends = line.endswith(b"\n")
        if whole and (ends or len(line) < LONGEST_LINE):
            yield line.decode("utf-8", "replace").replace("\0", "")
        whole = ends
