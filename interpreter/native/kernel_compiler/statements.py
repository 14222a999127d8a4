"""Statements of kernels, from Python's syntax tree to blocks, loops and branches of WebAssembly."""

from __future__ import annotations

import ast
import operator
from typing import Any

from interpreter.native.kernel_compiler.expressions import Body, Expressions
from interpreter.native.kernel_compiler.names import Names


def translated(names: Names, function: ast.FunctionDef) -> Body:
    """A function's code."""
    return Statements(names, function).body


class Statements(Expressions):
    """Writes one function, statement by statement."""

    def __init__(self, names: Names, function: ast.FunctionDef) -> None:
        exported = any(isinstance(d, ast.Name) and d.id == "job" for d in function.decorator_list)
        super().__init__(names, Body(function.name, names.functions[function.name], exported))
        for arg, type_ in zip(function.args.args, self.body.signature.parameters, strict=True):
            self.locals[arg.arg] = (len(self.locals), type_)
        self.depth = 0
        self.loops: list[tuple[int, int]] = []
        """For each loop around here, the depths of the blocks that `break` and `continue` leave."""
        self.outside: set[str] = set()
        """The variables of the module that this function may set."""
        self.rows(function.body)
        if self.body.signature.result and not isinstance(function.body[-1], ast.Return):
            self.emit("unreachable")

    def open(self, *instruction: Any) -> int:
        """Begin a block; gives its depth."""
        self.emit(*instruction)
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """End a block."""
        self.emit("end")
        self.depth -= 1

    def leave(self, block: int, name: str = "br") -> None:
        """Go to the end of a block, or to the beginning if it is a loop."""
        self.emit(name, self.depth - block)

    def rows(self, statements: list[ast.stmt]) -> None:
        """Statements, one after another."""
        for statement in statements:
            self.statement(statement)

    def statement(self, node: ast.stmt) -> None:
        """One statement."""
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]):
                self.assign(node, name, self.expression(node.value))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if (
                len(targets) == len(values)
            ):
                types = [self.expression(value) for value in values]
                for target, type_ in zip(reversed(targets), reversed(types), strict=True):
                    if not isinstance(target, ast.Name):
                        raise self.wrong(target, "a name is needed here")
                    self.assign(node, target.id, type_)
            case ast.AugAssign(target=ast.Name(id=name)):
                left = ast.copy_location(ast.Name(name, ast.Load()), node)
                value = ast.copy_location(ast.BinOp(left, node.op, node.value), node)
                self.assign(node, name, self.expression(value))
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
                type_ = str(self.names.type_of(node.annotation, node)).replace("i32", "i64")
                self.value(node.value, type_)  # type: ignore[arg-type]
                self.assign(node, name, type_)
            case ast.Expr(value=ast.Constant()):
                pass  # a docstring
            case ast.Expr():
                if self.expression(node.value, void=True) is not None:
                    self.emit("drop")
            case ast.If():
                self.condition(node.test)
                self.open("if", None)
                self.rows(node.body)
                if node.orelse:
                    self.emit("else")
                    self.rows(node.orelse)
                self.close()
            case ast.While(orelse=[]):
                block, loop = self.open("block", None), self.open("loop", None)
                if not (isinstance(node.test, ast.Constant) and node.test.value is True):
                    self.condition(node.test)
                    self.emit("i32.eqz")
                    self.leave(block, "br_if")
                self.loops.append((block, loop))
                self.rows(node.body)
                self.loops.pop()
                self.leave(loop)
                self.close()
                self.close()
            case ast.For(target=ast.Name(), iter=ast.Call(func=ast.Name(id="range")), orelse=[]):
                self.count(node, node.iter)  # type: ignore[arg-type]
            case ast.Break() | ast.Continue() if self.loops:
                self.leave(self.loops[-1][isinstance(node, ast.Continue)])
            case ast.Return():
                result = self.body.signature.result
                if (node.value is None) != (result is None):
                    raise self.wrong(node, "this returns something else than the function promises")
                if node.value is not None and result is not None:
                    self.value(node.value, result)
                self.emit("return")
            case ast.Global():
                for name in node.names:
                    if name not in self.names.variables:
                        raise self.wrong(node, f"{name} isn't a variable of the module")
                    if self.names.variables[name][1] != self.names.full(name):
                        raise self.wrong(node, f"only the file of {name} sets it")
                self.outside |= set(node.names)
            case ast.Pass():
                pass
            case _:
                raise self.wrong(node, f"kernels have no {type(node).__name__} of this form")

    def assign(self, node: ast.AST, name: str, type_: str | None) -> None:
        """Give the value that was just computed to a name."""
        if type_ is None:
            raise self.wrong(node, "this call gives nothing")
        if name in self.outside:
            declared, full = self.names.variables[name]
            self.convert(node, type_, declared)
            self.late("global.set", operator.itemgetter(full))
            return
        if name not in self.locals:
            if name in self.names.variables or name in self.names.constants:
                raise self.wrong(node, f"{name} belongs to the module; say `global {name}` if it is to be set")
            self.locals[name] = (self.fresh(type_.replace("i32", "i64")), type_.replace("i32", "i64"))
        number, declared = self.locals[name]
        self.convert(node, type_, declared)
        self.emit("local.set", number)

    def count(self, node: ast.For, call: ast.Call) -> None:
        """`for i in range(…)`. Its name is known in the loop only, for at the end it would differ from Python's."""
        arguments = call.args if len(call.args) > 1 else [ast.copy_location(ast.Constant(0), call), *call.args]
        step = self.names.constant(arguments[2]) if len(arguments) == 3 else None
        by = step[0]({}) if step else 1
        if not 2 <= len(arguments) <= 3 or call.keywords or (len(arguments) == 3 and not step) or not by:
            raise self.wrong(node, "range takes one to three arguments, the step a plain number")
        name = node.target.id  # type: ignore[attr-defined]
        if name in self.locals or name in self.names.variables or name in self.names.constants:
            raise self.wrong(node, f"{name} is in use outside the loop")
        self.value(arguments[0], "i64")
        number, end = self.fresh("i64"), -1
        self.emit("local.set", number)
        limit = self.names.constant(arguments[1])
        if not limit:
            self.value(arguments[1], "i64")
            end = self.fresh("i64")
            self.emit("local.set", end)
        self.locals[name] = (number, "i64")
        block, loop = self.open("block", None), self.open("loop", None)
        self.emit("local.get", number)
        if limit:
            self.late("i64.const", limit[0])
        else:
            self.emit("local.get", end)
        self.emit("i64.ge_s" if by > 0 else "i64.le_s")
        self.leave(block, "br_if")
        inner = self.open("block", None)
        self.loops.append((block, inner))
        self.rows(node.body)
        self.loops.pop()
        self.close()
        for instruction in (("local.get", number), ("i64.const", by), ("i64.add",), ("local.set", number)):
            self.emit(*instruction)
        self.leave(loop)
        self.close()
        self.close()
        del self.locals[name]
