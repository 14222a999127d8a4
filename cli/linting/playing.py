"""`gdl lint --play`: rulesets are played, and what shows then is told as findings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cli.linting.asked import Playing
from cli.options.echo import say
from gdl import cache
from gdl.lint import RULES, codes
from gdl.lint.ignores import ignores_of, silence
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter.lab.lint import witness
from interpreter.lab.lint.judge import Effort, Judged, judge, play_rules
from interpreter.lab.lint.limits import NotAllPlayed
from interpreter.lab.lint.rule import PlayFinding


def played(
    sources: Sequence[Source], select: Sequence[str], ignore: Sequence[str], play: Playing
) -> tuple[list[Finding], bool]:
    """What is found in some rulesets by playing them, and whether there was time for all of it; raises UnknownCode.
    Games that show it are written to files."""
    unasked = {code for code, rule in play_rules().items() if rule.asked_for} - set(select)
    chosen = (set(codes(select)) if select else set(RULES)) - set(codes(ignore)) - unasked
    effort = Effort(play.games, play.budget, play.iterations, play.jobs)
    found: list[Finding] = []
    whole = True
    for source in sources:
        judged = judge(source, chosen, effort)
        found += _told(judged, play.witnesses or _folder())
        cut = judged.evidence is not None and judged.evidence.cut_short
        whole = whole and not cut
        if cut and NotAllPlayed.code not in chosen:
            say(f"gdl: {source.name}: the time of --budget was over before all was played", err=True)
    return found, whole


def _told(judged: Judged, folder: Path | None) -> list[Finding]:
    evidence = judged.evidence
    if evidence is None:
        return []
    trees = evidence.checked.rules.trees
    kept = {id(one.finding): one for one in judged.findings}
    left = silence([one.finding for one in judged.findings], ignores_of(trees[0]) if trees else [])
    return [_shown(judged, kept[id(finding)], folder, number) for number, finding in enumerate(left, 1)]


def _shown(judged: Judged, one: PlayFinding, folder: Path | None, number: int) -> Finding:
    """A finding that names the file of the game that shows it."""
    finding, evidence = one.finding, judged.evidence
    if one.witness is None or evidence is None or folder is None or evidence.cut_short:  # there is no time to replay
        return finding
    path = witness.write(evidence, one.witness, folder, f"{evidence.game.name}-{finding.code}-{number}.yaml")
    if path is None:
        return finding
    return replace(finding, hint=f"{finding.hint}; see `gdl replay {path}`".removeprefix("; "))


def _folder() -> Path | None:
    """Where games go if nobody says: beside what else can be made again."""
    try:
        return cache.folder() / "witnesses"
    except RuntimeError:
        return None
