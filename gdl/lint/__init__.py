"""Lint: all that may be wrong with rulesets, each with a code, a page, and examples that are its tests."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

from gdl.check.checker import check
from gdl.lint import (
    ahead,
    amounts,
    asking,
    boards,
    bounds,
    cases,
    counters,
    effects,
    endings,
    flags,
    leaks,
    looks,
    loops,
    names,
    numbers,
    ones,
    options,
    order,
    pieces,
    questions,
    ranges,
    setups,
    slips,
    stacks,
    standing,
    statements,
    style,
    syntax,
    texts,
    variants,
    virtual,
    ways,
)
from gdl.lint.context import Context
from gdl.lint.described import described
from gdl.lint.ignores import ignores_of, silence
from gdl.lint.page import page
from gdl.lint.rule import RULES, Rule
from gdl.lint.runs import Check, Runs, run
from gdl.outcomes import MAX_RUNS, Outcome, UnknownCode
from gdl.report import text, tidy
from gdl.text.findings import Finding, has_errors
from gdl.text.fixes import Fix
from gdl.text.source import Source
from gdl.text.suggest import did_you_mean

MODULES = (
    syntax,
    names,
    cases,
    boards,
    ways,
    standing,
    pieces,
    numbers,
    looks,
    statements,
    effects,
    setups,
    stacks,
    slips,
    ahead,
    virtual,
    ones,
    loops,
    questions,
    ranges,
    texts,
    endings,
    amounts,
    order,
    flags,
    bounds,
    counters,
    options,
    variants,
    leaks,
    asking,
    style,
)
"""The rules that look for something themselves, by the letters of their codes."""
assert described()  # the others


_ONCE = {"B404", "R612"}
"""Findings of which one is enough in a file: the others are about the same thing."""


def lint(
    sources: Iterable[Source], select: Sequence[str] = (), ignore: Sequence[str] = (), most: int = MAX_RUNS
) -> list[Finding]:
    """All that is found in some rulesets, in order, each thing once; see `outcome`."""
    return outcome(sources, select, ignore, most).findings


def outcome(
    sources: Iterable[Source], select: Sequence[str] = (), ignore: Sequence[str] = (), most: int = MAX_RUNS,
    check: Check = check, begin: bool = False,
) -> Outcome:  # fmt: skip
    """All that is found in some rulesets, in order, each thing once, and what there is to know about it.

    `select` and `ignore` are codes or their beginnings (`N`, `W9`, `N201`); raises UnknownCode. Each ruleset
    is checked with all combinations of its options, or with `most` of them if there are more, by `check`.
    `begin`: games are begun, too, for the rules that need that.
    """
    chosen = (set(codes(select)) if select else set(RULES)) - set(codes(ignore))
    if not begin:
        chosen -= {code for code, rule in RULES.items() if rule.begins}
    chosen -= {code for code, rule in RULES.items() if rule.plays or (rule.asked_for and code not in select)}
    found: list[Finding] = []
    silencing, notes = [], []
    for source in sources:
        runs = run(source, most, check)
        if runs.note:
            notes.append(runs.note)
        found += all_findings(runs, chosen)
        silencing += ignores_of(runs.checked[0].rules.trees[0]) if runs.checked[0].rules.trees else []
    found = once_each(tidy(found))
    hidden = [f for f in found if f.severity == "error" and f.code not in chosen]
    # what is broken hides much of what else there may be, so nobody knows which comments are in vain
    broken = {f.span.source.name for f in found if f.severity == "error"}
    left = silence((f for f in found if f.code in chosen), silencing)
    left += (f for f in style.check_ignores(silencing, chosen, broken) if f.code in chosen)
    return Outcome(tidy(left), len(hidden), notes)


_OF_ENDS = "E75"


def all_findings(runs: Runs, chosen: Iterable[str]) -> list[Finding]:
    """What the parser, the checker and the rules of these codes find in one ruleset."""
    found = list(runs.findings)
    if runs.checked[0].rules.trees:
        context, half_read = Context(runs), {_declaration(f) for f in found if f.code.startswith(_OF_READING)}
        wrong = [f for f in found if f.severity == "error"]
        wrong_names, wrong_parts = {f.span for f in wrong}, {_declaration(f) for f in wrong}
        for code in chosen:
            if context.is_unfinished and code.startswith(_OF_NAMES):
                continue
            if context.is_whole or not code.startswith(_OF_ENDS):  # what ends the game may be what can't be read
                more = RULES[code]().check(context)
                more = (f for f in more if not code.startswith(_OF_NAMES) or f.span not in wrong_names)
                more = (f for f in more if code not in _OF_USE or _declaration(f) not in wrong_parts)
                found += (f for f in more if not code.startswith(_OF_RULES) or _declaration(f) not in half_read)
    return found


_OF_READING, _OF_RULES, _OF_NAMES = "S", "R", ("N25", "O850")
"""What a rule seems to lack may stand in a line that can't be read; a name that is wrong isn't told as unused, too, and
none is while a part of the game is still to come."""
_OF_USE = ("N252", "N253")
"""The line of a declaration that is wrong may be the one that was to use a parameter or a local."""


def _declaration(finding: Finding) -> tuple[str, int]:
    """In which declaration of which file it is."""
    return finding.span.source.name, bisect_right(_beginnings(finding.span.source), finding.span.start)


def once_each(findings: Iterable[Finding]) -> list[Finding]:
    """Each unknown name is told once for each declaration, what one fix fixes in all places once, with how often."""
    groups: dict[object, list[Finding]] = {}
    for finding in findings:
        key: object = len(groups)
        if finding.code == "N201":
            key = (*_declaration(finding), finding.message)
        elif finding.code in _ONCE:
            key = (finding.span.source.name, finding.code)
        groups.setdefault(key, []).append(finding)
    return [_with_count(first, more) for first, *more in groups.values()]


@lru_cache(maxsize=8)
def _beginnings(source: Source) -> list[int]:
    """Where a ruleset's declarations begin."""
    return [match.start() for match in re.finditer(r"^\w", source.text, re.MULTILINE)]


def _with_count(finding: Finding, more: Sequence[Finding]) -> Finding:
    if not more:
        return finding
    times = f"{len(more)} more times" if len(more) > 1 else "once more"
    together = finding.fix and all(f.fix for f in more)
    edits = dict.fromkeys(edit for f in (finding, *more) if f.fix for edit in f.fix.edits)
    fix = Fix(finding.fix.title, tuple(edits)) if finding.fix and together else None
    return replace(finding, message=f"{finding.message}, and {times} below", fix=fix)


def codes(beginnings: Iterable[str]) -> list[str]:
    """The codes that begin with one of these; raises UnknownCode."""
    found: list[str] = []
    for beginning in beginnings:
        matching = [code for code in RULES if code.startswith(beginning.strip().upper())] if beginning.strip() else []
        if not matching:
            raise UnknownCode(_unknown(beginning))
        found += matching
    return found


def explain(code: str) -> str:
    """The page about a code, as Markdown; raises UnknownCode."""
    rule = RULES.get(code.strip().upper()) or next((r for r in RULES.values() if r.name == code.strip().lower()), None)
    if rule is None:
        raise UnknownCode(_unknown(code))
    return page(rule, "" if rule.plays else "\n".join(map(text, found_in(rule, rule.bad))))


def found_in(rule: type[Rule], example: str) -> list[Finding]:
    """What is found in one of a rule's examples with its code."""
    source = Source("example.gdl", example)
    if rule.players is not None:
        found = list(check(source, {}, rule.players).findings)
    else:
        runs = run(source)
        found = all_findings(runs, [rule.code])
        ignores = ignores_of(runs.checked[0].rules.trees[0]) if runs.checked[0].rules.trees else []
        broken = {source.name} if has_errors(found) else set()
        found += style.check_ignores(ignores, RULES, broken)
    return [f for f in once_each(tidy(found)) if f.code == rule.code]


def _unknown(code: str) -> str:
    known = [*RULES, *(rule.name for rule in RULES.values())]
    hint = did_you_mean(code, known) or "`gdl explain` without a code lists them all"
    return f"no finding has the code `{code}`; {hint}"


def summaries() -> dict[str, str]:
    """What each code means, in a sentence."""
    return {code: RULES[code].summary() for code in sorted(RULES)}



__all__ = ["RULES", "Outcome", "Rule", "UnknownCode", "codes", "explain", "lint", "outcome", "summaries"]
