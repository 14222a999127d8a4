"""What letters on a board stand for that are names themselves: of a piece called `TDRH`, that `T` is tall.

The rules say so in the comment beside a type, if that names as many things as the type has members: `type height = T, S
# tall, short`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from interpreter.drawing.beside_board import words_of

if TYPE_CHECKING:
    from gdl.model.types import Domain
    from interpreter.game.views import View

FEW = 2
"""Names of more letters are words, which say what they mean."""


def meanings(view: View, domain: Domain) -> Iterator[str]:
    """What the letters in a type's names mean, a text for each type that they are of: `height: T tall, S short`."""
    declared = _declared(view)
    match declared.get(domain.name):
        case t.Enumeration() as found:
            yield from _meaning(found)
        case t.Shape(items=items):
            parts = (binder.source for item in items if isinstance(item, t.Sites) for binder in item.query.binders)
            for name in dict.fromkeys(part.text for part in parts if isinstance(part, t.Name)):
                if isinstance(part := declared.get(name), t.Enumeration):
                    yield from _meaning(part)


def _declared(view: View) -> dict[str, t.Enumeration | t.Shape]:
    """The types that the rules declare, by their names; a variant's come before those of its base."""
    found: dict[str, t.Enumeration | t.Shape] = {}
    for source in made.sources if (made := view.game.given) else ():
        for item in parse(source).items:
            if isinstance(item, t.Enumeration | t.Shape):
                found.setdefault(item.name.text, item)
    return found


def _meaning(found: t.Enumeration) -> Iterator[str]:
    letters = [member.text for member in found.members]
    if max(map(len, letters)) > FEW:
        return
    said = _beside(found)
    named = [f"{letter} {word}" for letter, word in zip(letters, said, strict=True)] if said else letters
    yield f"{words_of(found.name.text)}: {', '.join(named)}"


def _beside(found: t.Enumeration) -> list[str]:
    """The words of the comment beside a type, one for each member; nothing if it says anything else."""
    comment = re.match(r'(?:[^"#]|"[^"]*")*#(?:[^:]*:)?\s*(.*)', found.span.source.line(found.span.line))
    words = [word.strip() for word in comment[1].split(",")] if comment else []
    return words if len(words) == len(found.members) and all(words) else []
