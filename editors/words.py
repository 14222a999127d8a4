"""Write the editors' files anew that list the words of the language: `python editors/words.py`.

The words come from the grammar and the tables beside it (`gdl/syntax/words.py`), and are written nowhere by hand. A
test says when these files are out of date.
"""

from __future__ import annotations

import json
from pathlib import Path

from gdl.syntax.words import kinds

HERE = Path(__file__).parent
TEXTMATE = HERE / "vscode" / "syntaxes" / "gdl.tmLanguage.json"
VIM = HERE / "vim" / "syntax" / "gdl.vim"

# What TextMate and Vim call what we call so.
_SCOPES = {
    "constant": "constant.language", "section": "keyword.other.section", "declaration": "keyword.other.declaration",
    "statement": "keyword.control", "operator": "keyword.operator.word", "connecting": "keyword.control",
    "name": "variable.language", "function": "support.function", "board": "support.type",
    "defined": "support.constant",
}  # fmt: skip
_GROUPS = {
    "constant": "Boolean", "section": "PreProc", "declaration": "PreProc", "statement": "Statement",
    "operator": "Operator", "connecting": "Statement", "name": "Special", "function": "Function",
    "attribute": "Identifier", "board": "Type", "defined": "Identifier",
}  # fmt: skip


def _rule(scope: str, match: str, *captures: str) -> dict[str, object]:
    """One pattern of a TextMate grammar; `captures` name what its groups are."""
    rule: dict[str, object] = {"match": match}
    if scope:
        rule["name"] = f"{scope}.gdl"
    if captures:
        rule["captures"] = {str(i): {"name": f"{name}.gdl"} for i, name in enumerate(captures, 1)}
    return rule


def textmate() -> str:
    """The TextMate grammar, which VS Code and GitHub read."""
    listed = kinds()
    declaration = "keyword.other.declaration"
    heads = [
        _rule("", r"^(?:(replace|remove)\s+)?(define)\s+(\w+)(\.)(\w+)", declaration, declaration, "variable.parameter",
              "punctuation.accessor", "entity.name.function"),
        _rule("", r"^\s*(?:(replace|remove)\s+)?(define)\s+(\w+)(?!\w*\.)", declaration, declaration,
              "entity.name.function"),
        _rule("", r"^(type)\s+(\w+)", declaration, "entity.name.type"),
        _rule("", r"^(option|set)\s+(\w+)", declaration, "variable.other.option"),
        _rule("", r"^(\w+)\s+(has)\s+(\w+)", "entity.name.type", "keyword.control", "variable.other.state"),
    ]  # fmt: skip
    value = [
        {"include": "#comment"}, {"include": "#text"},
        *(_rule(_SCOPES[kind], rf"(?<![\w.])(?:{'|'.join(words)})\b") for kind, words in listed.items()
          if kind in _SCOPES and kind != "name"),
        _rule(_SCOPES["name"], rf"\b(?:{'|'.join(listed['name'])})\b"),
        _rule("support.variable", rf"(?<=\.)(?:{'|'.join((*listed['attribute'], *listed['defined']))})\b"),
        _rule("constant.numeric", r"\b\d+\b"),
        _rule("keyword.operator", r"\.\.|!=|<=|>=|\+=|-=|[-+*/%&=<>^]"),
        _rule("entity.name.function", r"\w+(?=\()"),
    ]  # fmt: skip
    text = {
        "name": "string.quoted.double.gdl", "begin": '"', "end": '"|$',
        "patterns": [{
            "name": "meta.embedded.gdl", "begin": r"\{", "end": r'\}|(?=["\n])',
            "beginCaptures": {"0": {"name": "punctuation.section.embedded.gdl"}},
            "endCaptures": {"0": {"name": "punctuation.section.embedded.gdl"}},
            "patterns": [{"include": "#value"}],
        }],
    }  # fmt: skip
    comment = {
        "name": "comment.line.number-sign.gdl", "match": "#.*$",
        "captures": {"0": {"patterns": [_rule("keyword.other.directive", r"lint:\s*ignore\b")]}},
    }  # fmt: skip
    grammar = {
        "name": "Game rules (gdl)", "scopeName": "source.gdl", "fileTypes": ["gdl"],
        "patterns": [*heads, {"include": "#value"}],
        "repository": {"value": {"patterns": value}, "text": text, "comment": comment},
    }  # fmt: skip
    return json.dumps(grammar, indent=2, ensure_ascii=False) + "\n"


def vim() -> str:
    """The syntax file of Vim and Neovim."""
    lines = [
        '" Vim syntax file of game rules (gdl). Made by editors/words.py; the words come from the grammar.',
        "if exists('b:current_syntax')", "  finish", "endif", "",
        "syntax iskeyword @,48-57,_",
    ]  # fmt: skip
    listed = kinds()
    lines += [f"syntax keyword gdl{kind.title()} {' '.join(words)}" for kind, words in listed.items()]
    lines += [
        "",
        "syntax match gdlNumber /\\<\\d\\+\\>/",
        "syntax match gdlName /\\(\\<define\\s\\+\\(\\w\\+\\.\\)\\?\\)\\@<=\\w\\+/",
        "syntax match gdlTypeName /\\(^type\\s\\+\\)\\@<=\\w\\+/",
        "syntax match gdlComment /#.*$/ contains=gdlDirective,@Spell",
        "syntax match gdlDirective /lint:\\s*ignore\\>/ contained",
        'syntax region gdlText start=/"/ end=/"/ oneline contains=gdlInside',
        "syntax region gdlInside matchgroup=Delimiter start=/{/ end=/}/ oneline contained contains=TOP,gdlText",
        "",
        *(f"highlight default link gdl{kind.title()} {_GROUPS[kind]}" for kind in listed),
        "highlight default link gdlNumber Number",
        "highlight default link gdlName Function",
        "highlight default link gdlTypeName Type",
        "highlight default link gdlComment Comment",
        "highlight default link gdlDirective Todo",
        "highlight default link gdlText String",
        "",
        "let b:current_syntax = 'gdl'",
    ]
    return "\n".join(lines) + "\n"


FILES = {TEXTMATE: textmate, VIM: vim}
"""What is written, and by what."""

if __name__ == "__main__":
    for path, made in FILES.items():
        path.write_text(made(), encoding="utf-8")
