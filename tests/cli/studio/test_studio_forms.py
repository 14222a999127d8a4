"""What stands in for pydantic in a browser, beside pydantic itself: the same data, and the same complaints."""

from __future__ import annotations

import copy
import importlib
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import pytest
from sample import daily

from cli.studio.browser import pydantic as stand_in
from interpreter.game import scenarios
from interpreter.game import yaml_files as yamlio
from interpreter.game.yaml_files import Document, YamlError

FORMS = ("interpreter.game.record_model", "interpreter.game.expectations", "interpreter.game.scenarios")
RUBBISH: tuple[Any, ...] = (
    None, True, False, 0, 1, -3, 7.0, 1.5, "", "x", "3", " 4.0 ", "yes", "1/6", "1/0", [], ["a", 1], [[]], {}, {"a": 1},
    {"White": "win"}, {"to move": "White"}, {"why": "not a move"}, ["e3", {"White": "e5"}],
)  # fmt: skip
NAMES = ("name", "then", "to_move", "to move", "plays", "moves", "sites", "position", "result", "illegal", "sees")
TRIES = 40
"""Changed files of each that ships."""


@pytest.fixture(scope="module")
def theirs() -> Iterator[Any]:
    """The module `scenarios` as a browser has it."""
    real = {name: sys.modules[name] for name in ("pydantic", *FORMS)}
    for name in FORMS:
        del sys.modules[name]
    sys.modules["pydantic"] = stand_in  # type: ignore[assignment]
    found = importlib.import_module(FORMS[-1])
    for name in FORMS:  # types are looked up when a form is first used: in these modules, not in pydantic's
        for one in vars(sys.modules[name]).values():
            if isinstance(one, type) and issubclass(one, stand_in.BaseModel):
                assert one.model_fields is not None
    sys.modules.update(real)
    yield found


def plain(value: Any) -> Any:
    """A form as plain data."""
    if hasattr(type(value), "model_fields"):
        return {name: plain(getattr(value, name)) for name in type(value).model_fields}
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return (type(value).__name__, value)


def said(document: Document, module: Any, pydantic: Any) -> Any:
    """The data of a file, or what is said against it."""
    real = sys.modules["pydantic"]
    sys.modules["pydantic"] = pydantic
    try:
        return plain(document.check(module._File))
    except YamlError as error:
        return str(error)
    finally:
        sys.modules["pydantic"] = real


def places(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in data."""
    yield at
    for key, one in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        yield from places(one, (*at, key))


def changed(data: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The data with something of it put otherwise, left out, or put under another name."""
    data = copy.deepcopy(data)
    at = chance.choice([place for place in places(data) if place])
    whole: Any = data
    for step in at[:-1]:
        whole = whole[step]
    last = at[-1]
    if isinstance(whole, dict) and chance.random() < 0.3:
        value = whole.pop(last)
        if chance.random() < 0.6:
            whole[chance.choice(NAMES)] = value
    else:
        whole[last] = copy.deepcopy(chance.choice(RUBBISH))
    return data


@pytest.mark.parametrize("path", daily(scenarios.shipped()), ids=lambda path: path.stem)
def test_files_of_scenarios_are_read_in_browsers_as_everywhere(path: Path, theirs: Any) -> None:
    whole = yamlio.read(path)
    few = {**whole.data, "scenarios": whole.data["scenarios"][:3]}
    document = Document(whole.name, few, whole.lines)
    expected = said(document, scenarios, sys.modules["pydantic"])
    assert not isinstance(expected, str)
    assert said(document, theirs, stand_in) == expected
    chance = random.Random(path.name)
    refused = 0
    for _ in range(TRIES):
        other = Document(whole.name, changed(few, chance), whole.lines)
        expected = said(other, scenarios, sys.modules["pydantic"])
        assert said(other, theirs, stand_in) == expected, other.data
        refused += isinstance(expected, str)
    assert refused


def test_forms_that_say_more_are_refused() -> None:
    class Strict(stand_in.BaseModel):
        """A form with a bound."""

        __annotations__ = {"n": Annotated[int, stand_in.Field(ge=0)]}

    with pytest.raises(TypeError, match="doesn't know this condition"):
        Strict.model_validate({"n": 1})
