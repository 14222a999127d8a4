"""Pages in a browser: whole games by clicks, computers, storage, records, what a page may do."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import filterfalse
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, until
from hiding import may_hide
from page_node import record_of
from playing import load
from typer.testing import CliRunner

from cli.app import app
from cli.web.page.build import page
from gdl import library
from interpreter import Game
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.record_model import Record

pytestmark = needs_browser
SLOWER = ("fire_and_ice", "big_balls", "sparklies", "spectral_reapers")
EVERY_DAY = ("tictactoe", "sparks", "backgammon", "chess")
"""Games of which a beginning is clicked every day; a browser takes seconds for each, so that the others are deep."""


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    found = chromium.new_context(viewport={"width": 1100, "height": 800})
    yield found
    found.close()


def written(name: str, folder: Path, *games: Game) -> Path:
    path = folder / f"{name}.html"
    made = page(games or [load(name)], [name] * max(len(games), 1))
    path.write_text(made.html, encoding="utf-8")
    return path


def fresh_record(game: Game, seed: int) -> str:
    return record_of(game, seed, [game.start(seed=seed)], dict.fromkeys(game.players, "human"))


def by_clicks(name: str, context: Any, folder: Path, seed: int, plies: int) -> Record:
    """Play a game by clicks; its record must be what the reference interpreter makes of it."""
    game = load(name)
    tab = Tab(context, written(name, folder))
    tab.load(fresh_record(game, seed))
    done = tab.clicked(seed, plies)
    text = tab.save()
    assert not tab.said, tab.said
    record = yamlio.parse(text).check(Record)
    states = [game.start(seed=seed)]
    for move in record.plies:
        states.append(states[-1].play(move))
    assert text == record_of(game, seed, states, dict.fromkeys(game.players, "human"))
    assert done["over"] or done["plies"] >= plies, done
    assert (states[-1].outcomes is not None) == done["over"]
    assert len(list(records.replay(game, record))) == len(record.plies)
    return record


@pytest.mark.parametrize("name", EVERY_DAY)
def test_games_by_clicks(name: str, context: Any, tmp_path: Path) -> None:
    assert len(by_clicks(name, context, tmp_path, 5, 20).plies) >= 5


@pytest.mark.deep
@pytest.mark.parametrize("name", [*filterfalse(may_hide, library.names())])
def test_whole_games_by_clicks(name: str, context: Any, tmp_path: Path) -> None:
    by_clicks(name, context, tmp_path, 6, 400)


# ---- computers


@pytest.mark.parametrize("name", [
    "sparks", "chess",
    *(pytest.param(name, marks=pytest.mark.deep) for name in SLOWER),
])  # fmt: skip
def test_against_the_computer(name: str, context: Any, tmp_path: Path) -> None:
    """One seat clicks at random, the computer has the others."""
    game = load(name)
    human, *others = game.players
    seats = {human: "human", **dict.fromkeys(others, "mcts:60")}
    tab = Tab(context, written(name, tmp_path))
    tab.load(record_of(game, 2, [game.start(seed=2)], seats))
    tab.clicked(2, 14)
    expect(tab.page.locator(".status")).not_to_contain_text("thinking")  # a computer's turn may still be on
    text = tab.save()
    record = yamlio.parse(text).check(Record)
    assert record.seats == seats
    assert len(record.plies) >= 8
    assert sum(1 for _ in records.replay(game, record)) == len(record.plies)
    assert not tab.said, tab.said


@pytest.mark.parametrize("kind", ["mcts:900s", "alphabeta:900s"])
def test_stopping_a_computer(kind: str, context: Any, tmp_path: Path) -> None:
    """A long thought is given up when its move isn't wanted any more."""
    game = load("breakthrough")
    tab = Tab(context, written("breakthrough", tmp_path))
    tab.load(record_of(game, 2, [game.start(seed=2)], {"White": "human", "Black": kind}))
    tab.clicked(2, 1)
    expect(tab.page.locator(".status")).to_contain_text("thinking")
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.locator(".status")).to_have_text(re.compile(r"your move\."))


# ---- what is asked once more, and what is read


def test_a_pass_that_ends_the_game_is_asked_for_once(context: Any, tmp_path: Path) -> None:
    game = Game.load("go")
    states = [game.start(seed=1)]
    for text in ("e5", "pass"):
        states.append(states[-1].play(text))
    tab = Tab(context, written("go", tmp_path))
    tab.load(record_of(game, 1, states, dict.fromkeys(game.players, "human")))
    page = tab.page
    expect(page.locator(".lines")).to_contain_text("points: Black 81, White 7.5")
    page.locator(".choice", has_text="pass").click()
    page.get_by_role("button", name="Go back").click()
    expect(page.locator(".status")).to_contain_text("Black to")
    page.locator(".choice", has_text="pass").click()
    page.get_by_role("button", name="Play pass").click()
    expect(page.locator(".status")).to_contain_text("Black won, 81 to 7.5 points")
    assert not tab.said, tab.said


def test_the_rules_on_a_page_begin_with_what_players_do(context: Any, tmp_path: Path) -> None:
    tab = Tab(context, written("go", tmp_path))
    tab.page.get_by_role("button", name="Rules").click()
    text = tab.page.locator("article.rules")
    expect(text).to_contain_text("Capture.")
    assert text.locator("h2").first.inner_text() == "Rules"
    assert "gdl play" not in text.inner_text()


# ---- what is kept


def test_a_page_goes_on_where_it_was(context: Any, tmp_path: Path) -> None:
    game = load("sparks")
    tab = Tab(context, written("sparks", tmp_path))
    tab.load(fresh_record(game, 3))
    tab.clicked(3, 5)
    tab.quiet()
    before = tab.save()
    tab.page.reload()
    tab.begun()
    assert tab.save() == before


def test_games_that_older_pages_kept_go_on(context: Any, tmp_path: Path) -> None:
    """They are in the browser as YAML, written to the letter as the program writes it; from now on they are JSON."""
    game = load("tictactoe")
    states = [game.start(seed=1)]
    for text in ("a1", "b2", "c3"):
        states.append(states[-1].play(text))
    whole = record_of(game, 1, states, dict.fromkeys(game.players, "human"))
    tab = Tab(context, written("tictactoe", tmp_path))
    tab.quiet()
    [key] = [key for key in tab.page.evaluate("Object.keys(localStorage)") if ".at." in key]
    old = records.text(yamlio.parse(whole).check(Record))
    tab.page.evaluate("([key, text]) => localStorage.setItem(key, `1\\n${text}`)", [key, old])
    tab.page.reload()
    tab.begun()
    assert tab.save() == whole
    until(tab.page, lambda: tab.page.evaluate("(key) => localStorage.getItem(key)", key).partition("\n")[2] == whole)


@pytest.mark.parametrize("name", ["going on.json", "elsewhere.yaml"])
def test_a_game_goes_from_the_page_to_the_terminal_and_back(name: str, context: Any, tmp_path: Path) -> None:
    tab = Tab(context, written("sparks", tmp_path))
    tab.load(fresh_record(load("sparks"), 3))
    tab.clicked(3, 6)
    with tab.page.expect_download() as download:
        tab.page.get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "sparks.json"
    file, other = tmp_path / "going on.json", tmp_path / name
    download.value.save_as(file)
    more = [] if other == file else ["--record", str(other)]
    *_, last = records.replay(load("sparks"), records.read(file))
    state, moves = last.after, list[str]()
    for _ in range(4):
        moves.append(state.moves[0].text)
        state = state.play(moves[-1])
    typed = "".join(f"{move}\n" for move in moves)
    done = CliRunner().invoke(app, ["play", "--plain", "--resume", str(file), *more], input=typed)
    assert done.exit_code == 0, done.output
    text = other.read_text(encoding="utf-8")
    assert text.startswith("{" if name.endswith(".json") else "gdl record: 1\n")
    record = records.read(other)
    tab.load(text)
    assert tab.trouble == ""
    assert tab.page.locator(".ply").all_inner_texts() == record.plies
    assert record.plies[-4:] == moves
    assert tab.save() == records.as_json(record)


def test_a_page_that_has_just_begun_offers_what_can_be_done(context: Any, tmp_path: Path) -> None:
    """Nothing to take back and nothing to do again; typed moves wait for the rules, and count in any case."""
    tab = Tab(context, written("chess", tmp_path))
    undo, redo = (tab.page.locator(f"[data-needs={name}]") for name in ("undo", "redo"))
    assert (undo.is_disabled(), redo.is_disabled()) == (True, True)
    tab.load(fresh_record(load("chess"), 3))
    tab.page.locator("#typed").fill("nf3")
    tab.page.locator("#typed").press("Enter")
    tab.page.locator(".ply").first.wait_for()
    tab.quiet()
    assert (tab.page.locator(".ply").first.inner_text(), tab.trouble) == ("Nf3", "")
    undo.click()
    expect(redo).to_be_enabled()


def test_what_the_game_is_about_is_told_though_dice_were_rolled(context: Any, tmp_path: Path) -> None:
    """Five dice are five plies, and still the first round."""
    tab = Tab(context, written("yahtzee", tmp_path))
    expect(tab.page.locator(".about")).to_have_text(load("yahtzee").summary)


def test_before_the_rules_are_there_nothing_is_played(context: Any, tmp_path: Path) -> None:
    context.add_init_script("window.Worker = class { postMessage() {} };")  # one that never answers
    tab = Tab(context, written("tictactoe", tmp_path), ready=False)
    tab.page.locator("#typed").wait_for()
    assert tab.page.locator("#typed").is_disabled()
    tab.page.evaluate("document.querySelector('.typing').requestSubmit()")
    tab.page.evaluate("() => new Promise((go) => setTimeout(go, 50))")
    assert (tab.said, tab.trouble) == ([], "")


def test_two_clicks_in_a_row_are_one_move(context: Any, tmp_path: Path) -> None:
    """What is clicked before the answer to the first click is seen was meant for another situation."""
    tab = Tab(context, written("tictactoe", tmp_path))
    tab.page.evaluate("""() => {
      const [one, two] = document.querySelectorAll(".site.can");
      for (const site of [one, two]) site.dispatchEvent(new MouseEvent("click", { bubbles: true })); }""")
    tab.page.locator(".ply").first.wait_for()
    tab.quiet()
    assert tab.trouble == ""


def test_names_from_rules_are_text_and_nothing_else(context: Any, tmp_path: Path) -> None:
    """Rules from strangers: what looks like the end of a script, or like HTML, stays what it is."""
    evil = "</script><script>document.title=1</script><!-- <img src=x onerror=document.title=2>"
    path = tmp_path / "strange.gdl"
    path.write_text(
        f'game "{evil}"\noption size: 2..3 = 3 "{evil}"\nplayers A, B\nboard grid(size, 1)\npieces stone of player\n'
        f'turn\n  choose s in empty as "{evil} {{s}}"\n  put stone of me on s\nend\n  win me if no empty\n'
        f'looks\n  stone of A "<b>" "</svg>" red\n', encoding="utf-8")  # fmt: skip
    tab = Tab(context, written("strange", tmp_path, Game.load(str(path))))
    tab.page.locator("[data-site=a1]").dispatch_event("click")
    tab.page.locator(".ply").first.wait_for()
    tab.quiet()
    assert tab.page.title() == evil
    assert tab.page.locator(".ply").first.inner_text() == f"{evil} a1"
    assert (tab.page.locator("img").count(), tab.said) == (0, [])


def test_two_tabs_have_a_game_each(context: Any, tmp_path: Path) -> None:
    game, path = load("tictactoe"), written("tictactoe", tmp_path)
    one = Tab(context, path)
    one.load(fresh_record(game, 3))
    one.clicked(3, 2)
    first = one.save()
    other = Tab(context, path)
    assert other.save() != first
    other.load(fresh_record(game, 4))
    other.clicked(4, 4)
    second = other.save()
    for tab, text in ((one, first), (other, second)):
        tab.quiet()
        tab.page.reload()
        tab.begun()
        assert tab.save() == text
    one.page.close()
    other.page.close()
    again = Tab(context, path)  # the latest game that nobody has
    assert again.save() in (first, second)


STORAGES = {
    "full": "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };",
    "blocked": "Object.defineProperty(window, 'localStorage', "
    "{ get() { throw new DOMException('no', 'SecurityError'); } });",
}


@pytest.mark.parametrize("how", STORAGES)
def test_storage_that_takes_nothing(how: str, context: Any, tmp_path: Path) -> None:
    context.add_init_script(STORAGES[how])
    tab = Tab(context, written("tictactoe", tmp_path))
    tab.clicked(1, 1)
    tab.quiet()
    tab.load(fresh_record(load("tictactoe"), 3))
    assert tab.clicked(3, 9)["over"]


def test_full_storage_is_said(context: Any, tmp_path: Path) -> None:
    context.add_init_script(STORAGES["full"])
    tab = Tab(context, written("tictactoe", tmp_path))
    expect(tab.page.locator(".trouble")).to_contain_text("can't be kept by the browser")


# ---- records of strangers


@pytest.mark.parametrize(("text", "said"), [
    ("nonsense", "can't be read as a record"),
    ("\x00\x01\x02", "can't be"),
    ('{"gdl record": 1, "turns": [["a1"', "can't be read as a record: its end is missing."),
    ('{"name": "somebody else", "version": "1.0.0"}', "it doesn't say `gdl record: 1`"),
    ('{"gdl record": 2}', "its `gdl record` is 2, and this page reads 1: a newer gdl has written it"),
    ("gdl record: 1\nrules: 12345\ntitle: Chess\nplayers: [A, B]\n",
     "The record is of Chess; this page plays Tic-tac-toe."),
    ("RULES\nturns:\n- [a1]\n- [a1]\n", "Turn 2 of the record, `a1`: that is not legal there."),
    ("RULES\nturns:\n- ['<img src=x onerror=alert(1)>']\n", "<img src=x onerror=alert(1)>`: that is not legal"),
])  # fmt: skip
def test_tampered_records(text: str, said: str, context: Any, tmp_path: Path) -> None:
    game = load("tictactoe")
    tab = Tab(context, written("tictactoe", tmp_path))
    before = tab.save()
    tab.load(text.replace("RULES", f"gdl record: 1\nrules: {game.hash}\nplayers: [X, O]\nseed: 0\nnumber: 0"))
    assert said in tab.trouble
    tab.page.locator("dialog .close").click()
    assert tab.save() == before
    assert not tab.said, tab.said


# ---- the page itself


def test_without_scripts_it_says_so(chromium: Any, tmp_path: Path) -> None:
    context = chromium.new_context(java_script_enabled=False)
    tab = Tab(context, written("tictactoe", tmp_path), ready=False)
    assert "needs JavaScript" in tab.page.locator(".noscript").inner_text()
    context.close()


def test_without_gzip_or_wasm(chromium: Any, tmp_path: Path) -> None:
    path = written("tictactoe", tmp_path)
    for script, said in (
        ("delete window.DecompressionStream;", "your move"),
        ("delete window.WebAssembly;", "can't be played in this browser: it has no WebAssembly"),
    ):
        context = chromium.new_context()
        context.add_init_script(script)
        tab = Tab(context, path, ready=False)
        expect(tab.page.locator("body")).to_contain_text(said)
        context.close()


def test_nothing_is_asked_of_a_network(context: Any, tmp_path: Path) -> None:
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    path = written("sparks", tmp_path)
    tab = Tab(context, path)
    tab.clicked(1, 3)
    assert [url for url in asked if not url.startswith(("blob:", "data:"))] == [path.as_uri()]


def test_the_policy_holds(context: Any, tmp_path: Path) -> None:
    """No text becomes a program, nothing is fetched."""
    tab = Tab(context, written("tictactoe", tmp_path))
    for attempt in (
        # not while the test itself evaluates
        """() => new Promise((go) => setTimeout(() => {
          try { go(String(Function('return 1')())); } catch (error) { go(error.name); } }, 20))""",
        "() => fetch('data:text/plain,x').then(() => 'fetched', (error) => error.name)",
        """() => new Promise((go) => {
          const s = document.createElement('script'); s.textContent = 'window.ran = 1'; document.body.append(s);
          setTimeout(() => go(window.ran === undefined ? 'Error' : 'ran'), 50); })""",
    ):
        assert tab.page.evaluate(attempt).endswith("Error"), attempt


def test_settings_are_chosen_in_the_page(context: Any, tmp_path: Path) -> None:
    games = [Game.load("sparks"), Game.of("sparks", {"base": 3})]
    tab = Tab(context, written("sparks", tmp_path, *games))
    tab.load(fresh_record(games[1], 3))
    assert json.loads(tab.save())["options"]["base"] == 3
