"""A guided game: what is told when, by the game's page or by the rules' own words; three hints; on both screens."""

from __future__ import annotations

from pathlib import Path

import command
import pytest
import sample

from cli.session.guide import AT_ONCE, HINTS, Guide
from interpreter import Game, State
from interpreter.drawing.lessons import lessons
from interpreter.graph.chance import Chance

PLAY = ["play", "--guide", "--plain", "--no-record"]
CLIMB = "Climb with one stone to a neighbour that is free, whatever lies beyond."
RULES = """game "Ladder"
  summary "Climb."

players White, Black
board grid(3, 3)
pieces stone of player

define x.free = {y in x.adjacent where y in empty}  # where nothing stands yet

setup
  put stone of White on a1
  put stone of Black on c1

turn
  choose a in mine, b in a.free asking "Climb with a stone."
  move a to b

end
  win me if some mine & {a3, b3, c3}
  lose next if stuck

looks
  stone of White "W"
  stone of Black "B"
"""
PAGE = """# Ladder

Some words about it.

## Rules

* **Climb** with *one* stone to a [neighbour](https://example.org) that is free,
  whatever lies beyond.
* **The end.** Whoever is in the last row has won.
* Nothing is ever captured.

| a table | that nobody needs |
| --- | --- |

```
climb climb climb
```

## Source

The climb of stones, told elsewhere.
"""


@pytest.fixture
def ladder(tmp_path: Path) -> Path:
    path = tmp_path / "ladder.gdl"
    path.write_text(RULES)
    path.with_suffix(".md").write_text(PAGE)
    return path


def test_each_paragraph_has_its_place(ladder: Path) -> None:
    told = lessons(Game.load(ladder))
    assert told.start == ("The end. Whoever is in the last row has won.",)
    assert [*told.at.values()] == [(CLIMB, "Nothing is ever captured.")]  # what fits none goes with the one before


def test_what_is_told_when(ladder: Path) -> None:
    game = Game.load(ladder)
    guide, state = Guide(game), game.start()
    end, *climb, hints = guide.asked(state)
    assert end.startswith("The end.") and climb == [CLIMB, "Nothing is ever captured."] and "three hints" in hints
    assert guide.asked(state) == guide.asked(state.play("a1a2")) == []


def test_not_all_at_once(ladder: Path) -> None:
    """Four paragraphs at a decision; the others one by one, when it is the next turn."""
    page = "\n\n".join(["# Ladder", "Climb with stones.", *(f"Beware: {number}." for number in range(1, AT_ONCE + 2))])
    ladder.with_suffix(".md").write_text(page)
    state = Game.load(ladder).start()
    guide = Guide(state.game)
    assert guide.asked(state)[:-1] == ["Climb with stones.", *(f"Beware: {number}." for number in range(1, AT_ONCE))]
    assert guide.asked(state) == []
    state = state.play("a1a2")
    assert guide.asked(state) == [f"Beware: {AT_ONCE}."]
    state = state.play("c1c2")
    assert guide.asked(state) == [f"Beware: {AT_ONCE + 1}."]
    assert guide.asked(state.play("a2b2")) == []


def test_without_a_page_the_rules_speak(ladder: Path) -> None:
    ladder.with_suffix(".md").unlink()
    game = Game.load(ladder)
    told = Guide(game).asked(game.start())
    assert "In the rules' words: `choose a in mine, b in a.free`" in told
    assert "`free`: where nothing stands yet" in told


def test_an_example_of_what_cannot_be_chosen() -> None:
    """In Reversi a disc goes where it flips some: the first empty square, a1, is none."""
    game = Game.load("reversi")
    told = Guide(game).asked(game.start())
    assert any("a1" in text and "flips" in text for text in told)


def at_random(game: Game, seed: int) -> list[State]:
    """The states of a random game in which somebody is asked."""
    state, chance, asked = game.start(seed), Chance(seed), list[State]()
    for ply in range(60):
        if state.is_over:
            break
        if not state.is_chance:
            asked.append(state)
        ways = state.ways if state.is_chance else state.moves
        state = state.play(ways[chance.pick(len(ways), ply)])
    return asked


@pytest.mark.parametrize("name", sample.rulesets())
def test_every_game_can_be_guided(name: str) -> None:
    """Something is told at the first decision; no paragraph twice; and all of the start, at once."""
    game = Game.load(name)
    guide, told = Guide(game), list[str]()
    for number, state in enumerate(at_random(game, 3)):
        said = guide.asked(state)
        assert said or number
        told += said
    examples = [text for text in told if text.startswith("An example")]
    assert len({*told}) == len(told)
    assert told[0] in (*lessons(game).start, *(text for texts in lessons(game).at.values() for text in texts))
    assert not any("choose " in text for text in examples)


def test_nothing_hidden_is_told() -> None:
    """What can't be chosen is explained by what who decides may know: the texts are those for all deals that look
    alike to them."""
    game = Game.load("kuhn_poker")
    by_key: dict[object, set[tuple[str, ...]]] = {}
    for seed in range(60):
        state = game.start(seed)
        while state.is_chance:
            state = state.play(state.ways[Chance(seed).pick(len(state.ways), 0)])
        view = state.view(state.to_move)
        by_key.setdefault(str(view.position()), set()).add(tuple(Guide(game).asked(state)))
    assert len(by_key) > 1
    assert all(len(texts) == 1 for texts in by_key.values())


def test_line_by_line() -> None:
    """Rules when they are needed, and no more hints than three."""
    status, said, _ = command.run([*PLAY, "sparks", "--seed", "3"], "hint\n" * (HINTS + 1))
    text = " ".join(said.split())
    assert status == 0
    assert "computer, level 2" in text
    take, put = "Take one of your coals that carries at most one ball", "If it carried nothing, the spark"
    assert take in text and put not in text
    assert text.count("of the search") >= HINTS
    assert "You have 2 hints left." in text and "That was your last hint." in text
    assert text.count("You have had your three hints.") == 1


def test_who_names_a_computer_gets_it() -> None:
    _, said, _ = command.run([*PLAY, "tictactoe", "--seat", "O=random"], "quit\n")
    assert "random" in said and "level 2" not in said


@pytest.mark.parametrize("name", sample.rulesets())
def test_every_shipped_game_has_something_to_tell(name: str) -> None:
    """Paragraphs of its page fit decisions: nothing is left to the rules' own words."""
    assert lessons(Game.load(name)).at
