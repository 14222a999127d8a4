"""Guests never read where things lie on the server, whatever they ask for and whatever goes wrong."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import gdl
from cli.web.serve.limits import Limits
from cli.web.serve.untold import Untold
from interpreter.players.specs import by_name
from tests.support.serving import ORIGIN, House, house

RULES = """game "Mine"
option size: 3..9 = 3 "how wide"
option thin: truth = false "whether it is thin"
players A, B
board grid(size, size)
pieces disc of player
game has left: 0..3 = 3
turn
  choose s in empty
  put disc of me on s
  left -= 1
end
  draw if no empty
"""
PLAYER = """from interpreter import Player, PlayerError

class Last(Player):
    def choose(self, state):
        return state.moves[-1]

class Broken(Player):
    def choose(self, state):
        raise PlayerError(f"{__file__}: can't")
"""
WORD = "Secret"
"""In the name of each folder of the server that is not the program's own."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an awkward name, and all that a server may be started with."""
    made = tmp_path / f"{WORD} folder, 'q'"
    made.mkdir()
    (made / "base.gdl").write_text(RULES)
    (made / "mine.gdl").write_text('game "Mine too" extends "base"\n')
    (made / "players.py").write_text(PLAYER)
    (made / "broken.py").write_text("1 / 0\n")
    (made / "junk.weights").write_bytes(b"junk")
    (made / "junk.strategy").write_bytes(b"junk")
    (made / "junk.table").write_bytes(b"junk")
    return made


class Heard:
    """All that guests were told."""

    def __init__(self, h: House) -> None:
        self.h = h
        self.texts: list[str] = []

    def post(self, url: str, **wishes: Any) -> Any:
        whole = {"options": {}, "players": None, "seats": {}, **wishes}
        answer = self.h.client.post(url, json=whole, headers=ORIGIN)
        self.note(answer.text)
        return answer

    def note(self, told: Any) -> None:
        text = told if isinstance(told, str) else json.dumps(told)
        assert WORD not in text, text[max(0, text.index(WORD) - 200) : text.index(WORD) + 200]
        self.texts.append(text)

    def knock(self, token: str) -> None:
        """Sit down, and hear whether that may be."""
        with self.h.knock() as line:
            line.send_text(json.dumps({"do": "sit", "token": token, "takebacks": -1, "ply": 0}))
            self.note(line.receive_text())


def forget(h: House) -> None:
    """As after a restart."""
    for crew in (*h.hall.workers, h.hall.thinkers):
        for _, games in crew._all:
            games._games.clear()
    h.hall._infos.clear()
    h.hall._scenes.clear()
    h.hall.tables.clear()


@pytest.mark.parametrize("rules", ["base.gdl", "mine.gdl"])
def test_wishes_that_can_not_be_granted(folder: Path, rules: str) -> None:
    with house(str(folder / rules)) as h:
        heard = Heard(h)
        for url in ("/game", "/games"):
            assert heard.post(url, players=500).json()["error"] == "base.gdl: this game is for 2 players, not 500"
            for options in ({"size": 99}, {"size": "x"}, {"nope": 1}, {"thin": 3}, {"size": True}):
                assert "option" in heard.post(url, options=options).json()["error"]
        for seats in ({"Q": "human"}, {"A": "solved:x"}, {"A": "mcts:1s@x.weights"}, {"A": "x.py:Y"}):
            assert heard.post("/games", seats=seats).status_code == 422


def test_anything_at_all_as_a_wish(folder: Path) -> None:
    draw = random.Random(18)
    values: list[Any] = [None, 0, 1, -5, 500, 10**30, True, "x", "", "{}", [], {}, 1.5, "a" * 300, "../x", "3..4"]
    with house(str(folder / "base.gdl"), limits=Limits(new_games=1_000)) as h:
        heard = Heard(h)
        for _ in range(150):
            names = [draw.choice(["size", "thin", "rows", "", "A", "../../x"]) for _ in range(draw.randrange(3))]
            wishes = {
                "options": draw.choice([{name: draw.choice(values) for name in names}, draw.choice(values)]),
                "players": draw.choice(values),
                "seats": draw.choice([{name: draw.choice(values) for name in names}, draw.choice(values)]),
            }
            heard.post(draw.choice(["/game", "/games"]), **wishes)


@pytest.mark.parametrize("kind", [
    "players.py:Last", "players.py:Broken", "broken.py:X", "none.py:X", "mcts:9@junk.weights", "mcts:9@none.weights",
    "mcts:9@junk.table", "solved:junk.strategy",
])  # fmt: skip
def test_seats_with_files(folder: Path, kind: str) -> None:
    """Files that are there, broken, or not there any more: the game is played, and guests know the file's name only."""
    head, mark, file = kind.rpartition("@") if "@" in kind else kind.rpartition("solved:")
    full = f"{head}{mark}{folder / file}"
    with house(str(folder / "base.gdl"), seats={"B": full}) as h:
        heard = Heard(h)
        info = h.client.get("/game").json()
        heard.note(info)
        assert info["seats"] == {"B": kind}
        assert kind in info["kinds"]
        for seats in ({}, {"B": kind}):
            links = h.begin(seats)
            assert set(links) == {"A", "watch"}
            with h.sit(links["A"]) as a:
                heard.note([a.info, a.view])
                heard.note(a.play("a1"))
                while len(a.log) < 2:
                    heard.note(a.hear())
                heard.note(a.ask("hint"))
                heard.note(a.ask("view", ply=0))
                record = a.ask("record")
                heard.note(record)
                assert json.loads(record["record"])["game"] == "base.gdl"


def test_rules_that_break_in_play_or_have_changed_or_are_gone(folder: Path) -> None:
    base = folder / "base.gdl"
    with house(str(folder / "mine.gdl")) as h:
        heard = Heard(h)
        links = h.begin()
        with h.sit(links["A"]) as a, h.sit(links["B"]) as b:
            for person, other, move in ((a, b, "a1"), (b, a, "a2"), (a, b, "a3")):
                person.play(move)
                other.until("state")
            answer = b.play("b1")
            assert answer["error"].startswith("base.gdl:11: `left` would become -1")
            heard.note(answer)
            heard.note(b.view)
        for text in (RULES.replace("left -= 1", "left -= nothing"), RULES.replace("0..3 = 3", "0..9 = 9"), None):
            base.unlink() if text is None else base.write_text(text)
            forget(h)
            heard.post("/games")
            heard.post("/game")
            heard.note(h.client.get("/game").text)
            heard.knock(links["A"])
        assert h.client.get("/game").status_code == 503


def test_folders_are_cut_out_of_texts(tmp_path: Path) -> None:
    untold = Untold([tmp_path / "with space" / "x.gdl"])
    assert untold.without(f"{tmp_path}/with space/x.gdl:3: no") == "x.gdl:3: no"
    assert untold.without("see /usr/lib/python3/foo.py, line 3") == "see foo.py, line 3"
    assert untold.without(r"C:\Users\me\x.gdl:1") == "x.gdl:1"
    assert untold.without("~/games/x.gdl") == "x.gdl"
    for plain in ("1/2 of 3/4", "play a1/b2/c3", "http://localhost:8000/a/b", "and/or", "O / X", "a / b / c"):
        assert untold.without(plain) == plain


def test_the_programs_own_folder_is_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its name is: what is left is the path within the program."""
    monkeypatch.chdir(tmp_path)
    program = Path(gdl.__file__).parents[1]
    assert Untold([]).without(f"{program}/rulesets/x.gdl:3: no") == "rulesets/x.gdl:3: no"


@pytest.mark.parametrize(("kind", "name"), [
    ("human", "human"), ("mcts:1s", "mcts:1s"), ("mcts:5000/2", "mcts:5000/2"), ("mcts:1s@none", "mcts:1s@none"),
    ("/a/b.py:C", "b.py:C"), ("b.py:C", "b.py:C"), ("mcts:1s/2@/a/b.weights", "mcts:1s/2@b.weights"),
    ("solved:/a/b", "solved:b"), ("level:3", "level:3"),
])  # fmt: skip
def test_players_by_name(kind: str, name: str) -> None:
    assert by_name(kind) == name
