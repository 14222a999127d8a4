"""Findings, models and types are what they were: a guard against change, see `tests/support/golden_findings.py`."""

from __future__ import annotations

from datetime import date

import pytest

from tests.support.golden_findings import PARTS, cases, lines, part_of, seen

TODAY = date.today().toordinal() % PARTS


@pytest.mark.parametrize("part", [
    pytest.param(part, marks=[] if part == TODAY else [pytest.mark.deep]) for part in range(PARTS)
])  # fmt: skip
def test_findings_are_as_they_were(part: int) -> None:
    asked = [case for case in cases() if part_of(case.name) == part]
    golden = lines()
    changed = [c.name for c in asked if golden.get(c.name) != seen(c)]
    assert not changed


def test_every_case_stands_in_the_file() -> None:
    assert {case.name for case in cases()} == lines().keys()
