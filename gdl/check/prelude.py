"""The prelude: what every ruleset may use without declaring it, written in the language itself.

`prelude/basics.gdl` is always there. A board is read from the file of its name when a ruleset first uses it.
"""

from __future__ import annotations

from functools import cache

from gdl.library import PRELUDE, read_file
from gdl.syntax import tree as t
from gdl.syntax.kept import recall, remember
from gdl.syntax.parser import parse


class Prelude:
    """The defines of the basics, and the boards."""

    def __init__(self) -> None:
        self.defines = {
            (item.subject is not None, item.name.text): item
            for item in _tree("basics").items
            if isinstance(item, t.Define)
        }

    def shape(self, name: str) -> t.Shape | None:
        """The definition of a board that ships."""
        if name not in self.shape_names():
            return None
        return next((i for i in _tree(name).items if isinstance(i, t.Shape)), None)

    @staticmethod
    @cache
    def shape_names() -> tuple[str, ...]:
        """The boards that ship."""
        return tuple(sorted(path.stem for path in PRELUDE.glob("*.gdl") if path.stem != "basics"))


@cache
def _tree(name: str) -> t.Tree:
    source = read_file(PRELUDE / f"{name}.gdl")
    recall(source.name)
    tree = parse(source)
    assert not tree.findings, tree.findings
    remember(source)
    return tree


@cache
def prelude() -> Prelude:
    """The prelude, read once."""
    return Prelude()
