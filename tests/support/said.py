"""What the code says in the reader's language, and what it says without: texts as they stand in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

_TEXT = r'"((?:[^"\\]|\\.)*)"'
_ONE = re.compile(rf"\btr\({_TEXT}")
_MANY = re.compile(rf"\btrn\({_TEXT}, {_TEXT}")
_WORDS = re.compile(r"[A-Za-z]{2,}[,:;]? +[a-z]{2,}")
_STYLE = re.compile(r"\s*(bold|dialogue|tab:|BoardWidget) ?")
_NAMED = re.compile(r"\{(\w+)\}")


def of_one(code: str) -> Iterator[str]:
    """The texts that `tr` is given."""
    yield from map(_plain, _ONE.findall(code))


def of_many(code: str) -> Iterator[tuple[str, str]]:
    """Those that `trn` is given: of one, of many."""
    yield from ((_plain(one), _plain(many)) for one, many in _MANY.findall(code))


def in_python(paths: Iterable[Path]) -> Iterator[str]:
    """What Python code says by `tr`, `later` and `trn`: of those that count, the text of many."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            called = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and called in ("tr", "later", "trn"):
                text = node.args[called == "trn"]
                if isinstance(text, ast.Constant):
                    yield str(text.value)


def outside(path: Path) -> Iterator[str]:
    """What reads like words for people in Python code, and isn't said by `tr`, `later`, `trn`: no docstrings, no names
    of parts of a screen, no styles."""
    tree, known = ast.parse(path.read_text(encoding="utf-8")), set[int]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            known.add(id(node.value))
        elif isinstance(node, ast.Call):
            called = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if called in ("tr", "later", "trn", "query_one"):
                known.update(id(one) for given in node.args for one in ast.walk(given))
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in known else None
        if isinstance(text, str) and _WORDS.search(text) and not _STYLE.match(text):
            yield text


def placeholders(text: str) -> set[str]:
    """The names that stand for values."""
    return set(_NAMED.findall(text))


def code_in(folder: Path, ending: str) -> str:
    """All files of a kind in a folder."""
    return "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob(f"*{ending}")))


def _plain(text: str) -> str:
    return text.replace('\\"', '"')
