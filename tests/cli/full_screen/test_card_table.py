"""The card table at 80×24: thirteen cards, chosen where they lie by mouse and by keys."""

from __future__ import annotations

import pytest
from screens import opened, started
from tricks import tricks
from waiting import press, until

from cli.terminal.full_screen.card_table import CardTable
from cli.terminal.scene.cards import Cards, Marked, laid_out
from cli.terminal.scene.lines import text_width
from interpreter import Game
from interpreter.drawing.hands import hands, held_first

TRICKS = tricks("A, B, C, D", 13, "play {x}")


def text(cards: Cards) -> list[str]:
    return ["".join(part for part, _ in line) for line in cards.lines]


@pytest.mark.parametrize("width", [30, 48, 80])
def test_thirteen_cards_fit(width: int) -> None:
    """Each once, where it is said to lie, by suit and rank; others' are backs."""
    state = Game.parse(TRICKS).start(3)
    held = state.value("hand", "A")
    lying = hands(state.view("A"))
    found = laid_out(lying, width, marked=Marked([*[set()] * (len(lying) - 1), set(held[:4])]), own="A")
    lines = text(found)
    assert all(text_width(line) <= width for line in lines) and len(lines) < 18
    assert sum(line.count("▒▒ ▒▒ ▒▒ (13)") for line in lines) == 3  # the deck is empty
    assert [one.label for one in found.lying] == held and len(held) == 13
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    for i, one in enumerate(found.lying):
        face = one.label.replace("T", "10").replace(one.label[-1], signs[one.label[-1]])
        shown = lines[one.row][one.column : one.column + one.width]
        assert shown == (f"[{face}]" if i < 4 else f" {face} ")
    if width == 80:
        assert len({one.row for one in found.lying}) == 1


@pytest.mark.parametrize("width", range(24, 100, 3))
def test_a_pile_that_fits_a_line_isnt_divided(width: int) -> None:
    """Hearts: three cards that were passed on lie behind thirteen others, or below them."""
    state = Game.load("hearts").start(3)
    mover = state.to_move or ""
    for _ in range(3):
        state = state.play(state.moves[0])
    passed = state.value("passed", mover)
    found = laid_out(hands(state.view(mover)), width, own=mover)
    assert len(passed) == 3
    assert len({one.row for one in found.lying if one.label in passed}) == 1


def test_plain_letters_where_nothing_else_is_shown() -> None:
    state = Game.parse(TRICKS).start(3)
    lines = text(laid_out(hands(state.view("A")), 48, unicode=False, own="A"))
    assert all(line.isascii() for line in lines)
    assert set(" ".join(lines).split()) >= {*state.value("hand", "A"), "##"}


def test_what_isnt_the_hand_is_named_where_it_lies_alone() -> None:
    """At the end of a deal of Hearts all hands are empty: what still lies there are the cards that were passed on."""
    state = Game.load("hearts").start(3)
    own = state.to_move or ""
    for _ in range(3):
        state = state.play(state.moves[0])
    model = state.game.model
    passed = [hand for hand in hands(state.view(own)) if hand.what == "passed"]
    held = [hand for hand in hands(state.view(own)) if hand.what == "hand"]
    assert any("passed" in line for line in text(laid_out(passed, 80, own=own, held=held_first(model))))
    assert not any("hand" in line for line in text(laid_out(held, 80, own=own, held=held_first(model))))


def test_what_was_chosen_and_the_cursor_are_seen() -> None:
    state = Game.parse(TRICKS).start(3)
    lying = hands(state.view("A"))
    first, second = state.value("hand", "A")[:2]
    marked = Marked([set()] * len(lying), [first], (len(lying) - 1, second))
    parts = [part for line in laid_out(lying, 80, marked=marked, own="A").lines for part in line]
    assert sum(part.startswith("<") for part, _ in parts) == 1
    assert [part for part, style in parts if style.endswith("reverse")] == [
        part for part, _ in parts if part.strip() and part.strip()[0] == second[0].replace("T", "1")][:1]  # fmt: skip


@pytest.mark.asyncio
async def test_a_card_is_played_by_a_click_and_by_keys() -> None:
    game = Game.parse(TRICKS)
    async with opened(started(game, B="random", C="random", D="random")) as (pilot, screen):
        table = screen.query_one("#hands", CardTable)
        await until(pilot, lambda: len(table.choices) == 13)
        assert table.has_focus and table.size.height >= len(table.laid.lines)
        one = table.choices[5]
        padding = table.content_region.offset - table.region.offset
        await pilot.click(table, offset=(one.column + 1 + padding.x, one.row + padding.y))
        steps = screen.playing.session.steps
        await until(pilot, lambda: len(steps) > 0 and len(table.choices) == 12)
        assert next(step.move.text for step in steps if step.before.to_move == "A") == f"play {one.label}"
        await press(pilot, "right")
        chosen = table.cursor
        assert chosen is not None and chosen[1] in {x.label for x in table.choices}
        await press(pilot, "enter")
        await until(pilot, lambda: len(table.choices) == 11)
        played = [step.move.text for step in screen.playing.session.steps if step.before.to_move == "A"]
        assert played == [f"play {one.label}", f"play {chosen[1]}"]


@pytest.mark.asyncio
async def test_nothing_of_others_is_on_the_screen() -> None:
    game = Game.parse(TRICKS)
    async with opened(started(game, B="random", C="random", D="random")) as (pilot, screen):
        table = screen.query_one("#hands", CardTable)
        await until(pilot, lambda: len(table.choices) == 13)
        state = screen.playing.session.state
        others = {card for player in "BCD" for card in state.value("hand", player)}
        assert not others & {one.label for one in table.laid.lying}
        told = "\n".join(text(table.laid))
        assert told.count("▒▒ ▒▒ ▒▒ (13)") == 3
