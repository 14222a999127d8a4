"""What a rule can look at: a file's syntax tree, what it extends, and what checking it has shown."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from gdl.check.prelude import prelude
from gdl.lint.runs import Runs
from gdl.lint.walk import blocks, every, handled_places, reads, target_name, uses, walk
from gdl.model.model import Model
from gdl.model.types import Range, Size
from gdl.pictures import NOTHING
from gdl.syntax import tree as t
from gdl.syntax.vocabulary import COMPARISONS, KEYWORDS
from gdl.text.findings import has_errors
from gdl.text.source import Source, Span

N = TypeVar("N", bound=t.Node)


@dataclass(frozen=True)
class Context:
    """One file under scrutiny."""

    runs: Runs

    @property
    def tree(self) -> t.Tree:
        """The file's own tree: rules find fault with this only."""
        return self.runs.checked[0].rules.trees[0]

    @property
    def source(self) -> Source:
        """The file."""
        return self.tree.source

    @cached_property
    def is_whole(self) -> bool:
        """Whether the file and its bases could be read whole, so that what is missing is missing indeed."""
        return not any(tree.findings for tree in self.chain)

    @cached_property
    def is_unfinished(self) -> bool:
        """Whether a part is still to come that every game needs, so that what isn't used yet may be used there: the
        turn, or with errors the end (some games end within a turn)."""
        sections, errors = self.runs.checked[0].rules.sections, has_errors(self.runs.findings)
        return "turn" not in sections or (errors and "end" not in sections)

    @property
    def chain(self) -> list[t.Tree]:
        """The file and all it extends."""
        return self.runs.checked[0].rules.trees

    @property
    def models(self) -> list[Model]:
        """The models for all combinations of options that were checked; none if there are errors."""
        return self.runs.models

    def declarations(self, kind: type[N]) -> Iterator[N]:
        """The file's own declarations of a kind."""
        return (item for item in self.tree.items if isinstance(item, kind))

    def all_declarations(self, kind: type[N]) -> Iterator[N]:
        """Those of the file and of all it extends."""
        return (item for tree in self.chain for item in tree.items if isinstance(item, kind))

    def nodes(self, kind: type[N]) -> Iterator[N]:
        """All nodes of a kind in the file."""
        return (node for node in self.all_nodes if isinstance(node, kind))

    @cached_property
    def all_nodes(self) -> list[t.Node]:
        """All nodes of the file."""
        return list(walk(self.tree.items))

    @cached_property
    def blocks(self) -> list[t.Block]:
        """All rows of statements of the file."""
        return list(blocks(self.tree.items))

    @cached_property
    def used(self) -> dict[str, list[t.Name]]:
        """Where each name is used, in the file, in what it extends, and in the prelude."""
        found: dict[str, list[t.Name]] = {}
        for name in uses(*(tree.items for tree in self.chain), *prelude().defines.values()):
            found.setdefault(name.text, []).append(name)
        return found

    @cached_property
    def read(self) -> set[str]:
        """The names whose values are used anywhere."""
        items = [tree.items for tree in self.chain]
        own = {use for node in every(t.Assign, *items) if isinstance(node.target, t.Name)
               for use in every(t.Name, node.value) if use.text == node.target.text}  # fmt: skip
        unseen = {look.thing for look in every(t.Look, *items) if look.drawn and look.drawn.text == NOTHING}
        return {name.text for name in reads(*items) if name not in own and name not in unseen} | self.unread

    @cached_property
    def changed(self) -> set[str]:
        """The names of what is given another value anywhere."""
        items = [tree.items for tree in self.chain]
        targets = [node.target for node in every(t.Assign, *items)]
        targets += [e for node in every(t.Deal, *items) for e in (node.origin, node.target)]
        piles = {has.name.text for has in every(t.Has, *items) if has.type.size == "pile"}
        handled = {name.text for e in handled_places(*items) if (name := target_name(e))}
        return {name.text for e in targets if (name := target_name(e))} | piles & handled | self.unread

    @cached_property
    def unread(self) -> set[str]:
        """All words in what couldn't be read: nobody knows whether they are used there. Words of the language, too."""
        found: set[str] = set().union(*(tree.unread for tree in self.chain))
        return found if self.is_whole else found | KEYWORDS

    @cached_property
    def untried(self) -> set[str]:
        """Names whose values may depend on options in a way that was not tried; none if everything was."""
        if self.runs.exhaustive:
            return set()
        everything = [item for tree in self.chain for item in tree.items]
        found = {item.name.text for item in everything if isinstance(item, t.Option)} | {"player", "opponent"}
        found |= {p.text for item in everything if isinstance(item, t.Define) for p in item.parameters}
        found |= {item.subject.text for item in everything if isinstance(item, t.Define) and item.subject}
        size = 0
        while len(found) > size:
            size = len(found)
            for item in everything:
                if isinstance(item, t.Option | t.Section | t.Game) or found.isdisjoint(
                    re.findall(r"\w+", item.span.text)
                ):
                    continue
                if isinstance(item, t.Board):
                    found |= {"site", "empty", "piece", "mine", "theirs", "occupied", *self._names_of_boards}
                elif isinstance(item, t.Define | t.Alias | t.Enumeration | t.Shape | t.Has):
                    found.add(item.name.text)
        return found

    @cached_property
    def of_several_boards(self) -> set[str]:
        """What a board calls something without a subject, `row`, in a game that has several boards."""
        if all(len(model.shapes) < 2 for model in self.models):
            return set()
        return {item.name.text for item in self._items_of_boards if isinstance(item, t.Define) and item.subject is None}

    @cached_property
    def _names_of_boards(self) -> set[str]:
        return {item.name.text for item in self._items_of_boards if isinstance(item, t.Define | t.Direction)}

    @property
    def _items_of_boards(self) -> list[t.Node]:
        shapes = [s for name in prelude().shape_names() if (s := prelude().shape(name))]
        return [item for shape in [*shapes, *self.all_declarations(t.Shape)] for item in shape.items]

    @cached_property
    def constant_conditions(self) -> list[tuple[t.Expression, bool]]:
        """The file's conditions of statements that come out the same, whatever the position and the options."""
        found: dict[tuple[int, int], tuple[t.Expression, set[object]]] = {}
        for checked in self.runs.checked:
            if checked.model is None:
                continue
            for condition, values in checked.trace.conditions.items():
                if condition.span.source.name == self.source.name:
                    key = condition.span.start, condition.span.end
                    found.setdefault(key, (condition, set()))[1].update(values)
        return [
            (condition, True in values)
            for condition, values in found.values()
            if values in ({True}, {False}) and self.is_sure(condition.span)
        ]

    def because(self, condition: t.Node) -> str:
        """Between which numbers what is compared lies, where that settles a comparison; else an empty text."""
        if not isinstance(condition, t.Binary) or condition.operator not in (*COMPARISONS, "in", "not in"):
            return ""
        said = []
        for side in (condition.left, condition.right):
            if (bounds := self.bounds(side)) is not None and side.span.text != str(bounds[0]):  # -1 need not be said
                low, high = bounds
                said.append(f"`{side.span.text}` is {low}" + (f"..{high}" if high > low else ""))
        return " and ".join(said)

    def bounds(self, e: t.Expression) -> tuple[int, int] | None:
        """The least and the greatest number that an expression can be, by its types; None if it is no number."""
        types = [type_ for checked in self.runs.checked
                 for type_ in checked.trace.types.get(e, ()) if type_ is not None]  # fmt: skip
        numbers = [type_.base for type_ in types if isinstance(type_.base, Range) and type_.size < Size.MANY]
        if not types or len(numbers) < len(types):
            return None
        return min(r.low for r in numbers), max(r.high for r in numbers)

    def is_sure(self, where: Span) -> bool:
        """Whether what was the same in all ways that were tried is the same in all others, too."""
        return self.untried.isdisjoint(re.findall(r"\w+", where.text))

    def is_used_outside(self, name: t.Name, own: t.Node) -> bool:
        """Whether a name is used anywhere but within the node that introduces it."""
        inside = set(uses(own))
        return name.text in self.unread or any(use not in inside for use in self.used.get(name.text, ()))
