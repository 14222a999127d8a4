"""The problems that pydantic finds in a YAML file, in the words of the file's author."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args

from gdl.text.suggest import did_you_mean
from gdl.text.visible import brief

if TYPE_CHECKING:
    from pydantic import BaseModel

Steps = tuple[str | int, ...]
Errors = Sequence[Mapping[str, Any]]

_SORTS = {
    "dict_type": "a mapping", "model_type": "a mapping", "model_attributes_type": "a mapping",
    "list_type": "a list", "string_type": "text", "bool_type": "true or false", "bool_parsing": "true or false",
    "int_type": "a whole number", "int_parsing": "a whole number", "int_from_float": "a whole number",
}  # fmt: skip


def complaints(model: type[BaseModel], errors: Errors, places: Collection[Steps]) -> Iterator[tuple[Steps, str]]:
    """Each problem once, with its place in the file. `places`: all places that the file has."""
    grouped: dict[Steps, list[Mapping[str, Any]]] = {}
    for error in errors:
        grouped.setdefault(_place(error, places), []).append(error)
    for place, group in grouped.items():
        wrong_sort = [error for error in group if _sort(error)]
        # where one of several forms was meant, what is wrong inside tells which
        inside = any(len(other) > len(place) and other[: len(place)] == place for other in grouped)
        if wrong_sort and not inside:
            yield place, _of_another_sort(place, wrong_sort)
        for error in group:
            if error not in wrong_sort:
                yield place, _said(model, place, error)


def _place(error: Mapping[str, Any], places: Collection[Steps]) -> Steps:
    """The place in the file. Pydantic also puts names of a union's members in the path."""
    place: Steps = ()
    for step in error["loc"]:
        if (*place, step) in places:
            place = (*place, step)
    return place


def _sort(error: Mapping[str, Any]) -> str:
    """The sort of value that is needed, if the value has another sort."""
    match error["type"]:
        case "literal_error":
            return str(error["ctx"]["expected"]).replace("'", "")
        case "greater_than_equal":
            return f"at least {error['ctx']['ge']}"
        case code:
            return _SORTS.get(code, "")


def _of_another_sort(place: Steps, errors: Errors) -> str:
    wanted = list(dict.fromkeys(map(_sort, errors)))
    value = errors[0]["input"]
    quotes = " (put it in quotes)" if "text" in wanted and isinstance(value, bool | float) else ""
    sorts = " or ".join(filter(None, [", ".join(wanted[:-1]), wanted[-1]]))
    return f"{_name(place)} should be {sorts}, not {_shown(value)}{quotes}"


def _said(model: type[BaseModel], place: Steps, error: Mapping[str, Any]) -> str:
    name = error["loc"][-1] if error["loc"] else ""
    match error["type"]:
        case "extra_forbidden":
            hint = did_you_mean(str(name), _known(model, place[:-1]))
            return f"`{brief(str(name))}` isn't known here" + (f"; {hint}" if hint else "")
        case "missing":
            return f"`{name}` is missing"
        case "value_error":
            return str(error["ctx"]["error"])
    message = str(error["msg"])
    return f"{_name(place)}: {message[:1].lower()}{message[1:]}"


def _name(place: Steps) -> str:
    """The author's name for this place: the last word of its path."""
    words = [i for i, step in enumerate(place) if isinstance(step, str)]
    if not words:
        return "this"
    name = f"`{brief(str(place[words[-1]]))}`"
    items = ".".join(str(int(step) + 1) for step in place[words[-1] + 1 :])
    return f"item {items} of {name}" if items else name


def _shown(value: object) -> str:
    if isinstance(value, dict | list):
        return "a mapping" if isinstance(value, dict) else "a list"
    return "nothing" if value is None else str(value).lower() if isinstance(value, bool) else f"`{brief(str(value))}`"


def _known(model: type[BaseModel], place: Steps) -> list[str]:
    """The words that a mapping at this place can have."""
    models = [model]
    for step in place:
        fields = [field for each in models for name, field in each.model_fields.items() if step in (name, field.alias)]
        if fields:  # else it is an index, or a key of the author's
            models = [found for field in fields for found in _models(field.annotation)]
    return [field.alias or name for each in models for name, field in each.model_fields.items()]


def _models(annotation: Any) -> list[type[BaseModel]]:
    """The models in a type, however deep."""
    if hasattr(annotation, "model_fields"):
        return [annotation]
    return [found for argument in get_args(annotation) for found in _models(argument)]
