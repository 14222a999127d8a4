"""Positions in a page: read, written and set going as the reference interpreter does it, for every ruleset."""

from __future__ import annotations

import json
from itertools import filterfalse
from pathlib import Path
from typing import Any

import pytest
from hiding import may_hide
from page_node import NODE, called, random_game
from playing import load
from sample import daily

from cli.session.session import Session
from cli.web.page.seen import seen
from cli.web.serve import hosting
from gdl import library
from interpreter import Game, PositionError, State
from interpreter.game import records
from interpreter.game import yaml_files as yamlio
from interpreter.game.record_model import Record

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node")
NOT_OF_A_START = ("line", "decided", "changed")
"""What a page says of the moves before, or of what decided a game."""
OF_AN_EDITOR = ("sites", "hands", "over", "line")
"""What a page and a server must show alike of a position in the editor. Only a server also counts scores."""
START = """pieces: {king of White: e1, king of Black: e8, rook of White: a1}
variables: {castling: [a1]}
"""


def without_past(data: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name != "seen"}


def people(game: Game) -> dict[str, str]:
    return dict.fromkeys(game.players, "human")


def begun(game: Game) -> tuple[str, Any]:
    return "begin", {"seed": 1, "seats": people(game)}


def expected(state: State) -> dict[str, Any]:
    """What a page shows of a state in which a game begins."""
    found = seen(state.view(), (state.view(),), may_move=state.to_move is not None)
    return {name: value for name, value in found.items() if name not in NOT_OF_A_START}


def placed(game: Game, folder: Path, datas: list[Any]) -> list[tuple[Any, ...]]:
    """For each position: what placing it gave, what is shown then, the position read back, and what is said of it."""
    calls: list[tuple[str, Any]] = [("still", None), ("begin", {"seed": 3, "seats": people(game)})]
    for data in datas:
        calls += [("place", {"position": data}), ("shown", None), ("position", "now"), ("tried", data)]
    found = called(folder, [game], calls)[2:]
    return [tuple(found[i : i + 4]) for i in range(0, len(found), 4)]


@pytest.mark.parametrize("name", daily(filterfalse(may_hide, library.names())))
def test_positions_of_games_that_were_played(name: str, tmp_path: Path) -> None:
    """The beginning, the middle and the end of a game: the same is shown, to be moved, and written."""
    game = load(name)
    states = [state for state in random_game(game, 3, 40) if not state.in_turn]
    datas = [without_past(state.position()) for state in {states[0], states[len(states) // 2], states[-1]}]
    for data, (failed, shown, back, by_page) in zip(datas, placed(game, tmp_path, datas), strict=True):
        state = game.position(data)
        wanted = expected(state)
        assert failed is None, failed
        assert {key: shown["view"][key] for key in wanted} == wanted
        if not state.in_turn:
            assert back == without_past(state.position())
        assert by_page["trouble"] == []
        assert game.position(yamlio.parse(by_page["text"]).data) == state


@pytest.mark.parametrize("name", daily(filterfalse(may_hide, library.names())))
def test_positions_by_hand(name: str, tmp_path: Path) -> None:
    """Boards where the rules have never been: over, stuck or going on, as Python has it."""
    game = load(name)
    first = without_past(next(state for state in random_game(game, 4, 40) if not state.in_turn).position())
    labels, sites = game.model.pieces.labels, game.model.board.labels if game.model.board else ()
    datas: list[Any] = [{}, *({"to move": player} for player in game.players), {**first, "to move": game.players[-1]}]
    if labels and sites and not game.model.stacks:
        datas += [{"pieces": {labels[k % len(labels)]: [sites[(7 * k) % len(sites)]]}} for k in range(3)]
    for data, (failed, shown, _, by_page) in zip(datas, placed(game, tmp_path, datas), strict=True):
        by_server = hosting.tried(game, data)
        assert {name: by_server[name] for name in OF_AN_EDITOR} == {name: by_page[name] for name in OF_AN_EDITOR}
        assert bool(by_server["trouble"]) == bool(by_page["trouble"])
        assert [line for line in by_server["lines"] if line in by_page["lines"]] == by_page["lines"]
        try:
            state = game.position(data)
        except PositionError as error:
            assert failed is not None, (data, error.reasons)
            assert failed["kind"] == "PositionError"
            continue
        assert failed is None, (data, failed)
        wanted = expected(state)
        assert {key: shown["view"][key] for key in wanted} == wanted, data


@pytest.mark.parametrize(("data", "said"), [
    ({"to move": "Green"}, "there is no player (in `to move`) `Green`"),
    ({"pieces": {"king of White": ["e1", "j9"]}}, "there is no site `j9`"),
    ({"pieces": {"queen of White": "e1", "king of White": ["e1"]}}, "two pieces stand on e1: queen of White and"),
    ({"pieces": {"cook of White": "e1"}}, "there is no piece `cook of White`"),
    ({"pieces": ["e1"]}, "`pieces` must be a mapping"),
    ({"stacks": {"e1": ["king of White"]}}, "this board holds no stacks"),
    ({"variables": {"quiet": 4000}}, "`quiet` holds numbers of 0..101, not 4000"),
    ({"variables": {"quiet": None}}, "`quiet` can't be nothing"),
    ({"variables": {"loud": 1}}, "there is no variable `loud`"),
    ({"variables": {"castling": ["a1", "z1"]}}, "there is no site (in `castling`) `z1`"),
    ({"colour": 1}, "there is no part of a position called `colour`"),
    ({"over": {"win": []}}, "`win` in `over` names nobody"),
    ({"decision": 1}, "belongs to the middle of a turn"),
    ([], "a position is a mapping"),
])  # fmt: skip
def test_what_is_no_position(data: Any, said: str, tmp_path: Path) -> None:
    """The sentences are those of the reference interpreter; nothing of the game is lost."""
    game = load("chess")
    calls = [begun(game), ("play", "e2-e4"), ("place", {"position": data}), ("shown", None)]
    _, _, failed, shown = called(tmp_path, [game], calls)
    assert said in failed["error"]
    assert [ply["text"] for ply in shown["log"]] == ["e2-e4"]
    if "decision" not in data and data:
        with pytest.raises(PositionError) as error:
            game.position(data)
        assert said.partition(" `0..101")[0][:40] in " ".join(error.value.reasons)


LINES = [
    ("chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"),
    ("chess", "r3k2r/8/8/8/8/8/8/4K2R w Kq - 12 30"),
    ("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"),
    ("crazyhouse", "r1bqk2r/ppp2ppp/2n2n2/3pp3/8/8/PPPPPPPP/RNBQKBNR[QPpn] w KQkq - 0 1"),
    ("crazyhouse", "4k2Q~/8/8/8/8/8/8/4K3[] b - - 0 1"),
    ("three_check", "4k3/8/8/8/8/8/8/4K2R w K - 1+3 0 1"),
    ("xiangqi", "rheakaehr/9/1c5c1/s1s1s1s1s/9/9/S1S1S1S1S/1C5C1/9/RHEAKAEHR w"),
    ("shogi", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "line"), LINES)
def test_lines_in_the_game_s_notation(name: str, line: str, tmp_path: Path) -> None:
    """Read and written as in Python, wrong ones refused with the same reasons."""
    game = load(name)
    wrong = line.replace("/", "/z", 1)
    calls = [begun(game), ("position", line), ("position", wrong)]
    _, data, refused = called(tmp_path, [game], calls)
    try:
        state = game.position(line)
    except PositionError as error:
        assert data["error"].startswith("this position makes no sense:")
        assert all(reason in data["error"] for reason in error.reasons)
        return
    assert game.position(data) == state or state.in_turn
    _, tried = called(tmp_path, [game], [begun(game), ("tried", data)])
    assert tried["line"] == (" ".join([*line.split()[:-1], "1"]) if state.is_over else state.notation)
    with pytest.raises(PositionError) as error_:
        game.position(wrong)
    assert all(reason in refused["error"] for reason in error_.value.reasons)


def test_records_keep_the_position(tmp_path: Path) -> None:
    """What a page saves of such a game, the program replays; and the other way; dice included."""
    game = load("backgammon")
    data = {"to move": "Black", "variables": {"men": {"1": {"Black": 2, "White": 0}, "6": {"White": 2}}}}
    calls = [begun(game), ("place", {"position": data}), ("idle", None), ("any", [0, 3, 1, 2]), ("record", None)]
    *_, played, text = called(tmp_path, [game], calls)
    record = yamlio.parse(text).check(Record)
    assert record.start == data
    assert [step.move.text for step in records.replay(game, record)] == played
    assert records.as_json(record) == text
    calls = [begun(game), ("load", records.text(record)), ("record", None)]
    _, again, shown = called(tmp_path, [game], calls)
    assert (again, json.loads(shown)["start"]) == (None, data)


def test_a_page_plays_the_dice_of_the_program(tmp_path: Path) -> None:
    """From a position, too, the seed names the dice."""
    game = load("backgammon")
    data = {"variables": {"men": {"6": {"White": 2}, "1": {"Black": 2}}}}
    record = records.new(game, "backgammon", 77, 0, people(game), data)
    calls = [begun(game), ("load", records.text(record)), ("idle", None), ("any", [0, 0, 0]), ("record", None)]
    *_, text = called(tmp_path, [game], calls)
    found = yamlio.parse(text).check(Record)
    session = Session(game, "backgammon", 77, people(game), data)
    for move in found.plies:
        if session.state.is_chance:
            assert session.choose().text == move
        session.play(session.state.parse(move))


def test_texts_that_people_paste(tmp_path: Path) -> None:
    game = load("chess")
    first = game.start().position()
    pasted = [START, json.dumps(first), "# rnbq\n" + yamlio.dump(first), "to move: [", "nonsense", ""]
    calls = [begun(game), *(("position", text) for text in pasted)]
    _, small, whole, commented, broken, nonsense, nothing = called(tmp_path, [game], calls)
    assert small["pieces"] == {"rook of White": ["a1"], "king of White": ["e1"], "king of Black": ["e8"]}
    assert whole == commented == without_past(first)
    for one in (broken, nonsense, nothing):
        assert one["error"].startswith("this position makes no sense:"), one
