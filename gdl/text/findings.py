"""What a check has to say about a ruleset, as values. Prose is made where it is found, layout in `gdl.report`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gdl.text.fixes import Fix, Hint
from gdl.text.source import Span

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True)
class Finding:
    """One thing to fix: a permanent code, where it is, what is wrong, and what to do (`hint`).

    Where there is exactly one sure way to do it, `fix` holds the changes to the text.
    """

    code: str
    severity: Severity
    span: Span
    message: str
    hint: str = ""
    fix: Fix | None = None


class Fault(Exception):
    """Stops the checking of one declaration or statement; carries the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def found(
    code: str, severity: Severity, span: Span, message: str, hint: str | Hint = "", fix: Fix | None = None
) -> Finding:
    """A finding; its fix is the one given, or that of the hint."""
    if fix is None and isinstance(hint, Hint):
        fix = hint.fix(span)
    return Finding(code, severity, span, message, str(hint), fix)


def error(code: str, span: Span, message: str, hint: str | Hint = "", fix: Fix | None = None) -> Finding:
    """A finding that keeps a ruleset from being played."""
    return found(code, "error", span, message, hint, fix)


def fault(code: str, span: Span, message: str, hint: str | Hint = "", fix: Fix | None = None) -> Fault:
    """An error to be raised."""
    return Fault(error(code, span, message, hint, fix))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether anything found keeps the ruleset from being played."""
    return any(finding.severity == "error" for finding in findings)
