"""Lints files and says what was found.

What checks rulesets takes longer to import than to look whether anything has changed since the last run; so it is
imported only if something has. Nor does this need what reads the command line: see `cli.quick`.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from cli.linting.asked import Fixing, Format, Playing
from cli.options.echo import say
from cli.options.exits import COULD_NOT_RUN, FINDINGS
from cli.options.plain import counted, findings_text, rulesets, stop
from gdl import report
from gdl.files import is_file
from gdl.library import NotFound, NotText, read, shown_path
from gdl.outcomes import MAX_RUNS, Outcome, Reading, UnknownCode, remembered
from gdl.text.findings import Finding, error, has_errors
from gdl.text.source import Source, Span

SCENARIOS = {".yaml", ".yml", ".json"}
SCENARIO = "scenario"
"""In the place of a code, for what is wrong in a file of scenarios: no rule's fault."""
FEW_NOTES = 3  # about single rulesets; of more it is said how many there are


def lint_files(
    files: Sequence[str], form: Format = Format.text, select: Sequence[str] = (), ignore: Sequence[str] = (),
    strict: bool = False, anew: bool = False, fixing: Fixing = Fixing.no, play: Playing | None = None,
) -> int:  # fmt: skip
    """Lint rulesets and folders of them; gives the exit status. `anew`: even what hasn't changed."""
    sources, unread, status = [], [], 0
    scenarios, unlike = 0, list[Finding]()
    names = [name for given in files for name in rulesets(given)]
    if fixing is not Fixing.no:
        fixed = _fixed(names, select, ignore, fixing, form is not Format.text)
        if fixing is Fixing.show:
            return fixed
        status = COULD_NOT_RUN if fixed == COULD_NOT_RUN else 0
    for name in names:
        if Path(name).suffix in SCENARIOS and is_file(name):
            scenarios += 1
            unlike += _in_scenarios(name)
            continue
        try:
            sources.append(read(Path(name) if is_file(name) else name))
        except NotText as error:
            unread.append(error.finding)
        except NotFound as error:
            say(f"gdl: {error}", err=True)
            status = COULD_NOT_RUN
    try:
        found = _outcome(sources, select, ignore, anew)
        played, whole = _played(sources, select, ignore, play) if play else ([], True)
    except UnknownCode as error:
        stop(str(error))
    findings = report.tidy([*found.findings, *played, *unread, *unlike])
    _tell(found)
    if form is not Format.text:
        shown = report.render(findings, form.value, report.plain, _about() if form is Format.sarif else None)
        if shown:
            say(shown)
    elif findings:
        print(findings_text(findings, sys.stdout), flush=True)
    if form is Format.text and not status:
        said = report.summary(findings) or ("nothing else found" if found.hidden_errors else "nothing found")
        if sure := sum(finding.fix is not None for finding in findings):
            said += f"; `--fix` fixes {sure}" + (" of them" if sure < len(findings) else "")
        files_read = [counted(len(sources) + len(unread), "ruleset")] if sources or unread else []
        files_read += [f"{counted(scenarios, 'file')} of scenarios"] if scenarios else []
        say(f"{' and '.join(files_read)}: {said}")
    broken = found.hidden_errors or has_errors(findings) or (strict and any(f.severity != "note" for f in findings))
    return COULD_NOT_RUN if status or unread or not whole else FINDINGS if broken else 0


def _in_scenarios(name: str) -> list[Finding]:
    """What is wrong in a file of scenarios, each thing at its line."""
    from interpreter.game.scenarios import problems

    path = Path(name)
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        text = ""
    source = Source(shown_path(path), text)
    found = []
    for line, said in problems(path):
        start = source.line_starts[min(line, len(source.line_starts)) - 1]
        rest = source.line(min(line, len(source.line_starts)))
        start += len(rest) - len(rest.lstrip())
        found.append(error(SCENARIO, Span(source, start, start + max(len(rest.strip()), 1)), said))
    return found


def _fixed(names: list[str], select: Sequence[str], ignore: Sequence[str], fixing: Fixing, quiet: bool) -> int:
    """Fix the files, or show how; the exit status."""
    from cli.linting.fixing import fix_files

    try:
        done = fix_files(names, select, ignore, fixing is Fixing.show, quiet)
    except UnknownCode as error:
        stop(str(error))
    if not done.fixes:
        say("nothing that can be fixed in one sure way", err=quiet)
    return done.status


def _outcome(sources: list[Source], select: Sequence[str], ignore: Sequence[str], anew: bool) -> Outcome:
    """What linting comes to; raises UnknownCode."""

    def work(reading: Reading) -> Outcome:
        from cli.linting.checking import checked

        return checked(sources, select, ignore, reading)

    return work(Reading()) if anew else remembered(sources, [*select, "", *ignore], work)


def _played(
    sources: list[Source], select: Sequence[str], ignore: Sequence[str], play: Playing
) -> tuple[list[Finding], bool]:
    """What playing the rulesets shows, and whether there was time for all of it; raises UnknownCode."""
    from cli.linting.playing import played

    return played(sources, select, ignore, play)


def _about() -> report.About:
    from cli.linting.checking import about

    return about()


def _tell(found: Outcome) -> None:
    """What people should know besides what is found."""
    if len(found.notes) > FEW_NOTES:
        many = counted(len(found.notes), "ruleset")
        say(f"gdl: {many} with more than {MAX_RUNS} combinations of options; not all were tried", err=True)
    else:
        for note in found.notes:
            say(f"gdl: {note}", err=True)
    if found.hidden_errors:
        many = counted(found.hidden_errors, "error")
        say(f"gdl: {many} not shown, for other codes were asked for; the game can't be played like this", err=True)
