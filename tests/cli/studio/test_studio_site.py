"""`gdl site --studio`: the studio as static files."""

from __future__ import annotations

import ast
import gzip
import json
import re
import subprocess
import sys
from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest
from command import run

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")

from cli.options import shipped
from cli.options.catalogue import entries
from cli.studio.browser import folder, program
from cli.studio.browser.pinned import FILES, NotPyodide
from cli.studio.browser.pyodide import taken


@pytest.fixture
def others(tmp_path: Path) -> Path:
    """A folder with files of the right names that aren't Pyodide's."""
    for file in FILES:
        (tmp_path / file.name).write_bytes(b"x" * file.size if file.size < 10**6 else b"x")
    return tmp_path


@cache
def unpacked() -> dict[str, bytes]:
    data = gzip.decompress(program.pack())
    size = int.from_bytes(data[:4], "little")
    at, found = 4 + size, {}
    for name, length in json.loads(data[4 : 4 + size]):
        found[name] = data[at : at + length]
        at += length
    assert at == len(data)
    return found


def test_other_files_than_pyodides_are_refused(others: Path, tmp_path: Path) -> None:
    with pytest.raises(NotPyodide, match="isn't the file of Pyodide"):
        list(taken(str(others)))
    with pytest.raises(NotPyodide, match="can't be read"):
        list(taken(str(tmp_path / "nowhere")))
    with pytest.raises(NotPyodide, match="can't be read"):
        list(taken("http://127.0.0.1:9/pyodide"))


def test_nothing_is_written_where_pyodide_is_missing_or_another(others: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    for words, said in (
        (["--studio"], "belong together"),
        (["--pyodide", str(others)], "belong together"),
        (["--studio", "--pyodide", str(others)], "isn't the file of Pyodide"),
    ):
        status, _, complained = run(["site", str(site), "tictactoe", *words])
        assert status == 2
        assert said in complained
        assert "npm install pyodide@" in complained
        assert not site.exists()


def test_a_file_where_a_folder_belongs_is_told(tmp_path: Path) -> None:
    file = tmp_path / "mine.gdl"
    file.write_text("mine", encoding="utf-8")
    status, _, complained = run(["site", str(file)])
    assert (status, file.read_text(encoding="utf-8")) == (2, "mine")
    assert "is a file; name a folder" in complained


def test_the_pack_holds_the_program_and_nothing_compiled() -> None:
    held = unpacked()
    for name in ("gdl/syntax/grammar.lark", "cli/studio/desk.py", "rulesets/sparks/sparks.gdl", "lark/lark.py"):
        assert held[name]
    assert [one["name"] for one in json.loads(held["cli/options/shipped.json"])] == [one.name for one in entries()]
    assert not [name for name in held if name.endswith((".so", ".pyd", ".pyc")) or name.startswith(("/", ".."))]
    assert program.pack() == program.pack()


def test_the_table_in_the_pack_is_read_and_no_ruleset(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found = entries()
    table = tmp_path / "shipped.json"
    table.write_bytes(unpacked()["cli/options/shipped.json"])
    monkeypatch.setattr(shipped, "TABLE", table)

    def read() -> list[shipped.Entry]:
        raise AssertionError("the rulesets are read")

    assert shipped.shipped(read) == found


IMPORTING = """
import sys, types
THERE = {there!r}

class Browser:
    def find_spec(self, name, path=None, target=None):
        top = name.partition(".")[0]
        if top not in THERE:
            raise ModuleNotFoundError(name, name=name)

sys.meta_path.insert(0, Browser())
for name in ("js", "pyodide", "pyodide.ffi"):
    sys.modules[name] = types.ModuleType(name)
for name in ("create_proxy", "to_js", "JsException"):
    setattr(sys.modules["pyodide.ffi"], name, Exception)
import cli.studio.browser.stand_ins
import cli.studio.browser.begin
cli.studio.browser.begin.warm()
assert not cli.studio.playing._last  # a game may hold compiled rules, of which no picture can be made
print("warm")
"""
ABSENT = {"sqlite3", "ssl", "lzma", "curses", "tkinter", "readline", "fcntl", "termios", "resource"}
"""Parts of the standard library that Pyodide doesn't have, or not at first."""


def test_python_in_the_browser_needs_nothing_that_is_not_there() -> None:
    there = set(sys.stdlib_module_names) - ABSENT | {*program.OURS}
    there |= {name.partition("/")[0].removesuffix(".py") for name, _ in program._theirs()}
    done = subprocess.run(
        [sys.executable, "-c", IMPORTING.format(there=there)], capture_output=True, text=True, check=False
    )
    assert done.stdout == "warm\n", done.stderr


def test_the_page_may_load_from_its_own_site_alone() -> None:
    page = folder._page("0", "../manual.html")
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy
    rules = dict(rule.split(" ", 1) for rule in policy[1].split("; "))
    assert rules.pop("default-src") == "'none'"
    allowed = {word for words in rules.values() for word in words.split()}
    assert allowed == {"'self'", "'none'", "'wasm-unsafe-eval'", "blob:", "data:"}
    assert rules["script-src"] == "'self' 'wasm-unsafe-eval'"
    assert rules["connect-src"] == "'self'"
    assert '<link rel="help" href="../manual.html">' in page
    assert not re.search(r"<script(?![^>]* src=)[^>]*>|<style|\son\w+=", page)


def test_the_stand_in_for_wasmtime_has_what_the_program_uses() -> None:
    held = ast.parse(files("cli.studio.browser").joinpath("wasmtime.py").read_text(encoding="utf-8"))
    kinds = {one.name: {part.name for part in one.body if isinstance(part, ast.FunctionDef)}
             for one in held.body if isinstance(one, ast.ClassDef)}  # fmt: skip
    texts = [data.decode() for name, data in unpacked().items() if re.match(r"interpreter/.*\.py$", name)]
    here = [text for text in texts if "wasmtime" in text]
    used = {name for text in here for name in re.findall(r"\bwasmtime\.([A-Z]\w*)", text)}
    assert used <= {*kinds}
    asked = {name for text in here for name in re.findall(r"\bstore\.([a-z]\w*)\(", text)}
    assert "set_fuel" in asked
    assert asked <= kinds["Store"]
