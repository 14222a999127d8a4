"""Lays a ruleset over what it extends, as text: the same game in one file, with all comments.

What `gdl.check.ruleset` does with trees is done here with the lines that the authors have written. So it is held
against that: a bundle is given only if it is the same game for every combination of options that lint would try.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from gdl.bundle.edits import edited, renamed, with_lines, without_block, without_players
from gdl.bundle.parts import Part, joined, parts_of, place, section
from gdl.check.checker import check
from gdl.check.player_names import possible
from gdl.check.prelude import prelude
from gdl.library import FOLDER, base_of
from gdl.lint import outcome
from gdl.lint.runs import run
from gdl.model.model import Model
from gdl.model.same import same_game
from gdl.syntax import tree as t
from gdl.syntax.formatter import format as formatted
from gdl.text.findings import Finding, has_errors
from gdl.text.source import Source


class CantBundle(Exception):
    """This can't be laid together; says why, and what to do."""


@dataclass(frozen=True)
class Bundle:
    """A text that extends nothing, or a game that ships; what was laid together; in how many ways it was compared."""

    text: str
    laid: tuple[Source, ...]
    compared: int


def bundle(source: Source, name: str, keep_shipped: bool = False) -> Bundle:
    """A ruleset and what it extends as one text, to be called `name`. `keep_shipped`: down to a game that ships.

    Raises CantBundle.
    """
    first = check(source)
    if first.model is None or has_errors(first.findings):
        raise CantBundle(f"{source.name} has errors; `gdl lint` shows them")
    chain = [tree.source for tree in first.rules.trees]
    until = len(chain)
    if keep_shipped:
        shipped = (i for i, one in enumerate(chain) if i and Path(one.name).resolve().is_relative_to(FOLDER))
        until = next(shipped, len(chain))
    text = chain[until - 1]
    for upper in reversed(chain[: until - 1]):
        text = Source(name, laid(upper, text))
    if until < len(chain):  # it extends a game that ships, by its name
        text = edited(text, _to_shipped(text, Path(chain[until].name).stem))
    done = Source(name, formatted(text.text, name))
    if not any(finding.severity == "warning" for finding in _linted(source)):
        done = _without_warnings(done, [Path(one.name).stem for one in chain[1:until]])
    return Bundle(done.text, tuple(chain[:until]), _compared(source, done))


def _linted(source: Source) -> list[Finding]:
    """What lint finds. Comments may silence findings of play, and only `interpreter` knows the codes of these."""
    return outcome([source], ignore=("W953",), check=partial(check, read_base=_beside_shipped)).findings


def _without_warnings(source: Source, extended: list[str]) -> Source:
    """The text with a comment above what only one who extended it had use for: it is part of the game all the same."""
    lines: dict[int, list[str]] = {}
    for finding in _linted(source):
        lines.setdefault(finding.span.line, []).append(finding.code)
    rows = source.text.split("\n")
    for line in sorted(lines, reverse=True):
        codes = ", ".join(dict.fromkeys(lines[line]))
        blanks = rows[line - 1][: len(rows[line - 1]) - len(rows[line - 1].lstrip())]
        rows.insert(line - 1, f"{blanks}# lint: ignore {codes} – it comes from {' and '.join(extended)}")
    return Source(source.name, formatted("\n".join(rows), source.name))


def _beside_shipped(name: str, asking: Source) -> Source:
    """What a text extends that isn't a file yet, and may come to lie anywhere."""
    return base_of(
        name, asking if Path(asking.name).parent != Path() else Source(str(FOLDER / asking.name), asking.text)
    )


def _to_shipped(source: Source, name: str) -> list[tuple[int, int, str]]:
    game = next(part.item for part in parts_of(source) if isinstance(part.item, t.Game))
    assert isinstance(game, t.Game) and game.base is not None
    return [(game.base.span.start, game.base.span.end, f'"{name}"')]


def _untold(model: Model) -> Model:
    """A model without its summary: what is laid together isn't told as a variant of what it holds."""
    return replace(model, facts=tuple(fact for fact in model.facts if fact[0] != "summary"))


def _compared(source: Source, done: Source) -> int:
    """In how many ways both are the same game; raises CantBundle if they aren't."""

    before, after = run(source), run(done, check=partial(check, read_base=_beside_shipped))
    if has_errors(after.findings):
        wrong = next(f for f in after.findings if f.severity == "error")
        raise CantBundle(
            f"laid together, the rules would break: {wrong.message} (`{' '.join(wrong.span.text.split())}`)"
        )
    if len(before.models) != len(after.models) or not all(
        same_game(_untold(one), _untold(other)) for one, other in zip(before.models, after.models, strict=True)
    ):
        raise CantBundle("laid together, this would be another game; that is a fault of this program: please report it")
    return len(after.models)


# ---- one file over another ---------------------------------------------------------------------------


def laid(upper: Source, lower: Source) -> str:
    """The text of a file and of the one that it extends as one text; that it is the same game isn't tried."""
    above = parts_of(upper)
    for part in above:
        if isinstance(part.item, t.Rename):
            lower = renamed(lower, part.item.old.text, part.item.new.text)
        elif isinstance(part.item, t.Removal):
            lower = without_block(lower, part.item)
        elif isinstance(part.item, t.Players):
            lower = without_players(lower, possible(part.item))
    parts = parts_of(lower)
    waiting = ""  # comments above what leaves no lines of its own
    fresh: dict[str, list[Part]] = {}
    for part in above:
        part.above, waiting = waiting + part.above, ""
        waiting = _ADD.get(type(part.item), _anew)(parts, part)
        if isinstance(part.item, t.Section):
            fresh.setdefault(part.item.name.text, []).append(part)
    return joined(parts) + waiting


def _game(parts: list[Part], new: Part) -> str:
    """The title is the upper file's, what it extends the lower's; facts are those of both."""
    at = next(i for i, part in enumerate(parts) if isinstance(part.item, t.Game))
    old, item = parts[at].item, new.item
    assert isinstance(old, t.Game) and isinstance(item, t.Game)
    base = f" extends {old.base.span.text}" if old.base else ""
    facts = _facts(old, parts[at].body) | _facts(item, new.body)  # one that both say keeps its place, as in the model
    lines = (line for several in facts.values() for line in several)
    text = f"game {item.title.span.text}{base}\n" + "".join(f"  {line}\n" for line in lines)
    parts[at] = Part(old, new.above + parts[at].above, text)
    return ""


def _facts(item: t.Game, body: str) -> dict[str, list[str]]:
    """The lines of each fact, with the comments above them and the lines on which they go on."""
    names = {name.text for name, _ in item.facts}
    found: dict[str, list[str]] = {}
    waiting: list[str] = []
    now = waiting
    for line in filter(str.strip, body.split("\n")):
        first = line.split()[0]
        if first in names:
            now = found.setdefault(first, [])
            now += [*waiting, line]
            waiting.clear()
        else:
            (waiting if first.startswith("#") else now).append(line)
    now += waiting
    return found


def _set(parts: list[Part], new: Part) -> str:
    """A default takes the place of the option's own, or of another."""
    item = new.item
    assert isinstance(item, t.SetOption)
    for i, part in enumerate(parts):
        old = part.item
        if isinstance(old, t.SetOption | t.Option) and old.name.text == item.name.text:
            offset = part.item.span.start - (len(part.text) - len(part.text.lstrip()))
            value = old.value if isinstance(old, t.SetOption) else old.default
            if value is not None:
                start, end, text = value.span.start, value.span.end, item.value.span.text.strip()
                end -= len(value.span.text) - len(value.span.text.rstrip())
            else:
                assert isinstance(old, t.Option)
                start = end = old.type.span.end
                text = f" = {item.value.span.text.strip()}"
            written = part.text[: start - offset] + text + part.text[end - offset :]
            parts[i] = _read_again(part, part.above + _comments(new.above), written)
            return ""
    return _anew(parts, new)


def _define(parts: list[Part], new: Part) -> str:
    item = new.item
    assert isinstance(item, t.Define)
    at = _define_at(parts, item)
    if at is None:
        return _anew(parts, new)
    old = parts[at].item
    assert isinstance(old, t.Define)
    text = re.sub(r"^replace ", "", new.text)
    parts[at] = Part(item, parts[at].above + _comments(new.above), f"replace {text}" if old.replace else text)
    return ""


def _lines(parts: list[Part], new: Part) -> str:
    item = new.item
    assert isinstance(item, t.Lines)
    at = _define_at(parts, item)
    if at is not None:
        old = parts[at].item
        assert isinstance(old, t.Define)
        text = with_lines(old, parts[at].text, item)
        parts[at] = _read_again(parts[at], parts[at].above + _comments(new.above), text)
        return ""
    known = prelude().defines.get((item.subject is not None, item.name.text))
    if known is None or any(isinstance(p.item, t.Game) and p.item.base for p in parts):
        return _anew(parts, new)
    text = with_lines(known, known.span.text, item)
    parts.insert(place(parts, item), _read_again(new, new.above, text))
    return ""


def _removal(parts: list[Part], new: Part) -> str:
    item = new.item
    assert isinstance(item, t.Define)
    at = _define_at(parts, item)
    if at is None:
        return _anew(parts, new)
    del parts[at]
    return _comments(new.above)


def _define_at(parts: list[Part], wanted: t.Define) -> int | None:
    key = (wanted.subject is not None, wanted.name.text)
    for i, part in enumerate(parts):
        old = part.item
        if isinstance(old, t.Define) and (old.subject is not None, old.name.text) == key:
            return i
    return None


def _section(parts: list[Part], new: Part) -> str:
    """What a file adds comes before what it extends, unless it replaces that."""
    item = new.item
    assert isinstance(item, t.Section)
    name = item.name.text
    if name == "or":
        return _way(parts, new)
    extends = any(isinstance(part.item, t.Game) and part.item.base for part in parts)
    if item.replace:
        gone = [i for i, part in enumerate(parts) if isinstance(part.item, t.Section) and _belongs(part.item, name)]
        above = "".join(parts[i].above for i in gone)
        at = gone[0] if gone else place(parts, item)
        for i in reversed(gone):
            del parts[i]
        head = f"replace {name}" if extends else name
        parts.insert(at, Part(item, above + _comments(new.above), section(head, new.body)))
        return ""
    own = _section_at(parts, name)
    if own is None:
        return _anew(parts, new)
    head = parts[own].text.partition("\n")[0].split("#")[0].strip()
    text = section(head, _comments(new.above) + new.body, parts[own].body)
    parts[own] = _read_again(parts[own], parts[own].above, text)
    return ""


def _belongs(item: t.Section, name: str) -> bool:
    return item.name.text == name or (item.name.text == "or" and name == "turn")


def _section_at(parts: list[Part], name: str, behind: bool = False) -> int | None:
    for i, part in enumerate(parts):
        if (
            isinstance(part.item, t.Section)
            and isinstance(part.item, t.Behind) == behind
            and part.item.name.text == name
        ):
            return i
    return None


def _behind(parts: list[Part], new: Part) -> str:
    item = new.item
    assert isinstance(item, t.Section)
    name = item.name.text
    at = _section_at(parts, name, behind=True)
    extends = any(isinstance(part.item, t.Game) and part.item.base for part in parts)
    own = _section_at(parts, name)
    replaced = own is not None and getattr(parts[own].item, "replace", False)
    if at is None:
        at = own if own is not None and (not extends or replaced) else None
    if at is None:
        return _anew(parts, new)
    head = parts[at].text.partition("\n")[0].split("#")[0].strip()
    parts[at] = _read_again(parts[at], parts[at].above, section(head, parts[at].body, _comments(new.above) + new.body))
    return ""


def _way(parts: list[Part], new: Part) -> str:
    """Another way to play the turn: a branch beside the turn as it was, or beside its branches if it has some."""
    at = _section_at(parts, "turn")
    if at is None or any(isinstance(part.item, t.Game) and part.item.base for part in parts):
        return _anew(parts, new)
    turn = parts[at].item
    assert isinstance(turn, t.Section)
    head = parts[at].text.partition("\n")[0].split("#")[0].strip()
    other = section("or", _comments(new.above) + new.body)
    only = turn.body[0]
    if len(turn.body) == 1 and isinstance(only, t.Either) and only.otherwise is None:
        text = section(head, parts[at].body, other)
    else:
        text = section(head, section("either", parts[at].body), other)
    parts[at] = _read_again(parts[at], parts[at].above, text)
    return ""


def _once(parts: list[Part], new: Part) -> str:
    """A declaration that takes the place of one of its sort: players, a board, a type of this name, a score."""
    for i, part in enumerate(parts):
        names = getattr(part.item, "name", None), getattr(new.item, "name", None)
        same_name = names[0] is not None and names[1] is not None and names[0].text == names[1].text
        if type(part.item) is type(new.item) and (same_name or isinstance(new.item, t.Players | t.Board | t.Score)):
            text = re.sub(r"^replace ", "", new.text)
            replaces = getattr(part.item, "replace", False)
            parts[i] = Part(new.item, part.above + _comments(new.above), f"replace {text}" if replaces else text)
            return ""
    return _anew(parts, new)


def _looks(parts: list[Part], new: Part) -> str:
    at = next((i for i, part in enumerate(parts) if isinstance(part.item, t.Looks)), None)
    if at is None:
        return _anew(parts, new)
    text = section("looks", parts[at].body, _comments(new.above) + new.body)
    parts[at] = _read_again(parts[at], parts[at].above, text)
    return ""


def _rename(parts: list[Part], new: Part) -> str:
    """Done already, where the kind is the text's own."""
    item = new.item
    assert isinstance(item, t.Rename)
    kinds = {kind.name.text for part in parts if isinstance(part.item, t.Pieces) for kind in part.item.kinds}
    return _comments(new.above) if item.new.text in kinds else _anew(parts, new)


def _without_pieces(parts: list[Part], new: Part) -> str:
    """Kinds go where they are declared and drawn; whatever else speaks of them is the author's to fix."""
    item = new.item
    assert isinstance(item, t.RemovePieces)
    if any(isinstance(part.item, t.Game) and part.item.base for part in parts):
        return _anew(parts, new)
    raise CantBundle(
        f"{item.span.where}: `{' '.join(item.span.text.split())}` lets rules speak of kinds that are not there; "
        "one file can't: extend a game that ships (--keep-shipped), or write those rules anew"
    )


def _anew(parts: list[Part], new: Part) -> str:
    """A declaration of its own, where it usually stands."""
    at = place(parts, new.item)
    if at and type(parts[at - 1].item) is type(new.item) and not new.above.strip() and "\n" not in new.text.strip():
        new.above = ""  # beside its fellows
    parts.insert(at, new)
    return ""


def _comments(above: str) -> str:
    """The comments above a declaration, without blank lines."""
    return "".join(f"{line.strip()}\n" for line in above.split("\n") if line.strip())


def _read_again(part: Part, above: str, text: str) -> Part:
    """A declaration whose text has changed."""
    (done,) = parts_of(Source("bundle", text))
    return Part(done.item, above, done.text)


_ADD: dict[type[t.Node], Callable[[list[Part], Part], str]] = {
    t.Game: _game, t.SetOption: _set, t.Define: _define, t.Lines: _lines, t.Removal: _removal, t.Section: _section,
    t.Behind: _behind, t.Players: _once, t.Board: _once, t.Enumeration: _once, t.Alias: _once, t.Shape: _once,
    t.Score: _once, t.Looks: _looks, t.Rename: _rename, t.RemovePieces: _without_pieces,
}  # fmt: skip
