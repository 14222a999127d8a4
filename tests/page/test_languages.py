"""The page's own words: all of them in the catalogues, each catalogue whole, shown in the reader's language."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import said
from browser import Tab, expect, needs_browser
from playing import load

from cli.languages import catalogues
from cli.languages.catalogues import Catalogue
from cli.web.page.build import page
from cli.web.page.face import NEEDS

WEB = Path(__file__).parents[2] / "cli" / "web"
STUDIO = Path(__file__).parents[2] / "cli" / "studio"
PHONE = {"width": 390, "height": 844}
KNOWN = {one.code: one for one in catalogues.known()}


def texts() -> set[str]:
    code = said.code_in(WEB / "page", ".js") + said.code_in(STUDIO / "page", ".js")
    counted = {many for _, many in said.of_many(code)} - {"{n} games"}  # an example in a comment
    return {NEEDS, *said.of_one(code)} | counted


def test_german_is_there() -> None:
    assert KNOWN["de"].language == "Deutsch"


@pytest.mark.parametrize("code", KNOWN)
def test_a_catalogue_has_every_text_with_the_same_places(code: str) -> None:
    catalogue = KNOWN[code]
    assert texts() <= set(catalogue.texts), "these lack"
    for english, own in catalogue.texts.items():
        forms = {"other": own} if isinstance(own, str) else own
        if not isinstance(own, str):
            assert set(forms) == {*catalogue.plurals, "other"}, english
        for text in forms.values():
            assert said.placeholders(text) == said.placeholders(english), english
    for forms in catalogue.heard.values():
        for english, own in forms.items():
            assert said.placeholders(own) == said.placeholders(english), english


def form(text: str) -> str:
    """A text whatever its places are called."""
    return re.sub(r"\{\w+\}", "{}", text)


def refusals() -> Iterator[str]:
    """Why something can't be done, as engines and servers say it in one piece."""
    code = said.code_in(WEB / "page" / "engine", ".js")
    yield from re.findall(r'\bnew Refused\("([^"]+)"', code)
    yield from (re.sub(r"\$\{[^}]*\}", "{}", text) for text in re.findall(r"\bnew Refused\(`([^`]+)`\)", code))
    for file in sorted((WEB / "serve").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Refused", "_no") and node.args:
                yield from of_node(node.args[0])


def of_node(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


@pytest.mark.parametrize("code", KNOWN)
def test_what_engines_refuse_is_known_by_its_form(code: str) -> None:
    forms = {form(english) for english in KNOWN[code].heard["trouble"]}
    wanted = set(refusals())
    wishes = {text for text in wanted if "{} asked to {}" in text}  # two wishes, each with a form of its own
    assert len(wanted) > 25
    assert wanted - wishes <= forms


LITERAL = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|`(?:[^`\\]|\\.)*`")
WORDS = re.compile(r"[A-Z][a-z]+[ .:,…]|^[\"`][A-Z][a-z]+[\"`]$|[a-z]{2,} [a-z]{2,} [a-z]+|[a-z] …")
CALLS = "tr|trn|heard|querySelector|querySelectorAll|closest|import|matchMedia"
INSIDE = re.compile(rf'\b({CALLS})\($|\bfrom $|class: $|^import|\btrn\("[^"]*", $')
NOT_SAID = (
    "Enter", "Escape", "Arrow", "svg g path", "h1 h2 h3", "lineargradient", "dl dt dd", "English", 'Files"', "You `",
)  # fmt: skip
"""Keys, names of elements and paths, English's own name, a browser's for what is dragged, and the beginning of a result
that `heard` puts into words."""


def test_no_words_stand_outside_the_catalogue() -> None:
    found = []
    for path in sorted((WEB / "page" / "face").glob("*.js")):
        for line in path.read_text(encoding="utf-8").splitlines():
            code = re.sub(r"(^|\s)//.*|^\s*/?\*.*", "", line)
            for literal in LITERAL.finditer(code):
                before, text = code[: literal.start()], literal.group()
                own = text if text.startswith('"') else re.sub(r"\$\{.*\}", "", text)
                if WORDS.search(own) and not INSIDE.search(before) and not own[1:].startswith(NOT_SAID):
                    found.append(f"{path.name}: {text}")
    assert found == []


MARKED = Catalogue("zz", "⟦zz⟧", {}, {}, {})
SHOWN = """
() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.parentElement;
    const others = "script, noscript, style, .rules, .sites, .about, .language, [aria-hidden=true]";
    if (!at.closest(others)) found.push(walk.currentNode.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) {
    for (const one of document.querySelectorAll(`[${name}]`)) found.push(one.getAttribute(name));
  }
  return [...new Set(found.map((text) => text.trim()))].filter((text) => /\\p{L}{2}/u.test(text));
}
"""


def opened(chromium: Any, folder: Path, name: str, **context: Any) -> Tab:
    path = folder / f"{name}.html"
    path.write_text(page([load(name)], [name]).html, encoding="utf-8")
    return Tab(chromium.new_context(**context), path)


@needs_browser
def test_every_word_on_a_page_goes_through_the_catalogue(
    chromium: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = KNOWN["de"]
    marked: Any = {
        text: f"⟦{text}⟧" if isinstance(own, str) else {"other": f"⟦{text}⟧"} for text, own in german.texts.items()
    }
    heard = {kind: {text: f"⟦{text}⟧" for text in forms} for kind, forms in german.heard.items()}
    monkeypatch.setattr(catalogues, "known", lambda: (replace(MARKED, texts=marked, heard=heard),))
    tab = opened(chromium, tmp_path, "tictactoe", locale="zz", viewport=PHONE)
    assert tab.page.locator("html").get_attribute("lang") == "zz"
    strange = lambda: [text for text in tab.page.evaluate(SHOWN) if "⟦" not in text]  # noqa: E731
    assert strange() in ([], ["Tic-tac-toe"])
    tab.page.get_by_role("button", name="New game").click()
    assert set(strange()) <= {"Tic-tac-toe"}
    tab.page.get_by_role("button", name="⟦Begin⟧").click()
    for text in ("b2", "c1"):
        tab.page.locator("#typed").fill(text)
        tab.page.locator("#typed").press("Enter")
    tab.quiet()
    assert {text for text in strange() if not text.endswith(" stone")} <= {"Tic-tac-toe"}


@needs_browser
def test_the_browser_says_which_language_and_a_switch_says_otherwise(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "tictactoe", locale="de-AT", viewport=PHONE)
    page_ = tab.page
    assert page_.locator("html").get_attribute("lang") == "de"
    expect(page_.locator(".status")).to_have_text(re.compile("^Du spielst X: dein Zug."))
    page_.get_by_role("button", name="b2").first.press("Enter")
    page_.get_by_role("button", name="Mehr").click()
    page_.get_by_role("button", name="Drehen").click()
    page_.get_by_role("button", name="Mehr").click()
    field = page_.get_by_label("Sprache")
    assert field.locator("option").all_inner_texts() == ["English", "Deutsch"]
    field.select_option("en")
    expect(page_.locator(".tools button").first).to_have_text("New game")
    expect(page_.locator(".ply").first).to_have_text("b2")
    assert page_.evaluate("document.activeElement.matches('.language')")
    assert page_.locator("html").get_attribute("lang") == "en"
    tab.quiet()
    page_.reload()
    tab.begun()
    assert page_.locator("html").get_attribute("lang") == "en"
    expect(page_.locator(".ply").first).to_have_text("b2")
    assert tab.said == []


@needs_browser
def test_what_the_program_itself_says_on_a_board_is_german(chromium: Any, tmp_path: Path) -> None:
    """Titles of layers stand in the picture; the place of a rule stands in an answer of the engine."""
    tab = opened(chromium, tmp_path, "sparks", locale="de", viewport=PHONE)
    board = tab.page.locator("svg.board .ground")
    expect(board).to_contain_text("Ebene 4")
    assert "layer" not in board.text_content()
    tab.page.locator(".site[data-site='1c1']").click()
    tab.page.locator(".site[data-site='4d4']").dispatch_event("click")
    expect(tab.page.locator(".trouble")).to_contain_text(re.compile(r"\(Zeile \d+ von sparks\.gdl\)"))


@needs_browser
def test_who_plays_alone_is_not_named(chromium: Any, tmp_path: Path) -> None:
    """There is nobody else whose move it could be: “You to move”, Blackjack's page said."""
    tab = opened(chromium, tmp_path, "peg_solitaire", locale="de", viewport=PHONE)
    expect(tab.page.locator(".status")).to_have_text(re.compile(r"^Du bist am Zug\. \w"))


@needs_browser
def test_a_site_without_a_piece_cannot_move(chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "tictactoe", locale="en", viewport=PHONE)
    expect(tab.page.locator(".site[data-site=b2]")).to_have_attribute("aria-label", "b2, empty, can be chosen")


@needs_browser
@pytest.mark.parametrize("code", KNOWN)
def test_the_texts_fit_a_phone(code: str, chromium: Any, tmp_path: Path) -> None:
    tab = opened(chromium, tmp_path, "tictactoe", locale=code, viewport=PHONE)
    fits = "document.documentElement.scrollWidth"
    assert tab.page.evaluate(fits) == PHONE["width"]
    cut = (
        "[...document.querySelectorAll('button, select')]"
        ".filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    )
    assert tab.page.evaluate(cut) == []
    tab.page.locator(".tools button").first.click()
    assert tab.page.evaluate(cut) == []
    assert tab.page.evaluate(fits) == PHONE["width"]


@needs_browser
def test_where_nothing_can_be_kept_the_switch_works_all_the_same(chromium: Any, tmp_path: Path) -> None:
    path = tmp_path / "tictactoe.html"
    path.write_text(page([load("tictactoe")], ["tictactoe"]).html, encoding="utf-8")
    context = chromium.new_context(locale="en")
    context.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } })")
    tab = Tab(context, path)
    tab.page.get_by_label("Language").select_option("de")
    expect(tab.page.locator(".status")).to_have_text(re.compile("^Du spielst X: dein Zug."))
