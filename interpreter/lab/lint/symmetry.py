"""G7: sides that begin alike, but play differently."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.syntax import tree as t
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule, section_span

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence


def _where(evidence: Evidence, decision: Span | None) -> Span:
    """Where directions are named on which a decision depends: there, or in a define that it uses; the end's section if
    it is the end that differs."""
    if decision is None:
        return section_span(evidence, "end")
    board, tree = evidence.game.model.board, evidence.checked.rules.trees[0]
    directions = set(board.directions.labels) if board else set()
    defines = {item.name.text: item for item in tree.items if isinstance(item, t.Define)}
    todo, seen = [decision], set[str]()
    while todo:
        span = todo.pop(0)
        words = re.findall(r"\w+", span.text)
        if directions & {*words} and span.source == tree.source:
            return span
        for word in words:
            if word in defines and word not in seen:
                seen.add(word)
                todo.append(defines[word].span)
    return decision


class UnlikeSides(PlayRule):
    """Two players begin alike, but their pieces move differently.

    If you turn or mirror the board, the beginning looks the same for both players. Lint played the same
    game from both sides, move by move. One player had an option that the other lacked, or won where the
    other didn't. Often one player's rules name the wrong direction or row.
    """

    code, name = "G701", "unlike-sides"
    bad = example(board="board grid(4, 4)", setup="put stone of White on row(1)\nput stone of Black on row(4)",
                  more="define a.ahead = a.{NW, N, NE} when me = White otherwise a.{SW, S}",
                  turn="choose a in mine, b in a.ahead - mine\nmove a to b",
                  end="win me if some mine & row(4 when me = White otherwise 1)\n"
                  "win me if no theirs\nlose next if stuck")  # fmt: skip
    good = bad.replace("a.{SW, S}", "a.{SW, S, SE}")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for found in evidence.unlike:
            if found.swapped:
                yield self.says(_where(evidence, found.span), found.said,
                                "compare the directions and rows of the two players")  # fmt: skip


class UnlikeReflections(PlayRule):
    """The beginning is its own mirror image, but the moves aren't.

    Already in the first moves, a player can do something to the left that isn't possible to the right.
    Perhaps a direction is missing or named twice. This is a note, because some games go one way round.
    """

    code, name, severity = "G702", "unlike-reflections", "note"
    bad = example(board="board grid(4, 4)", setup="put stone of White on row(1)\nput stone of Black on row(4)",
                  more="define a.ahead = a.{NW, N} when me = White otherwise a.{SE, S}",
                  turn="choose a in mine, b in a.ahead - mine\nmove a to b",
                  end="win me if some mine & row(4 when me = White otherwise 1)\n"
                  "win me if no theirs\nlose next if stuck")  # fmt: skip
    good = bad.replace("{NW, N}", "{NW, N, NE}").replace("{SE, S}", "{SW, S, SE}")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for found in evidence.unlike:
            if not found.swapped:
                yield self.says(_where(evidence, found.span), found.said,
                                "check the directions, unless the game goes one way")  # fmt: skip
