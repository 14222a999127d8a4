"""Positions put together by hand, as data: whatever a game keeps can be put there, and is what the reader reads."""

from __future__ import annotations

import json

import pytest
from command import run
from page_node import random_game
from playing import load
from sample import daily

from cli.session.placing import Draft, tools
from gdl import library
from interpreter import Game, PositionError
from interpreter.game import drafts
from interpreter.game import yaml_files as yamlio

SLOW = ("go", "crazyhouse")


@pytest.mark.parametrize("name", daily(library.names()))
def test_a_draft_is_the_position_that_it_was_made_of(name: str) -> None:
    """At the beginning, in the middle and at the end: the same state, the same text."""
    game = load(name)
    states = [state for state in random_game(game, 5, 6 if name in SLOW else 30) if not state.in_turn]
    for state in {states[0], states[len(states) // 2], states[-1]} if states else ():
        data = drafts.fresh(state)
        draft = Draft(game, data)
        found = draft.tried()
        assert found.reasons == ()
        assert found.state == game.position(data)
        assert drafts.read(game, yamlio.dump(draft.data())) == data
        assert found.sketch.view().moves == ()


@pytest.mark.parametrize("name", daily(library.names()))
def test_tools_put_what_they_name_and_take_it_away(name: str) -> None:
    """Each on the first of its sites, on an empty board: something is there then, that can be read; taken away it is
    gone."""
    game = load(name)
    draft = Draft(game, {})
    draft.clear()
    empty = draft.data()
    for tool in tools(draft)[1:]:
        assert tool.sites is not None
        label = min(tool.sites)
        tool.act(draft, label)
        assert draft.data() != empty or tool.name.endswith("one less") or ": " in tool.name  # of what must be something
        _, reasons = drafts.values_of(game, draft.data())
        assert reasons == [], tool.name
        draft.take(label)
        if not tool.name.endswith("one less") and draft.data() != empty:  # a site that is named alone stays named
            draft.clear()
        assert draft.data() == empty, tool.name


def test_pieces_on_boards_and_on_stacks() -> None:
    chess, tak = Draft(load("chess"), {}), Draft(load("tak"), {})
    chess.put("e4", "king of White")
    chess.put("e4", "queen of Black")
    assert chess.data()["pieces"] == {"queen of Black": ["e4"]}
    chess.put("e4", "queen of Black")
    assert chess.data()["pieces"] == {}
    stone = tak.game.model.pieces.labels[0]
    tak.put("a1", stone)
    tak.put("a1", stone)
    assert tak.data()["stacks"] == {"a1": [stone, stone]}
    tak.take("a1")
    assert tak.data()["stacks"] == {"a1": [stone]}


def test_a_number_stays_in_its_range() -> None:
    draft = Draft(load("backgammon"), {})
    by_name = {tool.name: tool for tool in tools(draft)}
    fewer, more = by_name["men White: one less"], by_name["men White: one more"]
    fewer.act(draft, "3")
    assert draft.tried().reasons == ()
    for _ in range(20):
        more.act(draft, "3")
    assert draft.data()["variables"]["men"]["3"]["White"] == 15


def test_another_position_is_asked_about_its_end_again() -> None:
    """A game's beginning may be one that `end` would end: an empty board is lost where one loses without pieces."""
    game = load("breakthrough")
    draft = Draft(game, {**drafts.fresh(game.start()), "over": False})
    assert draft.data()["over"] is False
    draft.put(next(iter(draft.pieces)), game.model.pieces.labels[0])
    assert "over" not in draft.data()


@pytest.mark.parametrize(("text", "said"), [
    ("8/8/8/8/8/8/8/8", ""),
    ("{pieces: {king of White: e1}, to move: Black}", ""),
    ("pieces:\n  king of White: e9\n", "there is no site `e9`"),
    ("8/8/8/8/8/8/8/X7 w", "there is no piece `X`"),
    ("to move: [", "isn't YAML"),
    ("", "a line is missing"),
])  # fmt: skip
def test_texts_that_people_write(text: str, said: str) -> None:
    game = load("chess")
    if said:
        with pytest.raises((PositionError, yamlio.YamlError), match=said):
            drafts.read(game, text)
    else:
        assert drafts.values_of(game, drafts.read(game, text))[1] == []


def test_the_command_line_takes_the_text_itself() -> None:
    """In braces, or in the game's own notation; what is wrong with it is said, with status 2."""
    pieces = "{king of White: e1, rook of White: a1, king of Black: e8}"
    text = f"{{to move: Black, pieces: {pieces}, variables: {{castling: []}}}}"
    line = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
    by_text, by_line = (run(["show", "chess", "--position", one]) for one in (text, line))
    assert by_text[0] == by_line[0] == 0
    assert by_text[1] == by_line[1]
    status, _, error = run(["show", "chess", "--position", "{pieces: {king of White: e9}}"])
    assert (status, "there is no site `e9`" in error) == (2, True)


ROOK = "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"
PLAY = ["play", "chess", "--plain", "--no-record", "--seat", "White=human", "--seat", "Black=human"]


def test_a_position_is_typed_in_a_game() -> None:
    """Play goes on there: the king moves. What is wrong with another one is said, and nothing is lost."""
    wrong = ["position {pieces: {king of White: e9}}", "/position -", "position no.yaml"]
    status, said, error = run(PLAY, "\n".join([f"position {ROOK}", *wrong, "Ke7", "log", "quit", ""]))
    assert (status, error) == (0, "")
    for told in ("there is no site `e9`", "Type the position itself", "there is no file `no.yaml`", "1. Black: Ke7"):
        assert told in said
    assert said.count("Everybody plays at this keyboard.") == 2


def test_a_position_may_lie_in_mid_turn() -> None:
    """As `--position` takes it: here the dice are cast already."""
    game = load("backgammon")
    state = game.start(1)
    while not (state.in_turn and state.to_move):
        state = state.play(state.moves[0])
    text = json.dumps(state.position())
    status, said, error = run(["play", "backgammon", "--plain", "--no-record"], f"position {text}\nmoves\nquit\n")
    assert (status, error) == (0, "")
    assert said.count("You play") == 2
    assert state.moves[0].text in said.split("You play")[2]


def test_games_that_follow_each_other_need_no_more_room() -> None:
    """Each position is a game of its own; the one before it is over for the program."""
    line = "position {pieces: {stone of X: a1}, to move: O}\n"
    play = ["play", "tictactoe", "--plain", "--no-record", "--seat", "O=human"]
    status, said, error = run(play, line * 300 + "quit\n")
    assert (status, error) == (0, "")
    assert said.count("Left after") == 1


def test_a_pile_is_read_as_positions_list_it() -> None:
    """From the bottom; the places above are empty."""
    game = Game.parse(
        'game "Pile"\nplayers A, B\ntype card = cards(1..3, suit)\ntype suit = red, blue\n'
        'game has stock: pile(4) of card\nsetup\n  stock = {c in card where c.rank < 2}\nturn\n  choose "go"\n'
        "  remove 1 of stock\nend\n  draw if no stock\n"
    )
    at = game.start().position()
    draft = Draft(game, at)
    assert draft.cells["stock"] == [*at["variables"]["stock"], None, None]
    assert game.position(draft.data()).position() == at
