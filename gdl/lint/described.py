"""The rules that the parser and the checker apply, read from `described/*.md`: they need a page, but no code.

The first line of a file says what its rules are about; each rule is a section with its explanation and its examples. An
example names only the parts of a ruleset that matter, as in `gdl.lint.rule.example`; `no board` leaves a part out, `no
more` the declarations. The right example has all other parts of the wrong one. A whole ruleset is marked as such.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from textwrap import dedent

from gdl.lint.rule import Rule, example

_RULE = re.compile(r"^## (\w+) ([\w-]+)(?: \((\w+)\))?\n", re.MULTILINE)
_EXAMPLE = re.compile(r"\n### (?:Wrong|Right)(, whole)?\n```\n(.*?)```\n", re.DOTALL)
_LINE = re.compile(r'(game)(?= ")|(players|board|pieces)\b')
_SECTION = re.compile(r"(setup|turn|end|looks)\n")


class _Example:
    """A rule's example, put together when it is asked for."""

    def __init__(self, parts: dict[str, str] | str) -> None:
        self.parts = parts

    def __get__(self, instance: Rule | None, owner: type[Rule]) -> str:
        return self.parts if isinstance(self.parts, str) else example(**self.parts)


@cache
def described() -> dict[str, type[Rule]]:
    """All rules that are described in files, by their codes."""
    found = {}
    for path in sorted((Path(__file__).parent / "described").glob("*.md")):
        about, *sections = _RULE.split(path.read_text(encoding="utf-8"))
        for code, name, severity, text in zip(*[iter(sections)] * 4, strict=True):
            explanation, *examples = _EXAMPLE.split(text)
            named = {"code": code, "name": name, "severity": severity or Rule.severity, "__doc__": explanation.strip(),
                     "about": about.removeprefix("# ").strip()}  # fmt: skip
            found[code] = type(code, (Rule,), named | _examples(examples[::3], examples[1::3]))
    return found


def _examples(marks: list[str | None], bodies: list[str]) -> dict[str, _Example]:
    wrong: dict[str, str] = {}
    found = {}
    for name, mark, body in zip(("bad", "good"), marks, bodies, strict=False):
        if mark:
            found[name] = _Example(body)
        else:
            wrong = wrong | _parts(body)
            found[name] = _Example(wrong)
    return found


def _parts(body: str) -> dict[str, str]:
    """The parts of a ruleset that an example names, as `example` takes them."""
    parts: dict[str, str] = {}
    more = []
    for part in re.split(r"\n\n(?! )", body.rstrip()):
        if line := _LINE.match(part):
            parts[line[1] or line[2]] = part
        elif section := _SECTION.match(part):
            parts[section[1]] = dedent(part[section.end() :])
        elif part.startswith("no "):
            parts[part.removeprefix("no ")] = ""
        else:
            more.append(part)
    return parts | ({"more": "\n\n".join(more)} if more else {})
