"""Lines of Python code in scopes: what is worked out once, where it belongs, and what it is called."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from gdl.model.nodes import Const, Expr, Var
from gdl.model.primitives import HELPERS
from gdl.model.types import TEXTS, Range, Size, Type


class Scope:
    """Lines of code that belong together: a function's body ("region"), a loop's, or those under a condition ("if")."""

    def __init__(self, sort: str, variables: frozenset[Var] = frozenset()) -> None:
        self.sort, self.variables = sort, variables
        self.lines: list[str] = []
        self.values: dict[Expr, str] = {}


def is_something(atom: str, type_: Type) -> str:
    """The test that a value of size "maybe" is there."""
    if type_.base is TEXTS:
        return f"{atom} != ''"
    if atom.isdigit() or (isinstance(type_.base, Range) and atom.strip("(-)").isdigit()):
        return "True"
    return f"{atom} is not None" if isinstance(type_.base, Range) else f"{atom} >= 0"


class Lines(ABC):
    """Lines of code, in scopes within scopes."""

    def __init__(self) -> None:
        self.constants: dict[str, Any] = dict(HELPERS)
        self.scopes = [Scope("region")]
        self._tables: dict[int, str] = {}
        self._kept: list[Any] = []
        self._count = 0

    # ---- expressions

    @abstractmethod
    def write(self, e: Expr) -> str:
        """Write the lines for an expression; gives the name of its value."""

    def code(self, e: Expr) -> str:
        """A name (or literal) that holds the expression's value in the innermost scope."""
        if isinstance(e, Const):
            return self._literal(e)
        known = self._known(e)
        if known is not None:
            return known
        at = self._target(e)
        inner, self.scopes = self.scopes[at + 1 :], self.scopes[: at + 1]
        try:
            atom = self.write(e)
            self.scopes[-1].values[e] = atom
        finally:
            self.scopes += inner
        return atom

    def _literal(self, e: Const) -> str:
        if isinstance(e.value, bool | int | str | None):
            if e.type.size == Size.MANY:  # hexadecimal, as a set of any size can be written so
                return f"{e.value:#x}"
            bare = not isinstance(e.value, int) or e.value >= 0
            return repr(e.value) if bare else f"({e.value!r})"
        return self.constant(e.value)

    # ---- lines, names, scopes

    def line(self, text: str) -> None:
        """Add a line to the innermost scope."""
        self.scopes[-1].lines.append(text)

    def name(self, stem: str = "t") -> str:
        """A fresh name."""
        self._count += 1
        return f"{stem}{self._count}"

    def constant(self, value: Any, stem: str = "T") -> str:
        """A name for an object that the code refers to; the same for the same object."""
        key = id(value)
        if key not in self._tables:
            self._tables[key] = self.name(stem)
            self._kept.append(value)
            self.constants[self._tables[key]] = value
        return self._tables[key]

    @contextmanager
    def indented(self, head: str, sort: str = "if", variables: frozenset[Var] = frozenset()) -> Iterator[Scope]:
        """A scope whose lines stand under `head`."""
        scope = Scope(sort, variables)
        self.scopes.append(scope)
        try:
            yield scope
        finally:
            self.scopes.pop()
            self.line(head)
            self.scopes[-1].lines += ["  " + text for text in scope.lines or ["pass"]]

    @contextmanager
    def region(self, values: Mapping[Var, str] | None = None) -> Iterator[None]:
        """Lines that read the state as it is now: what was worked out before is not used again.

        `values`: names for variables that are bound in these lines only.
        """
        scope = Scope("region", frozenset(values or ()))
        for variable, name in (values or {}).items():
            scope.values[variable] = name
        self.scopes.append(scope)
        try:
            yield
        finally:
            self.scopes.pop()
            self.scopes[-1].lines += scope.lines

    def _known(self, e: Expr) -> str | None:
        for scope in reversed(self.scopes):
            if e in scope.values:
                return scope.values[e]
            if scope.sort == "region" and not e.static:
                return None
        return None

    def _target(self, e: Expr) -> int:
        """The outermost scope where `e` can be worked out: before loops; before conditions only if it is cheap. What
        may break a rule stays where it is asked for."""
        best = at = len(self.scopes) - 1
        while at > 0 and not e.may_break:
            scope = self.scopes[at]
            if scope.variables & e.free or (scope.sort == "region" and not e.static):
                break
            at -= 1
            if scope.sort != "if" or not e.heavy:
                best = at
        return best

    def store(self, code: str, stem: str = "t") -> str:
        """Keep the value of a piece of code under a fresh name."""
        name = self.name(stem)
        self.line(f"{name} = {code}")
        return name

    def function(self, name: str, parameters: str) -> str:
        """All lines so far, as the text of a function."""
        assert len(self.scopes) == 1
        lines, self.scopes = self.scopes[0].lines, [Scope("region")]
        return f"def {name}({parameters}):\n" + "".join(f"  {text}\n" for text in lines or ["pass"])
