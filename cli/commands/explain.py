"""`gdl explain`: what a finding means."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Annotated

import typer

from cli.options.arguments import stop
from cli.terminal.scene.console import PAGE, Screen, room, wrapped
from cli.terminal.scene.lines import Line
from cli.terminal.scene.rules import coloured
from gdl import lint
from gdl.lint import RULES
from gdl.lint.pages import groups
from interpreter.lab.lint import MODULES

assert MODULES, "imported for the rules that it adds"

_SAID = re.compile(r"\S+\.gdl:\d")
"""How a block begins that shows what lint says about the example."""


def complete_code(incomplete: str) -> list[str]:
    """Codes that begin so."""
    return [code for code in RULES if code.startswith(incomplete.upper())]


def explain(
    code: Annotated[
        str | None,
        typer.Argument(metavar="CODE", help="A finding's code.", autocompletion=complete_code, show_default=False),
    ] = None,
) -> None:
    """Explain a finding of `gdl lint`; without a code, name them all.

    \b
    gdl explain N201
    gdl explain
    """
    screen = Screen()
    if code is None:
        for title, rules in groups():
            screen.lines([[(f"{rules[0].code[:2]}  {title}", "bold")]])
            for rule in rules:
                screen.write(f"  {rule.code}  {rule.summary()}")
            screen.write("")
        return
    try:
        page = lint.explain(code)
    except lint.UnknownCode as error:
        stop(str(error))
    if screen.colour:
        screen.lines(_coloured(page))
    else:
        for line in page.splitlines():
            screen.write(line)


def _coloured(page: str) -> Iterator[Line]:
    """A page with its headings and rulesets in colour; what `gdl lint` says has none."""
    width = room() or PAGE
    for number, part in enumerate(re.split(r"^```\n", page, flags=re.MULTILINE)):
        if not part.strip():
            continue
        if number % 2 and not _SAID.match(part):
            yield from coloured(part.rstrip("\n"))
        else:
            for line in part.strip("\n").split("\n"):
                style = "bold" if line.startswith("#") else ""
                yield from ([(cut, style)] for cut in (wrapped(line, width) if not number % 2 else [line]))
        yield []
