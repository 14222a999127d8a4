"""Every kind of page under axe-core: it finds nothing, and leaves no contrast undecided.

axe-core isn't part of this project. `npm install --prefix FOLDER axe-core` fetches it; GDL_AXE names its axe.min.js
(FOLDER/node_modules/axe-core/axe.min.js).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, counting, expect, needs_browser, unfold
from page_node import random_game, record_of
from typer.testing import CliRunner

from cli.app import app
from cli.web.page.build import page as page_of
from interpreter import Game

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from serve_process import serving
from studio_process import studio

NAMED = os.environ.get("GDL_AXE", "")
AXE = Path(NAMED or Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js")
needs_axe = pytest.mark.skipif(not AXE.is_file(), reason="no axe-core: name its axe.min.js in GDL_AXE")
pytestmark = [needs_browser, needs_axe]
FOUND = """async ([but, rules]) => {
  const { violations, incomplete } = await axe.run(rules.length ? { runOnly: rules } : {});
  const told = (kind, one) => one.nodes
    .filter((node) => kind === "wrong" || !document.querySelector(node.target.at(-1))?.closest(but))
    .map((node) => `${kind} ${one.id}: ${node.target.join(" ")} ${node.any[0]?.message ?? ""}`);
  return [...violations.flatMap((one) => told("wrong", one)),
    ...incomplete.filter(({ id }) => id === "color-contrast").flatMap((one) => told("undecided", one))];
}"""
LAYERS = "svg, .writing, pre.rules"
"""Where texts lie upon others, so that axe can't see their ground: `tests/page/test_contrast.py` reckons with them."""
CARDS = ["quarto", "hearts", "gin_rummy"]
"""Tiles, and hands that lie open, as they do before those who watch a server's games."""
UNCUT = """() => document.querySelectorAll(".turns, .story, .side").forEach(({ style }) =>
  Object.assign(style, { flex: "none", maxHeight: "none", height: "auto", overflow: "visible" }))"""
"""Shows all lines of a long list: of one that is cut off axe can't tell the ground."""
OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that look at colours: dark colours change nothing for the others."""
SIZES = [(390, 844), (1280, 800)]


@pytest.fixture(scope="module", params=SIZES, ids=str)
def shared(chromium: Any, request: pytest.FixtureRequest) -> Iterator[tuple[Any, tuple[int, int]]]:
    """A page of each size. Making a page costs Chromium more than what most tests do with it."""
    context = chromium.new_context(reduced_motion="reduce")
    yield counting(context), request.param
    context.close()


@pytest.fixture
def page(shared: tuple[Any, tuple[int, int]], tmp_path: Path) -> Any:
    """An empty page that knows of no test before."""
    page, (width, height) = shared
    (tmp_path / "empty.html").touch()
    page.goto((tmp_path / "empty.html").as_uri())
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.context.clear_cookies()
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme="light")
    return page


def faults(page: Any) -> list[str]:
    """What axe finds on the page as it is shown, with light colours and with dark ones."""
    if not page.evaluate("'axe' in window"):  # compiling it takes longer than a run
        page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[str] = page.evaluate(FOUND, [LAYERS, []])
    page.emulate_media(color_scheme="dark")
    found += page.evaluate(FOUND, [LAYERS, OF_COLOURS])
    page.emulate_media(color_scheme="light")
    return found


def made(folder: Path, *words: str) -> None:
    result = CliRunner().invoke(app, [*words])
    assert result.exit_code == 0, result.output


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pages of files: some games, an index, a study."""
    found = tmp_path_factory.mktemp("pages")
    made(found, "page", "chess", "-o", str(found / "chess.html"))
    for game in CARDS:
        (found / f"{game}.html").write_text(page_of([Game.load(game)], [game]).html, encoding="utf-8")
    made(found, "site", str(found / "site"), "tictactoe", "sparks", "hex")
    made(found, "study", "tictactoe", "--games", "60", "--search-games", "4", "--html", str(found / "study.html"))
    return found


@pytest.mark.parametrize("game", ["chess", *CARDS])
def test_a_page_that_stands_alone(game: str, page: Any, folder: Path) -> None:
    page.goto((folder / f"{game}.html").as_uri())
    expect(page.locator(".status")).not_to_be_empty()
    assert faults(page) == []
    page.locator(".site.can, .card.can, .choice").first.click()
    assert faults(page) == []
    for name in ("Rules", "New game"):
        page.get_by_role("button", name=name).click()
        expect(page.locator("dialog")).to_have_count(1)
        assert faults(page) == []
        page.keyboard.press("Escape")


def test_a_heap(page: Any, folder: Path) -> None:
    """Layers as one picture that turns."""
    page.goto((folder / "site" / "sparks.html").as_uri())
    unfold(page)
    page.get_by_role("button", name="Heap").click()
    expect(page.locator(".site.can").first).to_be_visible()
    assert faults(page) == []


@pytest.mark.parametrize("game", ["chess", "quarto"])
def test_a_position_by_hand(game: str, page: Any, folder: Path) -> None:
    """The editor, its text, and what it says of a position that is none. The window is so high that nothing is cut off:
    of a line that is, axe can't tell the ground."""
    page.set_viewport_size({**page.viewport_size, "height": 3000})
    page.goto((folder / f"{game}.html").as_uri())
    unfold(page)
    page.get_by_title("Position", exact=True).click()
    expect(page.locator(".editor")).to_be_visible()
    assert faults(page) == []
    page.get_by_role("button", name="Empty", exact=True).click()
    page.locator(".editor summary").evaluate_all("all => all.forEach((one) => { one.parentElement.open = true; })")
    assert faults(page) == []


@pytest.mark.parametrize("file", ["site/tictactoe.html", "site/sparks.html", *(f"{game}.html" for game in CARDS)])
def test_a_game_that_is_over(file: str, page: Any, folder: Path) -> None:
    """Its end with what can be done then, and a look back."""
    game = Game.load(Path(file).stem)
    states = random_game(game, 3, 2000)
    tab = Tab(page.context, folder / file, page=page)
    tab.load(record_of(game, 3, states, dict.fromkeys(game.players, "human")))
    expect(tab.page.locator(".status")).not_to_be_empty()
    tab.page.evaluate(UNCUT)
    assert faults(tab.page) == []
    tab.page.locator(".ply").nth(1).click()
    assert faults(tab.page) == []


def test_an_analysis(page: Any, folder: Path) -> None:
    """What a look at a game that is over finds, and a move that gave something away."""
    game = Game.load("tictactoe")
    states = [game.start(seed=1)]
    for text in ("a1", "a2", "b1", "b2"):
        states.append(states[-1].play(text))
    tab = Tab(page.context, folder / "site" / "tictactoe.html", page=page)
    tab.load(record_of(game, 1, states, dict.fromkeys(game.players, "human")))
    tab.page.locator("#typed").fill("c1")
    tab.page.locator("#typed").press("Enter")
    tab.page.locator(".analyse").click()
    expect(tab.page.locator(".slips button").first).to_be_visible()
    assert faults(tab.page) == []
    tab.page.locator(".slips button").first.click()
    assert faults(tab.page) == []


def test_a_choice_beside_the_board(page: Any, folder: Path) -> None:
    """Taking over the first stone instead of putting one: a button among sites."""
    page.goto((folder / "site" / "hex.html").as_uri())
    page.get_by_role("button", name="New game").click()
    page.locator("#seat-Blue").select_option("human")
    page.locator("dialog").get_by_role("button", name="Begin").click()
    page.locator(".site.can").first.dispatch_event("click")
    expect(page.locator(".choice", has_text="swap")).to_be_visible()
    assert faults(page) == []


def test_a_host(page: Any, tmp_path: Path) -> None:
    """The host's link among the others, the editor that changes a running game, and what all are told then."""
    page.set_viewport_size({**page.viewport_size, "height": 3000})
    with serving("tictactoe", tmp_path / "games.sqlite") as server:
        page.goto(server.base)
        page.get_by_role("button", name="Begin a game").click()
        expect(page.locator(".link")).to_have_count(4)
        assert faults(page) == []
        page.goto(page.locator(".link a").last.get_attribute("href"))
        for site in ("a1", "b2"):
            unfold(page)
            page.get_by_title("Position", exact=True).click()
            page.locator(f".site[data-site={site}]").click()
            assert faults(page) == []
            page.get_by_role("button", name="Change the position for all").click()
            expect(page.locator(".placed")).to_contain_text(site)
        assert faults(page) == []


def test_open_games(page: Any, chromium: Any, tmp_path: Path) -> None:
    """A list with a game that waits."""
    with serving("tictactoe", tmp_path / "games.sqlite", "--open-games") as server:
        one = chromium.new_page()
        one.goto(server.base)
        one.get_by_label("Anybody may take the other seats").check()
        one.get_by_role("button", name="Begin a game").click()
        expect(one.locator(".link")).to_have_count(3)
        assert faults(one) == []
        one.close()
        page.goto(server.base)
        expect(page.get_by_role("button", name="Sit down as O")).to_be_visible()
        assert faults(page) == []


@pytest.mark.parametrize("file", ["site/index.html", "study.html"])
def test_indexes_and_studies(file: str, page: Any, folder: Path) -> None:
    page.goto((folder / file).as_uri())
    assert faults(page) == []


@pytest.mark.parametrize("game", ["backgammon", "hearts"])
def test_the_server(game: str, page: Any, tmp_path: Path) -> None:
    with serving(game, tmp_path / "games.sqlite") as server:
        page.goto(server.base)
        expect(page.get_by_role("button", name="Begin a game")).to_be_visible()
        assert faults(page) == []
        links = server.begin()
        for seat in (next(iter(links)), "watch"):
            page.goto("about:blank")
            page.goto(f"{server.base}play#{links[seat]}")
            expect(page.locator(".status")).not_to_be_empty()
            assert faults(page) == []


def test_the_studio(page: Any, tmp_path: Path) -> None:
    if page.viewport_size["width"] < 1000:
        pytest.skip("text and board beside one another need a wide window")
    made(tmp_path, "new", str(tmp_path / "mine"))
    with studio(str(tmp_path / "mine.gdl")) as link:
        page.goto(link)
        expect(page.locator(".stage .status")).not_to_be_empty()
        for name in ("Findings", "Figures", "Tests", "Compare"):
            page.get_by_role("tab", name=name).click()
            assert faults(page) == []


def test_windows_of_the_studio(page: Any, tmp_path: Path) -> None:
    if page.viewport_size["width"] < 1000:
        pytest.skip("text and board beside one another need a wide window")
    made(tmp_path, "new", str(tmp_path / "mine"))
    with studio(str(tmp_path / "mine.gdl"), "--site", "https://studio.example.org/") as link:
        page.goto(link)
        expect(page.locator(".stage .status")).not_to_be_empty()
        for name in ("New", "Share", "Keep as a test", "Rules"):
            page.get_by_role("button", name=name, exact=True).first.click()
            expect(page.locator("dialog")).to_have_count(1)
            if name == "New":  # of a list that is cut off axe can't tell the ground
                page.get_by_placeholder("Find a game").fill("tic-tac")
                expect(page.locator(".games li")).not_to_have_count(0)
            assert faults(page) == []
            if name == "New":
                page.keyboard.press("Escape")  # which empties the field
            page.keyboard.press("Escape")
            expect(page.locator("dialog")).to_have_count(0)
        start = page.input_value("#text").index("beside =")
        page.focus("#text")
        page.evaluate("(at) => document.querySelector('#text').setSelectionRange(at, at)", start)
        page.keyboard.press("F2")
        expect(page.locator("#new-name")).to_be_visible()
        assert faults(page) == []
