"""In a browser: what forms of files use of the package `pydantic`. Its own core is no plain Python.

`stand_ins.py` puts this in that package's place. Names, behaviour and errors are those of the package: tests hold both
beside each other with every file of scenarios that ships. A form that says more than this knows can't be used there,
and says so.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from inspect import signature
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Steps = tuple[str | int, ...]
Error = dict[str, Any]
_WHOLE = re.compile(r"[-+]?\d+(_\d+)*(\.0+)?")
_WORDS = {"0": False, "off": False, "f": False, "false": False, "n": False, "no": False,
          "1": True, "on": True, "t": True, "true": True, "y": True, "yes": True}  # fmt: skip


class ValidationError(Exception):
    """A value has another form than it should."""

    def __init__(self, errors: list[Error]) -> None:
        super().__init__(errors)
        self._errors = errors

    def errors(self, include_url: bool = True) -> list[Error]:
        """All that is wrong: `type`, `loc`, `msg`, `input`, and perhaps `ctx`."""
        return self._errors


@dataclass(frozen=True)
class Field:
    """What more is said of a field."""

    default: Any = ...
    alias: str | None = None
    strict: bool | None = None
    ge: int | None = None
    min_length: int | None = None
    max_length: int | None = None
    default_factory: Callable[[], Any] | None = None


@dataclass(frozen=True)
class BeforeValidator:
    """A function that a value goes through first; it raises ValueError."""

    change: Callable[[Any], Any]


@dataclass(frozen=True)
class Check:
    """A method of a form that checks or changes: of the whole form, or of some fields."""

    method: Any
    is_before: bool
    fields: tuple[str, ...] | None = None


@dataclass(frozen=True)
class ValidationInfo:
    """What a method that checks a value may ask: the field whose value it is."""

    field_name: str


def model_validator(mode: str) -> Callable[[Any], Check]:
    """Marks a method that the whole form goes through, before or after its fields are looked at."""
    return lambda method: Check(getattr(method, "__func__", method), mode == "before")


def field_validator(*fields: str, mode: str) -> Callable[[Any], Check]:
    """Marks a method that values of these fields (`*`: of all) go through first. It may ask for a `ValidationInfo`."""
    return lambda method: Check(getattr(method, "__func__", method), mode == "before", fields)


ConfigDict = dict


@dataclass(frozen=True)
class Known:
    """A field of a form. `alias`: what files call it, if not by its name."""

    annotation: Any
    default: Any
    alias: str | None


class _Fields:
    """The fields of a form, by name."""

    def __get__(self, form: Any, of: Any) -> Mapping[str, Known]:
        return _fields(of)


class BaseModel:
    """A form: fields with their types, perhaps with values that they have if nothing is said."""

    model_config: Mapping[str, Any] = {}
    model_fields = _Fields()

    def __init__(self, **given: Any) -> None:
        _fill(self, given)

    @classmethod
    def model_validate(cls, value: Any) -> Any:
        """The form of this value; raises ValidationError."""
        return _form(cls, value, ())


@cache
def _fields(form: Any) -> Mapping[str, Known]:
    found = {}
    for name, annotation in get_type_hints(form, include_extras=True).items():
        if name in ("model_config", "model_fields"):
            continue
        default = getattr(form, name, ...)
        said = [one for one in (default, *getattr(annotation, "__metadata__", ())) if isinstance(one, Field)]
        if isinstance(default, Field):
            default = default.default_factory() if default.default_factory else default.default
        found[name] = Known(annotation, default, next((one.alias for one in said if one.alias), None))
    return found


@cache
def _checks(form: Any) -> list[Check]:
    return [one for each in reversed(form.__mro__) for one in vars(each).values() if isinstance(one, Check)]


def _form(form: Any, value: Any, at: Steps) -> Any:
    """A mapping as this form."""
    for check in _checks(form):
        if check.fields is None and check.is_before:
            value = _called(lambda given, check=check: check.method(form, given), value, at)
    if not isinstance(value, dict):
        raise _wrong("model_type", at, value)
    made = form.__new__(form)
    _fill(made, value, at)
    for check in _checks(form):
        if check.fields is None and not check.is_before:
            made = _called(check.method, made, at)
    return made


def _fill(made: BaseModel, given: Mapping[str, Any], at: Steps = ()) -> None:
    form: Any = type(made)
    errors = list[Error]()
    left = dict(given)
    for name, known in _fields(form).items():
        key = known.alias if known.alias in left else name
        if key not in left:
            if known.default is ...:
                errors += _wrong("missing", (*at, known.alias or name), given).errors()
            setattr(made, name, copy.copy(known.default))
            continue
        value = left.pop(key)
        try:
            for check in _checks(form):
                if check.fields is not None and {name, "*"} & {*check.fields}:
                    more = [ValidationInfo(name)][: len(signature(check.method).parameters) - 2]
                    value = _called(partial(check.method, form), value, (*at, key), *more)
            setattr(made, name, _valid(known.annotation, value, (*at, key)))
        except ValidationError as error:
            errors += error.errors()
    if form.model_config.get("extra") == "forbid":
        errors += [error for key in left for error in _wrong("extra_forbidden", (*at, key), left[key]).errors()]
    if errors:
        raise ValidationError(errors)


def _called(change: Callable[..., Any], value: Any, at: Steps, *more: Any) -> Any:
    try:
        return change(value, *more)
    except ValueError as error:
        raise _wrong("value_error", at, value, f"Value error, {error}", error=error) from None


def _wrong(code: str, at: Steps, value: Any, said: str = "", **more: Any) -> ValidationError:
    return ValidationError([{"type": code, "loc": at, "msg": said or code, "input": value, "ctx": more}])


# ---- values


def _valid(kind: Any, value: Any, at: Steps, strict: bool = False) -> Any:
    """The value as this type. Without `strict` texts and numbers are turned into each other where that is sure."""
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _annotated(inside, value, at, strict)
    if origin in (Union, UnionType):
        return _one_of(inside, value, at, strict)
    if origin is Literal:
        return _literal(inside, value, at)
    if origin is list:
        return _list(inside[0], value, at, strict)
    if origin is dict:
        return _dict(inside[0], inside[1], value, at, strict)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return value if isinstance(value, kind) else _form(kind, value, at)
    if kind is Any:
        return value
    return _plain(kind, value, at, strict)


def _annotated(inside: tuple[Any, ...], value: Any, at: Steps, strict: bool) -> Any:
    kind, *said = inside
    for one in reversed(said):
        if isinstance(one, BeforeValidator):
            value = _called(one.change, value, at)
        elif one != Field(default=one.default, alias=one.alias):
            raise TypeError(f"{one}: this stand-in for pydantic doesn't know this condition")
    return _valid(kind, value, at, strict)


def _one_of(kinds: tuple[Any, ...], value: Any, at: Steps, strict: bool) -> Any:
    """A value of any of these types: the first that it is as it stands, else the first that it can be turned into."""
    if NoneType in kinds and value is None:
        return None
    kinds = tuple(kind for kind in kinds if kind is not NoneType)
    for exactly in (True, strict):
        errors = list[Error]()
        for kind in kinds:
            try:
                return _valid(kind, value, at, exactly)
            except ValidationError as error:
                errors += error.errors()
    raise ValidationError(errors)


def _literal(known: tuple[Any, ...], value: Any, at: Steps) -> Any:
    if any(value == one and type(value) is type(one) for one in known):
        return value
    *others, last = map(repr, known)
    raise _wrong("literal_error", at, value, expected=f"{', '.join(others)} or {last}" if others else last)


def _list(kind: Any, value: Any, at: Steps, strict: bool) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong("list_type", at, value)
    found, errors = list[Any](), list[Error]()
    for index, one in enumerate(value):
        try:
            found.append(_valid(kind, one, (*at, index), strict))
        except ValidationError as error:
            errors += error.errors()
    if errors:
        raise ValidationError(errors)
    return found


def _dict(name: Any, kind: Any, value: Any, at: Steps, strict: bool) -> dict[Any, Any]:
    if not isinstance(value, dict):
        raise _wrong("dict_type", at, value)
    found, errors = dict[Any, Any](), list[Error]()
    for key, one in value.items():
        try:
            found[_valid(name, key, (*at, key, "[key]"), strict)] = _valid(kind, one, (*at, key), strict)
        except ValidationError as error:
            errors += error.errors()
    if errors:
        raise ValidationError(errors)
    return found


def _plain(kind: Any, value: Any, at: Steps, strict: bool) -> Any:
    if kind not in (str, int, bool):
        raise TypeError(f"{kind}: this stand-in for pydantic doesn't know this type")
    if type(value) is kind:
        return value
    if kind is str or strict:
        raise _wrong({str: "string_type", int: "int_type", bool: "bool_type"}[kind], at, value)
    return _as_whole(value, at) if kind is int else _as_truth(value, at)


def _as_whole(value: Any, at: Steps) -> int:
    if isinstance(value, str):
        if not _WHOLE.fullmatch(value.strip()):
            raise _wrong("int_parsing", at, value)
        return int(value.strip().partition(".")[0])
    if isinstance(value, float) and not value.is_integer():
        raise _wrong("int_from_float", at, value)
    if not isinstance(value, bool | float):
        raise _wrong("int_type", at, value)
    return int(value)


def _as_truth(value: Any, at: Steps) -> bool:
    if isinstance(value, str):
        if value.lower() in _WORDS:
            return _WORDS[value.lower()]
        raise _wrong("bool_parsing", at, value)
    if isinstance(value, int | float):
        if value in (0, 1):
            return bool(value)
        raise _wrong("bool_parsing" if isinstance(value, int) else "bool_type", at, value)
    raise _wrong("bool_type", at, value)
