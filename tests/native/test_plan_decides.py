"""`plan/` decides, `lower/` writes: no new expressions, no rewriting, no thresholds and no analysis where code is
written."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl.model import nodes

LOWER = Path(__file__).parents[2] / "interpreter" / "native" / "lower"
KINDS = {name for name, kind in vars(nodes).items() if isinstance(kind, type) and issubclass(kind, nodes.Expr)}
LIMITS = {
    "options.MAX_CANDIDATES": "room for numbers of two bytes, which the code reserves",
    "texts.MOST_LETTERS": "strings are made for each of them",
}
"""Limits beyond which a ruleset isn't compiled. They decide nothing else."""
ASKED = {
    "expressions._op_there": "dispatches by what may be missing",
    "repetition._write": "dispatches: an expression, or a part of the state",
    "writer.Writer": "what is known now needs no code",
}
"""Functions that ask what kind of expression or statement something is, besides those that `match` it."""


def parts(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """All that stands within functions and classes of a module, with their names; not what is only asserted."""
    for outer in tree.body:
        todo: list[ast.AST] = [outer]
        while todo:
            inner = todo.pop()
            if not isinstance(inner, ast.Assert):
                yield getattr(outer, "name", ""), inner
                todo += ast.iter_child_nodes(inner)


def names(tree: ast.AST) -> set[str]:
    """Kinds of expressions and statements that are named."""
    kinds = {x.id for x in ast.walk(tree) if isinstance(x, ast.Name)} & KINDS
    return kinds | {x.attr for x in ast.walk(tree) if isinstance(x, ast.Attribute) and ast.unparse(x.value) == "m"}


def decisions(tree: ast.Module, module: str) -> Iterator[str]:
    """What a module decides that should only write."""
    for where, part in parts(tree):
        if isinstance(part, ast.Call):
            called = ast.unparse(part.func)
            if called in {"node", "Specialiser", "Folder", "substitute"} | KINDS or called.endswith(".fold"):
                yield f"{module}.{where} makes an expression: {called}"
            if called == "isinstance" and names(part.args[1]) and f"{module}.{where}" not in ASKED:
                yield f"{module}.{where} asks: {ast.unparse(part)}"
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store) and where == "":
            limit = part.id.lstrip("_").startswith(("MAX", "MIN", "MOST", "FEW", "LEAST"))
            if limit and f"{module}.{part.id}" not in LIMITS:
                yield f"{module} has a threshold: {part.id}"


def test_what_writes_decides_nothing() -> None:
    found = [d for path in sorted(LOWER.glob("*.py"))
             for d in decisions(ast.parse(path.read_text(encoding="utf-8")), path.stem)]  # fmt: skip
    assert found == []


def test_no_exception_is_left_over() -> None:
    for name in (*LIMITS, *ASKED):
        module, inner = name.split(".")
        assert inner in (LOWER / f"{module}.py").read_text(encoding="utf-8"), name


@pytest.mark.parametrize("code", [
    "def f(w, e):\n    return w.words(node(Op, e.type, 'both', e.operands))",
    "def f(w, e):\n    known = Specialiser({}, {e.variable: 1})",
    "def f(w, e):\n    return w.atom(Folder().fold(e))",
    "def f(w, e):\n    return w.atom(Table(e.type, e.values, ()))",
    "def f(w, e):\n    if isinstance(e, Const):\n        return 1",
    "def f(w, s):\n    return isinstance(s, m.Finish)",
    "MAX_THINGS = 8",
])  # fmt: skip
def test_decisions_are_seen(code: str) -> None:
    assert list(decisions(ast.parse(code), "anything"))
