"""What editors get: files made from the words of the language, and settings that hold against the real program."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
import yaml
from patience import HANGS
from pygments.token import Error, Token
from typer.testing import CliRunner

from cli.app import app
from gdl.library import paths
from gdl.syntax import vocabulary
from gdl.syntax.lexer import GdlLexer
from gdl.syntax.parser import parse
from gdl.syntax.words import kinds
from gdl.text.source import Source

ROOT = Path(__file__).parents[2]
EDITORS = ROOT / "editors"
VSCODE = EDITORS / "vscode"
BROKEN = 'game "Example"\n\nplayers White, Black\nboard grid(3, 3)\n\nturn\n  choose s in emtpy\n'


def words_script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("words", EDITORS / "words.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def every_word() -> set[str]:
    behind = (vocabulary.CONTENT, vocabulary.STACK, vocabulary.OF_DIRECTIONS, vocabulary.OF_BORDERS)
    tables = (vocabulary.BUILT_IN, vocabulary.FUNCTIONS, *behind)
    return set(vocabulary.KEYWORDS).union(*tables)


# ---- words -------------------------------------------------------------------------------------------


def test_the_files_made_from_the_words_are_up_to_date() -> None:
    for path, made in words_script().FILES.items():
        assert path.read_text(encoding="utf-8") == made(), "run: python editors/words.py"


def test_every_word_has_one_kind() -> None:
    listed = [word for words in kinds().values() for word in words]
    assert len(listed) == len(set(listed))
    assert every_word() <= set(listed)


@pytest.mark.parametrize("path", ["vscode/syntaxes/gdl.tmLanguage.json", "vim/syntax/gdl.vim"])
def test_every_word_is_in_the_file(path: str) -> None:
    there = set(re.findall(r"\w+", (EDITORS / path).read_text(encoding="utf-8")))
    assert every_word() - there == set()


def test_snippets_are_rulesets_and_parts_of_them() -> None:
    """Each, with its defaults, can be read where it is meant to stand."""
    snippets = json.loads((VSCODE / "snippets" / "gdl.json").read_text(encoding="utf-8"))
    for title, snippet in snippets.items():
        body = re.sub(r"\$\{\d+:([^{}]*)\}", r"\1", "\n".join(snippet["body"]))
        head = body.split()[0]
        if head not in vocabulary.HEADS:
            body = "turn\n" + "".join(f"  {line}\n" for line in body.split("\n"))
        findings = parse(Source("snippet", f"{body}\n")).findings
        assert findings == (), (title, findings)


# ---- Pygments ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(paths()))
def test_pygments_reads_every_ruleset(name: str) -> None:
    text = paths()[name].read_text(encoding="utf-8")
    tokens = list(GdlLexer(stripnl=False).get_tokens(text))
    assert "".join(part for _, part in tokens) == text
    assert not [part for kind, part in tokens if kind is Error]


@pytest.mark.parametrize("word", sorted(vocabulary.KEYWORDS))
def test_pygments_colours_every_keyword(word: str) -> None:
    kinds_of = [kind for kind, part in GdlLexer().get_tokens(f"  x {word} y\n") if part == word]
    assert kinds_of[0] in Token.Keyword or kinds_of[0] in Token.Operator.Word
    assert [kind for kind, part in GdlLexer().get_tokens(f"  x.{word} y\n") if part == word] != kinds_of


def test_pygments_finds_the_lexer_by_its_name() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["entry-points"]["pygments.lexers"] == {"gdl": "gdl.syntax.lexer:GdlLexer"}
    assert any(needed.startswith("pygments") for needed in project["dependencies"])


def test_broken_text_is_coloured_as_far_as_it_goes() -> None:
    for text in ('"', '"{', '"{"x', "define", "define a.", "\x00\xff", "a" * 1000, "{{{", 'x "a{b" y'):
        assert "".join(part for _, part in GdlLexer(ensurenl=False, stripnl=False).get_tokens(text)) == text


# ---- problem matchers and hooks ----------------------------------------------------------------------


def patterns() -> list[dict[str, object]]:
    github = json.loads((EDITORS / "github-problem-matcher.json").read_text(encoding="utf-8"))
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    return [github["problemMatcher"][0]["pattern"][0], package["contributes"]["problemMatchers"][0]["pattern"]]


def test_problem_matchers_read_what_lint_says(tmp_path: Path) -> None:
    path = tmp_path / "a b.gdl"
    path.write_text(BROKEN)
    lines = CliRunner().invoke(app, ["lint", str(path)]).stdout.splitlines()
    for pattern in patterns():
        found = [m for line in lines if (m := re.match(str(pattern["regexp"]), line))]
        groups = ("file", "line", "column", "severity", "code")
        said = [tuple(m[int(str(pattern[group]))] for group in groups) for m in found]
        assert (str(path), "7", "15", "error", "N201") in said
        assert len(said) == sum(bool(re.match(r"\S.*: (error|warning) ", line)) for line in lines)


def test_hooks_run_commands_that_are_there(tmp_path: Path) -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [hook["id"] for hook in hooks] == ["gdl-lint", "gdl-fmt"]
    path = tmp_path / "a.gdl"
    path.write_text(paths()["tictactoe"].read_text())
    for hook in hooks:
        program, *words = shlex.split(hook["entry"])
        assert program == "gdl"
        assert CliRunner().invoke(app, [*words, str(path)]).exit_code == 0
        assert re.search(hook["files"], "rulesets/a.gdl")


def test_the_recipe_for_pre_commit_has_the_same_hooks() -> None:
    """The page's configuration runs what is installed, so it needs no address; its hooks are ours."""
    page = (ROOT / "docs" / "editors.md").read_text(encoding="utf-8")
    (shown,) = (yaml.safe_load(text) for text in re.findall(r"```yaml\n(repos:\n.*?)```", page, re.S))
    (repo,) = shown["repos"]
    ours = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    known = {hook["id"]: hook for hook in ours}
    assert repo["repo"] == "local" and {hook["id"] for hook in repo["hooks"]} == {*known}
    for hook in repo["hooks"]:
        assert hook["language"] == "system" and hook["files"] == known[hook["id"]]["files"]
        assert hook["entry"].removesuffix(" --strict") == known[hook["id"]]["entry"]


# ---- VS Code -----------------------------------------------------------------------------------------


def test_the_extension_names_files_that_are_there() -> None:
    package = json.loads((VSCODE / "package.json").read_text(encoding="utf-8"))
    there = package["contributes"]
    named = [there["languages"][0]["configuration"], there["grammars"][0]["path"], there["snippets"][0]["path"]]
    assert all((VSCODE / path).is_file() for path in named)
    settings = json.loads((VSCODE / "language-configuration.json").read_text(encoding="utf-8"))
    opens = re.compile(settings["indentationRules"]["increaseIndentPattern"])
    assert all(opens.match(line) for line in ("turn", "  if a in mine", "define go(a)", "define a.steps =", "  either"))
    assert not any(opens.match(line) for line in ("  draw if no empty", "define goal = row(8)", "board grid(8, 8)"))


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node here")
@pytest.mark.parametrize("test", ["page", "extension", "grammar"])
def test_the_extension_by_its_own_tests(test: str) -> None:
    """The grammar's need the packages of `npm install`; the others nothing but node."""
    modules = Path(os.environ.get("GDL_NODE_MODULES", VSCODE / "node_modules"))
    if test == "grammar" and not (modules / "vscode-textmate").is_dir():
        pytest.skip("needs `npm install` in editors/vscode")
    env = {**os.environ, "NODE_PATH": str(modules)}
    file = str(VSCODE / "test" / f"{test}.test.js")
    done = subprocess.run(["node", "--test", file], capture_output=True, text=True, timeout=HANGS, env=env, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


# ---- Vim ---------------------------------------------------------------------------------------------


def vim_says(folder: Path, script: str) -> str:
    """What a line of Vim script writes to a file, in an editor that has our files and opens `a.gdl`."""
    program = shutil.which("nvim") or shutil.which("vim")
    if program is None:
        pytest.skip("there is no Vim here")
    headless = ["--headless", "--clean"] if program.endswith("nvim") else ["-es", "-N", "-u", "NONE"]
    headless += ["--cmd", f"set runtimepath^={EDITORS / 'vim'}"]
    lines = ["filetype plugin on", "syntax on", "edit a.gdl", f"call writefile([{script}], 'out.txt')", "qall!"]
    (folder / "script.vim").write_text("\n".join(lines))
    env = {**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run([program, *headless, "-S", "script.vim"], cwd=folder, timeout=HANGS, env=env, check=False,
                   stdin=subprocess.DEVNULL, capture_output=True)  # fmt: skip
    return (folder / "out.txt").read_text().strip()


def test_vim_colours_words(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text('turn\n  choose a in mine as "x{a}"  # why\ndefine s.steps = s.N\n')
    at = [(1, 1), (2, 3), (2, 12), (2, 15), (2, 24), (2, 25), (2, 33), (3, 10)]
    names = ", ".join(f"synIDattr(synID({line}, {column}, 1), 'name')" for line, column in at)
    assert vim_says(tmp_path, names).split("\n") == [
        "gdlSection", "gdlStatement", "gdlOperator", "gdlDefined", "gdlText", "Delimiter", "gdlComment", "gdlName",
    ]  # fmt: skip


def test_vim_reads_findings(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text(BROKEN)
    lines = CliRunner().invoke(app, ["lint", str(tmp_path / "a.gdl")]).stdout
    (tmp_path / "said.txt").write_text(lines)
    script = "string(map(filter(getqflist({'lines': readfile('said.txt'), 'efm': &errorformat}).items, 'v:val.valid'), "
    script += "'[v:val.lnum, v:val.col, v:val.type, v:val.text[:3]]'))"
    assert "[7, 15, 'e', 'N201']" in vim_says(tmp_path, script)


def test_vim_sets_blanks_and_comments(tmp_path: Path) -> None:
    (tmp_path / "a.gdl").write_text("turn\n")
    assert vim_says(tmp_path, "&filetype, &commentstring, string(&shiftwidth)").split("\n") == ["gdl", "# %s", "2"]
