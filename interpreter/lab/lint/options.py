"""G6: options that can't be played, or change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.lint.walk import uses
from gdl.syntax import tree as t
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence, OptionPlayed


MOST = 3
"""Values that are named; of more it is said that there are others."""


def _where(evidence: Evidence, one: OptionPlayed) -> Span:
    """Where the option is declared, or set, that makes the difference; or where it is said how many may play."""
    for item in evidence.checked.rules.trees[0].items:
        makes = item.name.text in one.options if isinstance(item, t.Option) else not one.options
        if makes and isinstance(item, (t.Option, t.Players)):
            return item.span
    return game_span(evidence)


def _said(one: OptionPlayed) -> str:
    parts = [f"{name} = {str(v).lower() if isinstance(v, bool) else v}" for name, v in one.options.items()]
    return ", ".join(parts + ([f"{one.players} players"] if one.players else []))


class Unplayable(PlayRule):
    """With some options nobody can play the game.

    The game works with the default options. With the options that the message names, a rule is broken,
    or games don't end.
    """

    code, name = "G601", "option-unplayable"
    bad = example('option size: 3..6 = 3 "how wide and high the board is"', board="board grid(size, size)",
                  turn="choose s in empty where count(mine) < 6  # six stones each don't fill a board of 16 sites\n"
                  "put stone of me on s")  # fmt: skip
    good = bad.replace(" where count(mine) < 6  # six stones each don't fill a board of 16 sites", "")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.broken or evidence.unfinished:
            return
        for one in evidence.options:
            if one.problem is not None:
                reason = one.problem.reason or str(one.problem).splitlines()[0]
                narrower = "narrow the option" if one.options else "allow fewer players"
                yield self.says(_where(evidence, one), f"with {_said(one)}: {reason}",
                                f"{narrower}, or say what happens then")  # fmt: skip
            elif one.unfinished == one.games:
                yield self.says(_where(evidence, one), f"with {_said(one)} games don't end", "see `end`")


class OptionChangesNothing(PlayRule):
    """An option makes no difference.

    With this value, exactly the same games were played as without it. Perhaps the rules never reach
    what it should change. This is a note, because the option may matter in rare games.
    """

    code, name, severity = "G602", "option-without-effect", "note"
    bad = example('option kind_start: truth = false "whether the first stones are safe"',
                  turn="choose s in empty\nput stone of me on s\n"
                  "if kind_start and count(piece) > 9\n  remove s")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        alike: dict[str, list[OptionPlayed]] = {}
        players = evidence.checked.rules.players
        seats = {name.text for name in uses(players)} if players else set()
        for one in evidence.options:
            if one.same and len(one.options) == 1 and not seats & one.options.keys():
                alike.setdefault(next(iter(one.options)), []).append(one)
        for found in alike.values():
            said = ", ".join(map(_said, found[:MOST])) + (" and others" if len(found) > MOST else "")
            yield self.says(_where(evidence, found[0]), f"with {said} exactly the same games are played as without",
                            "check whether the rules use it")  # fmt: skip
