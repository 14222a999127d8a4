"""In a browser: names of the package `pydantic`, so that modules with forms of files can be imported without it.

`stand_ins.py` puts it in that package's place. Nothing is checked by these forms there: what reads scenarios and
records from files isn't offered.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class ValidationError(Exception):
    """A file has another form than it should."""


class BaseModel:
    """A form."""

    def __init_subclass__(cls, **wishes: Any) -> None:
        pass

    def __init__(self, **given: Any) -> None:
        raise NotImplementedError("files of this kind can't be read in a browser")


def _kept(*wishes: Any, **more: Any) -> Callable[[Any], Any]:
    """What marks a method of a form, and leaves it as it is."""
    return lambda method: method


model_validator = field_validator = _kept


def _nothing(*wishes: Any, **more: Any) -> None:
    """What says more of a field."""


BeforeValidator = Field = ConfigDict = _nothing
