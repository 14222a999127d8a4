"""Declarations that an earlier run has parsed are known again, in a text that has changed around them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from gdl import cache, library
from gdl.syntax import kept, parser
from gdl.text.source import Source


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("GDL_CACHE", str(tmp_path))
    fresh()
    yield
    fresh()


def fresh() -> None:
    """As in a new process."""
    parser.known_declarations.clear()
    parser.parse.cache_clear()
    kept.recall.cache_clear()


@pytest.mark.parametrize("name", ["chess", "sparks", "hearts"])
def test_what_is_known_again_is_what_is_parsed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source(f"{name}.gdl", library.paths()[name].read_text(encoding="utf-8"))
    parser.parse(source)
    kept.remember(source)
    changed = Source(source.name, "# a line above\n\n" + source.text + "\ndefine more = empty\n")
    fresh()
    expected = parser.parse(changed)
    fresh()
    assert kept.recall(source.name)
    grammar, texts = parser.lalr(), list[str]()

    class Noting:
        def parse(self, text: str, start: str) -> object:
            texts.append(text)
            return grammar.parse(text, start=start)

    monkeypatch.setattr(parser, "lalr", Noting)
    assert repr(parser.parse(changed)) == repr(expected)
    assert texts == ["define more = empty\n"]


def test_what_is_kept_of_a_text_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    source = Source("a.gdl", 'game "A"\n\ndefine x = empty\n')
    parser.parse(source)
    kept.remember(source)
    fresh()
    kept.recall(source.name)
    parser.parse(source)
    monkeypatch.setattr(cache, "keep", lambda *_: pytest.fail("nothing is new"))
    kept.remember(source)


def test_what_is_damaged_is_parsed_anew(tmp_path: Path) -> None:
    source = Source("a.gdl", 'game "A"\n\ndefine x = empty\n')
    parser.parse(source)
    kept.remember(source)
    (file,) = tmp_path.rglob("*.trees")
    name = file.name
    fresh()
    cache.keep(name, b"no trees")
    assert kept.recall(source.name) == frozenset()
    assert not parser.parse(source).findings


def test_faulty_declarations_arent_kept() -> None:
    source = Source("a.gdl", 'game "A"\n\ndefine x = = empty\n')
    assert parser.parse(source).findings
    kept.remember(source)
    fresh()
    assert kept.recall(source.name) == {'game "A"\n'}
    assert parser.parse(source).findings
