"""What is worked out beside the editor's requests, in processes of their own: jobs and replies are plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import interpreter.lab.lint  # noqa: F401 - adds its rules
from cli.editors.process import Outdated, Superseded
from gdl.check.checker import Checked, check
from gdl.index.chain import Texts
from gdl.index.typed import Facts, facts_of
from gdl.lint import once_each, outcome
from gdl.lint.ignores import ignores_of, silence
from gdl.report import tidy
from gdl.text.findings import Finding
from gdl.text.source import Source, Span


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
    """A finding as plain data. `fix`: what its fix is called, and its changes, in the ruleset's own text."""

    code: str
    severity: str
    at: At
    message: str
    hint: str
    fix: tuple[str, tuple[tuple[int, int, str], ...]] | None = None


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
    fix = finding.fix
    changes = None
    if fix is not None and all(edit.span.source == source for edit in fix.edits):
        changes = fix.title, tuple((edit.span.start, edit.span.end, edit.text) for edit in fix.edits)
    return Found(finding.code, finding.severity, at(finding.span), finding.message, finding.hint, changes)


def at(span: Span) -> At:
    """A span as plain data."""
    return At(span.source.name, span.start, span.end, span.line, span.column, span.end_line, span.end_column)
