"""`gdl rules`: how a game is played."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cli.options.arguments import GameArgument, clear_errors
from cli.options.groups import Rules, spliced
from cli.terminal.scene.console import Screen
from cli.terminal.scene.pages import show_pages
from interpreter.drawing.rules_page import rules_pages


@spliced()
def rules(
    game: GameArgument,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print the page as it is written, in Markdown.")] = False,
    *,
    rules: Rules,
) -> None:
    """Tell how a game is played, with a legend of its board.

    In a terminal a long page is shown a screenful at a time. A ruleset's page is NAME.md beside NAME.gdl. Without one,
    the command prints what the rules tell of themselves.

    \b
    gdl rules hex
    gdl rules crazyhouse
    gdl rules mygame.gdl --markdown > mygame.md
    """
    with clear_errors():
        pages = rules_pages(rules.load(game).start().view(), commands=True)
    if markdown:
        print("\n\n".join(pages), flush=True)
        return
    show_pages(pages, Screen(), paged=sys.stdin.isatty())
