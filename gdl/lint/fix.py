"""Fixing a text by itself: the fixes of its findings are made until none is left, and nothing gets worse by them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gdl.lint import RULES, codes, lint
from gdl.syntax import tree as t
from gdl.syntax.parser import parse
from gdl.text.findings import Finding
from gdl.text.fixes import Edit, applied, compatible
from gdl.text.source import Source

_ROUNDS = 50  # one fix may make room for another; more rounds than this only go in a circle


@dataclass(frozen=True)
class Fixed:
    """The text after fixing, the findings that were fixed in turn, and what is found in it now."""

    text: str
    fixed: tuple[Finding, ...]
    left: tuple[Finding, ...]

    @property
    def is_readable(self) -> bool:
        """Whether the text parses; if it doesn't, it must not take the place of the old one."""
        return not parse(Source("fixed", self.text)).findings


def holds_rules(source: Source) -> bool:
    """Whether a text says that it is a ruleset: a line begins with `game`, perhaps in a file that isn't right yet."""
    tree = parse(source)
    return "game" in tree.unread or any(isinstance(item, t.Game) for item in tree.items)


def fixed(text: str, name: str, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> Fixed:
    """Make all fixes of the findings asked for (see `lint`), and those that they make room for. Raises UnknownCode.

    A fix that brings an error with it is not made.
    """
    wanted = set(codes(select) if select else RULES) - set(codes(ignore))
    found = tuple(lint([Source(name, text)]))
    fixed: list[Finding] = []
    refused: set[tuple[str, str]] = set()
    for _ in range(_ROUNDS):
        source = Source(name, text)
        ready = [f for f in found if f.fix and f.code in wanted and (f.code, f.fix.title) not in refused]
        chosen = compatible([f.fix for f in ready if f.fix], source)
        if not chosen:
            break
        making = [f for f in ready if f.fix in chosen]
        result = _tried(text, name, making, found)
        if result is None:  # one of them makes it worse: each by itself, the first that doesn't
            for one in making:
                result = _tried(text, name, [one], found)
                if result is not None:
                    making = [one]
                    break
                refused.add((one.code, one.fix.title if one.fix else ""))
        if result is None:
            continue
        text, found = result
        fixed += making
    return Fixed(text, tuple(fixed), found)


def _tried(
    text: str, name: str, making: Iterable[Finding], before: Iterable[Finding]
) -> tuple[str, tuple[Finding, ...]] | None:
    """The text with these fixes and what is found in it; None if there is an error by them."""
    every = dict.fromkeys(edit for f in making if f.fix for edit in f.fix.edits)  # two findings may have one fix
    edits = sorted(every, key=lambda edit: edit.span.start)
    new = applied(text, edits)
    found = tuple(lint([Source(name, new)]))
    if new == text or _is_worse(found, before, edits, name):
        return None
    return new, found


def _is_worse(found: Iterable[Finding], before: Iterable[Finding], edits: Iterable[Edit], name: str) -> bool:
    """Whether there is an error that wasn't there, in what has been written; or anywhere, if there was none at all.

    Where there were errors, what they hid comes to light.
    """
    known = {(f.code, f.message) for f in before if f.severity == "error"}
    new = [f.span for f in found if f.severity == "error" and (f.code, f.message) not in known]
    if not known:
        return bool(new)
    shift, places = 0, []
    for edit in edits:
        start = edit.span.start + shift
        places.append((start, start + len(edit.text)))
        shift += len(edit.text) - (edit.span.end - edit.span.start)
    return any(
        span.source.name == name and span.start < end and start < span.end for span in new for start, end in places
    )
