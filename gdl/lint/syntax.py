"""S1: texts that can't be read. The parser finds these, in each declaration by itself."""

from __future__ import annotations

from gdl.lint.rule import Rule, example


class TooLarge(Rule):
    """The file is larger than the limit of 200,000 characters.

    A ruleset is a page or two. This is probably another file, or was made by a program.
    """

    code, name = "S109", "too-large"
    bad = example() + "# and so on\n" * 20_000

