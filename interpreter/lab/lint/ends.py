"""G25: by which line, and by whose move, games are won."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.model import statements as m
from gdl.model.model import Model
from gdl.model.nodes import Content, Expr, Get, Height, Layer, Repeats, Standing, within
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule
from interpreter.lab.lint.seen import Ending

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence

OFTEN = 20
"""Games that ended by a line, from which something is concluded."""
SAFEGUARD = re.compile(r"\b(stuck|empty)\b")
"""Words of lines that end games which have run out: there whose move comes last may be settled by the board's size."""
POSITION = (Standing, Content, Height, Layer, Repeats)
"""Expressions that look at the board, or at what has been."""


def endings(evidence: Evidence) -> list[Ending]:
    """How the games ended that were looked at, if two or more play."""
    if len(evidence.game.players) < 2:
        return []
    return [*evidence.seen.endings, *evidence.seen_in_search.endings]


def _own(evidence: Evidence, span: Span) -> bool:
    return span.source == evidence.checked.rules.trees[0].source


def _over(evidence: Evidence) -> str:
    return f"in the {len(endings(evidence))} games that were played"


class WonAtOnce(PlayRule):
    """Every game is won at once, by the same player.

    The players' choices don't matter: the same line ends every game, in the first turn of the same
    player. Often that line names the wrong row, direction or player: `row(1)`, where the player's own
    pieces begin, instead of `row(8)`.
    """

    code, name = "G251", "won-at-once"
    bad = example(board="board grid(4, 6)", setup="put stone of White on row(1)\nput stone of Black on row(6)",
                  turn="choose a in mine, b in a.{N, S} - mine\nmove a to b",
                  end="win me if some mine & row(1 when me = White otherwise 6)\nlose next if stuck")  # fmt: skip
    good = bad.replace("row(1 when me = White otherwise 6)", "row(6 when me = White otherwise 1)")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        found = endings(evidence)
        if len(found) < OFTEN or len({(one.span, one.outcomes) for one in found}) > 1:
            return
        first = found[0]
        is_soon = max(one.turns for one in found) <= len(evidence.game.players)
        if is_soon and first.winners and _own(evidence, first.span):
            who = " and ".join(evidence.game.players[p] for p in first.winners)
            turn = "the first turn" if first.turns == 1 else f"turn {first.turns}"
            yield self.says(first.span, f"every game is won here on {turn}, by {who} ({_over(evidence)})",
                            "check the row, the direction and the player")  # fmt: skip


class OneSided(PlayRule):
    """A line lets one player win and never the other, though they begin alike.

    Both players win, but one of them never by this line. Often the line names the wrong row or
    direction for that player. If the line asks for `stuck` or `empty`, this is a note, because the size
    of the board may decide who moves last.
    """

    code, name = "G252", "one-sided-line"
    bad = example(board="board grid(4, 6)", setup="put stone of White on row(1)\nput stone of Black on row(6)",
                  turn="choose a in mine, b in a.{NW, N, NE, SW, S, SE} - mine\nmove a to b",
                  end="win me if no theirs\nwin me if row(6 when me = White otherwise 0) & mine != {}\n"
                  "draw if repeats(piece, next) = 2\nlose next if stuck")  # fmt: skip
    good = bad.replace("row(6 when me = White otherwise 0)", "row(6 when me = White otherwise 1)")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        players, found = evidence.game.players, endings(evidence)
        won = [one for one in found if len(one.winners) == 1]
        if len(players) != 2 or not evidence.begins_alike or len({one.winners for one in won}) < 2:
            return
        for span in dict.fromkeys(one.span for one in won):
            winners = [one.winners[0] for one in won if one.span == span]
            is_for_both = _own(evidence, span) and not _names_a_player(evidence, span)
            if is_for_both and len(winners) >= OFTEN and len({*winners}) == 1:
                who, other = players[winners[0]], players[1 - winners[0]]
                yield self.says(span, f"{who} won by this {len(winners)} times, {other} never ({_over(evidence)})",
                                "compare the rows and directions of the two players",
                                severity="note" if SAFEGUARD.search(span.text) else "warning")  # fmt: skip


class WonByOthers(PlayRule):
    """Players win by this line, but only through moves of others.

    Whenever this line ended a game, the winner was not the player who had moved. Perhaps it confuses
    `me` and `next`, or two players. This is a note, because it may be meant: the other player may win
    when a limit of turns is reached. If the player who completes something should lose, or who guesses
    wrong, write `lose me if …`. Nothing is said of a line that finds the winner by the position, such
    as the last player who isn't out.
    """

    code, name, severity = "G253", "won-by-others", "note"
    bad = example(end="win next if some line in lines(3) where line within mine\ndraw if no empty")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for span, n in won_by_others(evidence, by_turn=True):
            yield self.says(span, f"the winner by this line has never moved last "
                            f"({n} times {_over(evidence)})",
                            "`me` has moved, `next` comes; if who moves is to lose here, write `lose me`")


def won_by_who_moved(evidence: Evidence) -> list[Span]:
    """The lines by which somebody won who had moved."""
    return list(dict.fromkeys(one.span for one in endings(evidence) if one.mover in one.winners))


def won_by_others(evidence: Evidence, by_turn: bool = False) -> Iterator[tuple[Span, int]]:
    """The lines by which nobody wins who has moved, and how often somebody else won. `by_turn`: only lines that
    name the winner by whose turn it is, or by name."""
    model = evidence.game.model
    wins = [s.span for block in (model.turn, model.end) for s in m.walk(block)
            if isinstance(s, m.Finish) and s.result == "win" and (not by_turn or _names_by_turn(model, s.who))]
    found = endings(evidence)
    for span in dict.fromkeys(one.span for one in found):
        here = [one for one in found if one.span == span]
        lets_win = any(span.start <= win.start and win.end <= span.end for win in wins)
        by_others = all(one.winners and one.mover not in one.winners for one in here)
        if lets_win and by_others and len(here) >= OFTEN and _own(evidence, span) and not SAFEGUARD.search(span.text):
            yield span, len(here)


def _names_by_turn(model: Model, who: Expr) -> bool:
    """Whether players are named by whose turn it is alone, or by their names: what two words can confuse."""
    turns = {model.me, model.next}
    return all(e.variable in turns if isinstance(e, Get) else not isinstance(e, POSITION)
               for e in within(who))  # fmt: skip


def _names_a_player(evidence: Evidence, span: Span) -> bool:
    """Whether a line says itself which of the players wins or loses."""
    said = span.text.split(" if ")[0]
    return any(re.search(rf"\b{re.escape(player)}\b", said) for player in evidence.game.players)
