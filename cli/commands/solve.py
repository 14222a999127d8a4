"""`gdl solve`: the exact value of a small game."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.arguments import (
    GameArgument,
    JsonOption,
    PlayersOption,
    PositionOption,
    SeedOption,
    SetOption,
    clear_errors,
    counted,
    load,
    read_position,
    room,
    stop,
)
from cli.exits import FINDINGS
from cli.screen.echo import say, say_json
from cli.screen.progress import spinner
from interpreter.players.solving import Solution, UnsolvedError
from interpreter.players.solving import solve as solution_of


def solve(
    game: GameArgument,
    position: PositionOption = None,
    memory: Annotated[
        int | None,
        typer.Option("--memory", metavar="MB", min=16, max=4000, help="Give up when that much is full.",
                     show_default="most of what is free"),
    ] = None,
    symmetries: Annotated[
        bool,
        typer.Option("--symmetries/--no-symmetries", help="Take positions for one that the rules' symmetries make alike.")
    ] = True,
    sets: SetOption = None,
    players: PlayersOption = None,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:
    """Find out what perfect play comes to, and a best line.

    Every position that can be reached is looked at, so this is for small games and for endings. Dice count with
    their mean. Where play can go round for ever and nobody can be made to leave, it is a draw.

    \b
    gdl solve tictactoe
    gdl solve nim
    gdl solve sparks --position ending.yaml
    """
    with clear_errors():
        one = load(game, sets or [], players)
        state = read_position(one, position)[0] if position else one.start(seed=seed)
        try:
            with spinner(one.title, quiet=as_json) as report:
                found = solution_of(state, room(memory), report, symmetries)
        except UnsolvedError as error:
            stop(f"{one.title} can't be solved: {error}", FINDINGS)
    if as_json:
        say_json({"game": one.name, **vars(found)})
    else:
        _print(one.title, found)


def _print(title: str, found: Solution) -> None:
    say(f"{title}: {_verdict(found)}")
    if found.line:
        say(f"  best play: {' '.join(found.line)}")
    say(f"  {_positions(found)}, {counted(found.options, 'move')}")
    if found.forgotten:
        say(f"  without {', '.join(found.forgotten)}, which only draw: who can't force a win goes on for ever instead")


def _positions(found: Solution) -> str:
    """How many there are, with their images and without."""
    if found.symmetries == 1:
        return counted(found.states, "position")
    if found.unfolded is None:
        return f"{counted(found.states, 'position')}, up to {found.symmetries} by symmetry taken for one"
    return f"{found.states:,} of {counted(found.unfolded, 'position')} under {found.symmetries} symmetries"


def _verdict(found: Solution) -> str:
    """The value in words."""
    values, about = found.values, "" if found.is_exact else "about "
    if found.is_endless:
        return "a draw: nobody can be made to end the game"
    if len(values) > 1 and not any(values.values()) and found.is_exact:
        return "a draw"
    (best, most), *others = sorted(values.items(), key=lambda pair: -pair[1])
    if found.is_exact and most == 1 and all(value < 1 for _, value in others):
        return f"{best} wins" + (f" within {counted(found.plies, 'move')}" if found.plies else "")
    if found.is_exact and len(values) == 1 and most == -1:
        return f"{best} loses"
    return "expected is " + about + ", ".join(f"{value:+.4f} for {player}" for player, value in values.items())
