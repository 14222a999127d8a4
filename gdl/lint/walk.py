"""Going through a syntax tree: all nodes, and the names that are used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, TypeVar

from gdl.syntax import tree as t

N = TypeVar("N", bound=t.Node)

# The fields in which a node introduces names of its own.
_INTRODUCES: dict[type[t.Node], set[str]] = {
    t.Binder: {"name"}, t.Known: {"name"}, t.Let: {"name"}, t.Has: {"name"},
    t.Define: {"subject", "name", "parameters"},
    t.Lines: {"subject", "name", "parameters"}, t.Removal: {"subject", "name", "parameters"},
    t.Option: {"name"}, t.SetOption: {"name"}, t.Enumeration: {"name", "members"}, t.Alias: {"name"},
    t.Shape: {"name", "parameters"}, t.Direction: {"name"}, t.Kind: {"name"}, t.Players: {"names"},
    t.Rank: {"name"}, t.Rename: {"old", "new"}, t.RemovePieces: {"names"},
    t.Score: {"name"}, t.Hides: {"subject", "parameters"}, t.Section: {"name"}, t.Behind: {"name"}, t.Game: {"facts"},
}  # fmt: skip


def parts(node: t.Node, skip: Iterable[str] = ()) -> Iterator[t.Node]:
    """The nodes directly within a node."""
    for name in _names(type(node)):
        if name not in skip:
            yield from _nodes(getattr(node, name))


def _names(kind: type[t.Node]) -> tuple[str, ...]:
    """The fields of nodes of this kind that may hold other nodes."""
    found = _known_names.get(kind)
    if found is None:
        found = _known_names[kind] = tuple(field.name for field in fields(kind) if field.name != "span")
    return found


_known_names: dict[type[t.Node], tuple[str, ...]] = {}


def _nodes(value: Any) -> Iterator[t.Node]:
    if isinstance(value, t.Node):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from _nodes(item)


def walk(*nodes: Any) -> Iterator[t.Node]:
    """All nodes within nodes (or tuples of them), themselves first."""
    waiting = [n for node in reversed(nodes) for n in reversed(list(_nodes(node)))]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(parts(node)))


def every(kind: type[N], *nodes: Any) -> Iterator[N]:
    """All nodes of a kind within nodes."""
    return (node for node in walk(*nodes) if isinstance(node, kind))


def uses(*nodes: Any) -> Iterator[t.Name]:
    """The names that are used, not introduced, within nodes: on their own, called, or behind a dot."""
    waiting = [n for node in reversed(nodes) for n in reversed(list(_nodes(node)))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, t.Name):
            yield node
        else:
            waiting += reversed(list(parts(node, _INTRODUCES.get(type(node), ()))))


def mentions(name: str, *nodes: Any) -> bool:
    """Whether a name is used within nodes."""
    return any(use.text == name for use in uses(*nodes))


def written(node: t.Assign) -> t.Name | None:
    """The name of what an assignment changes."""
    return target_name(node.target)


def target_name(e: t.Expression) -> t.Name | None:
    """The name of what stands on the left of an assignment."""
    target = e.link if isinstance(e, t.Dot) else e
    target = target.name if isinstance(target, t.Call) else target
    return target if isinstance(target, t.Name) else None


def handled_places(*nodes: Any) -> Iterator[t.Expression]:
    """Where things are put, taken from, moved or shuffled: sites of the board, or piles."""
    for node in walk(*nodes):
        match node:
            case t.Put(sites=place) | t.Shuffle(pile=place):
                yield place
            case t.Move(origin=origin, target=target):
                yield from (origin.right if isinstance(origin, t.Binary) else origin, target)
            case t.Remove(sites=place):
                yield place.right if isinstance(place, t.Binary) else place


def reads(*nodes: Any) -> Iterator[t.Name]:
    """The names that are used other than by being changed."""
    targets = {written(node) for node in every(t.Assign, *nodes)}
    return (use for use in uses(*nodes) if use not in targets)


def blocks(*nodes: Any) -> Iterator[t.Block]:
    """All rows of statements within nodes."""
    for node in walk(*nodes):
        match node:
            case (
                t.Section(body=body) | t.For(body=body) | t.Repeat(body=body) | t.While(body=body)
                | t.Most(body=body) | t.By(body=body) | t.Together(body=body)
            ):  # fmt: skip
                yield body
            case t.Define(body=body) if body:
                yield body
            case t.If(arms=arms, otherwise=otherwise):
                yield from (body for _, body in arms)
                yield otherwise
            case t.Either(branches=branches, otherwise=last):
                yield from branches
                yield last or ()
            case _:
                pass
