"""A rematch: the same people on the next seats, if all want it, and each told their own link alone."""

from __future__ import annotations

import pytest
from serving import Person, house

OVER = ("a1", "b1", "a2", "b2", "a3")  # X has the left column


def again(person: Person, do: str, **values: object) -> str:
    """Ask for something, and be told the link of the next game."""
    person.send(do=do, id=f"again-{do}", **values)
    return str(person.until("again")["token"])


def test_seats_move_on_when_both_want_it() -> None:
    with house() as h:
        links = h.begin()
        with h.sit(links["X"]) as x, h.sit(links["O"]) as o, h.sit(links["watch"]) as w:
            assert "isn't over" in x.ask("again")["error"]
            for ply, move in enumerate(OVER):
                (x, o)[ply % 2].play(move)
                (o, x)[ply % 2].until("state")
            assert "you are watching" in w.ask("again")["error"]
            x.ask("again")
            o.until("state")
            assert o.view["offer"] == {"by": "X", "what": "again", "waiting": ["O"]}
            o.ask("answer", yes=False)
            assert o.view["offer"] is None
            x.ask("again")
            tokens = {"o": again(o, "answer", yes=True)}
            tokens |= {name: str(one.until("again")["token"]) for name, one in (("x", x), ("w", w))}
            assert len({*tokens.values(), *links.values()}) == 6
            assert again(x, "again") == tokens["x"]  # one game only, however often somebody asks
        with h.sit(tokens["x"]) as x, h.sit(tokens["o"]) as o, h.sit(tokens["w"]) as w:
            assert (x.info["mine"], o.info["mine"], w.info["mine"]) == (["O"], ["X"], [])
            assert x.view["plies"] == 0
            o.play("b2")


@pytest.mark.parametrize("before", [1, 3])
def test_one_against_the_computer_isnt_asked_twice(before: int) -> None:
    with house() as h:
        links = h.begin(seats={"O": "random"})
        with h.sit(links["X"]) as x:
            x.ask("resign")
            tokens = {again(x, "again") for _ in range(before)}
        (token,) = tokens
        with h.sit(token) as x:
            assert x.info["mine"] == ["O"]
            assert x.info["seats"]["X"] != "human"
