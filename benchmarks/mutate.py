"""Mutation testing: change sources in one place at a time, and see whether tests notice.

    python benchmarks/mutate.py FILE… --tests PATH… [--sample 50] [--seed 1] [--only FILE:LINE…] [--most SECONDS]

A change swaps a comparison, an operator, or a word (`min`, `all`, `break`), adds one to a number, negates a condition,
empties a `return`, leaves out a bound of a slice, or drops a statement. Docstrings, messages, types and `__all__` stay.

Each change is tried in a scratch copy of the files git knows, with a cache folder of its own. That cache begins with
what the unchanged program kept: the names there hold the compiler's files with their times, and each change has a time
of its own, so a changed compiler compiles anew. A first run notes which test calls which function. The quickest tests
that call the changed function run first, then the others that call it. All tests run where that isn't known: at the top
of a file, and for kernels, which Python never calls. An endless loop ends after `--seconds` of processor time (without
it: three times what the first run took), and counts as caught. Needs Linux or macOS.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import NoReturn

import pytest

HOME = Path(__file__).resolve().parents[1]
FIRST = 12
"""The number of tests that run before the others that call the changed function."""
WATCHING = 3600
"""Seconds of processor time for the first run, which keeps its cache."""
WALL = 900
"""Seconds by the clock after which a run that only waits is taken for one that hangs."""

COMPARED = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "in": "not in", "not in": "in",
            "is": "is not", "is not": "is"}  # fmt: skip
COMPUTED = {"+": "-", "-": "+", "*": "+", "//": "*", "%": "+", "<<": ">>", ">>": "<<", "&": "|", "|": "&", "^": "&",
            "/": "*", "**": "*"}  # fmt: skip
WORDS = {"min": "max", "max": "min", "any": "all", "all": "any"}

SLOW = ("hypothesis", "lark", "numpy", "pydantic", "starlette.testclient", "textual.app", "wasmtime", "yaml")
"""Packages that the tests need, imported once for all runs."""

WATCH = """
import json, os, sys, threading, time
FILES, SEEN, TIMES = set(os.environ["MUTATE_FILES"].split(os.pathsep)), {}, {}
test = None
def trace(frame, event, argument):
    code = frame.f_code
    if test and code.co_filename in FILES:
        SEEN.setdefault(f"{code.co_filename}:{code.co_firstlineno}", set()).add(test)
def pytest_runtest_logstart(nodeid):
    global test
    test, TIMES[nodeid] = nodeid, time.process_time()
    sys.settrace(trace)
    threading.settrace(trace)
def pytest_runtest_logfinish(nodeid):
    TIMES[nodeid] = time.process_time() - TIMES[nodeid]
def pytest_sessionfinish():
    sys.settrace(None)
    with open(os.environ["MUTATE_OUT"], "w") as file:
        json.dump({"calls": {key: sorted(tests) for key, tests in SEEN.items()}, "times": TIMES}, file)
"""


@dataclass(frozen=True, slots=True)
class Change:
    """One place of a file, and what stands there instead."""

    path: str
    start: int
    end: int
    text: str
    line: int
    function: int
    """The line in which the function around it begins, its decorators included; 0: none."""

    def applied(self, source: bytes) -> bytes:
        """The changed file."""
        return source[: self.start] + self.text.encode() + source[self.end :]

    def shown(self, source: bytes) -> str:
        """The changed line before and after."""
        before = source[: self.start].rfind(b"\n") + 1
        after = source.find(b"\n", self.end)
        old = source[before : after if after >= 0 else len(source)]
        new = source[before : self.start] + self.text.encode() + source[self.end : before + len(old)]
        return f"- {old.decode().strip()}\n    + {new.decode().strip()}"


class Changes(ast.NodeVisitor):
    """Every change of one file."""

    def __init__(self, path: str, source: bytes) -> None:
        self.path, self.source, self.found = path, source, list[Change]()
        self.function = 0
        self.compiled = "/kernels/" in path
        lines = source.splitlines(keepends=True)
        self.offsets = [0]
        for line in lines:
            self.offsets.append(self.offsets[-1] + len(line))
        self.visit(ast.parse(source))

    def start(self, node: ast.expr | ast.stmt) -> int:
        """Where a node begins, in bytes."""
        return self.offsets[node.lineno - 1] + node.col_offset

    def end(self, node: ast.expr | ast.stmt) -> int:
        """Where a node ends, in bytes."""
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.offsets[node.end_lineno - 1] + node.end_col_offset

    def add(self, start: int, end: int, text: str) -> None:
        """One more change."""
        line = self.source[:start].count(b"\n") + 1
        self.found.append(Change(self.path, start, end, text, line, self.function))

    def between(self, left: ast.expr, right: ast.expr, swaps: dict[str, str]) -> None:
        """Swap the operator that stands between two expressions."""
        start, end = self.end(left), self.start(right)
        gap = re.sub(r"#[^\n]*", lambda found: " " * len(found[0]), self.source[start:end].decode("latin-1"))
        if found := re.search(r"[^\s()\\]+(?:\s+(?:not|in)\b)?", gap):
            word = " ".join(found[0].split())
            if word in swaps:
                self.add(start + found.start(), start + found.end(), swaps[word])

    def negated(self, test: ast.expr) -> None:
        """The opposite condition."""
        start, end = self.start(test), self.end(test)
        self.add(start, end, f"(not ({self.source[start:end].decode()}))")

    def dropped(self, node: ast.stmt) -> None:
        """Leave a statement out."""
        self.add(self.start(node), self.end(node), "pass")

    def visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """Decorators and types stay; defaults and the body change."""
        outer, self.function = self.function, min([node.lineno, *(each.lineno for each in node.decorator_list)])
        for part in [*node.args.defaults, *filter(None, node.args.kw_defaults), *node.body]:
            self.visit(part)
        self.function = outer

    visit_FunctionDef = visit_AsyncFunctionDef = visit_function  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Only its body."""
        for part in node.body:
            self.visit(part)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Each of its comparisons."""
        for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
            self.between(left, right, COMPARED)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Each `and`, each `or`."""
        for left, right in zip(node.values, node.values[1:], strict=False):
            self.between(left, right, {"and": "or", "or": "and"})
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """The operator, unless what stands there is text."""
        if not any(isinstance(side, ast.JoinedStr) or _is_text(side) for side in (node.left, node.right)):
            self.between(node.left, node.right, COMPUTED)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """What is negated isn't any longer."""
        if isinstance(node.op, (ast.Not, ast.USub)):
            self.add(self.start(node), self.start(node.operand), "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """A number one greater, a truth turned round."""
        if isinstance(node.value, bool):
            self.add(self.start(node), self.end(node), str(not node.value))
        elif isinstance(node.value, (int, float)):
            self.add(self.start(node), self.end(node), str(node.value + 1))

    def visit_If(self, node: ast.If | ast.While | ast.IfExp) -> None:
        """The condition turned round."""
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.negated(node.test)
            self.generic_visit(node)

    visit_While = visit_IfExp = visit_If  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Each of its conditions turned round."""
        for test in node.ifs:
            self.negated(test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        """Nothing comes back, or nought where rules are compiled."""
        if node.value is not None and not (isinstance(node.value, ast.Constant) and not node.value.value):
            self.add(self.start(node.value), self.end(node.value), "0" if self.compiled else "None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        """A call left out; docstrings stay."""
        if isinstance(node.value, ast.Constant):
            return
        self.dropped(node)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Left out where the name may have a value before; its value changed anywhere."""
        if any(isinstance(target, ast.Name) and target.id == "__all__" for target in node.targets):
            return
        if any(not isinstance(target, ast.Name) for target in node.targets):
            self.dropped(node)
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Only the value: types stay."""
        if node.value is not None:
            self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Left out, or the other way round."""
        self.dropped(node)
        self.between(node.target, node.value, {f"{old}=": f"{new}=" for old, new in COMPUTED.items()})
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        """A bound left out."""
        for bound in (node.lower, node.upper):
            if bound is not None:
                self.add(self.start(bound), self.end(bound), "")
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        """The opposite of what is called."""
        if isinstance(node.func, ast.Name) and node.func.id in WORDS:
            self.add(self.start(node.func), self.end(node.func), WORDS[node.func.id])
        self.generic_visit(node)

    def visit_Break(self, node: ast.Break) -> None:
        """One of both for the other."""
        self.add(self.start(node), self.end(node), "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        """One of both for the other."""
        self.add(self.start(node), self.end(node), "break")

    def stay(self, node: ast.AST) -> None:
        """Messages, and what never happens."""

    visit_JoinedStr = visit_Raise = visit_Assert = visit_Import = visit_ImportFrom = stay  # noqa: N815


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def _become_pytest(home: Path, said: Path, arguments: list[str], variables: dict[str, str]) -> NoReturn:
    """Run pytest in this process, which has what is slow to import, and nothing of the program."""
    status = 1
    try:
        os.chdir(home)
        os.environ.update(variables)
        sys.path[:0] = variables["PYTHONPATH"].split(os.pathsep)
        with said.open("wb") as file:
            os.dup2(file.fileno(), 1)
            os.dup2(file.fileno(), 2)
        status = int(pytest.main(arguments))
        sys.stdout.flush()
    finally:
        os._exit(status)


def _ended(child: int) -> int | None:
    """The exit code of a process, once it has ended; None if it was stopped, or never ends."""
    until = time.monotonic() + WALL
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else None
        if time.monotonic() > until:
            os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.05)


class Trial:
    """A scratch copy, and tests that run in it."""

    def __init__(self, scratch: Path, tests: list[str], seconds: int | None, most: float) -> None:
        self.scratch, self.tests, self.seconds, self.most = scratch, tests, seconds, most
        self.home, self.kept = scratch / "tree", scratch / "kept"
        self.calls: dict[str, list[str]] = {}
        self.times: dict[str, float] = {}
        names = subprocess.run(["git", "ls-files", "-z"], cwd=HOME, capture_output=True, check=True).stdout.decode()
        for name in filter(None, names.split("\0")):
            if (HOME / name).is_file():
                (self.home / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOME / name, self.home / name)
        (scratch / "mutate_watch.py").write_text(WATCH)

    def run(self, tests: list[str], seconds: int, *options: str, **variables: str) -> int | None:
        """What pytest comes to; None: out of time."""
        cache = self.scratch / "cache"
        if self.kept.is_dir():
            shutil.copytree(self.kept, cache, copy_function=os.link)
        variables |= {"PYTHONPATH": f"{self.home}{os.pathsep}{self.scratch}", "GDL_CACHE": str(cache)}
        arguments = ["-x", "-q", "-p", "no:cacheprovider", "--rootdir", str(self.home), *options, *tests]
        child = os.fork()
        if not child:
            os.setpgid(0, 0)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
            _become_pytest(self.home, self.scratch / "said", arguments, variables)
        status = _ended(child)
        if seconds == WATCHING and cache.is_dir():
            cache.rename(self.kept)
        shutil.rmtree(cache, ignore_errors=True)
        return status

    def watch(self, files: list[str]) -> None:
        """Run all tests on what isn't changed, and note which of them call which function."""
        out = self.scratch / "watched.json"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        places = os.pathsep.join(str(self.home / file) for file in files)
        status = self.run(self.tests, WATCHING, "-p", "mutate_watch", MUTATE_FILES=places, MUTATE_OUT=str(out))
        if status != 0:
            sys.exit(f"The tests fail before anything is changed.\n{(self.scratch / 'said').read_text()}")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        took = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        self.seconds = self.seconds or int(3 * took) + 20
        watched = json.loads(out.read_text())
        self.calls, self.times = watched["calls"], watched["times"]
        print(f"{len(self.times)} tests, {took:.0f} s of processor time; at most {self.seconds} s a change", flush=True)

    def catches(self, change: Change) -> bool:
        """Whether a test fails, or never ends, once this is changed."""
        assert self.seconds is not None
        calling = self.calls.get(f"{self.home / change.path}:{change.function}", [])
        ordered = sorted(calling or self.times, key=lambda test: self.times[test])
        while self.most and len(ordered) > 1 and sum(self.times[test] for test in ordered) > self.most:
            ordered.pop()
        runs = (ordered[:FIRST], ordered[FIRST:]) if calling or self.most else (self.tests,)
        return any(tests and self.run(tests, self.seconds) != 0 for tests in runs)


def main() -> None:
    """Choose changes, try each, and tell which nothing noticed."""
    parser = argparse.ArgumentParser(description="Change sources in one place at a time, and run tests on each change.")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--tests", nargs="+", required=True, metavar="PATH")
    parser.add_argument("--sample", type=int, default=50, help="so many changes of all files together (default: 50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", nargs="+", metavar="FILE:LINE", help="only changes of these lines, all of them")
    parser.add_argument("--seconds", type=int, help="processor time for each change")
    parser.add_argument("--most", type=float, default=0, help="leave out the slowest tests beyond so many seconds")
    arguments = parser.parse_args()
    for package in SLOW:
        importlib.import_module(package)
    sources = {str(Path(file).resolve().relative_to(HOME)): Path(file).read_bytes() for file in arguments.files}
    changes = [change for path, source in sources.items() for change in Changes(path, source).found]
    print(f"{len(changes)} changes are possible")
    if arguments.only:
        changes = [change for change in changes if f"{change.path}:{change.line}" in arguments.only]
    else:
        changes = Random(arguments.seed).sample(changes, min(arguments.sample, len(changes)))
    changes.sort(key=lambda change: (change.path, change.start))
    with tempfile.TemporaryDirectory(prefix="mutate-") as scratch:
        trial = Trial(Path(scratch), arguments.tests, arguments.seconds, arguments.most)
        trial.watch(list(sources))
        caught = sum(1 for _ in _tried(trial, changes, sources))
    print(f"{caught} of {len(changes)} caught")


def _tried(trial: Trial, changes: list[Change], sources: dict[str, bytes]) -> Iterator[Change]:
    """Those that were caught. Each has a time of its own, as Python goes by that when it reads what it compiled."""
    for number, change in enumerate(changes):
        file = trial.home / change.path
        kept = file.stat().st_mtime
        file.write_bytes(change.applied(sources[change.path]))
        os.utime(file, (kept + 10 + number, kept + 10 + number))
        caught = trial.catches(change)
        file.write_bytes(sources[change.path])
        os.utime(file, (kept, kept))
        print(f"{'caught  ' if caught else 'SURVIVED'} {change.path}:{change.line}\n    "
              f"{change.shown(sources[change.path])}", flush=True)  # fmt: skip
        if caught:
            yield change


if __name__ == "__main__":
    main()
