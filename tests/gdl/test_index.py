"""What each name means, and what may be written at a place, without any editor."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sample import daily

from gdl.check.checker import check
from gdl.index import words
from gdl.index.allowed import allowed
from gdl.index.chain import Texts
from gdl.index.complete import Item, complete, place, readable
from gdl.index.describe import description, type_at
from gdl.index.index import Index, index_of, is_same
from gdl.index.symbols import Sort
from gdl.index.typed import facts_of
from gdl.library import NotFound, paths, read
from gdl.syntax import vocabulary
from gdl.text.source import Source

GAME = """game "Index"

players White, Black
board grid(4, 4)
pieces man of player
type track = ring(8)
track has beads: 0..9
player has beads: 0..9

define a.near = a.orthogonal & empty

setup
  put man of White on a1

turn
  choose a in mine, b in a.near
  me.beads += 1
  for s in track
    s.beads = 0
  let b2x = b.N
  move a to b

end
  lose next if stuck
"""


def indexed(text: str) -> Index:
    source = Source("index.gdl", text)
    return index_of(source, None, facts_of(check(source)))


def meant(index: Index, marker: str, behind: int = 0) -> tuple[str, Sort, str, str]:
    """The name at a place, its sort, whose it is, and the line that introduces it."""
    found = index.at(index.source.text.index(marker) + behind)
    assert found is not None
    place = found.symbol.place
    line = "" if place is None else place.span.source.line(place.span.line).strip()
    return found.symbol.name, found.symbol.sort, found.symbol.of, line


def test_names_mean_what_the_checker_takes_them_for() -> None:
    index = indexed(GAME)
    assert meant(index, "in a.near", 5) == ("near", Sort.DEFINE, "", "define a.near = a.orthogonal & empty")
    assert meant(index, "in a.near", 3) == ("a", Sort.LOCAL, "", "choose a in mine, b in a.near")
    assert meant(index, "= a.orth", 2) == ("a", Sort.PARAMETER, "", "define a.near = a.orthogonal & empty")
    assert meant(index, "orthogonal")[1:3] == (Sort.DEFINE, "grid")
    assert meant(index, "b.N", 2) == ("N", Sort.DIRECTION, "grid", "direction N  = [c, r + 1]")
    assert meant(index, "on a1", 3)[:2] == ("a1", Sort.SITE)
    assert meant(index, "mine")[3] == "define mine     = piece of me"


def test_types_tell_apart_what_is_called_the_same() -> None:
    index = indexed(GAME)
    assert meant(index, "me.beads", 4)[2:] == ("player", "player has beads: 0..9")
    assert meant(index, "s.beads", 3)[2:] == ("track", "track has beads: 0..9")


def test_a_local_is_known_to_the_end_of_its_block() -> None:
    index = indexed(GAME)
    names = {symbol.name for symbol in index.locals_at(GAME.index("move a"))}
    assert names == {"a", "b", "b2x"}
    assert {symbol.name for symbol in index.locals_at(GAME.index("lose next"))} == set()


@pytest.mark.parametrize("line", ["win me", "draw", "rank p by count(man of p)", "pay p by count(man of p)"])
def test_names_in_the_reason_of_an_end_are_names(line: str) -> None:
    """Who renames `beads` renames it in the reason, too."""
    told = f'  {line} if stuck as "after {{me.beads}} beads, {{count(mine)}}"'
    index = indexed(GAME.replace("  lose next if stuck", told))
    assert meant(index, "{me.beads}", 4)[0] == "beads"
    assert meant(index, "mine)}", 0)[0] == "mine"


def test_what_a_variant_replaces_is_the_same_thing_in_both_files() -> None:
    index = index_of(read("crazyhouse"))
    use = index.at(index.source.text.index("capture(") + 1)
    assert use is not None
    files = {Path(o.span.source.name).name for o in index.of(use.symbol)}
    assert files == {"crazyhouse.gdl", "chess.gdl"}
    assert all(is_same(o.symbol, use.symbol) for o in index.of(use.symbol))


@pytest.mark.parametrize("cut", range(0, len(GAME), 7))
def test_half_a_text_is_indexed(cut: int) -> None:
    index = indexed(GAME[:cut])
    for occurrence in index.occurrences:
        assert occurrence.span.text
        assert description(index, occurrence.symbol)


def test_types_by_place() -> None:
    index = indexed(GAME)
    found = type_at(index, GAME.index("b.N") + 2)
    assert found is not None
    assert (found[0].text, found[1][0].said, found[1][0].spelled) == ("b.N", "a site or nothing", "site?")


def test_texts_that_are_open_stand_for_their_files(tmp_path: Path) -> None:
    (tmp_path / "base.gdl").write_text('game "Base"\n')
    variant = Source(str(tmp_path / "variant.gdl"), 'game "V" extends "base"\n')
    texts = Texts({str((tmp_path / "base.gdl").resolve()): 'game "Open"\ndefine opened = 3\n'})
    assert "opened" in index_of(variant, texts).world.plain
    assert "opened" not in index_of(variant).world.plain


def test_a_text_without_a_file_finds_what_ships_and_nothing_else(tmp_path: Path) -> None:
    texts = Texts({}, frozenset(("untitled:1",)))
    source = Source("untitled:1", "")
    assert texts.read_base("chess", source).text == read("chess").text
    for name in ("chess.gdl", "./chess", str(paths()["chess"])):
        with pytest.raises(NotFound):
            texts.read_base(name, source)


# ---- words


def test_every_word_is_explained() -> None:
    assert words.KEYWORDS.keys() == vocabulary.WORDS
    assert words.BUILT_IN.keys() == {*vocabulary.BUILT_IN, "stacks"}
    behind = {*vocabulary.CONTENT, *vocabulary.STACK, *vocabulary.OF_DIRECTIONS, *vocabulary.OF_BORDERS, "next"}
    assert words.BEHIND.keys() == behind
    assert words.SNIPPETS.keys() <= vocabulary.KEYWORDS
    assert {*vocabulary.VARIANT_HEADS} < {*vocabulary.HEADS}


AFTER = {
    "turn\n  ": ({"choose", "if", "win"}, {"where", "define", "or"}),
    "turn\n  either\n    draw\n  ": ({"or", "otherwise", "choose"}, {"else", "define"}),
    "turn\n  if stuck\n    draw\n  ": ({"else"}, {"or", "otherwise"}),
    "turn\n  choose a in mine ": ({"where", "as", "through", "of"}, {"choose", "if", "on"}),
    "turn\n  choose a in mine\n      ": ({"where", "as", "through", "choose"}, {"on"}),
    "turn\n  put a ": ({"on", "under", "of"}, {"to", "where"}),
    "turn\n  move a ": ({"to", "of"}, {"on"}),
    "option a: ": ({"set", "truth"} - {"truth"}, {"where"}),
    "define x = a when b ": ({"otherwise", "and", "or"}, {"where", "if"}),
    'game "X" ': ({"extends"}, {"define"}),
    "": ({"define", "turn", "or", "looks", "option"}, {"choose", "where", "extends"}),
    "turn\n  choose a in ) ": (set(), {"where"}),
}


@pytest.mark.parametrize("before", AFTER)
def test_the_grammar_says_which_words_may_follow(before: str) -> None:
    may, may_not = AFTER[before]
    found = allowed(before).keywords
    assert may <= found
    assert not may_not & found


@pytest.mark.parametrize("name", daily(["chess", "sparks", "pig", "backgammon"], 3, ["pig"]))
def test_each_keyword_of_a_ruleset_is_allowed_where_it_stands(name: str) -> None:
    source = read(name)
    heads = [m.start() for m in re.finditer(r"^[^\s#)\]}]", source.text, re.MULTILINE)]
    for match in re.finditer(r'#[^\n]*|"[^"\n]*"|\b[a-z]+\b', source.text):
        if match.group() in vocabulary.KEYWORDS:
            start = max((h for h in heads if h <= match.start()), default=0)
            before = source.text[start : match.start()]
            assert match.group() in allowed(before).keywords, source.line(source.place(match.start())[0])


# ---- completion


def offered(text: str) -> list[Item]:
    """What is offered where the `|` stands."""
    offset = text.index("|")
    at = place(Source("index.gdl", text.replace("|", "")), offset)
    source = readable(at)
    return complete(at, source, index_of(source, None, facts_of(check(source))))


def test_names_that_are_written_somewhere_are_offered_there() -> None:
    """Each name of a ruleset is offered in the place where it stands."""
    for match in re.finditer(r"(?<=[ .(])(a|b|near|mine|N|beads|track|orthogonal|empty|me)\b(?! =| in)", GAME):
        if "choose" in GAME[match.start() - 8 : match.start()] or "has " in GAME[match.start() - 5 : match.start()]:
            continue  # it is introduced there
        line = GAME[GAME.rfind("\n", 0, match.start()) + 1 : match.start()]
        if line.startswith(("type", "define", "track", "player")) and "=" not in line:
            continue
        text = GAME[: match.start()] + "|" + GAME[match.end() :]
        assert match.group() in {item.label for item in offered(text)}, text[match.start() - 20 :][:40]


LOOKS = {
    "  |": ({"stone", "White", "store", "board"}, {"gold", "pawn"}),
    "  stone |": ({"of", "gold", "as"}, {"pawn", "turned"}),
    "  stone of |": ({"White"}, {"gold", "pawn"}),
    '  stone of White "W" |': ({"gold"}, {"pawn", "checkered"}),
    '  stone of White "W" gold as |': ({"pawn", "disc"}, {"gold", "checkered", "edge", "nothing"}),
    "  board |": ({"gold"}, {"checkered"}),
    "  board as |": ({"checkered", "lines"}, {"gold", "pawn"}),
    "  corners red as |": ({"edge", "star"}, {"gold", "nothing"}),
    "  store as |": ({"counters", "nothing", "disc"}, {"gold", "edge"}),
    '  store "{|}"': ({"store", "player"}, {"stone", "gold"}),
    "  White |": ({"gold", "turned"}, {"pawn"}),
}


@pytest.mark.parametrize("line", LOOKS)
def test_in_looks_colours_styles_and_pictures_are_offered_where_they_stand(line: str) -> None:
    text = 'game "X"\nplayers White, Black\nboard grid(5, 5)\npieces stone of player\nplayer has store: 0..9\n'
    turn = "turn\n  choose a in empty\n  put stone of me on a\n  me.store += 1\nend\n  draw if me.store = 9\n"
    there, not_there = LOOKS[line]
    labels = {item.label for item in offered(f"{text}looks\n{line}\n{turn}")}
    assert there <= labels
    assert not not_there & labels


def test_what_is_offered_is_called_once() -> None:
    items = offered(GAME.replace("in a.near", "in |"))
    assert len({(item.label, item.sort) for item in items}) == len(items)
    assert [item.rank for item in items] == sorted(item.rank for item in items)


@pytest.mark.parametrize(
    "half",
    [
        GAME.replace("define a.near = a.orthogonal", "define a.near = a.|orthogonal"),
        GAME.replace("define a.near = a.orth", "define a.| = a.orth"),
        GAME.replace("in a.near", "in a.ne|"),
        GAME.replace("man of player", "man, | of player"),
        GAME.replace("has beads: 0..9", "has beads: 0..|"),
        GAME.replace("choose a in mine", "choose | in mine"),
        GAME.replace("let b2x = b.N", "let b2x = b.|"),
    ],
)
def test_nothing_that_is_offered_names_what_holds_the_place_of_the_word(half: str) -> None:
    items = offered(half)
    assert items
    for item in items:
        told = " ".join((item.label, item.text, item.detail, item.documentation))
        assert "nothing_is_called" not in told, item


def test_what_is_told_of_a_thing_shows_the_text_as_it_is_written() -> None:
    found = next(i for i in offered(GAME.replace("= a.orthogonal", "= a.orth|")) if i.label == "near")
    assert "define a.near = a.orth & empty" in found.documentation
