"""`gdl test`: try scenarios."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cli.options.arguments import JsonOption, clear_errors, counted, stop
from cli.options.echo import say_json
from cli.options.exits import FINDINGS
from cli.terminal.scene.console import Screen
from gdl import library
from interpreter.game import scenarios


def test(
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="[FILES]", help="Scenarios, or folders of them; all that ship if left out.",
                       show_default=False),
    ] = None,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Also name those that pass.")] = False,
    as_json: JsonOption = False,
) -> None:  # fmt: skip
    """Try scenarios: positions, moves, and what must hold then.

    \b
    gdl test                               those of every ruleset that ships
    gdl test rulesets/sparks               a folder's
    gdl test mygame/scenarios.yaml -v
    """
    screen = Screen()
    results = list[scenarios.Result]()
    with clear_errors():
        paths = list(_files(files)) if files else scenarios.shipped()
        for file in [scenarios.read(path) for path in paths]:
            for result in scenarios.run(file):
                results.append(result)
                if not as_json and (verbose or not result.passed):
                    _show(screen, result)
    failed = sum(not result.passed for result in results)
    if as_json:
        say_json({"scenarios": [_data(result) for result in results], "files": len(paths), "failed": failed})
    else:
        total = f"{counted(len(results), 'scenario')} in {counted(len(paths), 'file')}"
        said = f"{failed} failed" if failed else "all passed"
        screen.write(f"{total}: {said}", "bold red" if failed else "bold green")
    if failed:
        raise typer.Exit(FINDINGS)


def _show(screen: Screen, result: scenarios.Result) -> None:
    head, *rest = str(result).splitlines()
    screen.write(head, "green" if result.passed else "bold red")
    for line in rest:
        screen.write(f"  {line}")


def _data(result: scenarios.Result) -> dict[str, Any]:
    problems = [
        {"where": problem.where, "step": problem.step, "message": "\n".join(problem.lines)}
        for problem in result.problems
    ]
    return {"name": result.name, "where": result.where, "passed": result.passed, "problems": problems}


def _files(given: list[Path]) -> Iterator[Path]:
    for path in given:
        if not os.path.isdir(path):  # noqa: PTH112 - the path's own method raises for some names
            if library.is_ruleset(path):
                stop(f"{path}: is a ruleset; name the file of its scenarios (YAML or JSON)")
            yield path
            continue
        found = sorted(path.rglob("scenarios*.yaml"))
        if not found:
            stop(f"{path}: there is no scenarios.yaml in this folder")
        yield from found
