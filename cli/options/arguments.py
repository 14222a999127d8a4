"""Arguments that several commands share: the game, its options, players; and their completion."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from shlex import quote
from typing import Annotated, Any, Literal, NoReturn

import typer

from cli.options.completion import complete_game
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.plain import counted, findings_text, rulesets, stop
from cli.session.seats import kinds
from gdl.text.findings import Finding
from interpreter import Game, GameError, LoadError, PositionError, RuleError
from interpreter.game.game import Backend
from interpreter.work.memory import available, share
from interpreter.work.processors import processors

__all__ = [
    "BackendOption", "GameArgument", "JobsOption", "JsonOption", "OptionalGame", "PlayersOption",
    "SeedOption", "SetOption", "ThreadsOption", "clear_errors", "command_for", "complete_game", "counted",
    "each", "findings_text", "load", "note_backend", "rulesets", "settings", "stop",
]  # fmt: skip


@contextmanager
def clear_errors() -> Iterator[None]:
    """Whatever may be wrong with rules, files or moves is said without a traceback."""
    try:
        yield
    except LoadError as error:
        _refused(error)
    except RuleError as error:
        stop(str(error), FINDINGS)
    except PositionError as error:
        stop("the position makes no sense:\n" + "\n".join(f"  - {reason}" for reason in error.reasons))
    except GameError as error:
        stop(str(error))


def each(names: Iterable[str], work: Callable[[str], object]) -> int:
    """Do this for each game: what is wrong with one is said, and the others go on. The exit status: the worst."""
    status = 0
    for name in names:
        try:
            with clear_errors():
                work(name)
        except typer.Exit as end:
            status = max(status, end.exit_code)
    return status


def _refused(error: LoadError) -> NoReturn:
    """Show the findings of rules that can't be played; what was asked for on the command line comes first."""
    asked = [f for f in error.findings if f.span.source.name.startswith("option ") or f.code == "O805"]
    if asked or not error.findings:
        said = [
            f"{f.span.source.name}: " * (f.code != "O805") + f.message + (f" ({_hint(f)})" if _hint(f) else "")
            for f in asked
        ]
        stop("; ".join(said) or str(error))
    typer.echo(findings_text(error.findings, sys.stderr), err=True)
    raise typer.Exit(FINDINGS)


def _hint(finding: Finding) -> str:
    """What to do; who takes `players` for an option is told that there is a word for it."""
    wanted_players = finding.code == "O801" and finding.span.source.name == "option players"
    return "--players sets the number of players" if wanted_players else finding.hint


def settings(sets: Sequence[str]) -> dict[str, Any]:
    """`name=value` texts as options: whole numbers, true and false are what they look like."""
    found: dict[str, Any] = {}
    for text in sets:
        name, equals, value = text.partition("=")
        if not equals or not name.strip().isidentifier():
            stop(f"--set {text}: should be NAME=VALUE, as in --set size=5")
        if name.strip() in found:
            stop(f"--set {name.strip()} is given twice")
        if not value.strip():
            stop(f"--set {text}: a value should follow, as in --set size=5")
        found[name.strip()] = _value(value.strip())
    return found


def _value(text: str) -> bool | int | str:
    if text.lower() in ("true", "false"):
        return text.lower() == "true"
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 19 else text


def load(game: str, sets: Sequence[str] = (), players: int | None = None, backend: Backend = "auto") -> Game:
    """The game with these options. Use within `clear_errors`."""
    return Game.of(game, settings(sets), players, backend)


def command_for(command: str, game: str, sets: Sequence[str] = (), players: int | None = None) -> str:
    """A command that is suggested for the game at hand: named as it was named, with the options that it was given."""
    count = [] if players is None else ["--players", str(players)]
    words = ["gdl", command, game, *(word for text in sets for word in ("--set", text)), *count]
    return " ".join(map(quote, words))


def note_backend(game: Game) -> None:
    """Say if it will take longer than one might expect, and why."""
    if game.native is None and game.backend != "reference":
        say(f"gdl: {game.title} isn't compiled, so it takes longer: {game.not_compiled}", err=True)


# ---- completion --------------------------------------------------------------------------------------


def complete_set(ctx: typer.Context, incomplete: str) -> list[str]:
    """The options of the game that was named."""
    game = _named(ctx)
    return [t for o in game.model.options if (t := f"{o.name}=").startswith(incomplete)] if game else []


def complete_seat(ctx: typer.Context, incomplete: str) -> list[str]:
    """Each player with each kind of seat."""
    game = _named(ctx)
    seats = [f"{player}={kind}" for player in game.players for kind in kinds()] if game else []
    return [seat for seat in seats if seat.startswith(incomplete)]


def _named(ctx: typer.Context) -> Game | None:
    # while an option is being typed, the words before it are not yet taken for arguments
    name = ctx.params.get("game") or next((word for word in ctx.args if not word.startswith("-")), None)
    try:
        return Game.load(name) if name else None
    except LoadError:
        return None


# ---- declarations ------------------------------------------------------------------------------------

GAME_HELP = "A game that ships (`gdl list`), the path of a ruleset, or `-` for standard input."

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game, show_default=False)
]
OptionalGame = Annotated[
    str | None,
    typer.Argument(metavar="GAME", help=GAME_HELP, autocompletion=complete_game, show_default=False),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Set an option of the game; you can repeat it.",
        autocompletion=complete_set, show_default=False,
    ),
]  # fmt: skip
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players", metavar="N", help="The number of players, if the rules leave it open.", show_default=False
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="S", min=0, help="Names the dice and the random moves.")]
BackendOption = Annotated[
    Literal["auto", "reference", "native", "c"],
    typer.Option(
        "--backend",
        help="What plays: the reference interpreter, the compiled rules, rules compiled by your C compiler "
        "(GDL_CC, or cc), or the quickest of them.",
    ),
]
CompiledOption = Annotated[
    Literal["auto", "native"],
    typer.Option(
        "--backend",
        help="What makes machine code: wasmtime (native), or in long work also your C compiler, where it is quicker.",
    ),
]
JobsOption = Annotated[
    int,
    typer.Option("--jobs", metavar="N", min=1, max=256, help="Threads for compiled rules; results are the same."),
]


def as_many_as_there_are(threads: int | None) -> int | None:
    """Not more threads than can run at once: each takes memory, and more of them gain nothing."""
    most = processors()
    if threads is not None and not 1 <= threads <= most:
        raise typer.BadParameter(f"{threads} is not from 1 to {most}, as many as this machine has")
    return threads


ThreadsOption = Annotated[
    int,
    typer.Option("--threads", metavar="N", callback=as_many_as_there_are,
                 help="Threads for each thinking mcts, careful, greedy or rave; mcts:1s/2 sets them for one player."),
]  # fmt: skip
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def room(megabytes: int | None) -> int:
    """Bytes that a job may take: so many megabytes, or most of what is free."""
    if megabytes is None:
        return share()
    free = available()
    if megabytes << 20 > free:
        stop(f"--memory {megabytes}: this machine has {free >> 20:,} MB to give")
    return megabytes << 20
