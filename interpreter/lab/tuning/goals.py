"""What an author wants of a game, as figures of a study: `balance, length < 40, drawn < 5%`.

Each goal has a loss: 0 where it is met, greater the farther off it is; 1 is a tenth of a share, or as far from a bound
as the bound from zero. The words of `WORDS` have no bound: they are better the more there is of them.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from gdl.text.suggest import did_you_mean
from interpreter.errors import GameError
from interpreter.lab.study.figures import Metric
from interpreter.lab.tuning.figures import Figures

SHARE_UNIT = 0.1
"""So much of a share counts as 1."""
UNKNOWN = 1.0
"""The loss of a goal about a figure that the game hasn't, such as drama where all games are drawn."""
ALIASES = {"length": "turns", "draws": "drawn", "advantage": "first_player", "branching": "options"}
"""Other names of figures."""
SORTS = ("strong", "random", "weak")
"""A figure's name may end with the sort of games; without it the first of these that there is counts."""


class GoalError(GameError):
    """A goal that can't be read, or that names a figure that there isn't."""


@dataclass(frozen=True)
class Word:
    """A goal without a bound: the figure, what it loses by its value, and what it means."""

    figure: str
    loss: Callable[[float], float]
    about: str


WORDS = {
    "balance": Word("first_player", lambda v: abs(v - 0.5) / SHARE_UNIT, "the first player's points are near one half"),
    "decisive": Word("drawn", lambda v: v / SHARE_UNIT, "few games are drawn"),
    "short": Word("turns", lambda v: math.log2(max(v, 1.0)) / 4, "few turns; half as many count 0.25"),
    "long": Word("turns", lambda v: -math.log2(max(v, 1.0)) / 4, "many turns; twice as many count 0.25"),
    "choice": Word("options", lambda v: -math.log2(max(v, 1.0)) / 4, "many options; twice as many count 0.25"),
    "skill": Word("elo_per_doubling", lambda v: -v / 100, "much is gained by searching twice as long; 100 Elo count 1"),
    "drama": Word("drama", lambda v: -v / SHARE_UNIT, "winners were behind, often and far"),
    "open": Word("uncertainty", lambda v: -v / SHARE_UNIT, "the result stays open for long"),
}
"""Goals that are a word."""
_COMPARED: dict[str, Callable[[float, float], bool]] = {
    "<=": operator.le, ">=": operator.ge, "<": operator.lt, ">": operator.gt,
}  # fmt: skip
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NUMBER = re.compile(r"(-?\d{1,12}(?:\.\d{1,12})?)\s*(%?)", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.\w+)*")


@dataclass(frozen=True)
class Goal:
    """One of the goals: a figure by its full name, and a bound or a word."""

    text: str
    figure: str
    word: str = ""
    sign: str = ""
    bound: float = 0.0
    is_share: bool = False

    def loss(self, value: float) -> float:
        """How far from the goal this value is."""
        if math.isnan(value):
            return UNKNOWN
        if self.word:
            return WORDS[self.word].loss(value)
        if _COMPARED[self.sign](value, self.bound):
            return 0.0
        unit = SHARE_UNIT if self.is_share else abs(self.bound) or 1.0
        return max(abs(value - self.bound) / unit, 1e-9)

    def least_loss(self, low: float, high: float) -> float:
        """The smallest loss of any value of an interval."""
        if self.word == "balance":
            return self.loss(min(max(0.5, low), high))
        return min(self.loss(low), self.loss(high))


@dataclass(frozen=True)
class Met:
    """What came of a goal: the figure, and the loss; None if the game hasn't such a figure."""

    metric: Metric | None
    loss: float
    least: float
    """The smallest loss that its interval leaves possible."""


def met(goal: Goal, metrics: Mapping[str, Metric]) -> Met:
    """How far a study is from a goal."""
    metric = metrics.get(goal.figure)
    if metric is None or math.isnan(metric.value):
        return Met(None, UNKNOWN, UNKNOWN)
    low, high = (metric.value if math.isnan(end) else end for end in (metric.low, metric.high))
    low, high = max(low, -1e12), min(high, 1e12)
    return Met(metric, goal.loss(metric.value), goal.least_loss(min(low, metric.value), max(high, metric.value)))


def goals(text: str, figures: Figures) -> tuple[Goal, ...]:
    """The goals that are named; raises GoalError."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        words = ", ".join(WORDS)
        raise GoalError(f'--goal: say what is wanted, as in --goal "balance, length < 40"; words are {words}')
    found = [goal for part in parts for goal in _goals(part, figures)]
    return tuple(found)


def _goals(part: str, figures: Figures) -> list[Goal]:
    if part in WORDS:
        figure = _full(WORDS[part].figure, part, figures)
        return [Goal(part, figure, part)]
    pieces = [piece.strip() for piece in re.split(r"(<=|>=|<|>)", part)]
    if len(pieces) == 1 and _NAME.fullmatch(part):
        figure = _full(ALIASES.get(part, part), part, figures)
        raise GoalError(f"--goal {part}: how much of it? write a bound, as in `{part} < {_some(figures.all[figure])}`")
    if len(pieces) == 3 and _NUMBER.fullmatch(pieces[0]):  # 20 < length
        pieces = [pieces[2], _TURNED[pieces[1]], pieces[0]]
    if len(pieces) == 5:  # 20 < length < 40
        low, sign, name, other, high = pieces
        return [*_goals(f"{name} {_TURNED[sign]} {low}", figures), *_goals(f"{name} {other} {high}", figures)]
    if len(pieces) != 3 or not _NAME.fullmatch(pieces[0]):
        raise GoalError(
            f"--goal: `{part}` isn't a goal; write a figure and a bound, as in `length < 40` or `20 < length < 40`, "
            f"or a word: {', '.join(WORDS)}"
        )
    name, sign, number = pieces
    figure = _full(ALIASES.get(name, name), name, figures)
    return [Goal(part, figure, "", sign, _bound(part, number, figures.all[figure]), figures.all[figure] == "share")]


def _bound(part: str, text: str, unit: str) -> float:
    found = _NUMBER.fullmatch(text)
    if not found:
        raise GoalError(f"--goal: `{part}`: `{text}` isn't a number")
    number = float(found[1])
    if unit == "share":
        if found[2]:
            number /= 100
        if not 0 <= number <= 1:
            raise GoalError(f"--goal: `{part}`: this is a share, from 0 to 1, or in per cent, as in {_some(unit)}")
    elif found[2]:
        raise GoalError(f"--goal: `{part}`: this is counted in {unit}, not in per cent")
    return number


def _full(name: str, said: str, figures: Figures) -> str:
    """A figure's full name; raises GoalError with the nearest ones."""
    candidates, known = (name, *(f"{name}.{sort}" for sort in SORTS)), figures.all
    for candidate in candidates:
        if candidate in known:
            return candidate
    if figures.left_out.intersection(candidates):
        raise GoalError(f"--goal: `{said}` comes from games of search, and there are none here")
    short = sorted({_short(figure) for figure in known} | {*WORDS, *ALIASES})
    near = [figure for figure in sorted(known) if figure.startswith(f"{name}.") or name in figure][:6]
    hint = did_you_mean(said, [*short, *known]) or (f"there are {', '.join(near)}" if near else "")
    hint = hint or f"there are {', '.join(short)}"
    raise GoalError(f"--goal: there is no figure `{said}` for this game; {hint}")


def _short(figure: str) -> str:
    head, _, tail = figure.rpartition(".")
    return head if tail in SORTS else figure


def _some(unit: str) -> str:
    return "5%" if unit == "share" else "40"


def total(found: Sequence[Met]) -> float:
    """The loss of all goals."""
    return sum(one.loss for one in found)


def least(found: Sequence[Met]) -> float:
    """The smallest loss that the intervals leave possible."""
    return sum(one.least for one in found)
