"""Kinds of pieces of which several stand on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gdl.lint.context import Context
from gdl.lint.walk import every, mentions, walk
from gdl.model.types import Size
from gdl.syntax import tree as t

Named = tuple[str, str]
"""A kind, and its owner as the rules write it; an empty text if they name none."""


def named_kind(e: t.Expression) -> Named | None:
    """The pieces that `goat` or `man of me` names; None of anything else."""
    match e:
        case t.Name(text=name):
            return name, ""
        case t.Call(name=t.Name(text=name)):
            return name, ""
        case t.Binary(operator="of", left=left, right=owner) if (named := named_kind(left)) is not None:
            return named[0], owner.span.text
    return None


def stand_in_numbers(context: Context, named: Named) -> bool:
    """Whether several of these pieces stand on the board, as far as the rules show.

    They do if the set-up puts them on a set of sites, or one by one on several, or if each turn may put one more.
    """
    kind, owner = named
    items = [item for tree in context.chain for item in tree.items]
    put_at_start: Counter[Named] = Counter()
    for put in _puts(items, "setup"):
        if (found := named_kind(put.piece)) and found[0] == kind:
            if _is_several(context, put.sites):
                return True
            put_at_start[found] += 1
    if put_at_start:
        return max(put_at_start.values()) > 1 or (not owner and put_at_start.total() > 1)
    is_alone = any(mentions(kind, node) for node in walk(items) if isinstance(node, t.Remove) or _asks_for_none(node))
    return not is_alone and any((named_kind(put.piece) or ("", ""))[0] == kind for put in _puts(items, "turn"))


def _puts(items: Sequence[t.Node], section: str) -> Iterator[t.Put]:
    for item in items:
        if isinstance(item, t.Section) and item.name.text == section:
            yield from every(t.Put, item)


def _asks_for_none(node: t.Node) -> bool:
    return isinstance(node, t.Unary) and node.operator in ("no", "some")


def _is_several(context: Context, sites: t.Expression) -> bool:
    if isinstance(sites, t.Set):
        return len(sites.items) > 1
    types = [type_ for one in context.runs.checked for type_ in one.trace.types.get(sites, ())]
    return bool(types) and all(type_ is not None and type_.size == Size.MANY for type_ in types)
