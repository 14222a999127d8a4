"""A ruleset and what it extends, as texts that may not be saved yet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from gdl import library
from gdl.library import NotFound
from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from gdl.text.source import Source

LONGEST = 50
"""So many rulesets may extend each other."""


@dataclass(frozen=True)
class Texts:
    """Texts that stand for what is in files, by the real paths of these; `homeless`: names of texts without a file."""

    held: Mapping[str, str] = field(default_factory=dict)
    homeless: frozenset[str] = frozenset()

    def read_base(self, name: str, source: Source) -> Source:
        """The text that `extends` names: that of a file or of a ruleset that ships, as in `library.base_of`.

        A text without a file has no folder in which to look. Raises NotFound.
        """
        if source.name in self.homeless:
            if name.endswith(".gdl") or "/" in name or "\\" in name:
                raise NotFound(f"`{name}` can't be found: this text isn't in a folder yet", "save it first")
            return library.read_file(library.find(name))
        found = library.base_of(name, source)
        text = self.held.get(os.path.realpath(found.name))
        return found if text is None else Source(found.name, text)


def base_name(tree: t.Tree) -> t.Text | None:
    """What a file says that it extends."""
    return next((item.base for item in tree.items if isinstance(item, t.Game)), None)


def chain(source: Source, texts: Texts) -> list[t.Tree]:
    """The trees of a ruleset and of all it extends, as far as that can be read."""
    trees = [parse(source)]
    while len(trees) < LONGEST and (base := base_name(trees[-1])) is not None:
        name = base.span.text[1:-1]
        if Path(trees[-1].source.name).stem == Path(name).stem:
            break
        try:
            found = texts.read_base(name, trees[-1].source)
        except NotFound:
            break
        if any(found.name == tree.source.name for tree in trees):
            break
        trees.append(parse(found))
    return trees
