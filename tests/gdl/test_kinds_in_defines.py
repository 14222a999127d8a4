"""A kind that a define works out: where it is the kind, and where the sites on which such pieces stand."""

from __future__ import annotations

import pytest

from interpreter import Game, LoadError, State
from interpreter.lab.tools.native_lockstep import both_backends

RULES = """game "Risen"

players White, Black
board grid(3, 4)
pieces pawn, tokin, king of player

game has wanted: kind?
game has best: kind

define p.goal = row(4) when p = White otherwise row(1)
define a.ahead = a.N when me = White otherwise a.S
{defines}

setup
  put pawn of White on row(1) - b1
  put king of White on b1
  put pawn of Black on row(4) - b4
  put king of Black on b4

turn
  choose a in mine, b in a.ahead - mine
{body}

end
  win me if no theirs & king or some mine & tokin
  lose next if stuck
  draw if repeats(piece, next, wanted) = 2
"""
PLAIN = """\
  let was = a.kind
  remove b
  move a to b
  if b in me.goal
    if was = pawn
      put tokin of me on b
    else
      put was of me on b"""


def rules(define: str, body: str) -> str:
    return RULES.replace("{defines}", define).replace("{body}", body)


def playing(define: str, body: str) -> list[list[str]]:
    """All that can be played five moves deep, and how it ends."""
    game = Game.parse(rules(define, body), backend="reference")
    found: list[list[str]] = []

    def go(state: State, played: list[str], depth: int) -> None:
        found.append([*played, *(f"{k}: {v}" for k, v in (state.outcomes or {}).items())])
        if depth and not state.is_over:
            for move in state.moves:
                go(state.play(move), [*played, move.text], depth - 1)

    go(game.start(), [], 5)
    return found


PROMOTING = {
    "beside the kind that is handed on": (
        "define risen(k) = (tokin when k = pawn) otherwise k",
        "  let k = risen(a.kind) when b in me.goal otherwise a.kind\n  remove a + b\n  put k of me on b",
    ),
    "beside the kind of a subject": (
        "define a.becomes(b) = tokin when a in pawn and b in me.goal otherwise a.kind",
        "  let k = a.becomes(b)\n  remove a + b\n  put k of me on b",
    ),
    "names alone, which are put": (
        "define a.becomes(b) = tokin when a in pawn and b in me.goal otherwise pawn when a in pawn otherwise king",
        "  let k: kind = a.becomes(b)\n  remove a + b\n  put k of me on b",
    ),
    "names alone, before `of`": (
        "define risen(w) = tokin when w otherwise king\ndefine place(w, b)\n  put risen(w) of me on b",
        (
            "  let w = a in pawn\n  let k = a.kind\n  remove a + b\n  place(w, b) if b in me.goal\n"
            "  put k of me on b if b not in me.goal"
        ),
    ),
    "only for one kind": (
        "define k.risen = tokin when k = pawn",
        (
            "  let k = a.kind.risen otherwise a.kind\n  let r = k when b in me.goal otherwise a.kind\n"
            "  remove a + b\n  put r of me on b"
        ),
    ),
    "kept": (
        "define risen(k) = tokin when k = pawn otherwise king",
        (
            "  best = risen(a.kind)\n  wanted = risen(a.kind) when b in me.goal\n  let k = wanted otherwise a.kind\n"
            "  wanted = {}\n  best = pawn\n  remove a + b\n  put k of me on b"
        ),
    ),
    "in the lines of a table": (
        "define k.risen =\n  tokin when k = pawn\n  k when k != pawn",
        "  let k = the(a.kind.risen) when b in me.goal otherwise a.kind\n  remove a + b\n  put k of me on b",
    ),
    "handed to a block, which puts it": (
        "define risen(k) = tokin when k = pawn otherwise king\ndefine place(k, b)\n  put k of me on b",
        "  let k = a.kind\n  remove a + b\n  place(risen(k), b) if b in me.goal\n  place(k, b) if b not in me.goal",
    ),
}


@pytest.mark.parametrize("form", PROMOTING)
def test_a_kind_that_is_worked_out_is_put_compared_and_kept(form: str) -> None:
    assert playing(*PROMOTING[form]) == playing("", PLAIN)


@pytest.mark.parametrize("form", PROMOTING)
def test_both_backends_know_the_kind(form: str) -> None:
    both_backends(Game.parse(rules(*PROMOTING[form])), seed=1, plies=20, games=5, longest=60)


def moves_where(written: str, define: str = "define choice = pawn when me = White otherwise king") -> int:
    """How many moves there are at the start, if this has to hold."""
    text = rules(define, f"  where {written}\n  move a to b")
    return len(Game.parse(text, backend="reference").start().moves)


@pytest.mark.parametrize(
    ("written", "holds"),
    [
        ("count(choice) = 4", True),  # the sites of all pawns
        ("a1 in choice", True),
        ("count(choice & mine) = 2", True),
        ("a1.kind = choice", True),
        ("choice = a1.kind", True),
        ("b1.kind = choice", False),
        ("b1.kind != choice", True),
        ("best = choice", True),
        ("{choice} = {pawn}", True),
        ("{choice} = {king}", False),
        ("a1.kind in {choice, tokin}", True),
        ("b1.kind in {choice, tokin}", False),
        ("{choice for p in player} = {pawn}", True),
    ],
)
def test_the_place_says_whether_kind_or_sites_are_meant(written: str, holds: bool) -> None:
    assert (moves_where(written) > 0) is holds


def refusal(define: str, body: str) -> tuple[str, str]:
    with pytest.raises(LoadError) as stop:
        Game.parse(rules(define, body), backend="reference")
    finding = stop.value.findings[0]
    return finding.code, f"{finding.message} | {finding.hint}"


def test_names_on_both_sides_of_an_equals_sign_may_be_either() -> None:
    code, said = refusal("define choice = pawn when me = White otherwise king", "  move a to b if choice = pawn")
    assert code == "T311"
    assert "`{choice} = {pawn}`" in said


def test_a_name_that_is_never_missing_has_nothing_behind_it() -> None:
    code, _ = refusal("define risen(k) = tokin otherwise k", "  best = risen(a.kind)\n  move a to b")
    assert code == "T329"


def test_whose_it_is_has_to_be_said() -> None:
    code, _ = refusal("define best_of(k) = (tokin of me) when k = pawn otherwise k",
                      "  best = best_of(a.kind)\n  move a to b")  # fmt: skip
    assert code == "T311"


def test_a_local_that_holds_the_sites_is_told_how_to_hold_the_kind() -> None:
    body = "  let k = choice\n  remove a + b\n  put k of me on b"
    code, said = refusal("define choice = pawn when me = White otherwise king", body)
    assert code == "T330"
    assert "`let k: kind = …`" in said
