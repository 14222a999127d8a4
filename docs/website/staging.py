"""The pages of the repository, laid into one folder as they lie here, with the files that they link to."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

from website.markdown import LINK, links, outside_code

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("docs", "rulesets", "benchmarks", "editors")
KEPT = {".svg", ".png", ".gif"}


def pages() -> list[Path]:
    """All pages that the site shows, below `ROOT`."""
    found = [path for name in FOLDERS for path in (ROOT / name).rglob("*.md") if "node_modules" not in path.parts]
    return [ROOT / "README.md", *sorted(found)]


def stage(folder: Path) -> None:
    """Copy the pages and what they link to."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        put(folder, page.relative_to(ROOT), outside_code(text, lambda line, page=page: _to_pages(line, page)))
        for address in links(text):
            target = (page.parent / address.partition("#")[0]).resolve()
            if not re.match(r"[a-z]+:", address) and target.is_file() and target.is_relative_to(ROOT):
                copy(folder, target)


def _to_pages(line: str, page: Path) -> str:
    """A line in which links to folders lead to their pages; folders of code are no part of the site."""

    def leads(match: re.Match[str]) -> str:
        address = match[2]
        if (page.parent / address / "README.md").is_file():
            return f"{match[1]}{address.rstrip('/')}/README.md{match[3]}"
        if (page.parent / address).is_dir():
            return match[1].lstrip("!")[1:-2]
        return match[0]

    return LINK.sub(leads, line)


def found_later(text: str) -> str:
    """A page that the search shows behind others: the findings of lint name each word of the language, and hundreds of
    them would stand before the manual."""
    return f"---\nsearch:\n  boost: 0.2\n---\n\n{text}"


def put(folder: Path, name: Path, text: str) -> None:
    """Write a page."""
    target = folder / name
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def copy(folder: Path, path: Path) -> None:
    """Copy a file that isn't a page."""
    target = folder / path.relative_to(ROOT)
    if path.suffix != ".md" and not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, target)
