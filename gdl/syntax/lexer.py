"""The language for Pygments: rulesets in colour wherever that is used – documents, Rich, web pages."""

from __future__ import annotations

from typing import ClassVar

from pygments.lexer import RegexLexer, bygroups, default, include, words  # type: ignore[import-untyped]
from pygments.token import (  # type: ignore[import-untyped]
    Comment,
    Keyword,
    Name,
    Number,
    Operator,
    Punctuation,
    String,
    Whitespace,
)

from gdl.syntax.words import kinds

_STYLES = {
    "constant": Keyword.Constant, "section": Keyword.Declaration, "declaration": Keyword.Declaration,
    "statement": Keyword, "operator": Operator.Word, "connecting": Keyword, "name": Name.Builtin.Pseudo,
    "function": Name.Builtin, "attribute": Name.Builtin, "board": Name.Builtin, "defined": Name.Builtin,
}  # fmt: skip


class GdlLexer(RegexLexer):  # type: ignore[misc]
    """Colours rulesets."""

    name = "Game rules (gdl)"
    aliases: ClassVar[list[str]] = ["gdl"]
    filenames: ClassVar[list[str]] = ["*.gdl"]
    mimetypes: ClassVar[list[str]] = ["text/x-gdl"]
    tokens: ClassVar[dict[str, list[object]]] = {
        "root": [
            (r"^(define)([ \t]+)(\w+)(\.)(\w+)",
             bygroups(Keyword.Declaration, Whitespace, Name.Variable, Punctuation, Name.Function)),
            (r"(?<![\w.])(define)([ \t]+)(\w+)(?!\w*\.)", bygroups(Keyword.Declaration, Whitespace, Name.Function)),
            (r"^(type)([ \t]+)(\w+)", bygroups(Keyword.Declaration, Whitespace, Name.Class)),
            (r"^(option|set)([ \t]+)(\w+)", bygroups(Keyword.Declaration, Whitespace, Name.Variable)),
            (r"^(\w+)([ \t]+)(has)([ \t]+)(\w+)",
             bygroups(Name.Class, Whitespace, Keyword, Whitespace, Name.Variable)),
            include("value"),
        ],
        "value": [
            (r"\s+", Whitespace),
            (r"#.*", Comment.Single),
            (r'"', String.Double, "text"),
            *((words(listed, prefix=r"(?<![\w.])", suffix=r"\b"), _STYLES[kind])
              for kind, listed in kinds().items() if kind not in ("attribute", "name")),
            (words(kinds()["name"], prefix=r"\b", suffix=r"\b"), _STYLES["name"]),
            (words((*kinds()["attribute"], *kinds()["defined"]), prefix=r"(?<=\.)", suffix=r"\b"), Name.Builtin),
            (r"\d+\b", Number.Integer),
            (r"\w+", Name),
            (r"\.\.|!=|<=|>=|\+=|-=|[-+*/%&=<>^]", Operator),
            (r"[][(){},.:?]", Punctuation),
            (r".", Name),
        ],
        "text": [
            (r'[^"{\n]+', String.Double),
            (r"\{", String.Interpol, "inside"),
            (r'"', String.Double, "#pop"),
            default("#pop"),
        ],
        "inside": [
            (r"\}", String.Interpol, "#pop"),
            (r'(?=["\n])', String.Double, "#pop"),
            include("value"),
        ],
    }  # fmt: skip
