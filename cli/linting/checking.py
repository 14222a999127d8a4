"""Checks rulesets with every lint rule. Importing this takes longer than to see that nothing has changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from importlib.metadata import version

import interpreter.lab.lint  # noqa: F401 - adds its rules
from gdl.check.checker import check
from gdl.lint import RULES, outcome
from gdl.lint.pages import HOME, public_address
from gdl.outcomes import Outcome, Reading
from gdl.report import About
from gdl.syntax.kept import recall, remember
from gdl.text.source import Source


def checked(sources: list[Source], select: Sequence[str], ignore: Sequence[str], reading: Reading) -> Outcome:
    """What linting comes to; raises UnknownCode."""
    for source in sources:
        recall(source.name)
    found = outcome(sources, select, ignore, check=partial(check, read_base=reading), begin=True)
    for source in (*sources, *reading.sources()):
        remember(source)
    return found


def about() -> About:
    """What the codes mean, where their pages are, and which version this is."""
    summaries = {code: rule.summary() for code, rule in RULES.items()}
    return About(version("gdl-interpreter"), HOME, summaries, {code: public_address(code) for code in RULES})
