"""Variables that get numbers outside their range. The advice at one line fits all lines together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce

from gdl.model.types import Range
from gdl.text.findings import Finding
from gdl.text.source import Span


@dataclass(frozen=True)
class Outgrown:
    """A value that a variable can't hold.

    `introduced`: the place of the variable. `base`: a range that would hold the value too. `advice`: what to do, with
    `{}` for that range.
    """

    introduced: Span | None
    base: Range
    advice: str


def advised(finding: Finding, outgrown: Mapping[Span, Outgrown]) -> Finding:
    """The finding, with a range that also holds what all other lines give to the variable. Otherwise the author would
    have to widen it again for each line."""
    here = outgrown.get(finding.span)
    if here is None or finding.hint != here.advice.format(here.base.name):
        return finding
    bases = [other.base for other in outgrown.values() if other.introduced == here.introduced]
    return replace(finding, hint=here.advice.format(reduce(Range.join, bases).name))
