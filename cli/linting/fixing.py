"""`gdl lint --fix` and `--diff`: what can be fixed in one sure way is fixed in the author's own files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cli.options.echo import say
from cli.options.exits import COULD_NOT_RUN, FINDINGS
from cli.terminal.scene.changes import changes
from gdl.files import contents, is_file, write
from gdl.library import MAX_BYTES, paths, shown_path
from gdl.lint.fix import Fixed, fixed, holds_rules
from gdl.text.source import Source


@dataclass
class Done:
    """What fixing some files has come to: the exit status so far, and how many fixes were made or shown."""

    status: int = 0
    fixes: int = 0


def fix_files(names: Sequence[str], select: Sequence[str], ignore: Sequence[str], show: bool, quiet: bool) -> Done:
    """Fix these rulesets, or only show what would change. What is said goes to standard error if `quiet`.

    Rulesets that ship, standard input and what isn't a ruleset stay as they are; so does a file that couldn't be read
    as a ruleset afterwards. Files that can't be read at all are left to whoever lints them.
    """
    done = Done()
    for name in names:
        if why := _is_not_ours(name):
            say(f"gdl: {name}: {why}; it stays as it is", err=True)
            continue
        try:
            before = contents(Path(name), MAX_BYTES).decode("utf-8")
        except (OSError, ValueError):
            continue
        if len(before) > MAX_BYTES or not holds_rules(Source(name, before)):
            continue
        result = fixed(before, shown_path(Path(name)), select, ignore)
        if not result.fixed:
            continue
        if not result.is_readable:
            say(f"gdl: {name}: it couldn't be read after {_counted(result)}, either; it stays as it is", err=True)
            done.status = done.status or FINDINGS
            continue
        _made(Path(name), before, result, done, show, quiet)
    return done


def _made(path: Path, before: str, result: Fixed, done: Done, show: bool, quiet: bool) -> None:
    """Write the fixed text, or show how it differs."""
    shown = shown_path(path)
    done.fixes += len(result.fixed)
    if show:
        say(changes(before, result.text, shown, "fixed").rstrip("\n"))
        done.status = done.status or FINDINGS
        return
    try:
        write(path, result.text.encode("utf-8"))
    except OSError as error:
        say(f"gdl: {path}: can't be written: {error.strerror or error}; it is as it was", err=True)
        done.status = COULD_NOT_RUN
        return
    for finding in result.fixed:
        what = finding.fix.title if finding.fix else ""
        say(f"{shown}:{finding.span.line}: fixed {finding.code}: {what}", err=quiet)


def _is_not_ours(name: str) -> str:
    """Why a file isn't the author's to be changed; an empty text if it is."""
    if name == "-":
        return "standard input can't be fixed"
    ships = Path(name).resolve() in {path.resolve() for path in paths().values()} if is_file(name) else name in paths()
    return "this ruleset ships with gdl" if ships else ""


def _counted(result: Fixed) -> str:
    return "one fix" if len(result.fixed) == 1 else f"{len(result.fixed)} fixes"
