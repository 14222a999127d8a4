"""Tables of solved positions: kept is what was solved, players play by it, and nothing unchecked is believed."""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from playing import load

from interpreter import Game, PlayerError
from interpreter.graph.chance import Chance
from interpreter.lab.matches import Match
from interpreter.players.endgame import Table, keep
from interpreter.players.endgame_file import END, MAGIC, TableError, blocks_of, head_of
from interpreter.players.solving import from_table, solve
from interpreter.players.specs import informed, maker, opponent, with_threads


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "tictactoe.table"
    solve(load("tictactoe").start(), keep=lambda *known: kept(path, load("tictactoe"), *known))
    return path


def kept(path: Path, game: Game, *known: Any) -> None:
    assert keep(path, game, *known) == path.stat().st_size


def test_a_table_holds_every_position(table: Path) -> None:
    game = load("tictactoe")
    held = Table(game, table)
    assert held.states == 765
    for number in range(20):
        state, chance = game.start(), Chance(1, number)
        for ply in range(9):
            known, solved = held.look(state), solve(state, symmetries=False)
            assert known is not None
            assert known.values == tuple(solved.values.values())
            assert known.plies == solved.plies
            told = from_table(state, held)
            assert told is not None and told.values == solved.values and len(told.line) == solved.plies
            if state.is_over:
                break
            state = state.play(state.draw(chance, ply))


def test_players_with_a_table_lose_no_game(table: Path) -> None:
    match = Match(load("tictactoe"), [informed("mcts:1", str(table)), "mcts:300"])
    assert len(list(match.play(20))) == 20
    assert match.standings[0].results["loss"].total == 0


def test_a_win_is_the_nearest_and_a_loss_the_farthest(tmp_path: Path) -> None:
    game = load("connect_four", columns=4, rows=4, line=3)
    path = tmp_path / "four.table"
    found = solve(game.start(), keep=lambda *known: kept(path, game, *known))
    held, state = Table(game, path), game.start()
    for left in range(found.plies, 0, -1):
        known = held.look(state)
        assert known is not None and known.plies == left
        move = held.best(state)
        assert move is not None
        state = state.play(move)
    assert state.is_over and state.results == found.values


def test_dice_are_kept_with_their_mean(tmp_path: Path) -> None:
    game, path = load("pig", goal=12), tmp_path / "pig.table"
    found = solve(game.start(), keep=lambda *known: kept(path, game, *known))
    known = Table(game, path).look(game.start())
    assert known is not None and known.values == pytest.approx(tuple(found.values.values()), abs=1e-6)


# ---- what isn't believed ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("at", "said"),
    [(3, "isn't a table of solved positions"), (200, "block 1 of 1 isn't as it was written"),
     (-100, "what it says of itself isn't as it was written"), (-3, "is half written")],
)  # fmt: skip
def test_a_byte_that_is_another(table: Path, tmp_path: Path, at: int, said: str) -> None:
    content = bytearray(table.read_bytes())
    content[at] ^= 4
    other = tmp_path / "other.table"
    other.write_bytes(content)
    with pytest.raises(TableError, match=said):
        Table(load("tictactoe"), other)


@pytest.mark.parametrize("part", [0, 5, 40, 1000, -1])
def test_half_a_file(table: Path, tmp_path: Path, part: int) -> None:
    other = tmp_path / "other.table"
    other.write_bytes(table.read_bytes()[:part])
    with pytest.raises(TableError, match=r"half written|isn't a table"):
        Table(load("tictactoe"), other)


def test_something_behind_it(table: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.table"
    other.write_bytes(table.read_bytes() + b"more")
    with pytest.raises(TableError, match="something follows"):
        Table(load("tictactoe"), other)


def test_other_rules(table: Path) -> None:
    with pytest.raises(TableError, match="is of other rules"):
        Table(load("tictactoe", k=2), table)


def rewritten(table: Path, other: Path, content: bytes, **changed: object) -> None:
    """The table with other content, or other words about it, and all sums right."""
    head = {**vars(head_of(table)), **changed}
    packed = zlib.compress(content, 1)
    head["blocks"] = [(len(content), len(packed), hashlib.sha256(packed).hexdigest())]
    said = json.dumps(head).encode()
    other.write_bytes(MAGIC + packed + said + END.pack(len(said), hashlib.sha256(said).digest(), MAGIC))


def content_of(table: Path) -> bytes:
    return b"".join(blocks_of(table, head_of(table)))


def test_what_lies_with_right_sums(table: Path, tmp_path: Path) -> None:
    """Whoever changes a value and fixes the sums is found out by the rules."""
    other, content = tmp_path / "other.table", content_of(table)
    rewritten(table, other, content)
    assert Table(load("tictactoe"), other).states == 765
    size = head_of(table).state_bytes
    for state, byte, bits in ((0, 4, 16), (300, 4, 16), (300, 2, 1), (500, 0, 7), (700, 5, 1), (400, 8, 255)):
        changed = bytearray(content)
        changed[state * size + byte] ^= bits
        rewritten(table, other, bytes(changed))
        with pytest.raises(TableError, match=r"contradicts itself|is in it twice"):
            Table(load("tictactoe"), other)


@pytest.mark.parametrize(
    ("changed", "said"),
    [({"version": 1}, "is of format 1"), ({"forgotten": ["quiet"]}, "without what matters"),
     ({"states": 764}, "holds others"), ({"states": 10**12}, "holds others"),
     ({"rules": 3}, "makes no sense"), ({"symmetries": []}, "aren't those of the rules"),
     ({"symmetries": [{"sites": [[0, 1, 2, 3, 4, 5, 6, 7, 8]], "players": [0, 1]},
                      {"sites": [[1, 0, 2, 3, 4, 5, 6, 7, 8]], "players": [0, 1]}]}, "aren't those of the rules"),
     ({"state_bytes": -7}, "makes no sense")],
)  # fmt: skip
def test_what_it_says_of_itself(table: Path, tmp_path: Path, changed: dict[str, object], said: str) -> None:
    other = tmp_path / "other.table"
    rewritten(table, other, content_of(table), **changed)
    with pytest.raises(TableError, match=said):
        Table(load("tictactoe"), other)


def test_more_than_there_is_memory(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.players.endgame.available", lambda: 5_000)
    with pytest.raises(TableError, match="this machine has 0 MB to give"):
        Table(load("tictactoe"), table)


def test_files_that_can_not_be(tmp_path: Path) -> None:
    with pytest.raises(TableError, match="there is no such file"):
        Table(load("tictactoe"), tmp_path / "none.table")
    with pytest.raises(TableError, match="is a folder"):
        Table(load("tictactoe"), tmp_path)
    with pytest.raises(TableError, match="is no ordinary file"):
        Table(load("tictactoe"), Path("/dev/null"))
    (tmp_path / "file").touch()
    with pytest.raises(TableError, match="can't be written"):
        solve(load("nim").start(), keep=lambda *known: kept(tmp_path / "file" / "nim.table", load("nim"), *known))
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_rules_from_strangers_name_no_file() -> None:
    rules = 'game "Mean"\n  opponent "mcts:1s@/etc/hostname"\nplayers A, B\nturn\n  choose "pass"\nend\n  draw\n'
    with pytest.raises(PlayerError, match="files are for those who play"):
        opponent(Game.parse(rules))


def test_names_of_players_with_tables(tmp_path: Path) -> None:
    spec = informed("mcts:1s", str(tmp_path / "a/b.table"))
    assert spec == f"mcts:1s@{tmp_path}/a/b.table"
    assert with_threads(spec, 2) == f"mcts:1s/2@{tmp_path}/a/b.table"
    assert informed("random", "b.table") == "random"
    assert callable(maker(spec))
