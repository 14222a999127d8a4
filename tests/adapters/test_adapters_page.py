"""The page on adapters, and the example that learns: what they show is run."""

from __future__ import annotations

import doctest
import importlib.util
import re
from typing import Any

import pytest
from examples import DOCS

from gdl import library
from interpreter.bridges.adapters.sources import needed

pytest.importorskip("pyspiel", reason="pip install 'gdl-interpreter[open-spiel]'")
pytest.importorskip("pettingzoo", reason="pip install 'gdl-interpreter[pettingzoo]'")

PAGE = DOCS / "docs" / "adapters.md"


def test_examples_of_the_page() -> None:
    text = "\n".join(re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    test = doctest.DocTestParser().get_doctest(text, {}, "adapters.md", str(PAGE), 0)
    assert len(test.examples) > 15
    failed: list[str] = []
    doctest.DocTestRunner(verbose=False).run(test, out=failed.append)
    assert not failed, "".join(failed)


def example() -> Any:
    path = DOCS / "docs" / "examples" / "learning.py"
    spec = importlib.util.spec_from_file_location("learning_example", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_example_learns_tictactoe() -> None:
    """X wins 58.5 % of games in which both play at random."""
    assert example().learns_tictactoe(1_500) > 0.75


def test_the_example_learns_poker() -> None:
    """Kuhn (1950): -1/18 for the first player."""
    if "kuhn_poker" not in library.names():
        pytest.skip("kuhn_poker isn't there")
    value, exploitable = example().learns_poker(60)
    assert value == pytest.approx(-1 / 18, abs=0.005)
    assert 0 < exploitable < 0.02


def test_who_lacks_a_library_is_told() -> None:
    needed("it", "open-spiel", "pyspiel")
    told = r"it needs no_such_module, which isn't installed: pip install 'gdl-interpreter\[open-spiel\]'"
    with pytest.raises(ImportError, match=told):
        needed("it", "open-spiel", "pyspiel", "no_such_module")
