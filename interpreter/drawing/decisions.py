"""What players decide, as the rules ask and write it, and what their authors say of the names in it: what a page and a
guided game tell of a ruleset for which nobody wrote a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.text.comments import comment
from gdl.text.visible import visible
from interpreter.game.prompts import as_written, begins, plainly, sentences
from interpreter.graph.graph import Ask

if TYPE_CHECKING:
    from gdl.model.statements import Choose
    from gdl.text.source import Source
    from interpreter.game.rules import Rules

DECLARED = re.compile(r"^\s*(?:(?:replace\s+)?define\s+(?:\w+\.)?|\w+\s+has\s+|type\s+)(\w+)", re.MULTILINE)
"""Where a name is declared that may have a comment."""
_TEXT = re.compile(r'"[^"\n]*"')


def decisions(game: Rules) -> dict[str, list[Choose]]:
    """Every decision of a game by the question that it is asked in, in the order of the rules."""
    found: dict[str, list[Choose]] = {}
    asks = [node.choose for node in game.machine.graph.nodes if isinstance(node, Ask) and not node.is_roll]
    of_rule = {span: [choose for choose in asks if choose.span == span] for span in {choose.span for choose in asks}}
    for chooses in sorted(of_rule.values(), key=lambda chooses: chooses[0].span.start):
        asked = {text for choose in chooses for text in sentences(choose)}
        written = sorted(asked, key=lambda text: chooses[0].span.text.find(text.split("…")[0]))
        found.setdefault(" / ".join(written) or plainly(game.model, chooses[0]), []).append(chooses[0])
    return found


def markdown(game: Rules, source: Source) -> list[str]:
    """The lines of a page about what players decide by this source, with what its author says; none if nothing."""
    lines, rules = list[str](), list[str]()
    for question, chooses in decisions(game).items():
        if own := [choose for choose in chooses if choose.span.source == source]:
            lines += [f"**{safe(question)}**", "", *map(_item, own), ""]
            rules += map(as_written, own)
    if said := explained(game, rules):
        lines += ["These names stand in it:", "", *(f"* `{name}`: {safe(text)}" for name, text in said), ""]
    return lines


def _item(choose: Choose) -> str:
    """A rule, behind the words that its moves begin with."""
    head = begins(choose)
    return f"* {f'“{safe(head)} …”: ' if head else ''}{code(as_written(choose))}"


def explained(game: Rules, rules: Iterable[str]) -> list[tuple[str, str]]:
    """What the authors say of the names in some rules, in the order in which they stand there."""
    said = comments(game.given.sources) if game.given else {}
    names = dict.fromkeys(name for rule in rules for name in re.findall(r"\w+", _TEXT.sub("", rule)))
    return [(name, said[name]) for name in names if name in said]


@lru_cache(maxsize=4)
def comments(sources: tuple[Source, ...]) -> Mapping[str, str]:
    """What authors say of what they declare, by its name; a variant says it before what it extends."""
    found = dict[str, str]()
    for source in sources:
        for declared in DECLARED.finditer(source.text):
            line = source.text.count("\n", 0, declared.start(1)) + 1
            if (text := comment(source, line)) and text != about(source):
                found.setdefault(declared[1], visible(text))
    return found


def about(source: Source) -> str:
    """What a ruleset is about: the first comment in the first column, if only the head of the rules stands above."""
    found = re.match(r'(?:(?:game\b.*|[ \t].*)?\n)*(#.*(?:\n#.*)*)', source.text)
    rows = [row.lstrip("# ").strip() for row in found[1].splitlines()] if found else []
    return " ".join(row for row in rows if row and not row.startswith("lint: ignore"))


def code(text: str) -> str:
    """A piece of the rules within a line of Markdown."""
    fence = "``" if "`" in text else "`"
    return f"{fence}{visible(text, keep='')}{fence}"


def safe(text: str) -> str:
    """A foreign text within a line of Markdown: nothing in it is a mark."""
    return re.sub(r"([\\`*_{}\[\]<>#|~])", r"\\\1", visible(text, keep=""))
