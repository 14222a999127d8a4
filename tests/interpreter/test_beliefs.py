"""Beliefs: what is sampled is distributed as what is counted out, whichever way it was found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from exact_beliefs import distribution
from sample import daily
from small_hidden import BIDS, GIFTS, HANDS, MODEST, PHANTOM, game

from interpreter import Game, State
from interpreter.graph.chance import Chance
from interpreter.players.beliefs import sampler
from interpreter.players.beliefs.draws import Draws
from interpreter.players.beliefs.evidence import Effort, Evidence, SpentError, UnknownError, learnt
from interpreter.players.beliefs.exchange import walk
from interpreter.players.beliefs.sampler import Beliefs
from interpreter.players.information import InformationState
from interpreter.players.information_tree import InformationTree
from interpreter.players.knowledge_keys import words_of
from interpreter.players.native_beliefs import NativeBeliefs
from interpreter.work.engine import MEMORY_BYTES

MANY = 10**7
GAMES = {"modest": MODEST, "hands": HANDS, "bids": BIDS, "phantom": PHANTOM, "gifts": GIFTS}
SITUATIONS = [("modest", 1, 0), ("hands", 1, 2), ("bids", 2, 5), ("phantom", 3, 1), ("phantom", 4, 1), ("gifts", 2, 1)]
"""Games, so many plies played at random, by which seed."""


def situation(name: str, plies: int, seed: int) -> State:
    """A decision in the midst of a random game."""
    chance, state = Chance(seed), game(GAMES[name]).start(seed)
    for ply in range(plies):
        state = state.play(state.draw(chance, ply))
    assert state.to_move is not None
    return state


def evidence(state: State, effort: int = MANY) -> Evidence:
    me = state.to_move or ""
    return Evidence(state.game, me, learnt(state, me), True, Effort(effort))


def chi_squared(counted: Mapping[Any, int], expected: Mapping[Any, Fraction]) -> float:
    """How far counts are from what is expected, as a number of standard deviations of a normal distribution (Wilson
    and Hilferty 1931)."""
    total, free = sum(counted.values()), len(expected) - 1
    assert set(counted) <= set(expected)
    if free == 0:
        return 0.0
    parts = [(counted.get(key, 0) - total * chance) ** 2 / (total * chance) for key, chance in expected.items()]
    spread = 2 / (9 * free)
    return float(((float(sum(parts)) / free) ** (1 / 3) - (1 - spread)) / spread**0.5)


def test_the_posterior_is_that_of_bayes() -> None:
    """White says 1 with any of the numbers 1 to 4, the more seldom the more there are to say: 1, 1/2, 1/3, 1/4."""
    state = next(s for s in (game(MODEST).start(n) for n in range(99)) if s.value("own", "White") == 2)
    found = distribution(evidence(state.play("1")))
    assert sorted(found.values(), reverse=True) == [Fraction(12, 25), Fraction(6, 25), Fraction(4, 25), Fraction(3, 25)]


@pytest.mark.parametrize(("name", "plies", "seed"), daily(SITUATIONS, 3, ()))
def test_particles_are_distributed_as_counted_out(name: str, plies: int, seed: int) -> None:
    """Carried on from the middle; one particle of each run, so that they are independent."""
    state = situation(name, plies, seed)
    known, me = learnt(state, state.to_move or ""), state.to_move or ""
    counted = Counter[Any]()
    for run in range(250):
        beliefs = Beliefs(state.game, me, Draws(Chance(run)), particles=30)
        beliefs.states(known[: len(known) // 2 + 1], False)
        states = beliefs.states(known, True)
        counted[states[beliefs.draws.pick(len(states))].key] += 1
    assert chi_squared(counted, distribution(evidence(state))) < 3.5


@pytest.mark.parametrize(("name", "plies", "seed"), SITUATIONS)
def test_chains_of_changes_are_distributed_as_counted_out(name: str, plies: int, seed: int) -> None:
    state = situation(name, plies, seed)
    seen, draws, counted = evidence(state), Draws(Chance(7)), Counter[Any]()
    node = Beliefs(state.game, seen.player, draws, particles=1)._found(seen, 1)[0]
    for _ in range(250):
        node = walk(seen, node, 12, draws)
        counted[node.state.key] += 1
    assert chi_squared(counted, distribution(seen)) < 3.5


def test_histories_that_contradict_are_fixed() -> None:
    """From a history without plies on, by changes and replays alone."""
    state = situation("phantom", 4, 1)
    expected, counted = distribution(evidence(state)), Counter[Any]()
    for run in range(60):
        seen = evidence(state)
        first = seen.beginning()
        assert first is not None
        found = Beliefs(state.game, seen.player, Draws(Chance(run)))._repaired(seen, [first], 2)
        counted[found[-1].state.key] += 1
    assert chi_squared(counted, expected) < 3.5


def test_nothing_is_found_where_nothing_fits() -> None:
    """A key that no history leads to: bounded work, and a sentence."""
    state = situation("phantom", 4, 1)
    me = state.to_move or ""
    known = [*learnt(state, me)[:-1], learnt(state.game.start(), me)[0]]
    with pytest.raises(UnknownError, match=r"no state was found that fits what is known to .* plies tried"):
        Beliefs(state.game, me, Draws(Chance(0))).states(known, True, plies=2_000)


def test_where_all_particles_are_too_much_a_few_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many plies aren't enough for 200 particles, but for ten they are: one state is better than none."""
    state, plies = situation("phantom", 10, 2), 800
    me = state.to_move or ""
    found = Beliefs(state.game, me, Draws(Chance(3))).states(learnt(state, me), True, plies)
    assert {one.information(me) for one in found} == {state.information(me)}
    assert {one.to_move for one in found} == {me}
    monkeypatch.setattr(sampler, "FEWER", 1)
    with pytest.raises(UnknownError, match="no state was found"):
        Beliefs(state.game, me, Draws(Chance(3))).states(learnt(state, me), True, plies)


def test_effort_is_counted_and_is_the_threads_own(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("interpreter.players.beliefs.evidence.thread_time", lambda: clock[0])
    effort = Effort(3, until=1.0)
    effort.spend()
    clock[0] = 2.0
    with pytest.raises(SpentError):
        effort.spend()
    clock[0] = 0.5
    effort.spend()
    effort.spend()
    with pytest.raises(SpentError):
        effort.spend()
    assert effort.spent == 3


@pytest.mark.parametrize(("name", "plies", "seed"), SITUATIONS)
def test_compiled_particles_are_distributed_as_counted_out(name: str, plies: int, seed: int) -> None:
    """Carried on from the middle, and drawn from a few at a time, so that they are nearly independent."""
    state = situation(name, plies, seed)
    known, expected, counted = learnt(state, state.to_move or ""), distribution(evidence(state)), Counter[Any]()
    tree, me = InformationTree(0, state.game), state.game.players.index(state.to_move or "")
    tree.ready(MEMORY_BYTES)
    for run in range(300):
        beliefs = NativeBeliefs(tree, Draws(Chance(run)))
        assert beliefs.found(known[: len(known) // 2 + 1], me, False)
        assert beliefs.found(known, me, True)
        counted[key_of(tree, beliefs.draws.pick(tree.count))] += 1
    tree.close()
    assert chi_squared(counted, expected) < 3.5


@pytest.mark.parametrize(
    ("name", "plies", "seed"), [("modest", 1, 0), ("hands", 1, 2), ("phantom", 4, 1), ("gifts", 2, 1)]
)
def test_compiled_changes_are_distributed_as_counted_out(name: str, plies: int, seed: int) -> None:
    """From one particle on, changed again and again."""
    state = situation(name, plies, seed)
    known, expected, counted = learnt(state, state.to_move or ""), distribution(evidence(state)), Counter[Any]()
    tree, me = InformationTree(0, state.game), state.game.players.index(state.to_move or "")
    tree.ready(MEMORY_BYTES)
    beliefs = NativeBeliefs(tree, Draws(Chance(1)))
    assert beliefs.found(known, me, True)
    tree.take_over(tree.particles[: tree.own.call("knowing_row")])
    for run in range(400):
        assert tree.own.call("believe_change", 1, me, len(known), 1, 0, run * 7919 + 1, 0, 25) <= 25
        counted[key_of(tree, 0)] += 1
    tree.close()
    assert len(counted) > 1
    assert chi_squared(counted, expected) < 3.5


def key_of(tree: InformationTree, number: int) -> tuple[Any, ...]:
    """The position of a particle, as `State.key` has it."""
    compiled, row = tree.own.compiled, tree.own.call("knowing_row")
    values = list(compiled.layout.initial)
    place = compiled.record.decode(tree.own.record(tree.own.call("believe_at") + number * row), values)
    return (place, *values[: compiled.layout.first_past])


def test_compiled_particles_are_found_where_there_are_few() -> None:
    """A whole game of tries on a full board: hardly any history fits, and all that are found do."""
    chance, state = Chance(5), game(PHANTOM).start()
    for ply in range(11):
        if not state.is_over:
            before, state = state, state.play(state.draw(chance, ply))
    state = before if state.is_over else state
    me = state.to_move or ""
    tree = InformationTree(0, state.game)
    tree.ready(MEMORY_BYTES)
    beliefs = NativeBeliefs(tree, Draws(Chance(1)))
    assert beliefs.found(learnt(state, me), state.game.players.index(me), True)
    expected = distribution(evidence(state))
    assert {key_of(tree, number) for number in range(tree.count)} <= set(expected)
    tree.close()


# ---- what others are thought to have decided


def think(tree: InformationTree, state: State, shares: Mapping[str, float]) -> None:
    """Have a tree know that who decides in a state took each option so often, in a million visits."""
    me = state.game.players.index(state.to_move or "")
    first, second = words_of(state.information(state.to_move or ""))
    assert tree.own.call("knowing_options", first, second, me, len(state.moves))
    at, _, size = tree.own.report(3)
    for k, move in enumerate(state.moves):
        tree.own.write(at + k * size, int(1_000_000 * shares[move.text]).to_bytes(8, "little"))
    tree.own.write(at - 32 + 16, (1_000_000).to_bytes(4, "little"))  # its visits, see information_nodes.py


def test_others_are_believed_by_what_they_would_do() -> None:
    """Kuhn's poker: A holds 2 and has passed, B bets. B holds 1 or 3, each as likely. If B always bets with 3 and in
    one of three cases with 1 (the equilibrium), A expects 3 with probability f(1) / (f(1) + f(1/3)), where f mixes what
    B would do with any move: f(x) = 0.7 x + 0.3 / 2."""
    table = Game.load("kuhn_poker")
    passed = {}
    for state in (table.start(seed) for seed in range(99)):
        if state.value("hand", "A") == 2:
            passed[state.value("hand", "B")] = state.play("pass")
    tree = InformationTree(0, table)
    tree.ready(MEMORY_BYTES)
    beliefs = NativeBeliefs(tree, Draws(Chance(5)))
    assert beliefs.found(learnt(passed[3], "A"), 0, False)
    tree.search(1, 0.0, 2_000, lambda _: True)
    think(tree, passed[3], {"bet": 1.0, "pass": 0.0})
    think(tree, passed[1], {"bet": 1 / 3, "pass": 2 / 3})
    counted = Counter[bool]()
    for _ in range(4):
        beliefs.forget()
        assert beliefs.found(learnt(passed[3].play("bet"), "A"), 0, True)
        counted.update(key_of(tree, number) == passed[3].play("bet").key for number in range(tree.count))
    tree.close()
    expected = 0.85 / (0.85 + 0.7 / 3 + 0.15)
    assert counted[True] / counted.total() == pytest.approx(expected, abs=0.04)


# ---- where exact states are hard to find


def found_in(state: State, player: str, beliefs: NativeBeliefs) -> bool:
    known = InformationState.of(state, player)
    return beliefs.found(known.learnt, state.game.players.index(player), True, seen=known.words)


def test_what_was_decided_together_is_known_when_it_is_over() -> None:
    """Three players have given orders to all of their armies: one history fits, and it takes no search to find it."""
    state, chance = Game.load("triumvirate").start(), Chance(3)
    for ply in range(99):
        if state.turns == 2 and state.to_move == "Red":
            break
        state = state.play(state.draw(chance, ply))
    tree = InformationTree(0, state.game)
    tree.ready(MEMORY_BYTES)
    beliefs = NativeBeliefs(tree, Draws(Chance(1)))
    assert found_in(state, "Red", beliefs)
    assert beliefs.plies <= 20 * 400
    assert {key_of(tree, number) for number in range(tree.count)} == {state.key}
    tree.close()


def test_who_was_passed_cards_knows_whose_they_were() -> None:
    """Hearts: North has passed three cards to East, and got three from West. In all that North believes, North has the
    hand that it has; every card is somewhere once; and East holds what North has passed, or has played it."""
    state, chance = Game.load("hearts").start(4), Chance(4)
    for ply in range(999):
        if state.value("tricks") == 1 and state.to_move == "North":
            break
        state = state.play(state.draw(chance, ply))
    tree = InformationTree(0, state.game)
    tree.ready(MEMORY_BYTES)
    assert found_in(state, "North", NativeBeliefs(tree, Draws(Chance(1))))
    cards, gone = set(state.value("hand", "North")), set(state.value("passed", "North"))
    assert len(gone) == 3
    played = {o.text for o in state.observations("North")[-30:] if o.text is not None} - cards
    some = [hands_of(tree, number) for number in range(0, tree.count, 20)]
    assert len({tuple(map(frozenset, hands)) for hands in some}) > 5
    for hands in some:
        assert hands[0] == cards
        assert sum(map(len, hands)) == len(set.union(*hands)) <= 52
        assert gone - played <= hands[1]
    tree.close()


def hands_of(tree: InformationTree, number: int) -> list[set[str]]:
    """The hands of a particle, as names of cards."""
    variable = next(v for v in tree.game.model.variables if v.name == "hand")
    held = key_of(tree, number)[1 + tree.own.compiled.layout.slot[variable]]
    return [{name for k, name in enumerate(variable.type.base.labels) if cards >> k & 1} for cards in held]


def test_where_the_past_cant_be_had_what_is_seen_now_is_right() -> None:
    """An information state on the way that no history leads to: states are found in which the player sees what it
    sees; without that view there are none."""
    state = situation("phantom", 5, 1)
    me = state.to_move or ""
    known = InformationState.of(state, me)
    odd = [replace(one, key=7) if i == 2 else one for i, one in enumerate(known.learnt)]
    tree, number = InformationTree(0, state.game), state.game.players.index(me)
    tree.ready(MEMORY_BYTES)
    assert not NativeBeliefs(tree, Draws(Chance(1))).found(odd, number, True)
    assert NativeBeliefs(tree, Draws(Chance(1))).found(odd, number, True, seen=known.words)
    slots = tree.own.compiled.layout.slot
    seen = next(slot for variable, slot in slots.items() if variable.name == "seen")
    for i in range(tree.count):
        assert key_of(tree, i)[1 + seen][number] == state.key[1 + seen][number]
    tree.close()
