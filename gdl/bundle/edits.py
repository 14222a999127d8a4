"""Changes to the text of what is extended: kinds that are renamed, blocks that are removed, lines of tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import fields
from typing import Any

from gdl.check.looks import players_named
from gdl.check.player_names import absent
from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.syntax.parser import parse
from gdl.syntax.table_lines import condition, in_order, is_nothing
from gdl.text.source import Source

Edit = tuple[int, int, str]
"""What takes the place of which characters."""


def edited(source: Source, edits: Iterable[Edit]) -> Source:
    """The text with these changes, which don't overlap."""
    text = source.text
    for start, end, new in sorted(set(edits), reverse=True):
        text = text[:start] + new + text[end:]
    return Source(source.name, text)


def renamed(source: Source, old: str, new: str) -> Source:
    """The text with another name for a kind of pieces. What stands behind a dot is no kind."""
    return edited(source, [(n.span.start, n.span.end, new) for n in _names(parse(source).items) if n.text == old])


def _names(value: Any) -> Iterator[t.Name]:
    match value:
        case tuple():
            for item in value:
                yield from _names(item)
        case t.Name():
            yield value
        case t.Game():
            return
        case t.Dot(link=t.Name()):
            yield from _names((value.subject, value.power))
        case t.Dot(link=t.Call() as link):
            yield from _names((value.subject, link.arguments, value.power))
        case t.Node():
            for field in fields(value):
                yield from _names(getattr(value, field.name))


def without_block(source: Source, removed: t.Removal) -> Source:
    """The text without the uses of a block; a branch that begins with it goes, too."""
    edits: list[Edit] = []
    for block, either, number in _blocks(parse(source).items, None, 0):
        for i, statement in enumerate(block):
            if not _is_use(statement, removed):
                continue
            if either is not None and i == 0:
                edits.append(_branch(source, either, number))
                break
            edits.append(_lines(source, statement.span.start, statement.span.end))
    return edited(source, edits)


def without_players(source: Source, names: Collection[str]) -> Source:
    """The text without the looks of players who aren't there any more: now fewer may play."""
    edits: list[Edit] = []
    items = parse(source).items
    gone_players = {name for item in items if isinstance(item, t.Players) for name in absent(item, names)}
    for item in items:
        if isinstance(item, t.Looks):
            gone = [look for look in item.looks if not isinstance(look.thing, t.Word)
                    and any(name.text in gone_players for name in players_named(look.thing))]  # fmt: skip
            if len(gone) == len(item.looks):
                edits.append(_lines(source, item.span.start, item.span.end))
            else:
                edits += [_lines(source, look.span.start, look.span.end) for look in gone]
    return edited(source, edits)


def _blocks(value: Any, either: t.Either | None, number: int) -> Iterator[tuple[t.Block, t.Either | None, int]]:
    """Every block of statements, with the `either` of which it is a branch, and its number there."""
    if isinstance(value, tuple):
        if value and isinstance(value[0], t.Node) and not isinstance(value[0], t.Expression | t.Declaration):
            yield value, either, number
        for item in value:
            yield from _blocks(item, None, 0)
    elif isinstance(value, t.Either):
        for i, branch in enumerate(value.branches):
            yield from _blocks(branch, value, i)
        yield from _blocks(value.otherwise, None, 0)
    elif isinstance(value, t.Node):
        for field in fields(value):
            yield from _blocks(getattr(value, field.name), None, 0)


def _is_use(statement: t.Node, removed: t.Removal) -> bool:
    if not isinstance(statement, t.Do):
        return False
    link = statement.call.link if isinstance(statement.call, t.Dot) else statement.call
    name = link.name if isinstance(link, t.Call) else link
    has_subject = isinstance(statement.call, t.Dot)
    return isinstance(name, t.Name) and name.text == removed.name.text and has_subject == (removed.subject is not None)


def _branch(source: Source, either: t.Either, number: int) -> Edit:
    """Away with a branch and the word before it; the first leaves its word to the next."""
    text = source.text
    first, last = either.branches[number][0], either.branches[number][-1]
    start = text.rfind("\n", 0, first.span.start) + 1
    if number:
        return text.rfind("\n", 0, start - 1) + 1, _line_end(text, last.span.end), ""
    if len(either.branches) > 1:
        then = either.branches[1][0]
        return start, text.rfind("\n", 0, then.span.start) + 1, ""
    return either.span.start, either.span.start, ""


def _lines(source: Source, start: int, end: int) -> Edit:
    text = source.text
    return text.rfind("\n", 0, start) + 1, _line_end(text, end), ""


def _line_end(text: str, at: int) -> int:
    """Behind the line's end; `at` may be behind it already."""
    return at if text[at - 1] == "\n" else text.find("\n", at) + 1


# ---- tables ------------------------------------------------------------------------------------------


def with_lines(define: t.Define, text: str, lines: t.Lines) -> str:
    """A table's text, `text`, with lines added, or in the place of those under the same conditions."""
    assert isinstance(lines.value, tuple)
    new = [_line(line) for line in lines.value]
    old = define.value if isinstance(define.value, tuple) else (define.value,) if define.value is not None else ()
    first = text.partition("\n")[0]
    beside = first.partition("#")[2] if isinstance(define.value, tuple) else ""
    head = f"{first.split('=')[0].rstrip()} =" + (f"  #{beside}" if beside else "")
    rows = [(line, _line(line)) for line in old]
    if not lines.replace:
        written = {id(line): row for line, row in [*rows, *zip(lines.value, new, strict=True)]}
        return f"{head}\n" + "".join(f"  {written[id(line)]}\n" for line in in_order((*old, *lines.value)))
    left = list(zip(lines.value, new, strict=True))
    done: list[str] = []
    for line, row in rows:
        mine = [(one, written) for one, written in left if same(condition(one), condition(line))]
        if not any(same(condition(one), condition(line)) for one in lines.value):
            done.append(row)
        done += [written for one, written in mine if not is_nothing(one)]
        left = [pair for pair in left if pair not in mine]
    return f"{head}\n" + "".join(f"  {row}\n" for row in done)


def _line(line: t.Expression) -> str:
    """A line as it stands, and the comment beside it."""
    text = line.span.source.text
    end = text.find("\n", line.span.end)
    beside = text[line.span.end : end if end >= 0 else len(text)].strip() if text[line.span.end - 1] != "\n" else ""
    own = line.span.text.rstrip()
    return own + (f"  {beside}" if beside.startswith("#") else "")
