"""Decisions for which the rules have no words are asked in a page as in the terminal."""

from pathlib import Path

from page_node import called

from interpreter import Game

STEPS = """game "Steps"
players A, B
board grid(2, 2)
pieces stone
game has left: 1..3 = 3
turn
  choose S within empty where count(S) in 1..left or no S and left < 3
  for s in S
    put stone on s
  left = left - 1 when left > 1 otherwise 1
end
  win me if no empty
"""


def asked(tmp_path: Path, game: Game, line: list[str]) -> list[str]:
    """What a page asks at each state of a line; it must be what the terminal asks."""
    begin = {"seed": 1, "seats": dict.fromkeys(game.players, "human")}
    _, _, views = called(tmp_path, [game], [("still", None), ("begin", begin), ("plies", line)])
    states = [game.start()]
    for text in line:
        states.append(states[-1].play(text))
    found = [view["asks"] for view in views]
    assert found == [state.prompt for state in states]
    return found


def test_decisions_without_words_are_asked_as_in_the_terminal(tmp_path: Path) -> None:
    game = Game.parse(
        'game "Plain"\nplayers A, B\nboard grid(2, 2)\npieces stone of player\nturn\n  either\n'
        '    choose s in empty as "stone {s}"\n    put stone of me on s\n  or\n'
        '    choose s in mine as "take {s}"\n    remove s\n  or\n    choose "pass" where some mine\n'
        "end\n  draw if no empty\n"
    )
    some = "For “stone …”, choose a site. For “take …”, choose a piece of yours. Or choose “pass”."
    assert asked(tmp_path, game, ["stone a1", "stone a2"]) == ["Choose a site.", "Choose a site.", some]


def test_parts_of_a_set_are_counted_as_they_are_open(tmp_path: Path) -> None:
    found = asked(tmp_path, Game.parse(STEPS), ["a1", "a2+b1", "nothing"])
    assert found == ["Choose 1 to 3 sites.", "Choose nothing, or up to 2 sites.", "Choose nothing, or up to 1 site.",
                     "Choose nothing, or up to 1 site."]  # fmt: skip
