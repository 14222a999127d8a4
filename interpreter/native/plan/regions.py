"""The graph of the rules for each player, cut into regions that are each one piece of straight code."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

Key = tuple[int, int | None]
"""A node of the graph, and who `me` is there, if that is known."""


@dataclass
class Region:
    """Nodes that are reached from `root` without passing another root: no cycles, in reverse postorder.

    `merges`: nodes that are reached in several ways. `children`: for each node the merges that it dominates directly.
    """

    root: Key
    order: list[Key] = field(default_factory=list)
    merges: set[Key] = field(default_factory=set)
    children: dict[Key, list[Key]] = field(default_factory=dict)


def regions(roots: Iterable[Key], successors: Callable[[Key], list[Key]]) -> dict[Key, Region]:
    """The regions of all roots. A node that lies in two, or on a cycle, becomes a root as well."""
    known = dict.fromkeys(roots)
    while True:
        found: dict[Key, Region] = {}
        owner: dict[Key, Key] = {}
        more: dict[Key, None] = {}  # a set that keeps its order: that of the code follows from it
        for root in known:
            region = _region(root, known, successors, more)
            for key in region.order[1:]:
                if owner.setdefault(key, root) != root:
                    more[key] = None
            found[root] = region
        if not more:
            for region in found.values():
                _dominators(region, known, successors)
            return found
        # only the first of each, as its region takes in those after it
        known |= dict.fromkeys(_first(more, successors))


def _first(keys: dict[Key, None], successors: Callable[[Key], list[Key]]) -> list[Key]:
    followers = {s for key in keys for s in successors(key)}
    return [key for key in keys if key not in followers] or list(keys)


def _region(
    root: Key, roots: dict[Key, None], successors: Callable[[Key], list[Key]], cycles: dict[Key, None]
) -> Region:
    order: list[Key] = []
    state: dict[Key, int] = {root: 1}
    stack = [(root, iter(successors(root)))]
    while stack:
        key, rest = stack[-1]
        for following in rest:
            if following in roots:
                continue
            if following not in state:
                state[following] = 1
                stack.append((following, iter(successors(following))))
                break
            if state[following] == 1:
                cycles[following] = None
        else:
            state[key] = 2
            order.append(key)
            stack.pop()
    return Region(root, order[::-1])


def _dominators(region: Region, roots: dict[Key, None], successors: Callable[[Key], list[Key]]) -> None:
    """Find the merges and what dominates them (Cooper, Harvey and Kennedy, "A simple, fast dominance algorithm")."""
    number = {key: i for i, key in enumerate(region.order)}
    before: dict[Key, list[Key]] = {key: [] for key in region.order}
    for key in region.order:
        for following in successors(key):
            if following not in roots:
                before[following].append(key)
    idom: dict[Key, Key] = {region.root: region.root}
    for key in region.order[1:]:
        first, *rest = before[key]
        best = first
        for other in rest:
            while best != other:
                while number[best] > number[other]:
                    best = idom[best]
                while number[other] > number[best]:
                    other = idom[other]  # noqa: PLW2901
        idom[key] = best
        if rest:
            region.merges.add(key)
            region.children.setdefault(best, []).append(key)
    for merges in region.children.values():
        merges.sort(key=lambda key: -number[key])
