"""Rulesets are read in several threads at once: a server lists games while a text is being checked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from gdl.syntax import parser
from gdl.text.source import Source

TEXT = """\
game "Row {0}"
players White, Black
board grid(3, 3)
pieces stone of player
define s.near{0} = {{t in site where
    t in s.orthogonal
    or t = s}}
turn
  either
    choose s in empty where (some (s.near{0} & mine)
        or no mine)
    put stone of me on s
  or
    choose "pass"
end
  win me if count(mine) = {0}
"""


@pytest.fixture
def hurried() -> Iterator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("hurried")
def test_texts_that_are_read_at_once_are_read_as_they_stand() -> None:
    parser.known_declarations.clear()
    sources = [Source(f"row{n}.gdl", TEXT.format(n)) for n in range(3, 83)]
    with ThreadPoolExecutor(4) as threads:
        trees = list(threads.map(parser.parse, sources))
    assert [tree.findings for tree in trees] == [()] * len(sources)
    assert {len(tree.items) for tree in trees} == {7}
