"""Scenarios beside a ruleset: tried by the rules as they are just now, and made of what was played on the board."""

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
from interpreter.game.yaml_files import SIZE_LIMIT, decode

PATTERN = "scenarios*.yaml"
MOST_FILES = 20
MOST_CASES = 500
FORMED = frozenset({"name", "game", "players", "options", "seed", "play", "then"})
"""What a scenario may say whose expectations can be written anew."""


@dataclass(frozen=True)
class Try:
    """Try the scenarios beside a ruleset's file."""

    rules: Rules
    path: Path


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


def files_beside(path: Path) -> list[Path]:
    """The files of scenarios beside a ruleset's file."""
    return sorted(path.parent.glob(PATTERN))[:MOST_FILES]


def own_file(path: Path) -> Path:
    """Where new scenarios go."""
    return path.with_name(f"scenarios-{path.stem}.yaml")


def tried(job: Try) -> dict[str, Any]:
    """What becomes of all scenarios about this ruleset."""
    names = {job.path.name, job.path.stem}
    told: list[dict[str, Any]] = []
    wrong: list[str] = []
    for path in files_beside(job.path):
        try:
            told += _tried(scenarios.read(path), path, names, job.rules)
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
    told = next((one for one in tried(Try(job.rules, job.path))["cases"]
                 if (one["file"], one["index"], one["name"]) == (file, index, job.name)), None)  # fmt: skip
    if told is None or not told["formed"]:
        raise CannotChange("this scenario says more than a game shows; change the file by hand")
    rules = replace(job.rules, options=told["options"], players=told["players"])
    before = _data(scenarios.read(job.path.with_name(file)), index)
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


def add(path: Path, case: Mapping[str, Any]) -> str:
    """Put a scenario into the ruleset's own file; gives the file's name. Raises GameError, OSError."""
    file = own_file(path)
    if not is_there(file):
        write(file, scenario_texts.added(scenario_texts.fresh(path.name), case).encode(), fresh=True)
    else:
        _change(file, scenario_texts.added(_read(file), case))
    return file.name


def put(path: Path, file: str, index: int, case: Mapping[str, Any]) -> None:
    """Put a scenario in another's place. Raises GameError, OSError."""
    where = _beside(path, file)
    _change(where, scenario_texts.replaced(_read(where), index, case))


def drop(path: Path, file: str, index: int, name: str) -> None:
    """Take a scenario out. Raises GameError, OSError."""
    where = _beside(path, file)
    _change(where, scenario_texts.removed(_read(where), index, name))


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
