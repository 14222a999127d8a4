"""Parts of a syntax tree that say the same: compared in pairs, or looked up by what they say."""

from __future__ import annotations

from itertools import product

from gdl.syntax.alike import meaning, same
from gdl.syntax.parser import parse_value
from gdl.text.source import Source

TEXTS = ["a + 1", "a  +  1", "a + 2", "(a + 1)", "b + 1", "a.N", "a.N.N", "a.{N}", "true", "1", '"1"',
         "f(a, 1)", "f(1, a)",
         "some x in a where x = 1", "some y in a where y = 1"]  # fmt: skip


def test_a_key_tells_apart_what_differs() -> None:
    parts = [parse_value(Source(text, text)) for text in TEXTS]
    for a, b in product(parts, parts):
        assert same(a, b) == (meaning(a) == meaning(b))
        assert not same(a, b) or hash(meaning(a)) == hash(meaning(b))
