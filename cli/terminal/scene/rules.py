"""Rulesets in colour, as lines of the screen."""

from __future__ import annotations

from collections.abc import Iterator

from cli.terminal.scene.lines import Line

# Styles by the beginnings of Pygments' names of tokens, the most special first.
_STYLES = (
    ("Token.Comment", "bright_black"), ("Token.Literal.String.Interpol", "yellow"), ("Token.Literal.String", "green"),
    ("Token.Literal.Number", "cyan"), ("Token.Keyword.Declaration", "bold blue"), ("Token.Keyword", "blue"),
    ("Token.Operator.Word", "blue"), ("Token.Name.Function", "bold"), ("Token.Name.Class", "bold"),
    ("Token.Name.Builtin", "magenta"),
)  # fmt: skip


def coloured(text: str) -> list[Line]:
    """The lines of a ruleset, each in parts with their styles."""
    lines: list[Line] = [[]]
    for part, style in _parts(text):
        first, *more = part.split("\n")
        lines[-1].append((first, style))
        lines += [[(line, style)] for line in more]
    return lines


def _parts(text: str) -> Iterator[tuple[str, str]]:
    from gdl.syntax.lexer import GdlLexer  # Pygments, which only a coloured screen needs

    for kind, part in GdlLexer(stripnl=False, ensurenl=False).get_tokens(text):
        yield part, next((style for name, style in _STYLES if str(kind).startswith(name)), "")
