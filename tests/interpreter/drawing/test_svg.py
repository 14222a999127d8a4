"""Pictures and films as SVG: well formed whatever strangers write, with marks where they belong."""

from __future__ import annotations

import os
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from interpreter import Game, State
from interpreter.drawing import beside_board
from interpreter.drawing.changes import changed_on_board
from interpreter.drawing.film import Frame, film, stills
from interpreter.drawing.svg import picture

GOLDEN = Path(__file__).parents[2] / "golden" / "pictures"
NS = {"s": "http://www.w3.org/2000/svg"}


def test_names_can_do_no_harm() -> None:
    text = (
        'game "<script>alert(1)</script>&\\"\'"\n\nplayers A, B\nboard grid(2, 2)\npieces stone of player\n'
        'player has gold: 0..9 = 3\n\nturn\n  choose s in empty\n  put stone of me on s\n\nend\n  draw if no empty\n\n'
        'looks\n  stone of A "<" "&"\n  stone of B "&amp;" "\\""\n  gold "<b>{player}</b> & {gold}"\n'
        '  {s in site where s.c = 1} "<" "]]>"\n'
    )
    state = Game.parse(text.replace('\\"', "")).start()
    for shown in (picture(state.view()), film([Frame(state.view()), Frame(state.play("a1").view())])):
        root = ElementTree.fromstring(shown)
        tags = {element.tag.split("}")[1] for element in root.iter()}
        assert tags <= {"svg", "title", "defs", "radialGradient", "linearGradient", "stop", "symbol", "path", "text",
                        "rect", "g", "use", "polygon", "circle", "animate"}  # fmt: skip
        assert all(not name.startswith("on") for element in root.iter() for name in element.attrib)
        assert re.findall(r'href="([^#])', shown) == []
        assert "<b>A</b> & 3" in "".join(root.itertext())


def test_what_changed_is_marked_under_the_pieces() -> None:
    before = Game.load("chess").start()
    after = before.play("e2-e4")
    changed = changed_on_board(before.view(), after.view())
    assert changed == {"e2", "e4"}
    shown = picture(after.view(), changed=changed)
    assert shown.count('class="changed"') == 2 and 'class="changed"' not in picture(after.view())
    assert shown.rindex('class="changed"') < shown.index("<use")


def test_marks_lie_over_the_pieces() -> None:
    shown = picture(Game.load("chess").start().view(), marks=("a1", "h8", "nowhere"))
    assert shown.count('class="mark"') == 2 and shown.index('class="mark"') > shown.rindex("<use")


def test_the_end_is_told_beneath() -> None:
    state = Game.load("tictactoe").start()
    for text in ("a1", "b1", "a2", "b2", "a3"):
        state = state.play(text)
    shown = picture(state.view())
    assert "Tic-tac-toe: X won" in shown
    assert shown.count('class="mark"') == 3  # the row that wins


def test_what_players_read_stands_beneath() -> None:
    view = Game.load("nine_mens_morris").start().view()
    said = [text.text or "" for text in ElementTree.fromstring(picture(view)).findall(".//s:text", NS)]
    wanted = [beside_board.text(line) for line in beside_board.told(view, symbols=False)]
    assert wanted and set(wanted) <= set(said)


def test_a_game_without_a_board_has_a_picture() -> None:
    root = ElementTree.fromstring(picture(Game.load("pig").start().view()))
    assert float(root.attrib["width"]) >= 240 and "Pig" in "".join(root.itertext())


def played(name: str, *texts: str) -> list[State]:
    states = [Game.load(name).start()]
    for text in texts:
        states.append(states[-1].play(text))
    return states


def test_a_film_shows_each_thing_while_it_is_there() -> None:
    states = played("tictactoe", "a1", "b1", "a2")
    shown = film([Frame(state.view()) for state in states], pace=2)
    assert shown.count('dur="12s"') == shown.count("<animate")  # three frames, and the last for as long as three
    root = ElementTree.fromstring(shown)
    uses = {}
    for g in root.iter("{http://www.w3.org/2000/svg}g"):
        animate, use = g.find("s:animate", NS), g.find("s:use", NS)
        if animate is not None and use is not None:
            uses[use.attrib["x"], use.attrib["y"]] = animate.attrib
    assert len(uses) == 3
    times = sorted(found["keyTimes"] for found in uses.values())
    assert times == ["0;0.16667", "0;0.33333", "0;0.5"]
    assert {found["values"] for found in uses.values()} == {"hidden;visible"}
    assert {found["calcMode"] for found in uses.values()} == {"discrete"}


def test_what_goes_away_comes_back_in_the_next_round() -> None:
    states = played("tictactoe", "a1", "b1")
    shown = film([Frame(state.view(), frozenset({"a1"}) if i == 1 else frozenset()) for i, state in enumerate(states)])
    marked = r'<g visibility="hidden"><animate [^>]*values="([^"]+)" keyTimes="([^"]+)"/><polygon class="changed"'
    found = re.search(marked, shown)
    assert found and found.groups() == ("hidden;visible;hidden", "0;0.2;0.4")


def test_what_never_changes_is_in_a_film_once() -> None:
    states = played("chess", "e2-e4", "e7-e5")
    shown = film([Frame(state.view()) for state in states])
    assert shown.count("<use") == 32 + 2  # two pawns stand in two places
    assert len(shown) < 1.3 * len(picture(states[0].view()))


def test_frames_are_all_of_one_size() -> None:
    states = played("crazyhouse", "e2-e4", "d7-d5", "e4xd5")
    roots = [ElementTree.fromstring(svg) for svg in stills([Frame(state.view()) for state in states])]
    assert len({root.attrib["viewBox"] for root in roots}) == 1


@pytest.mark.parametrize("name", ["chess", "hex", "backgammon", "sparks", "oware"])
def test_pictures_stay_as_they_are(name: str) -> None:
    """Not that they are right – people have looked at them – but that nothing changes unseen.

    GDL_GOLDEN=write writes them anew: look at what has changed.
    """
    file = GOLDEN / f"{name}.svg"
    shown = picture(Game.load(name, **({"size": 5} if name == "hex" else {})).start(seed=1).view())
    if os.environ.get("GDL_GOLDEN") == "write":
        file.parent.mkdir(exist_ok=True)
        file.write_text(shown, encoding="utf-8")
    assert shown == file.read_text(encoding="utf-8")
