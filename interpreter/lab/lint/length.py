"""G3: games that don't end, or can't go on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.model import statements as m
from gdl.model.nodes import Get
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span, section_span

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence
    from interpreter.lab.lint.games import Played

FEW = 0.02
"""The share of random games that may go on for very long without a word."""


class NoEnd(PlayRule):
    """The game doesn't end.

    Games were still going on after very many moves. Add something to `end` that stops them: a limit of
    turns, `draw if repeats(piece, next) = 2`, or a goal that players can reach. If search ends its
    games, and only random games go on, this is a note.
    """

    code, name = "G301", "no-end"
    bad = example(setup="put stone of White on a1\nput stone of Black on c3",
                  turn="choose a in mine, b in a.orthogonals & empty\nmove a to b",
                  end="win me if no theirs", more="define a.orthogonals = a.{N, E, S, W}")  # fmt: skip
    good = bad.replace("win me if no theirs", "win me if no theirs\n  draw if repeats(piece, next) = 2")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        ended = [one for one in evidence.searched if one.is_over]
        endless = [one for one in evidence.searched if not one.is_over and one.problem is None]
        share = len(evidence.unfinished) / max(evidence.games, 1)
        witness = next((one for one in evidence.looked_at if one.number in evidence.unfinished), None)
        if share > FEW and not ended:
            yield self.says(section_span(evidence, "end"),
                            f"{len(evidence.unfinished)} of {evidence.games:,} random games haven't ended after "
                            f"{evidence.limit:,} moves", "stop such games in `end`: "
                            f"`draw if {_repeats(evidence)} = 2`, for example", witness)  # fmt: skip
        elif share > FEW or (len(endless) > len(evidence.searched) / 4 and endless):
            many = f"{len(evidence.unfinished)} of {evidence.games:,} random games"
            if share <= FEW:
                many = f"{len(endless)} of {len(evidence.searched)} games of search"
            yield self.says(section_span(evidence, "end"), f"{many} go on for very long",
                            "stop such games in `end`", next(iter(endless), witness),
                            "note")  # fmt: skip


class ComesAgain(PlayRule):
    """The game returns to an earlier position, without a roll in between.

    If the players like, it can go round for ever. `draw if repeats(piece, next) = 2` in `end` stops
    that. If variables are part of a position, name them, too: `repeats(piece, next, hue) = 2`. This is
    a note, because players may not want to repeat.
    """

    code, name, severity = "G302", "comes-again", "note"
    bad, good = NoEnd.bad, NoEnd.good

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        seen = evidence.seen.repeated + evidence.seen_in_search.repeated
        if seen and not evidence.checked.model.repeats:  # type: ignore[union-attr]
            yield self.says(section_span(evidence, "end"),
                            f"positions repeat exactly: in {seen} of "
                            f"{len(evidence.looked_at) + min(len(evidence.searched), 10)} games that were played",
                            f"to stop that, write `draw if {_repeats(evidence)} = 2`", _until(evidence))  # fmt: skip


def _repeats(evidence: Evidence) -> str:
    """What `end` may compare: pieces if there are any, who comes next, and the variables that turns change and rules
    read, but for what is hidden from players."""
    model = evidence.checked.model
    assert model is not None
    blocks = (*model.turn, *model.end)
    changed = {s.variable for s in m.walk(blocks) if isinstance(s, m.Assign) and not s.variable.local}
    read = {e.variable for e in m.deep(blocks) if isinstance(e, Get)}
    unseen = {one.what for one in model.hidden}
    names = [v.name for v in model.variables[2:] if v in (changed & read) - unseen]
    return f"repeats({', '.join([*['piece'] * bool(model.kinds), 'next', *names])})"


def _until(evidence: Evidence) -> Played | None:
    """A game until its state comes again."""
    for seen, games in ((evidence.seen, evidence.looked_at), (evidence.seen_in_search, evidence.searched)):
        if seen.came_again is not None and seen.came_again[0] < len(games):
            game, plies = seen.came_again
            return replace(games[game], choices=games[game].choices[:plies])
    return None


class BreaksARule(PlayRule):
    """A rule is broken in play.

    A number leaves its range, a stack grows too high, or a turn never reaches a decision that a player
    can make. The message says which. `gdl replay` shows the game up to this point. Until that is fixed,
    nothing is said about lines that never take effect ([G101](G101.md) to [G105](G105.md)): the games
    were cut short.
    """

    code, name = "G303", "breaks-a-rule"
    bad = example("game has turns: 0..3", turn="choose s in empty\nput stone of me on s\nturns += 1")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        told: set[object] = set()
        for one in evidence.broken:
            problem = one.problem
            if problem is None or _is_stuck(one) or problem.span in told:
                continue
            told.add(problem.span)
            where = problem.span if problem.span is not None else game_span(evidence)
            yield self.says(where, f"{problem.reason or 'a rule is broken'}, after {len(one.choices)} moves of a game",
                            "replay the game that leads there", one)  # fmt: skip


class Stuck(PlayRule):
    """A player can't move, and no rule says what happens then.

    The game then stops with an error. Say in `end` what happens: `lose next if stuck`, `draw if stuck`
    or `win me if stuck`. Or let the player pass.
    """

    code, name = "G304", "stuck"
    bad = example(end="win me if some line in lines(3) where line within mine")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        for one in [one for one in evidence.broken if _is_stuck(one)][:1]:
            assert one.problem is not None
            where = one.problem.span or section_span(evidence, "turn")
            yield self.says(where, f"{one.problem.reason} (after {len(one.choices)} moves of a game)",
                            "write `lose next if stuck` in `end`, or let the player pass", one)  # fmt: skip


def _is_stuck(one: Played) -> bool:
    return one.problem is not None and ("can't move" in one.problem.reason or "has no option" in one.problem.reason)
