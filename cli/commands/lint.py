"""`gdl lint`: what is wrong with rulesets, and what might be."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import complete_game, counted, findings_text, rulesets, stop
from cli.exits import COULD_NOT_RUN, FINDINGS
from cli.screen.echo import say


class Format(StrEnum):
    """How findings are printed."""

    text = "text"
    json = "json"
    sarif = "sarif"
    github = "github"


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
) -> None:  # fmt: skip
    """Check rulesets before you publish them.

    All errors are found at once, and much that is probably one; `gdl explain CODE` tells more.

    \b
    gdl lint mygame.gdl
    gdl lint rulesets --format github
    gdl lint sparks --ignore W
    """
    from gdl import report
    from gdl.files import is_file
    from gdl.library import NotFound, read
    from gdl.lint import RULES, UnknownCode
    from gdl.lint import lint as linted

    sources, notes, status = [], list[str](), 0
    for name in (name for given in files for name in rulesets(given)):
        try:
            sources.append(read(Path(name) if is_file(name) else name))
        except NotFound as error:
            say(f"gdl: {error}", err=True)
            status = COULD_NOT_RUN
    try:
        findings = linted(sources, _codes(select), _codes(ignore), notes)
    except UnknownCode as error:
        stop(str(error))
    for note in notes:
        say(f"gdl: {note}", err=True)
    if form is not Format.text:
        shown = report.render(findings, form.value, summaries={code: rule.summary() for code, rule in RULES.items()})
        if shown:
            say(shown)
    elif findings:
        typer.echo(findings_text(findings, sys.stdout))
    if form is Format.text and not status:
        said = report.summary(findings) or "nothing found"
        say(f"{counted(len(sources), 'ruleset')}: {said}")
    raise typer.Exit(status or (FINDINGS if findings else 0))


def _codes(given: list[str] | None) -> list[str]:
    return [code for part in given or [] for code in part.split(",")]
