"""The hash of rules: two rulesets have the same one if they say the same about play."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

from gdl.check.declared import Looks
from gdl.check.options import option_of
from gdl.check.parts import Check
from gdl.model import statements as m
from gdl.model.nodes import Get, Repeats, within
from gdl.syntax import tree as t

UNPLAYED = ("span", "help", "place", "symbol", "said", "shades", "degrees", "drawn", "unit", "others", "asking",
            "why")  # fmt: skip
"""Fields that change no game: explanations and drawings."""

LEFT_OUT = ("weight", "secret", "told", "pays", "named", "is_part", "at_most")
"""Fields that count only if they are set. So rules that don't use a new field keep their hash."""


def hash_of_rules(check: Check, blocks: Mapping[str, m.Block]) -> str:
    """The hash of the rules, with options and players settled.

    Comments, facts, drawings and questions to people don't count – unless a question keeps something in the state that
    nothing else needs.
    """
    declared = check.declared
    items: list[t.Node] = [i for tree in declared.rules.trees for i in tree.items if not isinstance(i, t.Game)]
    items += declared.prelude.defines.values()
    items += [shape for shape, _ in check.memo.boards.trees.values()]
    texts = (_letters(declared.looks, i) if isinstance(i, t.Looks) else _dumped(i) for i in items)
    text = "\n".join(filter(None, texts))
    text += "".join(repr(kept) for block in blocks.values() for kept in _kept_to_ask(block))
    text += repr(
        [(name, str(option_of(check, name, o.name.span).value)) for name, o in declared.rules.options.items()]
    )
    return sha256((text + repr(declared.player.labels)).encode()).hexdigest()[:16]


def _kept_to_ask(block: m.Block) -> Iterator[str]:
    """Decisions whose questions use locals or `repeats` that nothing else needs: the state keeps more for them."""
    for s in m.walk(block):
        if isinstance(s, m.Choose) and s.asking is not None:
            needed = {e for part in m.expressions(s) if part is not s.asking for e in within(part)}
            asked = {e for e in within(s.asking) if isinstance(e, Repeats) or (isinstance(e, Get) and e.variable.local)}
            if asked - needed:
                yield s.span.text


def _letters(looks: Looks, item: t.Looks) -> str:
    """The part of a section of looks that changes how moves are written; empty if there is none."""
    played = tuple(look for look in item.looks if look not in looks.unplayed)
    return _dump(replace(item, looks=played)) if played else ""


@lru_cache(maxsize=2_000)  # a check for each combination of options has the same declarations
def _dumped(item: t.Node) -> str:
    return _dump(item)


def _dump(value: object) -> str:
    """A syntax tree as text, without what doesn't matter to play."""
    if isinstance(value, t.Node):
        inner = ",".join(_dump(v) for k, v in vars(value).items() if _counts(k, v))
        return f"{type(value).__name__}({inner})"
    if isinstance(value, tuple):
        return f"[{','.join(map(_dump, value))}]"
    return repr(value)


def _counts(name: str, value: object) -> bool:
    """Whether a field of a node changes play."""
    return name not in UNPLAYED and not (name in LEFT_OUT and not value)
