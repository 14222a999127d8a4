"""The command `gdl` and its commands."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.commands.bench import bench
from cli.commands.compile import compile_
from cli.commands.explain import explain
from cli.commands.fmt import fmt
from cli.commands.lint import lint
from cli.commands.listing import list_games
from cli.commands.match import match
from cli.commands.new import new
from cli.commands.perft import perft
from cli.commands.play import play
from cli.commands.replay import replay
from cli.commands.selftest import selftest
from cli.commands.show import ShowCommand, show
from cli.commands.simulate import simulate
from cli.commands.solve import solve
from cli.commands.test import test

# Help is plain text: it starts quickly, and examples keep their lines.
app = typer.Typer(
    name="gdl", no_args_is_help=True, rich_markup_mode=None, pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip

app.command("list")(list_games)
app.command(cls=ShowCommand)(show)
app.command()(play)
app.command()(replay)
app.command()(new)
app.command()(lint)
app.command()(fmt)
app.command()(explain)
app.command()(test)
app.command()(perft)
app.command()(simulate)
app.command()(match)
app.command()(solve)
app.command("compile")(compile_)
app.command()(selftest)
app.command()(bench)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"gdl-interpreter {version('gdl-interpreter')}")
        raise typer.Exit


@app.callback()
def gdl(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Board games as data: describe the rules in a text file, check them, play.

    \b
    gdl list                    the games that ship
    gdl play sparks             play one against the computer
    gdl new mygame              a ruleset to start from: mygame.gdl
    gdl lint mygame.gdl         check it before you publish it

    A game is named by its name, by the path of a ruleset, or by - for standard input.
    """
