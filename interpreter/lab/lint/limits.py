"""G8: what was not played, or only slowly."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model import statements as m
from gdl.model.cost import tuples, work
from gdl.model.model import Model
from gdl.text.findings import Finding
from gdl.text.source import Span
from interpreter.lab.lint.beginnings import place
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span
from interpreter.native.compile import compile_model
from interpreter.native.lower.located import UnsupportedRule
from interpreter.native.module.emitter import Unsupported

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence


class NotAllPlayed(PlayRule):
    """Some checks weren't played.

    `--budget` ran out, or the rules aren't compiled (G803) and the reference interpreter plays only a
    few games, or decisions have tens of thousands of options. There may be more findings than you
    see. The message names what was left out. Give it more time with `--budget`, or write the rules so
    that they can be compiled. If `--budget` ran out, the exit status is 2.
    """

    code, name, severity = "G801", "not-all-played", "note"
    bad = example(board="board grid(2, 2)", turn="most count(mine)\n  choose s in empty\n  put stone of me on s\n"
                  "  most count(theirs)\n    choose t in mine\n    put stone of next on t",
                  end="win me if no empty")  # fmt: skip
    good = example(board="board grid(2, 2)", turn="most count(mine), count(theirs)\n  choose s in empty\n"
                   "  put stone of me on s\n  choose t in mine\n  put stone of next on t",
                   end="win me if no empty\ndraw if stuck")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.cut:
            left = ", ".join(evidence.cut)
            message = f"`--budget` ran out; not played, or not to the end: {left}"
            yield self.says(game_span(evidence), message, "there may be more findings, and no games that show them are "
                            "kept; allow more time")  # fmt: skip
        elif not evidence.compiled:
            yield self.says(game_span(evidence), f"the rules aren't compiled: only {evidence.games} random games were "
                            "played, and none of search", "there may be more findings")  # fmt: skip
        elif evidence.many_options:
            number = len(evidence.looked_at)
            some = f"{number} random game{'s' if number > 1 else ''}"
            message = f"decisions have so many options that only {some} could be looked at move by move"
            yield self.says(game_span(evidence), message, "there may be more findings; fewer options at a time, as a "
                            "choice in steps, are also easier for players")  # fmt: skip


class TakesLong(PlayRule):
    """A game takes too long, so nothing was played.

    One random game takes more machine instructions than a search, a server or a page could wait for.
    The message says how many. Use smaller sets, say directly in a condition what you mean, or let the
    game end sooner.
    """

    code, name = "G802", "takes-long"
    bad = example("game has mix: 0..999",
                  turn="choose s in empty\nput stone of me on s\nfor a in 1..1000\n  for b in 1..1000\n"
                  "    for c in 1..1000, d in 1..4\n      mix = (mix + a * b + c * d) % 1000")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.costly:
            yield self.says(game_span(evidence), f"one random game takes more than {evidence.costly:,} instructions, "
                            "so nothing was played", "use smaller sets, or end the game sooner")  # fmt: skip


MUCH = 2_000_000
"""Instructions of a decision from which it is slow: no shipped ruleset takes as many."""


class SlowDecisions(PlayRule):
    """A decision takes very many machine instructions.

    You can play the game, but search looks at few positions, and a study plays few games. The message
    gives the average number of instructions of a decision. It also names the condition that could cost
    most, if all its sets were as large as the rules allow. You can make the decision faster in three
    ways. Choose from a smaller set after `in`. Ask cheap questions before expensive ones. Keep a value
    in a variable instead of working it out again and again.
    """

    code, name, severity = "G804", "slow-decisions", "note"
    bad = example("game has ply: 0..40", board="board grid(19, 19)",
                  setup="put stone of White on a1\nput stone of Black on s19",
                  turn="choose a in mine, b in empty\n    where distance(a.adjacent through site, b) = 1\n"
                  "move a to b\nply += 1", end="draw if ply = 40\nlose next if stuck")  # fmt: skip
    good = example("game has ply: 0..40", board="board grid(19, 19)",
                   setup="put stone of White on a1\nput stone of Black on s19",
                   turn="choose a in mine, b in empty & a.adjacent\nmove a to b\nply += 1",
                   end="draw if ply = 40\nlose next if stuck")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.a_ply <= MUCH or evidence.checked.model is None:
            return
        where, message = game_span(evidence), f"a decision takes {evidence.a_ply:,.0f} instructions on average"
        times, steps, span = max(_conditions(evidence.checked.model), key=lambda found: found[0] * found[1])
        if span.source == evidence.source and times * steps > 1:
            where = span
            message += (f"; this condition may cost most: up to {times:,} combinations, each in "
                        f"up to {steps:,} steps")  # fmt: skip
        yield self.says(where, message, "use smaller sets: let `in` do the work of the condition, or ask cheap "
                        "questions first")  # fmt: skip


def _conditions(model: Model) -> Iterator[tuple[int, int, Span]]:
    """Each condition of a decision or a loop: for how many combinations it may be tried, its steps at most, and where
    it stands."""
    for block in (model.turn, model.end):
        for s in m.walk(block):
            if isinstance(s, m.Choose | m.Loop):
                yield tuples(s.binders), work(s.where)[0], s.span


class NotCompiled(Rule):
    """A rule can't be compiled to machine code.

    The game then runs in the reference interpreter, some hundred times slower. It has no page, no
    computer opponent that searches, no self-test and no solving. The message names the rule and says
    how to write it differently.
    """

    begins = True
    code, name, severity = "G803", "not-compiled", "warning"
    bad = NotAllPlayed.bad
    good = NotAllPlayed.good

    def check(self, context: Context) -> Iterator[Finding]:
        """What keeps the game from being compiled, with all options at their defaults."""
        model = next(iter(context.models), None)
        if model is None:
            return
        try:
            compile_model(model)
        except Unsupported as why:
            rule = why.span if isinstance(why, UnsupportedRule) else Span(context.source, 0, 1)
            where, reason = place(context, rule), str(why)
            if isinstance(why, UnsupportedRule) and where == rule:
                reason = why.reason
            message = f"this isn't compiled, so the whole game is played slowly: {reason}"
            yield self.found(where, message, why.hint)
