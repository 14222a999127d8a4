"""A budget ends lint that plays in the middle of whatever goes on: the clock here counts how often it is asked."""

from itertools import count
from threading import Thread

import pytest

from gdl.lint import outcome
from gdl.text.source import Source
from interpreter.cancellation import CancelledError, CancelToken
from interpreter.game.game import Game
from interpreter.graph.backend import Halted
from interpreter.lab.lint import gathering
from interpreter.lab.lint.judge import Effort, judge
from interpreter.native.host.code_cache import prepare
from interpreter.native.host.instance import Instance
from interpreter.reference.walk import Walk

NEVER_MEET = """game "Elephants"

players White, Black
board grid(6, 6)
pieces elephant of player

setup
  put elephant of White on row(1)
  put elephant of Black on row(6)

turn
  choose a in mine, b in a.orthogonal^2 - mine as "{a}{mark(b)}{b}"
  move a to b

end
  win me if no theirs
  draw if repeats(piece, next) = 2
  lose next if stuck
"""

MOST = """game "Ways"

players White, Black
board grid(8, 8)
pieces stone of player
player has n: 0..64

turn
  most me.n
    repeat
      choose s in empty
      put stone of me on s
      me.n += 1
    until no empty

end
  draw if no empty
"""


@pytest.mark.parametrize("asked", [2, 40, pytest.param(2000, marks=pytest.mark.deep)])
@pytest.mark.parametrize("text", [NEVER_MEET, MOST], ids=["history too long", "too many ways"])
def test_whatever_goes_on_ends(text, asked, monkeypatch):
    clock = count()
    token = CancelToken(asked, now=lambda: next(clock))
    late = []
    settled = Walk.settled

    def counted(machine, *arguments):
        if token.cancelled:
            late.append(machine)
        return settled(machine, *arguments)

    monkeypatch.setattr(Walk, "settled", counted)
    judged = judge(Source("long.gdl", text), effort=Effort(token=token))
    assert judged.evidence.cut
    assert len(late) < 100  # what was going on may end, nothing else begins
    told = [one.finding for one in judged.findings if one.finding.code == "G801"]
    assert len(told) == 1
    assert all(phase in told[0].message for phase in judged.evidence.cut)


MANY = """game "Many"

players A, B
board grid(6, 6)
pieces stone of player
player has left: 0..20 = 20

turn
  choose S within site where count(S) in 1..2
  me.left -= 1

end
  draw if me.left = 0
"""


def test_where_decisions_have_very_many_options_few_games_are_looked_at(monkeypatch):
    """Of 36 sites there are 666 parts of one or two, and a game has 39 decisions: 25,974 options."""
    effort = Effort(games=5, iterations=1)
    whole = judge(Source("many.gdl", MANY), effort=effort)
    assert (len(whole.evidence.looked_at), whole.evidence.seen.listed) == (5, 5 * 25_974)
    assert "G801" not in {one.finding.code for one in whole.findings}
    monkeypatch.setattr(gathering, "LISTED", 30_000)
    few = judge(Source("many.gdl", MANY), effort=effort)
    assert (len(few.evidence.looked_at), few.evidence.seen.listed) == (2, 46 * 666)  # and a part of the second
    assert not few.evidence.cut_short
    (told,) = [one.finding for one in few.findings if one.finding.code == "G801"]
    assert "only 2 random games could be looked at move by move" in told.message


def test_what_is_called_off_before_it_begins():
    token = CancelToken()
    token.cancel()
    judged = judge(Source("long.gdl", NEVER_MEET), effort=Effort(token=token))
    assert judged.evidence.games == 0
    assert [one.finding.code for one in judged.findings] == ["G801"]


def test_machine_code_is_stopped_while_it_runs():
    token = CancelToken()
    instance = Instance(prepare(Game.parse(NEVER_MEET).model, token=token))
    ended = []

    def play():
        try:
            instance.call("playouts", 0, 1, 0, 1 << 40, 1 << 60)  # so many plies never end
        except Halted as problem:
            ended.append(problem)

    thread = Thread(target=play, daemon=True)
    thread.start()
    token.cancel()
    thread.join(300)
    assert ended
    with pytest.raises(Halted):  # and for good
        instance.call("playouts", 0, 1, 0, 1, 4000)
    with pytest.raises(Halted):
        Instance(instance.compiled).call("playouts", 0, 1, 0, 1, 4000)


def test_the_reference_interpreter_is_stopped_while_it_looks_for_the_best_way():
    clock = count()
    game = Game.parse(MOST, backend="reference")
    game.token = CancelToken(100, now=lambda: next(clock))
    with pytest.raises(CancelledError):
        game.start()


def test_games_are_as_many_as_were_played():
    judged = judge(Source("short.gdl", MOST.replace("8, 8", "1, 1")), effort=Effort(games=7))
    assert judged.evidence.games == 7
    assert not judged.evidence.cut


def test_lint_that_does_not_play_looks_at_a_beginning_only_for_so_long(monkeypatch):
    taken = count()
    settled = Walk.round

    def counted(*arguments):
        next(taken)
        return settled(*arguments)

    monkeypatch.setattr(Walk, "round", counted)
    outcome([Source("long.gdl", MOST)], begin=True)
    assert next(taken) < 200_000
