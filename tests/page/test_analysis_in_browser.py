"""What pages say of a game beside its rules: evaluations, and the game looked at when it is over."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from browser import Tab, expect, needs_browser, unfold
from page_node import NODE, record_of
from playing import load

from cli.web.page import face
from cli.web.page.build import page

LOST = ["a1", "a2", "b1", "b2", "c1"]
"""Noughts lose by their first answer already: a corner is answered in the middle or not at all."""


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_parts_of_a_bar_are_a_whole() -> None:
    script = face.joined(*map(face.part, ("dom.js", "language.js", "evaluation.js"))) + """
console.log(JSON.stringify([
  shares(["A", "B"], { A: 0, B: 0 }), shares(["A", "B"], { A: 1, B: -1 }), shares(["A", "B"], { A: -0.5, B: 0.5 }),
  shares(["A", "B", "C"], { A: 0, B: 0, C: 0 }), shares(["A"], { A: -1 }), shares(["A", "B"], { A: -1, B: -1 }),
]));"""
    done = subprocess.run([str(NODE), "--input-type=module", "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [[50, 50], [100, 0], [25, 75], [33, 34, 33], [0], [0, 0]]


@needs_browser
def test_a_bar_and_an_analysis(chromium: Any, tmp_path: Path) -> None:
    game = load("tictactoe")
    states = [game.start(seed=1)]
    for text in LOST[:-1]:
        states.append(states[-1].play(text))
    path = tmp_path / "tictactoe.html"
    path.write_text(page([game], ["tictactoe"]).html, encoding="utf-8")
    tab = Tab(chromium.new_context(viewport={"width": 390, "height": 800}), path)
    tab.load(record_of(game, 1, states, dict.fromkeys(game.players, "human")))
    analyse, bar = tab.page.locator(".analyse"), tab.page.locator(".evaluation")
    expect(bar).to_be_hidden()
    expect(analyse).to_be_hidden()
    unfold(tab.page)
    tab.page.get_by_role("button", name="Evaluation").click()
    expect(bar).to_have_attribute("aria-label", "Evaluation, of 100: X 100, O 0.")
    played(tab, LOST[-1])
    analyse.click()
    slips = tab.page.locator(".slips button")
    expect(slips.first).to_be_visible()
    said = slips.first.inner_text()
    assert said.startswith(("Ply 2, O: a2, from", "Ply 4, O: b2, from"))
    assert "better: " in said
    slips.first.click()
    expect(tab.page.locator(".status")).to_have_text(f"After {int(said[4]) - 1} of 5 plies.")
    expect(tab.page.locator(".review .graph")).to_be_visible()
    wide = tab.page.evaluate("document.documentElement.scrollWidth")
    tab.page.get_by_role("button", name="To the present").click()
    tab.page.get_by_role("button", name="Undo").click()
    expect(tab.page.locator(".review")).to_be_hidden()
    assert (tab.said, wide) == ([], 390)


def played(tab: Any, text: str) -> None:
    tab.page.locator("#typed").fill(text)
    tab.page.locator("#typed").press("Enter")
    expect(tab.page.locator(".status.over")).to_be_visible()
