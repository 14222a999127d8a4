"""Expressions of kernels, from Python's syntax tree to rows of WebAssembly instructions.

What isn't known before a ruleset is compiled – numbers it gives, and where functions and variables are – is left
open: a hole is an instruction whose immediate is found later.
"""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass, field
from typing import Any

from interpreter.native.kernel_compiler.intrinsics import TABLE
from interpreter.native.kernel_compiler.names import KernelError, Late, Names, Signature
from interpreter.native.module.wasm import Instruction

_INTEGER = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.FloorDiv: "div_s", ast.Mod: "rem_s",
            ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "shl", ast.RShift: "shr_s"}  # fmt: skip
_FLOAT = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}
_COMPARE = {ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}


@dataclass
class Body:
    """A kernel's code, with its holes: the places in `code`, and what finds their immediates."""

    name: str
    signature: Signature
    exported: bool
    locals: list[str] = field(default_factory=list)
    code: list[Instruction] = field(default_factory=list)
    holes: list[tuple[int, Late]] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    """The functions that it calls."""


class Expressions:
    """Writes expressions into a body."""

    def __init__(self, names: Names, body: Body) -> None:
        self.names, self.body = names, body
        self.locals: dict[str, tuple[int, str]] = {}

    def emit(self, *instruction: Any) -> None:
        """Add an instruction."""
        self.body.code.append(instruction)

    def late(self, name: str, get: Late) -> None:
        """Add an instruction whose immediate is found later."""
        self.body.holes.append((len(self.body.code), get))
        self.body.code.append((name,))

    def wrong(self, node: ast.AST, message: str) -> KernelError:
        """An error at a place of the file."""
        return self.names.wrong(node, message)

    def fresh(self, type_: str) -> int:
        """A new local."""
        self.body.locals.append(type_)
        return len(self.body.signature.parameters) + len(self.body.locals) - 1

    def condition(self, node: ast.expr) -> None:
        """A truth."""
        self.convert(node, self.expression(node), "i32")

    def value(self, node: ast.expr, type_: str) -> None:
        """An expression of this type."""
        self.convert(node, self.expression(node), type_)

    def convert(self, node: ast.AST, found: str | None, wanted: str) -> None:
        """Make what was just computed into another type, as Python would."""
        match found, wanted:
            case _ if found == wanted:
                pass
            case "i32", "i64":
                self.emit("i64.extend_i32_u")
            case ("i64" | "i32"), "f64":
                self.convert(node, found, "i64")
                self.emit("f64.convert_i64_s")
            case "i64", "i32":
                self.emit("i64.const", 0)
                self.emit("i64.ne")
            case _:
                raise self.wrong(node, f"{found or 'nothing'} where {wanted} is needed")

    def expression(self, node: ast.expr, void: bool = False) -> str | None:
        """Any expression; gives its type. `void`: whether a call may give nothing."""
        constant = self.names.constant(node)
        if constant:
            get, type_ = constant
            self.late(f"{type_}.const", get)
            return type_
        match node:
            case ast.Name(id=name) if name in self.locals:
                number, type_ = self.locals[name]
                self.emit("local.get", number)
                return type_
            case ast.Name(id=name) if name in self.names.variables:
                type_, full = self.names.variables[name]
                self.late("global.get", operator.itemgetter(full))
                return type_
            case ast.Name(id=name):
                raise self.wrong(node, f"{name} isn't known here")
            case ast.BinOp():
                return self.binary(node, node.op, node.left, node.right)
            case ast.Compare(ops=[op]) if type(op) in _COMPARE:
                return self.compare(node, _COMPARE[type(op)])
            case ast.BoolOp():
                self.both(node.op, node.values)
                return "i32"
            case ast.UnaryOp(op=ast.Not()):
                if self.expression(node.operand) == "i64":
                    self.emit("i64.eqz")
                else:
                    self.emit("i32.eqz")
                return "i32"
            case ast.UnaryOp(op=ast.Invert()):
                self.value(node.operand, "i64")
                self.emit("i64.const", -1)
                self.emit("i64.xor")
                return "i64"
            case ast.UnaryOp(op=ast.USub()):
                return self.binary(node, ast.Sub(), ast.copy_location(ast.Constant(0), node), node.operand)
            case ast.IfExp():
                self.condition(node.test)
                start = len(self.body.code)
                self.emit("if", None)
                first, middle = self.expression(node.body), len(self.body.code)
                self.emit("else")
                second = self.expression(node.orelse)
                type_ = "i32" if first == second == "i32" else self.meet(node, first, second, middle)
                self.body.code[start] = ("if", type_)
                self.emit("end")
                return type_
            case ast.Call(func=ast.Name(id=name), keywords=[]):
                result = self.call(node, name, node.args)
                if result is None and not void:
                    raise self.wrong(node, f"{name} gives nothing")
                return result
        raise self.wrong(node, f"kernels have no {type(node).__name__} of this form")

    def meet(self, node: ast.AST, first: str | None, second: str | None, middle: int) -> str:
        """Make two values that were just computed into one type. The code of the first ends at `middle`."""
        if first == second and first in ("i64", "f64"):
            return first
        type_ = "f64" if "f64" in (first, second) else "i64"
        self.convert(node, second, type_)
        after, self.body.code = self.body.code[middle:], self.body.code[:middle]
        self.convert(node, first, type_)
        more = len(self.body.code) - middle
        self.body.code += after
        self.body.holes = [(at + more if at >= middle else at, get) for at, get in self.body.holes]
        return type_

    def two(self, node: ast.AST, left: ast.expr, right: ast.expr) -> str:
        """Two numbers, in one type."""
        first = self.expression(left)
        middle = len(self.body.code)
        return self.meet(node, first, self.expression(right), middle)

    def binary(self, node: ast.AST, op: ast.operator, left: ast.expr, right: ast.expr) -> str:
        """An operation on two numbers."""
        if isinstance(op, ast.Div):
            self.value(left, "f64")
            self.value(right, "f64")
            type_ = "f64"
        else:
            type_ = self.two(node, left, right)
        names = _FLOAT if type_ == "f64" else _INTEGER
        if type(op) not in names:
            raise self.wrong(node, f"there is no {type(op).__name__} of {type_}")
        self.emit(f"{type_}.{names[type(op)]}")
        return type_

    def compare(self, node: ast.Compare, name: str) -> str:
        """A comparison of two numbers."""
        type_ = self.two(node, node.left, node.comparators[0])
        self.emit(f"{type_}.{name}" + ("" if type_ == "f64" or name in ("eq", "ne") else "_s"))
        return "i32"

    def both(self, op: ast.boolop, values: list[ast.expr]) -> None:
        """`and`, `or`: what follows is computed only where it matters."""
        self.condition(values[0])
        if len(values) == 1:
            return
        self.emit("if", "i32")
        if isinstance(op, ast.Or):
            self.emit("i32.const", 1)
            self.emit("else")
        self.both(op, values[1:])
        if isinstance(op, ast.And):
            self.emit("else")
            self.emit("i32.const", 0)
        self.emit("end")

    def call(self, node: ast.AST, name: str, arguments: list[ast.expr]) -> str | None:
        """A call of a kernel, an intrinsic, or one of the few functions of Python that there are."""
        if name in self.names.functions:
            signature = self.names.functions[name]
            if len(arguments) != len(signature.parameters):
                raise self.wrong(node, f"{name} takes {len(signature.parameters)} arguments")
            for argument, type_ in zip(arguments, signature.parameters, strict=True):
                self.value(argument, type_)
            self.late("call", operator.itemgetter(signature.name))
            self.body.calls.append(signature.name)
            return signature.result
        if name in TABLE:
            return self.intrinsic(node, name, arguments)
        match name, arguments:
            case "float", [x]:
                self.value(x, "f64")
                return "f64"
            case "int", [x]:
                found = self.expression(x)
                if found == "f64":
                    self.emit("i64.trunc_f64_s")
                else:
                    self.convert(node, found, "i64")
                return "i64"
            case ("min" | "max"), [a, b]:
                type_ = self.two(node, a, b)
                if type_ == "f64":
                    self.emit(f"f64.{name}")
                    return type_
                first, second = self.fresh(type_), self.fresh(type_)
                self.emit("local.set", second)
                self.emit("local.tee", first)
                for number in (second, first, second):
                    self.emit("local.get", number)
                self.emit("i64.lt_s" if name == "min" else "i64.gt_s")
                self.emit("select")
                return type_
        raise self.wrong(node, f"{name} isn't known here, or takes other arguments")

    def intrinsic(self, node: ast.AST, name: str, arguments: list[ast.expr]) -> str | None:
        """Single instructions."""
        parameters, result, code = TABLE[name]
        offset: Late | None = None
        if "offset" in parameters and len(arguments) == len(parameters) - 1 and name.startswith("load"):
            arguments = [arguments[0], ast.Constant(0)]
        if len(arguments) != len(parameters):
            raise self.wrong(node, f"{name} takes {len(parameters)} arguments")
        for argument, type_ in zip(arguments, parameters, strict=True):
            constant = self.names.constant(argument)
            if type_ == "offset":
                if not constant:
                    raise self.wrong(node, "an offset is a constant")
                offset = constant[0]
            elif type_ == "i32" and constant:
                self.late("i32.const", constant[0])
            elif type_ == "i32":
                self.value(argument, "i64")
                self.emit("i32.wrap_i64")
            else:
                self.value(argument, type_)
        if offset is not None:
            self.late(code[0], offset)
        else:
            for row in code:
                self.emit(row)
        return result
