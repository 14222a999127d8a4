"""Kernels: a small typed part of Python, compiled to WebAssembly. The jobs around a game are written in it.

A kernel is a function whose parameters, result and variables are

- `int`: 64 bits, wrapping around; `//` and `%` round towards zero; `>>` keeps the sign, `shr_u` doesn't;
- `float`: 64 bits; `int(x)` cuts off the fraction and traps where the number is too great;
- `bool`: the results of comparisons, `and`, `or`, `not`; a number can be tested, and a truth be counted with.

There are `if`, `while`, `for … in range(…)` (its variable is known only in the loop), `break`, `continue`, `return`,
`x if c else y`, `min` and `max` of two, calls of other kernels, and the names of `intrinsics.py`. A variable has the
type of what it is first given. At the top of a file stand constants (`WIDTH = 8`, capitals) and variables of the
module (`count: int = 0`), which functions set after `global count`. Constants without a value, and functions that
only raise NotImplementedError, come from the ruleset (see `given.py`), as do all numbers that it gives.

Files import constants, functions and variables from each other; a variable is set in its own file alone, and read as
it is then. Functions of all files that get into a module in one go live in one space: no two share a name. A folder of
such files is named as a file is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from interpreter.native.kernel_compiler.expressions import Body
from interpreter.native.kernel_compiler.intrinsics import TABLE
from interpreter.native.kernel_compiler.names import KernelError, Late, Names, Signature
from interpreter.native.kernel_compiler.statements import translated
from interpreter.native.kernel_compiler.writing_out import write_out
from interpreter.native.module.wasm import Function, Module

_ROOT = Path(__file__).parents[3]
_IGNORED = ("__future__", "interpreter.native.kernel_compiler.intrinsics")


@dataclass
class Unit:
    """A file of kernels, with what it imports: everything but the numbers and functions that a ruleset gives."""

    names: Names
    """What can be named in the file."""
    own: list[str] = field(default_factory=list)
    """The functions of the file itself, by their full names."""
    constants: dict[str, Late | None] = field(default_factory=dict)
    """All constants by their full names, with their values if they have one; those that others need come first."""
    variables: dict[str, tuple[str, Late]] = field(default_factory=dict)
    """All variables of the module by their full names, with their types and first values."""
    bodies: dict[str, Body] = field(default_factory=dict)
    """All functions, by their full names."""


def compile_kernels(
    module: Module,
    sources: Iterable[str],
    constants: Mapping[str, int | float] | None = None,
    external: Mapping[str, Function] | None = None,
) -> dict[str, Function]:
    """Add the functions of these sources to a module, with all that they call and the jobs of files they import from;
    functions marked `@job` are exported.

    `constants`: those that have no value by their names; others can be changed by full names such as `mcts.EXPLORE`. A
    source is the name of a Python module whose file holds kernels, or such a file's text. Gives the sources'
    own functions, and those that are given, by their names.
    """
    found, own = dict(external or {}), dict(external or {})
    variables = {variable.name: variable for variable in module.globals}
    for source in sources:
        unit = _text(source, "<kernels>") if "\n" in source else _file(source)
        names: dict[str, Any] = {}
        for name, value in unit.constants.items():
            known = name if value else name.split(".")[-1]
            names[name] = (constants or {}).get(known)
            if names[name] is None and value:
                names[name] = value(names)
        for name, (type_, first_value) in unit.variables.items():
            if name not in variables:
                variables[name] = module.variable(name, type_, first_value(names))
        bodies = list(_needed(unit, found))
        for body in bodies:
            result = (body.signature.result,) if body.signature.result else ()
            full = body.signature.name
            called = body.name if body.exported else full
            found[full] = module.add(
                Function(called, body.signature.parameters, result, body.exported, list(body.locals))
            )
        names |= variables
        names |= found
        for body in bodies:
            found[body.signature.name].code = _filled(body, names)
        write_out(found[body.signature.name] for body in bodies)
        own |= {unit.bodies[full].name: found[full] for full in unit.own}
        found |= own  # what one source defines is given to those that follow
    return own


def _needed(unit: Unit, found: Mapping[str, Function]) -> Iterator[Body]:
    """The functions of the file and those they call, without those that are there."""
    todo, seen = [*(name for name, body in unit.bodies.items() if body.exported), *unit.own][::-1], set(found)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        if name not in unit.bodies:
            raise KernelError(f"{unit.names.file}: {name} must be given")
        yield unit.bodies[name]
        todo += unit.bodies[name].calls


def _filled(body: Body, names: Mapping[str, Any]) -> list[tuple[Any, ...]]:
    """A function's code, its holes filled."""
    code = body.code.copy()
    for at, get in body.holes:
        try:
            value = get(names)
        except (KeyError, TypeError):
            value = None
        if value is None:
            raise KernelError(f"{body.name}: a constant that it uses must be given")
        code[at] = (code[at][0], value)
    return code


@lru_cache
def _file(name: str) -> Unit:
    folder = _ROOT.joinpath(*name.split("."))
    if folder.is_dir():
        return _together([_file(f"{name}.{path.stem}") for path in sorted(folder.glob("[a-z]*.py"))], folder.name)
    path = folder.with_suffix(".py")
    return _text(path.read_text(encoding="utf-8"), path.name)


def _together(units: Iterable[Unit], name: str) -> Unit:
    """The files of a folder."""
    found = Unit(Names(name))
    for unit in units:
        found.constants |= unit.constants
        found.variables |= unit.variables
        found.bodies |= unit.bodies
        found.own += unit.own
    return found


@lru_cache
def _text(text: str, file: str) -> Unit:
    """Read a file of kernels, and those it imports from."""
    unit = Unit(Names(file))
    functions: list[ast.FunctionDef] = []
    for node in ast.parse(text, file).body:
        match node:
            case ast.ImportFrom(module=str(name)):
                if name not in _IGNORED:
                    _import(unit, node, _file(name))
            case ast.Assign(targets=[target]):
                rows = zip(target.elts, node.value.elts, strict=True) if (
                    isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple)
                ) else [(target, node.value)]
                for one, value in rows:
                    _declare(unit, one, value, None)
            case ast.AnnAssign():
                _declare(unit, node.target, node.value, unit.names.type_of(node.annotation, node))
            case ast.FunctionDef():
                unit.names.functions[node.name] = _signature(unit.names, node)
                if not isinstance(node.body[-1], ast.Raise):
                    functions.append(node)
            case ast.Expr(value=ast.Constant()):
                pass
            case _:
                raise unit.names.wrong(node, f"a file of kernels has no {type(node).__name__}")
    for node in functions:
        full = unit.names.full(node.name)
        unit.own.append(full)
        unit.bodies[full] = translated(unit.names, node)
    return unit


def _import(unit: Unit, node: ast.ImportFrom, other: Unit) -> None:
    unit.constants |= other.constants
    unit.variables |= other.variables
    unit.bodies |= other.bodies
    for alias in node.names:
        name = alias.name
        known: list[tuple[dict[str, Any], dict[str, Any]]] = [
            (unit.names.constants, other.names.constants),
            (unit.names.functions, other.names.functions),
            (unit.names.variables, other.names.variables),
        ]
        for mine, theirs in known:
            if name in theirs and alias.asname is None:
                mine[name] = theirs[name]
                break
        else:
            raise unit.names.wrong(node, f"there is no {name} in {other.names.file}")


def _declare(unit: Unit, target: ast.expr, value: ast.expr | None, type_: str | None) -> None:
    """A constant or a variable of the module."""
    names = unit.names
    constant = names.constant(value) if value else None
    if not isinstance(target, ast.Name) or (value and not constant):
        raise names.wrong(target, "at the top of a file, constants are given to names")
    name = target.id
    type_ = str(type_ or (constant and constant[1]))
    if name.isupper():
        names.constants[name] = (type_, names.full(name))
        unit.constants[names.full(name)] = constant[0] if constant else None
    elif constant:
        names.variables[name] = (type_, names.full(name))
        unit.variables[names.full(name)] = (type_, constant[0])
    else:
        raise names.wrong(target, "a variable of the module needs a first value")


def _signature(names: Names, node: ast.FunctionDef) -> Signature:
    arguments = node.args
    if arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg or arguments.defaults:
        raise names.wrong(node, "kernels take plain arguments only")
    if node.name in names.functions or node.name in TABLE:
        raise names.wrong(node, f"there is a function {node.name} already")
    types = [names.type_of(argument.annotation, argument) for argument in arguments.args]
    name = node.name if isinstance(node.body[-1], ast.Raise) else names.full(node.name)
    return Signature(tuple(str(t) for t in types), names.type_of(node.returns, node), name)
