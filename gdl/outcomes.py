"""What linting comes to, kept between runs: rulesets that nobody has changed are not checked again.

What is kept belongs to the program, the texts and the codes asked for. It remembers, too, what was read besides – what
the rulesets extend –, and holds only if all that is read now as it was then.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields
from hashlib import sha256
from typing import Any

from gdl import cache
from gdl.library import NotFound, base_of
from gdl.program import fingerprint
from gdl.text.findings import Finding
from gdl.text.fixes import Edit, Fix
from gdl.text.source import Source, Span

MAX_RUNS = 300
"""Combinations of options with which a ruleset is checked at most."""
KEPT = 500
"""So many outcomes are kept; the oldest go first."""
PACKAGES = ("gdl", "interpreter")
"""What has a hand in the findings."""


class UnknownCode(Exception):
    """No rule has this code, and no code begins so."""


@dataclass(frozen=True)
class Outcome:
    """What linting has shown: the findings asked for; how many errors were not asked for; which options were tried."""

    findings: list[Finding]
    hidden_errors: int
    notes: list[str]


class Reading:
    """Reads what rulesets extend, each file once, and remembers what was read."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Source], Source | NotFound] = {}

    def __call__(self, name: str, source: Source) -> Source:
        """The ruleset that `source` extends under this name; raises NotFound."""
        if (name, source) not in self.found:
            try:
                self.found[name, source] = base_of(name, source)
            except NotFound as problem:
                self.found[name, source] = problem
        found = self.found[name, source]
        if isinstance(found, NotFound):
            raise found
        return found


    def sources(self) -> list[Source]:
        """What was read."""
        return [found for found in self.found.values() if isinstance(found, Source)]


Work = Callable[[Reading], Outcome]
"""Lints, reading by what it is given."""


def remembered(sources: Sequence[Source], asked: Sequence[object], work: Work) -> Outcome:
    """What `work` comes to for these rulesets, from the cache if it was kept there and nothing has changed."""
    name = ""
    with suppress(OSError):
        texts = [(source.name, source.text) for source in sources]
        name = f"{sha256(repr((fingerprint(*PACKAGES), texts, asked)).encode()).hexdigest()[:40]}.lint"
    held = cache.kept(name) if name else None
    if held is not None:
        with suppress(ValueError, LookupError, TypeError, AttributeError):  # what doesn't fit is made anew
            if (outcome := _read(json.loads(held), sources)) is not None:
                return outcome
    reading = Reading()
    outcome = work(reading)
    if name:
        with suppress(TypeError):  # something that isn't plain data
            cache.keep(name, json.dumps(_written(outcome, sources, reading), separators=(",", ":")).encode(), KEPT)
    return outcome


# ---- as JSON -----------------------------------------------------------------------------------------


def _written(outcome: Outcome, sources: Sequence[Source], reading: Reading) -> dict[str, Any]:
    """An outcome as plain data. Texts that are read anyway aren't kept: a place in them names them by their number."""
    known: dict[Source, int] = {}
    for source in sources:
        known.setdefault(source, len(known))
    read: list[list[object]] = []
    others: list[list[str]] = []
    for (base, asking), found in reading.found.items():
        read.append([base, _number(asking, known, others), _digest(found)])
        if isinstance(found, Source):
            known.setdefault(found, len(known))
    findings = [_data(finding, known, others) for finding in outcome.findings]
    return {"read": read, "others": others, "findings": findings, "hidden": outcome.hidden_errors,
            "notes": outcome.notes}  # fmt: skip


def _read(data: dict[str, Any], sources: Sequence[Source]) -> Outcome | None:
    """The outcome, if what was read besides is what it was."""
    known: list[Source] = list(dict.fromkeys(sources))
    others = [Source(name, text) for name, text in data["others"]]
    for base, asking, digest in data["read"]:
        found: Source | NotFound
        try:
            found = base_of(base, _source(asking, known, others))
        except NotFound as problem:
            found = problem
        if _digest(found) != digest:
            return None
        if isinstance(found, Source) and found not in known:
            known.append(found)
    findings = [_thing(item, known, others) for item in data["findings"]]
    if not all(isinstance(finding, Finding) for finding in findings):
        return None
    return Outcome(findings, int(data["hidden"]), [str(note) for note in data["notes"]])


KINDS: dict[str, type[Any]] = {kind.__name__: kind for kind in (Finding, Fix, Edit)}
"""What findings consist of, besides places, texts and numbers."""


def _data(value: Any, known: dict[Source, int], others: list[list[str]]) -> Any:
    """A part of a finding as plain data; raises TypeError."""
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, Span):
        return [_number(value.source, known, others), value.start, value.end]
    if type(value) is tuple:
        return {"": [_data(item, known, others) for item in value]}
    if type(value).__name__ not in KINDS:
        raise TypeError(value)
    return {type(value).__name__: [_data(getattr(value, f.name), known, others) for f in fields(value)]}


def _thing(data: Any, known: list[Source], others: list[Source]) -> Any:
    """What `_data` has written."""
    if isinstance(data, list):
        number, start, end = data
        return Span(_source(number, known, others), int(start), int(end))
    if isinstance(data, dict):
        ((kind, items),) = data.items()
        parts = [_thing(item, known, others) for item in items]
        return KINDS[kind](*parts) if kind else tuple(parts)
    return data


def _number(source: Source, known: dict[Source, int], others: list[list[str]]) -> int:
    """The number of a text that is read anyway, or, below zero, of one that is kept along."""
    if source in known:
        return known[source]
    pair = [source.name, source.text]
    if pair not in others:
        others.append(pair)
    return -1 - others.index(pair)


def _source(number: int, known: list[Source], others: list[Source]) -> Source:
    return known[number] if number >= 0 else others[-1 - number]


def _digest(found: Source | NotFound) -> str:
    """Names what reading a base has led to."""
    parts = ("read", found.name, found.text) if isinstance(found, Source) else ("not", str(found), "")
    return sha256(repr(parts).encode()).hexdigest()
