"""Scenarios: cases of a game in YAML – a position, moves, what must hold then – and how they are tried.

    game: sparks                       # a shipped name, or a ruleset's path as seen from this file
    scenarios:
      - name: White begins and may take each of his coals
        then:
          to move: White
          moves: 1c1 1g1 1a3 1e3 1c5 1g5 1a7 1e7

      - name: A coal that supports two balls is pinned
        position:                      # without one: the game's start
          to move: White
          pieces: {coal of White: [1c1], coal of Black: [1a1, 1a3, 1c3], spark: [2b2, 2d2]}
        then:
          illegal: {1c1: not legal}

      - name: The rule sheet's pictures
        steps:                         # play these, then this must hold; play on, …
          - play: 1e3 W2b6
            then: {to move: Black}
          - play:
              - Black: 1a5 B2f4 R2f6   # a name before the moves: it must be Black's turn
            then:
              position: {pieces: {spark: [1e3, 2f6], coal of White: 8}}

      - name: Seven balls along a side are refused
        options: {base: 7}
        refused: base                  # loading fails, and the message holds this text

`game`, `players`, `options` and `seed` may stand in front, for all scenarios, or in one of them.
`play` takes one text or a list; a text holds one move or several, separated by blanks or commas, chance
outcomes among them. `then` knows: `to move` (a player, `chance`, `nobody`), `moves` (exactly these),
`including`, `excluding`, `count` (of legal moves), `chances`, `illegal` (moves, and why: `not a move`, `not
legal`, `ambiguous`, or a text that the message must hold), `sites` (what stands there, or `empty`),
`position` (part of one: what isn't mentioned may be anything), `turns` (completed), `over`, and `result`
(`White wins`, `everyone wins`, `everyone loses`, `draw`, or `{A: win, B: loss}`),
and `scores` (`{White: 40, Black: 24}`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

from pydantic import BaseModel, BeforeValidator, Field, ValidationError, model_validator

from gdl import files, library
from gdl.text.suggest import did_you_mean
from gdl.text.visible import brief
from interpreter.errors import LoadError, MoveError, PositionError, RuleError
from interpreter.game import yaml_files as yamlio
from interpreter.game.differences import Difference
from interpreter.game.expectations import Expectation, Form, Texts, outcome
from interpreter.game.game import Game
from interpreter.game.json_files import Steps
from interpreter.game.move_texts import pick
from interpreter.game.record_model import Text
from interpreter.game.yaml_files import Document, YamlError

if TYPE_CHECKING:
    from interpreter.game.state import State

__all__ = ["Load", "Problem", "Result", "ScenarioFile", "YamlError", "problems", "read", "run", "shipped"]


Model = TypeVar("Model", bound=BaseModel)
Load = Callable[[str, Mapping[str, Any], "int | None"], Game]
"""Makes the game that a scenario names, with its options and number of players; raises LoadError."""


class TurnError(Exception):
    """A scenario plays for the wrong player, or after the end."""


def _several(value: Any) -> Any:
    return value if isinstance(value, list) else [value]


class Step(Form):
    """A new position (or none), moves (or none), and what must hold then."""

    position: dict[str, Any] | str | None = None
    play: Annotated[list[Text | dict[str, Text]], BeforeValidator(_several)] = Field(default_factory=list)
    then: Expectation | None = None


class Setting(Form):
    """The game, and how it is played. A scenario overrides its file."""

    game: Text | None = None
    players: int | None = None
    options: dict[str, bool | int | Text] = Field(default_factory=dict)
    seed: Annotated[int, Field(ge=0)] | None = None


class Scenario(Setting, Step):
    """One case: a first step, written without a heading of its own, and further ones."""

    name: Text
    refused: Texts = Field(default_factory=list)
    steps: Annotated[list[Step], BeforeValidator(_several)] = Field(default_factory=list)

    @model_validator(mode="after")
    def _says_something(self) -> Scenario:
        if not self.refused and not any(step.then and not step.then.is_empty for step in [self, *self.steps]):
            raise ValueError(f"`{self.name}` says nothing that must hold: `then` or `refused` is missing")
        return self


class _File(Setting):
    scenarios: list[Scenario]


@dataclass(frozen=True)
class ScenarioFile:
    """Scenarios, and the place of each of their words in the file."""

    setting: Setting
    scenarios: tuple[Scenario, ...]
    document: Document = field(repr=False)

    @property
    def name(self) -> str:
        """The file's name in messages."""
        return self.document.name


@dataclass(frozen=True)
class Problem:
    """One failed expectation: its place in the file, its step (if there are several), and what differs."""

    where: str
    step: int | None
    lines: tuple[str, ...]

    def __str__(self) -> str:
        step = f"step {self.step}: " if self.step else ""
        return "\n".join([f"{self.where}: {step}{self.lines[0]}", *self.lines[1:]])


@dataclass(frozen=True)
class Result:
    """The result of a scenario."""

    name: str
    where: str
    problems: tuple[Problem, ...]
    moves: tuple[str, ...] | None = None
    """The moves from the game's start, with rolls; None if the scenario begins elsewhere."""

    @property
    def passed(self) -> bool:
        """Whether it passed."""
        return not self.problems

    def __str__(self) -> str:
        return "\n".join([f"{'passed' if self.passed else 'FAILED'}  {self.name}", *map(str, self.problems)])


def shipped() -> list[Path]:
    """The scenario files of all shipped rulesets."""
    folders = {library.find(name).parent for name in library.names()}
    return sorted(path for folder in folders for path in folder.glob("scenarios*.yaml"))


def read(path: str | Path) -> ScenarioFile:
    """Read the scenarios in this file. A YamlError names every problem with its line."""
    return parsed(yamlio.read_text(path), str(path))


def parsed(text: str, name: str) -> ScenarioFile:
    """Read the scenarios in this text of a file. A YamlError names every problem with its line."""
    document = yamlio.parse(text, name)
    form = _checked(document)
    if missing := [case for case in form.scenarios if not (case.game or form.game)]:
        raise YamlError(f"{document.where()}: which game is `{missing[0].name}` about? `game: …` is missing")
    return ScenarioFile(form, tuple(form.scenarios), document)


def _checked(document: Document) -> _File:
    """The contents of a scenario file. Raises YamlError, also for another kind of file."""
    for key in ("gdl record", "gdl observed"):
        if key in document.data:
            said = "this is the record of a game, no file of scenarios; `gdl replay` shows it"
            raise YamlError(f"{document.where(key)}: {said}")
    form = document.check(_File)
    if twice := list(_named_twice(form, document)):
        raise YamlError(*twice)
    return form


def _named_twice(form: _File, document: Document) -> Iterator[str]:
    """Names that two scenarios of the game have. A message that names one must mean only one."""
    first: dict[tuple[str, str | None], int] = {}
    for index, case in enumerate(form.scenarios):
        earlier = first.setdefault((case.name, case.game), index)
        if earlier != index:
            line = document.where("scenarios", earlier, "name").rpartition(":")[2]
            where = document.where("scenarios", index, "name")
            yield f"{where}: the scenario in line {line} is called `{brief(case.name)}`, too; give each its own name"


def problems(path: str | Path) -> Iterator[tuple[int, str]]:
    """All problems of a file with their lines: errors of form, and failures of the rest."""
    try:
        document = yamlio.read(path)
    except YamlError as error:
        yield from map(_at_line, error.problems)
        return
    try:
        _checked(document)
    except YamlError as error:
        yield from map(_at_line, error.problems)
    cases = document.data.get("scenarios")
    setting = _form(Setting, {key: value for key, value in document.data.items() if key in Setting.model_fields})
    if setting is None or not isinstance(cases, list):
        return
    for index, case in enumerate(cases):
        scenario = _form(Scenario, case)
        if scenario is None:  # which has been said
            continue
        trial = _Trial(ScenarioFile(setting, (scenario,), document))
        if not (scenario.game or setting.game):
            yield _at_line(f"{document.where('scenarios', index)}: which game is it about? `game: …` is missing")
            continue
        found = trial.refusal if scenario.refused else trial.steps
        yield from (_at_line(str(problem)) for problem in found(scenario, ("scenarios", index)))


def _form(model: type[Model], data: Any) -> Model | None:
    """The data as a model; None if it isn't one."""
    try:
        return model.model_validate(data)
    except ValidationError:
        return None


def _at_line(said: str) -> tuple[int, str]:
    """A problem such as `file:3: …` as its line and its text, in one line."""
    head, *more = said.splitlines() or [""]
    place = re.match(r"(.*?):(\d+): ", head)
    text = head[place.end() :] if place else head
    return int(place[2]) if place else 1, "; ".join([text.rstrip(":"), *(line.strip(" -") for line in more)])


def run(file: ScenarioFile, load: Load | None = None) -> Iterator[Result]:
    """Run the scenarios of a file, one after another. With `load`, it makes their games instead of reading
    rulesets."""
    trial = _Trial(file, load)
    for index in range(len(file.scenarios)):
        yield trial.run(index)


class _Trial:
    """Tries scenarios; each game, with its options, is loaded once."""

    def __init__(self, file: ScenarioFile, load: Load | None = None) -> None:
        self.file = file
        self.load = load or (lambda source, options, players: Game.of(self.place(source), options, players))
        self.games: dict[tuple[object, ...], Game] = {}
        self.played: list[str] | None = None

    def run(self, index: int) -> Result:
        """Try one scenario."""
        case, path = self.file.scenarios[index], ("scenarios", index)
        self.played = []
        problems = tuple(self.refusal(case, path) if case.refused else self.steps(case, path))
        moves = None if self.played is None or case.refused else tuple(self.played)
        return Result(case.name, self.file.document.where(*path), problems, moves)

    def game(self, case: Scenario) -> Game:
        """The game of a scenario."""
        setting = self.file.setting
        options: Mapping[str, Any] = {**setting.options, **case.options}
        players = setting.players if case.players is None else case.players
        source = case.game or setting.game or ""
        key = (source, players, tuple(sorted(options.items())))
        if key not in self.games:
            self.games[key] = self.load(source, options, players)
        return self.games[key]

    def place(self, source: str) -> str | Path:
        """The ruleset that the file names. No other file is read for it."""
        beside = Path(self.file.name).parent / source
        if source in library.names():
            return source
        place = beside if files.is_file(beside) else Path(source)
        if not library.is_ruleset(place):
            try:
                library.find(source)
            except library.NotFound as problem:
                is_near = files.is_file(beside.parent / f"{beside.name}.gdl")
                hint = f"; did you mean `{source}.gdl`?" if is_near else ""
                raise LoadError(f"{problem}{hint}") from None
        return place

    def start(self, game: Game, case: Scenario, position: Mapping[str, Any] | str | None) -> State:
        """The position that a step begins with, or the game's start."""
        if position is not None:
            self.played = None
            return game.position(position)
        seed = self.file.setting.seed if case.seed is None else case.seed
        return game.start(seed=seed or 0)

    def refusal(self, case: Scenario, path: Steps) -> Iterator[Problem]:
        """Check that loading the game, or its position, fails with the expected text."""
        said = ""
        try:
            self.start(self.game(case), case, case.position)
        except (LoadError, PositionError) as error:
            said = str(error)
        except RuleError as error:
            yield self.problem(path, None, *_lines(error))
            return
        if missing := [text for text in case.refused if text not in said]:
            difference = Difference(("refused",), f"an error, with {' · '.join(missing)}", said or "no error")
            yield self.problem((*path, "refused"), None, *difference.lines)

    def steps(self, case: Scenario, path: Steps) -> Iterator[Problem]:
        """Play and compare, step by step. The trial ends at a move that can't be played."""
        first = [(case, path)] if case.play or case.then else []
        steps: list[tuple[Step, Steps]] = [(step, (*path, "steps", i)) for i, step in enumerate(case.steps)]
        at, number = (*path, "position"), 1 if steps else None
        try:
            game = self.game(case)
            state = self.start(game, case, case.position)
            for index, (step, place) in enumerate([*first, *steps], 1):
                number = index if steps else None
                if step.position is not None and step is not case:
                    at = (*place, "position")
                    state, self.played = game.position(step.position), None
                for i, entry in enumerate(step.play):
                    at = (*place, "play", i)
                    for state, text in _played(state, entry):  # noqa: B007, B020 - from one state to the next
                        if self.played is not None:
                            self.played.append(text)
                at = (*place, "then")
                for found in step.then.differences(game, state) if step.then else ():
                    yield self.problem((*at, *found.path), number, *found.lines)
        except (LoadError, PositionError, MoveError, TurnError, RuleError) as error:
            yield self.problem(at, number, *_lines(error))

    def problem(self, path: Steps, step: int | None, *lines: str) -> Problem:
        """A problem with its place in the file."""
        return Problem(self.file.document.where(*path), step, lines)


def _played(state: State, entry: str | Mapping[str, str]) -> Iterator[tuple[State, str]]:
    """Play a list's entry: moves, perhaps after the name of the player whose turn it must be. Gives the state after
    each, and its text."""
    for player, text in entry.items() if isinstance(entry, Mapping) else [("", entry)]:
        if player and player not in state.game.players:
            hint = did_you_mean(player, state.game.players)
            raise TurnError(f"this game has no player `{brief(player)}`" + (f"; {hint}" if hint else ""))
        if player and player != state.to_move:
            raise TurnError(f"`{brief(player)}: {brief(text)}` – but it is the turn of {state.to_move or 'nobody'}")
        rest = text
        while rest.strip(" ,\t\n"):
            if state.is_over:
                how = outcome(state.outcomes)
                raise TurnError(f"`{brief(rest.strip())}` can't be played: the game is over ({how})")
            move, rest = pick(state, rest)
            state = state.play(move)
            yield state, move.text


def _lines(error: Exception) -> list[str]:
    return str(error).splitlines() or [type(error).__name__]
