"""What holds for all tests."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

if sys.dont_write_bytecode:  # not beside the sources, then: else each program that a test starts compiles all anew
    sys.pycache_prefix = str(Path(__file__).resolve().parents[1] / ".pytest_cache" / "bytecode")
    sys.dont_write_bytecode = False
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix

import once
import pytest
import sample
import slow
from hypothesis import settings
from spent import pytest_runtest_protocol

__all__ = ["pytest_runtest_protocol"]

# How long an example takes depends on what else the machine does: that is no property of ours.
settings.register_profile("tests", deadline=None)
settings.load_profile("tests")
once.install()

# As in the command itself (`cli.main`): most of what a test makes goes as soon as nobody holds it, and to look through
# all that is held, which only grows in a run, took a third of its time.
gc.set_threshold(50_000, 20, 20)

# Nor does what is said hang on the tester's own language.
os.environ["GDL_LANGUAGE"] = "en"

# Games that tests play are kept where nobody else's are.
os.environ["GDL_DATA"] = tempfile.mkdtemp(prefix="gdl-tests-")
atexit.register(shutil.rmtree, os.environ["GDL_DATA"], ignore_errors=True)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """A browser, which the tests of a file share. Only these wait for Playwright to be imported."""
    from browser import browser

    with browser() as found:
        yield found


@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config: pytest.Config) -> None:
    """Workers keep to tests that stand together, which share what is loaded and worked out."""
    if getattr(config.option, "numprocesses", None) and config.option.dist == "no":
        config.option.dist = "worksteal"


def pytest_configure(config: pytest.Config) -> None:
    """Whether all tests are asked for; workers of the same run inherit it."""
    if not hasattr(config, "workerinput"):
        named = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword
        os.environ["GDL_ALL_TESTS"] = "" if named else "yes"
        os.environ[sample.LEAVE_OUT] = "" if named or config.option.markexpr != "not deep" else "yes"


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In a run of all tests, those that take long wait for their day, or for deep runs."""
    if not os.environ.get("GDL_ALL_TESTS"):
        return
    for item in items:
        sampled = item.get_closest_marker("sampled")
        every = sampled.args[0] if sampled else 1
        if not sample.is_today(slow.number(item.nodeid), slow.parts(item.nodeid), every):
            item.add_marker(pytest.mark.deep)


def pytest_collection_finish() -> None:
    """What has been loaded by now stays until the end."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Which part of what is repetitive was run, for whoever wants the same again."""
    terminalreporter.write_line(f"sampled: GDL_SAMPLE={sample.DAY} (tests/support/sample.py)")


def pytest_sessionfinish() -> None:
    """pytest looks through all that is held five times when it ends. With as much as a run leaves that may take so long
    that xdist takes its worker for one that hangs, and interrupts it in the midst of that."""
    gc.collect()
    gc.freeze()
