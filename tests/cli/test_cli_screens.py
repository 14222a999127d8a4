"""What players read: prompts, mistyped moves, boards on narrow terminals, what this turn has come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.app import app
from cli.session.seats import in_words
from cli.terminal.scene import commands, view
from cli.terminal.scene import phrases as wording
from cli.terminal.scene.board import Look, draw
from cli.terminal.scene.console import Screen, wrapped
from cli.terminal.scene.reading import MistypedError, read_move
from cli.terminal.scene.tables import aligned
from gdl import library
from interpreter import Game, State
from interpreter.drawing import colours


def game(name: str, **options: object) -> Game:
    return Game.load(name, **options)


def typed(name: str, *lines: str, options: Sequence[str] = ()) -> str:
    words = ["play", name, "--seed", "4", *options]
    return CliRunner().invoke(app, words, input="".join(f"{line}\n" for line in lines), catch_exceptions=False).stdout


# ---- what is asked -------------------------------------------------------------------------------------


@pytest.mark.parametrize("symbols", [True, False])
def test_what_a_player_does_not_see_is_shown_as_that_in_the_smallest_cells(symbols: bool) -> None:
    """In Dark Chess White sees at first where their pieces stand and can go: four rows. In Dark Hex nobody sees a stone
    of the other's."""
    rows = text(draw(game("dark_chess").start().view("White"), Look(20, symbols)))
    assert ["".join(row.split()) for row in rows[:4]] == [f"{row}????????" for row in (8, 7, 6, 5)]
    assert not any("?" in row for row in rows[4:])
    rows = text(draw(game("dark_hex").start().view("Red"), Look(80)))
    assert rows[1].split() == ["B", "a1:?", "b1:?", "c1:?", "d1:?", "e1:?", "B"]


@pytest.mark.parametrize("columns", [40, 60, 80])
def test_a_long_value_hangs_below_itself_whoever_is_named_before_it(columns: int) -> None:
    """In Yahtzee each player has thirteen boxes to fill."""
    rows = text(view.position(game("yahtzee").start(seed=1).view(), Look(columns)))
    begin, end = (next(i for i, row in enumerate(rows) if row.startswith(f"{who}'s open boxes")) for who in "AB")
    assert all(len(row) <= columns for row in rows)
    assert all(row.startswith(" " * len("A's open boxes: ")) for row in rows[begin + 1 : end])
    assert " ".join("".join(rows[begin:end]).split()).count(",") == 12
    assert end - begin > 1


def test_a_player_is_asked_in_plain_words() -> None:
    shown = typed("sparks", "?", "1e7")
    assert "White: Take one of your coals.\n" in shown
    assert "White: Put your coal on the pyramid.\n" in shown
    assert "so far: 1e7\n" in shown
    prompts = shown.replace("In the rules' words: choose a in loose", "")
    assert prompts != shown
    assert "choose" not in prompts


def test_a_game_begins_with_what_it_is_about(tmp_path: Path) -> None:
    """Its summary, in the rules' own words, until somebody has played; nothing where the rules don't say."""
    shown = typed("tictactoe", "b2", options=("--record", str(tmp_path / "game.yaml")))
    about = " ".join(game("tictactoe").summary.split())
    assert about
    assert " ".join(shown.split()).count(about) == 1
    again = CliRunner().invoke(app, ["play", "--resume", str(tmp_path / "game.yaml")], input="quit\n").stdout
    assert about not in " ".join(again.split())
    text, silent = library.read("tictactoe").text, tmp_path / "silent.gdl"
    silent.write_text("\n".join(line for line in text.splitlines() if "summary" not in line), encoding="utf-8")
    shown = CliRunner().invoke(app, ["play", str(silent)], input="quit\n").stdout
    assert shown.splitlines()[1:4] == ["You play X, the computer plays O.  ? for help", "", "3 · · ·"]


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("mcts:1s", "computer, level 8"),
        ("level:8", "computer, level 8"),
        ("level:5", "computer, level 5"),
        ("random", "computer, at random"),
        ("mcts:5s", "computer, mcts:5s"),
        ("alphabeta:3@/home/me/far.weights", "computer, alphabeta:3@far.weights"),
        ("/home/me/mine.py:Greedy", "program mine.py:Greedy"),
        ("human", "people"),
    ],
)
def test_who_sits_where_is_said_in_words(kind: str, said: str) -> None:
    """Tic-tac-toe's rules name no opponent: it is `mcts:1s`, which is what level 8 is."""
    assert in_words(game("tictactoe"), {"X": "human", "O": kind})["O"] == said


@pytest.mark.parametrize(
    ("name", "looks"),
    [
        ("go", ["a1", "pass"]),
        ("chess", ["a3", "Na3"]),
        ("sparklies", ["a1"]),
        ("spectral_reapers", ["0:4 1:4 2:3"]),
        ("big_balls", ["BB a5-a4", "roll"]),
    ],
)
def test_an_example_of_each_look_of_moves(name: str, looks: list[str]) -> None:
    assert wording.examples(game(name).start(3)) == looks


def test_many_moves_are_told_by_examples() -> None:
    shown = typed("go")
    assert "Black: Put a stone on an empty point. You may pass.\n" in shown
    assert "  82 moves, such as a1, pass; `moves` lists them, `moves a` those that begin so\n" in shown


@pytest.mark.parametrize("start", ["e2", "E2"])
def test_moves_that_begin_so_are_listed_in_upper_and_lower_case(start: str) -> None:
    assert "  11 e3   12 e4" in typed("chess", f"moves {start}")


# ---- what is typed -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("chess", "a2-a5", "a5 isn't in a2's “goals”; it holds a3, a4. Did you mean a2-a4, a2-a3?"),
        ("chess", "b1c4", "c4 isn't in b1's “goals”; it holds a3, c3. Did you mean b1-a3, b1-c3?"),
        ("chess", "Nc4", "c4 isn't in b1's “goals”; it holds a3, c3; moves look like a3, Na3."),
        ("chess", "bxc3", "`bxc3` is not legal now; moves look like a3, Na3. Move one of your pieces."),
        ("chess", "N", "`N` is not legal now; moves look like a3, Na3. Move one of your pieces."),  # a promotion's
        ("chess", "0-0", "`0-0` is not legal now: e1 has no “partner (towards E)”; moves look like a3, Na3."),
        ("chess", "zz", "`zz` is not a move of this game; moves look like a3, Na3."),
        ("go", "paas", "Did you mean pass?"),
        ("fire_and_ice", "d4-e9", "`d4-e9` is not a move of this game. Did you mean D4-E4?"),
        ("sparks", "1c3", "`1c3` is not legal now: Black's coal is on 1c3, none of yours. Did you mean 1c1, 1c5?"),
        ("sparks", "1c", "`1c` could be 1c1, 1c5."),
        ("tablut", "e5-e6", "White's king is on e5, none of yours; moves look like a4-a1."),  # Black has no king
        ("draughts", "b6-a5", "`b6-a5` is not legal now: White's man is on b6, none of yours."),
        ("draughts", "a4xc6", "`a4xc6` is not legal now: a4 is empty."),
        ("draughts", "b4", "`b4` is not legal now: b4 is empty."),
        ("draughts", "b2-a3", "`b2-a3` is not legal now: Black's man is on a3."),
        ("draughts", "c3xe5", "`c3xe5` is not legal now. Did you mean c3-b4, c3-d4?"),  # nothing is to be taken there
    ],
)
def test_a_mistyped_move(name: str, text: str, said: str) -> None:
    with pytest.raises(MistypedError) as error:
        read_move(game(name).start(3), text)
    assert str(error.value).endswith(said)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("resing", "resign"), ("/resing", "resign"), ("hnt", "hint"), ("svae here.yaml", "save"), ("savee x", "save"),
        ("UNDOO", "undo"), ("bye", "quit"), ("take back", "undo"), ("surrender", "resign"), ("fen x", "position"),
    ],
)
def test_a_mistyped_command(typed: str, meant: str) -> None:
    with pytest.raises(MistypedError, match=rf" Did you mean the command `{meant}`\?$"):
        read_move(game("draughts").start(), typed, commands.NAMES)


def test_what_follows_a_slash_is_taken_for_a_command() -> None:
    with pytest.raises(MistypedError, match=r"^There is no command `/castle`; /help lists them\.$"):
        read_move(game("draughts").start(), "/castle short", commands.NAMES)


@pytest.mark.parametrize("typed", ["zz", "a3-b5", "men", "#"])
def test_what_is_like_no_command_is_taken_for_none(typed: str) -> None:
    with pytest.raises(MistypedError) as error:
        read_move(game("draughts").start(), typed, commands.NAMES)
    assert "command" not in str(error.value)


def reapers() -> State:
    """A position in which pit 0 is move number 1."""
    state = game("spectral_reapers").start(3)
    for _ in range(2):
        state = state.play(state.moves[0])
    assert [move.text for move in state.moves][:2] == ["0:", "1:"]
    return state


def test_a_number_that_is_a_beginning_is_not_that_of_the_list() -> None:
    state = reapers()
    assert view.moves(state.view(), 80)[0].split()[:4] == ["#1", "0:", "#2", "1:"]
    assert read_move(state, "1")[0].text == "1:"
    assert read_move(state, "0")[0].text == "0:"
    assert read_move(state, "#2")[0].text == "1:"
    assert read_move(state, "1:")[0].text == "1:"


def test_where_moves_are_numbers_a_number_is_a_move_or_nothing() -> None:
    """Who bids 7 after 19 doesn't bid 26, the seventh of the list."""
    text = """game "Bids"

players A, B
player has coins: 0..30 = 30
game has bid: 0..30

turn
  either
    choose n in 1..me.coins where n > bid as "{n}"
    bid = n
  or
    choose "pass"

end
  draw if bid = 30
"""
    state = Game.parse(text).start().play("19")
    with pytest.raises(MistypedError) as error:
        read_move(state, "7")
    assert str(error.value) == ("`7` is not legal now: `n > bid` is false, for n = 7; bid is 19 (line 9 of the rules). "
                                "The number 7 of the list is #7.")  # fmt: skip
    assert read_move(state, "#7")[0].text == "26"
    assert read_move(state, "26")[0].text == "26"
    with pytest.raises(MistypedError, match="`2` could be 20, 21"):
        read_move(state, "2")


def test_in_backgammon_numbers_are_points() -> None:
    state = next(s for s in dice_of("backgammon") if {"13/11", "6/4"} <= {move.text for move in s.moves})
    begun = sorted((move.text for move in state.moves if move.text.startswith("1")), key=wording.natural)
    with pytest.raises(MistypedError, match=f"`1` could be {', '.join(begun)}; the list's number 1 is #1.$"):
        read_move(state, "1")
    assert read_move(state, "13-11")[0].text == "13/11"
    assert read_move(state, "13 11")[0].text == "13/11"
    first = view.moves(state.view(), 80)[0].split()
    assert first[0] == "#1"
    assert read_move(state, "#1")[0].text == first[1]
    assert read_move(state, "3")[0].text == wording.listed(state.moves)[2].text  # no move begins with 3


def dice_of(name: str) -> Iterator[State]:
    """Beginnings of a game of dice, as they fall."""
    for number in range(1, 100):
        state = game(name).start(number)
        while state.is_chance:
            state = state.play(state.chance[number % len(state.chance)][0])
        yield state


def test_the_rest_of_a_line_that_is_no_move_is_said_and_asked_anew() -> None:
    shown = typed("sparks", "1e3, 1e3, W2b6", ",")
    assert "White> 1e3, 1e3, W2b6\n`1e3` is not legal now." in shown
    assert shown.count("White: Put your coal on the pyramid.\n") == 1
    assert typed("sparks", "1e3, ,").count("White: Put your coal on the pyramid.\n") == 1


def test_a_whole_move_in_other_letters_is_no_beginning() -> None:
    places = {"king of White": ["e1"], "rook of White": ["a1", "h1"], "king of Black": ["e8"]}
    state = game("chess").position({"pieces": places, "variables": {"castling": ["a1", "h1"]}})
    assert read_move(state, "o-o")[0].text == "O-O"
    assert read_move(state, "o-o-")[0].text == "O-O-O"


def test_numbers_with_their_sign_stand_on_a_line_together() -> None:
    shown = typed("sparks", "#3, #4 #1")
    assert "White> #3, #4 #1\n1. White: 1c1 W2d2\nThe turn is complete; `#1` was not played.\n" in shown
    assert "There are 8 moves; none has the number `#9`." in typed("sparks", "#9 #1")


def test_moves_are_listed_as_people_look_for_them() -> None:
    texts = ["b1", "a10", "1a7", "a2", "10", "2", "W2b10", "W2b9", "pass", "a1-b10", "a1-b9", "①"]
    order = ["1a7", "2", "10", "W2b9", "W2b10", "a1-b9", "a1-b10", "a2", "a10", "b1", "pass", "①"]
    assert sorted(texts, key=wording.natural) == order


def test_a_number_is_that_of_the_list() -> None:
    state = game("sparks").start(3)  # whose own order isn't that of the list
    rows = view.moves(state.view(), 80)
    assert rows == ["  #1 1a3   #2 1a7   #3 1c1   #4 1c5   #5 1e3   #6 1e7   #7 1g1   #8 1g5"]
    shown = dict(zip(rows[0].split()[::2], rows[0].split()[1::2], strict=True))
    assert [move.text for move in state.moves] != list(shown.values())
    for number, text in shown.items():
        assert read_move(state, number)[0].text == text


def test_numbers_in_a_column_stand_below_each_other() -> None:
    rows = view.moves(game("hex").start().view(), 80)
    assert rows[0].split()[:4] == ["1", "a1", "19", "b8"]
    assert [row[:7] for row in rows[8:10]] == ["    9 a", "   10 a"]


LOCALS = """
game "Locals"
players A, B
board grid(4, 1)
pieces man of player
turn
  let inner = {a1}
  choose a in empty as "man {a}"
  put man of me on a
  choose b in empty - inner
  put man of next on b
end
  draw if no empty or count(empty) = 1
"""


def test_what_rules_hold_in_mid_turn_is_theirs(tmp_path: Path) -> None:
    """Players see what was chosen where the moves don't say it; authors see everything when they ask for it."""
    file = tmp_path / "locals.gdl"
    file.write_text(LOCALS, encoding="utf-8")
    shown, debugged = typed(str(file), "#2"), typed(str(file), "#2", options=["--debug"])
    assert "so far: man b1\n" in shown
    assert "inner" not in shown
    assert "inner a1" in debugged
    assert "inner" in typed(str(file), "#2", "position")


def test_a_command_that_takes_nothing_is_not_obeyed_with_something_behind_it() -> None:
    shown = typed("sparks", "resign now?", "undo  2", "?")
    assert "Nothing may follow `resign`; `now?` was there." in shown
    assert "Nothing may follow `undo`; `2` was there." in shown
    assert "White resigned" not in shown
    assert "takes nothing" not in typed("sparks", "moves 1g", "resign ")


# ---- what is drawn -------------------------------------------------------------------------------------


def text(lines: list[list[tuple[str, str]]]) -> list[str]:
    return ["".join(part for part, _ in line).rstrip() for line in lines]


@pytest.mark.parametrize("name", ["hex", "chinese_checkers", "big_balls", "sparks", "fire_and_ice", "oware"])
def test_boards_fit_forty_columns(name: str) -> None:
    for unicode in (True, False):
        assert max(map(len, text(draw(game(name).start(3).view(), Look(40, unicode))))) <= 40


def test_a_long_value_hangs_below_itself() -> None:
    lines = text(view.position(game("quarto").start(3).view(), Look(50)))
    assert lines[-2:] == [
        "left: TDRH TDRF TDQH TDQF TLRH TLRF TLQH TLQF SDRH",
        "      SDRF SDQH SDQF SLRH SLRF SLQH SLQF",
    ]


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("name", ["chinese_checkers", "hex", "sparks", "lasca"])
def test_nothing_is_written_beyond_the_right_edge(name: str, columns: int) -> None:
    for line in draw(game(name).start(3).view(), Look(columns, True, True, True)):
        assert sum(len(part) for part, _ in line) <= columns


def test_a_board_too_narrow_for_its_labels_says_so() -> None:
    state = game("hex").start(3)
    assert text(draw(state.view(), Look(40)))[-1] == "(the names of the sites need 69 columns)"
    assert " a1 " in text(draw(state.view(), Look(69)))[1]


def test_a_stack_too_high_for_its_column_shows_its_top_and_how_many_are_below() -> None:
    """Columns don't become wider with what stands in them: nothing moves when a stack grows."""
    stacks = {"d4": ["soldier of White"] * 6 + ["soldier of Black"] * 5, "a1": ["soldier of Black"]}
    state = game("lasca").position({"to move": "White", "stacks": stacks})
    drawn = text(draw(state.view(), Look(40)))
    assert drawn[3] == "4  ·    ·    ·   9+bb  ·    ·    ·"
    assert drawn[6:8] == ["1  b    ·    ·    ·    ·    ·    ·", "   a    b    c    d    e    f    g"]
    assert "8+bbb" in text(draw(state.view(), Look(80)))[3]
    flat = game("lasca").start(3)
    for columns in (40, 60, 80):
        assert text(draw(flat.view(), Look(columns)))[7] == text(draw(state.view(), Look(columns)))[7]


def test_layers_below_each_other_are_kept_apart() -> None:
    lines = text(draw(game("sparks").start(3).view(), Look(40)))
    assert lines[lines.index("  layer 4") - 1] == ""


def test_markers_are_told_apart_with_colours_and_without() -> None:
    state = game("sparklies", size=3).start(3)
    while len(state.moves) < 3 or state.turns < 2:
        state = state.play(state.moves[0])
    drawn = {
        (symbol, style.split(" on ")[0])
        for line in draw(state.view(), Look(80, True, True, True))
        for symbol, style in line
        if symbol in ("●", "○")
    }
    assert {symbol for symbol, _ in drawn} == {"●", "○"}
    assert len({style for _, style in drawn}) == 2
    plain = "\n".join(text(draw(state.view(), Look(80, True))))
    assert "b" in plain and "w" in plain


def test_black_on_sixteen_colours_is_no_grey() -> None:
    assert colours.in_sixteen("bold #000000 on #123456").startswith("black")
    assert colours.in_sixteen("bold #ffffff") == "bold bright_white"


# ---- prose ---------------------------------------------------------------------------------------------


def test_prose_is_broken_between_words() -> None:
    assert wrapped("  save FILE      write the game's record somewhere", 36) == [
        "  save FILE      write the game's",
        "                 record somewhere",
    ]
    assert wrapped("a short line", 30) == ["a short line"]
    assert "".join(wrapped("x" * 99, 30)) == "x" * 99
    for width in (1, 20, 40, 300):
        assert " ".join(" ".join(wrapped("many words " * 20, width)).split()) == " ".join(["many words"] * 20)


def test_a_terminal_may_be_made_wider_and_narrower(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(StringIO())
    for columns in ("60", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        assert screen.width == screen.look.width == int(columns)


def test_columns_without_room_stand_below() -> None:
    rows = [["", "win", "loss", "utility"]]
    rows += [["careful:20", "100.0", "0.0", "+1.000"], ["random", "0.0", "100.0", "-1.000"]]
    assert list(aligned(rows)) == list(aligned(rows, 33)) == [
        "             win   loss   utility",
        "careful:20  100.0    0.0   +1.000",
        "random        0.0  100.0   -1.000",
    ]  # fmt: skip
    assert list(aligned(rows, 32)) == [
        "             win   loss",
        "careful:20  100.0    0.0",
        "random        0.0  100.0",
        "            utility",
        "careful:20   +1.000",
        "random       -1.000",
    ]
    assert len(list(aligned(rows, 1))) == 9


def test_a_position_that_is_none_is_told_what_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of nearly that name is named."""
    own = "; or a line in the game's own notation"
    how = "write the name of a file, or the position itself in braces, such as `{to move: X}`"
    shown = typed("tictactoe", "position nonsense")
    assert f"there is no file `nonsense`\n{how}\n" in shown
    assert f"`{{to move: White}}`{own}\n" in typed("chess", "position nonsense")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "morning.yaml").write_text("to move: O\n", encoding="utf-8")
    shown = typed("tictactoe", "position mornin.yaml")
    assert "there is no file `mornin.yaml`; did you mean `morning.yaml`?\n" in shown
    assert "O: Put" in typed("tictactoe", "position {to move: O}", options=["--seat", "O=human"])
