"""Lines that go on below: the tree is that of the same text in one line, whoever reads the text."""

from __future__ import annotations

import re

import pytest
from sample import daily

from gdl import library
from gdl.lint.ignores import _heads
from gdl.syntax.alike import meaning
from gdl.syntax.formatter import format as formatted
from gdl.syntax.lines import UNFINISHED
from gdl.syntax.parser import parse
from gdl.text.source import Source

WHOLE = (
    "turn\n  choose a in mine, b in a.adjacent & empty where a != b and count(mine) - 1 > 2 or a in dark\n"
    "  x = 1 when a = b otherwise 2 when a in dark or b in dark otherwise 3\n"
)
SIGNS = re.compile(r" (?=(?:where|and|or|otherwise|when)\b)|(?<=[,&>-]) |(?<=!=) |(?<=\b(?:or|in)) |(?<=and) ")

INNER = re.compile(r'^(?!.*["#])(  .*?)([,&+*]|\band\b|\bor\b(?=.)) (?=[^\n#])', re.MULTILINE)


def tree(text: str) -> object:
    found = parse(Source("x.gdl", text))
    assert not found.findings, found.findings
    return meaning(found.items)


@pytest.mark.parametrize("at", [match.start() for match in SIGNS.finditer(WHOLE)])
@pytest.mark.parametrize("between", ["\n      ", "  # why, and how\n      ", "\n\n      # alone\n        "])
def test_a_line_goes_on(at: int, between: str) -> None:
    broken = WHOLE[:at] + between + WHOLE[at + 1 :]
    assert tree(broken) == tree(WHOLE)
    assert tree(formatted(broken)) == tree(WHOLE)
    assert formatted(formatted(broken)) == formatted(broken)


@pytest.mark.parametrize("name", daily(library.names(), 8))
def test_what_ships_may_be_broken_anywhere(name: str) -> None:
    """Behind each comma and operator, but in looks, whose lines are made of words alone."""
    text = library.read(name).text.partition("\nlooks")[0] + "\n"
    broken = INNER.sub(r"\1\2\n            ", text)
    assert name != "chess" or broken.count("\n") > text.count("\n") + 10
    assert tree(broken) == tree(text)


def test_words_that_stand_between_blocks_stay_what_they_are() -> None:
    blocks = 'turn\n  either\n    choose "a"\n  or\n    choose "b"\n  otherwise\n    choose "c"\n'
    assert tree(blocks) == tree(blocks.replace("or\n", "or  # else\n"))
    assert formatted(blocks) == blocks


@pytest.mark.parametrize(("text", "said"), [
    ("turn\n  choose a in mine,\n  move a to b\n", "the line ends too soon; `let` or a name should follow"),
    ("turn\n  x = 1 +\n  if a\n    draw\n", "the line ends too soon; a value should follow"),
    ("turn\n  choose a in mine,\n", "the line ends too soon; `let` or a name should follow"),
    ("players A,\nboard grid(3, 3)\n", "the line ends too soon; a name should follow"),
])  # fmt: skip
def test_an_end_that_is_missing(text: str, said: str) -> None:
    assert parse(Source("x.gdl", text)).findings[0].message == said


def test_what_stands_below_a_broken_line_is_still_read() -> None:
    text = "turn\n  x = ?,\n      3\n  y = )\n\nend\n  draw if if\n"
    assert [f.span.line for f in parse(Source("x.gdl", text)).findings] == [2, 4, 7]


def test_a_comment_that_silences_counts_for_the_whole() -> None:
    text = "turn\n  x = 1 +\n      2\n  or\n  x = 3\n      or y"
    assert _heads(Source("x.gdl", text))[:6] == [True, True, False, True, True, False]


def test_a_table_begins_behind_an_equals_sign() -> None:
    assert "=" not in UNFINISHED
    assert tree("define x =\n  1\n") != tree("define x = 1\n")
