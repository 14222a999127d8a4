"""What is worked out first may be used by what comes later; the other way round is an error with its place."""

from __future__ import annotations

import dataclasses

import pytest

from gdl.check.checker import check
from gdl.model.model import Model
from gdl.text.findings import Finding
from gdl.text.source import Source

BOARD = """game "Order"

players White, Black
type rows
  for c in 1..5, r in 1..2 as "{{letter(c)}}{{r}}" at c, r
  direction N = [c, r + 1]
{directions}
board rows
pieces man of player

setup
  put man of White on a1

turn
  choose a in mine, b in a.{{N, E}}
  move a to b

end
  lose next if stuck
"""


def checked(text: str) -> tuple[Model | None, list[Finding]]:
    done = check(Source("order", text))
    return done.model, [f for f in done.findings if f.severity == "error"]


def of_board(*directions: str) -> tuple[Model | None, list[Finding]]:
    return checked(BOARD.format(directions="\n".join(f"  direction {d}" for d in directions)))


def test_a_direction_may_look_through_those_above_it_before_others_come() -> None:
    model, findings = of_board("J = the({[c, r].N^i for i in 1..1})", "E = [c + 1, r]", "K = [c, r].E.N")
    assert findings == []
    assert model is not None
    board = model.board
    assert board is not None
    assert board.directions.labels == ("N", "J", "E", "K")
    assert board.steps[1] == board.steps[0]
    assert [board.labels[i] if i >= 0 else "" for i in board.steps[3]] == (
        ["b2", "", "c2", "", "d2", "", "e2", "", "", ""]
    )


@pytest.mark.parametrize("direction", ["J = [c, r].E", "J = [c, r].J", "J = the({[c, r].E^i for i in 1..1})"])
def test_a_direction_below_isnt_known_yet(direction: str) -> None:
    model, findings = of_board(direction, "E = [c + 1, r]")
    assert model is None
    assert findings[0].code == "N205"
    assert "can use those above it only" in findings[0].hint


@pytest.mark.parametrize(
    ("head", "place"),
    [("players 2..count(player)", "player"), ("players 2..index(me) + 2", "me"),
     ("option n: player = A \"who\"\nplayers 2..index(n) + 2", "player"),
     ("players A, B\nboard grid(3, 3)\npieces man, king(n: 1..count(kind)) of player", "kind"),
     ("players A, B\nboard grid(3, 3)\npieces man, king(n: 1..count({man})) of player", "man")],
)  # fmt: skip
def test_players_and_kinds_cant_depend_on_themselves(head: str, place: str) -> None:
    model, findings = checked(f'game "Order"\n\n{head}\n\nturn\n  choose "pass"\n\nend\n  draw\n')
    assert model is None
    assert ("N204", place) in [(f.code, f.span.text) for f in findings]


def test_what_a_model_holds_doesnt_change() -> None:
    model, _ = of_board("E = [c + 1, r]")
    assert model is not None
    assert model.board is not None
    for domain in (model.player, model.board, model.pieces):
        with pytest.raises(dataclasses.FrozenInstanceError):
            domain.labels = ()  # type: ignore[misc]
    with pytest.raises(TypeError):
        model.board.index["z9"] = 0  # type: ignore[index]
