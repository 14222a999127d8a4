"""G2: who wins, and whether playing well matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gdl.lint.rule import example
from gdl.model import statements as m
from gdl.text.findings import Severity
from gdl.text.source import Span
from interpreter.lab.lint.rule import PlayFinding, PlayRule, game_span, section_span
from interpreter.lab.tools.summary import Mean

if TYPE_CHECKING:
    from interpreter.lab.lint.evidence import Evidence
    from interpreter.lab.lint.games import Played

ENOUGH = 20
"""Games of search from which something is concluded."""
UNFAIR = 0.7
SURELY = 0.55
"""The lower end of the interval, for who wins more than UNFAIR of all games."""
SOLVED = 0.999
BETTER = 0.65
"""A search that surely wins less than this against random play has found nothing to think about."""


def _finished(games: list[Played]) -> list[Played]:
    return [one for one in games if one.is_over]


def can_be_won(evidence: Evidence) -> bool:
    """Whether the rules have an end in which somebody is better off than another, or than before."""
    model = evidence.checked.model
    assert model is not None
    ends = (s for block in (model.turn, model.end) for s in m.walk(block))
    return any(isinstance(s, m.Rank) or (isinstance(s, m.Finish) and s.result != "draw") for s in ends)


def _play_together(evidence: Evidence) -> bool:
    """Whether what one is paid all are paid, and not always the same: they play together."""
    if evidence.game.model.is_common:
        return True
    games = [one.utilities for one in (*evidence.looked_at, *evidence.searched) if one.is_over]
    together = all(len(set(utilities)) == 1 for utilities in games)
    return len(evidence.game.players) > 1 and together and len(set(games)) > 1


def _winning(evidence: Evidence) -> Span:
    """Where it is said who wins: the first such line of the ruleset's own."""
    model = evidence.checked.model
    assert model is not None
    own = evidence.checked.rules.trees[0].source
    wins = (s.span for s in m.walk(model.end) if isinstance(s, m.Rank) or getattr(s, "result", "") == "win")
    return next((span for span in wins if span.source == own), section_span(evidence, "end"))


def _sign(amount: float) -> int:
    return (amount > 0) - (amount < 0)


def _share(hits: int, games: int) -> Mean:
    mean = Mean()
    mean.add(1.0, hits)
    mean.add(0.0, games - hits)
    return mean


def _percent(mean: Mean) -> str:
    low, high = mean.share_interval
    return f"{100 * mean.mean:.0f} % of {mean.count} games ({100 * low:.0f}–{100 * high:.0f} %)"


class NeverWins(PlayRule):
    """A player never wins, while others do.

    This player won none of the games, neither at random nor with search. Perhaps `end` confuses `me`
    and `next`, or two players' rows. Or the other side is far too strong.
    """

    code, name = "G201", "player-never-wins"
    bad = example(end="win White if some line in lines(3) where line within mine\ndraw if no empty")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        wins = {player: means["win"].total for player, means in evidence.random.results.items()}
        for one in _finished(evidence.searched):
            for player, outcome in zip(evidence.game.players, one.outcomes, strict=True):
                wins[player] += outcome == "win"
        games = evidence.random.games + len(_finished(evidence.searched))
        if games < ENOUGH or not any(wins.values()) or (len(wins) > 1 and not evidence.searched and evidence.compiled):
            return
        for player, n in wins.items():
            if not n:
                yield self.says(_winning(evidence), f"{player} never won ({evidence.over})",
                                "check who wins in `end`: `me` is the player who has just moved")  # fmt: skip


class NobodyWins(PlayRule):
    """Nobody ever wins.

    The rules say how to win, but nobody did, neither at random nor with search. Players can't reach the
    goal, or it is too far away. Or several players share the first place of a `rank` in each game. This is
    a draw, unless they are partners by the form of their number, as in `rank p by p.side.points`; or name
    the winners: `win {p in player where p.side = best}`. If one plays alone or all play together, this is a
    note, because puzzles may be hard.
    """

    code, name = "G202", "nobody-ever-wins"
    bad = example("game has turns: 0..30", turn="choose s in site\nremove stone\nput stone of me on s\nturns += 1",
                  end="win me if count(mine) = 2\ndraw if turns = 30")  # fmt: skip
    good = bad.replace("  remove stone\n", "")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        searched = _finished(evidence.searched)
        ended = evidence.random.games + len(searched)
        won = any(means["win"].total for means in evidence.random.results.values()) or any(
            "win" in one.outcomes for one in searched)  # fmt: skip
        common = evidence.game.model.is_common
        if won or not ended or not can_be_won(evidence) or (_play_together(evidence) and not common):
            return
        alone = len(evidence.game.players) == 1 or common
        severity: Severity = "note" if alone or len(searched) < ENOUGH else "warning"
        hint = "check in a scenario whether the goal can be reached"
        if any(means["loss"].total for means in evidence.random.results.values()):  # all others share the first place
            hint = "those who share the first place of a `rank` draw: let partners win by `win {p in player where …}`"
        yield self.says(section_span(evidence, "end"), f"nobody ever wins ({evidence.over})", hint,
                        next(iter(searched), None), severity)


class Unfair(PlayRule):
    """One player wins nearly always, even against good play.

    When search plays against itself, this seat wins more than 70 % of the games. The message gives the
    share of games won, with its uncertainty. If the players begin differently, this is a note. Try a
    swap rule, a weaker first move, or another size of the board. `gdl study` measures it more exactly.
    """

    code, name = "G203", "unfair"
    bad = example(board="board grid(3, 2)", end="win me if count(mine) = 3\ndraw if no empty")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        players = evidence.game.players
        ended = _finished(evidence.searched)
        if len(players) < 2 or len(ended) < ENOUGH or _play_together(evidence):
            return
        fair = 1 / len(players)
        for seat, player in enumerate(players):
            won = [one for one in ended if one.outcomes[seat] == "win"]
            share = _share(len(won), len(ended))
            if share.mean > max(UNFAIR, fair) and share.share_interval[0] > SURELY:
                order = ("first", "second", "third", "fourth")[seat] if seat < 4 else f"number {seat + 1}"
                turns = not evidence.game.model.decides_together
                who = f"{player} (to move {order})" if turns else player
                yield self.says(game_span(evidence), f"{who} won {_percent(share)} when search played itself",
                                f"{'try a swap rule, or ' * turns}make the advantage smaller; `gdl study` measures it",
                                won[0],
                                "warning" if evidence.begins_alike else "note")  # fmt: skip


class Solved(PlayRule):
    """The game is solved: one player can always win.

    The game is small enough to check all positions. With best play, this player wins. For serious play,
    change the size or let the second player choose a side. This is a note, because people may not find
    the way to win.
    """

    code, name, severity = "G206", "solved", "note"
    bad = example(board="board grid(3, 2)", end="win me if count(mine) = 3\ndraw if no empty")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        if _play_together(evidence):
            return
        for player, value in evidence.values.items():
            if value > SOLVED and value > min(evidence.values.values()):
                worth = f"{value:g} are paid to {player}" if evidence.game.model.pays else f"{player} can always win"
                yield self.says(game_span(evidence), f"{worth} with best play (all positions were looked at)",
                                "try other sizes, or a swap rule")  # fmt: skip


class NoSkill(PlayRule):
    """Thinking ahead doesn't help.

    Search plays against a player who chooses at random. It doesn't win clearly more often than another
    random player would. Either luck decides the game, or the players' choices make no difference.
    """

    code, name = "G204", "no-skill"
    bad = example(board="board grid(4, 4)", more="game has luck: 1..6 = 1",
                  turn="choose s in empty\nput stone of me on s\nroll c in 1..6\nluck = c",
                  end="win White if no empty and luck > 3\nwin Black if no empty")  # fmt: skip
    good = bad.replace("luck > 3", "sum(s.c for s in stone of White) + luck > 23")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        games = [(one, seat) for one, seat in evidence.against_random if one.is_over]
        if len(games) < ENOUGH or len(evidence.game.players) != 2:
            return
        if not can_be_won(evidence) or _play_together(evidence):
            return
        points = sum((_sign(one.utilities[seat]) + 1) / 2 for one, seat in games)  # whatever is paid, won or lost
        share = _share(round(points), len(games))
        if share.share_interval[1] < BETTER or (share.mean < 0.5 and share.share_interval[1] < UNFAIR):
            yield self.says(game_span(evidence),
                            f"search wins only {_percent(share)} against random play", "give players choices that "
                            "matter; ignore this if you want a game of luck")  # fmt: skip


class Drawish(PlayRule):
    """Every game is drawn when both sides think.

    Random games have winners, but search against itself always draws. Here a line wins only if it
    touches all stones of the opponent, and that is easy to prevent. This is a note, because people make
    more mistakes than search does. Make the goal easier, or the defence harder.
    """

    code, name, severity = "G205", "always-drawn", "note"
    bad = example(end="win me if some line in lines(3) where line within mine and no theirs - line.compass - line\n"
                  "draw if no empty")  # fmt: skip
    good = example(board="board grid(4, 4)")

    def judge(self, evidence: Evidence) -> Iterator[PlayFinding]:
        searched = _finished(evidence.searched)
        if len(searched) < ENOUGH or len(evidence.game.players) < 2 or any("win" in one.outcomes for one in searched):
            return
        if any(means["win"].total for means in evidence.random.results.values()):
            yield self.says(game_span(evidence), f"nobody wins when search plays itself ({len(searched)} games)",
                            "make the goal easier, or the defence harder", searched[0])  # fmt: skip
