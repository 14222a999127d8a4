"""`gdl bundle`: a variant and what it extends in one file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.options.arguments import counted, stop
from cli.options.completion import complete_game
from cli.options.echo import say
from cli.options.exits import FINDINGS
from cli.options.outputs import writable
from gdl import files, library
from gdl.bundle import CantBundle, bundle
from gdl.library import NotFound
from interpreter.game import scenarios
from interpreter.game import yaml_files as yamlio
from interpreter.game.yaml_files import YamlError


def bundle_(
    file: Annotated[
        str,
        typer.Argument(metavar="FILE", help="A ruleset that extends another: its path, or its name if it ships.",
                       autocompletion=complete_game, show_default=False),
    ],
    out: Annotated[
        Path | None,
        typer.Option("-o", "--output", metavar="ONE.gdl", callback=writable,
                     help="The file to write; without it, the text is printed.",
                     show_default=False),
    ] = None,
    keep_shipped: Annotated[
        bool, typer.Option("--keep-shipped", help="Still extend a shipped game, if there is one.")
    ] = False,
    alone: Annotated[bool, typer.Option("--alone", help="Write neither its page nor its scenarios beside it.")] = False,
) -> None:  # fmt: skip
    """Lay a variant and what it extends together into one file.

    The file works anywhere and is the same game. All combinations of options that lint tries are compared before
    anything is written. Comments stay, except those of what the variant replaces. The page ONE.md and the scenarios
    ONE.yaml come beside ONE.gdl, if there are any. Nothing is overwritten.

    \b
    gdl bundle myvariant.gdl -o one.gdl
    gdl bundle crazyhouse

    Exit status: 0 if all is well, 1 if the rulesets can't be laid together, 2 if a file can't be read or written.
    """
    try:
        source = library.read(file)
        path = library.find(file) if file in library.paths() else Path(file)
        done = bundle(source, out.name if out else "bundle.gdl", keep_shipped)
    except NotFound as error:
        stop(str(error))
    except CantBundle as error:
        stop(str(error), FINDINGS)
    if out is None:
        print(done.text, end="", flush=True)
        return
    if out.suffix != ".gdl":
        stop(f"{out}: a ruleset's file ends in .gdl")
    texts = {out: done.text} | ({} if alone else dict(_beside(path, out)))
    if taken := [name for name in texts if files.is_there(name)]:
        stop(f"{taken[0]}: is there already; nothing was written")
    for name, text in texts.items():
        try:
            files.write(name, text.encode(), fresh=True)
        except OSError as error:
            stop(f"{name}: can't be written: {error.strerror or error}")
    laid = counted(len(done.laid), "file")
    say(f"{' and '.join(str(name) for name in texts)}: written, of {laid}; "
        f"the same game with {counted(done.compared, 'combination')} of options")  # fmt: skip


def _beside(path: Path, out: Path) -> Iterator[tuple[Path, str]]:
    """The page and the scenarios of a ruleset, as they are called beside the new file."""
    for page in (path.with_suffix(".md"), path.with_name("README.md")):
        if files.is_file(page):
            yield out.with_suffix(".md"), page.read_text(encoding="utf-8")
            break
    found = [scenario for file in sorted(path.parent.glob("*.y*ml")) for scenario in _scenarios(file, path)]
    if found:
        yield out.with_suffix(".yaml"), yamlio.dump({"game": out.name, "scenarios": found})


def _scenarios(file: Path, path: Path) -> Iterator[dict[str, Any]]:
    """The scenarios in a file that are of this ruleset, each with all that the file says for all of them."""
    try:
        scenarios.read(file)
        data = dict(yamlio.read(file).data)
    except (YamlError, OSError):
        return  # it is something else
    every = {key: value for key, value in data.items() if key not in ("scenarios", "game")}
    for scenario in data["scenarios"]:
        game = str(scenario.get("game", data.get("game", "")))
        if game in (path.stem, path.name):
            yield {"name": scenario["name"], **every} | {k: v for k, v in scenario.items() if k != "game"}
