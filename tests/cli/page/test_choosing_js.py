"""The page's way of choosing moves, in Node: the cases of the Python it follows, and the same answers in every game."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from patience import HANGS
from sample import chosen

from cli.session.seats import CHARACTERS
from cli.web.page import face
from interpreter import Game, Move, MoveError, State
from interpreter.drawing import piles
from interpreter.drawing.site_texts import shapes_to_draw
from interpreter.game.choosing import LISTED, Choice, Chooser
from interpreter.game.moves import written_like
from interpreter.players.levels import LEVELS

NODE = shutil.which("node")
CASES = Path(__file__).parents[2] / "interpreter" / "choosing.yaml"
pytestmark = pytest.mark.skipif(NODE is None, reason="Node isn't installed")
RUN = """
import { readFileSync } from "node:fs";
import { Chooser } from "./choosing.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
const answers = asked.map(({ moves, labels, picks, clicks, asked: others = [] }) => {
  const chooser = new Chooser(moves, new Set(labels));
  const after = (clicks ?? []).map(([row, one]) => chooser.pick(row, one));
  const orders = others.map(([row, one]) => chooser.inOrder(row, one));
  return { choices: picks.map((row) => chooser.choice(row)), picks: after, orders };
});
console.log(JSON.stringify(answers));
"""


@pytest.fixture(scope="module")
def modules(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The face's modules where Node takes them for modules."""
    folder = tmp_path_factory.mktemp("face")
    (folder / "package.json").write_text('{"type": "module"}')
    names = "choosing", "completing", "shortest", "moves", "places", "dom", "language", "words"
    for name in (f"{one}.js" for one in names):
        (folder / name).write_text(face.part(name), encoding="utf-8")
    return folder


def node(folder: Path, script: str, given: Any) -> Any:
    (folder / "run.js").write_text(script, encoding="utf-8")
    ran = subprocess.run([NODE or "", "run.js"], cwd=folder, input=json.dumps(given), capture_output=True, text=True,
                         timeout=HANGS, check=False)  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def as_data(choice: Choice) -> dict[str, Any]:
    return {
        "fitting": list(choice.fitting), "sites": list(choice.sites), "later": list(choice.later),
        "others": list(choice.others), "firsts": list(choice.firsts), "isTold": choice.is_told, "move": choice.move,
    }  # fmt: skip


def test_the_cases_written_by_hand(modules: Path) -> None:
    cases = yaml.safe_load(CASES.read_text(encoding="utf-8"))
    asked = [
        {
            "moves": [
                {"text": text, "values": values, "sites": sites, "loose": loose}
                for text, (values, sites, *loose) in case["moves"].items()
            ],
            "labels": case["labels"],
            "picks": [row["picks"] for row in case["after"]],
            "clicks": case.get("clicks", []),
            "asked": case.get("asked", []),
        }
        for case in cases
    ]
    for case, question, answer in zip(cases, asked, node(modules, RUN, asked), strict=True):
        texts = [move["text"] for move in question["moves"]]
        for wanted, choice in zip(case["after"], answer["choices"], strict=True):
            found = {
                "fitting": [texts[number] for number in choice["fitting"]], "sites": choice["sites"],
                "later": choice["later"], "others": choice["others"], "firsts": choice["firsts"],
            "told": choice["isTold"],
            }  # fmt: skip
            empty = {"fitting": [], "sites": [], "later": [], "others": [], "firsts": [], "told": False}
            assert {**found, "picks": wanted["picks"]} == {**empty, **wanted}, case["case"]
        assert answer["picks"] == [after for _, _, after in case.get("clicks", [])], case["case"]
        assert answer["orders"] == [order for _, _, order in case.get("asked", [])], case["case"]


def test_the_same_answers_as_in_python_in_games_that_ship(modules: Path) -> None:
    asked, expected = [], []
    for name in chosen():
        game, random = Game.load(name), Random(3)
        labels = [label for shape in shapes_to_draw(game.model) for label in shape.labels]
        state = game.start(3)
        for number in range(24):
            if state.is_over:
                break
            if not state.is_chance and number % 4 == 0:
                chooser = Chooser(state.moves, frozenset(labels))
                rows = paths(chooser, random)
                moves = [
                    {"text": m.text, "values": list(m.values), "sites": list(m.sites), "loose": list(m.loose)}
                    for m in state.moves
                ]
                clicks = [[row, random.choice(labels or ["=x"])] for row in rows]
                asked.append({"moves": moves, "labels": labels, "picks": rows, "clicks": clicks, "asked": clicks})
                expected.append({
                    "choices": [as_data(chooser.choice(row)) for row in rows],
                    "picks": [list(chooser.pick(row, pick)) for row, pick in clicks],
                    "orders": [list(chooser.in_order(row, pick)) for row, pick in clicks],
                })  # fmt: skip
            state = state.play(random.choice(state.moves))
    for question, answer, wanted in zip(asked, node(modules, RUN, asked), expected, strict=True):
        assert answer == wanted, question["moves"][:5]


def paths(chooser: Chooser, random: Random) -> list[list[str]]:
    """Rows of picks as somebody might make them."""
    rows: list[list[str]] = [[]]
    for _ in range(4):
        row: list[str] = []
        while not (choice := chooser.choice(row)).is_told and choice.fitting:
            offered = [*choice.sites, *choice.later, *(LISTED + other for other in choice.others)]
            if not offered:
                break
            row = [*row, random.choice(offered)]
            rows.append(row)
    return rows


def test_typed_moves(modules: Path) -> None:
    script = """
import { completions, meant, written } from "./completing.js";
const moves = ["e2-e4", "e2-e3", "Nb1-c3", "pass", "pass"].map((text) => ({ text, values: [], sites: [] }));
console.log(JSON.stringify([completions(moves, "E2"), completions(moves, "c3"), meant(moves, "nb"), meant(moves, "e2"),
  meant(moves, " E2-E4 "), written(moves, 0), written(moves, 4)]));
"""
    assert node(modules, script, None) == [
        ["e2-e4", "e2-e3"], ["Nb1-c3"], "Nb1-c3", "e2", "e2-e4", "e2-e4", "#5",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["chess", "backgammon", "draughts", "sparks", "amazons", "pylos", "hearts"])
def test_typed_moves_are_read_as_in_the_terminal(name: str, modules: Path) -> None:
    """Whatever the case, signs and blanks; `nf3` is a knight's move, and `bxc3` never a bishop's."""
    script = """
import { readFileSync } from "node:fs";
import { likeMoves, meant } from "./completing.js";
const { written, asked } = JSON.parse(readFileSync(0, "utf-8"));
const like = likeMoves(written);
console.log(JSON.stringify(asked.map(({ moves, typed }) => typed.map((text) => meant(moves, text, like)))));
"""
    game, random = Game.load(name), Random(11)
    asked, expected, state = [], [], game.start(4)
    for number in range(40):
        if state.is_over:
            break
        if not state.is_chance and number % 5 == 0:
            texts = [text for move in random.sample(state.moves, min(8, len(state.moves))) for text in ways_of(move)]
            typed = list(dict.fromkeys(way for text in texts for way in (text, text.lower(), text.upper(), text + "!")))
            moves = [{"text": m.text, "others": list(m.others), "values": [], "sites": []} for m in state.moves]
            asked.append({"moves": moves, "typed": typed})
            expected.append([read_by_python(state, text) for text in typed])
        state = state.play(random.choice(state.moves))
    found = node(modules, script, {"written": written_like(game.machine), "asked": asked})
    for question, answers, wanted in zip(asked, found, expected, strict=True):
        texts = {move["text"] for move in question["moves"]}
        for text, answer, right in zip(question["typed"], answers, wanted, strict=True):
            assert answer == right if right else answer not in texts, text


def ways_of(move: Move) -> list[str]:
    face = move.text.translate(str.maketrans({"T": "10", "c": "♣", "h": "♥"}))  # as a card shows it
    return [move.text, *move.others, move.text.replace("-", ""), move.text.replace("x", " "), face]


def read_by_python(state: State, text: str) -> str | None:
    try:
        return state.parse(text).text
    except MoveError:
        return None


def test_arrows_lead_to_the_nearest_site(modules: Path) -> None:
    """On squares, along a row of hexagons and to the rows above and below, and nowhere beyond the edge."""
    script = """
import { nearest } from "./places.js";
const squares = [], hexes = [];
for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) squares.push({ name: `${c}${r}`, x: c * 48, y: r * 48 });
for (const { name } of squares) hexes.push({ name, x: name[0] * 48 + name[1] * 24, y: name[1] * 41.6 });
const go = (sites, name, key) => nearest(sites, sites.find((site) => site.name === name), key)?.name ?? null;
console.log(JSON.stringify([go(squares, "11", "ArrowUp"), go(squares, "11", "ArrowLeft"), go(squares, "00", "ArrowUp"),
  go(hexes, "11", "ArrowRight"), go(hexes, "11", "ArrowDown"), go(hexes, "00", "ArrowLeft")]));
"""
    found = node(modules, script, None)
    assert found[:4] == ["10", "01", None, "21"]
    assert found[4] in ("02", "12")
    assert found[5] is None


def test_things_lie_as_in_pictures(modules: Path) -> None:
    """In pits, on points and squares, however many and of how many sorts."""
    script = """
import { readFileSync } from "node:fs";
import { laid } from "./places.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(({ pile, x, y, symbols }) => laid(pile, { x, y }, symbols))));
"""
    random, asked, expected = Random(8), [], []
    for pile in (piles.column(20), piles.beads(40, 220, True), piles.beads(40, 220, False), piles.heap(38)):
        for count in (0, 1, 2, 3, 5, 6, 9, 12, 31, 40):
            for sorts in ("a", "ab", "abc", "abcdefghi"):
                symbols = sorted(random.choice(sorts) for _ in range(count))
                asked.append({"pile": asdict(pile), "x": 100.0, "y": 50.0, "symbols": symbols})
                expected.append(piles.laid(pile, (100.0, 50.0), symbols))
    for question, answer, (things, texts) in zip(asked, node(modules, script, asked), expected, strict=True):
        assert [t["symbol"] for t in answer["things"]] == [t.symbol for t in things], question
        assert [t["text"] for t in answer["texts"]] == [t.text for t in texts], question
        for mine, theirs in zip([*answer["things"], *answer["texts"]], [*things, *texts], strict=True):
            found = (mine["x"], mine["y"], mine["size"])
            assert found == pytest.approx((theirs.x, theirs.y, theirs.size), abs=0.06), question


def test_words_stand_on_sites_as_in_pictures(modules: Path) -> None:
    """Short and long ones, several, and beside a piece."""
    script = """
import { readFileSync } from "node:fs";
import { wordsOn } from "./places.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(({ r, words, beside }) => wordsOn({ x: 40, y: 60, r }, words, beside))));
"""
    asked: list[dict[str, Any]] = [
        {"r": r, "words": words, "beside": beside}
        for r in (9.5, 21.6, 40.0) for words in ("3", "123", "12345", "wintering", "w 12345", "1 22 333 4444")
        for beside in (False, True)
    ]  # fmt: skip
    for question, answer in zip(asked, node(modules, script, asked), strict=True):
        expected = piles.values((40.0, 60.0), question["r"], question["words"], question["beside"])
        assert [one["text"] for one in answer] == [one.text for one in expected], question
        for mine, theirs in zip(answer, expected, strict=True):
            found = (mine["x"], mine["y"], mine["size"])
            assert found == pytest.approx((theirs.x, theirs.y, theirs.size), abs=0.15), question


def test_how_sites_are_said(modules: Path) -> None:
    script = """
import { kindWords, newsWords, siteWords, turnWords } from "./words.js";
const names = { wp: "White pawn", s: "stone", t: "A tents", q: "TDRH" };
const ply = (turn, player, text) => ({ turn, player, text });
console.log(JSON.stringify([
  siteWords("e4", { pieces: ["wp"] }, names, { can: true }),
  siteWords("a1", undefined, names, {}),
  siteWords("p", { pieces: ["s", "s", "s"] }, names, { changed: true }),
  siteWords("b2", undefined, names, { can: true, started: true }),
  siteWords("c3", { pieces: ["t", "q"] }, names, {}),
  siteWords("c4", undefined, names, { can: true }),
  newsWords([ply(1, "A", "x"), ply(1, "A", "y"), ply(2, "B", "z")]),
  kindWords("mcts:1s"),
  kindWords("human"),
  turnWords({ toMove: "A", mover: "A" }, { mine: ["A"], players: ["A", "B"] }),
]));
"""
    assert node(modules, script, None) == [
        "e4, white pawn, can move", "a1, empty", "p, 3 × stone, just changed", "b2, empty, target",
        "c3, A tents, TDRH", "c4, empty, can be chosen", "A: x y. B: z.",
        "the computer, 1 s a move", "a person", "You play A: your move.",
    ]  # fmt: skip


def test_levels_have_the_same_characters_as_in_the_terminal(modules: Path) -> None:
    script = """
import { kindWords } from "./words.js";
console.log(JSON.stringify([1, 2, 3, 4, 5, 6, 7, 8].map((level) => kindWords(`level:${level}`))));
"""
    said = node(modules, script, None)
    assert said == [f"the computer, level {at} of {LEVELS}: {who}" for at, who in enumerate(CHARACTERS, 1)]


def test_few_moves_that_name_no_site_are_shown_whole(modules: Path) -> None:
    """Of `B` alone nobody sees what it does to B; a card is chosen where it lies, and many moves value by value."""
    script = """
import { readFileSync } from "node:fs";
import { Chooser } from "./choosing.js";
import { isWhole } from "./moves.js";
const asked = JSON.parse(readFileSync(0, "utf-8"));
const left = ({ moves, cards }) => ({ ...new Chooser(moves, new Set(["a1"])).choice(), cards });
console.log(JSON.stringify(asked.map((one) => isWhole(left(one), one.moves))));
"""

    def moves(*texts: str, sites: tuple[str, ...] = ()) -> list[dict[str, Any]]:
        return [{"text": text, "values": text.split()[1:], "sites": [*sites]} for text in texts]

    coup = moves("income", "coup B", "assassinate B", "steal from B", "steal from C")
    many = moves(*(f"tell {who} {what}" for who in "BCDE" for what in range(1, 9)))
    long = moves("claim B", f"claim B {'and so on ' * 4}")
    cases = [(coup, 0), (coup, 2), (many, 0), (long, 0), (moves("to a1", "and a1", sites=("a1",)), 0)]
    given = [{"moves": one, "cards": cards} for one, cards in cases]
    assert node(modules, script, given) == [True, False, False, False, False]
