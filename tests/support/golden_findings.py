"""What checking and lint say of every ruleset at hand, as hashes in `tests/golden/findings.txt`.

They guard against change, nothing else. The file says nothing about what is right: it was written by the program
itself. Who changes findings on purpose writes it anew, `python -m tests.support.golden_findings`, and looks at the
difference.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml

import interpreter.lab.lint  # noqa: F401 - adds its rules, as the command does
from gdl.check.checker import check
from gdl.index.typed import facts_of
from gdl.library import read
from gdl.lint import RULES, outcome
from gdl.model.printing import model as printed
from gdl.text.findings import Finding
from gdl.text.source import Source

ROOT = Path(__file__).parents[2]
GOLDEN = ROOT / "tests" / "golden" / "findings.txt"
PARTS = 8
"""So many parts of the file; each day one is looked at."""
WAYS = 2
"""Ways of setting options that lint tries besides the defaults."""


@dataclass(frozen=True)
class Case:
    """A text, and the options and players with which it is checked."""

    name: str
    source: Source
    options: Mapping[str, Any] = field(default_factory=dict)
    players: int | None = None
    lints: bool = True


def cases() -> Iterator[Case]:
    """Rulesets that ship, with the options of each scenario; the examples of lint's pages; rulesets of tests."""
    for path in sorted((ROOT / "rulesets").rglob("*.gdl")):
        yield Case(path.stem, _source(path))
    for path in sorted((ROOT / "rulesets").rglob("*.yaml")):
        yield from _scenarios(path)
    for code, rule in sorted(RULES.items()):
        for kind, text in (("bad", rule.bad), ("good", rule.good)):
            yield Case(f"{code} {kind}", Source("example.gdl", text), players=rule.players)
    for path in sorted((ROOT / "tests").rglob("*.gdl")):
        yield Case(path.relative_to(ROOT).as_posix(), _source(path), lints=False)
    for half in ("design", "held_out"):
        planted = ROOT / "tests" / "planted"
        for name, one in yaml.safe_load((planted / f"{half}.yaml").read_text("utf-8")).items():
            text = one.get("text")
            if text is None:
                beside = planted / f"{one['base']}.gdl"
                text = beside.read_text("utf-8") if beside.exists() else read(one["base"]).text
            for old, new in one.get("edit", ()):
                text = text.replace(old, new)
            yield Case(f"planted {name}", Source(f"{name}.gdl", text), lints=False)


def _source(path: Path) -> Source:
    return Source(str(path), path.read_text("utf-8"))


def _scenarios(path: Path) -> Iterator[Case]:
    """Each combination of options and players that a file of scenarios asks for, once."""
    data = yaml.safe_load(path.read_text("utf-8"))
    if not isinstance(data, dict) or "scenarios" not in data:
        return
    try:
        source = read(data.get("game", path.stem))
    except Exception:  # a path as seen from the file
        source = _source(path.with_suffix(".gdl"))
    seen = set()
    for one in data["scenarios"]:
        options = {**(data.get("options") or {}), **(one.get("options") or {})}
        players = one.get("players", data.get("players"))
        key = f"{sorted(options.items())} {players}"
        if (options or players) and key not in seen:
            seen.add(key)
            name = " ".join(f"{path.parent.name}/{path.stem} with {key}".split())
            yield Case(name, source, options, players, lints=False)


@cache
def lines() -> dict[str, str]:
    """The golden file: a hash by the name of each case."""
    kept = [line for line in GOLDEN.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {name: value for name, _, value in (line.partition("  ") for line in kept)}


def seen(case: Case) -> str:
    """The hash of findings in their order, the model, and the types by place; and that of lint's findings."""
    checked = check(case.source, case.options, case.players)
    model = "" if checked.model is None else f"{checked.model.hash} {printed(checked.model)}"
    facts = facts_of(checked)
    whole = [*map(_said, checked.findings), str(model), repr(sorted(facts.types.items())), repr(facts.subjects)]
    found = [_said(f) for f in outcome([case.source], most=WAYS).findings] if case.lints else []
    return f"{_hash(whole)} {_hash(found)}"


def part_of(name: str) -> int:
    """The part of the file in which a case stands."""
    return int(sha256(name.encode()).hexdigest(), 16) % PARTS


def _said(f: Finding) -> str:
    place = f"{Path(f.span.source.name).name} {f.span.start} {f.span.end}"
    edits = () if f.fix is None else [(e.span.start, e.span.end, e.text) for e in f.fix.edits]
    return f"{f.code} {f.severity} {place} {f.message} {f.hint} {edits}".replace(str(ROOT), "")


def _hash(texts: list[str]) -> str:
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def main() -> None:
    """Write the golden file anew."""
    head = [line for line in (__doc__ or "").splitlines() if line]
    rows = [f"{case.name}  {seen(case)}" for case in cases()]
    GOLDEN.write_text("".join(f"{line}\n" for line in [*(f"# {line}" for line in head), "", *rows]), "utf-8")


if __name__ == "__main__":
    main()
