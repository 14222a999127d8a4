"""Tables of a base, to which a variant adds lines, or whose lines it replaces."""

from __future__ import annotations

from pathlib import Path

from gdl.syntax import tree as t
from gdl.syntax.alike import same
from gdl.syntax.table_lines import condition, condition_span, has_cases, in_order, is_nothing, value
from gdl.text.findings import fault
from gdl.text.source import Span

_SHOWN = 8
"""Lines that a hint lists at most."""


def extended(old: t.Define, lines: t.Lines) -> t.Define:
    """The define with these lines added, or put in place of those with the same conditions; raises Fault."""
    _check_head(old, lines)
    assert isinstance(lines.value, tuple)
    table = old.value if isinstance(old.value, tuple) else (old.value,) if old.value is not None else ()
    table = _replaced(table, lines) if lines.replace else _added(table, lines)
    return t.Lines(lines.span, old.subject, lines.name, old.parameters, table)


def place(span: Span) -> str:
    """The file, without its folders, and the line."""
    return f"{Path(span.source.name).name}:{span.line}"


def title(define: t.Define) -> str:
    """A define as its declaration writes it: `s.ahead(p)`."""
    arguments = ", ".join(p.text for p in define.parameters)
    subject = f"{define.subject.text}." if define.subject else ""
    return f"{subject}{define.name.text}" + (f"({arguments})" if arguments else "")


def _check_head(old: t.Define, lines: t.Lines) -> None:
    """Refuse lines whose names aren't those of the table."""
    if old.is_block:
        hint = f"write `replace define {title(old)}`, and the statements below it"
        raise fault("O809", lines.name.span, f"`{lines.name.text}` has statements, so you can't add lines to it",
                    hint)  # fmt: skip
    if title(old) != title(lines):
        raise fault("O809", lines.name.span, f"the table uses the names `{title(old)}` ({place(old.span)})",
                    f"use its names: `define {title(old)} += …`")  # fmt: skip


def _added(table: tuple[t.Expression, ...], lines: t.Lines) -> tuple[t.Expression, ...]:
    """The table with more lines. In a table of cases, `otherwise` stays the last."""
    assert isinstance(lines.value, tuple)
    for line in lines.value:
        there = next((old for old in table if same(old, line)), None)
        if there is not None:
            raise fault("O809", line.span, f"the table has this line already ({place(there.span)})", "leave it out")
        if not has_cases(table):
            if has_cases([line]):
                raise fault("O809", line.span, "the table's lines together make a set, and this line is a case",
                            f"write the table anew: `replace define {title(lines)} =`")  # fmt: skip
            continue
        covered = next((old for old in table if same(condition(old), condition(line))), None)
        if covered is not None:
            raise fault("O809", line.span, f"the table has this case already ({place(covered.span)})",
                        f"take its place with `replace define {title(lines)} += …`")  # fmt: skip
    return in_order((*table, *lines.value))


def _replaced(table: tuple[t.Expression, ...], lines: t.Lines) -> tuple[t.Expression, ...]:
    """The table with new lines in place of those with the same condition. A new line of `{}` leaves nothing there."""
    assert isinstance(lines.value, tuple)
    new, left = list(table), list(lines.value)
    while left:
        asked = condition(left[0])
        group = [line for line in left if same(condition(line), asked)]
        left = [line for line in left if line not in group]
        where = [i for i, line in enumerate(new) if same(condition(line), asked)]
        if not where:
            at = condition_span(group[0])
            what = "without a `when`" if at is None else f"for `{at.text}`"
            raise fault("O810", at or group[0].span,
                        f"`{title(lines)}` has no line {what}", _those_there(table, lines))  # fmt: skip
        kept = [line for line in group if not is_nothing(line)]
        new = [x for i, line in enumerate(new) if i not in where or i == where[0]
               for x in (kept if i == where[0] else [line])]  # fmt: skip
    return tuple(new) or (_never(table[0]),)


def _never(line: t.Expression) -> t.Expression:
    """A table that has lost all its lines: nothing, of the sort of its lines."""
    return t.Binary(line.span, "when", value(line), t.Truth(line.span, False))


def _those_there(table: tuple[t.Expression, ...], lines: t.Lines) -> str:
    """The conditions by which the table's lines can be named."""
    found = list(dict.fromkeys(f"`{at.text}`" for line in table if (at := condition_span(line)) is not None))
    if not found:
        return f"its lines have no conditions; write `replace define {title(lines)} = …`"
    return f"there are lines for {', '.join(found[:_SHOWN])}" + (", …" if len(found) > _SHOWN else "")
