"""Attributes that are worked out when they are first asked for, and kept: `functools.cached_property` without a lock,
which takes longer than most of the work. Who asks twice at once works it out twice, and finds the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class once(Generic[T]):  # noqa: N801 - it is used as a decorator
    """The attribute that a method gives, worked out once for each object."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.__doc__, self.name = work, work.__doc__, work.__name__

    @overload
    def __get__(self, owner: None, kind: type) -> once[T]: ...
    @overload
    def __get__(self, owner: object, kind: type) -> T: ...
    def __get__(self, owner: object | None, kind: type) -> once[T] | T:
        if owner is None:
            return self
        found = owner.__dict__[self.name] = self.work(owner)  # from now on it is found there at once
        return found
