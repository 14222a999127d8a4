"""How a block of statements runs: whether it decides, whether it rolls first, and which names it needs from outside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import UnionType

from gdl.model import statements as m
from gdl.model.cost import surely_listed
from gdl.model.nodes import Var
from gdl.syntax import tree as t


def free_of(block: Sequence[m.Statement]) -> frozenset[Var]:
    """The bound variables that statements need from outside."""
    found: frozenset[Var] = frozenset()
    for s in m.walk(tuple(block)):
        match s:
            case m.Assign():
                parts = [*s.indices, s.value]
            case m.Put():
                parts = [s.piece, s.sites]
            case m.Move():
                parts = [s.origin, s.target, *([] if s.count is None else [s.count])]
            case m.Remove():
                parts = [s.sites, *([] if s.count is None else [s.count])]
            case m.Branch():
                parts = [s.condition]
            case m.Loop():
                bound = frozenset(v for v, _ in s.binders)
                parts = []
                for e in (*(source for _, source in s.binders), s.where):
                    found |= e.free - bound
            case _:
                parts = []
        found = found.union(*(p.free for p in parts))
    return found


def decides(block: m.Block, chance: bool = False) -> bool:
    """Whether every way through a block meets a decision (or a roll, if chance counts), or ends the game."""
    for s in block:
        match s:
            case m.Roll():
                if chance:
                    return True
            case m.Choose() | m.Finish() | m.Rank():
                return True
            case m.Branch():
                if decides(s.then, chance) and decides(s.other, chance):
                    return True
            case m.Either():
                if all(decides(b, chance) for b in s.branches) and (
                    s.otherwise is None or decides(s.otherwise, chance)
                ):
                    return True
            case m.Loop():
                if surely_listed(s) and decides(s.body, chance):
                    return True
            case m.Repeat() | m.Most():
                if decides(s.body, chance):
                    return True
    return False


def rolls_first(block: m.Block) -> bool:
    """Whether some way through a block rolls before it decides."""
    for s in block:
        match s:
            case m.Roll():
                return True
            case m.Choose():
                return False
            case m.Branch() | m.Loop() | m.Repeat() | m.Most() | m.Either():
                if any(rolls_first(b) for b in m.inner_blocks(s)):
                    return True
                if decides((s,)):
                    return False
    return False


def introduced(s: t.Statement) -> list[str]:
    """The names that a statement introduces."""
    if isinstance(s, t.Let):
        return [s.name.text]
    if isinstance(s, t.Choose | t.Roll):
        return [item.name.text for item in s.query.names]
    return []


def only_in_first(name: str, body: t.Block) -> bool:
    """Whether a parameter is used only in a block's first statement, before anything has changed."""
    first, *rest = body
    simple = isinstance(first, t.Choose | t.Roll | t.Assign | t.Put | t.Move | t.Remove | t.Let)
    return simple and not mentions(name, rest)


def holds(kinds: type[t.Node] | UnionType, value: object) -> bool:
    """Whether a part of the tree has a node of these kinds anywhere."""
    return any(isinstance(node, kinds) for node in nodes(value))


def nodes(value: object) -> Iterator[t.Node]:
    """All nodes of a part of the tree, the outer ones first."""
    if isinstance(value, t.Node):
        yield value
        value = [part for name, part in vars(value).items() if name != "span"]
    for part in value if isinstance(value, list | tuple) else ():
        yield from nodes(part)


def mentions(name: str, value: object) -> bool:
    """Whether a part of the tree has this name anywhere, introduced or used."""
    if isinstance(value, t.Name):
        return value.text == name
    if isinstance(value, t.Node):
        return any(mentions(name, v) for k, v in vars(value).items() if k != "span")
    return isinstance(value, list | tuple) and any(mentions(name, v) for v in value)
