"""The studio's page in a real browser: writing, findings and fixes, a board that follows, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra [studio] isn't installed")
pytest.importorskip("uvicorn", reason="the extra [studio] isn't installed")

from browser import expect, needs_browser, until
from studio_process import Page, studio

from interpreter.game import scenarios

pytestmark = needs_browser
GAME = """\
game "Row"
players White, Black
board grid(3, 1)
pieces stone of player

turn
  choose s in empty
  put stone of me on s

end
  draw if no empty
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("games")


@pytest.fixture(scope="module")
def link(folder: Path) -> Iterator[str]:
    (folder / "row.gdl").write_text(GAME, encoding="utf-8")
    with studio(str(folder)) as found:
        yield found


@pytest.fixture
def page(chromium: Any, folder: Path, link: str) -> Iterator[Page]:
    """A page of a file that is as it was, on which nothing goes wrong unseen."""
    (folder / "row.gdl").write_text(GAME, encoding="utf-8")
    found = Page(chromium, link)
    yield found
    assert found.said == []
    found.context.close()


def test_a_mistake_is_found_while_typing_and_its_fix_makes_it_good(page: Page) -> None:
    page.write("players", "playerz")
    page.page.get_by_role("button", name="Write `players` instead of `playerz`").click()
    expect(page.page.locator(".found-words")).not_to_contain_text("error")
    assert page.text == GAME
    page.page.keyboard.press("Control+z")
    assert "playerz" in page.text


def test_the_board_follows_and_keeps_moves_that_fit(page: Page) -> None:
    for site in ("b1", "c1"):
        page.move(site)
        expect(page.page.locator(".stage .ply", has_text=site)).to_be_visible()
    page.write("grid(3, 1)", "grid(4, 2)")
    page.page.locator('.stage .site[data-site="d2"]').wait_for(state="attached")
    assert page.moves() == ["b1", "c1"]  # not a1, which was nobody's choice on the smaller board
    page.write("grid(4, 2)", "grid(2, 2)")
    expect(page.page.locator(".stuck")).to_contain_text("1 move doesn't fit")
    assert page.moves() == ["b1"]
    page.write("choose s", "chose s")
    expect(page.page.locator(".stuck")).to_contain_text("Line 7:")
    assert page.moves() == ["b1"]


def at(page: Page, part: str) -> None:
    """Put the caret before a part of the text."""
    page.select(part)
    page.page.keyboard.press("ArrowLeft")


def test_words_are_proposed_and_taken_by_keys(page: Page) -> None:
    page.write("  draw if no empty", "  draw if no emp")
    page.page.locator(".proposals li", has_text="empty").first.wait_for()
    page.page.keyboard.press("Tab")
    assert page.text == GAME
    page.page.keyboard.press("Control+z")
    assert page.text.endswith("emp\n")
    page.page.keyboard.type("x")
    expect(page.page.locator(".proposals")).to_be_hidden()


def test_suggestions_and_undo_need_no_keys(page: Page) -> None:
    page.write("  draw if no empty", "  draw if no ")
    page.page.get_by_role("button", name="Suggest").click()
    page.page.locator(".proposals li", has_text="empty").first.click()
    assert page.text == GAME
    page.page.get_by_role("button", name="Undo in the text").click()
    assert page.text.endswith("draw if no \n")
    page.page.get_by_role("button", name="Redo in the text").click()
    assert page.text == GAME


def test_a_word_is_explained_and_leads_to_its_place(page: Page) -> None:
    at(page, "stone of me")
    page.page.keyboard.press("Control+i")
    expect(page.page.locator(".explanation")).to_contain_text("stone")
    page.page.keyboard.press("Escape")
    expect(page.page.locator(".explanation")).to_be_hidden()
    page.page.keyboard.press("F12")
    expect(page.page.locator(".caret")).to_have_text("line 4, column 8")
    page.page.get_by_label("Go to", exact=True).select_option(label="turn")
    expect(page.page.locator(".caret")).to_contain_text("line 6")


def test_a_name_is_changed_everywhere_in_one_step(page: Page) -> None:
    at(page, "stone of me")
    page.page.keyboard.press("F2")
    page.page.get_by_label("New name").fill("two words")
    page.page.keyboard.press("Enter")
    expect(page.page.locator("dialog .wrong")).not_to_be_empty()
    page.page.get_by_label("New name").fill("pebble")
    page.page.keyboard.press("Enter")
    until(page.page, lambda: page.text == GAME.replace("stone", "pebble"))
    page.page.keyboard.press("Control+z")
    assert page.text == GAME


def test_the_text_is_put_into_the_usual_layout(page: Page) -> None:
    page.write("choose s in empty", "choose   s in   empty")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Alt+Shift+F")
    until(page.page, lambda: page.text == GAME)


def test_the_manual_and_explanations_need_no_keys(page: Page) -> None:
    page.page.get_by_role("button", name="How the studio works").click()
    expect(page.page.get_by_role("dialog")).to_contain_text("Ctrl+Space")
    page.page.keyboard.press("Escape")
    at(page, "stone of me")
    page.page.get_by_role("button", name="Explain").click()
    expect(page.page.locator(".explanation")).to_contain_text("stone")
    page.page.focus("#text")
    page.page.keyboard.press("Control+End")
    page.page.get_by_role("button", name="Explain").click()
    expect(page.page.locator(".notice")).to_contain_text("no word at the caret")


def test_the_first_finding_is_heard_and_each_says_what_it_is(page: Page) -> None:
    page.put("choose s", "chose s")
    expect(page.page.locator(".found-words")).to_have_text("1 error: line 7: `chose` doesn't begin a statement")
    expect(page.page.get_by_role("button", name="error line 7 `chose`")).to_be_visible()
    expect(page.page.locator("#text")).to_have_attribute("aria-invalid", "true")
    page.put("chose s", "choose s")
    expect(page.page.locator("#text")).to_have_attribute("aria-invalid", "false")


def test_places_in_the_text_itself_are_lines_and_no_paths(page: Page) -> None:
    page.put("end\n", "turn\n  choose s in empty\n\nend\n")
    expect(page.page.locator(".findings li").first).to_contain_text("`turn` is declared already (line 6)")
    expect(page.page.locator(".stuck")).to_contain_text("Line 10: `turn` is declared already (line 6)")


def test_a_new_ruleset_that_nobody_changed_is_left_without_a_question(page: Page) -> None:
    for _ in range(2):
        page.page.get_by_role("button", name="New", exact=True).click()
        page.page.get_by_role("button", name="An empty game with comments").click()
        until(page.page, lambda: "A game to start from" in page.text)
        expect(page.page.get_by_role("dialog")).to_have_count(0)
        expect(page.page.locator(".notice")).to_be_hidden()
    page.write("Mygame", "Mine")
    page.page.get_by_role("button", name="New", exact=True).click()
    page.page.get_by_role("button", name="An empty game with comments").click()
    expect(page.page.locator(".notice")).to_contain_text("isn't saved")
    assert "Mine" in page.text


def test_finding_goes_round(page: Page) -> None:
    page.page.focus("#text")
    page.page.keyboard.press("Control+f")
    page.page.keyboard.type("EMPTY")
    expect(page.page.locator(".count-found")).to_have_text("1 of 2")
    for said in ("2 of 2", "1 of 2"):
        page.page.keyboard.press("Enter")
        expect(page.page.locator(".count-found")).to_have_text(said)
    page.page.keyboard.press("Escape")
    assert page.page.evaluate("document.activeElement.id") == "text"


def test_undo_redo_and_a_computer(page: Page) -> None:
    page.move("b1")
    expect(page.page.locator(".stage .ply")).to_have_count(1)
    page.page.locator(".stage").get_by_role("button", name="Undo").click()
    expect(page.page.locator(".stage .ply")).to_have_count(0)
    page.page.locator(".stage").get_by_role("button", name="Redo").click()
    expect(page.page.locator(".stage .ply")).to_have_count(1)
    page.page.get_by_text("Options and players").click()
    page.page.get_by_label("Black", exact=True).select_option("random")
    until(page.page, lambda: len(page.moves()) >= 2)  # what was played stays, and the computer goes on
    page.page.locator(".stage").get_by_role("button", name="New game").click()
    expect(page.page.locator(".stage .ply")).to_have_count(0)
    page.move("a1")
    until(page.page, lambda: len(page.moves()) >= 2)


def test_options_are_controls_beside_the_board(page: Page) -> None:
    page.put("board grid(3, 1)", 'option wide: 2..9 = 3 "cells"\nboard grid(wide, 1)')
    page.page.get_by_text("Options and players").click()
    page.page.get_by_label("wide", exact=True).fill("4")
    page.page.keyboard.press("Tab")
    page.page.locator('.stage .site[data-site="d1"]').wait_for(state="attached")
    page.write("2..9", "2..3")
    expect(page.page.locator(".stuck")).to_contain_text("The usual options are played")
    expect(page.page.locator('.stage .site[data-site="d1"]')).to_have_count(0)


def test_figures_and_idle_lines_come_at_a_pause_and_pale_while_typing(page: Page) -> None:
    page.put("  draw if no empty\n", "  draw if no empty\n  lose me if no mine and no empty\n")
    page.page.get_by_role("tab", name="Figures").click()
    expect(page.page.locator(".figure-table")).to_contain_text("100.0 %")  # each game is drawn
    expect(page.page.locator(".idle-lines li")).to_have_text(["line 12lose me if no mine and no empty"])
    expect(page.page.locator(".code-row.idle")).to_have_count(1)
    page.write("grid(3, 1)", "grid(5, 1)")
    expect(page.page.locator(".panel.figures.old")).to_be_attached()
    expect(page.page.locator(".figure-table")).to_contain_text("5.0")  # turns
    expect(page.page.locator(".panel.figures.old")).not_to_be_attached()


def test_there_are_no_empty_fields_where_no_board_can_be_shown(page: Page) -> None:
    page.write("choose s", "chose s")
    page.page.reload()
    expect(page.page.locator(".stuck")).to_contain_text("There is no board yet. Line 7:")
    expect(page.page.locator(".stage")).to_be_hidden()
    page.write("chose s", "choose s")
    expect(page.page.locator(".stage .status")).to_contain_text("White to move")
    expect(page.page.locator(".stage")).to_be_visible()


def test_a_remark_on_the_place_at_the_caret_goes_when_one_writes_on(page: Page) -> None:
    page.select("players")
    page.page.keyboard.press("F2")
    expect(page.page.locator(".notice")).to_contain_text("`players` is a word of the language")
    page.page.keyboard.press("End")
    page.page.keyboard.type(" ")
    expect(page.page.locator(".notice")).to_be_hidden()


def test_in_german_places_and_figures_are_written_as_there(chromium: Any, folder: Path, link: str, page: Page) -> None:
    german = Page(chromium, link, locale="de-DE")
    german.page.get_by_role("tab", name="Zahlen").click()
    expect(german.page.locator(".figure-table")).to_contain_text("100,0 %")
    german.write("choose s", "chose s")
    expect(german.page.locator(".stuck")).to_contain_text("ließen. Zeile 7: ")
    german.context.close()


def test_a_finding_of_play_is_shown_on_the_board(page: Page) -> None:
    page.put("turn\n", "game has n: 0..1\nturn\n  n += 1\n")
    page.page.get_by_role("button", name="Show me").first.click()
    expect(page.page.locator(".stuck")).to_contain_text("`n`")


def test_saving_writes_the_file(page: Page, folder: Path) -> None:
    page.write('"Row"', '"Line"')
    expect(page.page.locator(".save-state")).to_have_text("not saved")
    page.page.keyboard.press("Control+s")
    expect(page.page.locator(".save-state")).to_have_text("saved")
    assert (folder / "row.gdl").read_text(encoding="utf-8") == GAME.replace("Row", "Line")


def test_what_changed_on_the_disk_is_asked_about(page: Page, folder: Path) -> None:
    page.write('"Row"', '"Mine"')
    (folder / "row.gdl").write_text(GAME.replace("Row", "Theirs"), encoding="utf-8")
    page.page.get_by_role("button", name="Show what is on the disk").wait_for()
    page.page.keyboard.press("Control+s")
    page.page.get_by_role("button", name="Show what is on the disk").click()
    assert "Theirs" in page.text
    page.page.focus("#text")
    page.page.keyboard.press("Control+z")
    assert "Mine" in page.text
    page.page.get_by_role("button", name="Save").click()
    expect(page.page.locator(".save-state")).to_have_text("saved")
    assert "Mine" in (folder / "row.gdl").read_text(encoding="utf-8")


def test_a_file_that_is_gone_is_told_and_can_be_saved_again(page: Page, folder: Path) -> None:
    (folder / "row.gdl").unlink()
    page.page.get_by_role("button", name="Save it again").click()
    until(page.page, (folder / "row.gdl").exists)
    assert (folder / "row.gdl").read_text(encoding="utf-8") == GAME


def test_who_was_told_that_the_file_is_gone_saves_it_by_the_keys(page: Page, folder: Path) -> None:
    (folder / "row.gdl").unlink()
    page.page.get_by_role("button", name="Save it again").wait_for()
    expect(page.page.locator(".save-state")).to_have_text("not saved")
    page.page.keyboard.press("Control+s")
    expect(page.page.locator(".save-state")).to_have_text("saved")
    assert (folder / "row.gdl").read_text(encoding="utf-8") == GAME
    expect(page.page.get_by_role("button", name="Save it again")).not_to_be_attached()


def test_a_file_that_is_there_again_as_it_was_is_saved(page: Page, folder: Path) -> None:
    (folder / "row.gdl").unlink()
    page.page.get_by_role("button", name="Save it again").wait_for()
    (folder / "row.gdl").write_text(GAME, encoding="utf-8")
    expect(page.page.locator(".save-state")).to_have_text("saved")
    expect(page.page.get_by_role("button", name="Save it again")).not_to_be_attached()


def test_a_file_that_was_gone_and_came_back_is_not_written_over(page: Page, folder: Path) -> None:
    (folder / "row.gdl").unlink()
    page.page.get_by_role("button", name="Save it again").wait_for()
    (folder / "row.gdl").write_text(GAME.replace("Row", "Theirs"), encoding="utf-8")
    page.page.keyboard.press("Control+s")
    page.page.get_by_role("button", name="Show what is on the disk").wait_for()
    assert "Theirs" in (folder / "row.gdl").read_text(encoding="utf-8")


def test_a_page_that_is_loaded_again_has_what_was_not_saved(page: Page) -> None:
    page.write('"Row"', '"Unsaved"')
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.page.reload()
    until(page.page, lambda: "Unsaved" in page.text)
    expect(page.page.locator(".save-state")).to_have_text("not saved")


def test_what_was_written_in_a_tab_that_is_closed_is_offered_and_opened(page: Page, link: str) -> None:
    page.write('"Row"', '"Closed"')
    until(page.page, lambda: page.page.evaluate("Object.values(localStorage).some((text) => text.includes('Closed'))"))
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".found-words")).to_contain_text("Nothing found")
    expect(other.locator(".notice")).to_be_hidden()  # the tab is still open
    other.close()
    page.page.close(run_before_unload=False)
    again = page.context.new_page()
    again.goto(link)
    expect(again.locator(".notice")).to_contain_text("row.gdl was closed, and isn't saved.")
    assert again.input_value("#text") == GAME
    again.get_by_role("button", name="Open it").click()
    until(again, lambda: "Closed" in again.input_value("#text"))
    expect(again.locator(".save-state")).to_have_text("not saved")
    expect(again.locator(".names")).not_to_have_value("row.gdl")  # the file isn't written over
    again.on("dialog", lambda dialog: dialog.accept())
    again.reload()
    until(again, lambda: "Closed" in again.input_value("#text"))
    expect(again.locator(".notice")).to_be_hidden()


def test_a_page_that_is_loaded_again_has_its_game(page: Page) -> None:
    page.move("b1")
    expect(page.page.locator(".stage .ply")).to_have_text("b1")
    page.page.reload()
    expect(page.page.locator(".stage .ply")).to_have_text("b1")
    page.page.get_by_role("button", name="New", exact=True).click()
    page.page.get_by_role("button", name="An empty game with comments").click()
    expect(page.page.locator(".stage .ply")).to_have_count(0)  # it is another game's


def test_a_new_ruleset_keeps_the_name_that_somebody_gave_it(page: Page) -> None:
    page.page.get_by_role("button", name="New", exact=True).click()
    page.page.get_by_role("button", name="An empty game with comments").click()
    until(page.page, lambda: "A game to start from" in page.text)
    page.page.get_by_role("button", name="Name of the file").click()
    page.page.get_by_role("textbox", name="Name").fill("heron")
    page.page.keyboard.press("Enter")
    expect(page.page.locator(".names")).to_have_value("heron.gdl")
    page.write("Mygame", "Unsaved")
    page.page.on("dialog", lambda dialog: dialog.accept())
    page.page.reload()
    until(page.page, lambda: "Unsaved" in page.text)
    expect(page.page.locator(".names")).to_have_value("heron.gdl")


def test_a_file_of_this_computer_is_opened_and_dropped(page: Page) -> None:
    def chosen(name: str, data: bytes) -> None:
        page.page.get_by_role("button", name="New", exact=True).click()
        file: Any = {"name": name, "mimeType": "text/plain", "buffer": data}
        page.page.get_by_label("Or from a file").set_input_files(files=[file])

    chosen("picture.gdl", b"\xff\x00\x01")
    expect(page.page.locator("dialog .wrong")).to_have_text("picture.gdl isn't a text in UTF-8.")
    page.page.keyboard.press("Escape")
    chosen("pond.gdl", GAME.replace("Row", "Pond").encode())
    until(page.page, lambda: "Pond" in page.text)
    expect(page.page.locator(".names")).to_have_value("pond.gdl")
    expect(page.page.locator(".save-state")).to_have_text("not saved")
    page.write('"Pond"', '"Lake"')
    page.page.evaluate("""() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['game "Dropped"'], "dropped.gdl"));
      for (const name of ["dragover", "drop"]) dispatchEvent(new DragEvent(name, { dataTransfer, cancelable: true }));
    }""")
    expect(page.page.locator(".notice")).to_contain_text("isn't saved")  # nothing is lost without a question
    page.page.get_by_role("button", name="Open dropped.gdl without saving").click()
    until(page.page, lambda: page.text == 'game "Dropped"')


def test_places_of_what_was_proposed_are_filled_in_by_tab(page: Page) -> None:
    page.write("board grid(3, 1)", "board gri")
    page.page.locator(".proposals li", has_text="grid(").first.wait_for()
    page.page.keyboard.press("Tab")
    page.page.keyboard.type("3")
    page.page.keyboard.press("Tab")
    page.page.keyboard.type("1")
    page.page.keyboard.press("Tab")
    assert page.text == GAME
    page.page.keyboard.press("Tab")
    assert page.text == GAME.replace("grid(3, 1)", "grid(3, 1)  ")  # which indents again


def test_what_was_wrong_with_the_rules_is_not_said_of_those_that_follow(page: Page) -> None:
    page.move("b1")
    expect(page.page.locator(".stage .ply")).to_have_count(1)
    page.write("choose s", "chose s")
    expect(page.page.locator(".stuck")).to_contain_text("Line 7:")
    page.page.locator(".stage").get_by_role("button", name="Undo").click()
    expect(page.page.locator(".stage .trouble")).to_contain_text("Line 7:")
    page.write("chose s", "choose s")
    expect(page.page.locator(".stuck")).to_be_empty()
    expect(page.page.locator(".stage .trouble")).to_be_empty()


def test_a_block_is_left_by_backspace_and_the_board_is_there_before_the_end(page: Page) -> None:
    page.put(GAME, "")
    for key in ('game "Ponds"', "players Red, Blue", "board grid(2, 2)", "pieces frog of player", "turn"):
        page.page.keyboard.type(f"{key}\n")
    page.page.keyboard.type("choose s in empty\nput frog of me on s\n")
    expect(page.page.locator(".stuck")).to_contain_text("the game never ends")
    page.move("a2")
    expect(page.page.locator(".stage .status")).to_contain_text("Blue to move")
    page.page.focus("#text")
    page.page.keyboard.press("Backspace")
    page.page.keyboard.type("end\ndraw if no empty\n")
    expect(page.page.locator(".stuck")).to_be_empty()
    assert page.text.endswith("  put frog of me on s\nend\n  draw if no empty\n  ")
    assert page.moves() == ["a2"]


def test_a_new_ruleset_is_called_as_its_title_and_can_be_renamed(page: Page, folder: Path) -> None:
    tab = page.page
    tab.get_by_role("button", name="New", exact=True).click()
    tab.get_by_role("button", name="An empty game with comments").click()
    expect(tab.locator(".names")).to_have_value("mygame.gdl")
    page.put('"Mygame"', '"Pond Life"')
    expect(tab.locator(".names")).to_have_value("pondlife.gdl")
    tab.once("dialog", lambda one: one.accept())
    tab.reload()
    expect(tab.locator(".names")).to_have_value("pondlife.gdl")
    assert '"Pond Life"' in page.text
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(tab.locator(".save-state")).to_have_text("saved")
    page.put('"Pond Life"', '"Ponds"')  # what is saved keeps its name
    tab.get_by_role("button", name="Save", exact=True).click()
    expect(tab.locator(".save-state")).to_have_text("saved")
    tab.get_by_role("button", name="Name of the file").click()
    tab.get_by_label("Name", exact=True).fill("row")
    tab.locator("dialog").get_by_role("button", name="Rename").click()
    expect(tab.locator("dialog .wrong")).to_contain_text("something else of this name")
    tab.get_by_label("Name", exact=True).fill("lake")
    tab.locator("dialog").get_by_role("button", name="Rename").click()
    expect(tab.locator(".names")).to_have_value("lake.gdl")
    assert sorted(path.name for path in folder.glob("*.gdl")) == ["lake.gdl", "row.gdl"]
    assert '"Ponds"' in (folder / "lake.gdl").read_text(encoding="utf-8")
    page.checked()
    (folder / "lake.gdl").unlink()


def test_tab_indents_and_escape_lets_it_leave(page: Page) -> None:
    page.select("players")
    page.page.keyboard.press("ArrowLeft")
    page.page.keyboard.press("Tab")
    assert "\n  players" in page.text
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("Tab")
    assert page.page.evaluate("document.activeElement.id") != "text"


def test_a_phone_has_one_pane_at_a_time_and_no_wider_than_itself(chromium: Any, link: str) -> None:
    page = Page(chromium, link, 390, 844, has_touch=True, locale="de-DE")
    assert page.page.locator("#text").is_visible() and not page.page.locator(".stage .board").is_visible()
    page.page.get_by_role("button", name="Brett", exact=True).click()
    assert page.page.locator(".stage .board").is_visible()
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 390
    page.context.close()


ROWS = """(within) => {
  const box = (one) => one.getBoundingClientRect();
  const middle = (one) => Math.round((box(one).top + box(one).height / 2) / 12);
  const seen = [...document.querySelectorAll(`${within} > *`)].filter((one) => box(one).width > 1);
  return new Set(seen.map(middle)).size;
}"""
"""In how many rows things lie that lie side by side; what is there for listeners alone is a pixel wide."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_on_a_small_phone_the_head_takes_two_rows_and_the_tools_one(chromium: Any, link: str, language: str) -> None:
    page = Page(chromium, link, 360, 740, has_touch=True, locale=language)
    assert page.page.evaluate(ROWS, ".head") == 2
    assert page.page.evaluate("document.documentElement.scrollWidth") <= 360
    page.page.locator("[data-pane=board]").click()
    assert page.page.evaluate(ROWS, ".stage .tools") == 1
    page.context.close()


def test_a_link_with_another_secret_says_so(chromium: Any, link: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    page.goto(link.partition("#")[0] + "#wrong")
    expect(page.locator(".notice")).to_contain_text("This link isn't the studio's")
    context.close()


def test_a_game_on_the_board_is_kept_as_a_test(page: Page, folder: Path) -> None:
    file = folder / "scenarios-row.yaml"
    page.move("b1")
    expect(page.page.locator(".stage .ply")).to_have_count(1)
    page.keep_as_test("the middle first")
    tab = page.page.get_by_role("tab", name="Tests")
    expect(tab).to_contain_text("1 ✓")
    expect(page.page.locator(".number.passed")).to_have_text("1")
    assert [one.passed for one in scenarios.run(scenarios.read(file))] == [True]  # `gdl test` reads it, too
    page.put("put stone of me on s", "put stone of next on s")
    expect(tab).to_contain_text("1 ✗")
    tab.click()
    expect(page.page.locator(".cases pre")).to_contain_text("expected")
    page.accept()
    expect(tab).to_contain_text("1 ✓")
    page.page.locator(".stage").get_by_role("button", name="Undo").click()
    expect(page.page.locator(".stage .ply")).to_have_count(0)
    page.page.locator(".cases .finding").click()
    expect(page.page.locator(".stage .ply")).to_have_count(1)
    page.page.get_by_role("button", name="Delete the middle first").click()
    page.page.locator("dialog").get_by_role("button", name="Delete").click()
    expect(page.page.locator(".cases li")).to_have_count(0)
    assert "scenarios: []" in file.read_text(encoding="utf-8")


def test_a_variant_is_begun_and_held_against_its_base(page: Page) -> None:
    page.page.get_by_role("button", name="New", exact=True).click()
    page.page.get_by_label("Or from a game").fill("breakthr")
    page.page.get_by_role("button", name="A variant of Breakthrough", exact=True).click()
    until(page.page, lambda: 'extends "breakthrough"' in page.text)
    expect(page.page.locator('.stage .site[data-site="a8"]')).to_be_attached()
    page.page.get_by_role("tab", name="Base").click()
    expect(page.page.locator(".base-text li").first).to_have_text('game "Breakthrough"')
    page.page.focus("#text")
    page.page.keyboard.press("Control+End")
    page.page.keyboard.insert_text("set size = 4\n")
    page.page.locator('.stage .site[data-site="a8"]').wait_for(state="detached")
    page.page.get_by_role("tab", name="Compare").click()
    page.page.get_by_label("Compare with").select_option("base")
    page.page.get_by_role("button", name="Compare", exact=True).click()
    row = page.page.locator(".figure-table tr, .figures tr", has_text="Turns of a game").last
    expect(row).to_contain_text("yes")  # a board half as long has shorter games
    expect(page.page.locator(".difference .more").first).to_be_attached()


def test_the_text_is_folded_to_its_parts_and_leads_back(page: Page) -> None:
    page.page.focus("#text")
    page.page.keyboard.press("Alt+Shift+O")
    rows = page.page.locator(".folded .folded-row:visible")
    expect(rows.filter(has_text="turn")).to_be_visible()
    expect(rows.filter(has_text="choose s in empty")).to_have_count(0)
    page.page.locator(".folded summary", has_text="turn").click()
    expect(rows.filter(has_text="choose s in empty")).to_have_count(1)
    page.page.get_by_role("button", name="Write in line 7").click()
    expect(page.page.locator(".caret")).to_have_text("line 7, column 1")
    assert page.page.evaluate("document.activeElement.id") == "text" and page.text == GAME


# ---- a position by hand


def test_a_position_by_hand_stays_while_the_rules_change(page: Page) -> None:
    """Put together on the board, in the middle of that the board grows; played from; the rules change, and it stays."""
    on = page.page
    on.get_by_title("Position", exact=True).click()
    expect(on.locator(".editor")).to_be_visible()
    on.get_by_role("radio", name="Black stone").check()
    page.move("c1")
    expect(on.locator('.site[data-site="c1"]')).to_have_attribute("aria-label", "c1, black stone")
    page.put("grid(3, 1)", "grid(4, 1)")
    expect(on.locator('.site[data-site="d1"]')).to_be_visible()
    expect(on.locator('.site[data-site="c1"]')).to_have_attribute("aria-label", "c1, black stone")
    on.get_by_label("To move").select_option("Black")
    on.get_by_role("button", name="Play from here").click()
    expect(on.locator(".editor")).to_be_hidden()
    expect(on.locator(".stage .status")).to_contain_text("Black")
    page.move("a1")
    expect(on.locator(".stage .ply")).to_have_count(1)
    page.put("grid(4, 1)", "grid(5, 1)")
    expect(on.locator('.site[data-site="e1"]')).to_be_visible()
    expect(on.locator('.site[data-site="c1"]')).to_have_attribute("aria-label", re.compile("c1, black stone"))
    assert page.moves() == ["a1"]
    page.put("grid(5, 1)", "grid(2, 1)")
    expect(on.locator(".stuck")).to_contain_text("The position by hand doesn't fit the rules any more")
    page.put("grid(2, 1)", "grid(3, 1)")
    expect(on.locator('.site[data-site="c1"]')).to_have_attribute("aria-label", re.compile("c1, black stone"))
    assert page.moves() == ["a1", "b1"]  # the only one that is left
