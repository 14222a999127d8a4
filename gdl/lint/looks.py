"""P5, continued: looks – how pieces and values are written and drawn, what boards look like, what players read."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.lint.walk import every
from gdl.model.model import Model
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.text.findings import Finding

# ---- what this file finds itself ------------------------------------------------------------------------


class NoLook(Rule):
    """A piece has no look, though others have one.

    The others are shown by a letter or a symbol, this one by its full name. Add it to `looks`. There is
    no warning if no piece has a look.
    """

    code, name, severity = "P551", "no-look", "warning"
    bad = example(looks='stone of White "W"')
    good = example(looks='stone of White "W"\nstone of Black "B"')

    def check(self, context: Context) -> Iterator[Finding]:
        if not any(_lettered(model, label) for model in context.models for label in model.pieces.labels):
            return
        for pieces in context.declarations(t.Pieces):
            own = {kind.name.text for kind in pieces.kinds}
            missing: dict[str, None] = {}
            letters: set[str] = set()
            for model in context.models:
                letters |= {look.letter.upper() for look in model.looks.values()}
                for label, (kind, _, number) in zip(model.pieces.labels, model.piece_parts, strict=True):
                    if model.kinds[kind].name in own and not _lettered(model, label):
                        missing[label.replace(f"({number})", "")] = None
            if missing:
                first, *more = missing
                letter = next((c for c in first.upper() if c.isalpha() and c not in letters), "?")
                others = f" and {len(more)} other{'s' if len(more) > 1 else ''} have" if more else " has"
                hint = f'write below `looks`: `{first} "{letter}"`, for example'
                yield self.found(pieces, f"`{first}`{others} no look", hint)


class SameLetter(Rule):
    """Two pieces have the same letter.

    Nobody can tell them apart on a screen without symbols and colours. A small letter and its capital
    count as different.
    """

    code, name, severity = "P552", "same-letter", "warning"
    bad = example(looks='stone of White "S"\nstone of Black "S"')
    good = example(looks='stone of White "S"\nstone of Black "s"')

    def check(self, context: Context) -> Iterator[Finding]:
        looks = [look for tree in context.chain for look in every(t.Look, tree.items)]
        for model in context.models:
            first: dict[str, tuple[int, int]] = {}
            for label, (kind, owner, _) in zip(model.pieces.labels, model.piece_parts, strict=True):
                look = model.looks.get(label)
                if look is None or not look.letter or first.setdefault(look.letter, (kind, owner)) == (kind, owner):
                    continue
                where = [x for x in looks if x.letter == look.letter and x.span.source is context.source]
                if where:
                    message = f'another piece has the letter "{look.letter}", too'
                    yield self.found(where[-1], message, "choose another letter")


class LongLetter(Rule):
    """The letter of a look doesn't fit on a site.

    The first text of a look is drawn on boards and written in moves. Use one character, or at most
    three, without spaces. Some screens can't show every sign; put such signs into the second text.
    """

    code, name, severity = "P553", "long-letter", "warning"
    bad = example(looks='stone of White "white"\nstone of Black "B"')
    good = example(looks='stone of White "W"\nstone of Black "B"')

    def check(self, context: Context) -> Iterator[Finding]:
        read = {has.name.text for has in context.all_declarations(t.Has)}
        for look in context.nodes(t.Look):
            if not look.said or (isinstance(look.thing, t.Name) and look.thing.text in read):
                continue  # no letter, or a text for players
            if not look.letter.strip():
                yield self.found(look, "an empty letter can't be seen", "leave the quotes away, or use one character")
            elif len(look.letter) > 3 or " " in look.letter:
                yield self.found(look, f'"{look.letter}" is too long for a site', "use one character, or at most three")


class LookedTwice(Rule):
    """A thing has two looks.

    Only the last one counts. Delete one. One thing can have several lines if each says something else:
    one its letter, another its colour.
    """

    code, name, severity = "P554", "looked-twice", "warning"
    bad = example(looks='stone of White "W"\nstone of Black "B"\nstone of White "w"')
    good = example(looks='stone of White "W"\nstone of Black "B"')

    def check(self, context: Context) -> Iterator[Finding]:
        looks = list(context.nodes(t.Look))
        for i, look in enumerate(looks):
            twice = (other for other in looks[:i] if same(other.thing, look.thing) and _says(other) & _says(look))
            if (earlier := next(twice, None)) is not None:
                what = look.thing.span.text
                yield self.found(
                    look, f"`{what}` has a look already, in line {earlier.span.line}", "delete one of them"
                )


def _lettered(model: Model, label: str) -> bool:
    return label in model.looks and bool(model.looks[label].letter)


def _says(look: t.Look) -> set[str]:
    """What a line of `looks` is about."""
    if look.drawn is not None and look.drawn.text == "edge":
        return {"edge"}
    found = {"text"} if look.said else set()
    found |= {"turned" if look.degrees is not None else "colour"} if look.shades else set()
    return found | ({"picture"} if look.drawn is not None else set())
