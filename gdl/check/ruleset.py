"""A ruleset and all it extends, merged into one set of declarations."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from gdl.check.kinds import Removed, not_there, renamed, without, without_looks
from gdl.check.prelude import prelude
from gdl.check.tables import extended, place, title
from gdl.syntax import tree as t
from gdl.text.findings import Fault, Finding, error
from gdl.text.fixes import Edit, Hint
from gdl.text.source import Span
from gdl.text.suggest import closest, misspelt

_SHOWN = 12
"""Names that a hint lists at most."""


@dataclass(frozen=True)
class Ways:
    """A turn to which variants add ways: play the turn as it was, or one of the others."""

    turn: tuple[Part, ...]
    others: tuple[t.Section, ...]


Part = t.Section | Ways
"""A part of a section: the statements of one file, or a turn with other ways."""


@dataclass
class Ruleset:
    """Declarations by sort, those of the base first. `defines`: by whether they have a subject, and name."""

    game: t.Game | None = None
    players: t.Players | None = None
    board: t.Board | None = None
    options: dict[str, t.Option] = field(default_factory=dict)
    settings: dict[str, t.SetOption] = field(default_factory=dict)
    types: dict[str, t.Enumeration | t.Alias | t.Shape] = field(default_factory=dict)
    pieces: list[t.Pieces] = field(default_factory=list)
    removed: dict[str, Removed] = field(default_factory=dict)
    has: list[t.Has] = field(default_factory=list)
    directions: list[t.Direction] = field(default_factory=list)
    score: t.Score | None = None
    hidden: dict[tuple[bool, str], t.Hides] = field(default_factory=dict)
    defines: dict[tuple[bool, str], t.Define] = field(default_factory=dict)
    sections: dict[str, list[Part]] = field(default_factory=dict)
    looks: list[t.Look] = field(default_factory=list)
    facts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    summary: tuple[str, ...] = ()
    """What the game is about. The last file that says it wins."""
    findings: list[Finding] = field(default_factory=list)
    trees: list[t.Tree] = field(default_factory=list)
    incomplete: bool = False
    """Whether a base could not be found. Then any name may be missing."""

    @property
    def unread(self) -> frozenset[str]:
        """The words of declarations that could not be read."""
        return frozenset().union(*(tree.unread for tree in self.trees))


def merge(tree: t.Tree, find_base: Callable[[t.Text], t.Tree | None]) -> Ruleset:
    """The ruleset of a tree. `find_base` gives the tree that `extends` names, or None."""
    chain = [tree]
    incomplete = False
    while (base := _base(chain[-1])) is not None:
        found = find_base(base)
        if found is None:
            incomplete = True
            break
        if any(found.source.name == other.source.name for other in chain):
            rules = Ruleset()
            rules.incomplete = True
            message = f"{base.span.text} extends this ruleset in turn"
            rules.findings.append(error("O802", base.span, message, "a ruleset can't be its own base"))
            return rules
        chain.append(found)
    chain = renamed(chain)
    rules = Ruleset(trees=list(chain), incomplete=incomplete)
    for layer in reversed(chain):
        rules.findings += layer.findings
        _remove_pieces(rules, layer)
        _add(rules, layer)
    return rules


def _facts(rules: Ruleset, game: t.Game) -> None:
    """The facts of the base, and the game's own. A variant without a summary has that of its base."""
    own: dict[str, tuple[str, ...]] = {}
    for name, values in game.facts:
        own[name.text] = own.get(name.text, ()) + values
    rules.summary = own.get("summary", rules.summary)
    rules.facts |= own
    if rules.summary and "summary" not in own and rules.game is not None:
        rules.facts["summary"] = (f"A variant of {rules.game.title.span.text[1:-1]}.", *rules.summary)


def _remove_pieces(rules: Ruleset, tree: t.Tree) -> None:
    """Remove some kinds of pieces of the base. The base itself still uses their names."""
    rules.findings += not_there(tree, rules.pieces, rules.incomplete)
    names = {n.text: n for item in tree.items if isinstance(item, t.RemovePieces) for n in item.names}
    if not names:
        return
    below = rules.trees[rules.trees.index(tree) + 1 :]
    known = {kind.name.text for decl in rules.pieces for kind in decl.kinds}
    for name in names.keys() & known:
        rules.removed[name] = Removed(names[name], tuple(other.source for other in below))
    rules.pieces = without(rules.pieces, {*names})
    rules.looks = without_looks(rules.looks, {*names})


def _base(tree: t.Tree) -> t.Text | None:
    return next((item.base for item in tree.items if isinstance(item, t.Game)), None)


def _add(rules: Ruleset, tree: t.Tree) -> None:
    """Lay the declarations of one file over those of its base."""
    own: set[int] = set()  # what this file has introduced, by identity

    def once(old: t.Node | None, new: t.Node, what: str) -> bool:
        """Whether a declaration may be made: not twice in a file."""
        if old is not None and id(old) in own:
            message = f"{what} is declared already ({old.span.where})"
            rules.findings.append(error("N203", new.span, message, "keep one of the two"))
            return False
        own.add(id(new))
        return True

    fresh_sections: dict[str, list[Part]] = {}
    behind: dict[str, t.Behind] = {}
    others = _others(rules, tree)
    for item in tree.items:
        match item:
            case t.Game():
                if once(rules.game, item, "the game"):
                    _facts(rules, item)
                    rules.game = item
            case t.Players():
                if once(rules.players, item, "`players`"):
                    rules.players = item
            case t.Board():
                _board(rules, item, own, once)
            case t.Option():
                if item.name.text in rules.options and id(rules.options[item.name.text]) not in own:
                    _already(rules, item.name, rules.options[item.name.text], "an option", f"set {item.name.text} = …")
                elif once(rules.options.get(item.name.text), item, f"the option `{item.name.text}`"):
                    rules.options[item.name.text] = item
            case t.SetOption():
                if once(rules.settings.get(item.name.text), item, f"`set {item.name.text}`"):
                    rules.settings[item.name.text] = item
            case t.Enumeration() | t.Alias() | t.Shape():
                old = rules.types.get(item.name.text)
                if old is not None and id(old) not in own:
                    _already(rules, item.name, old, f"a type `{item.name.text}`", "")
                elif once(old, item, f"the type `{item.name.text}`"):
                    rules.types[item.name.text] = item
            case t.Pieces():
                rules.pieces.append(item)
            case t.Has():
                rules.has.append(item)
            case t.Direction():
                rules.directions.append(item)
            case t.Lines():
                _lines(rules, item, own)
            case t.Removal():
                _removal(rules, item, own)
            case t.Score():
                if once(rules.score, item, "the score"):
                    rules.score = item
            case t.Hides():
                _hides(rules, item, own, once)
            case t.Define():
                _define(rules, item, own, once)
            case t.Behind():
                _behind(rules, tree, item, behind)
            case t.Section() if item.name.text != "or":
                _section(rules, item, fresh_sections)
            case t.Looks():
                rules.looks += item.looks
    if others:
        rules.sections["turn"] = [Ways(tuple(rules.sections.get("turn", ())), others)]
    for name, sections in fresh_sections.items():  # what a variant adds comes before what it extends
        rules.sections[name] = sections + rules.sections.get(name, [])
    for name, section in behind.items():
        rules.sections[name] = [*rules.sections.get(name, []), section]


def _board(rules: Ruleset, item: t.Board, own: set[int], once: Callable[..., bool]) -> None:
    if item.replace and rules.board is None and not rules.incomplete:
        rules.findings.append(error("O803", item.span, "there is no board to replace", _alone(item, "board …")))
    elif not item.replace and rules.board is not None and id(rules.board) not in own:
        _already(rules, item, rules.board, "a board", "replace board …")
    elif once(rules.board, item, "`board`"):
        rules.board = item


def _alone(item: t.Node, what: str) -> Hint:
    """The declaration without its `replace`."""
    word = re.match(r"replace[ \t]+", item.span.text)
    edits = [Edit(Span(item.span.source, item.span.start, item.span.start + word.end()), "")] if word else []
    return Hint(f"write `{what}` alone", edits=edits)


def _define(rules: Ruleset, item: t.Define, own: set[int], once: Callable[..., bool]) -> None:
    key = (item.subject is not None, item.name.text)
    old = rules.defines.get(key)
    name = f"{item.subject.text}.{item.name.text}" if item.subject else item.name.text
    if item.replace and old is None and not rules.incomplete:
        hint = _replaceable(rules, item)
        rules.findings.append(error("O803", item.name.span, f"there is no `{name}` to replace", hint))
    elif old is not None and not item.replace and id(old) not in own:
        _already(rules, item.name, old, f"a define `{name}`", f"replace define {name} …")
    elif once(old, item, f"`{name}`"):
        rules.defines[key] = item


def _hides(rules: Ruleset, item: t.Hides, own: set[int], once: Callable[..., bool]) -> None:
    key = (item.subject is not None, item.name.text)
    old = rules.hidden.get(key)
    name = f"hidden {item.subject.text}.{item.name.text}" if item.subject else f"hidden {item.name.text}"
    if item.replace and old is None and not rules.incomplete:
        rules.findings.append(error("O803", item.span, f"there is no `{name}` to replace", _alone(item, f"{name} …")))
    elif old is not None and not item.replace and id(old) not in own:
        _already(rules, item, old, f"a `{name}`", f"replace {name} from …")
    elif once(old, item, f"`{name}`"):
        rules.hidden[key] = item


def _lines(rules: Ruleset, item: t.Lines, own: set[int]) -> None:
    """Lay lines over a table of the base or of the prelude."""
    key = (item.subject is not None, item.name.text)
    old = rules.defines.get(key) or prelude().defines.get(key)
    if old is None:
        if not rules.incomplete and item.name.text not in rules.unread:
            message = f"there is no `{title(item)}` to add lines to"
            rules.findings.append(error("O803", item.name.span, message, _replaceable(rules, item)))
        return
    if id(old) in own and not isinstance(old, t.Lines):
        message = f"`{title(old)}` is declared already ({old.span.where})"
        rules.findings.append(error("N203", item.name.span, message, "add the lines there"))
        return
    try:
        rules.defines[key] = extended(old, item)
        own.add(id(rules.defines[key]))
    except Fault as stop:
        rules.findings.append(stop.finding)


def _removal(rules: Ruleset, item: t.Removal, own: set[int]) -> None:
    """Replace a block of the base by one that does nothing."""
    key = (item.subject is not None, item.name.text)
    old = rules.defines.get(key)
    if old is None:
        if not rules.incomplete and item.name.text not in rules.unread:
            message = f"there is no `{title(item)}` to remove"
            rules.findings.append(error("O803", item.name.span, message, _replaceable(rules, item)))
    elif id(old) in own:
        message = f"`{title(old)}` is declared already ({old.span.where})"
        rules.findings.append(error("N203", item.name.span, message, "keep one of the two"))
    elif not old.is_block:
        message = f"`{title(old)}` is a value, and the rules still need one"
        hint = f"replace it: `replace define {title(old)} = {{}}`, or `false`"
        rules.findings.append(error("O811", item.name.span, message, hint))
    else:
        rules.defines[key] = t.Removal(item.span, old.subject, item.name, old.parameters, None)
        own.add(id(rules.defines[key]))


def _replaceable(rules: Ruleset, item: t.Define) -> str:
    """What a variant may have meant to replace: a define with the same name but another use, the nearest names, or all
    names."""
    other = rules.defines.get((item.subject is None, item.name.text))
    if other is not None:
        return f"{place(other.span)} defines it as `{title(other)}`"
    if shape := _of_board(rules, item):
        where = f"{shape.name.text}` ({place(shape.span)})"
        return f"`{item.name.text}` belongs to the board `{where}, which stays as it is"
    near = closest(item.name.text, [d.name.text for d in rules.defines.values()])
    if near:
        define = next(d for d in rules.defines.values() if d.name.text == near)
        sure = near == misspelt(item.name.text, [d.name.text for d in rules.defines.values()])
        return Hint(f"did you mean `{title(define)}` ({place(define.span)})?", near if sure else None)
    titles = [f"`{title(d)}`" for d in rules.defines.values()]
    if not titles:
        return "the base has no defines"
    return f"there are {', '.join(titles[:_SHOWN])}" + (", …" if len(titles) > _SHOWN else "")


def _of_board(rules: Ruleset, item: t.Define) -> t.Shape | None:
    """The base's board with a define of this name."""
    shapes = [type_ for type_ in rules.types.values() if isinstance(type_, t.Shape)]
    names = {id(s): [i.name.text for i in s.items if isinstance(i, t.Define)] for s in shapes}
    return next((s for s in shapes if item.name.text in names[id(s)]), None)


def _others(rules: Ruleset, tree: t.Tree) -> tuple[t.Section, ...]:
    """The other ways that a file adds to the base's turn; none if there is no such turn."""
    found = tuple(item for item in tree.items if isinstance(item, t.Section) and item.name.text == "or")
    replaces = any(isinstance(item, t.Section) and item.name.text == "turn" and item.replace for item in tree.items)
    message, hint = "", "write both ways into its turn: `either` …, `or` …"
    if _base(tree) is None:
        message = "`or` adds a way to play the base's turn, but this ruleset has no base"
        hint = "write an `or` of an `either` in the same column as the `either`"
    elif replaces:
        message = "`or` adds a way to play the base's turn, but this ruleset replaces it"
    elif not {"turn"} & (rules.sections.keys() | rules.unread) and not rules.incomplete:
        message = "`or` adds a way to play the base's turn, but the base has none"
        hint = "write `turn` alone"
    if message:
        rules.findings += [error("O808", item.name.span, message, hint) for item in found]
        return ()
    return found


def _behind(rules: Ruleset, tree: t.Tree, item: t.Behind, behind: dict[str, t.Behind]) -> None:
    """Note the statements that a variant adds after a section of its base."""
    name = item.name.text
    replaces = any(isinstance(o, t.Section) and o.name.text == name and o.replace for o in tree.items)
    if _base(tree) is None:
        message = f"`after {name}` adds to the base's `{name}`, but this ruleset has no base"
        hint = f"write it at the end of `{name}`"
    elif replaces:
        message = f"`after {name}` adds to the base's `{name}`, but this ruleset replaces it"
        hint = f"write it at the end of `replace {name}`"
    elif name not in rules.sections and name not in rules.unread and not rules.incomplete:
        message, hint = f"`after {name}` adds to the base's `{name}`, but the base has none", f"write `{name}` alone"
    elif name in behind:
        message, hint = f"`after {name}` is declared already ({behind[name].name.span.where})", "join the two"
        rules.findings.append(error("N203", item.name.span, message, hint))
        return
    else:
        behind[name] = item
        return
    rules.findings.append(error("O808", item.name.span, message, hint))


def _section(rules: Ruleset, item: t.Section, fresh: dict[str, list[Part]]) -> None:
    name = item.name.text
    if item.replace:
        if name not in rules.sections and not rules.incomplete:
            message = f"there is no `{name}` to replace"
            rules.findings.append(error("O803", item.span, message, _alone(item, name)))
            return
        rules.sections[name] = []
    elif name in fresh:
        first = fresh[name][0]
        assert isinstance(first, t.Section)
        message = f"`{name}` is declared already ({first.name.span.where})"
        rules.findings.append(error("N203", item.name.span, message, "join the two"))
    fresh.setdefault(name, []).append(item)


def _already(rules: Ruleset, where: t.Node, old: t.Node | None, what: str, instead: str) -> None:
    place = f" ({Path(old.span.source.name).name})" if old is not None else ""
    message = f"the base has {what} already{place}"
    start = where.span.source.text.rfind("\n", 0, where.span.start) + 1
    sure = instead == "replace board …"  # a define may bear the name by chance
    edits = [Edit(Span(where.span.source, start, start), "replace ")] if sure else []
    hint = f"write `{instead}`" if instead else "choose another name for yours"
    rules.findings.append(error("O804", where.span, message, Hint(hint, edits=edits)))
