"""What a day runs of what is repetitive: the core each day, and all of it in as many days as there are parts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from datetime import date, timedelta
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import sample
import slow
import spent
from patience import HANGS
from sample import daily

FILES = [Path(f"{letter}.gdl") for letter in "abcdefghijk"]


def run_on(day: str, items: list[Any], monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(sample, "DAY", day)
    return [found.values[0] for found in daily(items, 4, ["c", "h"]) if not sample.is_left_out(found)]


@pytest.mark.parametrize("items", [FILES, [path.stem for path in FILES], [(path.stem, 7) for path in FILES]])
def test_as_many_days_as_parts_run_everything(items: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    first = date(2026, 12, 30)
    days = [run_on((first + timedelta(n)).isoformat(), items, monkeypatch) for n in range(4)]
    names = [{getattr(item, "stem", item) for item in found} for found in days]
    assert set.union(*names) == {*"abcdefghijk"}
    assert set.intersection(*names) == {"c", "h"}
    assert sum(len(found) for found in names) == 9 + 4 * 2
    assert all(len(found) <= 3 + 2 for found in names)


def test_what_has_another_day_is_not_even_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_on("2026-12-30", FILES, monkeypatch)
    monkeypatch.setenv(sample.LEAVE_OUT, "yes")
    assert [found.values[0] for found in daily(FILES, 4, ["c", "h"])] == run
    nobody = daily([pytest.param("a", marks=pytest.mark.deep)], 4)  # without parameters pytest would speak of a skip
    assert len(nobody) == 1 and sample.is_left_out(nobody[0])


def test_nothing_is_left_out_on_demand(monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_on("all", FILES, monkeypatch) == FILES


def test_what_is_for_deep_runs_anyway_stays_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "DAY", "all")
    (found,) = daily([pytest.param("a", marks=pytest.mark.deep, id="x")])
    assert sample.is_left_out(found) and found.id == "x"


def test_what_takes_long_has_its_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of these is run on one day of twice as many as there are parts, or of four times as many."""
    taken = {"tests/a.py::test_b[c]": 0.9, "tests/a.py::test_b[d]": 3.5, "tests/ä.py::test": 1, "tests/a.py::test_e": 0}
    monkeypatch.setattr(slow, "named", lambda: taken)
    days = [(date(2026, 12, 30) + timedelta(n)).isoformat() for n in range(4 * sample.PARTS)]
    for name, times in zip(taken, (2, 1, 2, len(days)), strict=True):
        run = []
        for day in days:
            monkeypatch.setattr(sample, "DAY", day)
            run.append(sample.is_today(slow.number(name), slow.parts(name)))
        assert run.count(True) == times
    assert slow.number("tests/a.py::test_b[c]") != slow.number("tests/a.py::test_b[d]")


@pytest.mark.parametrize("parts", [1, 4, 16])
def test_what_takes_long_and_is_sampled_has_its_day_too(parts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the days of its part, it has one in as many as there are parts, whatever its number is."""
    days = [date(2026, 12, 30) + timedelta(n) for n in range(parts * sample.PARTS)]
    for at, name in product(range(parts), ("tests/a.py::test_b[c]", "tests/a.py::test_b[d]", "tests/ä.py::test")):
        run = []
        for day in days:
            monkeypatch.setattr(sample, "DAY", day.isoformat())
            run.append(sample.is_today(at, parts) and sample.is_today(slow.number(name), every=parts))
        assert run.count(True) == 1


def test_what_takes_long_is_read_from_a_runs_notes() -> None:
    notes = ["3.000 tests/a.py::test_b[c]", "0.200 tests/a.py::test_b[d e]", "2.800 tests/a.py::test_f",
             "0.100 tests/a.py::test_g", "0.500 tests/a.py::test_h[c]", *8 * ["0.010 tests/a.py::test_h[d]"],
             "0.010 tests/a.py::test_h[e]", "0.020 tests/a.py::test_h[f]", "0.020 tests/a.py::test_h[g]",
             "5.000 tests/test_house.py::test_doors"]  # fmt: skip
    before = ["9.0 tests/a.py::test_b", "0.9 tests/a.py::test_g", "2.0 tests/b.py::test_k", "0.4 tests/a.py::test_h[e]",
              "0.5 tests/a.py::test_h[i]", "7.0 tests/a.py::test_b[j]"]  # fmt: skip
    assert slow.listed(before, notes) == [
        "1.60 tests/a.py::test_b", "2.80 tests/a.py::test_f", "0.50 tests/a.py::test_h[c]",
        "0.50 tests/a.py::test_h[i]", "2.00 tests/b.py::test_k",  # wasn't run, as `test_h[i]` and `test_b[j]`
    ]  # fmt: skip


def test_a_list_that_is_read_again_is_the_same() -> None:
    """What takes a little longer than others isn't rounded to what doesn't take long."""
    found = slow.listed([], [f"{slow.LONG + 0.01:.3f} tests/a.py::test_b", "3.456 tests/a.py::test_c[d]"])
    assert len(found) == 2 and slow.listed(found, []) == found


def test_a_function_is_long_or_an_item(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow, "named", lambda: {"a.py::test_b": 0.9, "a.py::test_c[d]": 4.0})
    names = ("a.py::test_b[x]", "a.py::test_b", "a.py::test_c[d]", "a.py::test_c[e]", "a.py::test_c")
    assert [*map(slow.parts, names)] == [32, 32, 64, 1, 1]


COSTLY = """
import subprocess, sys, time
BUSY = "import time\\nuntil = time.process_time() + 0.3\\nwhile time.process_time() < until: pass"
def test_alone():
    exec(BUSY)
def test_with_a_process():
    subprocess.run([sys.executable, "-c", BUSY])
def test_asleep():
    time.sleep(0.3)
"""


def test_a_run_notes_the_processor_seconds_of_each_test(tmp_path: Path) -> None:
    """A process that is waited for counts, and sleep doesn't, however busy the machine is."""
    (tmp_path / "test_x.py").write_text(COSTLY, encoding="utf-8")
    notes = tmp_path / "notes"
    env = {**os.environ, "GDL_SECONDS": str(notes), "PYTHONPATH": str(Path(slow.__file__).parent)}
    command = [sys.executable, "-m", "pytest", "-p", "spent", "-p", "no:cacheprovider"]
    subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, timeout=HANGS, check=True)
    taken = slow.measured(notes.read_text(encoding="utf-8").splitlines())
    assert [name.rpartition("::")[2] for name in taken] == ["test_alone", "test_with_a_process", "test_asleep"]
    alone, with_a_process, asleep = taken.values()
    assert min(alone, with_a_process) >= 0.3 > asleep


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux lists running processes in /proc")
def test_processes_that_still_run_count() -> None:
    before = spent.seconds()
    program = "import time\nwhile time.process_time() < 0.5: pass\nprint(flush=True)\ninput()"
    with subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        running = spent.seconds()
        process.kill()
    assert running - before > 0.4
    assert spent.seconds() - running < 0.4  # not counted again when it has ended


def test_the_list_names_what_there_is() -> None:
    folder = Path(__file__).parents[1]
    for function in map(slow.function_of, slow.named()):
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
        + "\nslow.named = lambda: {'test_x.py::test_long': 1.0}\n",
        encoding="utf-8",
    )
    options = "[pytest]\nmarkers = deep\n  sampled\naddopts = -m 'not deep'\n"
    (tmp_path / "pytest.ini").write_text(options, encoding="utf-8")
    other = next(n for n in range(2, 20) if (slow.number("test_x.py::test_long") + date(2026, 1, n).toordinal()) % 8)
    paths = os.pathsep.join([str(support), str(support.parents[1])])
    env = {**os.environ, "GDL_SAMPLE": date(2026, 1, other).isoformat(), "PYTHONPATH": paths}
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", *named]
    ran = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=HANGS, check=False)
    assert re.findall(r"::(\w+) PASSED", ran.stdout) == left, ran.stdout + ran.stderr
