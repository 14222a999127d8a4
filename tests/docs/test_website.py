"""The web site's parts: lists as Python-Markdown wants them, links that lead nowhere, the gallery, the pages of games.

`.ci/run` builds the whole site. Here small pages are built.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest
from website import facts, front, gallery, games, helps, links, markdown, staging, trying

from cli.app import COMMANDS
from cli.studio.links import link, unpacked
from gdl import library
from gdl.lint import RULES

SOME = {"sparks", "tall_sparks", "hearts", "backgammon", "hanabi", "nim", "crazyhouse", "pig"}
MADE_HERE = {"docs/gallery.md", "docs/help.md", "docs/lint/README.md"}
"""Pages of the menu that aren't pages of the manual: the first two are made while the site is built."""
BUILD = staging.ROOT / "docs" / "build.py"
needs_mkdocs = pytest.mark.skipif(not find_spec("material"), reason="MkDocs isn't installed")


@pytest.fixture(scope="module")
def shown() -> dict[str, facts.Shown]:
    return {one.name: one for one in facts.shown(SOME)}


@pytest.mark.skipif(not find_spec("markdown"), reason="Python-Markdown isn't installed")
@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Two things:\n- one\n- two", "<p>Two things:</p><ul><li>one</li><li>two</li></ul>"),
        ("- one\n  goes on\n- two", "<ul><li>one goes on</li><li>two</li></ul>"),
        ("1. one\n\n   more\n2. two", "<ol><li><p>one</p><p>more</p></li><li><p>two</p></li></ol>"),
        ("- one\n  - inner\n- two", "<ul><li>one<ul><li>inner</li></ul></li><li>two</li></ul>"),
        ("- one\n\nThe end.", "<ul><li>one</li></ul><p>The end.</p>"),
    ],
)
def test_lists_are_read_as_on_github(text: str, wanted: str) -> None:
    from markdown import markdown as html

    made = re.sub(r"\s+", " ", html(markdown.for_site(text)))
    assert re.sub(r" ?(<[^>]+>) ?", r"\1", made) == wanted


def test_code_stays_as_it_is() -> None:
    text = "Look:\n\n```gdl\nturn\n  - no item\n```\n"
    assert markdown.for_site(text) == text
    inside = "- item\n\n  ```gdl\n  turn\n    choose\n  ```\n"
    assert markdown.for_site(inside) == "- item\n\n    ```gdl\n    turn\n      choose\n    ```\n"


def write(folder: Path, **pages: str) -> Path:
    for name, text in pages.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("link", "why"),
    [
        ("b.html", ""), ("b.html#here", ""), ("#there", ""), ("https://example.org/x", ""), (".", "no such file"),
        ("c.html", "no such file"), ("b.html#gone", "no place called gone"), ("#gone", "no place called gone"),
        ("../x.html", "outside"),
    ],
)  # fmt: skip
def test_a_link_that_leads_nowhere_is_found(tmp_path: Path, link: str, why: str) -> None:
    site = write(tmp_path, a=f'<p id="there"><a href="{link}">x</a>', b='<h2 id="here">x</h2>')
    found = links.broken(site)
    assert [why in one for one in found] == [True] * bool(why)


def test_the_gallery_has_a_card_for_each_ruleset(shown: dict[str, facts.Shown]) -> None:
    page = gallery.page(list(shown.values()))
    assert page.count("<li ") == len(shown) == len(SOME)
    assert all(f'src="pictures/games/{name}.svg"' in page for name in SOME)
    assert gallery.picture(shown["pig"]).startswith("<svg")
    assert 'data-fewest="2" data-most="10"' in gallery.card(shown["pig"])


def test_every_ruleset_belongs_to_a_chapter_of_the_table() -> None:
    chapters = facts.chapters()
    folders = {path.parent.relative_to(staging.ROOT).as_posix() for path in library.paths().values()}
    assert folders - set(chapters) == set()


def test_facts_of_games(shown: dict[str, facts.Shown]) -> None:
    """As the rule sheets have them."""
    backgammon, hanabi, nim = shown["backgammon"], shown["hanabi"], shown["nim"]
    assert (backgammon.chance, backgammon.hidden, backgammon.fewest, backgammon.most) == (True, False, 2, 2)
    assert (hanabi.chance, hanabi.hidden, hanabi.fewest, hanabi.most, hanabi.minutes) == (True, True, 2, 5, 25)
    assert (nim.chance, nim.hidden, nim.is_variant) == (False, False, False)
    assert shown["crazyhouse"].is_variant
    assert gallery.in_short(hanabi) == "2 to 5 players · 25 minutes · hidden things · chance"


def test_a_games_page_has_its_board_or_says_where_to_play(shown: dict[str, facts.Shown]) -> None:
    text = "# Sparks\n\nBy somebody.\n"
    family = [shown["sparks"], shown["tall_sparks"]]
    page = games.with_board(text, family, frozenset({"sparks", "tall_sparks"}))
    assert page.startswith("# Sparks\n") and 'src="../../play/sparks.html"' in page and "tall_sparks.html" in page
    assert page.count("```gdl") == 2
    secret = games.with_board("# Hearts\n", [shown["hearts"]], frozenset())
    assert "<iframe" not in secret and "gdl serve hearts" in secret


def test_a_games_page_leads_to_a_variant_in_the_studio(shown: dict[str, facts.Shown]) -> None:
    page = games.with_board("# Sparks\n", [shown["sparks"]], frozenset({"sparks"}), with_studio=True)
    (address,) = re.findall(r'href="../../play/studio/index.html#text=([^"]+)">Change its rules<', page)
    assert unpacked(address).endswith('game "My Sparks" extends "sparks"\n')
    assert "Change its rules" not in games.with_board("# Sparks\n", [shown["sparks"]], frozenset({"sparks"}))


@pytest.mark.parametrize("with_studio", [False, True])
def test_the_front_page_leads_to_games_and_studio(with_studio: bool) -> None:
    page = front.with_ways("# Title\n\nWhat it is.\n\nText.\n", with_studio=with_studio)
    assert page.startswith("# Title\n\nWhat it is.\n\n<p") and page.endswith("\nText.\n")
    ways = re.findall(r'href="([^"]+)"', page)
    assert ways == ["docs/gallery.html", *["play/studio/index.html"] * with_studio, "docs/tutorial.html"]


def test_the_studio_has_its_place_in_the_menu() -> None:
    menu = front.with_studio([{"Home": "README.md"}, {"Games": []}, {"Reference": []}])
    assert [next(iter(part)) for part in menu] == ["Home", "Studio", "Games", "Reference"]


def test_every_page_of_the_manual_has_its_place_in_the_menu() -> None:
    menu = (staging.ROOT / "docs" / "website" / "mkdocs.yml").read_text(encoding="utf-8")
    pages = [*(staging.ROOT / "docs").glob("*.md"), *(staging.ROOT / "docs" / "start").glob("*.md")]
    names = {path.relative_to(staging.ROOT).as_posix() for path in pages}
    assert names == {name for name in re.findall(r": (docs/\S+\.md)$", menu, re.M) if name not in MADE_HERE}


def test_every_command_has_its_help() -> None:
    page = helps.page()
    for entry in COMMANDS:
        assert f"### gdl {entry.name}\n" in page and f"Usage: gdl {entry.name} " in page


def test_a_complete_example_can_be_tried_in_the_studio() -> None:
    whole = '```gdl\ngame "A"\n\nplayers White\nboard grid(2, 2)\n\nturn\n  choose s in site\n\nend\n  draw\n```\n'
    part, wrong, other = "```gdl\nend\n  draw\n```\n", '```gdl\ngame "A"\n```\n', '```text\ngame "A"\n```\n'
    text = trying.with_buttons("\n".join([part, whole, wrong, other]), lambda rules: link("up/", rules))
    (address,) = re.findall(r'<a class="try" href="up/#text=([^"]+)">', text)
    assert unpacked(address) == whole.removeprefix("```gdl\n").removesuffix("```\n")
    assert text.index(part) < text.index(whole) < text.index('<a class="try"') < text.index(wrong)


def test_what_is_wrong_on_a_page_of_findings_can_be_tried_too() -> None:
    page = trying.in_colour((staging.ROOT / "docs" / "lint" / "N201.md").read_text(encoding="utf-8"))
    assert page.count("```gdl\n") == 2, "what is wrong and what is right; what lint says has no colours"
    shown = trying.with_buttons(page, partial(link, ""), wrong=RULES["N201"].bad)
    (address,) = re.findall(r'<a class="try" href="#text=([^"]+)">', shown)
    assert unpacked(address) == RULES["N201"].bad
    assert "<a " not in trying.with_buttons(page, partial(link, ""))


@needs_mkdocs
@pytest.mark.parametrize(("link", "status"), [("b.md#a-heading", 0), ("b.md#no-heading", 1), ("c.md", 1)])
def test_mkdocs_refuses_what_leads_nowhere(tmp_path: Path, link: str, status: int) -> None:
    """In a process of its own: MkDocs keeps what it has read."""
    pages = tmp_path / "pages"
    pages.mkdir()
    config = (staging.ROOT / "docs" / "website" / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:")[0]
    (tmp_path / "mkdocs.yml").write_text(re.sub(r"^extra_css.*\n", "", config, flags=re.M), encoding="utf-8")
    (pages / "index.md").write_text(f"# Start\n\n[there]({link})\n", encoding="utf-8")
    text = '# B\n\n## A heading\n\n```gdl\ngame "G"\n```\n'
    (pages / "b.md").write_text(markdown.for_site(staging.found_later(text)), encoding="utf-8")
    code = (
        "import sys, build, pathlib; build.MADE = sys.argv[1];"
        "build.render(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path / "mkdocs.yml"), str(pages), str(tmp_path / "site")],
        check=False, cwd=BUILD.parent, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    if status:
        assert "b.md" in done.stderr or "c.md" in done.stderr
    else:
        html = (tmp_path / "site" / "b.html").read_text(encoding="utf-8")
        assert '<span class="k' in html  # our lexer's colours
        assert "fonts.googleapis" not in html and "boost" not in html
        index = json.loads((tmp_path / "site" / "search" / "search_index.json").read_text(encoding="utf-8"))
        boosts = {one["location"].partition("#")[0]: one.get("boost", 1) for one in index["docs"]}
        assert boosts == {"index.html": 1, "b.html": 0.2}


@needs_mkdocs
def test_a_folder_of_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    done = subprocess.run([sys.executable, str(BUILD), str(tmp_path)], check=False, capture_output=True, text=True)
    assert done.returncode == 2 and "holds other things" in done.stderr
    assert [file.name for file in tmp_path.iterdir()] == ["mine.txt"]
