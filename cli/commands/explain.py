"""`gdl explain`: what a finding means."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.arguments import stop
from cli.screen.console import Screen
from gdl import lint
from gdl.lint import RULES
from interpreter.lint import MODULES

assert MODULES, "imported for the rules that it adds"


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
        for known, rule in sorted(lint.RULES.items()):
            screen.write(f"{known}  {rule.summary()}")
        return
    try:
        for line in lint.explain(code).splitlines():
            screen.write(line)
    except lint.UnknownCode as error:
        stop(str(error))
