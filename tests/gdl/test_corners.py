"""Corners of the language: the smallest rules in which something once went wrong mean what the manual says."""

from __future__ import annotations

import warnings

import pytest

from gdl.model import printing
from interpreter import Game, LoadError, RuleError, State

PLAYERS = 'game "Corner"\n\nplayers White, Black\n'


def load(rules: str, **options: object) -> Game:
    return Game.parse(PLAYERS + rules, **options)


def texts(state: State) -> list[str]:
    return [move.text for move in state.moves]


def after(game: Game, *moves: str) -> State:
    state = game.start()
    for move in moves:
        state = state.play(move)
    return state


# ---- numbers as subjects


@pytest.mark.parametrize(
    ("subject", "move", "set_"),
    [("{n}", "0", []), ("{n}", "2", [2]), ("(n..7)", "5", [5, 6]), ("(n..7)", "0", [1, 2, 3, 4, 5, 6]),
     ("the({n})", "0", []), ("the({n})", "3", [3]), ("the({n, 3})", "2", []), ("n", "0", []), ("n", "6", [6])],
)  # fmt: skip
@pytest.mark.parametrize("operator", ["=", "+="])
def test_what_lies_outside_the_range_of_a_variable_is_not_set(
    subject: str, move: str, set_: list[int], operator: str
) -> None:
    game = load(f"""
type die = 1..6
die has left: 0..9
turn
  choose n in 0..6
  {subject}.left {operator} 5
end
  draw if 1.left = 9
""")
    state = after(game, move)
    assert [n for n in range(1, 7) if state.value("left", n) == 5] == set_
    assert [n for n in range(1, 7) if state.value("left", n) == 0] == [n for n in range(1, 7) if n not in set_]


@pytest.mark.parametrize("high", [10, 20_000, 90_000])
def test_a_set_of_numbers_may_be_as_wide_as_a_range(high: int) -> None:
    game = load(f"""
game has total: 0..100000
turn
  choose n in 1..3
  total = 1 when n = 1 otherwise {high} when n = 2 otherwise {high + 1}
end
  draw if total in (-1..{high}) - {{1}}
  win me if count((total..{high + 9}) & (3..{high + 7})) = 7
""")
    assert not after(game, "1").is_over
    assert after(game, "2").outcomes == {"White": "draw", "Black": "draw"}
    assert after(game, "3").outcomes == {"White": "win", "Black": "loss"}
    assert printing.model(game.model)


def test_a_negative_number_that_may_be_missing() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        game = load("""
game has total: -9..9
turn
  choose n in -1..1
  total = max({n * 5, max(-5..-3)}) + min({n, max(-5..-3)})
end
  draw if total = -9
""")
    assert [after(game, n).value("total") for n in ("-1", "0", "1")] == [-6, -3, 2]


# ---- parentheses around alternatives

SQUARE = """
game has target: site?
board grid(2, 2)
pieces man of player
turn
  choose s in ({value}) + {{a1}}
  put man of me on s
end
  draw if count(man) = 4
"""


@pytest.mark.parametrize(
    ("value", "white", "black"),
    [
        ("target when me = White otherwise a1.N otherwise b2", [], ["a2"]),
        ("(target when me = White otherwise a2) otherwise b2", ["b2"], ["a2"]),
        ("(target when me = White) otherwise b2", ["b2"], ["b2"]),
        ("target when me = White otherwise b2", [], ["b2"]),
        ("target otherwise target when me = White otherwise b2", [], ["b2"]),
        ("target otherwise (target when me = White) otherwise b2", ["b2"], ["b2"]),
        ("(target otherwise target) otherwise b2", ["b2"], ["b2"]),
        ("(a1.N.N when me = White otherwise b1) otherwise b2", ["b2"], ["b1"]),
    ],
)
def test_alternatives_in_parentheses_are_one_value(value: str, white: list[str], black: list[str]) -> None:
    start = load(SQUARE.format(value=value)).start()
    assert texts(start) == ["a1", *white]
    assert texts(start.play("a1")) == ["a1", *black]


def test_an_alternative_to_parentheses_that_always_give_something_is_never_reached() -> None:
    with pytest.raises(LoadError, match="T329"):
        load(SQUARE.format(value="(target when me = White otherwise a2 otherwise b2) otherwise b1"))
    with pytest.raises(LoadError, match="T329"):
        load(SQUARE.format(value="(target otherwise b2) otherwise b1"))


# ---- moves that can't be written

UNWRITABLE = """
game has total: 0..3
turn
  choose n in 1..3 as "{n}" when after total += n: total = 2 otherwise "{n}!"
  total = n
end
  draw if total = 3
"""


def test_a_rule_that_is_broken_as_a_move_is_written_is_a_rule_error() -> None:
    state = after(load(UNWRITABLE), "1")
    beyond = state.play(state.moves[2])
    for ask in (lambda: texts(state), lambda: state.play("1"), lambda: state.parse("4"), lambda: beyond.line):
        with pytest.raises(RuleError) as caught:
            ask()
        lines = str(caught.value).splitlines()
        problem = "`total` would become 4, but it holds 0..3, while looking ahead"
        assert lines[0] == f"<text>:7: {problem}, as a move is written"
        assert lines[1].startswith("  the rule: choose n in 1..3 as")
        assert lines[2] == "  the choice: n = 3"


def test_an_error_in_play_is_told_even_where_its_moves_cannot_be_written() -> None:
    game = load(UNWRITABLE.replace("total = n\n", "total = n + 1\n"))
    with pytest.raises(RuleError, match=r"`total` would become 4, but it holds 0\.\.3\n") as caught:
        game.start().play(game.start().moves[0]).play(game.start().moves[2])
    assert "the moves so far: can't be written (<text>:7: `total` would become 5" in str(caught.value)


# ---- what is compared by `repeats`

PAST = """
option threefold: truth = false "a position that comes about a third time makes a draw"
option superko: truth = true "no position may come about again"
board grid(2, 2)
pieces man of player
game has quiet: 0..9
turn
  choose s in site where not (superko and after put man of me on s: repeats(piece, count(man)) > 0)
  put man of me on s
  quiet += 1
end
  draw if quiet = 9 or threefold and repeats(piece, next) = 2
"""


@pytest.mark.parametrize(("threefold", "superko"), [(False, False), (False, True), (True, False), (True, True)])
def test_only_what_repeats_still_asks_is_kept(threefold: bool, superko: bool) -> None:
    game = load(PAST, threefold=threefold, superko=superko)
    assert len(game.model.repeats) == threefold + superko
    state = after(game, "a1", "b2")
    assert [len(past) for past in state.position().get("seen", [])] == [3] * (threefold + superko)
    assert ("repeats(piece, next)" in printing.model(game.model)) == threefold
    assert ("repeats(piece, count(pieces(0)))" in printing.model(game.model)) == superko


def test_equal_positions_are_equal_states_where_no_past_is_kept() -> None:
    game = load(PAST, threefold=False, superko=False)
    assert after(game, "a1", "b2", "b1") == after(game, "b1", "b2", "a1")


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_moment_holds_what_was_there_before_any_moment_was_noted(backend: str) -> None:
    """What is asked within a `repeats` is worked out with the same past as the whole."""
    game = load("""
game has a: 0..20
game has b: 0..20
turn
  choose n in 0..1
  a = repeats(next)
  b = repeats(repeats(next) > 0)
end
  draw if a = 9
""", backend=backend)  # fmt: skip
    state = game.start()
    found = []
    for _ in range(8):
        state = state.play("0")
        found.append((state.value("a"), state.value("b")))
    # In a turn the moments have had White, Black, White, … as `next`, and whether that had been there before: no, no,
    # yes, yes, …; asked in the turn itself, where `next` is the other player, it is: no, yes, yes, …
    assert found == [(0, 1), (1, 0), (1, 1), (2, 2), (2, 3), (3, 4), (3, 5), (4, 6)]
