"""G7: games that look alike from two sides, but don't play alike."""

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
    """Two players begin alike, but their pieces don't move alike.

    The beginning looks the same from both sides: turned round or mirrored, each player's pieces stand where the
    other's were. But when the same game is played from both sides, move by move, one player has an option that the
    other hasn't got, or one wins where the other doesn't, however the board is turned. Most often a direction or a row
    of one of them is mixed up.
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
                                "compare what the rules say of the two players: directions, rows")  # fmt: skip


class UnlikeReflections(PlayRule):
    """The beginning is its own mirror image, but the moves aren't.

    What can be done to the left can't be done to the right, from the very first moves on. Perhaps a direction is
    missing or there twice. A note: in some games everything goes one way round.
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
                                "if nothing should go one way only, look at the directions")  # fmt: skip
