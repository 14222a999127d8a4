"""G8: what couldn't be played, so that findings speak of less."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span
from interpreter.native.lower.located import UnsupportedRule

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence


class NotAllPlayed(PlayRule):
    """Not all was played that could tell more.

    `--budget` struck, or the rules aren't compiled (G803), and the reference interpreter plays only a few games. What
    is found holds for what was played; what isn't found may be there all the same. The message names what was left
    out. If `--budget` struck, the exit status is 2.
    """

    code, name, severity = "G801", "not-all-played", "note"
    bad = example(board="board grid(2, 2)", turn="most count(mine)\n  choose s in empty\n  put stone of me on s\n"
                  "  most count(theirs)\n    choose t in mine\n    put stone of next on t",
                  end="win me if no empty")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.cut:
            left = ", ".join(evidence.cut)
            message = f"the time of `--budget` was over before all was played; not played, or not to the end: {left}"
            yield self.says(game_span(evidence), message, "there may be more to find, and no games are kept that show "
                            "it; allow for more time")  # fmt: skip
        elif not evidence.compiled:
            yield self.says(game_span(evidence), f"the rules aren't compiled: only {evidence.games} random games were "
                            "played, and none of search", "there may be more to find")  # fmt: skip


class TakesLong(PlayRule):
    """A game takes so long that nothing was played.

    A single random game takes more instructions of the machine than a search, a server or a page could wait for; so
    nothing is known about how it plays. The message says how many. Range over smaller sets, say with a condition
    directly what is meant, or see that the game ends sooner.
    """

    code, name = "G802", "takes-long"
    bad = example("game has mix: 0..999",
                  turn="choose s in empty\nput stone of me on s\nfor a in 1..1000\n  for b in 1..1000\n"
                  "    for c in 1..1000, d in 1..4\n      mix = (mix + a * b + c * d) % 1000")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if evidence.costly:
            yield self.says(game_span(evidence), f"one random game takes more than {evidence.costly:,} instructions, "
                            "so nothing was played", "range over smaller sets, or end the game sooner")  # fmt: skip


class NotCompiled(PlayRule):
    """A rule can't be compiled to machine code.

    The reference interpreter plays the game instead: some hundred times slower. There is no page for it, no computer
    that searches, no self-test and no solving. The message says which rule it is, and how it may be said otherwise.
    """

    code, name = "G803", "not-compiled"
    bad = NotAllPlayed.bad
    good = example(board="board grid(2, 2)", turn="most count(mine), count(theirs)\n  choose s in empty\n"
                   "  put stone of me on s\n  choose t in mine\n  put stone of next on t",
                   end="win me if no empty\ndraw if stuck")  # fmt: skip

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        why = evidence.unsupported
        if why is None:
            return
        where, reason = game_span(evidence), str(why)
        if isinstance(why, UnsupportedRule) and why.span.source == evidence.source:
            where, reason = why.span, why.reason
        yield self.says(where, f"this isn't compiled, so the whole game is played slowly: {reason}",
                        why.hint)  # fmt: skip
