"""The cookbook: every answer is a ruleset without errors that both backends play alike."""

from __future__ import annotations

import re

import pytest
from examples import DOCS, Example, examples, moves_hold
from sample import daily

from gdl.check.checker import check
from gdl.syntax.formatter import format as tidy
from gdl.text.source import Source
from interpreter import Game
from interpreter.lab.tools.native_lockstep import both_backends

PAGE = DOCS / "docs" / "cookbook.md"
RECIPES = [example for example in examples(PAGE, {}) if example.language == "gdl"]
ASKED = """slide, hop with capture, custodial capture, group's liberties, gravity, hand of pieces to drop, stack,
stack split and looked into, two boards side by side, shortest ways, walls between squares,
links that may not cross, shapes that are laid,
sowing, dice, double turn, swap rule, phase, forced capture, majority capture, push, superko, perpetual check,
piece that turns, draw after n quiet moves, board that people recognise, different goals for the players,
all against the game,
hidden rank, secret set-up, board that isn't seen, an umpire, hand of cards, several cards at once, cards that add
up, draw pile,
cards that are alike, dice that are rolled again,
pile that keeps its order, hands that are passed on, bids at once, bids in turn,
majority in each region, an offer and its answer, trick, look at a card,
card shown to one player, cards that are asked for"""

CLAIMS = [example for example in examples(PAGE, {}) if example.language == "moves"]

every_recipe = pytest.mark.parametrize("recipe", RECIPES, ids=lambda recipe: recipe.id)


@pytest.mark.parametrize("recipe", daily(RECIPES, 4), ids=lambda recipe: recipe.id)
def test_a_recipe_is_right_and_played_alike_on_both_backends(recipe: Example) -> None:
    found = check(Source(recipe.id, recipe.rules)).findings
    assert not [f"{f.span.line}: {f.code} {f.message} ({f.hint})" for f in found]
    both_backends(Game.parse(recipe.rules), seed=1, plies=20, games=2, longest=60)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_what_a_recipe_claims_holds(claim: Example) -> None:
    moves_hold(Game.parse(claim.rules), claim)


@every_recipe
def test_a_recipe_has_the_usual_layout(recipe: Example) -> None:
    assert tidy(recipe.text) == recipe.text, f"it should be:\n{tidy(recipe.text)}"


def test_every_question_has_an_answer_and_a_link() -> None:
    text = PAGE.read_text(encoding="utf-8")
    headings = [heading.lower() for heading in re.findall(r"^## (.*)$", text, re.MULTILINE)]
    assert {heading.removeprefix("a ") for heading in headings} == {
        " ".join(asked.split()) for asked in ASKED.split(",")
    }
    anchors = {re.sub(r"[^\w -]", "", heading).replace(" ", "-") for heading in headings}
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) == anchors


def test_parts_name_their_game_if_it_isnt_the_one_above() -> None:
    """A reader doesn't see which game the tests put a part into."""
    section = above = before = ""
    home: dict[str, str] = {}
    unnamed = []
    for block in PAGE.read_text(encoding="utf-8").split("\n\n"):
        if heading := re.match(r"## (.*)", block):
            section = re.sub(r"[^\w -]", "", heading[1].lower()).replace(" ", "-")
        if name := re.match(r"<!-- name: (\w+) -->", block):
            above = name[1]
            home[above] = section
        if (part := re.match(r"<!-- in: (\w+) -->", block)) and part[1] != above:
            unnamed += [part[1]] * (f"](#{home[part[1]]})" not in before)
        before = block
    assert "rooks" in home and unnamed == []


# ---- limits: what the page says isn't possible yet, isn't ---------------------------------------------

FRAME = """game "Limits"
players White, Black
board {board}
pieces king of player
turn
  choose a in mine, b in a.adjacent & empty
  move a to b
end
  lose next if stuck
"""


def test_a_union_of_boards_is_refused() -> None:
    found = check(Source("limits", FRAME.format(board="grid(3, 3) + ring(4)"))).findings
    assert any(finding.severity == "error" for finding in found)
