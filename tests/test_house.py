"""The house itself: wings import as the map says, nothing imports in circles, classes stay small, doors are listed."""

from __future__ import annotations

import ast
import subprocess
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
LAYERS = ("gdl", "interpreter", "cli")
TOP = {
    ".ci", ".gitattributes", ".gitignore", ".pre-commit-hooks.yaml", "CHANGELOG.md", "LICENSE", "README.md",
    "benchmarks", "cli", "docs", "editors", "gdl", "interpreter", "pyproject.toml", "rulesets", "tests",
}  # fmt: skip
LONGEST_CHAIN = 3
MOST_DOORS = 80
MOST_ATTRIBUTES = 15
MOST_METHODS = 25

MAP = {
    "cli": "",
    "cli.app": "options",
    "cli.commands": "editors interrupts languages learning linting options reports session studio terminal web",
    "cli.editors": "",
    "cli.interrupts": "",
    "cli.languages": "",
    "cli.learning": "options terminal",
    "cli.linting": "options terminal",
    "cli.main": "app interrupts options quick",
    "cli.options": "interrupts session",
    "cli.quick": "linting",
    "cli.reports": "options terminal",
    "cli.session": "languages",
    "cli.studio": "editors options reports session web",
    "cli.terminal": "interrupts languages options session",
    "cli.web": "languages session",
    "gdl": "",
    "gdl.bundle": "check library lint model syntax text",
    "gdl.cache": "",
    "gdl.check": "colours library model passes pictures syntax text",
    "gdl.colours": "",
    "gdl.files": "",
    "gdl.index": "check colours library lint model pictures syntax text",
    "gdl.knowledge": "model passes text",
    "gdl.library": "files text",
    "gdl.lint": "check knowledge model notation outcomes passes pictures report syntax text",
    "gdl.model": "text",
    "gdl.notation": "model",
    "gdl.outcomes": "cache library program text",
    "gdl.passes": "model",
    "gdl.pictures": "",
    "gdl.program": "",
    "gdl.report": "text",
    "gdl.syntax": "cache colours pictures program text",
    "gdl.text": "",
    "interpreter": "errors game moved",
    "interpreter.bridges": "errors game graph native players work",
    "interpreter.cancellation": "",
    "interpreter.drawing": "errors game graph",
    "interpreter.errors": "",
    "interpreter.game": "cancellation errors graph native reference",
    "interpreter.graph": "",
    "interpreter.lab": "cancellation errors game graph native players reference work",
    "interpreter.moved": "",
    "interpreter.native": "cancellation errors graph reference",
    "interpreter.notebooks": "drawing game",
    "interpreter.players": "errors game graph native work",
    "interpreter.reference": "cancellation graph",
    "interpreter.work": "errors game native",
}
"""Which wing may import which, besides itself: a wing is a folder of a layer, or a file beside these folders. All of
`interpreter` may import `gdl`, and `cli` both. `docs/design.md` draws it."""

DOORS = {
    # optional packages, and what needs them
    "dask": "optional (`cluster`)",
    "distributed": "optional (`cluster`)",
    "interpreter.bridges.cluster": "needs Dask, which is optional",
    "interpreter.bridges.formats": "needs pydantic, which is slow; few positions come from other programs' files",
    "interpreter.bridges.programs": "fifteen modules; few games have a program at the board",
    "platformdirs": "slow; most runs write nothing of their own",
    "pyarrow": "optional (`study`)",
    "cli.reports.study.plots": "needs matplotlib, which is optional",
    "cli.reports.study.html": "needs matplotlib, which is optional",
    "interpreter.drawing.raster": "needs resvg, which is optional",
    "interpreter.drawing.end_words": "needs the parser, which is slow; few games are over",
    "interpreter.drawing.letters": "needs the parser, which is slow; few boards show names that are made of letters",
    "interpreter.drawing.rule_words": "needs the parser, which is slow; few moves are refused",
    "interpreter.drawing.svg": "notebooks ask for pictures by themselves, of games that may never be shown",
    "cli.editors.server": "needs pygls, which is optional",
    "cli.studio.browser": "lists packages, and may fetch; few sites have a studio",
    "cli.studio.running": "needs Starlette and pygls, which are optional",
    "cli.web.serve.running": "needs Starlette, which is optional",
    "watchfiles": "optional (`watch`)",
    "readline": "not there on every system",
    "termios": "not there on every system",
    # slow packages, and what needs them
    "wasmtime": "slow, and there are machines without it",
    "interpreter.native": "needs wasmtime, which is slow; a board that is known begins without",
    "interpreter.lab.tools.metered": "needs wasmtime",
    "interpreter.lab.opponent_trial": "needs wasmtime; a ruleset is tried once",
    "importlib.metadata": "slow",
    "pydantic": "slow",
    "interpreter.game.record_model": "needs pydantic, which is slow; a game begins before it is recorded",
    "interpreter.game.observed_model": "needs pydantic, which is slow",
    "interpreter.game.scenarios": "needs pydantic, which is slow",
    "markdown_it": "slow",
    "typer": "slow; lines are said without it",
    "rich": "slow; plain lines are said without it",
    "gdl.syntax.lexer": "needs Pygments, which is slow; coloured screens alone need it",
    "gdl.check.checker": "needs Lark, which is slow; rules that are known begin without",
    "gdl.library": "the shell asks for names at each Tab",
    "cli.terminal.full_screen": "needs Textual, which is slow",
    "cli.languages.catalogues": "reads JSON; who speaks English needs none",
    # what a command needs only if it is asked for, and takes long to import
    "cli.app": "all commands; `gdl` alone and `gdl lint` answer before they are read",
    "cli.interrupts": "see cli.app",
    "cli.options.exits": "see cli.app",
    "cli.options.catalogue": "reads every ruleset's head",
    "cli.quick": "see cli.app",
    "cli.linting": "needs the checker, which what is remembered doesn't",
    "cli.reports": "needs the laboratory with NumPy and Optuna; wrong options are told before it is read",
    "cli.terminal.lines.loop": "the other host may be asked for",
    "interpreter.game.knowledge": "fifteen modules; few games hide anything",
    "interpreter.players.informed": "fifteen modules; few players have a table",
    "interpreter.players.equilibrium": "needs wasmtime, which is slow",
    "interpreter.players.learning": "thirty modules; most games are begun without what was learnt",
}
"""What is imported inside functions, and why not at the top. A name stands for all below it, too."""

RECORDS = {
    "cli.web.serve.kept.Kept": "a game as the server keeps it, a column each",
    "gdl.check.ruleset.Ruleset": "a ruleset's declarations, a list for each kind",
    "gdl.model.model.Model": "a checked ruleset",
    "interpreter.lab.lint.evidence.Evidence": "what games of play showed",
    "interpreter.lab.study.figures.Study": "the figures of a study, as its JSON",
    "cli.terminal.scene.palette.Palette": "a colour for each use",
}
"""Classes with more than so many attributes, and what they are: plain records without ways of their own."""

ROLES = {
    "gdl.syntax.builder.Builder": "Lark, a method for each rule of the grammar",
    "interpreter.game.situation.Situation": "everybody: what is said of a state",
    "interpreter.game.views.View": "every host",
    "cli.terminal.full_screen.board.BoardWidget": "Textual, and what keys and the mouse do",
}
"""Classes with more than so many methods, and who calls these."""


class Import(NamedTuple):
    """One name of an import: the module that imports, its line, what is imported, and whether that is in a function."""

    by: str
    line: int
    target: str
    in_function: bool
    for_types: bool


@cache
def trees() -> dict[str, ast.Module]:
    """Every module by its dotted name."""
    found = {}
    for layer in LAYERS:
        for path in sorted((ROOT / layer).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            found[name] = ast.parse(path.read_text(encoding="utf-8"))
    return found


@cache
def folder(module: str) -> str:
    """The folder that a module's file lies in. What a package's own file says is part of the package."""
    is_package = (ROOT / module.replace(".", "/") / "__init__.py").exists()
    return module if is_package else module.rpartition(".")[0]


def named(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    """The modules that an import names; of ours, those that the names come from."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif node.module:
        wholes = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        yield from {whole if whole in trees() else node.module for whole in wholes.values()}


@cache
def imports() -> tuple[Import, ...]:
    """All imports of all modules, those for types and those in functions among them."""
    found: list[Import] = []

    def look(module: str, node: ast.AST, in_function: bool, for_types: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.Import | ast.ImportFrom):
                found.extend(Import(module, child.lineno, name, in_function, for_types) for name in named(child))
            else:
                inner = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
                types = isinstance(child, ast.If) and "TYPE_CHECKING" in ast.dump(child.test)
                look(module, child, in_function or inner, for_types or types)

    for module, tree in trees().items():
        look(module, tree, False, False)
    return tuple(found)


def ours() -> list[Import]:
    """The imports of modules of ours by others of ours."""
    return [one for one in imports() if one.target in trees() and one.target != one.by]


def assert_no_circle(graph: Mapping[str, Iterable[str]]) -> None:
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        raise AssertionError(" → ".join(circle.args[1])) from None


@cache
def classes() -> tuple[tuple[str, ast.ClassDef], ...]:
    return tuple((f"{module}.{node.name}", node) for module, tree in trees().items() for node in ast.walk(tree)
                 if isinstance(node, ast.ClassDef))  # fmt: skip


# ---- who imports whom


def wing(module: str) -> str:
    """`interpreter.players.learning.weights` is of the wing `interpreter.players`."""
    return ".".join(module.split(".")[:2])


def test_wings_import_as_the_map_says() -> None:
    unlike = defaultdict(list)
    for one in ours():
        here, there = wing(one.by), wing(one.target)
        below = LAYERS.index(there.split(".")[0]) - LAYERS.index(here.split(".")[0])
        if here != there and (below > 0 or (below == 0 and there.rpartition(".")[2] not in MAP[here].split())):
            unlike[f"{here} → {there}"].append(f"{one.by}:{one.line}")
    assert unlike == {}


def test_the_map_has_every_wing_and_no_other() -> None:
    assert set(MAP) == {wing(module) for module in trees()}


def test_the_map_has_no_way_round() -> None:
    assert_no_circle({here: {f"{here.split('.')[0]}.{there}" for there in may.split()} for here, may in MAP.items()})


def drawn() -> dict[str, int]:
    """The wings in the picture of `docs/design.md`, and the line that each stands on."""
    picture = (ROOT / "docs" / "design.md").read_text(encoding="utf-8").split("## The map")[1].split("```")[1]
    layer, found = "", {}
    for number, line in enumerate(picture.splitlines()):
        wings = line.split()
        if line and line[0] != " ":
            layer = wings.pop(0)
        found |= {f"{layer}.{wing}": number for wing in wings}
    return found


def test_the_picture_shows_the_map() -> None:
    picture = drawn()
    assert set(picture) == set(MAP) - set(LAYERS)
    upward = {(here, there) for here in picture for there in MAP[here].split()
              if picture[f"{here.split('.')[0]}.{there}"] <= picture[here]}  # fmt: skip
    assert upward == set()


def test_no_module_imports_one_that_imports_it() -> None:
    """Not even in a function, or for types alone."""
    graph = defaultdict(set)
    for one in ours():
        graph[one.by].add(one.target)
    assert_no_circle(graph)


def test_no_folder_imports_one_that_imports_it() -> None:
    """Files that lie right in a layer are wings of their own."""
    graph = defaultdict(set)
    for one in ours():
        here, there = (name if (at := folder(name)) in LAYERS else at for name in (one.by, one.target))
        if here != there:
            graph[here].add(there)
    assert_no_circle(graph)


def doors() -> list[tuple[str, str]]:
    """Each import that stands in a function: where, and the entry of DOORS that is its reason, or none."""
    found = []
    for one in imports():
        if one.in_function and not one.for_types:
            reasons = [door for door in DOORS if f"{one.target}.".startswith(f"{door}.")]
            found.append((f"{one.by}:{one.line} imports {one.target}", max(reasons, key=len, default="")))
    return found


def test_every_door_has_its_reason() -> None:
    assert [where for where, reason in doors() if not reason] == []
    assert set(DOORS) == {reason for _, reason in doors()}


def test_there_are_few_doors() -> None:
    assert len({where.split(" ")[0] for where, _ in doors()}) < MOST_DOORS


# ---- classes


def attributes(node: ast.ClassDef) -> set[str]:
    """What a constructor sets: fields of a dataclass, and what it assigns to `self`."""
    found = set()
    if any("dataclass" in ast.dump(decorator) for decorator in node.decorator_list):
        fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
        own = [field.target for field in fields if "ClassVar" not in ast.dump(field)]
        found |= {name.id for name in own if isinstance(name, ast.Name)}
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name in ("__init__", "__post_init__", "__new__"):
            targets = [t for a in ast.walk(method) if isinstance(a, ast.Assign) for t in a.targets]
            targets += [a.target for a in ast.walk(method) if isinstance(a, ast.AnnAssign)]
            found |= {
                one.attr for target in targets for one in ast.walk(target)
                if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "self"
            }  # fmt: skip
    return found


def test_no_constructor_sets_many_attributes() -> None:
    many = {name: n for name, node in classes() if (n := len(attributes(node))) > MOST_ATTRIBUTES}
    assert set(many) == set(RECORDS), many


def test_no_class_has_many_methods() -> None:
    many = {name: n for name, node in classes() if (n := sum(map(is_method, node.body))) > MOST_METHODS}
    assert set(many) == set(ROLES), many


def is_method(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def test_no_chain_of_classes_is_long() -> None:
    sources: dict[str, dict[str, str]] = defaultdict(dict)
    for name, node in classes():
        sources[name.rpartition(".")[0]][node.name] = name
    for module, tree in trees().items():
        for node in tree.body:
            if isinstance(node, ast.ImportFrom):
                sources[module] |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    bases = {
        name: [sources[name.rpartition(".")[0]].get(base.id, "") for base in node.bases if isinstance(base, ast.Name)]
        for name, node in classes()
    }

    def length(whole: str) -> int:
        return 1 + max((length(base) for base in bases[whole] if base in bases), default=0)

    assert bases["interpreter.reference.writer.Writer"] == ["gdl.model.meaning.Coder"]
    assert {whole: n for whole in bases if (n := length(whole)) > LONGEST_CHAIN} == {}


# ---- tests


def limits(path: Path) -> Iterator[str]:
    """What a test file says about how long something may take: limits of its own, and times that are asserted."""
    text = path.read_text(encoding="utf-8")
    if not any(word in text for word in ("timeout", "monotonic", "perf_counter")):
        return
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


def test_test_files_have_names_of_their_own() -> None:
    """Tests are no package: of two files with one name pytest collects the first alone, and stops at the other."""
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, number in names.items() if number > 1] == []


def test_nothing_else_lies_at_the_top() -> None:
    """Records that a game has saved there, for example, are nobody's to keep."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert {path.partition("/")[0] for path in listed.split("\0") if path} == TOP
