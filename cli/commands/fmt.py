"""`gdl fmt`: format rulesets."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import counted, findings_text, rulesets
from cli.options.echo import say
from cli.options.exits import COULD_NOT_RUN, FINDINGS
from cli.terminal.scene.changes import changes
from gdl.files import write
from gdl.library import NotFound, read
from gdl.syntax.formatter import Refused
from gdl.syntax.formatter import format as formatted
from gdl.text.findings import Finding


def fmt(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILES", help="Rulesets, or folders of them; - formats standard input.",
                       show_default=False),
    ],
    check: Annotated[bool, typer.Option("--check", help="Only say what would change (then exit 1).")] = False,
    diff: Annotated[bool, typer.Option("--diff", help="Only show what would change.")] = False,
) -> None:  # fmt: skip
    """Put rulesets into the usual layout.

    Comments stay, and what the rules mean never changes.

    \b
    gdl fmt mygame.gdl
    gdl fmt --check rulesets
    """
    status, changed, refused = 0, 0, list[Finding]()
    paths = [path for name in files for path in rulesets(name)]
    for name in paths:
        try:
            source = read(name if name == "-" else Path(name))
            text = formatted(source.text, source.name)
        except NotFound as error:
            say(f"gdl: {error}", err=True)
            status = COULD_NOT_RUN
            continue
        except Refused as error:
            refused += error.findings
            continue
        if name == "-" and not (check or diff):
            typer.echo(text, nl=False)
            continue
        # what is compared is the file itself: line ends and a last one that is missing count
        before = source.text if name == "-" else Path(name).read_bytes().decode()
        if text == before:
            continue
        changed += 1
        if diff:
            say(changes(before, text, source.name, "formatted").rstrip("\n"))
        elif check:
            say(f"{source.name}: would be changed")
        else:
            try:
                write(Path(name), text.encode())
            except OSError as error:
                say(f"gdl: {name}: can't be written: {error.strerror or error}; it is as it was", err=True)
                status = COULD_NOT_RUN
                continue
            say(f"{source.name}: formatted")
    if refused:
        typer.echo(findings_text(refused, sys.stderr), err=True)
    if changed == 0 and not refused and not status and paths != ["-"]:
        say(f"{counted(len(paths), 'file')}: nothing to change")
    raise typer.Exit(status or (FINDINGS if refused or (changed and (check or diff)) else 0))
