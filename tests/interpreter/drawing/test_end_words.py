"""Why a game ended, as a sentence for players: held against the rules as rule sheets have them."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter import Game, LoadError
from interpreter.drawing.decided import decided


def why(game: Game, moves: str, position: dict[str, Any] | None = None) -> str:
    """What is said of a game that these moves end."""
    state = game.start(1) if position is None else game.position(position)
    for move in moves.split():
        state = state.play(move)
    found = decided(state.view())
    assert found is not None
    return found.why


MEN = {"pieces": {"man of White": ["a1", "d1", "g4"], "man of Black": ["d7", "b4", "f4"]},
       "variables": {"hand": {"White": 0, "Black": 0}}}  # fmt: skip

OFF = {"to move": "White", "variables": {
    "men": {"W0": {"White": 14}, "1": {"White": 1}, "24": {"Black": 15}}, "left": {"3": 1, "4": 1}}}  # fmt: skip


@pytest.mark.parametrize(("name", "moves", "position", "said"), [
    ("tictactoe", "a1 b1 a2 b2 a3", None, "X had 3 in a row"),
    ("tictactoe", "a1 a2 a3 b2 b1 b3 c2 c1 c3", None, "the board is full"),
    ("pop_out", "a b a b a b a", None, "Red had 4 discs in a row"),  # what a definition means
    ("chess", "f3 e5 g4 Qh4#", None, "checkmate"),
    ("chess", "Kxa2", {"pieces": {"king of White": "a1", "queen of Black": "a2", "king of Black": "h8"}},
     "too few pieces are left to give mate"),
    ("king_of_the_hill", "e4 h6 Ke2 h5 Ke3 h4 Kd4", None, "White's king has reached the middle"),
    ("nine_mens_morris", "g4-g1 xd7", MEN, "Black has only 2 men left"),
    ("breakthrough", "b7-b8", {"pieces": {"man of White": "b7", "man of Black": "h5"}},
     "White has reached the last row"),
    ("backgammon", "1/off", OFF, "White has borne off all 15 men"),
])  # fmt: skip
def test_why_a_game_ended(name: str, moves: str, position: dict[str, Any] | None, said: str) -> None:
    assert why(Game.load(name), moves, position) == said


TOY = """game "Toy"
players A, B
board grid(3, 3)
pieces stone of player
game has passes: 0..9 = 0
game has turns: 0..9
define middle = [2, 2]
turn
  turns += 1
  choose a in empty
  put stone of me on a
end
"""


def toy(end: str) -> str:
    """What is said where a game ends so after its first move."""
    return why(Game.parse(TOY + f"  {end}\n"), "b2")


@pytest.mark.parametrize(("end", "said"), [
    ("win me if turns = 1", "turns: 1"),
    ("win me if repeats(piece, next) = 0", "this position had come up 0 times before"),
    ("draw if no theirs", "B had no piece left"),
    ("lose next if no stone of opponent", "B had no stone left"),
    ("win me if some mine & {b2, c2}", "A's piece is on b2"),
    ("win me if middle in mine", "A had a piece on b2"),
    ("win me if count(mine) = 1", "A had only one piece left"),
    ("win me if passes = 9 or no theirs", "B had no piece left"),
    ("win me if passes = 0 and some stone", "passes: 0, and there is a stone"),
    ("rank p by count(stone of p) if no theirs", "B had no piece left"),
    ("win {p in player where count(stone of p) > 0} if turns = 1", "turns: 1"),
    ("draw if no theirs or (count(mine) + 1) * 2 > 3", "B had no piece left"),  # both hold, one has words
    ("win me if (count(mine) + 1) * 2 > 3", ""),  # no words: then the rule is shown
])  # fmt: skip
def test_conditions_in_words(end: str, said: str) -> None:
    assert toy(end) == said


def test_what_is_told_of_a_player_fits_a_name_in_the_plural() -> None:
    """The Goats had, Black had: in the past an English verb is the same for both."""
    game = Game.parse(TOY.replace("A, B", "Tigers, Goats") + "  draw if no theirs\n")
    assert why(game, "b2") == "Goats had no piece left"


@pytest.mark.parametrize(("end", "said"), [
    ('win me if turns = 1 as "{me} was quick"', "A was quick"),
    ('win me as "the middle is taken"', "the middle is taken"),
    ('draw if turns = 1\n    as "{turns} turn" when turns = 1 otherwise "many turns"', "1 turn"),
    ('draw if turns = 1 as "{opponent} can\'t move" when stuck otherwise "{next} can"', "B can"),
    ('rank p by count(stone of p) as "{count(mine)} to {count(theirs)}"', "1 to 0"),
    ('pay p by count(stone of p) as middle', "b2"),
    ('lose opponent as "the {stone of me} stays."', "the stone of A stays"),  # hosts put the full stop
    ('win me if turns = 1 as ""', ""),
    ('for p in player\n    if p in middle.owner\n      win p as "a stone stands in the middle"',
     "a stone stands in the middle"),
])  # fmt: skip
def test_what_the_author_says_is_told(end: str, said: str) -> None:
    assert toy(end) == said


LETTERS = """
looks
  A "a" "♟" red
  stone of A "s"
  stone of B "s"
"""


def test_players_and_pieces_have_their_full_names() -> None:
    """In moves they have the letters of `looks`."""
    end = '  win me as "{me} put a {kind in k}"\n'.replace("kind in k", "middle.kind")
    assert why(Game.parse(TOY + end + LETTERS), "b2") == "A put a stone"


def test_what_is_said_is_no_rule() -> None:
    plain, told = Game.parse(TOY + "  win me\n"), Game.parse(TOY + '  win me as "{me} was quick"\n')
    assert plain.hash == told.hash


@pytest.mark.parametrize("end", [
    'draw if no empty as "{repeats(piece)} times"',
    'let best = middle\n  win me as "{best} is taken"',
    'for p in player\n    win p if p = me as "{p} wins"',
])  # fmt: skip
def test_what_is_forgotten_cannot_be_told(end: str) -> None:
    with pytest.raises(LoadError, match="E705"):
        Game.parse(TOY + f"  {end}\n")


def test_options_say_nothing_and_only_what_holds_is_told() -> None:
    text = TOY.replace("game has", "option quick: truth = true \"whether it is quick\"\ngame has", 1)
    assert why(Game.parse(text + "  draw if quick and no theirs\n"), "b2") == "B had no piece left"
    assert why(Game.parse(text + "  draw if not quick or no theirs\n"), "b2") == "B had no piece left"


@pytest.mark.parametrize(("name", "options", "moves", "said"), [
    ("y", {"size": 2, "swap": False}, "a1 a2 b1", "Red has joined all three sides"),
    ("havannah", {"size": 3, "swap": False}, "a1 c3 a2 d3 a3", "White has joined two corners"),
    ("reversi", {"size": 4}, "b1 a3 d4 d3 c4 c1 b4 a1 d2", "no legal move was left for anybody"),
    ("leduc_holdem", {}, "raise fold", "Second has folded"),
])  # fmt: skip
def test_ends_of_variants(name: str, options: dict[str, Any], moves: str, said: str) -> None:
    assert why(Game.load(name, **options), moves) == said


def test_that_nobody_has_a_card_left() -> None:
    rules = Game.parse(
        'game "Cards"\nplayers A, B\ntype card = 1..3\nplayer has hand: set of card = {1}\n'
        'turn\n  choose c in me.hand\n  me.hand -= c\nend\n  draw if no player.hand\n'
    )
    assert why(rules, "1 1") == "nothing is left in any “hand”"


SECRETS = """game "Secrets"
players A, B
type card = 1..3
player has hand: card?
player has shown: truth
game has turns: 0..4
hidden p.hand from {q in player - p where not p.shown}
setup
  A.hand = 3
  B.hand = 2
turn
  turns += 1
  choose c in card as "{c}"
  me.shown = c = 3
"""


def heard(end: str, moves: str, rules: str = SECRETS) -> list[str]:
    """What A, B and who looks on are told of the end."""
    state = Game.parse(f"{rules}{end}\n").start(1)
    for move in moves.split():
        while state.is_chance:
            state = state.play(state.moves[0])
        state = state.play(state.moves[0] if move == "#" else move)
    while state.is_chance:
        state = state.play(state.moves[0])
    assert state.is_over
    views = (state.view("A"), state.view("B"), state.public_view())
    return ["" if (found := decided(view)) is None else found.why for view in views]


@pytest.mark.parametrize(("end", "moves", "told"), [
    ('end\n  win me as "{me} was quick"', "1", ["A was quick"] * 3),
    ('end\n  win me as "{B.hand} was held"', "1", ["", "2 was held", ""]),  # B's alone
    ('end\n  win me if turns = 2 as "{B.hand} was held"', "1 3", ["2 was held"] * 3),  # B has laid it down
    ('end\n  win B if B.hand < 3 as "B is low" when B.hand = 2 otherwise "B is lower"', "1", ["", "B is low", ""]),
    ("end\n  win me if turns = 1", "1", ["turns: 1"] * 3),
    ("end\n  win B if B.hand = 2", "1", ["", "B's hand: 2", ""]),  # that it says so tells what B holds
    ("end\n  win {p in player where p.hand = 2}", "1", [""] * 3),
    ("  me.hand = {}\nend\n  draw if no player.hand", "1 1", [""] * 3),  # it would tell without a value of it
    ('  either\n    choose "stop"\n    win me\n  or\n    choose "go"', "1 stop", ["A chose “stop”"] * 3),
    ('  either\n    choose secretly "stop"\n    win me\n  or\n    choose secretly "go"', "1 stop", [""] * 3),
])  # fmt: skip
def test_everybody_is_told_only_what_follows_from_what_they_see(end: str, moves: str, told: list[str]) -> None:
    assert heard(end, moves) == told


COUNTED = """game "Counted"
players A, B
type card = 1..6
player has hand: set of card
game has deck: set of card = card
game has turns: 0..4
hidden deck from player
hidden p.hand from player - p
setup
  for p in player
    deal 1 from deck to p.hand
player has bag: set of card
hidden p.bag from player - p
turn
  turns += 1
  choose "draw"
  deal 1 from deck to me.hand
  choose secretly c in me.hand
  if c.odd
    me.bag += c
define c.odd = c in {1, 3, 5}
"""


@pytest.mark.parametrize(("end", "moves", "told"), [
    ('draw if count(deck) = 2 as "{count(deck)} cards are left"', "draw # draw #", ["2 cards are left"] * 3),
    ('draw if count(deck) < 3 as "{count(deck)} cards" when count(deck) = 2 otherwise "few"', "draw # draw #",
     ["2 cards"] * 3),
    ("draw if count(deck) = 2", "draw # draw #", ["“deck” holds 2"] * 3),
    ('draw if turns = 1 as "{count(A.hand)} to {count(B.hand)}"', "draw #", ["2 to 1"] * 3),
    ('draw if turns = 1 as "{count(A.bag)} kept"', "draw #", [None, "", ""]),  # A alone knows whether it was odd
    ('draw if turns = 1 as "{sum(c for c in deck)} are left"', "draw #", [""] * 3),  # a sum needs more
    ('draw if turns = 1 as "{min(deck)} is left of {count(deck)}"', "draw #", [""] * 3),
])  # fmt: skip
def test_what_all_can_count_is_told(end: str, moves: str, told: list[str]) -> None:
    for one, wanted in zip(heard(f"end\n  {end}", moves, COUNTED), told, strict=True):
        assert one == wanted or (wanted is None and one)


def test_that_the_stock_runs_out_is_told_in_gin_rummy() -> None:
    """All see each card that is taken from it: 52, 20 dealt, 1 turned up; 29 draws leave 2."""
    state = Game.load("gin_rummy").start(3)
    while not state.is_over:  # cards are dealt as they lie
        texts = [move.text for move in state.moves]
        state = state.play(next((text for text in ("draw", "pass") if text in texts), texts[0]))
    views = (state.view("North"), state.view("South"), state.public_view())
    assert [found and found.why for found in map(decided, views)] == ["2 cards are left to draw"] * 3
