"""Writes the pages of `docs/lint/`: see `interpreter.lab.lint.pages`, which knows of the rules that need play, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gdl.lint import RULES, explain
from gdl.lint.rule import Rule

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "lint"


HOME = "https://example.org/gdl-interpreter"
"""Where the project is on the net."""


def address(code: str) -> str:
    """Where a code's page is on this machine, for editors that open it."""
    return (FOLDER / f"{code}.md").as_uri()


def public_address(code: str) -> str:
    """Where a code's page is for everybody."""
    return f"{HOME}/docs/lint/{code}.md"


_HEAD = """\
# Findings

What `gdl lint` can say. `gdl explain CODE` shows the same pages in a terminal. Examples leave out what most of them
have in common: a title, two players on a board of three by three, a turn, an end.
"""


def pages() -> dict[str, str]:
    """The text of each page by its file's name; `README.md` lists them all."""
    return {f"{code}.md": explain(code) for code in sorted(RULES)} | {"README.md": _contents()}


def _contents() -> str:
    """All codes, by their letters."""
    parts = [_HEAD]
    for title, rules in groups():
        parts.append(f"## {rules[0].code[:2]} – {title}\n")
        parts.append(
            "\n".join(f"- [{r.code} {r.name}]({r.code}.md) ({r.severity}): {r.summary()}." for r in rules) + "\n"
        )
    return "\n".join(parts)


def groups() -> Iterator[tuple[str, list[type[Rule]]]]:
    """The rules by the beginnings of their codes, each group with what it is about."""
    letters: dict[str, list[type[Rule]]] = {}
    for code in sorted(RULES):
        letters.setdefault(code[:2], []).append(RULES[code])
    abouts = (rule.about for rule in RULES.values())
    titles = {about[:2]: about.removeprefix(about[:2] + ": ") for about in abouts if about[2:3] == ":"}
    for letter, rules in letters.items():
        yield titles[letter].split(":")[0].strip().rstrip("."), rules


def main() -> None:
    """Write what has changed, delete what is no more."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = pages()
    for path in FOLDER.glob("*.md"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (FOLDER / name).write_text(text, encoding="utf-8")

