"""What names stand for in a file of kernels, and expressions whose value is known once a ruleset gives its numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from interpreter.native.kernel_compiler.intrinsics import TYPES

Late = Callable[[Mapping[str, Any]], Any]
"""Finds an immediate by the names of constants, variables and functions."""

_FOLD: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Div: operator.truediv, ast.Eq: operator.eq,
    ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


class KernelError(Exception):
    """Something outside the subset, with its file and line."""


@dataclass(frozen=True)
class Signature:
    """What a kernel takes and gives."""

    parameters: tuple[str, ...]
    result: str | None
    name: str
    """By which all files can tell it: its file's and its own; its own alone if a ruleset gives it."""


@dataclass
class Names:
    """What a file's names stand for: the types of constants and variables, and the signatures of functions."""

    file: str
    constants: dict[str, tuple[str, str]] = field(default_factory=dict)
    """For each its type and its full name."""
    variables: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Likewise."""
    functions: dict[str, Signature] = field(default_factory=dict)

    def wrong(self, node: ast.AST, message: str) -> KernelError:
        """An error at a place of the file."""
        return KernelError(f"{self.file}:{getattr(node, 'lineno', 0)}: {message}")

    def full(self, name: str) -> str:
        """The name by which all files can tell a constant, variable or function of this one."""
        return f"{self.file.removesuffix('.py')}.{name}"

    def type_of(self, annotation: ast.expr | None, node: ast.AST) -> str | None:
        """The type that an annotation names."""
        if isinstance(annotation, ast.Constant) and annotation.value is None:
            return None
        if isinstance(annotation, ast.Name) and annotation.id in TYPES:
            return TYPES[annotation.id]
        raise self.wrong(annotation or node, "kernels know int, float, bool and None only, always annotated")

    def constant(self, node: ast.expr) -> tuple[Late, str] | None:
        """What gives a constant expression's value, and its type; None if it isn't constant."""
        match node:
            case ast.Constant(value=bool(value)):
                return (lambda _: int(value)), "i32"
            case ast.Constant(value=int(value)):
                return (lambda _: value), "i64"
            case ast.Constant(value=float(value)):
                return (lambda _: value), "f64"
            case ast.Name(id=name) if name in self.constants:
                type_, full = self.constants[name]
                return (lambda names: names[full]), type_
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                inner = self.constant(operand)
                return inner and ((lambda names, get=inner[0]: -get(names)), inner[1])  # type: ignore[misc]
            case ast.BinOp(op=op) if type(op) in _FOLD:
                return self._folded(op, node.left, node.right, None)
            case ast.Compare(ops=[op]) if type(op) in _FOLD:
                return self._folded(op, node.left, node.comparators[0], "i32")
        return None

    def _folded(
        self, op: ast.AST, left: ast.expr, right: ast.expr, type_: str | None
    ) -> tuple[Late, str] | None:
        a = self.constant(left)
        b = a and self.constant(right)
        if not a or not b:
            return None
        apply, first, second = _FOLD[type(op)], a[0], b[0]
        number = "f64" if "f64" in (a[1], b[1]) or isinstance(op, ast.Div) else "i64"
        return (lambda names: apply(first(names), second(names))), type_ or number
