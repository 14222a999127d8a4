"""What must hold in every game of Spectral Reapers, by proof: computed here anew, over random games."""

from __future__ import annotations

from collections import Counter
from math import comb
from typing import Any

import pytest
from playing import Turn, load, settled, turns

from interpreter import Game, State

Beads = list[dict[str, int]]
GAMES = [(2, 8), (3, 4), (4, 2), (5, 1), (6, 1)]


def beads(game: Game, state: State) -> Beads:
    pits = range(2 * len(game.players))
    return [{c: int(str(state.value("beads", str(pit), c))) for c in game.players} for pit in pits]


def stores(game: Game, state: State) -> dict[str, int]:
    return {player: int(str(state.value("store", player))) for player in game.players}


def total(board: Beads, colour: str) -> int:
    return sum(pit[colour] for pit in board)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_there_are_three_times_2n_over_3_distributions(players: int) -> None:
    state = load("spectral_reapers", players=players).start()
    assert len(state.moves) == 3 * comb(2 * players, 3)
    assert len({move.text for move in state.moves}) == len(state.moves)


@pytest.mark.parametrize(("players", "games"), GAMES)
def test_every_turn_is_as_computed_by_hand(players: int, games: int) -> None:
    game = load("spectral_reapers", players=players)
    for number in range(games):
        captures = extra = 0
        for done, turn in enumerate(turns(game, seed=41, number=number)):
            player = str(turn.before.to_move)
            board, store = beads(game, turn.before), stores(game, turn.before)
            if done < players:
                distribute(board, player, turn)
            else:
                assert {m.text for m in turn.before.moves} == {f"{i}:" for i, pit in enumerate(board) if pit[player]}
                if sow(board, player, turn):
                    captures += 1
                    store[player] += 1
                    extra += turn.after.to_move == player
            assert beads(game, turn.after) == board
            assert stores(game, turn.after) == store
            # conservation: each colour's beads lie in the pits or in a store
            assert sum(total(board, c) for c in game.players) + sum(store.values()) == 11 * min(done + 1, players)
            ended = done >= players and any(total(board, c) == 1 for c in game.players)
            if not turn.after.is_over:
                assert not ended
                seat = game.players.index(player)
                following = game.players[(seat + 1) % players]
                captured = done >= players and turn.texts[-1].startswith("x")
                assert turn.after.to_move == (player if captured else following)
                assert turn.after.moves
        assert turn.after.is_over
        check_end(game, turn.after, captures, extra, ended)


def distribute(board: Beads, player: str, turn: Turn) -> None:
    assert len(turn.plies) == 1
    amounts = dict(part.split(":") for part in turn.texts[0].split())
    assert sorted(amounts.values()) == ["3", "4", "4"]
    for pit, amount in amounts.items():
        board[int(pit)][player] = int(amount)


def sow(board: Beads, player: str, turn: Turn) -> bool:
    """Sow by hand, on `board`; whether a bead was captured."""
    origin = int(turn.texts[0].removesuffix(":"))
    hand = Counter({c: n for c, n in board[origin].items() if n})
    before = [sum(pit.values()) for pit in board]
    count = hand.total()
    board[origin] = dict.fromkeys(board[origin], 0)
    at, colour = origin, ""
    for ply in turn.plies[1 : count + 1]:
        at = (at + 1) % len(board)
        if at == origin:
            at = (at + 1) % len(board)
        assert [m.text for m in ply.before.moves] == [c for c in board[0] if hand[c]]
        colour = ply.move.text
        hand[colour] -= 1
        board[at][colour] += 1
    assert not hand.total()
    received = [sum(pit.values()) - before[i] for i, pit in enumerate(board) if i != origin]
    assert max(received) - min(received) <= 1
    pair = colour == player and board[at][player] == 2
    assert len(turn.plies) == count + 1 + pair
    if pair:
        ply = turn.plies[-1]
        assert [m.text for m in ply.before.moves] == [f"x{c}" for c, n in board[at].items() if n]
        board[at][ply.move.text[1:]] -= 1
    return pair


def check_end(game: Game, state: State, captures: int, extra: int, ended: bool) -> None:
    board, store = beads(game, state), stores(game, state)
    best = [player for player in game.players if store[player] == max(store.values())]
    outcomes = state.outcomes or {}
    if len(best) == 1:
        assert outcomes == {p: "win" if p in best else "loss" for p in game.players}
    else:
        assert {p for p, what in outcomes.items() if what == "loss"} == set(game.players) - set(best)
    assert abs(sum((state.results or {}).values())) < 1e-9
    if ended:  # and not by the limit of turns
        assert extra == captures - 1
        assert 10 <= captures <= 9 * len(game.players) + 1
        assert sorted(total(board, c) for c in game.players)[0] == 1
        assert [total(board, c) for c in game.players].count(1) == 1


@pytest.mark.parametrize(("players", "shift"), [(2, 1), (3, 2)])
def test_turning_the_pits_and_renaming_the_players_commute_with_play(players: int, shift: int) -> None:
    game = load("spectral_reapers", players=players)
    names, pits = game.players, 2 * players
    renamed = {name: names[(i + 1) % players] for i, name in enumerate(names)}

    def text(move: str) -> str:
        if " " in move:  # the distribution: fours in order, then the three
            *fours, three = [(int(p) + shift) % pits for p in (part.split(":")[0] for part in move.split())]
            low, high = sorted(fours)
            return f"{low}:4 {high}:4 {three}:3"
        if move.endswith(":"):
            return f"{(int(move[:-1]) + shift) % pits}:"
        return "x" * move.startswith("x") + renamed[move.removeprefix("x")]

    def image(state: State) -> dict[str, Any]:
        board, store = beads(game, state), stores(game, state)
        return {
            "to move": renamed[str(state.to_move)],
            "variables": {
                "beads": {
                    str((i + shift) % pits): {renamed[c]: n for c, n in pit.items()} for i, pit in enumerate(board)
                },
                "store": {renamed[c]: n for c, n in store.items()},
                "turns": state.value("turns"),
            },
        }

    for number in range(2):
        for count, turn in enumerate(turns(game, seed=42, number=number)):
            if count > 60:
                break
            state = game.position(image(turn.before))
            for ply in turn.plies:
                assert {m.text for m in state.moves} == {text(m.text) for m in ply.before.moves}
                state = state.play(text(ply.move.text))
            assert state.is_over == turn.after.is_over
            if not state.is_over:
                assert settled(state.position()) == settled(game.position(image(turn.after)).position())
