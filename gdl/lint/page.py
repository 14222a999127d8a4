"""The page about a rule, made from its class: what `gdl explain` shows, and `docs/lint/` holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gdl.lint.rule import Rule, example
from gdl.text.findings import Severity

_LINES, _LONG = 18, 44
"""So many lines are shown of an example that has more than so many."""
_MEANS: dict[Severity, str] = {
    "error": "fix this before anybody plays the game",
    "warning": "you can play the game, but you should probably change this",
    "note": "you can play the game, and this may be what you want",
}
"""What a reader should do about a finding."""
_PLAYS = " `gdl lint --play` finds it: it plays many games."


def page(rule: type[Rule], message: str) -> str:
    """Markdown: the explanation, an example of what is wrong, what lint says about it, and how to write it instead."""
    return "\n\n".join((
        f"# {rule.code} {rule.name}",
        f"*{rule.severity}*: {_MEANS[rule.severity]}." + (_PLAYS if rule.plays else ""),
        rule.explanation(),
        *_wrong(rule.bad, rule.good),
        *([_fenced(message)] if message else []),
        *_right(rule.bad, rule.good),
    )) + "\n"  # fmt: skip


def _wrong(bad: str, good: str) -> Iterator[str]:
    """The wrong example, without parts that most examples have and that don't matter here."""
    parts, right = _parts(bad), _parts(good)
    shown = [part for part in parts if part not in _FRAME or part not in right]
    if shown and len(shown) < len(parts):
        yield from ("## Wrong (part of a ruleset)", _fenced(_shortened("\n\n".join(shown))))
    else:
        yield from ("## Wrong", _fenced(_shortened(bad)))


def _right(bad: str, good: str) -> Iterator[str]:
    """The parts of the right example that the wrong one has not, and those that it should not have."""
    wrong, right = _parts(bad), _parts(good)
    new = [part for part in right if part not in wrong]
    words = {line.split()[0] for part in new for line in part.split("\n") if line.strip()}
    gone = [part for part in wrong if part not in right and part.split()[0] not in words]
    if gone:
        yield from ("## Delete", _fenced(_shortened("\n\n".join(gone))))
    if new:
        yield "## Right" if new == right else "## Right (changed parts)"
        yield _fenced("\n\n".join(new))


def _parts(text: str) -> list[str]:
    """What stands between blank lines: a declaration, or several short ones."""
    return re.split(r"\n{2,}(?=\S)", text.strip("\n"))


_FRAME = _parts(example())
"""The title, two players on a board of three by three, a turn, an end."""


def _fenced(text: str) -> str:
    return f"```\n{text}\n```"


def _shortened(text: str) -> str:
    """An example, without the end of one that is long for a reason."""
    lines = text.rstrip().split("\n")
    return "\n".join([*lines[:_LINES], "…"] if len(lines) > _LONG else lines)
