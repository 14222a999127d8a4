"""`gdl page`: a game as one HTML file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cli.options.arguments import GameArgument, clear_errors, load, stop
from cli.options.echo import say
from cli.options.groups import Rules, spliced
from cli.options.outputs import writable
from cli.terminal.scene.trial import settle
from cli.web.page.build import MADE, page
from gdl import files
from interpreter import Game
from interpreter.game.records import source_name
from interpreter.native.module.emitter import Unsupported

AlsoOption = Annotated[
    list[str] | None,
    typer.Option(
        "--also", metavar="OPTION=VALUE …", show_default=False,
        help="Another setting to choose in the page, as \"base=5 walls=true\" (`players=3`: the number of players); "
        "you can repeat it. Each makes the file larger.",
    ),
]  # fmt: skip


ForceOption = Annotated[
    bool, typer.Option("--force", help="Also overwrite files that this program hasn't written.", show_default=False)
]
BEGINNING = 4_096
"""Characters of a file in which stands who made it."""


@spliced()
def page_(
    game: GameArgument,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", callback=writable, show_default="GAME.html",
            help="The file to write; `-` for standard output.",
        ),
    ] = None,
    *,
    rules: Rules,
    also: AlsoOption = None,
    force: ForceOption = False,
) -> None:  # fmt: skip
    """Write a game as one HTML file that plays in a browser.

    The file holds everything: the compiled rules, the board, the computer players, the rules' page. It works from disk,
    without a network, and on a phone. Two people play at one screen, or you play against the computer. The browser
    keeps games, and saves and opens them as records of `gdl play`. `--also` adds other settings of the options.

    A page that this program made is overwritten, another file only with --force. Exit status: 1 if the rules can't be
    compiled, 2 if something can't be read or written.

    \b
    gdl page chess
    gdl page sparks -o sparks.html --also base=3 --also base=5
    gdl page spectral_reapers --players 2 --also players=4
    """
    with clear_errors():
        first = rules.load(game)
        if reason := why_no_page(first):
            stop(reason, 1)
        if also and game == "-":
            stop("--also reads the rules again, which standard input gives only once: write them to a file")
        games = [first, *others(first, game, rules.sets or [], rules.players, also or [])]
        target = output or Path(f"{file_name(first) if game == '-' else first.name}.html")
        if not to_pipe(target):
            spare(target, force)
        for one in games:
            if news := settle(one):
                say(news, err=True)
        try:
            made = page(games, [source_name(game, target)] * len(games))
        except Unsupported as reason:
            stop(f"{first.title} can't become a page, as its rules can't be compiled: {reason}", 1)
    if to_pipe(target):
        typer.echo(made.html, nl=False)
        return
    put(target, made.html)
    say(f"{target}: {first.title}, {made.size // 1024:,} kB" + (f", {len(games)} settings" if len(games) > 1 else ""))


def why_no_page(game: Game) -> str:
    """Why there can't be a page of a game in which players don't see everything; "" of another."""
    if not game.model.hides:
        return ""
    what = "hide things" if game.model.keeps_secrets else "decide at once"
    return (
        f"{game.title} can't become a page: its players {what}, and a page holds the whole game, where anybody "
        "can look. Use `gdl serve`, which sends each player only what they may see, or `gdl play`, which hands one "
        "screen over"
    )


def to_pipe(target: Path) -> bool:
    """Whether this stands for standard output."""
    return str(target) == "-"


def file_name(game: Game) -> str:
    """A name for rules that come from no file."""
    return "_".join(re.findall(r"\w+", game.title))[:60] or "game"


def others(
    first: Game, game: str, sets: Sequence[str], players: int | None, also: Sequence[str]
) -> list[Game]:
    """The settings beside the first, each once. Use within `clear_errors`."""
    found = {}
    for words in also:
        said, count = list(sets), players
        for word in re.findall(r"(?:\{[^}]*\}?|[^\s{])+", words):
            name, _, value = word.partition("=")
            if name == "players":
                if not (value.isascii() and value.isdigit() and len(value) < 4):
                    stop(f"--also {words}: `{word}` should give the number of players, as players=3")
                count = int(value)
            else:
                said = [one for one in said if one.partition("=")[0] != name] + [word]
        if not words.split():
            stop("--also: say a setting, as --also base=5")
        one = load(game, said, count)
        found[one.hash] = one
    found.pop(first.hash, None)
    return list(found.values())


def spare(path: Path, force: bool) -> None:
    """Stop the program rather than overwrite what it hasn't written."""
    if force or not files.is_file(path):
        return
    try:
        begins = files.contents(path, BEGINNING).decode(errors="replace")
    except (OSError, ValueError):
        begins = ""  # what can't be read isn't ours, as far as anybody can tell
    if MADE not in begins:
        stop(f"{path} is there already, and isn't a page of ours; --force overwrites it")


def put(path: Path, held: str | bytes) -> None:
    """Write a file, and its folder; stops the program if it can't be."""
    try:
        files.write(path, held.encode() if isinstance(held, str) else held)
    except (OSError, ValueError) as error:
        stop(f"{path}: can't be written: {getattr(error, 'strerror', None) or error}")
