"""Texts in quotes, taken apart: what stands as it is, and what is in braces."""

from __future__ import annotations

from collections.abc import Iterator

from gdl.text.findings import fault
from gdl.text.source import Span


def parts_of_text(span: Span) -> Iterator[str | tuple[str, int]]:
    """The parts of a text whose quotes are the ends of a span, in their order: what stands as it is, or what is in
    braces, with the place in the source where that begins. Raises a fault where a brace has no other."""
    content, literal, i = span.text[1:-1], "", 0
    while i < len(content):
        if content[i] == "}":
            raise fault("S107", span, "a brace in this text is closed, but never opened", "add the missing `{`")
        if content[i] != "{":
            literal += content[i]
            i += 1
            continue
        end, depth = i + 1, 1
        while end < len(content) and depth:
            depth += {"{": 1, "}": -1}.get(content[end], 0)
            end += 1
        if depth:
            raise fault("S107", span, "a brace in this text is never closed", "add the missing `}`")
        if literal:
            yield literal
            literal = ""
        yield content[i + 1 : end - 1], span.start + 2 + i
        i = end
    if literal:
        yield literal
