"""What stands next to a slip and isn't one: lint says nothing of it; and slips that show with some options only."""

from __future__ import annotations

import pytest

from gdl import lint
from gdl.lint.rule import example
from gdl.text.source import Source

START = "put stone of White on row(1)\nput stone of Black on row(3)"
OVER = "win me if no theirs\nlose next if stuck"
STEP = "choose a in mine, b in a.adjacent - mine\n"
STACKS = {"board": "board stacks(grid(3, 3))", "setup": START, "end": OVER}
BIDS = {"board": "", "pieces": "", "turn": "choose n in 1..3\nme.bid = n", "looks": ""}
ALL = "if no p in player where p.bid = 0\n  pay p by {}"


def said(text: str) -> list[str]:
    return [f"{f.code} {f.message}" for f in lint.lint([Source("a.gdl", text)])]


@pytest.mark.parametrize(
    "text",
    [
        # a region is filled, and a part of it gets other pieces
        example(setup="put stone of White on site - row(1)\nput stone of Black on b2",
                turn=STEP + "move a to b", end=OVER),
        # the same piece again
        example(setup="put stone of White on {a1, b1}\nput stone of White on {b1, c1}"),
        # what was there is gone before
        example(setup="put stone of White on {a1, b1}\nremove b1\nput stone of Black on {b1, c1}"),
        # on stacks the top piece is exchanged, or one of each is meant
        example(turn=STEP + "move a to b\nremove b\nput stone of me on b", **STACKS),
        example(turn=STEP + "move a to b\nremove 1 of (row(2) & occupied)", **STACKS),
        example(turn=STEP + "move a to b\nremove b if b = b2", **STACKS),
        # a piece that has arrived may leave
        example(setup=START, turn=STEP + "move a to b\nremove b if b = b2", end=OVER),
        # a stop that is asked for exactly
        example("player has points: 0..9",
                turn="choose s in empty\nput stone of me on s\nme.points += 2 if me.points <= 7",
                end="win me if me.points > 6 or no empty"),
        # what is added has been compared with the room there is
        example("player has points: 0..9",
                turn="choose s in empty, n in 1..3 where n + me.points <= 9\nput stone of me on s\n"
                "me.points += n if me.points < 9",
                end="win me if me.points > 6 or no empty"),
        # counted by ones and by twos
        example("game has turns: 0..20",
                turn="choose s in empty\nput stone of me on s\nturns += 2 if s = b2\nturns += 1 if s != b2",
                end="win me if some line in lines(3) where line within mine\ndraw if turns = 9 or no empty"),
        # a latch that is asked before it is set, or that ends the game
        example("game has taken: truth", setup=START,
                turn=STEP + "next = me if taken\ntaken = true if b in theirs\nmove a to b", end=OVER),
        example("game has taken: truth", setup=START,
                turn=STEP + "taken = true if b in theirs\nmove a to b", end="win me if taken\nlose next if stuck"),
        # who passes resigns
        example("player has resigned: truth",
                turn='either\n  choose s in empty\n  put stone of me on s\nor\n  choose "resign"\n  me.resigned = true',
                end="win next if me.resigned\nwin me if row(1) within mine\ndraw if no empty"),
        # everybody gets something; one against the bank
        example("player has bid: 0..3", **BIDS, end=ALL.format("3 when p = me otherwise 1")),
        example("player has bid: 0..3", **BIDS, end=ALL.format("2 when p.bid = 2 otherwise -1")),
        # a full board that is drawn comes last, or nobody can win by it
        example(end="draw if no empty\nlose next if stuck"),
        # a narrower case first; something changes in between
        example(setup=START, turn=STEP + "move a to b", end="next = me if stuck\ndraw if stuck"),
        # all players' pieces on the sites of one, and one player's on sites that hang on nobody
        example(setup="for p in player, s in row(1) where s.c = index(p) + 1\n  put stone of p on s"),
        # anywhere where somebody could go, but by a relation of the board
        example(setup=START, turn="choose a in mine, b in mine.adjacent & empty\nmove a to b", end=OVER),
        # a row of a board whose size is no option, or that asks for the option
        example('option size: 4..6 = 5 "squares along a side"', board="board grid(size, size)",
                end="win me if size > 4 and row(5) within mine\ndraw if no empty"),
    ],
)  # fmt: skip
def test_nothing_is_said_of_it(text: str) -> None:
    news = {"R678", "R679", "R680", "R681", "R682", "R683", "R684", "R685", "R686", "R687", "R688",
            "B454", "E756", "E757", "E758", "O856"}  # fmt: skip
    assert [one for one in said(text) if one[:4] in news or one.startswith(("S", "N2", "T"))] == []


def test_rows_that_meet_on_a_small_board_only() -> None:
    (one,) = said(example(
        'option size: 3..6 = 5 "squares along a side"', board="board grid(size, size)",
        setup="put stone of White on row(1) + row(2)\nput stone of Black on row(size) + row(size - 1)",
        turn=STEP + "move a to b", end=OVER,
    ))  # fmt: skip
    assert one.startswith("R678")
    assert one.endswith("(with size = 3)")


def test_three_players_of_whom_two_pay_one() -> None:
    text = example("player has bid: 0..3", players="players 2..3", **BIDS, end=ALL.format("1 when p = me otherwise -1"))
    assert said(text) == ["E756 what 3 players get here doesn't add up to 0: 1, -1, -1"]


def test_a_variant_may_add_a_decision_of_another_sort() -> None:
    variant = (
        'game "Walled" extends "connect_four"\n\npieces wall\n\nturn\n  choose s in empty as "#{s}"\n  put wall on s\n'
    )
    assert [one for one in said(variant) if one.startswith("O856")] == []


def test_a_kind_that_is_only_moved_never_enters() -> None:
    text = example(
        pieces="pieces stone, tower of player", looks="", setup=START,
        turn="either\n  choose a in stone of me, b in a.adjacent & empty\n  move a to b\n"
        'or\n  choose a in tower of me, b in a.orthogonal & empty as "{a}>{b}"\n  move a to b', end=OVER,
    )  # fmt: skip
    assert said(text) == ["P550 no `tower` ever enters play"]


def test_a_kind_that_is_chosen_enters() -> None:
    text = example(
        "define made = {stone, tower}", pieces="pieces stone, tower of player", looks="",
        turn='choose s in empty, k in made as "{s}{k}"\nput k of me on s',
    )  # fmt: skip
    assert said(text) == []


@pytest.mark.parametrize(("end", "is_meant"), [
    ("win player if player.bid = 3", False), ("lose player if 3 = player.bid or no empty", False),
    ("win {p in player where p.bid = 3}", True), ("win player if max(player.bid) = 3", True),
    ("win player if sum({p.bid for p in player}) = 6", True), ("win me if player.bid = 3", True),
])  # fmt: skip
def test_who_has_something_is_meant_and_all_win(end: str, is_meant: bool) -> None:
    found = [one for one in said(example("player has bid: 0..3", end=end, **BIDS)) if one.startswith("E753")]
    assert found == ([] if is_meant else ["E753 `player.bid` is of all players, and all of them win together"])


def test_a_word_that_does_more_than_count_is_no_pass() -> None:
    """Hits, for which one rolls, are meant to add up."""
    turn = 'either\n  choose s in empty\n  put stone of me on s\nor\n  choose "hit"\n{}  me.hits += 1'
    texts = (
        example("player has hits: 0..9", turn=turn.format(more), end="win me if me.hits >= 8\ndraw if no empty")
        for more in ("", "  roll n in 1..2\n  next = me if n = 2\n")
    )
    assert [[one[:4] for one in said(text) if one[:4] == "R688"] for text in texts] == [["R688"], []]


def test_a_name_with_at_most_one_value_need_not_be_told() -> None:
    """Where a step leads follows from what the text tells, and so does a part of that. A neighbour is one of many."""
    start = {"setup": START, "end": OVER}
    texts = (example(turn=f'choose a in mine, b in {there} as "{{a}}"\nmove a to b', **start)
             for there in ("a.N", "{a.N}", "a.N & empty", "a.adjacent"))  # fmt: skip
    assert [[one[:4] for one in said(text) if one[:4] == "R671"] for text in texts] == [[], [], [], ["R671"]]
