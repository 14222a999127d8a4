"""Looks: what rulesets say of boards, marks, pictures, and of what players read; it never changes the rules."""

from __future__ import annotations

import pytest
from sample import daily

from gdl.bundle import bundle
from gdl.check.checker import check
from gdl.library import base_of, names, read
from gdl.lint import lint
from gdl.model.looks import BoardLook, Look
from gdl.model.model import Model
from gdl.model.printing import model as printed
from gdl.pictures import PICTURES, STYLES, path_fault
from gdl.syntax.formatter import format as formatted
from gdl.text.findings import Finding
from gdl.text.source import Source
from interpreter import Game
from interpreter.drawing import shapes, styles

GAME = """game "Yard"

players White, Black
board grid(4, 4)
pieces man, king of player
pieces rock
type hue = red, green
player has store: 0..9
player has hand(kind): 0..3
site has tokens(player): 0..9
site has seeds: 0..9
game has turns: 0..90

define corner = {a1}
define p.home = row(1 + index(p))

turn
  choose a in empty
  put man of me on a
  me.store += 1
  me.hand(king) = 1
  a.tokens(me) = 1
  a.seeds = 2
  turns += 1

end
  win me if some corner & king & me.home or me.hand(king) = 3 and me.store = 9 and a1.tokens(me) = a1.seeds
  draw if turns = 90

looks
"""
MEN = '  man of White "M"\n  man of Black "m"\n  king of White "K"\n  king of Black "k"\n  rock "#"\n'


def found(looks: str, more: str = MEN, **options: object) -> tuple[Model | None, list[Finding]]:
    """The model with these looks, and what is found."""
    text = GAME + more + "".join(f"  {line.strip()}\n" for line in looks.strip().split("\n") if line.strip())
    checked = check(Source("yard.gdl", text), options)
    assert checked.model is not None or checked.findings
    return checked.model, list(checked.findings)


def model(looks: str) -> Model:
    """The model with these looks, in which nothing is wrong."""
    made, findings = found(looks)
    assert findings == []
    assert made is not None
    return made


# ---- what is said


def test_a_piece_has_a_picture() -> None:
    made = model('man of White "M" "○" white as man\nman of Black "m" "#d9a722" as "M50 5 L95 95 L5 95 Z"')
    assert made.looks["man of White"] == Look("M", "○", "white", "man")
    assert made.looks["man of Black"] == Look("m", "", "#d9a722", "M50 5 L95 95 L5 95 Z")


def test_a_line_without_a_letter_says_only_what_is_another() -> None:
    made = model('king of White, king of Black "K" "◎" white as king\nking of Black black\nking of White as crown')
    assert made.looks["king of White"] == Look("K", "◎", "white", "crown")
    assert made.looks["king of Black"] == Look("K", "◎", "black", "king")


def test_a_line_with_a_letter_says_all() -> None:
    made = model('king of White "K" "◎" white as king\nking of White "Q" red')
    assert made.looks["king of White"] == Look("Q", "", "red", "")


def test_the_board() -> None:
    assert model("board beige brown as checkered").board_look == BoardLook("checkered", ("beige", "brown"))
    assert model("board as lines").board_look == BoardLook("lines")
    assert model('board "#00ff00" "#0000ff"\nboard as cells').board_look == BoardLook("cells", ("#00ff00", "#0000ff"))


def test_sites_are_marked() -> None:
    made = model('row(1) red as edge\ncorner "x" "×" gold as star\nd4 silver\n{s in site where s.r > s.c + 2} "+"')
    said = [(look.sites, look.letter, look.symbol, look.colour, look.edge, look.picture) for look in made.site_looks]
    assert said == [
        ((0, 4, 8, 12), "", "", "red", True, ""), ((0,), "x", "×", "gold", False, "star"),
        ((15,), "", "", "silver", False, ""), ((3,), "+", "", "", False, ""),
    ]  # fmt: skip
    assert [look.name for look in made.site_looks] == ["", "corner", "", ""]
    assert [look.name for look in model("White.home red\nplayer.home gold").site_looks] == ["White's home", "home"]
    assert made.board is not None
    assert [made.board.labels[i] for i in made.site_looks[0].sites] == ["a1", "b1", "c1", "d1"]
    assert "a1" not in made.looks  # moves name sites as before


def test_what_players_see_of_what_is_remembered() -> None:
    made = model("""
        store "{player} has {store} in store"
        hand  "{player} in hand: {hand}"
        tokens as counters
        seeds "o" "●" brown as seed
        turns as nothing
    """)
    looks = {variable.name: look for variable, look in made.variable_looks.items()}
    assert looks["store"].form == "text"
    assert looks["store"].filled("7", ["White"]) == "White has 7 in store"
    assert looks["store"].names(0)
    assert not looks["hand"].names(1)
    assert (looks["tokens"].form, looks["tokens"].look) == ("counters", None)
    assert (looks["seeds"].form, looks["seeds"].look) == ("counters", Look("o", "●", "brown", "seed"))
    assert looks["turns"].form == "hidden"


def test_a_text_may_count_out_its_value() -> None:
    (look,) = model('store "{player}: {store}" as disc').variable_looks.values()
    assert (look.form, look.text, look.look) == ("text", "{player}: {store}", Look("", "", "", "disc"))


def test_a_board_is_turned_before_a_player() -> None:
    made = model('Black turned 180\nBlack "B" black\nWhite white as disc')
    assert made.turned == {1: 180}
    assert made.looks["player.Black"] == Look("B", "", "black")
    assert made.looks["player.White"] == Look("", "", "white", "disc")


def test_elements_of_a_type_that_is_drawn_nowhere_are_values() -> None:
    made = check(read("quarto"), {}).model
    assert made is not None
    assert made.looks["design.TLRF"].colour == "gold"
    assert made.looks["design.TLRF"].letter == ""  # written by its name, as before
    assert made.looks["design.SDQH"].colour == "brown"
    assert all(not path_fault(look.picture) for look in made.looks.values())


# ---- what is wrong


WRONG = {
    "man of White whit": ("P513", "did you mean `white`?"),
    "board beige browm": ("P513", "did you mean `brown`?"),
    "corner golden": ("P513", "did you mean `gold`?"),
    "row(1) rde as edge": ("P513", "did you mean `red`?"),
    'tokens "x" blu as counters': ("P513", "did you mean `blue`?"),
    "corner mauve": ("P513", "there are white, black, grey"),
    'corner "mauve" "x" "y"': ("P515", "six digits"),
    "board checkered": ("P513", "write `as checkered` at the end of the line"),
    "man of White pawn": ("P513", "write `as pawn` at the end of the line"),
    "king White": ("P513", "write `king of White`"),
    "man of White W": ("P513", 'put text in quotes: `"W"`'),
    "man of White as pwan": ("P514", "did you mean `pawn`?"),
    "man of White as edge": ("P514", f"there are {', '.join(PICTURES)}"),
    "board as chequered": ("P514", "did you mean `checkered`?"),
    "board as xyz": ("P514", f"there are {', '.join(STYLES)}"),
    "corner as egde": ("P514", "did you mean `edge`?"),
    "store as countres": ("P514", "did you mean `counters`?"),
    "man of White": ("P515", "a letter in quotes, a colour or a picture"),
    'board "B"': ("P515", "write `board beige brown as checkered`, for example"),
    "board red green blue": ("P515", "write `board beige brown as checkered`, for example"),
    "man of White red green": ("P515", "leave out the others"),
    "row(1) as edge": ("P515", "write `row(1) red as edge`, for example"),
    'row(1) "x" red as edge': ("P515", "write `row(1) red as edge`, for example"),
    "man of White turned 180": ("P515", "write `Black turned 180`, for example"),
    "Black turned": ("P515", "write `turned 180`, for example"),
    "Black turned 360": ("P515", "write `turned 180`, for example"),
    "board turned 90": ("P515", "write `Black turned 180`, for example"),
    'man of White "M" red 7': ("P515", "degrees after `turned`"),
    "store red": ("P515", "or `as counters`, or `as nothing`"),
    "turns red as nothing": ("P515", "write `as nothing` alone"),
    'man of White as "M0 0 L 10"': ("P516", "write an SVG path"),
    'man of White as "pawn"': ("P516", "write `as pawn`, without quotes"),
    'store "{player} has {stroe}"': ("P517", "did you mean `store`?"),
    'store "{me} has {store}"': ("P517", ""),
    'turns "{player} has {turns}"': ("P517", ""),
    'store "{store + 1}"': ("P517", "give another variable its own text"),
    "empty red": ("T310", "use numbers, options and players only"),
    "mine red": ("T310", "use numbers, options and players only"),
    "1 red": ("P512", 'write `stone of White "W"`, for example'),
    "hue red": ("P512", 'write `stone of White "W"`, for example'),
    "cornre red": ("N201", "did you mean `corner`?"),
}


@pytest.mark.parametrize("line", WRONG)
def test_what_is_wrong_is_an_error_with_what_to_do(line: str) -> None:
    code, hint = WRONG[line]
    (finding,) = found(line)[1]
    assert (finding.code, finding.severity) == (code, "error")
    assert hint in finding.hint
    assert finding.hint


PATHS = {
    "M0 0L10 10": "", "M50,5 a4 4 0 1 0 8 0 z": "", "m1 1h3v-4.5z": "", "M.5.5L1 1": "",
    "": "begins with `M`", "L1 1": "begins with `M`", "M1": "2 numbers", "M1 1 L1": "2 numbers", "M1 1 Z 3": "no numb",
    "M1 1 X": "no command", "M1 1 L1e9 4": "no command", "M101 4": "outside", "M1 1 <": "can't stand", "12": "`M`",
    'M1 1"/><script>': "can't stand", "M1 1 url(x)": "no command", "M" + "1 " * 2000: "longer",
}  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_paths_are_paths_and_nothing_else(path: str) -> None:
    wrong = path_fault(path)
    assert (PATHS[path] in wrong) if PATHS[path] else wrong == ""


# ---- rules stay what they are


SHOWN = """
  board beige brown as checkered
  Black turned 180
  row(1) red as edge
  corner "x" gold
  store "{player}: {store}"
  turns as nothing
  man of White red as man
  red red
"""


def test_looks_that_are_only_seen_leave_the_hash_as_it_is() -> None:
    assert model(SHOWN).hash == model("").hash
    assert model('man of White "M" red as man').hash == model("").hash  # the same letter again
    assert model('man of White "X"').hash != model("").hash  # moves are written otherwise


def test_a_kind_is_written_with_its_letter_as_that_is() -> None:
    """Moves and the board agree: capitals only where the players' pieces differ in these."""
    rules = GAME.replace("choose a in empty\n", 'choose a in empty, k in kind as "{k} {a}"\n')
    looks = '  man of White "M"\n  man of Black "m"\n  king of White "q"\n  king of Black "q"\n  rock "o"\n'
    state = Game.parse(rules + looks).start()
    assert {move.text for move in state.moves} >= {"M a1", "q a1", "o a1"}
    assert not any(move.text[0] in "mQO" for move in state.moves)


def test_a_section_of_looks_that_are_only_seen_is_no_part_of_the_rules() -> None:
    bare = check(Source("yard.gdl", GAME.removesuffix("looks\n"))).model
    seen = check(Source("yard.gdl", GAME + "  board as lines\n  turns as nothing\n")).model
    assert bare is not None
    assert seen is not None
    assert bare.hash == seen.hash


def test_a_variant_says_only_what_differs() -> None:
    seen = "  board beige brown as checkered\n  Black turned 180\n  store as counters\n"
    base = Source("yard.gdl", GAME + MEN + seen)
    own = "  board as lines\n  Black turned 0\n  store as nothing\n  man of White red\n"
    text = f'game "Other yard" extends "yard"\n\nlooks\n{own}'
    made = check(Source("other.gdl", text), read_base=lambda name, of: base if name == "yard" else base_of(name, of))
    assert made.findings == ()
    assert made.model is not None
    assert made.model.board_look == BoardLook("lines", ("beige", "brown"))
    assert made.model.turned == {1: 0}
    assert [look.form for look in made.model.variable_looks.values()] == ["hidden"]
    assert made.model.looks["man of White"] == Look("M", "", "red")


@pytest.mark.parametrize("name", daily(["crazyhouse", "king_of_the_hill", "reapers_for_three", "tablut"], 4, ()))
def test_bundles_look_the_same(name: str) -> None:
    before = check(read(name)).model
    after = check(Source(f"{name}.gdl", bundle(read(name), name).text)).model
    assert before is not None
    assert after is not None
    assert [line for line in printed(before).split("\n") if line.startswith("look")] == [
        line for line in printed(after).split("\n") if line.startswith("look")
    ]


def test_players_who_are_not_there_have_no_look() -> None:
    for players in range(2, 7):
        made = check(read("chinese_checkers"), players=players)
        assert made.findings == ()
        assert made.model is not None
        assert len(made.model.site_looks) == players


# ---- what there is to say is drawn


def test_who_draws_knows_every_style_and_picture() -> None:
    assert set(styles.STYLES) == set(STYLES)
    assert {*PICTURES} - {*shapes.PICTURES} == {"die"}  # six of them: by the number they show
    assert {f"die{n}" for n in range(1, 7)} <= {*shapes.PICTURES}


# ---- what ships


@pytest.mark.parametrize("name", names())
def test_games_that_ship_look_like_something(name: str) -> None:
    """A board has a style, a piece a picture or what is printed on it, and no player reads a name of the rules."""
    made = Game.load(name).model
    assert made.board_look.style or made.board is None
    looks = {label: made.looks.get(label) for label in made.pieces.labels}
    assert [label for label, look in looks.items() if look is None or not (look.picture or look.symbol)] == []
    beside = [v for v in made.variables[2:] if not v.local and v.subject not in made.shapes]
    assert [v.name for v in beside if v not in made.variable_looks] == []


# ---- lint, layout


def test_names_in_looks_are_used_but_for_what_is_not_seen() -> None:
    text = GAME.replace("corner & king & me.home", "king & me.home").replace("looks\n", "looks\n" + MEN)
    assert "N250" in {f.code for f in lint([Source("yard.gdl", text)])}
    assert "N250" not in {f.code for f in lint([Source("yard.gdl", text + "  corner red\n")])}
    unread = text.replace("me.store = 9 and ", "") + "  corner red\n"
    assert "N254" in {f.code for f in lint([Source("yard.gdl", unread)])}
    assert "N254" in {f.code for f in lint([Source("yard.gdl", unread + "  store as nothing\n")])}
    assert "N254" not in {f.code for f in lint([Source("yard.gdl", unread + '  store "{player}: {store}"\n')])}


def test_lines_that_say_different_things_are_no_second_look() -> None:
    def codes(lines: str) -> set[str]:
        return {f.code for f in lint([Source("yard.gdl", GAME + MEN + lines)])}

    assert "P554" not in codes("  row(1) red\n  row(1) blue as edge\n  Black black\n  Black turned 180\n")
    assert "P554" in codes("  row(1) red\n  row(1) blue\n")
    assert "P554" in codes("  board as lines\n  board red as holes\n")


LAID_OUT = """\
looks
  board beige brown as checkered
  goal   gold
  throne red as edge
  man of White  "M" "○" white as man
  king of Black "k" "◎" black as king
  store         "{player}: {store}"
  turns, quiet as nothing
  A red   as bead
  B green as bead
"""


UNTIDY = {
    "goal   gold": "goal      gold", "throne red": "throne    red", "turns, quiet": "turns,quiet",
    "B green as": "B green   as",
}  # fmt: skip


def test_the_layout() -> None:
    text = LAID_OUT
    for tidy, untidy in UNTIDY.items():
        assert tidy in text
        text = text.replace(tidy, untidy)
    assert formatted(text) == LAID_OUT
    assert formatted(LAID_OUT) == LAID_OUT


def test_an_empty_letter_is_told_as_such() -> None:
    """Nothing can be too long that is empty; leaving the quotes away gives the name's own letter."""
    text = 'game "Empty"\nplayers A, B\nboard grid(2, 1)\npieces man of player\nturn\n  choose s in empty\n'
    text += '  put man of me on s\nend\n  win me if no empty\nlooks\n  man of A "" white\n  man of B "long" black\n'
    found = [(f.code, f.message) for f in lint([Source("empty.gdl", text)]) if f.code == "P553"]
    assert found == [("P553", "an empty letter can't be seen"), ("P553", '"long" is too long for a site')]
