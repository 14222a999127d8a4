"""Games side by side: `gdl compare`, and `gdl study --vary`. Needs the extra `study`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from cli.options.arguments import stop
from cli.options.clusters import Hire, cut_short, nothing_yet
from cli.options.echo import say, say_json
from cli.reports.endless import Warner
from cli.reports.study.side_by_side import as_csv, lines, page
from cli.terminal.scene.console import room
from cli.terminal.scene.progress import bar
from gdl.library import NotFound, read
from interpreter import Game, GameError, LoadError
from interpreter.game.game import Backend
from interpreter.game.yaml_files import write
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.lab.tuning.differences import Column, data
from interpreter.lab.tuning.varied import Value, combinations, count, label, varied
from interpreter.work.chunks import Workers, WorkersLostError, threads

MOST = 64
"""Games that are compared at most."""



@dataclass(frozen=True)
class Candidate:
    """A game to be studied: its name among the others, its options, and how it is made; or why it can't be."""

    name: str
    options: Mapping[str, Value]
    game: Game | None
    trouble: str = ""


@dataclass(frozen=True)
class Maker:
    """Makes a ruleset's game with some options."""

    ruleset: Any
    settings: Mapping[str, Any]
    players: int | None
    backend: Backend = "auto"

    def __call__(self, options: Mapping[str, Value]) -> Game:
        """The game with these options; raises LoadError."""
        return Game.of(self.ruleset, {**self.settings, **options}, self.players, self.backend)


def maker(name: str, settings: Mapping[str, Any], players: int | None, backend: Backend = "auto") -> Maker:
    """What makes this ruleset's games; it is read once, which standard input needs. Raises LoadError."""
    try:
        return Maker(read(name), settings, players, backend)
    except NotFound as problem:
        raise LoadError(str(problem)) from None


def candidates(make: Maker, vary: Sequence[str], title: str = "") -> Iterator[Candidate]:
    """A game with all combinations of what is varied; raises GameError if there is something wrong with that."""
    base = make({})
    options = varied(base, vary, make.settings)
    if count(options) > MOST:
        stop(f"--vary gives {count(options):,} combinations, and at most {MOST} are compared: name fewer values, "
             "or let `gdl tune` search among them")  # fmt: skip
    for combination in combinations(options):
        name = " ".join(filter(None, (title, label(combination)))) or base.title
        try:
            yield Candidate(name, combination, make(combination))
        except GameError as problem:
            yield Candidate(name, combination, None, why(problem))


def of_game(
    name: str, names: Sequence[str], vary: Sequence[str], set_: Mapping[str, Any], players: int | None, backend: Backend
) -> list[Candidate]:
    """A game's candidates; rules that can't be played don't keep the others from it, but a wrong name does."""
    title = name if len(names) > 1 else ""
    try:
        return list(candidates(maker(name, set_, players, backend), vary, title))
    except GameError as problem:
        if len(names) == 1 or vary or not (isinstance(problem, LoadError) and problem.findings):
            raise
        return [Candidate(name, {}, None, why(problem))]


def why(problem: GameError) -> str:
    """The last line of what is wrong, which is the most particular."""
    return str(problem).strip().splitlines()[-1].strip()


def compare(
    found: Sequence[Candidate], plan: Plan, hire: Hire, jobs: int, quiet: bool
) -> tuple[list[Column], int]:
    """The study of each, and the exit status: games that can't be played are told, and the others go on."""
    columns: list[Column] = []
    status = 0
    with bar("comparing", 1000 * len(found), quiet=quiet) as advance:
        for number, one in enumerate(found):
            if one.game is None:
                columns.append(Column(one.name, one.options, None, one.trouble))
                continue
            try:
                columns.append(_column(one, one.game, plan, hire(one.game) or threads(one.game, jobs),
                                       lambda done, text, n=number: advance(1000 * n + done, text)))  # fmt: skip
            except (KeyboardInterrupt, WorkersLostError) as stopped:
                if not columns:
                    raise nothing_yet(stopped, "the first game was studied") from None
                status = cut_short(stopped)
                break
    return columns, status


def _column(one: Candidate, game: Game, plan: Plan, workers: Workers, advance: Any) -> Column:
    try:
        warner = Warner(one.name)
        for progress in gather(game, plan, workers):
            held = progress.gathered
            warner.look(held)
            advance(int(1000 * progress.done / max(progress.total, 1e-9)), f"{one.name}: {progress.doing}")
        study = report(held)
    except WorkersLostError:
        raise
    except GameError as problem:
        return Column(one.name, one.options, None, why(problem))
    trouble = study.problems[0].splitlines()[0] if study.problems else ""
    if not study.games.get("random"):
        return Column(one.name, one.options, None, trouble or "no game came to its end")
    return Column(one.name, one.options, study, trouble)


def show(
    columns: Sequence[Column], title: str, as_json: bool, csv: Path | None, html: Path | None
) -> None:
    """Print them, and write the files that were asked for."""
    if as_json:
        say_json(data(columns))
    elif str(csv) == "-":
        typer.echo(as_csv(columns), nl=False)
    else:
        for line in lines(columns, room()):
            say(line)
    try:
        if csv is not None and str(csv) != "-":
            write(csv, as_csv(columns))
        if html is not None:
            write(html, page(columns, title))
    except (OSError, ValueError) as error:
        stop(f"{getattr(error, 'filename', None) or csv or html}: can't be written: "
             f"{getattr(error, 'strerror', None) or error}")  # fmt: skip
