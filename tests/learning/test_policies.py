"""Policies: what is best by proof looks best, random games follow them, the same command gives the same bytes."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hand_policies import at_edge, flat

from interpreter import Game, PlayerError
from interpreter.graph.abi import FOLLOWING, HUGE, OWN, TO
from interpreter.native.host.instance import Instance
from interpreter.players.learning import policy as policies
from interpreter.players.learning.learnt_files import DIGEST
from interpreter.players.learning.policy import FORM, Lesson, Policy, PolicyError, tables_of
from interpreter.players.learning.policy_training import Sight, learn
from interpreter.players.learning.policy_watching import GAINS, IDLE, good
from interpreter.players.player import Seat
from interpreter.players.specs import make
from interpreter.players.symmetries import apparent
from interpreter.work.engine import engine, put

INNER = """
game "Inner"
players A, B
board grid(5, 5)
pieces stone of player
turn
  choose s in empty
  put stone of me on s
end
  rank p by count({s in stone of p where s.c in 2..4 and s.r in 2..4}) if no empty
looks
  stone of A "a"
  stone of B "b"
"""
"""A stone counts if it isn't at the edge: whatever happens later, one at the edge is never better (by exchanging both
sites in any line of play)."""
WHERE = Path("some.policy")


@cache
def inner() -> Game:
    return Game.parse(INNER)


@cache
def learnt(threads: int = 1) -> Policy:
    return learn(inner(), 1, 8, threads)


@cache
def learnt_by_searches() -> Policy:
    """Where the same rules rank nobody: A wins with five of the nine sites that count, or more."""
    won = "  win A if count(stone of A & inside) > 4 and no empty\n  win B if no empty"
    rules = INNER.replace("turn\n", "define inside = {s in site where s.c in 2..4 and s.r in 2..4}\nturn\n", 1)
    return learn(Game.parse(f"{rules[: rules.index('  rank p')]}{won}{rules[rules.index('looks') - 1 :]}"), 1, 8)


def instance_of(game: Game, policy: Policy) -> Instance:
    found = engine(game, "mcts", "hints", "policy")._made()
    policy.place(found)
    return found


def edge_of(site: int) -> bool:
    return site // 5 in (0, 4) or site % 5 in (0, 4)


# ---- learning


@pytest.mark.parametrize("is_searched", [False, True])
def test_what_is_best_by_proof_looks_best(is_searched: bool) -> None:
    """In random games, and in searches."""
    for block in learnt().scores:
        surroundings = block[TO + is_searched * len(block) // 2 :]
        assert surroundings[0] > max(surroundings[s] for s in (0x3F, 0xFC00, 0x3F00 | 0xFC, 0x00FF) if at_edge(s))


def test_where_nobody_is_ranked_searches_tell_what_looks_good() -> None:
    """And random games are left alone."""
    policy = learnt_by_searches()
    assert not policy.is_followed
    for block in policy.scores:
        for_games, surroundings = block[TO : len(block) // 2], block[TO + len(block) // 2 :]
        assert len(set(for_games)) == 1
        assert surroundings[0] > max(surroundings[s] for s in (0x3F, 0xFC00, 0x3F00 | 0xFC, 0x00FF) if at_edge(s))


def test_the_same_seed_gives_the_same_bytes_whatever_the_threads() -> None:
    assert learn(inner(), 1, 8, 2).encoded() == learnt().encoded()
    assert learn(inner(), 2, 8).encoded() != learnt().encoded()


def test_what_symmetries_take_to_each_other_looks_the_same() -> None:
    """A stone to the north is as good as one to the east: the board can be turned. Players can be exchanged, too."""
    policy = learnt()
    assert len(policy.turned) == 8
    (block,) = policy.scores
    assert len({block[TO + (1 << 2 * i)] for i in (0, 2, 4, 6)}) == 1
    assert len({block[TO + (2 << 2 * i)] for i in (1, 3, 5, 7)}) == 1


def test_a_symmetry_that_exchanges_players_turns_what_they_see() -> None:
    """In Breakthrough White goes up and Black down: north for one is south for the other."""
    game = Game.load("breakthrough")
    tables = tables_of(game.model)
    assert tables is not None
    sight = Sight(tables, apparent(game))
    names = [tables.board.directions.labels[d] for d in tables.directions]
    assert names[sight.turned[names.index("N")]] == "S"
    assert {names[sight.turned[names.index("E")]]} <= {"E", "W"}


@pytest.mark.parametrize(("name", "reason"), [("kalah", "no board"), ("stratego", "don't see everything")])
def test_who_has_nothing_to_see_is_refused(name: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason):
        learn(Game.load(name), 1, 1)


# ---- following


def taken(policy: Policy, count: int, limit: int = FOLLOWING) -> list[bool]:
    """Whether the first sites that random games take are at the edge."""
    game = inner()
    made, start = instance_of(game, policy), game.start()
    record = made.compiled.record
    slot = next(s for s in record.layout.piece_slots)
    offset, found = record.fields[slot].offset, []
    position = {p: i for i, p in enumerate(record.domains.positions(game.model.board))}
    for key in range(count):
        at = put(made, start)
        made.call("run", at, 1, -1, key * 7919, limit)
        (stones,) = made.words(at + offset, 1)
        assert stones.bit_count() == 1
        found.append(edge_of(position[stones.bit_length() - 1]))
    return found


def test_random_games_follow_a_policy() -> None:
    """16 of 25 sites are at the edge. What scores 8 less is taken half as often, what scores 80 less never."""
    never = flat(inner(), lambda s: -80 if at_edge(s) else 0)
    assert not any(taken(never, 300))
    assert 0.55 < sum(taken(never, 600, HUGE)) / 600 < 0.73  # 0.64: whoever doesn't follow draws as ever
    half = flat(inner(), lambda s: -8 if at_edge(s) else 0)
    assert 0.41 < sum(taken(half, 600)) / 600 < 0.53  # 8 / (8 + 9)


def test_urgent_options_are_drawn_as_often_as_the_policy_says() -> None:
    """A has a stone in the middle. Four sites beside it are liked eight times as much as others, four around it four
    times, and 16 are neither: they are taken 32 : 16 : 16."""
    game = inner()
    made = instance_of(game, flat(game, prospects=lambda p: (0, 24, 16)[p % 3]))
    board = game.model.board
    assert board is not None
    record, centre = made.compiled.record, board.index["c3"]
    positions = record.domains.positions(board)
    second = list(record.layout.piece_slots)[1]
    state, found = game.start(), {1: 0, 2: 0, 3: 0}
    for key in range(1200):
        at = put(made, state)
        made.call("run", at, 1, centre, 0, FOLLOWING)
        made.call("run", at, 1, -1, key * 7919, FOLLOWING)
        (stones,) = made.words(at + record.fields[second].offset, 1)
        site = positions.index(stones.bit_length() - 1)
        far = max(abs(site // 5 - centre // 5), abs(site % 5 - centre % 5))
        found[3 if far > 1 else 1 if site // 5 == centre // 5 or site % 5 == centre % 5 else 2] += 1
    assert 0.45 < found[1] / 1200 < 0.55
    assert 0.20 < found[2] / 1200 < 0.30


def test_a_search_tries_first_what_a_policy_likes() -> None:
    """Nine of 25 sites aren't at the edge. Each result of a game, whatever it is, leaves them better than nothing."""
    for likes_edge in (False, True):
        policy = flat(inner(), lambda s, likes=likes_edge: 0 if at_edge(s) == likes else -100)
        assert tried_first(policy) == {likes_edge}


def tried_first(policy: Policy) -> set[bool]:
    """Whether sites that a search tries first are at the edge."""
    made = instance_of(inner(), policy)
    made.call("policy_ready", 1)
    made.call("mcts_start", put(made, inner().start()), 0)
    made.call("mcts", 5, 8)
    assert made.call("mcts_options") == 25
    at = made.report(1)[0]
    return {edge_of(site) for site in range(25) if made.words(at + 40 * site, 1)[0]}


def test_a_search_goes_by_scores_of_its_own() -> None:
    """Random games would take sites at the edge alone; the search tries others first."""
    at_random = flat(inner(), lambda s: 0 if at_edge(s) else -100)
    in_searches = flat(inner(), lambda s: -100 if at_edge(s) else 0)
    blocks = zip(at_random.scores, in_searches.scores, strict=True)
    mixed = replace(at_random, scores=tuple(a[: len(a) // 2] + b[len(b) // 2 :] for a, b in blocks))
    assert tried_first(mixed) == {False}
    assert all(taken(mixed, 100))


@pytest.mark.parametrize("is_followed", [True, False])
def test_games_of_a_search_follow_a_policy_that_is_for_them(is_followed: bool) -> None:
    """Policies that differ in their scores for random games make no difference to a search whose games are plain."""
    plain, found = flat(inner()), []
    for likes_edge in (False, True):
        other = flat(inner(), lambda s, likes=likes_edge: 0 if at_edge(s) == likes else -100)
        blocks = zip(other.scores, plain.scores, strict=True)
        scores = tuple(a[: len(a) // 2] + b[len(b) // 2 :] for a, b in blocks)
        made = instance_of(inner(), replace(plain, scores=scores, is_followed=is_followed))
        found.append(visits(made))
    assert (found[0] != found[1]) == is_followed


def visits(made: Instance) -> list[int]:
    """How often a search of 400 iterations visits each first option."""
    made.call("mcts_start", put(made, inner().start()), 0)
    made.call("mcts", 5, 400)
    count = made.call("mcts_options")
    at = made.report(1)[0]
    return [made.words(at + 40 * k, 1)[0] for k in range(count)]


def test_without_a_policy_nothing_changes() -> None:
    """The job that holds policies alone makes no search think otherwise."""
    found = [visits(engine(inner(), *jobs)._made()) for jobs in (("mcts", "hints"), ("mcts", "hints", "policy"))]
    assert found[0] == found[1]


# ---- files


def sealed(change: Callable[[dict[str, Any]], Any], packed: bytes | None = None) -> bytes:
    """The file with another head, or other scores, and a digest that fits."""
    line, _, rest = learnt().encoded().partition(b"\n")
    head = json.loads(line[len(FORM.magic) :])
    change(head)
    content = FORM.magic + json.dumps(head).encode() + b"\n" + (rest[:-DIGEST] if packed is None else packed)
    return content + hashlib.sha256(content).digest()


def test_what_is_written_is_read_again() -> None:
    again = policies.decoded(WHERE, learnt().encoded(), inner().model)
    assert again == learnt()
    assert again.lesson == Lesson(1, 4, 8, again.lesson.positions)


@pytest.mark.parametrize("at", [0, 5, 40, 200, -1, -40])
def test_a_changed_byte_is_found(at: int) -> None:
    changed = bytearray(learnt().encoded())
    changed[at] ^= 4
    with pytest.raises(PolicyError, match=str(WHERE)):
        policies.decoded(WHERE, bytes(changed), inner().model)


@pytest.mark.parametrize("size", [0, 3, len(FORM.magic), 60, 300, -1])
def test_a_part_of_a_file_is_refused(size: int) -> None:
    with pytest.raises(PolicyError):
        policies.decoded(WHERE, learnt().encoded()[:size], inner().model)


@pytest.mark.parametrize(
    "change",
    [
        lambda h: h.pop("turned"), lambda h: h.update(turned=[0] * 8), lambda h: h.update(turned=[0, 1]),
        lambda h: h.update(turned=[]), lambda h: h.update(turned="abcdefgh"), lambda h: h.update(always=1e9),
        lambda h: h.update(always=10**12), lambda h: h.update(always="0"), lambda h: h.pop("lesson"),
        lambda h: h.pop("followed"), lambda h: h.update(followed=2),
        lambda h: h.update(lesson={}), lambda h: h["lesson"].update(games=-1), lambda h: h["lesson"].update(games="x"),
    ],
)  # fmt: skip
def test_a_head_that_says_something_else_is_refused(change: Callable[[dict[str, Any]], Any]) -> None:
    with pytest.raises(PolicyError, match=str(WHERE)):
        policies.decoded(WHERE, sealed(change), inner().model)


@pytest.mark.parametrize(
    "packed", [b"", b"noise", zlib.compress(b""), zlib.compress(bytes(100_000_000)), zlib.compress(bytes(100)) + b"x"]
)
def test_scores_that_are_none_are_refused(packed: bytes) -> None:
    with pytest.raises(PolicyError, match=str(WHERE)):
        policies.decoded(WHERE, sealed(lambda head: None, packed), inner().model)


def test_other_rules_are_told(tmp_path: Path) -> None:
    file = tmp_path / "a.policy"
    file.write_bytes(learnt().encoded())
    with pytest.raises(PolicyError, match="learnt for other rules"):
        policies.read(file, Game.load("go", size=5).model)


def test_players_take_the_policy_of_the_rules_or_one_that_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.parse(INNER.replace("Inner", "Found"))
    found = replace(flat(game, lambda s: -80 if at_edge(s) else 0), rules=game.hash)
    own, other = policies.own_file(game.model), tmp_path / "other.policy"
    own.parent.mkdir(parents=True)
    own.write_bytes(found.encoded())
    reverse = replace(flat(game, lambda s: 0 if at_edge(s) else -80), rules=game.hash)
    other.write_bytes(reverse.encoded())
    shares = {}
    for spec in ("mcts:60", f"mcts:60@{other}", "mcts:60@none"):
        options = make(spec, Seat(game, "A")).analyse(game.start()).options
        shares[spec[:8]] = sum(o.visits for o in options if edge_of(game.model.board.index[o.move.text]))
    assert shares["mcts:60"] < shares["mcts:60@"]
    own.write_bytes(found.encoded()[:-3])
    game = Game.parse(INNER.replace("Inner", "Found"))
    with pytest.raises(PlayerError, match="damaged"):
        make("mcts:60", Seat(game, "A")).analyse(game.start())
    make("mcts:60@none", Seat(game, "A")).analyse(game.start())


def test_the_policy_that_ships_fits_its_rules_and_fills_no_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Own stones on all sides: a stone there gains nothing, and may cost the whole group."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    game = Game.load("go")
    found = policies.of_rules(game.model)
    assert found is not None
    eye = sum(1 << 2 * i for i in range(8))
    for block in found.scores[:2]:
        assert block[TO + eye] < block[TO] - 40


def test_the_policy_that_ships_takes_and_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where several stones can be taken, that is liked; and so is saving one's own, but not going where one's own can
    be taken (`kernels/chains.py`)."""
    monkeypatch.setenv("GDL_DATA", str(tmp_path))
    found = policies.of_rules(Game.load("go").model)
    assert found is not None
    for block in found.scores[:2]:
        taking, saving, free, caught = (block[OWN + p] for p in (3 * 2 + 27 * 2, 9 * 2 + 27 * 2, 27 * 2, 0))
        assert taking > free + 16
        assert saving > free + 16
        assert caught < free


def test_what_gains_must_stand_the_best_reply() -> None:
    """Rows as of `policy_rows`: what an option comes to, and the lead after the best reply."""

    def row(worth: int, answered: int) -> tuple[int, ...]:
        return (0, 0, 0, 0, 0, worth, answered, 0)

    assert good([row(GAINS, -1), row(GAINS, 0), row(0, 5)]) == (0, 1, 0)
    assert good([row(GAINS, -3), row(IDLE, -2), row(0, -2)]) == (0, 1, 0)
    assert good([row(0, 0), row(IDLE, -1), row(0, 3)]) == (1, 0, 1)
