"""`gdl serve` in a real browser: whole games by two pages, by keys alone, on a phone; lost connections."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest
from sample import daily

pytest.importorskip("uvicorn", reason="the extra [serve] isn't installed")
pytest.importorskip("websockets", reason="the extra [serve] isn't installed")

from browser import expect, needs_browser, unfold, until
from page_node import record_of
from patience import HANGS
from serve_process import Server, serving
from tricks import tricks

from interpreter import Game
from interpreter.game import records

pytestmark = needs_browser
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1200, "height": 800}
NEXT = ".site.can, .card.can, .choice:not(.back)"


@pytest.fixture(autouse=True)
def closed(chromium: Any) -> Iterator[None]:
    """What a test leaves open is closed."""
    yield
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def tictactoe(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server for all tests that need no other."""
    with serving("tictactoe", tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server


@pytest.fixture(scope="module")
def chess(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of chess."""
    with serving("chess", tmp_path_factory.mktemp("served") / "games.sqlite") as server:
        yield server


class Page:
    """A seat's page, and everything that its console complains of."""

    def __init__(self, chromium: Any, server: Server, token: str, size: dict[str, int], **options: Any) -> None:
        self.context = chromium.new_context(viewport=size, **options)
        self.context.set_default_timeout(HANGS * 1000)
        self.page = self.context.new_page()
        self.said: list[str] = []
        self.page.on("console", lambda m: self.said.append(m.text) if m.type in ("error", "warning") else None)
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.goto(f"{server.base}play#{token}")
        expect(self.page.locator(".status")).not_to_be_empty()

    @property
    def is_mine(self) -> bool:
        return "mine" in (self.page.get_attribute(".status", "class") or "")

    @property
    def is_over(self) -> bool:
        return "over" in (self.page.get_attribute(".status", "class") or "")

    def is_answered(self, plies: int) -> bool:
        """Whether more plies than these are played, and it is this page's turn, unless the game is over."""
        return self.is_over or (self.is_mine and self.plies > plies)

    @property
    def status(self) -> str:
        return str(self.page.inner_text(".status"))

    @property
    def plies(self) -> int:
        return int(self.page.get_attribute(".slider input", "max"))

    def click(self, random: Random) -> None:
        """Choose something that can be chosen."""
        found = self.page.query_selector_all(NEXT)
        if found:
            random.choice(found).dispatch_event("click")

    def saved(self) -> str:
        with self.page.expect_download() as download:
            unfold(self.page)
            self.page.get_by_role("button", name="Save").click()
        return Path(download.value.path()).read_text(encoding="utf-8")


def from_seat(seat: str, told: str) -> str:
    """How an end that is told to everybody is told to somebody who has played."""
    if told.startswith("A draw"):
        return told
    return told.replace(f"{seat} won", "You won", 1) if told.startswith(f"{seat} won") else f"You lost. {told}"


@pytest.mark.parametrize("name", [
    *daily(["tictactoe", "nim"], 2, ()),
    *(pytest.param(name, marks=pytest.mark.deep) for name in ("sparks", "pig", "dobutsu", "pylos"))
])  # fmt: skip
def test_two_pages_play_a_whole_game(chromium: Any, tmp_path: Path, name: str) -> None:
    random = Random(7)
    with (
        serving(name, tmp_path / "games.sqlite", "--set", "goal=20", *())
        if name == "pig"
        else serving(name, tmp_path / "games.sqlite") as server
    ):
        links = server.begin()
        seats = [seat for seat in links if seat != "watch"]
        pages = [Page(chromium, server, links[seat], size) for seat, size in zip(seats, (DESK, PHONE), strict=True)]
        looking = Page(chromium, server, links["watch"], PHONE)
        ends = monotonic() + HANGS
        while not all(page.is_over for page in pages):
            assert monotonic() < ends, pages[0].status
            for page in pages:
                if page.is_mine:
                    page.click(random)
            pages[0].page.wait_for_timeout(15)
        looking.page.locator(".status.over").wait_for()
        for seat, page in zip(seats, pages, strict=True):
            assert page.status == from_seat(seat, looking.status)
        file = tmp_path / "record.json"
        file.write_text(pages[1].saved(), encoding="utf-8")
        for page in (*pages, looking):
            assert page.said == []
            assert not page.page.evaluate("document.documentElement.scrollWidth > innerWidth")
            page.context.close()
    record = records.read(file)
    game = Game.of(name, record.options)
    assert [step.after for step in records.replay(game, record)][-1].is_over


def test_a_game_by_keys_alone(chromium: Any, tictactoe: Server) -> None:
    """Tab to the board, arrows to a site, Enter: from the first move to the last."""
    links = tictactoe.begin()
    x, o = (Page(chromium, tictactoe, links[seat], DESK) for seat in "XO")
    for page, label in ((x, "a1"), (o, "b3"), (x, "b2"), (o, "c3"), (x, "c1"), (o, "a3")):
        page.page.locator(".status.mine").wait_for()
        reach(page, label)
        page.page.keyboard.press("Enter")
        page.page.locator(".status:not(.mine)").wait_for()
    x.page.locator(".status.over").wait_for()
    assert x.status.startswith("You lost. O won.")
    news = x.page.locator("[aria-live=polite]").inner_text()
    assert "O: a3." in news
    assert "O won" in news
    assert x.said == o.said == []


def reach(page: Page, label: str) -> None:
    """Go to a site as people do who have no mouse."""
    for _ in range(40):
        if page.page.evaluate("document.activeElement.classList.contains('site')"):
            break
        page.page.keyboard.press("Tab")
    for _ in range(20):
        here = page.page.evaluate("document.activeElement.dataset.site")
        if here == label:
            return
        across, up = ord(label[0]) - ord(here[0]), int(label[1]) - int(here[1])
        page.page.keyboard.press(
            ("ArrowRight" if across > 0 else "ArrowLeft") if across else ("ArrowUp" if up > 0 else "ArrowDown")
        )
    raise AssertionError(f"{label} can't be reached")


def test_moves_are_typed(chromium: Any, chess: Server) -> None:
    page = Page(chromium, chess, chess.begin()["White"], DESK)
    typed = page.page.get_by_label("Move", exact=True)
    typed.fill("e2")
    until(page.page, lambda: page.page.locator("#completions li").all_inner_texts()[:2] == ["e2-e3", "e2-e4"])
    typed.fill("zz9")
    typed.press("Enter")
    page.page.locator(".trouble:not(:empty)").wait_for()
    assert "zz9" in page.page.inner_text(".trouble")
    typed.fill("e4")  # as players write it, which the rules say, not the page
    typed.press("Enter")
    page.page.locator(".status:not(.mine)").wait_for()
    expect(page.page.locator(".ply")).to_have_text(["e4"])
    expect(page.page.locator(".trouble")).to_be_empty()


def test_half_a_choice_is_taken_back(chromium: Any, chess: Server) -> None:
    page = Page(chromium, chess, chess.begin()["White"], DESK).page
    page.locator("[data-site=e2]").click()
    expect(page.locator(".status")).to_contain_text("e2")
    targets = page.locator(".site.can").evaluate_all("sites => sites.map(site => site.dataset.site)")
    assert {"e3", "e4"} <= set(targets)
    page.keyboard.press("Escape")
    expect(page.locator(".status")).not_to_contain_text("e2")
    expect(page.locator("[data-site=e2]")).to_have_attribute("aria-label", "e2, white pawn, can move")


def test_sites_have_names_and_what_stands_there(chromium: Any, tmp_path: Path) -> None:
    with serving("spectral_reapers", tmp_path / "games.sqlite") as server:
        page = Page(chromium, server, server.begin()["A"], PHONE).page
        names = page.locator(".site").evaluate_all("sites => sites.map(site => site.getAttribute('aria-label'))")
        assert len(names) == len(set(names)) > 3
        assert page.locator(".board").get_attribute("role") == "application"
        assert page.locator("[tabindex='0'].site").count() == 1


def test_a_page_comes_back_after_a_restart(chromium: Any, tmp_path: Path) -> None:
    data = tmp_path / "games.sqlite"
    with serving("tictactoe", data) as server:
        port = int(server.base.rstrip("/").rpartition(":")[2])
        links = server.begin()
        page = Page(chromium, server, links["X"], DESK)
        page.page.locator("[data-site=a1]").click()
        page.page.locator(".status:not(.mine)").wait_for()
    page.page.locator(".page.lost").wait_for()
    expect(page.page.locator(".trouble")).to_contain_text("connection")
    with serving("tictactoe", data, port=port) as server:
        page.page.locator(".page:not(.lost)").wait_for()
        other = Page(chromium, server, links["O"], PHONE)
        other.page.locator("[data-site=b2]").click()
        page.page.locator(".status.mine").wait_for()
        until(page.page, lambda: page.plies == other.plies == 2)
        expect(page.page.locator(".trouble")).to_be_empty()


def test_taking_back_by_agreement(chromium: Any, tictactoe: Server) -> None:
    links = tictactoe.begin()
    x, o = Page(chromium, tictactoe, links["X"], DESK), Page(chromium, tictactoe, links["O"], PHONE)
    x.page.locator("[data-site=b2]").click()
    o.page.locator(".status.mine").wait_for()
    x.page.get_by_role("button", name="Undo").click()
    o.page.get_by_role("button", name="Allow").click()
    x.page.locator(".status.mine").wait_for()
    until(x.page, lambda: x.plies == 0)


def test_who_asked_is_told_that_it_is_refused(chromium: Any, tictactoe: Server) -> None:
    links = tictactoe.begin()
    x, o = Page(chromium, tictactoe, links["X"], DESK), Page(chromium, tictactoe, links["O"], PHONE)
    x.page.locator(".site[data-site=b2]").click()
    expect(o.page.locator(".status.mine")).to_be_visible()
    x.page.get_by_role("button", name="Undo").click()
    o.page.get_by_role("button", name="Refuse").click()
    expect(x.page.locator(".trouble")).to_have_text("O refused.")
    expect(o.page.locator(".trouble")).to_be_empty()
    o.page.locator(".site[data-site=a1]").click()
    x.page.locator(".site[data-site=c1]").click()  # the game goes on, and nobody thinks of it any more
    expect(x.page.locator(".trouble")).to_be_empty()


def test_stepping_through_the_game(chromium: Any, tictactoe: Server) -> None:
    page = Page(chromium, tictactoe, tictactoe.begin({"O": "random"})["X"], DESK)
    for label in ("a1", "b2", "c3", "a2"):
        cell = page.page.locator(f"[data-site={label}].can")
        if cell.count():
            before = page.plies
            cell.click()
            until(page.page, partial(page.is_answered, before))
    page.page.get_by_role("button", name="To the beginning").click()
    page.page.locator(".page.past").wait_for()
    expect(page.page.locator(".things use")).to_have_count(0)
    page.page.get_by_role("button", name="One forward").click()
    expect(page.page.locator(".things use")).to_have_count(1)
    page.page.get_by_role("button", name="To the present").click()
    page.page.locator(".page:not(.past)").wait_for()


def test_a_game_is_begun_in_the_lobby(chromium: Any, tictactoe: Server) -> None:
    context = chromium.new_context(viewport=PHONE)
    page = context.new_page()
    said: list[str] = []
    page.on("console", lambda m: said.append(m.text))
    page.goto(tictactoe.base)
    about = Game.load("tictactoe").summary
    expect(page.locator(".about")).to_have_text(about)
    page.get_by_label("O", exact=True).select_option("random")
    page.get_by_text("Options").click()
    page.get_by_label("m", exact=True).fill("4")
    page.get_by_role("button", name="Begin a game").click()
    with context.expect_page() as opened:
        page.get_by_role("link", name="Sit here").click()
    seat = opened.value
    seat.locator(".status.mine").wait_for()
    expect(seat.locator(".site")).to_have_count(12)
    expect(seat.locator(".about")).to_have_text(about)  # as long as it is the first round
    seat.locator(".site.can").first.dispatch_event("click")
    expect(seat.locator(".about")).to_be_hidden()
    assert said == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    links = [str(field.input_value()) for field in page.locator(".links input").all()]
    page.reload()
    expect(page.locator(".links input")).to_have_count(len(links))
    assert [field.input_value() for field in page.locator(".links input").all()] == links


def test_a_link_that_leads_nowhere_says_so(chromium: Any, tictactoe: Server) -> None:
    page = chromium.new_context(viewport=PHONE).new_page()
    page.goto(f"{tictactoe.base}play#AAAAAAAAAAAAAAAAAAAAAAAA")
    page.locator(".trouble:not(:empty)").wait_for()
    expect(page.locator(".trouble")).to_have_text("There is no game behind this link; was all of it copied?")
    expect(page.get_by_role("link", name="Begin a new game.")).to_have_attribute("href", "/")
    expect(page.locator("button, input")).to_have_count(0)  # there is nothing to play on
    page.goto(f"{tictactoe.base}play")
    page.get_by_text("without its secret").wait_for()


@pytest.mark.parametrize("behind", [".", ")", "%20", ">,"])
def test_what_stands_behind_a_link_in_a_letter_does_no_harm(chromium: Any, tictactoe: Server, behind: str) -> None:
    page = chromium.new_context(viewport=PHONE).new_page()
    page.goto(f"{tictactoe.base}play#{tictactoe.begin()['X']}{behind}")
    expect(page.locator(".status.mine")).to_contain_text("You play X")


@pytest.mark.parametrize(("path", "status"), [("plya", 404), ("play/AAAA", 404), ("games", 405)])
def test_a_mistyped_address_leads_to_a_new_game(chromium: Any, tictactoe: Server, path: str, status: int) -> None:
    page = chromium.new_context(viewport=PHONE).new_page()
    answer = page.goto(f"{tictactoe.base}{path}")
    assert answer is not None and answer.status == status
    page.get_by_text("There is nothing at this address.").wait_for()
    page.get_by_role("link", name="Begin a new game.").click()
    expect(page.get_by_role("button", name="Begin a game")).to_be_visible()


@pytest.mark.parametrize(("status", "kind", "body", "said"), [
    (503, "application/json", '{"error": "no game can begin now"}', "No game can begin now."),
    (502, "text/html", "<h1>Bad Gateway</h1>", "The server doesn't answer."),
    (200, "text/html", "<h1>Log in first</h1>", "The server doesn't answer."),
])  # fmt: skip
def test_where_no_game_can_begin_the_page_says_why(
    chromium: Any, tictactoe: Server, status: int, kind: str, body: str, said: str
) -> None:
    """Also where somebody else answers, who stands between the page and the server."""
    page = chromium.new_context(viewport=PHONE).new_page()
    page.route("**/game", lambda route: route.fulfill(status=status, content_type=kind, body=body))
    page.goto(tictactoe.base)
    expect(page.get_by_role("alert")).to_have_text(said)


def test_two_tabs_of_one_seat_show_the_same(chromium: Any, tictactoe: Server) -> None:
    token = tictactoe.begin()["X"]
    one, other = Page(chromium, tictactoe, token, DESK), Page(chromium, tictactoe, token, PHONE)
    one.page.locator("[data-site=b2]").click()
    other.page.locator(".status:not(.mine)").wait_for()
    until(other.page, lambda: one.plies == other.plies == 1)


def test_rules_and_colours(chromium: Any, tmp_path: Path) -> None:
    with serving("sparks", tmp_path / "games.sqlite") as server:
        page = Page(chromium, server, server.begin()["White"], PHONE, color_scheme="dark")
        dark = page.page.evaluate("getComputedStyle(document.body).backgroundColor")
        for _ in range(2):  # as the system has it, light, dark
            unfold(page.page)
            page.page.get_by_role("button", name="Colours").click()
        until(page.page, lambda: page.page.evaluate("getComputedStyle(document.body).backgroundColor") == dark)
        page.page.get_by_role("button", name="Rules").click()
        expect(page.page.locator("dialog .rules")).to_contain_text("Sparks")
        page.page.keyboard.press("Escape")
        expect(page.page.locator("dialog")).to_have_count(0)
        assert page.said == []


CONTRAST = """
() => {
  const parts = (text) => text.match(/[\\d.]+/g).map(Number);
  const over = ([r, g, b, a = 1], [x, y, z]) => [r * a + x * (1 - a), g * a + y * (1 - a), b * a + z * (1 - a)];
  const light = (c) => c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (node) => {
    if (!node) return [255, 255, 255];
    const own = parts(getComputedStyle(node).backgroundColor);
    return own[3] === 0 ? ground(node.parentElement) : over(own, ground(node.parentElement));
  };
  const low = [];
  for (const node of document.querySelectorAll("body *:not(svg, svg *)")) {
    const text = [...node.childNodes].some((child) => child.nodeType === 3 && child.textContent.trim());
    if (!text || node.disabled || !node.getClientRects().length) continue;
    const back = ground(node), [a, b] = [light(over(parts(getComputedStyle(node).color), back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) low.push([node.tagName, node.className, node.textContent.slice(0, 20), ratio.toFixed(2)]);
  }
  return low;
}
"""


@pytest.mark.parametrize("scheme", daily(["light", "dark"], 2, ()))
def test_texts_stand_out_from_their_ground(chromium: Any, tmp_path: Path, scheme: str) -> None:
    with serving("backgammon", tmp_path / "games.sqlite") as server:
        links = server.begin()
        random = Random(3)
        pages = [Page(chromium, server, links[seat], DESK, color_scheme=scheme) for seat in ("White", "Black")]
        for _ in range(12):
            for page in pages:
                if page.is_mine:
                    page.click(random)
                until(page.page, lambda: pages[0].plies == pages[1].plies)
        for page in pages:
            assert page.page.evaluate(CONTRAST) == []


def test_nothing_moves_for_those_who_want_that(chromium: Any, tictactoe: Server) -> None:
    page = Page(chromium, tictactoe, tictactoe.begin()["X"], DESK, reduced_motion="reduce")
    page.page.evaluate("document.querySelector('.status').classList.add('thinking')")
    assert page.page.evaluate("getComputedStyle(document.querySelector('.status')).animationName") == "none"


def test_without_scripts_the_page_says_so(chromium: Any, tictactoe: Server) -> None:
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(tictactoe.base)
    assert "JavaScript" in page.inner_text("body")


def test_names_from_rules_are_text_and_nothing_else(chromium: Any, tmp_path: Path) -> None:
    """Rules from strangers: titles, options' help, moves and labels that look like HTML stay what they are."""
    rules = tmp_path / "strange.gdl"
    evil = "<img src=x onerror=document.title=666>"
    rules.write_text(
        f'game "Strange {evil}"\noption size: 1..3 = 3 "{evil}"\nplayers A, B\n'
        f"board grid(size, 1)\npieces stone of player\n"
        f'turn\n  choose s in empty as "{evil} {{s}}"\n  put stone of me on s\nend\n  win me if no empty\n'
        f'looks\n  stone of A "<b>" "</text><script>document.title=667</script>" red\n', encoding="utf-8")  # fmt: skip
    (tmp_path / "strange.md").write_text(f"# Page {evil}\n\n<script>document.title = 668</script>\n", encoding="utf-8")
    with serving(str(rules), tmp_path / "games.sqlite") as server:
        links = server.begin()
        page = Page(chromium, server, links["A"], DESK)
        page.page.locator("[data-site=a1]").click()
        page.page.locator(".ply").first.wait_for()
        page.page.get_by_role("button", name="Rules").click()
        expect(page.page.locator("dialog .rules")).to_contain_text("document.title = 668")
        assert page.page.locator("img").count() == 0
        assert page.page.title() == f"Strange {evil}"
        assert page.page.locator(".ply").first.inner_text().startswith("<img")
        lobby = page.context.new_page()
        lobby.goto(server.base)
        lobby.get_by_role("button", name="Begin a game").wait_for()
        assert lobby.locator("img").count() == 0


TRICKS = tricks("A, B", 13)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_cards_are_played_where_they_lie(chromium: Any, tmp_path: Path, size: dict[str, int]) -> None:
    """By a tap, and by the keyboard; each card stands there once, and others' aren't in the page at all."""
    ruleset = tmp_path / "tricks.gdl"
    ruleset.write_text(TRICKS, encoding="utf-8")
    with serving(str(ruleset), tmp_path / "games.sqlite") as server:
        links = server.begin()
        one, other = (Page(chromium, server, links[seat], size) for seat in ("A", "B"))
        cards = one.page.locator(".row.own button.card.can")
        expect(cards).to_have_count(13)
        held = {seat: set(page.page.locator(".row.own [data-card]").evaluate_all("all => all.map(x => x.dataset.card)"))
                for seat, page in (("A", one), ("B", other))}  # fmt: skip
        assert held["A"].isdisjoint(held["B"]) and len(held["B"]) == 13
        assert not set(one.page.locator("[data-card]").evaluate_all("all => all.map(x => x.dataset.card)")) & held["B"]
        assert one.page.locator(".choice").count() == 0  # what lies there needs no button
        widths = cards.evaluate_all("all => all.map(x => x.getBoundingClientRect().width)")
        assert min(widths) >= 44 and not one.page.evaluate("document.documentElement.scrollWidth > innerWidth")
        first = cards.nth(4).get_attribute("data-card")
        cards.nth(4).click()
        expect(other.page.locator(f".row.middle [data-card='{first}']")).to_be_visible()
        expect(one.page.locator(f".row.own [data-card='{first}']")).to_have_count(0)
        other.page.locator(".row.own button.card.can").first.focus()
        other.page.keyboard.press("Enter")
        expect(one.page.locator(".row.own button.card.can")).to_have_count(12)
        assert one.said == other.said == []


STOCKED = """game "Stocked"
players Ann, Bob
type suit = clubs, spades
type card = cards(2..14, suit)
game has stock: pile(26) of card
player has hand: set of card
hidden stock from player
hidden p.hand from player - p
setup
  stock = card
  shuffle stock
  for p in player
    deal 5 from stock to p.hand
turn
  choose c in me.hand
  me.hand -= c
end
  draw if no me.hand
"""


def test_a_pile_lies_there_as_a_stack_and_a_hand_is_held_as_a_fan(chromium: Any, tmp_path: Path) -> None:
    """Of 26 cards sixteen are left: three backs that lie on each other, and the number; screen readers hear it."""
    path = tmp_path / "stocked.gdl"
    path.write_text(STOCKED, encoding="utf-8")
    with serving(str(path), tmp_path / "games.sqlite") as server:
        page = Page(chromium, server, server.begin()["Ann"], DESK).page
        stack, fan = page.locator(".stack"), page.locator(".fan")
        expect(stack).to_have_attribute("aria-label", "stock: 16 cards, not seen")
        expect(stack.locator(".back")).to_have_count(3)
        expect(stack.locator("b")).to_have_text("16")
        expect(fan.locator(".back")).to_have_count(5)
        assert stack.bounding_box()["width"] < fan.bounding_box()["width"]


def test_a_record_that_is_dropped_where_games_begin(chromium: Any, tictactoe: Server, tmp_path: Path) -> None:
    """The browser stays on the page; the form has the record, and the game goes on from there."""
    states = [Game.load("tictactoe").start()]
    for move in ("a1", "b1", "a2"):
        states.append(states[-1].play(move))
    (tmp_path / "game.yaml").write_text(record_of(states[0].game, 3, states, {"X": "human", "O": "human"}))
    page = chromium.new_context().new_page()
    page.goto(tictactoe.origin)
    expect(page.locator("#begins")).to_have_count(1)
    session = page.context.new_cdp_session(page)
    for sort in ("dragEnter", "dragOver", "drop"):
        data = {"items": [], "files": [str(tmp_path / "game.yaml")], "dragOperationsMask": 1}
        session.send("Input.dispatchDragEvent", {"type": sort, "x": 300, "y": 300, "data": data})
    expect(page.locator("#begins")).to_be_visible()
    expect(page.locator("#begins")).to_have_value((tmp_path / "game.yaml").read_text())
    page.get_by_role("button", name="Begin a game").click()
    expect(page.locator(".links")).to_contain_text("The game is ready")
