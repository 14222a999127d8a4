"""A game's page in pieces, each with the decision at which players first need it: what a guided game tells.

Nobody says in a page which sentence belongs to which decision. So each paragraph goes to the decision whose question
and rule have most words in common with it, rare ones counting for more; one that has none in common goes with the
paragraph before it. What begins as if it told of the start or of the end comes first. A ruleset without a page teaches
by its own words: the rule of each decision, and the comments of its defines.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from gdl.text.source import Span
from gdl.text.visible import visible
from interpreter.drawing.rules_page import halved, own_pages, without_commands
from interpreter.game.prompts import sentences
from interpreter.graph.graph import Ask

if TYPE_CHECKING:
    from gdl.model.statements import Choose
    from interpreter.game.game import Game
    from interpreter.game.rules import Rules

LONGEST = 900
"""Signs of a paragraph at most: what is longer is read in the page."""
STEM = 5
"""Words are alike if they begin so alike."""
ALIKE = 0.5
"""What words in common must count for at least: a word that two paragraphs have, say."""
FIRST = re.compile(r"(?i)\b(start|beginning|set-?up|win|wins|winning|won|ends?|aim|goal|object|objective|lose)\b")
"""How a paragraph begins that is told at the start, whatever words it has: of the start, and of the end."""
_HEADING = re.compile(r"^(#+)\s+(.*)$")
_ITEM = re.compile(r"^(?:[*+-]|\d+[.)])\s+(.*)$")


@dataclass(frozen=True, slots=True)
class Lessons:
    """What a game's page says, as plain text, in its order: at the start, and at each decision, by the place of its
    rule."""

    start: tuple[str, ...]
    at: Mapping[Span, tuple[str, ...]]


@lru_cache(maxsize=4)
def kinds(game: Game) -> Mapping[Span, int]:
    """The decisions of a game, each with a number: by the place of their rule."""
    asks = (node for node in game.machine.graph.nodes if isinstance(node, Ask) and not node.is_roll)
    return {span: number for number, span in enumerate(dict.fromkeys(ask.choose.span for ask in asks))}


@lru_cache(maxsize=4)
def lessons(game: Game) -> Lessons:
    """The lessons of a game."""
    found = [*_paragraphs(game)]
    decisions = [node.choose for node in game.machine.graph.nodes if isinstance(node, Ask) and not node.is_roll]
    words = {choose.span: _stems(_asked(choose)) for choose in decisions}
    own = [_stems(text) for text in found]
    often = Counter(stem for stems in own for stem in stems)
    start, at, last = list[str](), dict[Span, list[str]](), None
    for text, stems in zip(found, own, strict=True):
        if FIRST.search(" ".join(text.split()[:2])):
            start.append(text)
            continue
        counts = {span: sum(1 / often[stem] for stem in stems & asked) for span, asked in words.items()}
        best = max(counts, key=counts.__getitem__, default=None)
        if best is not None and counts[best] >= ALIKE:
            last = best
        (start if last is None else at.setdefault(last, [])).append(text)
    return Lessons(tuple(start), {span: tuple(texts) for span, texts in at.items()})


def _asked(choose: Choose) -> str:
    """All sentences in which a decision may be asked, and its rule."""
    return " ".join([*sentences(choose), choose.span.text])


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in re.findall(r"[^\W\d_]{4,}", text.casefold()))


# ---- pages


def _paragraphs(game: Rules) -> Iterator[str]:
    """The paragraphs of the rules in a game's pages, as plain text: those of what it extends first."""
    for page in reversed(own_pages(game)):
        first, _ = halved(without_commands(page))
        yield from _plain(_section(first.splitlines()))


def _section(lines: Sequence[str]) -> Sequence[str]:
    """The lines below a heading “Rules”; all of them where there is none."""
    for number, line in enumerate(lines):
        if (found := _HEADING.match(line)) and found[2].strip().casefold().startswith(("rules", "regeln")):
            rest, depth = lines[number + 1 :], len(found[1])
            ends = (n for n, one in enumerate(rest) if (next_ := _HEADING.match(one)) and len(next_[1]) <= depth)
            return rest[: next(ends, len(rest))]
    return lines


def _plain(lines: Iterable[str]) -> Iterator[str]:
    """Paragraphs and items of lists, without marks; tables, pictures and blocks of code are for the page alone."""
    block, fenced = list[str](), False
    for line in [*lines, ""]:
        stripped = line.strip()
        if stripped.startswith(("```", "~~~")):
            fenced = not fenced
            stripped = ""
        item = _ITEM.match(stripped)
        if block and (not stripped or item or _HEADING.match(stripped)):
            text = _unmarked(" ".join(block))
            block = []
            if text and len(text) <= LONGEST:
                yield text
        if stripped and not fenced and not _HEADING.match(stripped) and not stripped.startswith(("|", "!", "<", ">")):
            block.append(item[1] if item else stripped)


def _unmarked(text: str) -> str:
    """Markdown as a reader of plain text wants it."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"(\*\*|__)(.+?)\1", r"\2", text)
    return visible(re.sub(r"(?<![\w*])\*([^*\s][^*]*)\*", r"\1", text), keep="").strip()
