"""Scenarios beside a ruleset: tried by the rules as they are just now, and made of what was played on the board.

Who hands a job over reads the files for it: a process of its own may see no files, as in a browser.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cli.studio.rules import Rules
from gdl.files import contents, is_file, is_there, write
from interpreter import Game, GameError
from interpreter.game import scenario_texts, scenarios
from interpreter.game.scenario_texts import CannotChange
from interpreter.game.yaml_files import SIZE_LIMIT, YamlError, decode

PATTERN = "scenarios*.yaml"
MOST_FILES = 20
MOST_CASES = 500
FORMED = frozenset({"name", "game", "players", "options", "seed", "play", "then"})
"""What a scenario may say whose expectations can be written anew."""


@dataclass(frozen=True)
class Beside:
    """A file of scenarios: what is in it, or why that can't be read."""

    path: Path
    data: bytes = b""
    problem: str = ""

    def scenarios(self) -> scenarios.ScenarioFile:
        """What it says. Raises YamlError."""
        if self.problem:
            raise YamlError(f"{self.path}: can't be read: {self.problem}")
        return scenarios.parsed(decode(self.data, str(self.path)), str(self.path))


@dataclass(frozen=True)
class Try:
    """Try the scenarios beside a ruleset's file."""

    rules: Rules
    path: Path
    files: tuple[Beside, ...]


@dataclass(frozen=True)
class Keep:
    """Make a scenario of a game; `replaces`: the file and number of the one in whose place it comes, which names the
    moves then."""

    rules: Rules
    path: Path
    name: str
    seed: int = 0
    number: int = 0
    moves: tuple[str, ...] = ()
    position: Mapping[str, Any] | None = None
    """Where the game began, if that was put together by hand."""
    replaces: tuple[str, int] | None = None
    files: tuple[Beside, ...] = ()
    """Those beside the ruleset, if it replaces one."""


def is_of_scenarios(name: str) -> bool:
    """Whether a file of this name holds scenarios."""
    return Path(name).match(PATTERN)


def files_beside(path: Path) -> list[Path]:
    """The files of scenarios beside a ruleset's file."""
    return sorted(path.parent.glob(PATTERN))[:MOST_FILES]


def held_beside(path: Path) -> tuple[Beside, ...]:
    """The same, each with what is in it."""
    found = []
    for file in files_beside(path):
        try:
            found.append(Beside(file, contents(file, SIZE_LIMIT)))
        except (OSError, ValueError) as error:
            found.append(Beside(file, problem=getattr(error, "strerror", None) or str(error)))
    return tuple(found)


def own_file(path: Path) -> Path:
    """Where new scenarios go."""
    return path.with_name(f"scenarios-{path.stem}.yaml")


def tried(job: Try) -> dict[str, Any]:
    """What becomes of all scenarios about this ruleset."""
    names = {job.path.name, job.path.stem}
    told: list[dict[str, Any]] = []
    wrong: list[str] = []
    for beside in job.files:
        path = beside.path
        try:
            told += _tried(beside.scenarios(), path, names, job.rules)
        except GameError as problem:
            wrong.append(str(problem).replace(f"{path}:", f"{path.name}:").split("\n")[0])
    return {"cases": told[:MOST_CASES], "wrong": wrong}


def _tried(file: scenarios.ScenarioFile, path: Path, names: set[str], rules: Rules) -> Iterator[dict[str, Any]]:
    setting = file.setting
    games = [(case.game or setting.game or "").removeprefix("./") for case in file.scenarios]
    about = [index for index, game in enumerate(games) if game in names]
    if not about:
        return

    def load(source: str, options: Mapping[str, Any], players: int | None) -> Game:
        mine = replace(rules, options=options, players=players)
        return mine.strict() if source.removeprefix("./") in names else Game.of(source, options, players)

    for index, result in enumerate(scenarios.run(file, load)):
        if index not in about:
            continue
        case = file.scenarios[index]
        options, players = {**setting.options, **case.options}, case.players or setting.players
        problems = [str(problem).replace(f"{path}:", f"{path.name}:") for problem in result.problems]
        yield {
            "file": path.name, "index": index, "name": result.name, "passed": result.passed, "problems": problems,
            "options": options, "players": players, "seed": case.seed or setting.seed or 0,
            "moves": None if result.moves is None else list(result.moves),
            "formed": _data(file, index).keys() <= FORMED and not case.refused,
        }  # fmt: skip


def _data(file: scenarios.ScenarioFile, index: int) -> dict[str, Any]:
    found: dict[str, Any] = file.document.data["scenarios"][index]
    return found


def made(job: Keep) -> dict[str, Any]:
    """The scenario of a game, as data. Raises GameError."""
    if job.replaces is None:
        case = scenario_texts.scenario(job.rules.game(), job.name, job.seed, job.number, job.moves, job.position)
        chosen = {"players": job.rules.players, "options": dict(job.rules.options)}
        return {"name": job.name, **{key: value for key, value in chosen.items() if value}, **case}
    file, index = job.replaces
    told = next((one for one in tried(Try(job.rules, job.path, job.files))["cases"]
                 if (one["file"], one["index"], one["name"]) == (file, index, job.name)), None)  # fmt: skip
    if told is None or not told["formed"]:
        raise CannotChange("this scenario says more than a game shows; change the file by hand")
    rules = replace(job.rules, options=told["options"], players=told["players"])
    before = _data(next(one for one in job.files if one.path.name == file).scenarios(), index)
    played = [text for entry in _several(before.get("play", [])) for text in _texts(entry)]
    if len(played) > len(told["moves"]):
        raise CannotChange("its moves can't be played any more: delete it, and play them anew")
    case = scenario_texts.scenario(rules.game(), job.name, told["seed"], 0, told["moves"])
    return {**before, "then": case["then"]}


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _texts(entry: Any) -> list[Any]:
    return list(entry.values()) if isinstance(entry, dict) else [entry]


# ---- files, written where they lie


def add(path: Path, case: Mapping[str, Any]) -> Path:
    """Put a scenario into the ruleset's own file, which it gives. Raises GameError, OSError."""
    file = own_file(path)
    if not is_there(file):
        write(file, scenario_texts.added(scenario_texts.fresh(path.name), case).encode(), fresh=True)
    else:
        _change(file, scenario_texts.added(_read(file), case))
    return file


def put(path: Path, file: str, index: int, case: Mapping[str, Any]) -> Path:
    """Put a scenario in another's place; gives the file. Raises GameError, OSError."""
    where = _beside(path, file)
    _change(where, scenario_texts.replaced(_read(where), index, case))
    return where


def drop(path: Path, file: str, index: int, name: str) -> Path:
    """Take a scenario out; gives the file. Raises GameError, OSError."""
    where = _beside(path, file)
    _change(where, scenario_texts.removed(_read(where), index, name))
    return where


def _beside(path: Path, file: str) -> Path:
    found = next((one for one in files_beside(path) if one.name == file), None)
    if found is None or not is_file(found):
        raise CannotChange(f"{file}: isn't there any more")
    return found


def _read(path: Path) -> str:
    return decode(contents(path, SIZE_LIMIT), path.name).replace("\r\n", "\n")


def _change(path: Path, text: str) -> None:
    had = contents(path, SIZE_LIMIT)
    data = text.replace("\n", "\r\n") if b"\r\n" in had else text
    mark = b"\xef\xbb\xbf" if had.startswith(b"\xef\xbb\xbf") else b""
    write(path, mark + data.encode())
