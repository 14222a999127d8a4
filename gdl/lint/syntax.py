"""S1: texts that can't be read."""

from __future__ import annotations

from gdl.lint.rule import Rule, example


class TooLarge(Rule):
    """The file has more than 200,000 characters.

    Most rulesets take a page or two. This is probably another file, or a program wrote it.
    """

    code, name = "S109", "too-large"
    bad = example() + "\n# and so on" * 20_000 + "\n"

