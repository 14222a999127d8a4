"""Variants that add another way to play the turn of what they extend: the section `or`."""

from __future__ import annotations

from pathlib import Path

import pytest

from gdl.check.checker import check
from gdl.lint import lint
from gdl.text.source import Source
from interpreter import Game
from interpreter.graph.chance import Chance

BASE = """\
game "Base"

players White, Black
game has left:  0..9 = 6
game has noted: 0..9

turn
{turn}

end
  win me if left = 0
  lose next if stuck
"""
TAKE = '  choose n in 1..2 where n <= left as "take {n}"\n  left -= n'
EITHER = f'  either\n{TAKE.replace("  ", "    ")}\n  or\n    choose "rest" where left > 3'
PASS = 'or\n  choose "pass" where left = 6\n  noted = 1\n'
TWICE = 'or\n  choose n in 1..2, m in {5} where left > 4 as "{n}x{m}"\n  left -= m\n'


def written(folder: Path, turn: str, *variants: str) -> Path:
    """A base and variants, each of which extends the one before; gives the last."""
    (folder / "v0.gdl").write_text(BASE.format(turn=turn))
    for i, text in enumerate(variants, 1):
        (folder / f"v{i}.gdl").write_text(f'game "Variant" extends "v{i - 1}"\n\n{text}')
    return folder / f"v{len(variants)}.gdl"


def found(path: Path) -> list[tuple[str, str, int, str, str]]:
    source = Source(str(path), path.read_text())
    return [(f.code, Path(f.span.source.name).stem, f.span.line, f.message, f.hint) for f in check(source).findings]


def moves(path: Path, *line: str) -> list[str]:
    state = Game.load(path).start()
    for move in line:
        state = state.play(move)
    return [move.text for move in state.moves]


def test_either_the_turn_of_the_base_or_this(tmp_path: Path) -> None:
    path = written(tmp_path, TAKE, PASS)
    assert moves(path) == ["take 1", "take 2", "pass"]
    state = Game.load(path).start().play("pass")
    assert (state.to_move, state.value("left"), state.value("noted")) == ("Black", 6, 1)
    assert moves(path, "take 1") == ["take 1", "take 2"]


@pytest.mark.parametrize("turn", [TAKE, EITHER])
def test_it_is_the_same_as_an_either_written_out(tmp_path: Path, turn: str) -> None:
    inner = "\n".join(f"  {line}" for line in turn.split("\n"))
    out = f"replace turn\n  either\n{inner}\n" + "".join(
        "\n".join(f"  {line}" for line in text.rstrip().split("\n")) + "\n" for text in (PASS, TWICE)
    )
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    ours = Game.load(written(tmp_path / "a", turn, PASS + "\n" + TWICE), backend="reference")
    theirs = Game.load(written(tmp_path / "b", turn, out), backend="reference")
    for number in range(20):
        a, b = ours.start(1, number), theirs.start(1, number)
        chance = Chance(1, number)
        for ply in range(100):
            assert [m.text for m in a.moves] == [m.text for m in b.moves]
            assert (a.outcomes, a.is_over or a._values) == (b.outcomes, b.is_over or b._values)
            if a.is_over:
                break
            k = chance.pick(len(a.moves), ply)
            a, b = a.play(a.moves[k]), b.play(b.moves[k])


def test_the_branches_of_an_either_stay_what_they_are(tmp_path: Path) -> None:
    plain = Game.load(written(tmp_path, EITHER, PASS)).machine.graph
    assert len(plain.stops) == 4  # one decision for each branch, and one for all
    again = Game.load(written(tmp_path, EITHER + "\n  otherwise\n    choose \"end\"", PASS)).machine.graph
    assert len(again.stops) == 6


def test_otherwise_is_asked_of_the_branches_that_it_belongs_to(tmp_path: Path) -> None:
    path = written(tmp_path, '  either\n    choose "take" where left < 6\n  otherwise\n    choose "end"', PASS)
    assert moves(path) == ["end", "pass"]


def test_several_and_over_several_levels(tmp_path: Path) -> None:
    assert moves(written(tmp_path, TAKE, PASS + "\n" + TWICE)) == ["take 1", "take 2", "pass", "1x5", "2x5"]
    assert moves(written(tmp_path, TAKE, TWICE, PASS)) == ["take 1", "take 2", "1x5", "2x5", "pass"]


def test_what_a_variant_does_before_the_turn_comes_before_all_branches(tmp_path: Path) -> None:
    before = "turn\n  noted = 7\n\n"
    for variants in ([before + PASS], [PASS, before]):
        state = Game.load(written(tmp_path, TAKE, *variants)).start()
        assert state.play("take 1").value("noted") == 7
        assert state.play("pass").value("noted") == 1
    path = written(tmp_path, TAKE, before, PASS)  # what is already there when `or` comes is one of the two ways
    assert Game.load(path).start().play("take 1").value("noted") == 7
    assert Game.load(path).start().play("pass").value("noted") == 1


def test_names_are_those_of_their_branch(tmp_path: Path) -> None:
    path = written(tmp_path, "  let n = 2\n" + TAKE.replace("n in 1..2", "k in 1..n").replace("n <=", "k <=")
                   .replace("{n}", "{k}").replace("-= n", "-= k"), TWICE)  # fmt: skip
    assert moves(path) == ["take 1", "take 2", "1x5", "2x5"]


def test_a_replaced_turn_takes_the_ways_of_older_variants_with_it(tmp_path: Path) -> None:
    assert moves(written(tmp_path, TAKE, PASS, f"replace turn\n{TAKE}\n")) == ["take 1", "take 2"]


# ---- what is wrong with it -----------------------------------------------------------------------------


def test_a_ruleset_that_extends_nothing(tmp_path: Path) -> None:
    path = tmp_path / "v0.gdl"
    path.write_text(BASE.format(turn=TAKE) + "\n" + PASS + "\n" + TWICE)
    assert [(code, line) for code, _, line, _, _ in found(path)] == [("O808", 15), ("O808", 19)]
    assert "has no base" in found(path)[0][3]
    assert "same column" in found(path)[0][4]


def test_a_variant_that_replaces_the_turn(tmp_path: Path) -> None:
    path = written(tmp_path, TAKE, f"{PASS}\nreplace turn\n{TAKE}\n")
    ((code, file, line, message, hint),) = found(path)
    assert (code, file, line) == ("O808", "v1", 3)
    assert "replaces" in message
    assert "`either`" in hint


def test_a_base_without_a_turn(tmp_path: Path) -> None:
    path = written(tmp_path, TAKE, PASS)
    base = tmp_path / "v0.gdl"
    base.write_text(base.read_text().replace(f"turn\n{TAKE}\n", ""))
    assert [(code, file) for code, file, *_ in found(path)] == [("O808", "v1"), ("R609", "v1")]


def test_nothing_is_said_where_the_base_could_not_be_read(tmp_path: Path) -> None:
    path = written(tmp_path, "  choos n", PASS)
    assert [(code, file) for code, file, *_ in found(path)] == [("S104", "v0")]
    path.write_text(path.read_text().replace('"v0"', '"v9"'))
    assert [code for code, *_ in found(path)] == ["O807"]


@pytest.mark.parametrize(
    ("turn", "variant", "code", "said"),
    [
        (TAKE, "or\n  noted = 1\n", "R603", "this `or` may end without a decision"),
        (TAKE, 'or\n  roll n in 1..6\n  choose "so"\n', "R604", "this `or` rolls"),
        ("  if left > 3\n    choose n in 1..2\n    left -= n", PASS, "R603", "the turn that this `or` adds to may end"),
        ("  roll n in 1..3\n  choose m in 1..n\n", PASS, "R604", "the turn that this `or` adds to rolls"),
    ],
)
def test_each_way_comes_to_a_decision(tmp_path: Path, turn: str, variant: str, code: str, said: str) -> None:
    got = found(written(tmp_path, turn, variant))
    assert [(c, file, line) for c, file, line, _, _ in got] == [(code, "v1", 3)]
    assert said in got[0][3]


def test_a_fault_within_is_said_once(tmp_path: Path) -> None:
    path = written(tmp_path, TAKE, "or\n  choose n in 1..k\n  noted = n\n")
    assert [(code, file, line) for code, file, line, _, _ in found(path)] == [("N201", "v1", 4)]


@pytest.mark.parametrize(
    ("turn", "variant", "said"),
    [
        (EITHER, 'or\n  choose "rest"\n', "those of v0.gdl:12"),
        (TAKE, 'or\n  choose k in 1..3 as "take {k}"\n', "those of v0.gdl:8"),
        (TAKE, PASS + '\nor\n  choose "pass"\n', "those of line 4"),
        (TAKE, PASS, ""),
    ],
)
def test_options_written_like_those_of_the_base(turn: str, variant: str, said: str, tmp_path: Path) -> None:
    path = written(tmp_path, turn, variant)
    findings = lint([Source(str(path), path.read_text())])
    alike = [f.message.replace(f"{tmp_path}/", "") for f in findings if f.code == "R670"]
    assert alike == ([f"these options may have the same text as {said}"] if said else [])


def test_a_base_that_isnt_there_is_all_that_is_said(tmp_path: Path) -> None:
    assert [f.code for f in lint([Source(str(tmp_path / "v.gdl"), 'game "V" extends "nothing_like_it"\n')])] == ["O807"]
