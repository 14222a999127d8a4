"""A lint rule: one code, what it means, and the examples that are its page and its tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from inspect import cleandoc
from textwrap import dedent, indent
from typing import TYPE_CHECKING, ClassVar

from gdl.syntax.tree import Node
from gdl.text.findings import Finding, Severity
from gdl.text.findings import found as finding
from gdl.text.fixes import Fix, Hint
from gdl.text.source import Span

if TYPE_CHECKING:
    from gdl.lint.context import Context

RULES: dict[str, type[Rule]] = {}
"""Every rule by its code; filled as the classes are defined."""


def example(
    more: str = "",
    *,
    game: str = 'game "Example"',
    players: str = "players White, Black",
    board: str = "board grid(3, 3)",
    pieces: str = "pieces stone of player",
    setup: str = "",
    turn: str = "choose s in empty\nput stone of me on s",
    end: str = "win me if some line in lines(3) where line within mine\ndraw if no empty",
    looks: str = "",
) -> str:
    """A whole small ruleset, of which an example need only say what matters to it."""
    sections = {"setup": setup, "turn": turn, "end": end, "looks": looks}
    head = "\n".join(part for part in (players, board, pieces) if part)
    texts = [game, head, dedent(more).strip()]
    texts += [f"{name}\n{indent(dedent(body).strip(), '  ')}" for name, body in sections.items() if body]
    return "\n\n".join(text for text in texts if text) + "\n"


class Rule:
    """One thing that may be wrong. The docstring is the page: what it means, why it matters, what to do."""

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity] = "error"
    about: ClassVar[str]
    """What its module, or the file that describes it, is about: `T3: values of the wrong sort`."""
    bad: ClassVar[str]
    good: ClassVar[str] = example()
    players: ClassVar[int | None] = None  # for so many the bad example is checked
    begins: ClassVar[bool] = False
    """Whether it begins a game to find out."""
    asked_for: ClassVar[bool] = False
    """Whether it is used only if somebody selects its very code."""
    plays: ClassVar[bool] = False
    """Whether it looks at whole games that are played; see `interpreter.lab.lint`."""

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "code"):  # a kind of rules
            return
        cls.about = cls.__dict__.get("about") or sys.modules[cls.__module__].__doc__ or ""
        if cls.code in RULES:
            raise TypeError(f"two rules have the code {cls.code}")
        RULES[cls.code] = cls

    def check(self, context: Context) -> Iterator[Finding]:
        """What this rule finds in a ruleset. Nothing, if the parser or the checker finds it before."""
        yield from ()

    def found(
        self, where: Node | Span, message: str, hint: str | Hint = "", fix: Fix | None = None
    ) -> Finding:
        """A finding of this rule."""
        span = where if isinstance(where, Span) else where.span
        return finding(self.code, self.severity, span, message, hint, fix)

    @classmethod
    def explanation(cls) -> str:
        """The docstring, without its indentation."""
        return cleandoc(cls.__doc__ or "")

    @classmethod
    def summary(cls) -> str:
        """The first sentence of the explanation."""
        return " ".join(cls.explanation().split("\n\n")[0].split()).split(". ")[0].removesuffix(".")
