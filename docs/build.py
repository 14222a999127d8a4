"""Builds the web site: `python docs/build.py OUT`. Needs the extra `docs`, and no network.

OUT gets the pages of this repository with search and coloured rules, a gallery, a page for each game with a board to
play on, and the help of all commands. It is a folder of files, for any web server. A link that leads nowhere, or to a
place that a page doesn't have, fails the build with exit status 1. The same repository gives the same files.

With `--pyodide`, as `gdl site` takes it, the studio is part of the site, and each complete example has a button that
opens it there. Python in the browser needs a web server that sends its files; all else works from disk, too.
"""

from __future__ import annotations

import argparse
import importlib.util
import logging
import os
import shutil
import subprocess
import sys
import tempfile
from functools import partial
from itertools import groupby
from pathlib import Path

from website import facts, front, gallery, games, helps, links, markdown, staging, trying

from cli.studio.links import link
from gdl.lint import RULES
from gdl.syntax.parser import MAX_SIZE
from interpreter.lab.lint import MODULES

assert MODULES, "imported for the rules that it adds"

MADE = "website/mkdocs.yml"
SIGN = "search/search_index.json"
"""A file that each site has: a folder with it is an older site, and is overwritten."""
SOME_TIME = "315532800"
"""The time that the files are said to be from, whenever they are made: 1 January 1980."""


def main() -> int:
    """Build the site. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="docs/build.py", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("out", type=Path, metavar="OUT", help="the folder of the site: new, empty, or an older site")
    parser.add_argument(
        "--pyodide", metavar="FOLDER|ADDRESS", help="with the studio: where Pyodide's files lie, see docs/studio.md"
    )
    asked = parser.parse_args()
    out = asked.out.resolve()
    if reason := why_not(out):
        print(reason, file=sys.stderr)
        return 2
    os.environ.setdefault("SOURCE_DATE_EPOCH", SOME_TIME)
    with tempfile.TemporaryDirectory() as name:
        pages, site = Path(name) / "pages", Path(name) / "site"
        play(site, asked.pyodide)
        playable = frozenset(file.stem for file in (site / games.PLAY).glob("*.html"))
        stage(pages, playable, with_studio=bool(asked.pyodide))
        if asked.pyodide:
            let_try(pages)
        for page in pages.rglob("*.md"):
            page.write_text(markdown.for_site(page.read_text(encoding="utf-8")), encoding="utf-8")
        render(pages, site, with_studio=bool(asked.pyodide))
        if wrong := links.broken(site):
            print(*wrong, f"{len(wrong)} links lead nowhere.", sep="\n", file=sys.stderr)
            return 1
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(site, out)
    files = [file for file in out.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    print(f"{out}: {sum(file.suffix == '.html' for file in files)} pages, {size // 1_000_000} MB")
    return 0


def why_not(out: Path) -> str:
    """Why a site can't be built there; empty if it can."""
    if not importlib.util.find_spec("material"):
        return "The site is built by MkDocs and its theme Material. Install them: pip install -e '.[docs]'"
    if out.is_file():
        return f"{out} is a file. Name a folder for the site."
    if out.is_dir() and any(out.iterdir()) and not (out / SIGN).is_file():
        return f"{out} holds other things than a site. Name another folder, or empty this one."
    return ""


def play(site: Path, pyodide: str | None) -> None:
    """Write the games' pages by `gdl site`, and the studio if asked for. What can't be a page is left out."""
    command = [sys.executable, "-m", "cli.main", "site", str(site / games.PLAY)]
    command += ["--studio", "--pyodide", pyodide, "--manual", "../../docs/tutorial.html"] if pyodide else []
    done = subprocess.run(command, check=False, cwd=staging.ROOT, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        sys.exit(done.stdout + done.stderr)


def stage(pages: Path, playable: frozenset[str], *, with_studio: bool) -> None:
    """Write the site's pages in Markdown, as they lie in the repository, and those that are only here."""
    staging.stage(pages)
    shown = facts.shown()
    for folder, found in groupby(sorted(shown, key=lambda one: one.folder), lambda one: one.folder):
        page = Path(folder) / "README.md"
        text = (pages / page).read_text(encoding="utf-8")
        staging.put(pages, page, games.with_board(text, list(found), playable, with_studio=with_studio))
    home = Path("README.md")
    ways = front.with_ways((pages / home).read_text(encoding="utf-8"), with_studio=with_studio)
    staging.put(pages, home, ways)
    for one in shown:
        staging.put(pages, Path(f"docs/{gallery.PICTURES}/{one.name}.svg"), gallery.picture(one))
    staging.put(pages, Path("docs", "gallery.md"), gallery.page(shown))
    staging.put(pages, Path("docs", "help.md"), helps.page())
    for name in ("site.css", "gallery.js"):
        staging.copy(pages, Path(__file__).parent / "website" / name)
    for page in (pages / "docs" / "lint").glob("*.md"):
        text = trying.in_colour(page.read_text(encoding="utf-8"))
        page.write_text(staging.found_later(text), encoding="utf-8")


def let_try(pages: Path) -> None:
    """Put the buttons that lead to the studio into all pages."""
    for page in pages.rglob("*.md"):
        studio = "../" * (len(page.relative_to(pages).parts) - 1) + games.STUDIO
        text = page.read_text(encoding="utf-8")
        found = RULES.get(page.stem) if page.parent.name == "lint" else None
        wrong = found.bad if found and len(found.bad) <= MAX_SIZE else ""  # a link holds no more
        text = trying.with_buttons(text, partial(link, studio), wrong=wrong)
        page.write_text(text, encoding="utf-8")


def render(pages: Path, site: Path, *, with_studio: bool = False) -> None:
    """Turn the pages into HTML. A broken link stops it. `with_studio`: whether the menu leads to the studio."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    config = load_config(str(Path(__file__).parent / MADE), docs_dir=str(pages), site_dir=str(site / "text"))
    if with_studio:
        config.nav = front.with_studio(config.nav)
    build(config)
    shutil.copytree(site / "text", site, dirs_exist_ok=True)
    shutil.rmtree(site / "text")
    for file in site.glob("sitemap.xml*"):  # it tells addresses, and nobody knows where the site will lie
        file.unlink()


if __name__ == "__main__":
    sys.exit(main())
