"""What a study says of skill, with what was compared."""

from __future__ import annotations

from dataclasses import replace

from interpreter import Game
from interpreter.lab.study.figures import Metric
from interpreter.lab.study.gather import gather
from interpreter.lab.study.metrics.report import report
from interpreter.lab.study.plan import Plan
from interpreter.lab.study.remarks import remarks
from interpreter.work.chunks import threads

TOSS = """\
game "Toss"
players Heads, Tails
turn
  choose "toss"
  roll n in 1..2
  win me if n = 1
  win next
"""


def test_strengths_that_played_each_other_are_named_where_thinking_gains_nothing() -> None:
    """A coin decides, so no search is better than another; so many games as would show it are figures here."""
    game = Game.parse(TOSS)
    *_, last = gather(game, Plan(20, 0), threads(game))
    study = report(last.gathered)
    figures = [Metric(name, name, 0.4, -8.6, 9.4, "Elo", "9,000 games")
               for name in ("elo.100-200", "elo.50-100", "elo_per_doubling")]  # fmt: skip
    study = replace(study, metrics={**study.metrics, **{figure.name: figure for figure in figures}})
    (said,) = [text for text in remarks(study, last.gathered).remarks if text.startswith("Thinking longer")]
    assert said == ("Thinking longer doesn't help: +0 Elo for twice as much "
                    "(at most +9; mcts:100 against mcts:50, mcts:200 against mcts:100).")  # fmt: skip
