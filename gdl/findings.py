"""What a check has to say about a ruleset, as values. Prose is made where it is found, layout in `gdl.report`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from gdl.syntax.source import Span

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Finding:
    """One thing to mend: a permanent code, where it is, what is wrong, and what to do (`hint`)."""

    code: str
    severity: Severity
    span: Span
    message: str
    hint: str = ""


class Fault(Exception):
    """Stops the checking of one declaration or statement; carries the finding that says why."""

    def __init__(self, finding: Finding) -> None:
        super().__init__(finding.message)
        self.finding = finding


def error(code: str, span: Span, message: str, hint: str = "") -> Finding:
    """A finding that keeps a ruleset from being played."""
    return Finding(code, "error", span, message, hint)


def fault(code: str, span: Span, message: str, hint: str = "") -> Fault:
    """An error to be raised."""
    return Fault(error(code, span, message, hint))


def has_errors(findings: Iterable[Finding]) -> bool:
    """Whether anything found keeps the ruleset from being played."""
    return any(finding.severity == "error" for finding in findings)
