"""What isn't legal is answered by the condition that it fails; expected words come from the rules as they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl import library
from interpreter import Game, State
from interpreter.drawing.attempts import refused
from interpreter.drawing.refusals import why_not, why_not_there
from interpreter.game import narrowing

MOST = 40
"""So many choices of each decision are held against the list of legal ones."""


def reached(name: str, *moves: str, seed: int = 3) -> State:
    state = Game.load(name).start(seed)
    for text in moves:
        state = state.play(text)
    return state


def line_of(name: str, text: str) -> int:
    """The line of a shipped ruleset in which a text stands for the first time."""
    lines = library.read(name).text.splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("name", "moves", "tried", "said"),
    [
        # where pieces are hidden, what a player knows may settle it all the same
        ("dark_chess", [], "e2-e5", "e5 isn't in e2's “goals”"),
        ("dark_chess", [], "a1-a5", "a5 isn't in a1's “goals”"),
        ("dark_chess", [], "e7-e5", "no piece of yours is on e7"),  # one sees all one's own
        ("kriegspiel", [], "e5-e6", "no piece of yours is on e5"),  # whether it is empty isn't told
        ("sparks", [], "1c3", "Black's coal is on 1c3, none of yours"),
        ("sparks", [], "2b2", "2b2 is empty"),
        ("hex", ["a1"], "a1", "Red's stone is on a1"),
        ("chess", [], "e8-e7", "Black's king is on e8, none of yours"),
        ("chess", [], "d4-d5", "d4 is empty"),
        ("chess", [], "a2-a5", "a5 isn't in a2's “goals”; it holds a3, a4"),
        ("chess", [], "Ke2", "e2 isn't in e1's “goals”; it is empty"),
        ("chess", ["e2-e4", "f7-f6", "a2-a3", "a7-a6", "d1-h5"], "b7-b5",
         "after it, “check” would be true"),
        ("chess", [], "a1-", ""),  # a rook may be chosen: that castling begins with a king isn't the reason
        ("draughts", [], "a1-", ""),  # none of the directions that lead off the board was meant
        ("draughts", [], "c3-b2", "SW isn't in c3's “ways”; it holds NE, NW"),
        ("kalah", ["A"], "a1", ""),  # `a` is a pit of North's, `A` of South's
        ("chess", [], "O-O", "e1 has no “partner (towards E)”"),
        ("reversi", [], "a1", "a1 has no “flips”"),
        ("hearts", [], "2c", "2c isn't in your “hand”"),
        ("coup", [], "coup B", "your “coins” is 1, and must be at least 7"),
        ("coup", ["tax", "doubt"], "turn up duke", "duke isn't in your “hand”"),  # a bag
        ("love_letter", ["guard"], "princess", "princess isn't in “cards”; it holds guard, prince"),
        ("gin_rummy", ["take"], "Qs", "Qs isn't in your “hand”"),  # what was taken lay open
        ("battleship", [], "A1E", "A1's “side” is Blue, and must be Red"),
        ("hanabi", [], "tell A 3", "it must be B, not A"),
        ("backgammon", [], "24/22", "2 isn't in “to be played”"),
        ("quoridor", [], "e4", "e4 isn't one of d1, e2, f1"),
        ("amazons", [], "d1-d1", "d1 isn't in `a.compass through empty`, for a = d1 (line {a.compass through} …)"),
    ],
)  # fmt: skip
def test_the_condition_that_a_try_fails(name: str, moves: list[str], tried: str, said: str) -> None:
    if "{" in said:
        said, _, rest = said.partition("{")
        said = f"{said}{line_of(name, rest.partition('}')[0])} of {name}.gdl)"
    assert why_not(reached(name, *moves), tried) == said


def test_a_site_that_cant_be_picked() -> None:
    state = reached("chess")
    assert why_not_there(state, ["e7"]) == "Black's pawn is on e7, none of yours"
    assert why_not_there(state, ["e2", "e5"]) == "e5 isn't in e2's “goals”; it holds e3, e4"
    assert why_not_there(state, ["e2"]) == ""


TRICK = """\
game "Trick"
players A, B
type suit = c, d
type card = cards(1..3, suit)
player has hand: set of card
player has kept: set of card
game has led: suit?
hidden p.hand from player - p
hidden p.kept from player - p
define p.follow = {x in p.hand where x.suit = led}
define p.open   = p.hand when no led otherwise p.follow when some p.follow otherwise p.hand

setup
  A.hand = {1c, 2d}
  B.hand = {2c, 1d, 3d}
  B.kept = {3c}

turn
  choose x in me.open as "{x}"
  me.hand -= x
  led = x.suit

end
  draw if no B.hand
"""


def test_a_card_of_another_suit() -> None:
    state = Game.parse(TRICK).start().play("1c")
    assert why_not(state, "1d") == "1d's “suit” is d, and must be c"


def test_an_example_is_a_card_that_one_might_play() -> None:
    """Not one that somebody else holds, or that was put away."""
    state = Game.parse(TRICK).start()
    assert refused(state) is None
    assert refused(state.play("1c")) == ("1d", "1d's “suit” is d, and must be c")


def test_authors_are_told_the_rule_and_its_line() -> None:
    place = f"(line {line_of('chess', 'choose a in mine, b')} of chess.gdl)"
    said = why_not_there(reached("chess"), ["e2", "e5"], for_authors=True)
    assert said == f"e5 isn't in `a.goals`, for a = e2; it holds e3, e4 {place}"


RULES = """\
game "Weights"
players A, B
board grid(3, 3)
pieces stone of player
game has heavy: 0..9 = 4

define s.weight = s.c + s.r

turn
  choose s in empty where s.weight <= heavy and not (s.c = 1 and s.r = 1) and no s.N & theirs
  put stone of me on s

end
  win me if stuck
"""


def test_numbers_are_told(tmp_path: Path) -> None:
    file = tmp_path / "weights.gdl"
    file.write_text(RULES, encoding="utf-8")
    state = Game.load(file).start()
    assert why_not(state, "c3") == (
        "c3's “weight” is 6, and must be at most 4"
    )
    assert "is true, for s = a1" in why_not(state, "a1")
    assert why_not(state.play("a3"), "a2") == "`no s.N & theirs` is false, for s = a2 (line 10 of weights.gdl)"


ROYAL = """\
game "Royal"
players A, B
board grid(3, 3)
pieces king, rook of player

define p.royal = king of p

setup
  put king of A on a1
  put rook of A on b1

turn
  choose a in king of me, b in a.adjacent & empty
  move a to b

end
  win A if no A.royal
"""


def test_a_decision_has_its_own_words(tmp_path: Path) -> None:
    """`king of me` is called so where it is chosen from, though a definition has another name for it."""
    file = tmp_path / "royal.gdl"
    file.write_text(ROYAL, encoding="utf-8")
    state = Game.load(file).start()
    assert why_not_there(state, ["b1"]) == "A's rook is on b1, no king of yours"
    assert why_not_there(state, ["a1", "b1"]) == "A's rook is on b1"


SECRET = """\
game "Secret"
players A, B
type card = 1..4
player has hand: set of card
hidden p.hand from player - p

setup
  A.hand = {1, 2}
  B.hand = {3, 4}

turn
  choose x in card where x not in opponent.hand
  me.hand -= {x}

end
  win me if no me.hand
"""


def test_what_is_hidden_is_not_told(tmp_path: Path) -> None:
    file = tmp_path / "secret.gdl"
    file.write_text(SECRET, encoding="utf-8")
    assert why_not(Game.load(file).start(), "3") == ""
    open_ = tmp_path / "open.gdl"
    open_.write_text(SECRET.replace("hidden p.hand from player - p\n", ""), encoding="utf-8")
    assert "3 is in the opponent's “hand”" in why_not(Game.load(open_).start(), "3")


SEEN = """\
game "Seen"
players A, B
board grid(5, 1)
pieces man of player
hidden s.piece from B when s in {{a1, c1}}

setup
  put man of A on {{a1, d1}}

turn
  let lowest = {lowest}
  choose s in site where s not in man and s.c >= lowest
  put man of me on s

end
  lose next if stuck
"""


def written(folder: Path, text: str) -> Path:
    file = folder / "seen.gdl"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("lowest", "moves", "tried", "said"),
    [
        ("1", [], "a1", "A's man is on a1"),
        ("1", ["e1"], "d1", "A's man is on d1"),
        ("1", ["e1"], "a1", ""),  # what B doesn't see isn't told
        ("3", ["e1"], "b1", "b1's “c” is 2, and must be at least 3"),
        ("3 when a1 in man otherwise 1", ["e1"], "b1", ""),  # nor what is worked out from it
    ],
)
def test_one_site_is_told_of_if_it_is_seen(
    tmp_path: Path, lowest: str, moves: list[str], tried: str, said: str
) -> None:
    state = Game.load(written(tmp_path, SEEN.format(lowest=lowest))).start()
    for move in moves:
        state = state.play(move)
    assert why_not(state, tried) == said


@pytest.mark.parametrize("name", ["sparks", "chess", "go", "reversi", "backgammon", "fire_and_ice", "hearts"])
def test_legal_is_what_fails_nothing(name: str) -> None:
    """What the conditions say one by one agrees with the list of moves."""
    state = Game.load(name).start(3)
    while state.is_chance:
        state = state.play(state.moves[0])
    for _ in range(2):
        state = state.play(state.moves[len(state.moves) // 2])
        while state.is_chance:
            state = state.play(state.moves[0])
    given = state.game.given
    assert given is not None
    rules = narrowing._narrowing(state.game.model, given)
    legal = {(move.entry.ask, move.entry.chosen) for move in state.moves}
    letters = " ".join(move.text for move in state.moves[:3])
    checked = 0
    for ask, values in rules.open(list(state._stop.values), state._stop.place):
        for chosen in [*rules.choices(ask, values, letters)][:MOST]:
            failed = rules.reasons.first(rules._choose(ask), chosen, values)
            assert (failed is None) == ((ask, chosen) in legal), (name, chosen)
            checked += 1
    assert checked


def test_who_decides_is_spoken_to_where_the_rules_go_through_the_players() -> None:
    """In Hearts all pass on cards together; the hand of the `p` whose part it is, is yours. Authors read both names."""
    state = reached("hearts")
    while state.is_chance:
        state = state.play(state.ways[0])
    held = {move.text for move in state.moves}
    others = next(card for rank in "23456789TJQKA" if (card := f"{rank}c") not in held)
    assert why_not(state, others) == f"{others} isn't in your “hand”"
    assert f"{others} isn't in `p.hand`, for p = you (line {line_of('hearts', 'choose secretly x in p.hand')}" in (
        why_not_there(state, [others], for_authors=True)
    )
