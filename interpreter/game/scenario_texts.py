"""Scenarios from played games, and changes of scenario files as texts: what a person wrote there stays.

Every change is read back. A change with another meaning than the one wanted is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from interpreter.errors import GameError
from interpreter.game import yaml_files as yamlio
from interpreter.game.game import Game
from interpreter.game.state import State


class CannotChange(GameError):
    """A change of the file that isn't possible; str() says why."""


def scenario(
    game: Game, name: str, seed: int, number: int, moves: Sequence[str], position: Mapping[str, Any] | None = None
) -> dict[str, Any]:  # fmt: skip
    """The scenario of a game that was played: these moves, and what stands there then. Raises GameError.

    `seed` and `number` name the game, `moves` are all its moves and rolls by their texts; `position`: where it
    began, if not at the game's beginning.
    """
    start = state = game.start(seed, number) if position is None else game.position(position)
    if position is None and number and start != game.start(seed):
        raise CannotChange("a scenario can't name this game's set-up, which was rolled; begin a new game")
    play: list[Any] = []
    for text in moves:
        move = next((way for way in state.ways if way.text == text), None) if not state.is_over else None
        if move is None:
            raise CannotChange(f"`{text}` can't be played any more")
        play.append(text if state.is_chance or state.to_move is None else {state.to_move: text})
        state = state.play(move)
    case: dict[str, Any] = {"name": name}
    if position is not None:
        case["position"] = dict(position)
    elif start != game.start(0):
        case["seed"] = seed
    return case | ({"play": play} if play else {}) | {"then": _expected(start, state)}


def _expected(start: State, state: State) -> dict[str, Any]:
    found: dict[str, Any] = {"to move": "chance" if state.is_chance else state.to_move or "nobody"}
    if state.is_over:
        found["over"] = True
        found["result"] = dict(state.outcomes or {})
    before, now = start.position(), state.position()
    position: dict[str, Any] = {}
    gone = {thing: 0 for thing in before.get("pieces", {}) if thing not in now.get("pieces", {})}
    for part in ("pieces", "stacks", "variables"):
        held = {**now.get(part, {}), **(gone if part == "pieces" and "stacks" not in now else {})}
        if held:
            position[part] = held
    return found | ({"position": position} if position else {})


# ---- the file


def fresh(game: str) -> str:
    """A file without scenarios for a game. `game`: its name in the file."""
    return yamlio.dump({"game": game}) + "\nscenarios: []\n"


def added(text: str, case: Mapping[str, Any]) -> str:
    """The file's text with one more scenario, at its end."""
    document, cases = _cases(text)
    if not cases:
        lines = text.split("\n")
        at = document.lines[("scenarios",)] - 1
        if lines[at].split("#")[0].strip() != "scenarios: []":
            raise CannotChange("the list of scenarios isn't written in lines; change the file by hand")
        lines[at : at + 1] = ["scenarios:", *_lines(case, 2)]
        return _checked("\n".join(lines), [case])
    begin, end = _range(text, document, len(cases) - 1, len(cases))
    lines = text.split("\n")
    lines[end:end] = ["", *_lines(case, _indentation(lines[begin]))]
    return _checked(_ended(lines), [*cases, case])


def removed(text: str, index: int, name: str) -> str:
    """The text without the scenario with this number and name."""
    document, cases = _cases(text)
    _meant(cases, index, name)
    begin, end = _range(text, document, index, len(cases))
    lines = text.split("\n")
    left = [*cases[:index], *cases[index + 1 :]]
    if left:
        while index == len(cases) - 1 and begin and not lines[begin - 1].strip():
            begin -= 1
        while end < len(lines) and index < len(cases) - 1 and not lines[end].strip():
            end += 1
        del lines[begin:end]
    else:
        lines[document.lines[("scenarios",)] - 1 : end] = ["scenarios: []"]
    return _checked(_ended(lines), left)


def replaced(text: str, index: int, case: Mapping[str, Any]) -> str:
    """The text with another scenario instead of the one with this number and name."""
    document, cases = _cases(text)
    _meant(cases, index, str(case["name"]))
    begin, end = _range(text, document, index, len(cases))
    lines = text.split("\n")
    lines[begin:end] = _lines(case, _indentation(lines[begin]))
    return _checked(_ended(lines), [*cases[:index], case, *cases[index + 1 :]])


def _cases(text: str) -> tuple[yamlio.Document, list[Any]]:
    document = yamlio.parse(text, "the file of scenarios")
    cases = document.data.get("scenarios")
    if not isinstance(cases, list):
        raise CannotChange("the file has no list of scenarios")
    return document, cases


def _meant(cases: Sequence[Any], index: int, name: str) -> None:
    if not (0 <= index < len(cases) and isinstance(cases[index], dict) and str(cases[index].get("name")) == name):
        raise CannotChange("the file has changed meanwhile")


def _range(text: str, document: yamlio.Document, index: int, count: int) -> tuple[int, int]:
    """The lines (from 0) of a scenario: from its dash to its last line that isn't blank or a comment."""
    lines = text.split("\n")
    begin = document.lines[("scenarios", index)] - 1
    if not lines[begin].lstrip().startswith("- "):
        raise CannotChange("the list of scenarios isn't written in lines; change the file by hand")
    end = document.lines[("scenarios", index + 1)] - 1 if index + 1 < count else len(lines)
    while end > begin + 1 and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return begin, end


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _lines(case: Mapping[str, Any], indentation: int) -> list[str]:
    text = yamlio.dump({"scenarios": [dict(case)]})
    rows = text.rstrip("\n").split("\n")[1:]
    had = _indentation(rows[0])
    return [" " * indentation + row[had:] for row in rows]


def _ended(lines: list[str]) -> str:
    return "\n".join(lines).rstrip("\n") + "\n"


def _checked(text: str, wanted: Sequence[Any]) -> str:
    """The text, if it holds these scenarios; raises CannotChange."""
    try:
        is_right = _cases(text)[1] == [*wanted]
    except GameError:
        is_right = False
    if not is_right:
        raise CannotChange("this file can't be changed from here; change it by hand")
    return text
