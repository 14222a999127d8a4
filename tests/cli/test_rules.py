"""`gdl rules`: how a game is played, in a terminal and a pipe; and a legend of what is seen."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import gdl
from sample import daily, rulesets

from cli.terminal.scene.console import Screen
from cli.terminal.scene.pages import rendered
from gdl import library
from interpreter import Game
from interpreter.drawing.legend import legend, player_colours
from interpreter.drawing.rules_page import LARGEST, halved, rules_pages
from interpreter.game.views import View


def rules_page(view: View) -> str:
    """All parts of a game's page."""
    return "\n\n".join(rules_pages(view))


@pytest.mark.parametrize("name", rulesets())
def test_every_game_has_rules_and_a_legend_of_all_its_pieces(name: str) -> None:
    game = Game.load(name)
    page = rules_page(game.start().view())
    assert page.startswith("# ")
    assert "## Legend" in page
    assert "**Moves** are written like `" in page
    told = legend(game.start().view())
    letters = {sign.letter for sign in told.pieces}
    for label in game.model.pieces.labels:
        if look := game.model.looks.get(label):
            owner = label.rpartition(" of ")[2]
            assert (look.letter or owner[0]) in letters, "a look without a letter has its owner's first"


def test_letters_that_are_names_are_explained() -> None:
    """Quarto's own page: tall T or short S, dark D or light L, round R or square Q, hollow H or flat F."""
    told = [sign.means for sign in legend(Game.load("quarto").start().view()).values if not sign.colour]
    assert told == [
        "height: T tall, S short", "colour: D dark, L light", "form: R round, Q square", "top: H hollow, F flat"
    ]  # fmt: skip


LETTERS = """game "Letters"
players A, B
board grid(3, 1)
type size = S, L  # in two sizes: small, large
type hue = r, g  # these have one comment for both
type mood = merry, mad, sad  # glad, angry, unhappy
type thing
  for s in size, h in hue as "{s}{h}"
site has token: thing?
site has mood: mood?
site has height: 0..3
site has burning: truth
turn
  choose s in site where no s.token
  choose k in thing
  s.token = k
end
  draw if no s in site where no s.token
"""


def test_what_is_written_on_sites_is_explained_shortly() -> None:
    """Letters by the comment beside their type if it names each; numbers and letters for yes by what has them; words
    that are cut short. What is a word already needs no words."""
    told = [(sign.letter, sign.means) for sign in legend(Game.parse(LETTERS).start().view()).values]
    assert told == [
        ("", "size: S small, L large"), ("", "hue: r, g"), ("me", "merry"), ("ma", "mad"), ("s", "sad"),
        ("", "numbers: height"), ("b", "burning"),
    ]  # fmt: skip


def test_a_variant_tells_what_it_is_and_then_the_games_page() -> None:
    page = rules_page(Game.load("three_check").start().view())
    own, base = page.split("\n# Chess\n")
    assert "Three-check chess" in own
    assert "checks: 0..3" in own
    assert "FIDE" in base
    assert page.count("# Chess\n") == 1


@pytest.mark.parametrize("name", rulesets())
def test_who_plays_reads_the_rules_first_and_no_commands(name: str) -> None:
    """What the game is about, then the rules; commands are for those who haven't begun: `gdl rules`."""
    view = Game.load(name).start().view()
    pages = [page for page in rules_pages(view) if "\n## Rules\n" in page]
    assert pages
    assert pages[0] in rules_pages(view, commands=True)
    for page in pages:
        first, *_ = re.findall(r"^## (.*)$", page, re.M)
        assert first == "Rules"
        assert "gdl play" not in page.replace("`gdl play", "")
        assert not re.search(r"^(## .*)\n+(?=## )", page, re.M)
    last = rules_pages(view, commands=True)[-1]
    assert last.startswith("## Commands\n")
    assert "```\ngdl play" in last


BESIDE = ("Source", "How unclear", "A base for variants", "Options", "As in ", "Commands")


@pytest.mark.parametrize("name", daily(library.names(), 8))
def test_what_players_need_comes_before_sources_readings_options_and_commands(name: str) -> None:
    """Of every game that ships: what it is about, how it is played, the legend; whatever is beside it comes after."""
    game = Game.load(name)
    page = "\n\n".join(rules_pages(game.start().view(), commands=True))
    headings = re.findall(r"^## (.*)$", re.sub(r"^~~~~~~gdl$.*?^~~~~~~$", "", page, flags=re.M | re.S), re.M)
    beside = [heading.startswith(BESIDE) for heading in headings]
    assert beside == sorted(beside), headings
    assert headings.index("Rules") < headings.index("Playing") < headings.index("Legend") == beside.index(True) - 1
    assert headings[-1] == "Commands"
    title, summary, *_ = [line for line in page.splitlines() if line]
    assert title.startswith("# ")
    assert summary.replace("\\", "") == game.summary


def test_a_page_is_cut_at_a_heading_but_not_within_code() -> None:
    page = "# Odd\n\n~~~gdl\n## Options\n~~~\n\n## Rules\n\nSo.\n\n"
    assert halved(page) == (page, "")
    assert halved(f"{page}## Sources\n\nA book.\n") == (page, "## Sources\n\nA book.\n")
    assert halved(f"{page}## Sourcery\n") == (f"{page}## Sourcery\n", "")
    assert halved("```\n## Options\n") == ("```\n## Options\n", "")


def test_the_page_is_plain_text_in_a_pipe_and_markdown_on_demand() -> None:
    said = gdl("rules", "hex").stdout
    assert "\x1b" not in said
    assert "**" not in said
    assert "Swap. Instead of his first stone Blue may take over" in said
    assert "● or R (red): Red's stone" in said
    raw = gdl("rules", "hex", "--markdown").stdout
    assert "* **Swap.** Instead" in raw


def test_a_ruleset_of_a_stranger_tells_what_is_known(tmp_path: Path) -> None:
    file = tmp_path / "odd.gdl"
    file.write_text(
        'game "Odd *stars* `ticks` [x](http://y)" extends "tictactoe"\n'
        '  designer "A|B"\n\n# What it <b>is</b> about.\n\nset k = 2\n',
        encoding="utf-8",
    )
    (tmp_path / "README.md").write_text("# Something else altogether", encoding="utf-8")
    page = rules_page(Game.load(str(file)).start().view())
    assert "Something else" not in page
    assert "# Odd \\*stars\\* \\`ticks\\` \\[x\\](http://y)" in page
    assert "What it \\<b\\>is\\</b\\> about." in page
    assert "players: X, O" in page
    assert "| `k` | 2 |" in page
    assert "set k = 2" in page
    assert "# Tic-tac-toe" in page  # what it extends has a page
    said = gdl("rules", str(file)).stdout
    assert "Odd *stars* `ticks` [x](http://y)" in said


def test_a_page_beside_a_ruleset_is_its_own(tmp_path: Path) -> None:
    (tmp_path / "odd.gdl").write_text('game "Odd" extends "tictactoe"\n', encoding="utf-8")
    (tmp_path / "odd.md").write_text("# Oddly\n\nText \x1b[31mred\x1b[0m\n", encoding="utf-8")
    said = gdl("rules", str(tmp_path / "odd.gdl")).stdout
    assert "Oddly" in said
    assert "\x1b" not in said
    assert "The rules as they are written" not in said


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(content, id=str(number))
        for number, content in enumerate(
            [b"\xff\xfe\x00", b"", b"[" * LARGEST * 2, b"~~~\n" * 1001, b"| a |\n" * 100, b"> " * 5000, b"<script>"]
        )
    ],
)
def test_a_page_that_is_none_does_no_harm(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "odd.gdl").write_text('game "Odd" extends "tictactoe"\n', encoding="utf-8")
    (tmp_path / "odd.md").write_bytes(content)
    assert "X's stone" in gdl("rules", str(tmp_path / "odd.gdl")).stdout


def test_rules_from_standard_input_and_bad_words() -> None:
    said = gdl("rules", "-", typed='game "Piped" extends "nim"\n').stdout
    assert "Piped" in said
    assert "no ruleset `zzz`" in gdl("rules", "zzz", status=2).stderr
    assert "size" in gdl("rules", "hex", "--set", "size=99", status=2).stderr


def test_on_a_screen_with_colours_and_one_with_letters_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen()
    screen.colour, screen.unicode = True, True
    assert "\x1b[1m" in rendered("# Title\n\n* one\n", screen)
    screen.colour, screen.unicode = False, False
    text = rendered("| a | b |\n| --- | --- |\n| ● | “x” – y |\n\n* one\n", screen)
    assert text.isascii()
    assert "* one" in text


def test_help_at_the_board_has_the_legend_and_rules_the_page() -> None:
    said = gdl("play", "sparks", "--no-record", typed="?\nrules\nquit\n").stdout
    assert re.search(r"◆ or R \(red\): spark", said)
    assert "By Dieter Stein (2011)" in said


def test_whose_colour_is_which() -> None:
    assert player_colours(Game.load("hex").model) == {"Red": "red", "Blue": "blue"}
    colours = player_colours(Game.load("chinese_checkers", players=6).model)
    assert colours["A"] == "red"
    assert len(set(colours.values())) == 6


def test_edges_and_homes_are_somebodys() -> None:
    said = gdl("rules", "hex").stdout
    assert "red: Red's edge: a1 to k1 (11), a11 to k11 (11)" in said
    said = gdl("rules", "chinese_checkers").stdout
    assert "A's home: e14 to h14 (10)" in said
    said = gdl("rules", "go").stdout
    assert "marked fields: c3, c7, e5, g3, g7" in said  # a sign's colour says nothing of whose it is


def test_a_comment_beside_the_look_of_sites_says_what_they_are() -> None:
    said = gdl("rules", "backgammon").stdout
    assert "marked" not in said
    for site in ("White's bar: 25", "Black's bar: 0", "White's tray: W0", "Black's tray: B0"):
        assert site in said


LADDER = '''game "Ladder"
  summary "Climb."
# Stones climb, and never fall.
players White, Black
board grid(3, 3)
pieces stone of player
player has left: 0..3 = 3  # stones that wait
# what a stone reaches
# in one step
define a.steps = a.compass & empty
define a.free  = a in empty  # "nothing" *stands* there

setup
  put stone of White on a1
  put stone of Black on c1

turn
  either
    choose a in mine, b in a.steps  # a step
        where b.free and
          left_over(b) as "{a}{b}"
        asking "Climb: {count(mine)} of yours can." when me.left > 0 otherwise "Climb as you can."
    move a to b
  or
    choose b in empty where b.free and me.left > 0 as "put {b}"
    put stone of me on b
    me.left -= 1

define left_over(b) = b.r > 1

end
  win me if some mine & row(3)
'''


def test_where_nobody_wrote_a_page_decisions_are_told_with_what_their_names_mean(tmp_path: Path) -> None:
    """The question, the rule with all that it demands, and the author's comments, above and beside, on its names."""
    (file := tmp_path / "ladder.gdl").write_text(LADDER, encoding="utf-8")
    page = rules_page(Game.load(str(file)).start().view())
    assert "\nStones climb, and never fall.\n" in page
    told = page[page.index("## What players decide") : page.index("## The rules as they are written")]
    assert told.splitlines()[2:] == [
        "**Climb: … of yours can. / Climb as you can.**", "",
        "* `choose a in mine, b in a.steps where b.free and left_over(b)`", "",
        "**Choose a site.**", "",
        "* “put …”: `choose b in empty where b.free and me.left > 0`", "",
        "These names stand in it:", "",
        "* `steps`: what a stone reaches in one step",
        '* `free`: "nothing" \\*stands\\* there',
        "* `left`: stones that wait", "",
    ]  # fmt: skip


def test_a_decision_in_a_define_is_told_with_all_its_questions(tmp_path: Path) -> None:
    """What is used twice, with other values, is one rule; it is asked in two ways."""
    (file := tmp_path / "twice.gdl").write_text(
        'game "Twice"\nplayers A, B\nboard grid(2, 2)\npieces stone of player\n'
        "define take(n)\n  choose s in empty asking \"First?\" when n = 1 otherwise \"Then?\"\n"
        "  put stone of me on s\nturn\n  take(1)\n  take(2)\nend\n  win me if no empty\n", encoding="utf-8"
    )  # fmt: skip
    page = rules_page(Game.load(str(file)).start().view())
    assert page.count("choose s in empty`") == 1
    assert "**First? / Then?**" in page


def test_what_is_asked_in_the_rules_words_has_its_condition(tmp_path: Path) -> None:
    """Also where that stands in lines below, and a comment between."""
    (file := tmp_path / "ladder.gdl").write_text(LADDER, encoding="utf-8")
    assert Game.load(str(file)).start().asks == (
        "choose a in mine, b in a.steps where b.free and left_over(b), "
        "or choose b in empty where b.free and me.left > 0"
    )


def test_a_base_without_a_page_is_told_too(tmp_path: Path) -> None:
    """A variant's page tells what the variant decides, which is nothing here; then its base, by its own title."""
    (tmp_path / "ladder.gdl").write_text(LADDER, encoding="utf-8")
    (file := tmp_path / "short.gdl").write_text(
        'game "Short" extends "ladder.gdl"\n\nreplace end  # sooner\n  win me if some mine & row(2)\n', encoding="utf-8"
    )
    own, base = rules_page(Game.load(str(file)).start().view()).split("\n# Ladder\n")
    assert own.startswith("# Short\n")
    assert "What players decide" not in own
    assert "win me if some mine & row(2)" in own
    assert base.count("## What players decide") == 1
    assert "win me if some mine & row(3)" in base
    (tmp_path / "ladder.md").write_text("# Climbing\n", encoding="utf-8")
    page = rules_page(Game.load(str(file)).start().view())
    assert "# Climbing" in page
    assert "What players decide" not in page


def test_a_comment_on_a_part_of_the_rules_is_not_what_they_are_about(tmp_path: Path) -> None:
    (file := tmp_path / "ladder.gdl").write_text(LADDER.replace("# Stones climb, and never fall.\n", ""), "utf-8")
    page = rules_page(Game.load(str(file)).start().view())
    assert "\nwhat a stone reaches in one step\n" not in page
    assert "* `steps`: what a stone reaches in one step\n" in page
