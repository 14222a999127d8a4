"""A declaration that was parsed before is moved, not parsed again; nobody can tell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sample import daily

from gdl.library import PRELUDE, paths, read_file
from gdl.syntax import parser
from gdl.syntax import tree as t
from gdl.text.source import Source


def shown(value: Any) -> Any:
    """A tree as plain data, with the place and the text of everything."""
    if isinstance(value, t.Node):
        return type(value).__name__, *((name, shown(held)) for name, held in vars(value).items())
    if isinstance(value, tuple):
        return tuple(map(shown, value))
    if isinstance(value, parser.Span):
        return value.source.name, value.start, value.end, value.text
    return value


@pytest.mark.parametrize("path", daily([*paths().values(), *sorted(PRELUDE.glob("*.gdl"))], 8), ids=lambda p: p.stem)
def test_what_was_parsed_before_is_the_same_as_parsed_anew(path: Path) -> None:
    source = read_file(path)
    parser.parse(source)
    below = Source("elsewhere.gdl", "# a line above\n" + source.text)
    moved = parser.parse(below)
    parser.known_declarations.clear()
    parser.parse.cache_clear()
    anew = parser.parse(below)
    assert anew is not moved
    assert shown(moved.items) == shown(anew.items)
    assert all(node.span.source is below for node in moved.items)


def test_a_strange_character_in_the_first_column_is_a_finding() -> None:
    (finding,) = (f for f in parser.parse(Source("x.gdl", 'game "X"\n\u200bturn\n')).findings)
    assert finding.code == "S108"
