"""What a day runs of what is repetitive: the core each day, and all of it in as many days as there are parts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
import sample
import slow
from patience import HANGS
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


def test_what_takes_long_has_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these is run on one day in eight, whoever's machine it is."""
    days = [(date(2026, 12, 30) + timedelta(n)).isoformat() for n in range(sample.PARTS)]
    for name in ("tests/a.py::test_b[c]", "tests/a.py::test_b[d]", "tests/ä.py::test"):
        run = []
        for day in days:
            monkeypatch.setattr(sample, "DAY", day)
            run.append(sample.is_today(slow.number(name)))
        assert run.count(True) == 1
    assert slow.number("tests/a.py::test_b[c]") != slow.number("tests/a.py::test_b[d]")


def test_functions_that_take_long_are_read_from_a_log() -> None:
    log = [
        "============ slowest durations ============",
        "3.00s call     tests/a.py::test_b[c]", "0.20s call     tests/a.py::test_b[d e]",
        "2.80s setup    tests/a.py::test_f", "0.40s call     tests/a.py::test_g", "x", "(12 durations < 0.05s hidden.)",
    ]  # fmt: skip
    before = ["9.0 tests/a.py::test_b", "0.9 tests/a.py::test_g", "2.0 tests/b.py::test_k"]  # `k` was not run
    assert slow.listed(before, log) == ["1.6 tests/a.py::test_b", "2.8 tests/a.py::test_f", "2.0 tests/b.py::test_k"]


def test_the_list_names_what_there_is() -> None:
    folder = Path(__file__).parents[1]
    for function in slow.named():
        file, _, name = function.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (folder / file).read_text(encoding="utf-8"), function


WHOLE = """
def test_long(): pass
def test_short(): pass
"""


@pytest.mark.parametrize(("named", "left"), [([], ["test_short"]), (["test_x.py"], ["test_long", "test_short"])])
def test_who_names_a_file_has_all_of_it_run(
    named: list[str], left: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run of all tests leaves what takes long to its day; one of a file doesn't."""
    (tmp_path / "test_x.py").write_text(WHOLE, encoding="utf-8")
    support = Path(slow.__file__).parent
    (tmp_path / "conftest.py").write_text(
        (support.parent / "conftest.py").read_text(encoding="utf-8")
        + "\nslow.named = lambda: {'test_x.py::test_long'}\n",
        encoding="utf-8",
    )
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = deep\naddopts = -m 'not deep'\n", encoding="utf-8")
    other = next(n for n in range(2, 20) if (slow.number("test_x.py::test_long") + date(2026, 1, n).toordinal()) % 8)
    paths = os.pathsep.join([str(support), str(support.parents[1])])
    env = {**os.environ, "GDL_SAMPLE": date(2026, 1, other).isoformat(), "PYTHONPATH": paths}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *named]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=HANGS, check=False)
    assert re.findall(r"::(\w+) PASSED", ran.stdout) == left, ran.stdout + ran.stderr
