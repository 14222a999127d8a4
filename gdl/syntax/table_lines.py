"""The lines of a table: on what each hangs, what it gives; and a table whose lines are cases, as one value.

The lines of a table unite. They are cases if one of them is said by its arguments, `share, steal: 0`, or begins with
`otherwise`: then the first that holds gives the value.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import pairwise

from gdl.syntax import tree as t
from gdl.text.findings import fault
from gdl.text.source import Span

_COMMENT = re.compile(r"#[^\n]*")
Condition = t.Expression | tuple[t.Expression, ...] | None
"""What is behind `when`, or the arguments before `:`; None for a line that holds whatever is asked."""


def condition(line: t.Expression) -> Condition:
    """On what a line hangs."""
    match line:
        case t.Case():
            return line.arguments
        case t.Binary(operator="when"):
            return line.right
        case _:
            return None


def value(line: t.Expression) -> t.Expression:
    """What a line gives."""
    match line:
        case t.Case() | t.Otherwise():
            return line.value
        case t.Binary(operator="when"):
            return line.left
        case _:
            return line


def condition_span(line: t.Expression) -> Span | None:
    """Where that stands on which a line hangs."""
    found = condition(line)
    if not isinstance(found, tuple):
        return None if found is None else found.span
    return Span(found[0].span.source, found[0].span.start, found[-1].span.end)


def is_nothing(line: t.Expression) -> bool:
    """Whether a line is `{}`, with a condition or without."""
    return isinstance(found := value(line), t.Set) and not found.items


def has_cases(table: Sequence[t.Expression]) -> bool:
    """Whether the first line that holds gives the value."""
    return any(isinstance(line, t.Case | t.Otherwise) for line in table)


def in_order(table: tuple[t.Expression, ...]) -> tuple[t.Expression, ...]:
    """The lines, `otherwise` the last."""
    return tuple(sorted(table, key=lambda line: isinstance(line, t.Otherwise)))


def parted(table: Sequence[t.Expression]) -> tuple[t.Expression, ...]:
    """The lines, cut where a line of the text begins with `otherwise`; raises Fault if that isn't the last."""
    lines = [part for line in table for part in _cut(line)]
    for line, below in pairwise(lines):
        if isinstance(line, t.Otherwise) and not isinstance(below, t.Otherwise):
            raise fault("T343", line.span, "no line below this one ever gives the value", "put it last")
    return tuple(lines)


def _cut(line: t.Expression) -> Iterator[t.Expression]:
    inner = line.value if isinstance(line, t.Case) else line
    values, words = _chain(inner, line.span.end)
    text = line.span.source.text
    firsts = [i + 1 for i, word in enumerate(words) if not text[text.rfind("\n", 0, word) + 1 : word].strip()]
    if not firsts:
        yield line
        return
    for first, beyond in pairwise([0, *firsts, len(values)]):
        part = reduce(_otherwise, values[first:beyond])
        if first:
            yield t.Otherwise(Span(line.span.source, words[first - 1], part.span.end), part)
        elif isinstance(line, t.Case):
            yield t.Case(Span(line.span.source, line.span.start, part.span.end), line.arguments, part)
        else:
            yield part


def _chain(e: t.Expression, end: int) -> tuple[list[t.Expression], list[int]]:
    """What stands between the `otherwise` of a value that ends at `end`, and where these words begin. One in
    parentheses is a value of its own."""
    values: list[t.Expression] = []
    words: list[int] = []
    while isinstance(e, t.Binary) and e.operator == "otherwise" and e.span.end == end:
        text, start = e.span.source.text, e.left.span.end
        between = text[start : e.right.span.start]
        values.insert(0, e.right)
        words.insert(0, start + between.rfind("otherwise"))
        e, end = e.left, start if ")" not in _COMMENT.sub("", between) else -1
    return [e, *values], words


def as_value(define: t.Define, table: Sequence[t.Expression], is_complete: bool = False) -> t.Expression:
    """A table of cases as one value; raises Fault.

    Each line becomes `value when condition`, and `otherwise` stands between them. If the cases leave none out
    (`is_complete`), the last holds where no other does.
    """
    names = [name for name in (define.subject, *define.parameters) if name is not None]
    alternatives = [_alternative(line, names, line is table[-1]) for line in table]
    if is_complete:
        alternatives[-1] = value(table[-1])
    return reduce(_otherwise, alternatives)


def _otherwise(first: t.Expression, then: t.Expression) -> t.Expression:
    return t.Binary(Span(first.span.source, first.span.start, then.span.end), "otherwise", first, then)


def _alternative(line: t.Expression, names: Sequence[t.Name], is_last: bool) -> t.Expression:
    match line:
        case t.Case():
            return t.Binary(line.span, "when", line.value, _holds(line, names))
        case t.Otherwise():
            return line.value
        case t.Binary(operator="when"):
            return line
    if is_last:
        return line
    hint = "add `when …`, or put it last, with `otherwise` before it"
    if isinstance(line, t.Binary) and line.operator == "=" and isinstance(line.left, t.Name):
        hint = f"a case ends with a colon, `{line.left.text}: {line.right.span.text}`; else {hint}"
    raise fault("T343", line.span, "this line always holds, so no line below it ever gives the value", hint)


def _holds(line: t.Case, names: Sequence[t.Name]) -> t.Expression:
    """Whether the define's arguments are those of the line."""
    if len(names) != len(line.arguments):
        takes = f"{len(names)} argument" + "s" * (len(names) != 1)
        raise fault("T343", condition_span(line) or line.span,
                    f"this line is for {len(line.arguments)}, but the define takes {takes}",
                    "write one value before `:` for each of its names; several in braces: `{a, b}`")  # fmt: skip
    tests: list[t.Expression] = [t.Binary(said.span, "is", name, said)
                                 for name, said in zip(names, line.arguments, strict=True)]  # fmt: skip
    return reduce(lambda a, b: t.Binary(Span(a.span.source, a.span.start, b.span.end), "and", a, b), tests)
