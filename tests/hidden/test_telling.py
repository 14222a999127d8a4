"""`telling`: who is told by name what is chosen or rolled secretly, and that nobody else learns it."""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations, product

import pytest
from hiding import SHOWN

from gdl.syntax.formatter import format as laid_out
from interpreter import Game, LoadError, State
from interpreter.lab.tools.native_lockstep import both_backends
from interpreter.native.host.instance import Instance
from interpreter.work.engine import engine, put

HEAD = 'game "Case"\nplayers A, B, C\ntype card = 1..3\nplayer has hand: card?\nhidden p.hand from player - p\n'


def told(state: State, player: str) -> list[str]:
    return [f"{o.who or 'chance'} {o.text or '?'}" for o in state.observations(player)]


def of(turn: str, setup: str = "") -> Game:
    lines = "".join(f"  {line}\n" for line in turn.split("\n"))
    return Game.parse(f"{HEAD}{setup}turn\n{lines}end\n  draw\n")


def test_who_is_named_is_told_and_nobody_else() -> None:
    state = of("choose secretly c in card telling me.next").start().play("2")
    assert [told(state, p) for p in "ABC"] == [["A 2"], ["A 2"], ["A ?"]]
    assert [one.text for one in state.told(public=True)] == [None]
    other = of("choose secretly c in card telling me.next").start().play("3")
    assert [state.information(p) == other.information(p) for p in "ABC"] == [False, False, True]


def test_what_is_chosen_may_say_who_is_told() -> None:
    state = of('choose secretly p in player - me telling p as "you, {p}"').start()
    assert [told(state.play("you, B"), p) for p in "BC"] == [["A you, B"], ["A ?"]]
    assert [told(state.play("you, C"), p) for p in "BC"] == [["A ?"], ["A you, C"]]


def test_a_word_is_told_and_so_is_a_roll() -> None:
    assert told(of('choose secretly "psst" telling player - me.next').start().play("psst"), "C") == ["A psst"]
    assert told(of('choose secretly "psst" telling player - me.next').start().play("psst"), "B") == ["A ?"]
    state = of("roll secretly c in card telling me").start()
    state = state.play(state.ways[2])
    assert [told(state, p) for p in "AB"] == [["chance 3"], ["chance ?"]]


def test_a_part_is_chosen_secretly() -> None:
    """Of a set and of a bag; how many were taken isn't told either."""
    turn = "choose secretly S within {of} where count(S) in 1..2{telling}"
    game = of(turn.format(of="card", telling=" telling me.next"))
    assert [m.text for m in game.start().moves] == ["1", "2", "3", "1+2", "1+3", "2+3"]
    states = [game.start().play(text) for text in ("2", "1+3")]
    assert [told(states[1], p) for p in "ABC"] == [["A 1+3"], ["A 1+3"], ["A ?"]]
    assert [states[0].information(p) == states[1].information(p) for p in "ABC"] == [False, False, True]
    bag = of(turn.format(of="sack", telling=""), "game has sack: bag(2) of card = 1\n")
    both_backends(bag, 3, plies=4)
    assert [told(bag.start().play("1+2"), p) for p in "AB"] == [["A 1+2"], ["A ?"]]
    text = f"turn\n  {turn.format(of='card', telling='')}\n"
    assert laid_out(text) == text


def test_nobody_may_be_named() -> None:
    state = of("choose secretly c in card telling me.hand.holder", "define c.holder = {p in player where p.hand = c}\n")
    assert told(state.start().play("2"), "B") == ["A ?"]


def test_who_is_told_follows_from_before_the_choice() -> None:
    game = of("choose secretly c in card telling {p in player where no p.hand}\nme.hand = c")
    assert told(game.start().play("2"), "B") == ["A 2"]


@pytest.mark.parametrize(("turn", "said"), [
    ("choose c in card telling B", "H905 all players see this choice"),
    ("choose secretly c in card telling me", "H905 the player who decides knows it"),
    ("choose secretly c in card telling 3", "H905 `telling` takes players, not a number"),
    ("choose secretly c in card telling {p in player where stuck}", "stuck"),
    ("together p in player\n  choose secretly c in card telling p.next", "R616 within `together` `telling` doesn"),
])  # fmt: skip
def test_what_is_wrong_is_said(turn: str, said: str) -> None:
    with pytest.raises(LoadError, match=said):
        of(turn.replace("\n", "\n  "))


def test_the_word_may_be_a_name() -> None:
    game = of("choose telling in card\nchoose secretly c in card where c = telling telling B as \"{telling}\"")
    assert told(game.start().play("2").play("2"), "C") == ["A 2", "A ?"]


# ---- information states, held against a program that knows no rules ------------------------------------

Line, Seen = tuple[str, ...], tuple[object, ...]
def test_the_word_may_begin_a_line_and_a_name_may_too() -> None:
    broken = "choose secretly c in card\n      telling me.next\n      as \"{c}\""
    assert told(of(broken).start().play("2"), "B") == told(of(broken.replace("\n     ", "")).start().play("2"), "B")
    assert told(of(broken).start().play("2"), "C") == ["A ?"]
    named = """game "Names"
players A, B
type telling = 1..3
telling has told: truth
game has asked: 0..9
turn
  choose t in telling where not t.told
    as "{t}"
  t.told = true
  asked += 1
end
  draw if asked = 3
looks
  told as nothing
  asked "asked {asked}"
"""
    assert {move.text for move in Game.parse(named).start().moves} == {"1", "2", "3"}
    assert "\ntelling has told: truth\n" in laid_out(named) and "\n  told as nothing\n" in laid_out(named)


NAMES = "Ann", "Bob", "Cid"


def by_hand() -> dict[Line, list[Seen]]:
    """Every line of play of `SHOWN`, with what each player has observed, written down by hand: one's own cards as they
    come, what was asked, and what was said if one heard it."""
    found: dict[Line, list[Seen]] = {}
    for deal in permutations((1, 2, 3, 4)):
        hands = set[int](), {*deal[:2]}, {*deal[2:]}
        lines: list[tuple[Line, list[Seen]]] = [(tuple(map(str, deal)), [(), deal[:2], deal[2:]])]
        found |= lines
        for asker in range(3):
            asked, behind = (asker + 1) % 3, list[tuple[Line, list[Seen]]]()
            for (line, known), (a, b) in product(lines, product((1, 2), (3, 4))):
                question = f"{a} or {b}"
                heard = [(*own, question) for own in known]
                found[(*line, question)] = heard
                for said in map(str, sorted(hands[asked] & {a, b})):
                    rest = [(*own, said if p in (asker, asked) else "?") for p, own in enumerate(heard)]
                    behind.append(((*line, question, said), rest))
                if not hands[asked] & {a, b}:
                    behind.append(((*line, question, "neither"), [(*own, "neither") for own in heard]))
            found |= behind
            lines = behind
    return found


def keys(instance: Instance) -> tuple[int, ...]:
    held = instance.read(instance.call("report"), 16 * 3)
    words = [int.from_bytes(held[i : i + 8], "little") for i in range(0, len(held), 8)]
    return tuple(one << 64 | other for one, other in zip(words[::2], words[1::2], strict=True))


def test_information_states_are_those_written_down_by_hand() -> None:
    """Lines that one player observed alike have one key, others have others; both backends know the same keys."""
    game = Game.parse(SHOWN, backend="reference")
    instance = engine(game, "known_keys").take()
    expected = by_hand()
    known: list[dict[object, set[int]]] = [defaultdict(set) for _ in NAMES]
    found = 0
    todo: list[tuple[Line, State]] = [((), game.beginning())]
    while todo:
        line, state = todo.pop()
        if line in expected:
            found += 1
            for p, name in enumerate(NAMES):
                known[p][(len(line), expected[line][p])].add(state.information(name))
        if not state.is_over:
            todo += [((*line, move.text), state.play(move)) for move in state.moves]
    assert found == len(expected)
    for p in range(3):
        assert all(len(one) == 1 for one in known[p].values())
        assert len(set().union(*known[p].values())) == len(known[p])
    for number in range(40):
        state, options, at = game.beginning(), instance.call("keys_start", put(instance, game.beginning())), number
        while not state.is_over:
            assert keys(instance) == tuple(map(state.information, NAMES))
            k, at = at % options, at * 7 // 3 + 1
            options, state = instance.call("keys_play", k), state.play(state.ways[k])
