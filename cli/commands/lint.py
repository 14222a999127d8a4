"""`gdl lint`: what is wrong with rulesets, and what might be."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli.linting.asked import Fixing, Format, Playing
from cli.linting.files import lint_files
from cli.options.budgets import seconds
from cli.options.completion import complete_game
from cli.options.outputs import writable_folder

LEAST, MOST = 0.001, 1_000_000.0
"""Seconds that playing a ruleset may take."""


def lint(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Rulesets by path or name, or folders of them.",
                       autocompletion=complete_game, show_default=False),
    ],
    form: Annotated[Format, typer.Option("--format", help="How findings are printed.")] = Format.text,
    as_json: Annotated[bool, typer.Option("--json", help="The same as --format json.")] = False,
    select: Annotated[
        list[str] | None,
        typer.Option("--select", metavar="CODES", help="Only these codes, or those that begin so: N,T301.",
                     show_default=False),
    ] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option("--ignore", metavar="CODES", help="Not these codes.", show_default=False),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors: exit 1 for them, too.")] = False,
    fix: Annotated[bool, typer.Option("--fix", help="Make the fixes that have only one meaning, in your own files.")]
    = False,
    diff: Annotated[bool, typer.Option("--diff", help="Only show what --fix would change (then exit 1).")] = False,
    play: Annotated[
        bool, typer.Option("--play", help="Also play the game, and find what only play can show.")
    ] = False,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, max=1_000_000,
                                       help="With --play: random games, at most.")] = 1000,
    budget: Annotated[str | None, typer.Option("--budget", metavar="TIME", show_default=False,
                                               help="With --play: time for a ruleset, at most: 30s.")] = None,
    strength: Annotated[int, typer.Option("--strength", metavar="N", min=0, max=100_000,
                                          help="With --play: iterations of search for a move. 0 means 100, or 30 if "
                                          "a game takes long.")] = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, max=1024,
                                      help="With --play: threads; results are the same.")] = 1,
    witnesses: Annotated[Path | None, typer.Option("--witnesses", metavar="FOLDER", callback=writable_folder,
                                                   show_default=False,
                                                   help="With --play: a folder for games that show a finding.")] = None,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Check rulesets again that haven't changed since the last time.")
    ] = False,
) -> None:  # fmt: skip
    """Check rulesets before you publish them.

    It finds all errors at once, and much that is probably a mistake. `gdl explain CODE` tells more.

    \b
    gdl lint mygame.gdl
    gdl lint rulesets --strict --format github
    gdl lint sparks --ignore W
    gdl lint mygame.gdl --fix
    gdl lint mygame.gdl --play --budget 30s

    --play plays random games and games of search for some seconds. A finding tells how many games it is based on, and
    names a game that shows it, for `gdl replay`. If the time of --budget is over, G801 tells what was left out.

    Exit status: 0 if there are no errors (with --strict: no warnings either), 1 if there are, even if --select or
    --ignore hides them, 2 if a file can't be read or the time of --budget was over.
    """
    within = None if budget is None else seconds(budget, LEAST, MOST)
    playing = Playing(games, within, strength, jobs, witnesses) if play else None
    if as_json:
        form = Format.json
    fixing = Fixing.show if diff else Fixing.make if fix else Fixing.no
    raise typer.Exit(lint_files(files, form, _codes(select), _codes(ignore), strict, no_cache, fixing, playing))


def _codes(given: list[str] | None) -> list[str]:
    return [code for part in given or [] for code in part.split(",")]
