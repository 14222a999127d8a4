"""What a day runs of what is repetitive: the core each day, and all of it in as many days as there are parts."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import sample
from sample import daily

FILES = [Path(f"{letter}.gdl") for letter in "abcdefghijk"]


def run_on(day: str, items: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(sample, "DAY", day)
    return [found.values[0] for found in daily(items, 4, ["c", "h"]) if not found.marks]


@pytest.mark.parametrize("items", [FILES, [path.stem for path in FILES], [(path.stem, 7) for path in FILES]])
def test_as_many_days_as_parts_run_everything(items: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = date(2026, 12, 30)
    days = [run_on((first + timedelta(n)).isoformat(), items, monkeypatch) for n in range(4)]
    names = [{getattr(item, "stem", item) for item in found} for found in days]
    assert set.union(*names) == {*"abcdefghijk"}
    assert set.intersection(*names) == {"c", "h"}
    assert sum(len(found) for found in names) == 9 + 4 * 2
    assert all(len(found) <= 3 + 2 for found in names)


def test_nothing_is_left_out_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_on("all", FILES, monkeypatch) == FILES


def test_what_is_for_deep_runs_anyway_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "DAY", "all")
    (found,) = daily([pytest.param("a", marks=pytest.mark.deep, id="x")])
    assert ([mark.name for mark in found.marks], found.id) == (["deep"], "x")
