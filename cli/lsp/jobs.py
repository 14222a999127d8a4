"""What is worked out beside the editor's requests, in processes of their own: jobs and replies are plain data.

Checking may take long, and a stranger's ruleset may take for ever; a process can be ended, whatever it does.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import interpreter.lint  # noqa: F401 - adds its rules
from gdl.check.checker import Checked, check
from gdl.check.forgetting import forget
from gdl.findings import Finding
from gdl.index.chain import Texts
from gdl.index.typed import Facts, facts_of
from gdl.lint import once_each, outcome
from gdl.lint.ignores import ignores_of, silence
from gdl.report import tidy
from gdl.syntax.source import Source, Span

PAUSE = 0.05
"""Seconds without a job before there is time to tidy up."""

Superseded = Callable[[], bool]
"""Whether somebody waits for something newer."""


class Outdated(Exception):
    """Nobody wants the answer any more."""


@dataclass(frozen=True)
class At:
    """A span as plain data: lines and columns count from 1."""

    name: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Found:
    """A finding as plain data. `mend`: what its mend is called, and its changes, in the ruleset's own text."""

    code: str
    severity: str
    at: At
    message: str
    hint: str
    mend: tuple[str, tuple[tuple[int, int, str], ...]] | None = None


@dataclass(frozen=True)
class Check:
    """Check a ruleset as it stands."""

    source: Source
    texts: Texts


@dataclass(frozen=True)
class CheckReply:
    """What checking has found, and what is known of the ruleset."""

    findings: tuple[Found, ...]
    facts: Facts


@dataclass(frozen=True)
class Lint:
    """All that `gdl lint` finds."""

    source: Source
    texts: Texts


@dataclass(frozen=True)
class LintReply:
    """What linting has found."""

    findings: tuple[Found, ...]


def run(job: Any, superseded: Superseded) -> Any:
    """The reply to a job."""
    match job:
        case Check():
            return _check(job)
        case Lint():
            return _lint(job, superseded)
    raise TypeError(job)


def _check(job: Check) -> CheckReply:
    checked = check(job.source, read_base=job.texts.read_base)
    found = once_each(tidy(checked.findings))
    if checked.rules.trees:
        found = silence(found, ignores_of(checked.rules.trees[0]))
    return CheckReply(tuple(plain(f, job.source) for f in found), facts_of(checked))


def _lint(job: Lint, superseded: Superseded) -> LintReply:
    def one(source: Source, options: Mapping[str, object] | None = None, players: int | None = None) -> Checked:
        if superseded():
            raise Outdated
        return check(source, options, players, job.texts.read_base)

    found = outcome([job.source], check=one, begin=True)
    return LintReply(tuple(plain(f, job.source) for f in found.findings))


def plain(finding: Finding, source: Source) -> Found:
    """A finding as plain data."""
    mend = finding.mend
    changes = None
    if mend is not None and all(edit.span.source == source for edit in mend.edits):
        changes = mend.title, tuple((edit.span.start, edit.span.end, edit.text) for edit in mend.edits)
    return Found(finding.code, finding.severity, at(finding.span), finding.message, finding.hint, changes)


def at(span: Span) -> At:
    """A span as plain data."""
    return At(span.source.name, span.start, span.end, span.line, span.column, span.end_line, span.end_column)


# ---- the process -----------------------------------------------------------------------------------------


def serve(connection: Any, runs: str, behind: bool) -> None:
    """Answer jobs until nobody asks any more. Whatever goes wrong is an answer, too.

    `behind`: everything else on the machine comes first.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server decides when it is over
    if behind and hasattr(os, "nice"):
        os.nice(10)
    sys.stdout = sys.stderr  # the server's output belongs to the editor
    work = import_module(runs).run
    if not behind:
        gc.disable()  # between jobs there is time for it
    while True:
        try:
            number, job = connection.recv()
        except (EOFError, OSError):
            return
        if job is None:  # only to say that nobody waits any more
            continue
        try:
            reply = work(job, connection.poll)
        except Outdated as old:
            reply = old
        except (Exception, MemoryError) as wrong:
            reply = Broken(f"{type(wrong).__name__}: {wrong}")
        try:
            connection.send((number, reply))
        except (EOFError, OSError):
            return
        if not connection.poll(PAUSE):
            forget()
            gc.collect()
            if not gc.get_freeze_count():
                gc.freeze()  # the program itself, which stays


@dataclass(frozen=True)
class Broken:
    """The job failed in a way that isn't the author's doing."""

    why: str
