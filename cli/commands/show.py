"""`gdl show`: a game at a glance, its position as text, picture, YAML or JSON."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from cli.options.arguments import (
    JsonOption,
    OptionalGame,
    SeedOption,
    clear_errors,
    counted,
    stop,
)
from cli.options.echo import say, say_json
from cli.options.groups import Rules, spliced
from cli.options.outputs import ALONE, writable
from cli.options.positions import position_text, read_position
from cli.reports import pictures
from cli.terminal.scene import view
from cli.terminal.scene.console import Screen
from cli.terminal.scene.phrases import other_examples
from gdl.model import printing
from gdl.model.model import Option
from interpreter import Game, State
from interpreter.drawing import results
from interpreter.drawing.svg import picture
from interpreter.drawing.whose_turn import whose_moves, whose_turn
from interpreter.game.eyes import ONLOOKER, Eyes, is_masked, seen
from interpreter.game.views import View
from interpreter.native.module.emitter import Unsupported

FEW = 12
"""So many choices are listed."""
PRINT = ""
"""What `--position` stands for if no file follows: print it."""


class ShowCommand(TyperCommand):
    """Lets `--position`, `--svg` and `--png` stand alone, which Typer has no word for."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Give what stands alone a value that says so."""
        alone = {"--position": PRINT, "--svg": ALONE, "--png": ALONE}
        given = []
        for i, word in enumerate(args):
            given.append(word)
            if word in alone and (i + 1 == len(args) or args[i + 1][:1] == "-" != args[i + 1]):
                given.append(alone[word])
        return super().parse_args(ctx, given)


@spliced()
def show(
    game: OptionalGame = None,
    position: Annotated[
        str | None,
        typer.Option("--position", metavar="[FILE]", show_default=False,
                     help="With a file: show that position. Alone: print the position as YAML."),
    ] = None,
    svg: Annotated[
        str | None,
        typer.Option("--svg", metavar="[FILE]", callback=writable, show_default=False,
                     help="Draw the position into this file, or GAME.svg (`-`: standard output)."),
    ] = None,
    png: Annotated[
        str | None,
        typer.Option("--png", metavar="[FILE]", callback=writable, help="The same as PNG.", show_default=False),
    ] = None,
    seat: pictures.AsOption = None,
    is_open: Annotated[
        bool, typer.Option("--open", help="Also show what players hide from each other.")
    ] = False,
    force: pictures.ForceOption = False,
    model: Annotated[bool, typer.Option("--model", help="Print the checked rules in full.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Print how the rules are compiled, place by place.")] = False,
    *,
    rules: Rules,
    seed: SeedOption = 0,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Show a game: its options, its board, how to enter moves.

    \b
    gdl show sparks
    gdl show sparks --set base=5 --svg           draws sparks.svg
    gdl show chess --png board.png --as Black
    gdl show chess --position > start.yaml       the position as YAML
    gdl show chess --position start.yaml         … and back
    gdl show chess --position "8/8/8/8/8/2k5/1q6/K7 w"
    """
    if game is None and position:  # gdl show --position GAME
        game, position = position, PRINT
    if game is None:
        stop("say which game: gdl show GAME (`gdl list` shows those that ship)")
    if is_open and seat is not None:
        stop("--open shows everything, --as what one player sees: give one of them")
    with clear_errors():
        one = rules.load(game)
        eyes = _eyes(one, seat, is_open)
        state = read_position(one, Path(position))[0] if position else one.start(seed=seed)
        _draw(state, {"svg": svg, "png": png}, seat, eyes, force)
        if model:
            say(printing.model(one.model))
        elif plan:
            say(_plan(one))
        elif as_json:
            say_json(_json(one, state, pictures.seat(one, seat)))
        elif position == PRINT:
            typer.echo(position_text(state, pictures.seat(one, seat)), nl=False)
        elif svg is None and png is None:
            _show(one, state, seen(state, eyes), Screen(), rules.command("play", game))


def _eyes(game: Game, seat: str | None, is_open: bool) -> Eyes:
    """For whose eyes a position is shown: unless somebody says so, nobody's cards are opened."""
    if not game.model.hides or is_open:
        return None
    return ONLOOKER if seat is None else pictures.seat(game, seat)


def _draw(state: State, wanted: Mapping[str, str | None], seat: str | None, eyes: Eyes, force: bool) -> None:
    """Draw into each file that is wished, once it is clear that all of them may be written."""
    viewer = pictures.seat(state.game, seat)
    if wanted["png"] is not None:
        pictures.needs_points("--png")
    asked = [(kind, file) for kind, file in wanted.items() if file is not None]
    targets = [pictures.target(file, state.game, kind, force) for kind, file in asked]
    for (kind, file), target in zip(asked, targets, strict=True):
        svg = picture(seen(state, eyes), viewer=viewer)
        content = pictures.png(svg) if kind == "png" else svg.encode()
        pictures.write(target, content, force, said=file == ALONE)


def _plan(game: Game) -> str:
    """How the rules are worked out; compiling shows whether their code has room for the usual plans."""
    from interpreter.native.compile import compile_model
    from interpreter.native.plan.report import report

    try:
        is_compact = compile_model(game.model).is_compact
    except Unsupported:
        is_compact = False
    return report(game.model, is_compact).rstrip()


def _json(game: Game, state: State, eyes: Eyes) -> dict[str, Any]:
    view_ = seen(state, eyes)
    masked = is_masked(game, eyes)
    return {
        "game": game.name,
        "title": game.title,
        "players": list(game.players),
        "options": dict(game.options),
        "to_move": state.to_move,
        "over": state.is_over,
        "chance": state.is_chance,
        "outcomes": state.outcomes,
        **({"seen by": eyes} if masked else {}),
        "position": view_.position(),
        "notation": "" if masked else state.notation,
        "moves": [move.text for move in (view_.moves if masked else state.moves)],
    }


def _show(game: Game, state: State, view_: View, screen: Screen, play: str) -> None:
    screen.write(game.title, "bold")
    for name, values in game.facts:
        between = " " if name == "summary" else ", "
        screen.line([(f"  {name}: ", "dim"), (between.join(values), "")])
    screen.line([("  players: ", "dim"), (", ".join(game.players), "")])
    if game.model.options:
        screen.write()
        screen.write("Options (--set NAME=VALUE)", "bold")
        for option in game.model.options:
            name = f"  {option.name} = {_text(option.value)}"
            about = textwrap.wrap(f"{option.help} ({_allowed(option)})", max(screen.width - 28, 30))
            screen.line([(f"{name:<26}  ", ""), (about[0], "dim")])
            screen.lines([[(f"{'':28}{line}", "dim")] for line in about[1:]])
    screen.write()
    view.show(screen, view_)
    screen.write()
    if state.is_over:
        screen.write(f"The game is over: {results.result(view_)}.")
        return
    if view_.sight is not None and not view_.moves:
        screen.line([(f"{whose_turn(view_)}.", "bold")])
        if view_.public and state.to_move is not None:
            who = state.to_move
            screen.write(f"What players hide stays so: --as {who} shows the view of {who}, --open everything.", "dim")
        return
    options = counted(len(state.moves), "outcome" if state.is_chance else "move")
    screen.line([(f"{whose_moves(view_)}: ", "bold"), (options, "")])
    screen.lines([[(row, "")] for row in view.moves(view_, screen.width)])
    screen.write()
    screen.write(f"What is asked: {state.prompt}")
    screen.write(f"In the rules' words: {state.asks}", "dim")
    other = f" (or so: {', '.join(others)})" if (others := other_examples(state)) else ""
    screen.write(f"In `{play}` type a move as written above{other}, its beginning, or its number.", "dim")


def _allowed(option: Option) -> str:
    """The values that an option may have."""
    allowed = option.type_text
    if option.low is not None and option.high is not None:
        allowed = f"{option.low} to {option.high}"
    elif option.choices and len(option.choices) <= FEW:
        allowed = ", ".join(option.choices)
    return allowed if option.value == option.default else f"{allowed}; by itself {_text(option.default)}"


def _text(value: object) -> str:
    """An option's value as it is written in rules."""
    if isinstance(value, list | tuple):
        return f"{{{', '.join(map(str, value))}}}"
    return str(value).lower() if isinstance(value, bool) else str(value)
