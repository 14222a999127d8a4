"""What `gdl play` says: all of it in the catalogues, each catalogue whole, spoken in the language of the shell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import command
import plain_questions
import pytest
import said
import strange_letters
from strange_letters import left

from cli.languages import catalogues, saying
from cli.languages.catalogues import Catalogue
from cli.session.session import Next
from cli.terminal.scene import commands
from cli.terminal.scene.reading import MistypedError, read_move
from interpreter import Game

CLI = Path(saying.__file__).parents[1]
CODE = [path for part in ("terminal", "session") for path in sorted((CLI / part).rglob("*.py"))]
KNOWN = {one.code: one for one in catalogues.known()}

@pytest.fixture(autouse=True)
def english_after() -> Iterator[None]:
    yield
    saying.speak("en")


def texts() -> set[str]:
    return set(said.in_python(CODE))


# ---- the catalogues


@pytest.mark.parametrize("code", KNOWN)
def test_a_catalogue_has_every_text_with_the_same_places(code: str) -> None:
    catalogue, terminal = KNOWN[code], KNOWN[code].terminal
    assert texts() <= {*catalogue.texts, *terminal.texts}, "these lack"
    assert set(terminal.texts) <= texts(), "nobody says these"
    assert [*terminal.texts] == sorted(terminal.texts)
    heard = [pair for forms in terminal.heard.values() for pair in forms.items()]
    for english, own in [*terminal.texts.items(), *heard]:
        for text in [own] if isinstance(own, str) else own.values():
            assert said.placeholders(text) == said.placeholders(english), english
        if not isinstance(own, str):
            assert set(own) == {*catalogue.plurals, "other"}, english


ELSEWHERE = ("reviews.py", "tables.py", "progress.py")
"""Parts of the scene that other commands show."""
UNSAID = {"gdl replay ", ": can't be written: ", "to move"}
"""A command; what the system says of a file; a part of positions as data."""


@pytest.mark.parametrize("path", [one for one in CODE if one.name not in ELSEWHERE], ids=lambda path: path.name)
def test_no_words_stand_outside_the_catalogue(path: Path) -> None:
    enums = {one.value for one in Next}  # names for those who read the code
    assert set(said.outside(path)) - UNSAID - enums == set()


def test_pages_carry_nothing_of_it() -> None:
    assert "terminal" not in catalogues.as_json(KNOWN["de"])


# ---- which language


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"), ({"LANG": "C.UTF-8"}, "en"), ({"LC_ALL": "POSIX", "LANG": "de_DE"}, "en"),
        ({"LANG": "de_AT.UTF-8@euro"}, "de"), ({"LC_MESSAGES": "de", "LANG": "en_GB.UTF-8"}, "de"),
        ({"LC_ALL": "", "LANG": "de-CH"}, "de"), ({"GDL_LANGUAGE": "en", "LC_ALL": "de_DE"}, "en"),
        ({"GDL_LANGUAGE": "DE", "LANG": "C"}, "de"), ({"LANG": "../../etc"}, "en"),
    ],
)  # fmt: skip
def test_the_shell_says_which(environment: Mapping[str, str], code: str) -> None:
    assert saying.wanted(environment) == code


def played(language: Mapping[str, str], monkeypatch: pytest.MonkeyPatch, *words: str, typed: str) -> tuple[str, str]:
    for name in (saying.CHOSEN, *saying.SHELLS):
        monkeypatch.delenv(name, raising=False)
    for name, value in language.items():
        monkeypatch.setenv(name, value)
    _, out, complained = command.run(["play", *words, "--no-record", "--seed", "1"], typed)
    return out, complained


def test_a_game_is_played_in_german(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"LANG": "de_DE.UTF-8"}
    typed = "b2\nzz\na1\nresign\n"
    said_, _ = played(german, monkeypatch, "tictactoe", "--seat=X=human", "--seat=O=human", typed=typed)
    assert "Alle spielen an dieser Tastatur.  ? für Hilfe" in said_
    assert "`zz` ist kein Zug dieses Spiels." in said_
    assert "Aufgabe von X." in said_
    assert "Put a stone on an empty square." in said_, "a ruleset's words stay as they are"


@pytest.mark.parametrize("language", [{}, {"LANG": "C"}, {"LANG": "en_GB.UTF-8"}, {"LANG": "xx_YY"}])
def test_all_others_are_spoken_to_in_english(language: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    out, complained = played(language, monkeypatch, "tictactoe", typed="b2\n")
    assert "You play X, the computer plays O.  ? for help" in out
    assert complained == ""


def test_a_language_that_was_asked_for_and_is_not_there_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    out, complained = played({"GDL_LANGUAGE": "tlh"}, monkeypatch, "tictactoe", typed="")
    assert "there is no language `tlh`" in complained.replace("language tlh", "language `tlh`")
    assert "You play X" in out


def test_english_reads_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(catalogues, "known", lambda: pytest.fail("it was read"))
    assert saying.speak("en")
    assert saying.tr("Undo") == "Undo"


# ---- how texts are found


def test_forms_of_numbers_follow_the_rules_of_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    slavic = {"one": "n % 10 = 1 and n % 100 != 11", "few": "n % 10 = 2..4 and n % 100 != 12..14"}
    forms = {"one": "{n} ход", "few": "{n} хода", "other": "{n} ходов"}
    monkeypatch.setattr(catalogues, "known", lambda: (Catalogue("zz", "z", slavic, {"{n} turns": forms}, {}),))
    saying.speak("zz")
    counted = [saying.trn("{n} turn", "{n} turns", n) for n in (1, 2, 5, 11, 12, 21, 1002)]
    assert counted == ["1 ход", "2 хода", "5 ходов", "11 ходов", "12 ходов", "21 ход", "1,002 хода"]
    saying.speak("en")
    assert [saying.trn("{n} turn", "{n} turns", n) for n in (1, 1002)] == ["1 turn", "1,002 turns"]


def test_values_are_never_taken_for_places() -> None:
    assert saying.tr("{player} resigned", player="{player} {n}") == "{player} {n} resigned"


@pytest.mark.parametrize(
    ("kind", "english", "german"),
    [
        ("deed", "takes 2, flips 3", "schlägt 2, dreht 3"), ("deed", "no move", "kein Zug"),
        ("effort", "1,204 iterations, 88 positions", "1,204 Durchläufe, 88 Stellungen"),
        ("refusal", "e4 is empty", "e4 ist leer"),
        ("refusal", "Black's coal is on 1a1, none of yours", "auf 1a1 ist ein Stein von Black (coal), keiner von dir"),
        ("refusal", "e5 isn't in e2's “goals”; it holds e3, e4",
         "e5 ist nicht in „goals“ von e2; es enthält e3, e4"),
        ("refusal", "no piece of yours is on e7", "auf e7 steht kein Stein von dir"),
        ("refusal", "no king of yours is on e7", "auf e7 steht kein Stein von dir (king)"),
        ("refusal", "rock is on e4, none of yours", "auf e4 ist ein Stein (rock), keiner von dir"),
        ("refusal", "there is no file `x.yaml`", "die Datei `x.yaml` gibt es nicht"),
        ("refusal", "there is no file `x.yaml`; did you mean `y.yaml`?",
         "die Datei `x.yaml` gibt es nicht; ist `y.yaml` gemeint?"),
        ("refusal", "write the name of a file, or the position itself in braces, such as `{to move: X}`",
         "schreib den Namen einer Datei oder die Stellung selbst in Klammern, etwa `{to move: X}`"),
        ("layer", "layer 2", "Ebene 2"),
        ("legend", "  ● or B (black): Black's coal", "  ● oder B (schwarz): coal von Black"),
        ("legend", "  ◆ or R (red): spark", "  ◆ oder R (rot): spark"),
        ("legend", "  red: Red's edge: a1 to k1 (11), a11", "  rot: Rand von Red: a1 bis k1 (11), a11"),
        ("piece", "White's king: e1", "king von White: e1"),
        ("piece", "e1: White's king, Black's man", "e1: king von White, man von Black"),
        ("piece", "Red's unknown piece: b2, b3", "unbekannter Stein von Red: b2, b3"),
        ("piece", "not seen: a1, a2", "verdeckt: a1, a2"),
        ("beside", "score: A 3, B 2", "Punkte: A 3, B 2"),
        ("beside", "pips: White 5", "pips: White 5"),
        ("refusal", "after it, `check` would be true (line 12 of chess.gdl)",
         "danach: `check` träfe zu (Zeile 12 von chess.gdl)"),
        ("refusal", "nobody knows this form", "nobody knows this form"),
        ("result", "White won, 40 to 24", "Sieg für White, 40 zu 24"),
        ("result", "White won, 73.5 to 73 points", "Sieg für White, 73,5 zu 73 points"),
        ("result", "White won (points: Black 73, White 73.5)", "Sieg für White (points: Black 73, White 73,5)"),
        ("result", "Tigers lost", "Niederlage für Tigers"),
        ("result", "You won", "du hast gewonnen"),
        ("result", "A, B and C won", "Sieg für A, B und C"),
        ("result", "North and South share the win (points: North 0, East 25, South 0, West 1)",
         "geteilter Sieg für North und South (points: North 0, East 25, South 0, West 1)"),
        ("result", "Tigers lost on time", "Zeit überschritten: Tigers"),
        ("reason", "Goats had no piece left", "kein Stein von Goats ist mehr da"),
        ("reason", "X had 3 in a row", "3 in einer Reihe für X"),
        ("beside", "score: A 3.5, B 2", "Punkte: A 3,5, B 2"),
        ("beside", "points: Black 0, White 7.5", "points: Black 0, White 7,5"),
        ("beside", "rules 1.2 apply", "rules 1.2 apply"),
        ("unseen", "13 hidden cards", "13 verdeckte Karten"), ("unseen", "a hidden card", "eine verdeckte Karte"),
        ("unseen", "1 hidden die", "1 verdeckter Würfel"), ("unseen", "5 hidden dice", "5 verdeckte Würfel"),
        ("unseen", "2 hidden jewels", "2 verdeckt (jewels)"),
        ("reason", "“alive” holds only Tigers", "„alive“ enthält nur noch Tigers"),
    ],
)  # fmt: skip
def test_what_rules_and_players_say_is_known_by_its_form(kind: str, english: str, german: str) -> None:
    saying.speak("de")
    assert saying.heard(kind, english) == german
    saying.speak("en")
    assert saying.heard(kind, english) == english


@pytest.mark.parametrize(("english", "german"), plain_questions.GERMAN.items())
def test_the_programs_own_questions_are_known_by_their_form(english: str, german: str) -> None:
    saying.speak("de")
    assert saying.heard("prompt", english) == german


def test_a_question_that_can_be_cut_in_many_ways_is_read_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[object] = []
    by_form = saying._by_form
    monkeypatch.setattr(saying, "_by_form", lambda *given: tried.append(given) or by_form(*given))
    saying.speak("de")
    many = "Choose a site, then a site. " * 30 + "Choose nobody knows what."
    assert saying.heard("prompt", many) == many
    assert len(tried) < 10_000


# ---- nothing stands outside


@pytest.fixture
def other_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    made = strange_letters.catalogue()
    monkeypatch.setattr(catalogues, "known", lambda: (made,))


LINES = {
    "tictactoe": "? b2 moves zz b2 a1 log pieces undo redo redo hint eval board 1 99 #99 save draw no draw resign",
    "backgammon": "moves log zz 1 1 1 1 1 1 ? pieces undo undo q",
    "oh_hell": "moves log 1 1 1 1 1 zz pieces undo q",
    "reversi": "moves zz d1 1 1 log q",
}
"""What is typed, blank by blank."""
LEGEND = {"marked", "field", "fields"}
"""A legend is the rules' page in short, and as that page it stays in English."""


@pytest.mark.parametrize("name", LINES)
@pytest.mark.usefixtures("other_letters")
def test_every_word_of_a_game_line_by_line_goes_through_the_catalogue(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [f"--seat={player}=human" for player in Game.load(name).players[:2]]
    typed = LINES[name].replace(" ", "\n")
    out, complained = played({"GDL_LANGUAGE": "zz"}, monkeypatch, name, *seats, typed=f"{typed}\n")
    assert complained == ""
    assert len(re.findall("[а-щ]{3,}", out)) > 30
    shown = re.sub(r"(?m)^\S+> .*$", "", out)  # what is typed is shown, too
    assert left(shown, name) <= LEGEND


@pytest.mark.parametrize(("typed", "meant"), [("zurück", "undo"), ("Hilfe", "help"), ("/tipp", "hint")])
def test_a_command_in_the_language_that_is_spoken_is_understood_as_a_slip(typed: str, meant: str) -> None:
    saying.speak("de")
    with pytest.raises(MistypedError, match=rf"Meintest du den Befehl `{meant}`\?$"):
        read_move(Game.load("draughts").start(), typed, commands.NAMES)
