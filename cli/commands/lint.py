"""`gdl lint`: what is wrong with rulesets, and what might be."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import counted, findings_text, rulesets, stop
from cli.completion import complete_game
from cli.exits import COULD_NOT_RUN, FINDINGS
from cli.screen.echo import say
from gdl import report
from gdl.files import is_file
from gdl.findings import has_errors
from gdl.library import NotFound, NotText, read
from gdl.lint import RULES, Outcome, UnknownCode, outcome
from gdl.lint.pages import address
from gdl.lint.runs import MAX_RUNS

SCENARIOS = {".yaml", ".yml"}
FEW_NOTES = 3  # about single rulesets; of more it is said how many there are


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
    strict: Annotated[bool, typer.Option("--strict", help="Warnings count as errors: exit 1 for them, too.")] = False,
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
    sources, unread, status = [], [], 0
    for name in (name for given in files for name in rulesets(given)):
        if Path(name).suffix in SCENARIOS and is_file(name):
            say(f"gdl: {name} is no ruleset; if it holds scenarios, try them with `gdl test {name}`", err=True)
            status = COULD_NOT_RUN
            continue
        try:
            sources.append(read(Path(name) if is_file(name) else name))
        except NotText as error:
            unread.append(error.finding)
        except NotFound as error:
            say(f"gdl: {error}", err=True)
            status = COULD_NOT_RUN
    try:
        found = outcome(sources, _codes(select), _codes(ignore))
    except UnknownCode as error:
        stop(str(error))
    findings = [*found.findings, *unread]
    _tell(found)
    if form is not Format.text:
        summaries = {code: rule.summary() for code, rule in RULES.items()}
        shown = report.render(findings, form.value, summaries=summaries, addresses={c: address(c) for c in RULES})
        if shown:
            say(shown)
    elif findings:
        typer.echo(findings_text(findings, sys.stdout))
    if form is Format.text and not status:
        said = report.summary(findings) or ("nothing else found" if found.hidden_errors else "nothing found")
        say(f"{counted(len(sources) + len(unread), 'ruleset')}: {said}")
    broken = found.hidden_errors or has_errors(findings) or (strict and findings)
    raise typer.Exit(COULD_NOT_RUN if status or unread else FINDINGS if broken else 0)


def _tell(found: Outcome) -> None:
    """What people should know besides what is found."""
    if len(found.notes) > FEW_NOTES:
        many = counted(len(found.notes), "ruleset")
        say(f"gdl: {many} with more than {MAX_RUNS} combinations of options; not all were tried", err=True)
    else:
        for note in found.notes:
            say(f"gdl: {note}", err=True)
    if found.hidden_errors:
        many = counted(found.hidden_errors, "error")
        say(f"gdl: {many} not shown, for other codes were asked for; the game can't be played like this", err=True)


def _codes(given: list[str] | None) -> list[str]:
    return [code for part in given or [] for code in part.split(",")]
