"""G4: decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.model import statements as m
from gdl.text.source import Span
from interpreter.lab.lint.ends import won_by_others, won_by_who_moved
from interpreter.lab.lint.results import can_be_won
from interpreter.lab.lint.rule import PlayFinding, PlayRule, counted

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence

OFTEN = 50
"""Times that a decision was met, from which something is concluded."""


class OneOption(PlayRule):
    """A decision always has exactly one option.

    The player has nothing to decide. Perhaps the decision should offer more; otherwise drop it.
    Decisions that only say something, such as `choose "roll"`, are exempt.
    """

    code, name = "G401", "one-option"
    bad = example(turn="choose s in empty where no t in empty where t.c < s.c or (t.c = s.c and t.r < s.r)\n"
                  "put stone of me on s")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        met: dict[Span, Counter[int]] = {}
        for seen in (evidence.seen, evidence.seen_in_search):
            for span, options in seen.decisions.items():
                met.setdefault(span, Counter()).update(options)
        chooses = {s.span: s for s in m.walk(evidence.checked.model.turn) if isinstance(s, m.Choose)}  # type: ignore[union-attr]
        for span, options in met.items():
            choose = chooses.get(span)
            if choose is None or not choose.binders or span.source != evidence.checked.rules.trees[0].source:
                continue
            if max(options) == 1 and options.total() >= OFTEN:
                yield self.says(span, f"there is always one option here ({options.total():,} times in the games that "
                                "were played)", "check whether the decision should offer more")  # fmt: skip


class Alike(PlayRule):
    """Different moves have the same text.

    A player who types it can't say which move is meant. Give the moves different texts with `as`.
    """

    code, name = "G402", "written-alike"
    bad = example(turn='choose s in empty as "stone"\nput stone of me on s')

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        found = {**evidence.seen_in_search.alike, **evidence.seen.alike}
        for span, (text, _) in found.items():
            yield self.says(span, f"two different moves have the text `{text}`",
                            'give them different texts: `as "{a}-{b}"`')  # fmt: skip


class TakesOwn(PlayRule):
    """Players capture their own pieces.

    In some turns, the moving player lost a piece and no other player did. If you don't mean that, a set
    of targets may lack `- mine`. Where players decide together, there is no moving player.
    """

    code, name, severity = "G403", "takes-own", "note"
    bad = example(setup="put stone of White on row(1)\nput stone of Black on row(3)",
                  turn="choose a in mine, b in a.compass where a != b\nmove a to b",
                  end="win me if no theirs\ndraw if repeats(piece, next) = 2\nlose next if stuck")  # fmt: skip
    good = bad.replace("a.compass where a != b", "a.compass - mine")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.game.model.decides_together:
            return
        for span, n in counted(evidence, "own"):
            yield self.says(span, f"this removes or changes pieces of the moving player ({n:,} times "
                            f"{evidence.over})", "if you don't mean that, write `- mine` or `theirs`")  # fmt: skip


class LosesByMoving(PlayRule):
    """Players lose by their own move.

    In some games, the player who had just moved lost. That is right if players
    must avoid something, such as a row. Otherwise, `end` may confuse `me` and `next`. Where players
    decide together, there is no moving player. Nothing is said of a line by which movers win as well: a
    wrong guess may lose.
    """

    code, name, severity = "G404", "loses-by-moving", "note"
    bad = example(end="lose me if some line in lines(3) where line within mine\ndraw if no empty")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if len(evidence.game.players) > 1 and can_be_won(evidence) and not evidence.game.model.decides_together:
            told = [*(line for line, _ in won_by_others(evidence)), *won_by_who_moved(evidence)]
            model = evidence.game.model
            told += [end.span for end in model.ends if model.is_for_all(end)]  # everyone loses
            for span, n in counted(evidence, "lost"):
                if any(line.start <= span.start and span.end <= line.end for line in told):
                    continue
                yield self.says(span, f"the player who has just moved loses here ({n:,} times {evidence.over})",
                                "`me` has moved, `next` comes; leave it so if players must avoid this")
