"""The scenario runner itself: what passes, how it says what is wrong, and what it refuses to read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Move, MoveError, State
from interpreter.game import scenarios
from interpreter.game import yaml_files as yamlio
from interpreter.game.move_texts import MOST_WORDS, first_of, pick, split


def tried(tmp_path: Path, text: str, head: str = "game: tictactoe") -> list[scenarios.Result]:
    path = tmp_path / "cases.yaml"
    path.write_text(f"{head}\nscenarios:\n{text}", encoding="utf-8")
    return list(scenarios.run(scenarios.read(path)))


def said(tmp_path: Path, text: str) -> str:
    """What the runner says of one scenario's `then`, written in flow style on line 5."""
    (result,) = tried(tmp_path, f"- name: a case\n  play: a1 b2\n  then: {{{text}}}\n")
    return "\n".join(map(str, result.problems)).replace(str(tmp_path), "")


PASSING = [
    "to move: X",
    "moves: b1 c1 a2 c2 a3 b3 c3",
    "moves: 'b1, c1, a2, c2, a3, b3, c3'",
    "moves: [b1, c1, a2, c2, a3, b3, c3]",
    "including: [b1, c1]",
    "excluding: [a1, b2]",
    "count: 7",
    "illegal: [a1, b2]",
    "illegal: a1",
    "illegal: {a1: not legal, nonsense: not a move}",
    "illegal: {a1: a1}",
    "illegal: {a1: {why: not legal, says: a1}}",
    "sites: {a1: stone of X, b2: stone, c3: empty}",
    "position: {pieces: {stone of X: [a1], stone of O: b2}}",
    "position: {pieces: {stone of X: 1, stone: 2, piece: 2}}",
    "position: {to move: X}",
    "turns: 2",
    "over: false",
]


@pytest.mark.parametrize("text", PASSING)
def test_what_holds_passes(tmp_path: Path, text: str) -> None:
    assert said(tmp_path, text) == ""


FAILING = {
    "to move: O": ["to move", "expected  O", "got       X"],
    "moves: a1 b1 c1 a2 c2 a3 b3": ["moves", "missing   a1", "too much  c3"],
    "including: [a1, b1]": ["including", "missing   a1"],
    "excluding: [a1, b1]": ["excluding", "too much  b1"],
    "count: 8": ["count", "expected  8 legal moves", "got       7"],
    "illegal: [b1]": ["illegal.b1", "b1, a legal move"],
    "illegal: {a1: not a move}": ["illegal.a1", "expected  not a move", "got       not legal"],
    "illegal: {a1: because it rains}": ["expected  “because it rains”"],
    "sites: {a1: stone of O}": ["sites.a1", "expected  stone of O", "got       stone of X"],
    "sites: {a1: empty}": ["expected  empty", "got       stone of X"],
    "sites: {c3: stone}": ["expected  stone", "got       empty"],
    "sites: {d9: stone}": ["no site `d9`"],
    "sites: {a1: stoen of X}": ["no kind of piece `stoen`; did you mean `stone`?"],
    "sites: {a1: stone of Y}": ["no player `Y`"],
    "position: {pieces: {stone of X: [a1, c1]}}": ["position.pieces.stone of X", "missing   c1"],
    "position: {pieces: {stone of X: []}}": ["expected  empty", "too much  a1"],
    "position: {pieces: {stone: 3}}": ["expected  3", "got       2"],
    "position: {pieces: {stoen: 3}}": ["no kind of piece `stoen`"],
    "position: {variables: {score: 3}}": ["no variable `score`"],
    "turns: 3": ["expected  3", "got       2"],
    "over: true": ["over", "expected  true", "got       false"],
    "chances: {1: 1/6, 2: 5/6}": ["chances", "expected  1: 1/6, 2: 5/6", "got       no roll"],
    "scores: {X: 1}": ["scores", "expected  X: 1", "got       no scores"],
    "result: X wins": ["expected  X wins", "got       the game isn't over"],
    "result: O won": ["expected  O won", "got       the game isn't over"],
    "result: {X: win}": ["got       the game isn't over"],
}


@pytest.mark.parametrize("text", FAILING)
def test_what_does_not_hold_is_said_with_its_line(tmp_path: Path, text: str) -> None:
    message = said(tmp_path, text)
    assert message.startswith("/cases.yaml:5: "), message
    for part in FAILING[text]:
        assert part in message


def test_all_that_is_wrong_is_said_at_once(tmp_path: Path) -> None:
    assert len(re.findall("cases.yaml", said(tmp_path, "to move: O, count: 8, over: true"))) == 3


def test_steps_are_numbered_and_the_line_is_the_one_of_the_word(tmp_path: Path) -> None:
    (result,) = tried(
        tmp_path,
        "- name: steps\n"
        "  steps:\n"
        "  - play: a1\n"
        "    then:\n"
        "      to move: O\n"
        "  - play: b2\n"
        "    then:\n"
        "      turns: 2\n"
        "      to move: O\n",
    )
    (problem,) = result.problems
    assert problem.step == 2
    assert problem.where.endswith("cases.yaml:11")
    assert not result.passed
    assert "step 2" in str(result)


def test_a_move_that_cannot_be_played_ends_the_scenario(tmp_path: Path) -> None:
    (result,) = tried(tmp_path, "- name: twice\n  play:\n  - a1\n  - b2, a1, c3\n  then: {turns: 99}\n")
    (problem,) = result.problems
    assert problem.where.endswith("cases.yaml:6")
    assert "a1" in str(problem)


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ("[{O: a1}]", "it is the turn of X"),
        ("[{Y: a1}]", "this game has no player `Y`"),
        ("[a1 a2 b1 b2 c1 c2]", "the game is over (X won)"),
        ("[a1 a1]", "a1"),
        ("[zebra]", "zebra"),
    ],
)
def test_wrong_play_is_explained(tmp_path: Path, play: str, message: str) -> None:
    (result,) = tried(tmp_path, f"- name: wrong\n  play: {play}\n  then: {{over: true}}\n")
    assert message in str(result)


NAMES = [
    "to move", "moves", "including", "excluding", "count", "chances", "illegal", "sites", "position", "turns", "over",
    "result", "scores", "sees", "told",
]  # fmt: skip
"""The parts of `then`, as the manual lists them."""


@pytest.mark.parametrize("name", NAMES)
def test_a_part_behind_which_nothing_stands_is_refused_and_not_passed(tmp_path: Path, name: str) -> None:
    with pytest.raises(scenarios.YamlError, match=rf"cases\.yaml:5: nothing stands behind `{name}:`"):
        tried(tmp_path, f"- name: a case\n  then:\n    {name}:\n")


@pytest.mark.parametrize("name", ["game", "players", "options", "seed", "position", "play"])
def test_a_setting_behind_which_nothing_stands_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(scenarios.YamlError, match=rf"cases\.yaml:4: nothing stands behind `{name}:`"):
        tried(tmp_path, f"- name: a case\n  {name}:\n  then: {{to move: X}}\n")


def test_a_ruleset_beside_the_scenarios_is_named_with_its_ending(tmp_path: Path) -> None:
    (tmp_path / "pond.gdl").write_text('game "Pond"\n', encoding="utf-8")
    (result,) = tried(tmp_path, "- {name: a, then: {over: false}}\n", head="game: pond")
    assert "did you mean `pond.gdl`?" in str(result)


def test_players_names_before_moves(tmp_path: Path) -> None:
    (result,) = tried(tmp_path, "- name: names\n  play: [{X: a1}, {O: b2}, {X: c1}]\n  then: {to move: O}\n")
    assert result.passed, str(result)


def test_refusals(tmp_path: Path) -> None:
    results = tried(
        tmp_path,
        "- {name: no such game, game: tictactoes, refused: tictactoe}\n"
        "- {name: no such option, options: {size: 3}, refused: size}\n"
        "- {name: no such site, position: {pieces: {stone of X: [z9]}}, refused: z9}\n"
        "- {name: fine after all, refused: nothing}\n"
        "- {name: another reason, options: {size: 3}, refused: zebra}\n"
        "- {name: not expected, options: {size: 3}, then: {over: false}}\n",
    )
    assert [result.passed for result in results] == [True, True, True, False, False, False]
    assert "no error" in str(results[3])
    assert "zebra" in str(results[4])
    assert "size" in str(results[5])


def test_a_ruleset_beside_the_scenarios_is_found(tmp_path: Path) -> None:
    (tmp_path / "nim.gdl").write_text(
        'game "Nim"\n\nplayers A, B\ngame has heap: 0..5 = 5\n\n'
        "turn\n  choose n in 1..2 where n <= heap\n  heap -= n\n\nend\n  win me if heap = 0\n",
        encoding="utf-8",
    )
    results = tried(
        tmp_path,
        "- {name: first, then: {moves: [1, 2], position: {variables: {heap: 5}}}}\n"
        "- {name: last, play: 2 2 1, then: {result: A wins, position: {variables: {heap: 0}}}}\n"
        "- {name: other, position: {variables: {heap: 3}}, play: [1, 2], then: {result: B wins}}\n"
        "- {name: as players read it, play: 2 2 1, then: {result: A won}}\n",
        head="game: nim.gdl",
    )
    assert [str(result) for result in results if not result.passed] == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scenarios: []\n", ""),
        ("game: tictactoe\n", "`scenarios` is missing"),
        ("game: tictactoe\nscenarios:\n- then: {over: true}\n", "3: `name` is missing"),
        ("game: tictactoe\nscenarios:\n- {name: a, thne: 3}\n", "`thne` isn't known here"),
        ("game: tictactoe\nscenarios:\n- {name: a, play: b2}\n", "says nothing that must hold"),
        ("game: tictactoe\nscenarios:\n- name: a\n  then: {illegal: {a1: {why: rain}}}\n", "4: "),
        ("game: tictactoe\nscenarios:\n- name: a\n  then: {chances: {a1: much}}\n", "no probability"),
        ("scenarios:\n- {name: a, then: {over: false}}\n", "`game: …` is missing"),
        ("game: tictactoe\nseed: -5\nscenarios: []\n", "cases.yaml:2: `seed` should be at least 0, not `-5`"),
        ("game: nim\nscenarios:\n- {name: a, then: {over: false}}\n- {name: a, then: {turns: 0}}\n",
         "cases.yaml:4: the scenario in line 3 is called `a`, too"),
        ("gdl record: 1\ngame: tictactoe\n", "cases.yaml:1: this is the record of a game, no file of scenarios"),
        ("- a\n- b\n", "lines of `name: value`"),
        ("game: [\n", "isn't YAML"),
        ("game: tictactoe\nscenarios:\n- {name: a, then: {}}\n", "says nothing that must hold"),
        ("game: tictactoe\nscenarios:\n- {name: a, then: {sites: {}, illegal: []}}\n", "says nothing that must hold"),
    ],
)
def test_files_that_are_no_scenarios(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(text, encoding="utf-8")
    if not message:
        assert list(scenarios.run(scenarios.read(path))) == []
        return
    with pytest.raises(scenarios.YamlError) as caught:
        scenarios.read(path)
    assert message in str(caught.value)
    assert str(path) in str(caught.value)


def test_scenarios_of_two_games_may_have_one_name(tmp_path: Path) -> None:
    path = tmp_path / "cases.yaml"
    cases = "".join(f"- {{name: a, game: {game}, then: {{over: false}}}}\n" for game in ("nim", "tictactoe"))
    path.write_text(f"scenarios:\n{cases}", encoding="utf-8")
    assert all(result.passed for result in scenarios.run(scenarios.read(path)))


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("BB a5-a4 roll", ["BB a5-a4", "roll"]),
        ("roll, BB a5-a4", ["roll", "BB a5-a4"]),
        ("roll BB a9-a8 roll", ["roll", "BB a9-a8", "roll"]),
        ("BB a9-a8, BB a8-a7", ["BB a9-a8", "BB a8-a7"]),
        ("a, b", ["a, b"]),
        ("", []),
    ],
)
def test_texts_are_split_into_moves(text: str, moves: list[str]) -> None:
    assert split(text, {"BB a5-a4", "roll", "a, b"}) == moves


def test_of_a_line_that_goes_on_and_on_only_the_beginning_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    state, parse, tried = Game.load("tictactoe").start(), State.parse, list[str]()

    def noted(self: State, text: str) -> Move:
        tried.append(text)
        return parse(self, text)

    monkeypatch.setattr(State, "parse", noted)
    with pytest.raises(MoveError, match="not a move of this game"):
        pick(state, "zz " * 1000)
    assert len(tried) == MOST_WORDS
    assert first_of("a1 " * 1000, ["a1", "a1 b1"]) == ("a1", ("a1 " * 999).strip())


WORDS = [
    "game", "players", "options", "seed", "name", "position", "play", "then", "steps", "refused", "to move", "moves",
    "including", "excluding", "count", "chances", "illegal", "why", "says", "sites", "pieces", "stacks", "variables",
    "turns", "over", "result", "tictactoe", "stone", "stone of X", "X", "O", "a1", "b2", "a1 b2, c3", "z9", "me",
    "win", "draw", "X wins", "not legal", "size", "what", "1/6", "", "decision", "locals", "next", "seen",
]  # fmt: skip
VALUES = st.recursive(
    st.sampled_from([*WORDS, None, True, False, 0, 1, -1, 10**17, 0.5]) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(WORDS), inner, max_size=4),
    max_leaves=8,
)
STEP = st.fixed_dictionaries(
    {},
    optional={
        "position": VALUES,
        "play": VALUES | st.just("a1 b2"),
        "then": VALUES | st.dictionaries(st.sampled_from(WORDS), VALUES, max_size=3),
        "options": VALUES | st.dictionaries(st.sampled_from(WORDS), st.integers(-2, 9), max_size=2),
        "players": VALUES,
        "seed": VALUES,
        "refused": VALUES,
        "game": VALUES,
    },
)


@settings(max_examples=250)
@given(STEP)
def test_nonsense_is_refused_or_fails_but_never_raises(
    tmp_path_factory: pytest.TempPathFactory, step: dict[str, object]
) -> None:
    path = tmp_path_factory.getbasetemp() / "nonsense.yaml"
    case = {"name": "nonsense", **step, "then": step.get("then", {"over": False})}
    try:
        path.write_text(yamlio.dump({"game": "tictactoe", "scenarios": [case]}), encoding="utf-8")
    except UnicodeEncodeError:
        return
    try:
        results = list(scenarios.run(scenarios.read(path)))
    except scenarios.YamlError as error:
        assert str(error)
    else:
        assert all(map(str, results))


def test_the_manuals_examples_hold(tmp_path: Path) -> None:
    manual = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text(encoding="utf-8")
    examples = re.findall(r"```yaml\n(game: .*?)```", manual, re.DOTALL)
    assert examples
    for example in examples:
        path = tmp_path / "cases.yaml"
        path.write_text(example, encoding="utf-8")
        assert [str(r) for r in scenarios.run(scenarios.read(path)) if not r.passed] == []


def test_the_chances_of_outcomes_that_are_written_alike_are_added(tmp_path: Path) -> None:
    """Two coins: their sum is 0 with 1/4, 1 with 1/2, 2 with 1/4."""
    turn = 'roll x in 0..1, y in 0..1 as "{x + y}"\n  choose "on"'
    rules = f'game "Coins"\n\nplayers A, B\n\nturn\n  {turn}\n\nend\n  draw\n'
    (tmp_path / "coins.gdl").write_text(rules, encoding="utf-8")
    case = "- name: a\n  then: {{chances: {{{}}}}}\n"
    right, wrong = "0: 1/4, 1: 1/2, 2: 1/4", "0: 1/4, 1: 1/4, 2: 1/4"
    assert [r.passed for r in tried(tmp_path, case.format(right), "game: coins.gdl")] == [True]
    assert [r.passed for r in tried(tmp_path, case.format(wrong), "game: coins.gdl")] == [False]


VEIL = """game "Veil"
players White, Black
board grid(3, 1)
pieces stone of player
player has luck: 1..6
hidden s.piece from player - s.owner
hidden p.luck from player - p
setup
  put stone of White on a1
  put stone of Black on c1
turn
  choose secretly n in 1..6
  me.luck = n
end
  draw if me = Black
"""
SEEN = {
    "sees: {White: {sites: {a1: stone of White}, unseen: b1 c1, variables: {luck: {White: 3, Black: '?'}}}}": "",
    "sees: {Black: {pieces: {stone of White: 0}, variables: {luck: {White: '?'}}}, all: {unseen: [a1, b1, c1]}}": "",
    "told: {White: 'White: 3', Black: ['White: ?'], all: 'White: ?'}": "",
    "sees: {Black: {variables: {luck: {White: 3}}}}": "sees.Black.variables.luck.White",
    "sees: {White: {unseen: a1}}": "too much  b1",
    "told: {Black: 'White: 3'}": "White: ?",
    "sees: {Red: {}}": "no player `Red`",
}


@pytest.mark.parametrize("text", SEEN)
def test_what_players_see_and_are_told(tmp_path: Path, text: str) -> None:
    """By the rules above each sees their own stone and number alone."""
    (tmp_path / "veil.gdl").write_text(VEIL, encoding="utf-8")
    (result,) = tried(tmp_path, f"- name: a case\n  play: '3'\n  then: {{{text}}}\n", "game: veil.gdl")
    found = "\n".join(map(str, result.problems))
    assert (SEEN[text] in found) if SEEN[text] else not found
