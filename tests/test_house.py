"""The house itself: layers import only downwards, modules never in circles, chains of classes stay short."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]
LAYERS = ("gdl", "interpreter", "cli")
LONGEST_CHAIN = 3


@cache
def modules() -> dict[str, ast.Module]:
    """Every module by its dotted name."""
    found = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imported(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules of ours that an import names."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names if alias.name in modules())
    elif node.module:
        for alias in node.names:
            whole = f"{node.module}.{alias.name}"
            if whole in modules():
                yield whole
            elif node.module in modules():
                yield node.module


def imports(tree: ast.AST) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """All imports that are made in a run, and whether each stands in a function; not those for types alone."""

    def within(node: ast.AST, in_function: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                yield child, in_function
            elif not (isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)):
                inner = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                yield from within(child, in_function or inner)

    return within(tree, False)


def test_layers_import_only_downwards() -> None:
    upward = [
        (name, target)
        for name, tree in modules().items()
        for node, _ in imports(tree)
        for target in imported(node)
        if LAYERS.index(target.split(".")[0]) > LAYERS.index(name.split(".")[0])
    ]
    assert upward == []


def test_no_module_imports_one_that_imports_it() -> None:
    """Not even where one of the imports stands in a function."""
    graph = {
        name: {target for node, _ in imports(tree) for target in imported(node)} - {name}
        for name, tree in modules().items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        raise AssertionError(" → ".join(circle.args[1])) from None


def test_no_chain_of_classes_is_long() -> None:
    bases: dict[str, list[str]] = {}
    for name, tree in modules().items():
        names = {node.name: f"{name}.{node.name}" for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
        for node, _ in imports(tree):
            if isinstance(node, ast.ImportFrom):
                names |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                of = [names.get(base.id, "") for base in node.bases if isinstance(base, ast.Name)]
                bases[f"{name}.{node.name}"] = of

    def length(whole: str) -> int:
        return 1 + max((length(base) for base in bases[whole] if base in bases), default=0)

    assert bases["interpreter.reference.writer.Writer"] == ["gdl.model.meaning.Coder"]
    assert {whole: n for whole in bases if (n := length(whole)) > LONGEST_CHAIN} == {}


# ---- tests


def limits(path: Path) -> Iterator[str]:
    """What a test file says about how long something may take: limits of its own, and times that are asserted."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        shown = f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.keyword) and node.arg == "timeout" and isinstance(node.value, ast.Constant):
            if isinstance(node.value.value, int | float) and node.value.value > POLLING:
                yield f"{path.relative_to(ROOT)}:{node.value.lineno}: timeout={node.value.value}"
        elif isinstance(node, ast.Assert):
            code = ast.unparse(node.test)
            if ("monotonic" in code and "HANGS" not in code) or "time.perf_counter" in code:
                yield f"{shown}: {code}"


POLLING = 1
"""Seconds for which somebody waits who asks again and again."""


def test_no_test_is_about_how_long_anything_takes() -> None:
    """On a busy machine all takes long: tests count work; `HANGS`, ten minutes, is there against hanging alone."""
    files = sorted(path for path in (ROOT / "tests").rglob("*.py") if path.name != "hardship.py")
    found = [said for path in files for said in limits(path)]
    assert [said for said in found if "until" not in said and "give_up" not in said and "ends" not in said] == []
