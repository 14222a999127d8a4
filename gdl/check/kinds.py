"""Kinds of pieces that a variant renames or removes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from gdl.syntax import tree as t
from gdl.text.findings import Finding, error
from gdl.text.source import Source
from gdl.text.suggest import did_you_mean


@dataclass(frozen=True)
class Removed:
    """A kind that stands nowhere: the place of its removal, and the texts that still use it."""

    name: t.Name
    known_to: tuple[Source, ...]


def renamed(chain: Sequence[t.Tree]) -> list[t.Tree]:
    """The trees of a ruleset and its bases, with the names that the ruleset itself gives to the kinds."""
    return [_under(tree, chain[:i]) for i, tree in enumerate(chain)]


def _under(tree: t.Tree, above: Sequence[t.Tree]) -> t.Tree:
    """A tree with the new names that its variants give; the nearest variant comes first."""
    for other in reversed(above):
        names = {item.old.text: item.new.text for item in other.items if isinstance(item, t.Rename)}
        if names:
            tree = replace(tree, items=_written(tree.items, names))
    return tree


def _written(value: Any, names: Mapping[str, str]) -> Any:
    """A part of a tree with other names for kinds; its places stay. A name behind a dot is no kind."""
    match value:
        case tuple():
            done = tuple(_written(v, names) for v in value)
            return value if all(a is b for a, b in zip(value, done, strict=True)) else done
        case t.Name(text=text):
            return replace(value, text=names[text]) if text in names else value
        case t.Game():
            return value
        case t.Dot(link=t.Name()):
            changed = {"subject": _written(value.subject, names), "power": _written(value.power, names)}
        case t.Dot(link=t.Call() as link):
            call = replace(link, arguments=_written(link.arguments, names))
            changed = {"subject": _written(value.subject, names), "link": call, "power": _written(value.power, names)}
        case t.Node():
            changed = {f.name: _written(getattr(value, f.name), names) for f in fields(value) if f.name != "span"}
        case _:
            return value
    same = all(getattr(value, name) is part for name, part in changed.items())
    return value if same else replace(value, **changed)


def not_there(tree: t.Tree, pieces: Sequence[t.Pieces], incomplete: bool) -> list[Finding]:
    """Findings about kinds that a file renames or removes, but that don't exist. `pieces`: the declarations of its
    base."""
    named = [kind.name.text for decl in pieces for kind in decl.kinds]
    known = {*named}
    # the names of what is extended are the new ones already
    given = {item.new.text for item in tree.items if isinstance(item, t.Rename)}
    found: list[Finding] = []
    if incomplete:
        return found
    for item in tree.items:
        wanted = item.names if isinstance(item, t.RemovePieces) else (item.new,) if isinstance(item, t.Rename) else ()
        for name in wanted:
            if name.text in known:
                if isinstance(item, t.Rename) and named.count(name.text) > 1:
                    message = f"there is already a piece `{name.text}`"
                    found.append(error("N203", name.span, message, "choose another name"))
                continue
            asked = item.old if isinstance(item, t.Rename) else name
            what = "rename" if isinstance(item, t.Rename) else "remove"
            others = sorted(known - given)
            hint = did_you_mean(asked.text, others) or (
                f"the kinds of pieces are {', '.join(others)}" if others else "the base has no pieces"
            )
            found.append(error("O803", asked.span, f"there is no piece `{asked.text}` to {what}", hint))
    return found


def without(pieces: Sequence[t.Pieces], gone: set[str]) -> list[t.Pieces]:
    """The declarations of pieces without some kinds."""
    left = [replace(decl, kinds=tuple(k for k in decl.kinds if k.name.text not in gone)) for decl in pieces]
    return [decl for decl in left if decl.kinds]


def without_looks(looks: Sequence[t.Look], gone: set[str]) -> list[t.Look]:
    """The looks without those of some kinds."""
    return [look for look in looks if _kind_of(look.thing) not in gone]


def _kind_of(thing: t.Expression | t.Word) -> str:
    if isinstance(thing, t.Binary):
        return _kind_of(thing.left)
    name = thing.name if isinstance(thing, t.Call) else thing
    return name.text if isinstance(name, t.Name) else ""
