"""What people are told in words: what a decision asks, what a game is about."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.web.page.seen import seen
from gdl import library
from gdl.lint import lint
from gdl.lint.walk import walk
from gdl.syntax.formatter import format as laid_out
from gdl.syntax.parser import parse
from gdl.syntax.tree import Choose, Game, Say
from gdl.text.source import Source
from interpreter import Game as Rules
from interpreter import LoadError

LINE = """\
game "Line"
  summary "Three in a row win."
  summary "Each turn you put a stone."
players White, Black
board grid(3, 3)
pieces stone of player
game has asking: 0..9
turn
  either
    choose s in row(1) & empty
        asking "Put a stone below, {me}." when no mine otherwise "Put stone {count(mine) + 1}."
    put stone of me on s
    asking = 1
  or
    choose s in row(2) & empty asking "Put a stone in the middle."
    put stone of me on s
    asking += 1
  or
    choose "pass" where some mine asking "Put a stone in the middle."
  or
    choose s in row(3) & empty
    put stone of me on s
end
  win me if some line in lines(3) where line within mine or asking = 9
  draw if no empty
"""
POKER = """\
game "Poker"
players First, Second
type card = 1..3
player has hand: card?
hidden p.hand from player - p
setup
  for p in player
    roll secretly c in card - player.hand
    p.hand = c
turn
  choose "bet" asking "You hold {me.hand}: bet?"
  win me if me.hand > opponent.hand
end
  draw
"""


def found(text: str, *codes: str) -> list[tuple[str, int]]:
    return [(f.code, f.span.line) for f in lint([Source("a.gdl", text)], select=codes)]


def test_sentences_of_branches_stand_each_once_in_order() -> None:
    state = Rules.parse(LINE).start()
    assert state.prompt == "Put a stone below, White. Put a stone in the middle."
    assert state.play("b2").play("c2").prompt == "Put stone 2. Put a stone in the middle."
    filled = state.play("a1").play("b1").play("c1").play("b2")
    assert filled.prompt == "Put a stone in the middle.", "the first branch has no option any more"


def test_it_changes_no_game() -> None:
    plain = "\n".join(line.split(' asking "')[0] for line in LINE.splitlines() if '    asking "' not in line)
    assert 'asking "' not in plain
    assert Rules.parse(plain.replace("summary", "notes")).hash == Rules.parse(LINE).hash


def test_what_is_kept_for_it_alone_does() -> None:
    """A local that only the question reads is kept in the state for it, so that states may differ by it."""
    told = LINE.replace("turn\n  either", "turn\n  let n = asking\n  either").replace(
        "Put stone {count(mine)", "Put {n}, {count(mine)"
    )
    other = told.replace("Put {n}, ", "Put ")
    assert Rules.parse(told).hash != Rules.parse(other).hash
    assert Rules.parse(told).start().play("a1").play("b1").prompt.startswith("Put 1, 2.")


@pytest.mark.parametrize(("choose", "prompt"), [
    ("choose a in mine, b in a.adjacent", "Choose a piece of yours, then a site."),
    ("choose a in theirs - a1, p in player", "Choose a piece, then a player."),
    ("choose n in 1..2, d in {N, E}", "Choose a number, then a direction."),
    ('choose "go on"', "Choose “go on”."),
])  # fmt: skip
def test_without_words_a_plain_sentence_is_made_of_what_is_chosen(choose: str, prompt: str) -> None:
    text = LINE[: LINE.index("turn\n")] + "setup\n  put stone of White on row(1)\n  put stone of Black on row(3)\n"
    assert Rules.parse(f"{text}turn\n  {choose}\nend\n  draw").start().prompt == prompt


def test_beside_other_decisions_the_words_that_its_moves_begin_with_are_told() -> None:
    text = LINE[: LINE.index("turn\n")] + "turn\n  either\n"
    text += '    choose s in empty as "stone {s}"\n  or\n    choose s in empty as "wall at {s}"\n  or\n'
    text += '    choose s in empty as "({s})"\n  or\n    choose "pass"\nend\n  draw'
    told = "For “stone …”, choose a site. For “wall at …”, choose a site. Or choose a site. Or choose “pass”."
    assert Rules.parse(text).start().prompt == told
    alone = LINE[: LINE.index("turn\n")] + 'turn\n  choose s in empty as "stone {s}"\nend\n  draw'
    assert Rules.parse(alone).start().prompt == "Choose a site."


def test_names_that_are_chosen_are_not_known_yet() -> None:
    assert found(LINE.replace("Put a stone in the middle", "Put a stone on {s}", 1), "N") == [("N201", 15)]


def test_at_chance_and_at_the_end_nothing_is_asked() -> None:
    state = Rules.parse(
        LINE.replace("turn\n", "turn\n  roll n in 1..2\n")
    ).start()
    assert state.is_chance
    assert state.prompt == ""
    end = Rules.load("tictactoe").start()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        end = end.play(move)
    assert end.is_over
    assert end.prompt == ""


def test_who_decides_alone_is_told_where_something_is_hidden() -> None:
    game = Rules.parse(POKER)
    state = game.start(seed=1)
    hand = state.view("First").value("hand", "First")
    assert state.view("First").prompt == f"You hold {hand}: bet?"
    assert state.view("Second").prompt == state.public_view().prompt == ""
    assert seen(state.view("Second"), may_move=True)["asks"] == ""


def test_what_who_decides_may_not_know_is_a_leak() -> None:
    assert found(POKER, "H") == []
    assert found(POKER.replace("{me.hand}", "{opponent.hand}"), "H") == [("H951", 11)]


def test_lines_are_laid_out() -> None:
    crooked = LINE.replace('        asking "Put a stone below', '     asking "Put a stone below')
    assert laid_out(crooked) == laid_out(LINE) != crooked
    assert '\n        asking "Put a stone below' in laid_out(LINE)


def test_asking_stands_last_and_before_a_text() -> None:
    for line in (
        'choose s in empty asking "Where?" as "{s}"',
        "choose s in empty asking 3",
        'roll n in 1..2 asking "?"',
    ):
        with pytest.raises(LoadError):
            Rules.parse(f"{LINE[: LINE.index('turn')]}turn\n  {line}\nend\n  draw")


# ---- summaries


def test_a_summary_is_joined_and_variants_have_their_own(tmp_path: Path) -> None:
    (tmp_path / "line.gdl").write_text(LINE, encoding="utf-8")
    plain, own, far = (tmp_path / f"{name}.gdl" for name in ("plain", "own", "far"))
    plain.write_text('game "Plain" extends "line"\n', encoding="utf-8")
    own.write_text('game "Own" extends "line"\n  summary "Another aim."\n', encoding="utf-8")
    far.write_text('game "Far" extends "plain"\n', encoding="utf-8")
    assert Rules.load(str(tmp_path / "line.gdl")).summary == "Three in a row win. Each turn you put a stone."
    told = "Three in a row win. Each turn you put a stone."
    assert Rules.load(str(plain)).summary == f"A variant of Line. {told}"
    assert Rules.load(str(far)).summary == f"A variant of Plain. {told}"
    assert Rules.load(str(own)).summary == "Another aim."
    assert Rules.parse(POKER).summary == ""


@pytest.mark.parametrize("summary", ["3", '"17"', '"One.", 4', f'"{"Long. " * 80}"', '""'])
def test_a_summary_that_is_none(summary: str) -> None:
    assert found(LINE.replace('"Three in a row win."', summary), "W970") == [("W970", 2)]


# ---- what ships


def test_every_game_that_ships_says_what_it_is_about_and_every_decision_what_it_wants() -> None:
    """As W971 and W972 have it; of texts alone, which takes no checking."""
    for name in library.names():
        tree = parse(library.read(name))
        games = [item for item in tree.items if isinstance(item, Game)]
        assert any(fact.text == "summary" for game in games for fact, _ in game.facts), name
        silent = [
            node.span.where for node in walk(tree.items) if isinstance(node, Choose | Say) and node.asking is None
        ]
        assert not silent, name


def test_what_is_asked_for_alone_is_found_by_its_very_code() -> None:
    bare = LINE.replace("  summary", "  notes")
    assert found(bare, "W971", "W972") == [("W972", 1), ("W971", 21)]
    assert not found(bare, "W")


SUITS = """\
game "Trump"
players North, South
type suit = {suits}
type deed = X, Y
type card = cards(2..5, suit)
player has hand: set of card = card
game has chosen: deed
turn
  choose x in me.hand asking "Trump is {{x2.suit}}, not {{x3}}; they {{chosen}}."
  me.hand -= x
  chosen = Y
end
  win me if no me.hand
define x2 = [{first}, 2]
define x3 = [{first}, 3]
"""


@pytest.mark.parametrize(
    ("suits", "first", "more", "said"),
    [
        ("c, d, h, s", "d", "", "Trump is diamonds, not 3d; they X."),
        ("H, S", "H", "", "Trump is hearts, not 3H; they X."),
        ("a, b", "a", 'looks\n  a "a" "♠"\n  b "b" "♥"\n', "Trump is spades, not 3a; they X."),
        ("a, b", "a", "", "Trump is a, not 3a; they X."),  # nobody knows these
        ("clubs, diamonds", "clubs", "", "Trump is clubs, not 3clubs; they X."),
    ],
)
def test_sentences_call_suits_by_their_names(tmp_path: Path, suits: str, first: str, more: str, said: str) -> None:
    file = tmp_path / "trump.gdl"
    file.write_text(SUITS.format(suits=suits, first=first) + more, encoding="utf-8")
    assert Rules.load(file).start().prompt == said


def test_bidders_are_told_which_suit_is_trump() -> None:
    state = Rules.load("oh_hell").start(3)
    assert str(state.value("turned")).endswith("s")
    assert state.prompt == "How many of 7 tricks will you take? Trump is spades."
