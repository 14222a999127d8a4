"""B45: sets of sites that hold nothing, whatever the position, because no piece stands so."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from gdl.check.prelude import prelude
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.text.findings import Finding

NOTHING = ""
"""In the place of a kind: nothing stands there."""


class NeverBoth(Rule):
    """What is in both sets is always nothing: no site holds what both ask for.

    On a site stands one piece (on top), or nothing. So `king & rook` is empty in every position: `&` keeps
    what is in both sets. Write `king + rook` for the sites with either. `a.N through man & empty` means
    `(a.N through man) & empty`. Put everything that follows `through` in parentheses.
    """

    code, name, severity = "B456", "never-both", "warning"
    bad = example(pieces="pieces stone, king of player",
                  turn="either\n  choose s in empty\n  put stone of me on s\nor\n"
                  '  choose s in mine & (king & stone) as "crown {s}"\n  put king of me on s')  # fmt: skip
    good = bad.replace("king & stone", "king + stone")

    def check(self, context: Context) -> Iterator[Finding]:
        rules = context.runs.checked[0].rules
        defines = {**prelude().defines, **rules.defines}
        names = {name: d.value for (has_subject, name), d in defines.items() if not has_subject and not d.parameters}
        meanings = _Meanings(frozenset(kind.name.text for decl in rules.pieces for kind in decl.kinds), names)
        inner = {part for node in _both(context) for part in (node.left, node.right)}
        for node in _both(context):
            if node in inner:
                continue
            parts = _parts(node)
            pairs = ((a, b) for i, a in enumerate(parts) for b in parts[i + 1 :] if meanings.are_apart(a, b))
            if pair := next(pairs, None):
                one, other = (part.span.text for part in pair)
                way = next((part for part in parts if isinstance(part, t.Binary) and part.operator == "through"), None)
                hint = "`&` keeps what is in both sets; `+` puts them together"
                if way is not None and way is parts[0] and pair[0] is parts[1]:
                    hint = f"put all that follows `through` in parentheses: `through ({way.right.span.text} & {one})`"
                yield self.found(node, f"this is always empty: no site is both in `{one}` and in `{other}`", hint)


def _both(context: Context) -> list[t.Binary]:
    return [node for node in context.nodes(t.Binary) if node.operator == "&"]


def _parts(e: Any) -> list[Any]:
    """The sets that an expression keeps the common part of."""
    return [*_parts(e.left), *_parts(e.right)] if isinstance(e, t.Binary) and e.operator == "&" else [e]


@dataclass(frozen=True)
class _Meanings:
    """What the names of a ruleset mean: its kinds of pieces, and the values of its defines."""

    kinds: frozenset[str]
    values: Mapping[str, Any]

    def are_apart(self, a: Any, b: Any) -> bool:
        """Whether no site can be in both sets, by what stands on the sites of each."""
        one, other = self.standing(a), self.standing(b)
        return bool(one and other) and not one & other

    def standing(self, e: Any) -> frozenset[str]:
        """What may stand on the sites of a set: kinds, or nothing; none of these where the set is surely empty."""
        everything = self.kinds | {NOTHING}
        match e:
            case t.Name(text=name) if name in self.kinds:
                return frozenset({name})
            case t.Name(text="piece"):
                return self.kinds
            case t.Name(text="empty"):
                return frozenset({NOTHING})
            case t.Name(text=name) if name in self.values:
                return self.standing(self.values[name])
            case t.Binary(operator="of" | "-", left=left):
                return self.standing(left)
            case t.Binary(operator="&"):
                return reduce(frozenset.intersection, map(self.standing, _parts(e)))
            case t.Binary(operator="+", left=left, right=right):
                return self.standing(left) | self.standing(right)
            case t.Comprehension(value=None, query=query) if len(query.binders) == 1:
                return self.standing(query.binders[0].source)
        return everything
