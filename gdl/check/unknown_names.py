"""A name on its own that means nothing: what is wrong, and what may have been meant."""

from __future__ import annotations

import re
from pathlib import Path

from gdl.check.flow import nodes
from gdl.check.hints import FOREIGN, around, direction, elsewhere, off_board, rank_of_card
from gdl.check.known_names import find_define, is_direction, shapes_in_order, visible
from gdl.check.parts import Check
from gdl.check.ruleset import Ruleset
from gdl.check.scope import Scope, Silent
from gdl.syntax import tree as t
from gdl.syntax.foreign_words import OF_STACKS, PARITY
from gdl.syntax.vocabulary import FUNCTIONS
from gdl.text.findings import fault
from gdl.text.fixes import Hint
from gdl.text.suggest import did_you_mean, opposite

_EXAMPLES = {"repeats": "repeats(piece, next)", "count": "count(mine)", "the": "the(king of me)"}
"""Examples for functions whose names were written alone."""


def unknown(check: Check, e: t.Name, scope: Scope) -> Exception:
    """What to raise for a name that means nothing: a fault with a hint. It is silence if a reported error may explain
    it."""
    declared = check.declared
    name = e.text
    if declared.unsure(name):
        return Silent()
    if name in declared.rules.removed:
        where = declared.rules.removed[name].name.span.where
        return fault("N201", e.span, f"there is no `{name}` here: it is removed ({where})", "leave it out")
    old = [i for tree in declared.rules.trees for i in tree.items if isinstance(i, t.Rename) and i.old.text == name]
    if old:
        return fault("N201", e.span, f"`{name}` is called `{old[0].new.text}` here ({old[0].span.where})",
                     Hint(f"write `{old[0].new.text}`", old[0].new.text))  # fmt: skip
    if (players := _players_before(declared.rules, e)) is not None:
        return fault("N201", e.span, f"there is no player `{name}` here: {players.span.where} names others",
                     "keep the base's players, or replace what names them, too")  # fmt: skip
    hint: str
    if (base := _named_in_base(declared.rules, e)) is not None:
        where = f"line {base.span.line} of {Path(base.span.source.name).name}"
        hint = f"{where} gives this name to something, but only there: keep it in a variable, as `game has …`"
    elif size := re.fullmatch(r"(\d+)x\d+", name):
        hint = f"a size is one number: write `{size[1]}`; for two, see what the board takes"
    elif name[:1].isdigit() and name.lstrip("0123456789").isalpha() and len(name.lstrip("0123456789")) == 1:
        hint = f"if you mean a product, write `{name[:-1]} * {name[-1]}`"
    elif find_define(declared, True, name) is not None or name in declared.state.attributes:
        hint = f"write its owner before it: `….{name}`"
    elif rank := rank_of_card(e):
        hint = rank
    elif (least := _or_more(e)) is not None:
        hint = least
    elif (unchosen := _unchosen(e)) is not None:
        hint = unchosen
    elif name in OF_STACKS and (whole := re.match(r"\s+of\s+(\w+)", e.span.source.text[e.span.end :])):
        moves = re.search(r"\b(move|remove|put)\s+$", e.span.source.text[: e.span.start])
        is_set = name == "all" and moves is None
        hint = f"`{whole[1]}` alone, if it is a type or a set, means all of them" if is_set else OF_STACKS[name]
    elif meant := around(e):
        hint = meant
    elif name in FUNCTIONS:
        hint = f"say whose: `{_EXAMPLES.get(name, f'{name}(…)')}`"
    elif scope.inside and scope.shape is not None and is_direction(check, name, scope.shape):
        hint = f"a direction can use those above it only: declare `{name}` first"
    elif name == "_":
        hint = "a value may be anything: write its type, such as `player` or `1..6`; the last line may be `otherwise …`"
    elif other := _opposite(check, name, scope):
        hint = other
    else:
        shapes = shapes_in_order(check, scope)
        near = did_you_mean(name, visible(check, scope))
        hint = near if near.instead else FOREIGN.get(name, "")  # a sure slip comes before words of other languages
        hint = hint or off_board(name, shapes) or direction(name, shapes)
        if re.match(r"\s+of\b", e.span.source.text[e.span.end :]):
            hint = hint or did_you_mean(name, declared.pieces.nodes)
        hint = hint or near or _subject(check, e)
        hint = hint or elsewhere(name, declared.prelude, next(iter(shapes), None))
    return fault("N201", e.span, f"nothing is called `{name}` here", hint)


def _opposite(check: Check, name: str, scope: Scope) -> str | None:
    """The hint for a name that means the opposite of one that there is."""
    if name in FOREIGN and name not in PARITY:  # `unoccupied`: the language has a word for it
        return None
    known = visible(check, scope)
    if name == "uneven" and "odd" in known:
        return Hint("did you mean `odd`?", "odd")
    other = opposite(name, known)
    if other is None:
        return None
    if other in check.declared.members:
        return f"there is `{other}`: write `x != {other}` for its opposite"
    return f"there is `{other}`: write `not {other}` if that is a condition, `x not in {other}` if it is a set"


def _subject(check: Check, e: t.Name) -> str:
    """The hint for a name in a define that seems to stand for what the define is about: `define worms = t / 4`."""
    define = next((d for d in check.declared.rules.defines.values() if e in nodes(d)), None)
    if define is None or len(e.text) > 2 or define.subject is not None or define.value is None:
        return ""
    called = define.name.text
    introduced = f"`define {e.text}.{called} = …` or `define {called}({e.text}) = …`"
    return f"if it stands for what is given, introduce it: {introduced}"


def _or_more(e: t.Name) -> str | None:
    """The hint for `n = 3 or more`."""
    before = re.search(r"(?:=|\bin)\s*(\d+)\s+or\s+$", e.span.source.text[: e.span.start])
    sign = {"more": ">=", "greater": ">=", "less": "<=", "fewer": "<="}.get(e.text)
    return f"write `{sign} {before[1]}`" if before and sign else None


def _unchosen(e: t.Name) -> str | None:
    """The hint for `choose a in mine where b in a.adjacent`, where the condition seems to introduce `b`."""
    text = e.span.source.text
    line = text[text.rfind("\n", 0, e.span.start) + 1 : e.span.start]
    decided = re.match(r"\s*(choose|roll|for)\s+.*\bwhere\s+(?:.*\band\s+)?$", line)
    drawn = re.match(r"\s+in\s+([\w.]+)", text[e.span.end :])
    if decided is None or drawn is None or not e.text.islower():
        return None
    return f"to give it a name here, write `, {e.text} in {drawn[1]}` before `where`"


def _named_in_base(rules: Ruleset, e: t.Name) -> t.Name | None:
    """The place where the base's section introduces a name that a variant uses after that section. Each sees only its
    own names."""
    sections = [item for tree in rules.trees for item in tree.items if isinstance(item, t.Section)]
    own = next((s for s in sections if isinstance(s, t.Behind) and e in nodes(s)), None)
    if own is None:
        return None
    others = (s for s in sections if s.span.source is not e.span.source and s.name.text == own.name.text)
    found = (node.name for section in others for node in nodes(section) if isinstance(node, t.Binder | t.Let))
    return next((name for name in found if name.text == e.text), None)


def _players_before(rules: Ruleset, e: t.Name) -> t.Players | None:
    """The declaration of players that replaces an older one with this name; None if there is none."""
    said = [item for tree in rules.trees for item in tree.items if isinstance(item, t.Players)]
    before = any(e.text == one.text for players in said[1:] for one in players.names)
    return said[0] if before else None
