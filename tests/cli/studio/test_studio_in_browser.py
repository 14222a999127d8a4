"""The studio without a server, in a real browser: Python in a worker, from static files."""

from __future__ import annotations

import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")

from browser import expect, needs_browser, until
from patience import HANGS
from studio_process import Page
from studio_site import needs_pyodide, shown, written

from cli.studio.links import link, packed, unpacked
from cli.studio.rules import Rules
from gdl import library
from gdl.index.chain import Texts
from interpreter.game import yaml_files as yamlio
from interpreter.lab.study.quick import quick

pytestmark = [needs_browser, needs_pyodide, pytest.mark.deep]
ROW = """\
game "Row"
players White, Black
board grid(3, 1)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  win me if mine within {a1, b1, c1} and count(mine) = 2
"""
ENDLESS = """\
game "Endless"
players White, Black
board grid(19, 19)
pieces stone of player
define four = some d in empty where after put stone of me on d: count(mine) = 90
define three = some c in empty where after put stone of me on c: four
define far = some b in empty where after put stone of me on b: three
turn
  choose a in empty where not far
  put stone of me on a
end
  win me if count(mine) = 90
"""
"""It looks through 361 × 360 × 359 ways before the first move."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("site")
    written(folder)
    with shown(folder) as address:
        yield address


class Visit(Page):
    """A page of the profile, in which Python has begun before."""

    def __init__(self, context: Any, address: str) -> None:
        self.context = context
        self.page = context.new_page()
        self.said = list[str]()
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(address)

    def begun(self) -> None:
        """Wait until the board is there, and the text is checked."""
        expect(self.page.locator(".stage .status")).not_to_be_empty()
        self.checked()


@pytest.fixture(scope="module")
def profile(chromium: Any, site: str) -> Iterator[Any]:
    """A profile that may fetch from the site alone, and in which Python has begun."""
    context = chromium.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.set_default_timeout(HANGS * 1000)
    elsewhere = list[str]()

    def asked(route: Any) -> None:
        if route.request.url.startswith(site):
            route.continue_()
        else:
            elsewhere.append(route.request.url)
            route.abort()

    context.route("http://**", asked)
    context.route("https://**", asked)
    first = Visit(context, site)
    first.begun()
    first.page.close()
    yield context
    assert not elsewhere
    context.close()


Opened = Callable[[str], Visit]


@pytest.fixture
def visit(profile: Any) -> Iterator[Opened]:
    pages = list[Visit]()

    def opened(address: str) -> Visit:
        pages.append(Visit(profile, address))
        return pages[-1]

    yield opened
    for one in pages:
        one.page.close()


def test_a_text_from_a_link_is_checked_and_played(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW))
    one.begun()
    assert one.text == ROW
    expect(one.page.locator(".found-words")).to_have_text("Nothing found: the rules are in order.")
    expect(one.page.locator(".names")).to_have_value("row.gdl")
    one.move("a1")
    expect(one.page.locator(".stage .status")).to_contain_text("Black to move")
    one.write("count(mine) = 2", "count(mine) = two")
    expect(one.page.locator(".found-words")).to_contain_text("error")
    assert not one.said


def test_what_is_shared_opens_elsewhere(visit: Opened, site: str, chromium: Any, tmp_path: Path) -> None:
    one = visit(link(site, ROW))
    one.begun()
    one.write("3, 1", "4, 1")
    one.page.get_by_role("button", name="Share").click()
    shared = one.page.locator("#share-link")
    shared.wait_for()
    address = shared.input_value()
    assert unpacked(address.partition("#text=")[2]) == ROW.replace("3, 1", "4, 1")
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="row.html").click()
    download.value.save_as(tmp_path / "row.html")
    with one.page.expect_download() as download:
        one.page.get_by_role("button", name="row.gdl").click()
    assert Path(download.value.path()).read_text(encoding="utf-8") == ROW.replace("3, 1", "4, 1")

    other = visit(address)
    other.begun()
    assert other.text == ROW.replace("3, 1", "4, 1")
    html = one.page.locator("#share-board").input_value()
    (tmp_path / "mine.html").write_text(f"<!doctype html><title>Mine</title>{html}", encoding="utf-8")
    for file, board in (("row.html", False), ("mine.html", True)):
        with shown(tmp_path) as mine:
            page = chromium.new_page()
            page.goto(mine + file)
            whole = page.frame_locator("iframe") if board else page
            expect(whole.locator(".status").last).to_contain_text("Choose a site")
            page.close()


def test_a_link_that_unfolds_without_end_is_refused(visit: Opened, site: str) -> None:
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = squeeze.compress(bytes(2**28)) + squeeze.flush()
    code = "a" + urlsafe_b64encode(bomb).decode().rstrip("=")
    one = visit(f"{site}#text={code}")
    expect(one.page.locator(".notice")).to_contain_text("is longer than 200,000 characters, the limit")
    one.begun()
    assert "Mygame" in one.text


@pytest.mark.parametrize("code", ["", "a", "b", "a!!!", "zAAA", "a" + "A" * 500, "%00", packed(ROW)[:-9]])
def test_a_link_with_rubbish_is_refused_with_a_sentence(visit: Opened, site: str, code: str) -> None:
    one = visit(f"{site}#text={code}")
    expect(one.page.locator(".notice")).to_contain_text("The link")
    one.begun()
    assert "Mygame" in one.text


def test_rules_that_never_end_cost_a_message(visit: Opened, site: str) -> None:
    one = visit(link(site, ENDLESS))
    expect(one.page.locator(".stuck")).to_contain_text("seconds of computing")
    one.page.fill("#text", ROW)
    one.begun()
    one.move("a1")
    expect(one.page.locator(".stage .status")).to_contain_text("Black to move")


def test_what_is_saved_stays_in_the_browser(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW))
    one.begun()
    one.page.get_by_role("button", name="Save", exact=True).click()
    expect(one.page.locator(".save-state")).to_have_text("saved")
    other = visit(site)
    other.begun()
    assert other.text == ROW
    one.write("3, 1", "5, 1")
    one.page.get_by_role("button", name="Save", exact=True).click()
    expect(other.page.locator(".notice")).to_contain_text("row.gdl was changed")
    assert "grid(5, 1)" in other.text


def test_what_is_saved_is_in_the_list_of_other_tabs(visit: Opened, site: str) -> None:
    one, other = visit(link(site, ROW)), visit(link(site, ROW.replace("Row", "Heron")))
    one.begun()
    other.begun()
    own = one.page.locator(".names").input_value()
    other.page.get_by_role("button", name="Save", exact=True).click()
    expect(other.page.locator(".save-state")).to_have_text("saved")
    expect(one.page.locator(".names option", has_text="heron.gdl")).to_have_count(1)
    expect(one.page.locator(".names")).to_have_value(own)
    assert not one.said


def test_tests_by_playing_stay_in_the_browser(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW.replace("Row", "Tried")))
    one.begun()
    one.page.get_by_role("button", name="Save", exact=True).click()
    one.move("b1")
    expect(one.page.locator(".stage .ply")).to_have_count(1)
    one.keep_as_test("the middle first")
    tab = one.page.get_by_role("tab", name="Tests")
    expect(tab).to_contain_text("1 ✓")
    one.put("put stone of me on s", "put stone of next on s")
    expect(tab).to_contain_text("1 ✗")
    one.accept()
    expect(tab).to_contain_text("1 ✓")
    kept = one.page.evaluate("localStorage.getItem('gdl.text.scenarios-tried.yaml')")
    assert yamlio.parse(kept).data["scenarios"][0]["play"] == [{"White": "b1"}]
    one.page.get_by_role("button", name="Save", exact=True).click()
    expect(one.page.locator(".save-state")).to_have_text("saved")

    other = visit(site)
    other.begun()
    other.page.locator(".names").select_option("tried.gdl")
    expect(other.page.get_by_role("tab", name="Tests")).to_contain_text("1 ✓")
    other.page.get_by_role("tab", name="Tests").click()
    other.page.get_by_role("button", name="Delete the middle first").click()
    other.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(other.page.locator(".cases li")).to_have_count(0)
    assert "middle" not in other.page.evaluate("localStorage.getItem('gdl.text.scenarios-tried.yaml')")


def test_a_ruleset_is_renamed_and_deleted_in_the_browser(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW.replace("Row", "Old")))
    one.begun()
    one.move("b1")
    expect(one.page.locator(".stage .ply")).to_have_count(1)
    one.keep_as_test("the middle")
    expect(one.page.get_by_role("tab", name="Tests")).to_contain_text("1 ✓")
    one.page.get_by_role("button", name="Name of the file").click()
    one.page.get_by_label("Name", exact=True).fill("young")
    one.page.locator("dialog").get_by_role("button", name="Rename").click()
    expect(one.page.locator(".names")).to_have_value("young.gdl")
    expect(one.page.get_by_role("tab", name="Tests")).to_contain_text("1 ✓")
    files = "Object.keys(localStorage).filter((key) => /old|young/.test(key)).sort()"
    assert one.page.evaluate(files) == ["gdl.text.scenarios-young.yaml", "gdl.text.young.gdl"]
    one.page.get_by_role("button", name="Name of the file").click()
    one.page.locator("dialog").get_by_role("button", name="Delete").click()
    one.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(one.page.locator(".names")).not_to_have_value("young.gdl")
    assert one.page.evaluate(files) == []


def test_findings_by_playing_come_with_a_game(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW))
    one.begun()
    expect(one.page.locator(".played-words")).to_contain_text("from playing")
    # on three sites, White has two stones after three turns
    expect(one.page.locator(".findings.played")).to_contain_text("Black never won")
    one.page.locator(".findings.played").get_by_role("button", name="Show me").first.click()
    expect(one.page.locator(".stage .ply").first).to_be_visible()
    assert not one.said


def test_a_variant_of_an_own_ruleset_is_checked_and_played(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW.replace("Row", "Based")))
    one.begun()
    one.page.get_by_role("button", name="Save", exact=True).click()
    expect(one.page.locator(".save-state")).to_have_text("saved")
    one.page.get_by_role("button", name="New", exact=True).click()
    one.page.get_by_role("button", name="A variant of based.gdl").click()
    expect(one.page.locator(".names")).to_have_value("my_based.gdl")
    expect(one.page.locator(".found-words")).to_have_text("Nothing found: the rules are in order.")
    one.move("a1")
    expect(one.page.locator(".stage .status")).to_contain_text("Black to move")


def test_compiled_rules_run_as_they_do_everywhere(visit: Opened, site: str) -> None:
    source = library.read("sparks")
    one = visit(link(site, source.text))
    one.begun()
    one.page.get_by_role("tab", name="Figures").click()
    table = one.page.locator("#panel-figures table")
    table.wait_for()
    expected = quick(Rules(source, Texts()).game()).metrics
    shown = table.inner_text()
    for name in ("won.White.random", "won.Black.random"):
        assert f"{100 * expected[name].value:.1f} %" in shown
    seat = one.page.locator("select:has(option[value='level:3'])").last
    one.page.locator("details").evaluate_all("all => all.forEach((one) => one.open = true)")
    seat.select_option("level:3")
    one.page.get_by_role("button", name="Begin anew").first.click()
    expect(one.page.locator(".stage .status")).to_contain_text("Take one of your coals")

    def has_answered() -> bool:
        mine = one.page.locator(".stage .site.can")
        if mine.count():
            mine.first.dispatch_event("click")
        return any(ply.startswith("B") for ply in one.moves())

    until(one.page, has_answered)


def test_it_serves_narrow_screens(visit: Opened, site: str) -> None:
    one = visit(link(site, ROW))
    one.page.set_viewport_size({"width": 390, "height": 800})
    one.begun()
    assert one.page.evaluate("document.documentElement.scrollWidth") <= 390
    one.page.get_by_role("button", name="Share").click()
    one.page.locator("#share-link").wait_for()
    assert one.page.evaluate("document.querySelector('dialog').getBoundingClientRect().right") <= 390
