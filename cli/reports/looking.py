"""One look at a ruleset that is being written: findings, scenarios, random games, the board."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

import interpreter.lab.lint  # noqa: F401 - adds its rules
from cli.options.arguments import counted, findings_text
from cli.terminal.scene import view
from cli.terminal.scene.console import Screen
from cli.terminal.scene.tables import aligned, length, share
from gdl import library, report
from gdl.lint import outcome
from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from gdl.text.findings import Finding, has_errors
from gdl.text.source import Source
from interpreter import Game, GameError
from interpreter.drawing import results
from interpreter.drawing.whose_turn import whose_moves
from interpreter.game import scenarios
from interpreter.lab.tools.simulate import OUTCOMES, Summary, simulate

PLIES = 20_000
"""Decisions and rolls after which a game is taken to have no end."""
FAILURES = 5  # scenarios that are shown
SEED = 0


@dataclass(frozen=True)
class Bounds:
    """How many games are played, and seconds that they, and the scenarios, may take."""

    games: int
    seconds: float


def look(path: Path, bounds: Bounds, screen: Screen) -> None:
    """Write on the screen what there is to say about the file as it is now."""
    try:
        source = library.read_file(path)
    except library.NotText as error:
        _findings([error.finding], screen)
        return
    except library.NotFound as error:
        screen.write(f"{error}; waiting for it", "bold red")
        return
    if not source.text.strip():
        screen.write("the file is empty; waiting for rules", "bold red")
        return
    findings = outcome([source], begin=True).findings
    _findings(findings, screen)
    if has_errors(findings):
        screen.write("the game can't be played like this", "bold red")
        return
    try:
        game = Game.of(path, {}, None)
        _scenarios(path, bounds, screen)
        _games(game, bounds, screen)
        screen.write()
        _board(game, screen)
    except GameError as error:
        screen.write(str(error), "bold red")


def _findings(findings: list[Finding], screen: Screen) -> None:
    said = report.summary(findings)
    style = "bold red" if has_errors(findings) else "bold" if said else "green"
    screen.write(f"lint: {said or 'nothing found'}", style)
    if findings:
        text = findings_text(findings, screen.stream)
        screen.stream.write(text.rstrip("\n") + "\n")


# ---- scenarios ---------------------------------------------------------------------------------------


def scenario_files(path: Path) -> list[Path]:
    """Files beside the ruleset that may hold scenarios about it."""
    try:
        return sorted(path.parent.glob("scenarios*.yaml"))
    except OSError:
        return []


def _scenarios(path: Path, bounds: Bounds, screen: Screen) -> None:
    """Try those about this file; how many there are is said even if time runs out."""
    passed, failed, ends = 0, list[str](), time.monotonic() + bounds.seconds
    stopped = False
    for place in scenario_files(path):
        try:
            file = scenarios.read(place)
        except scenarios.YamlError as error:
            screen.write(str(error), "bold red")
            continue
        if not any(_is_about(path, case.game or file.setting.game or "") for case in file.scenarios):
            continue
        for result in scenarios.run(file):
            passed += result.passed
            failed += [] if result.passed else [str(result)]
            if stopped := time.monotonic() > ends:
                break
    if not passed + len(failed):
        return
    total = f"scenarios: {passed} passed" + (f", {len(failed)} FAILED" if failed else "")
    total += f" (stopped after {bounds.seconds:g} s)" if stopped else ""
    screen.write(total, "bold red" if failed else "green")
    for text in failed[:FAILURES]:
        for line in text.splitlines():
            screen.write(f"  {line}")


def _is_about(path: Path, named: str) -> bool:
    return Path(named).stem == path.stem


# ---- games and the board -----------------------------------------------------------------------------


def _games(game: Game, bounds: Bounds, screen: Screen) -> None:
    """Random games, as many as were asked for, or as the time allows."""
    summary, start = Summary(tuple(game.players)), time.monotonic()
    wrong = ""
    try:
        for reached in simulate(game, bounds.games, SEED, limit=PLIES):
            summary = reached
            if time.monotonic() - start > bounds.seconds:
                break
    except GameError as error:
        wrong = str(error)
    if summary.games:
        taken = f" in {bounds.seconds:g} s" if summary.games < bounds.games and not wrong else ""
        screen.write(f"{counted(summary.games, 'random game')}{taken}; per cent, with 95 % intervals", "green")
        rows = [["", *OUTCOMES]]
        rows += [[player, *(share(*means[o].share) for o in OUTCOMES)] for player, means in summary.results.items()]
        for line in aligned(rows, screen.width - 2):
            screen.write(f"  {line}")
        screen.write(f"  {length(summary.decisions)} decisions, {length(summary.turns)} turns a game")
    for line in wrong.splitlines():
        screen.write(line, "bold red")


def _board(game: Game, screen: Screen) -> None:
    state = game.start(seed=SEED)
    view.show(screen, state.view())
    if state.is_over:
        screen.write(f"The game is over before its first move: {results.result(state.view())}.", "bold red")
        return
    screen.write(f"{whose_moves(state.view())}: {counted(len(state.moves), 'outcome' if state.is_chance else 'move')}")


# ---- what it depends on ------------------------------------------------------------------------------


def bases(path: Path) -> list[Path]:
    """The author's own files that a ruleset extends, one after another, as far as they can be read."""
    found: list[Path] = []
    shipped = {place.resolve() for place in library.paths().values()}
    try:
        source: Source | None = library.read_file(path)
        while source is not None:
            named = next((i.base for i in parse(source).items if isinstance(i, t.Game) and i.base), None)
            if named is None:
                break
            source = library.base_of(named.span.text[1:-1], source)
            place = Path(source.name).resolve()
            if place in shipped or place in found or place == path.resolve():
                break
            found.append(place)
    except library.NotFound:
        pass
    return found
