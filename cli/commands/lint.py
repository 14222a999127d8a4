"""`gdl lint`: what is wrong with rulesets, and what might be."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.completion import complete_game
from cli.linting import Format, Mend, lint_files


def lint(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Rulesets by path or name, or folders of them.",
                       autocompletion=complete_game, show_default=False),
    ],
    form: Annotated[Format, typer.Option("--format", help="How findings are printed.")] = Format.text,
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
    fix: Annotated[bool, typer.Option("--fix", help="Mend what can be mended in one sure way, in your own files.")]
    = False,
    diff: Annotated[bool, typer.Option("--diff", help="Only show what --fix would change (then exit 1).")] = False,
    no_cache: Annotated[
        bool, typer.Option("--no-cache", help="Check rulesets again that haven't changed since the last time.")
    ] = False,
) -> None:  # fmt: skip
    """Check rulesets before you publish them.

    All errors are found at once, and much that is probably one; `gdl explain CODE` tells more.

    \b
    gdl lint mygame.gdl
    gdl lint rulesets --strict --format github
    gdl lint sparks --ignore W

    Exit status: 0 if there are no errors (with --strict: nothing at all was found), 1 if there are, even if --select or
    --ignore doesn't show them, 2 if a file can't be read.
    """
    mend = Mend.show if diff else Mend.make if fix else Mend.no
    raise typer.Exit(lint_files(files, form, _codes(select), _codes(ignore), strict, no_cache, mend))


def _codes(given: list[str] | None) -> list[str]:
    return [code for part in given or [] for code in part.split(",")]
