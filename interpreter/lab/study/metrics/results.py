"""Results by seat, the advantage of the first player, drawn games, and by which line of the rules games end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from gdl.text.source import Span
from interpreter.lab.study.endings import LINES, marked
from interpreter.lab.study.gathered import Gathered
from interpreter.lab.study.metrics.collected import Collected, counted
from interpreter.lab.study.searched_games import Searched
from interpreter.lab.tools.confidence import share

BALANCED = "50 % is balanced"
HOW = {"random": "random games", "weak": "weak search", "strong": "strong search"}


def figures(held: Gathered, into: Collected) -> None:
    """All of the family."""
    _seats(held, into)
    for how, games in (("weak", _weak(held)), ("strong", held.strong)):
        if not games:
            reason = held.plan.reason or "no such game was played to its end"
            into.leave([f"points.{how}", f"first_player.{how}", f"drawn.{how}"], reason)
            continue
        source = counted(len(games), "game") + f" of mcts:{games[0].task.strengths[0]} against itself"
        _searched(held, into, how, games, source)
    _endings(held, into)


def _weak(held: Gathered) -> list[Searched]:
    return held.even(held.plan.strengths[0]) if len(held.plan.strengths) > 1 else []


def _seats(held: Gathered, into: Collected) -> None:
    """Random games."""
    players, summary = held.game.players, held.random.summary(held.game.model)
    source = counted(held.random.games, "random game")
    if not held.random.games:
        into.leave(["points.random", "first_player.random", "drawn.random"], "no random game came to an end")
        return
    names = ("won", "drawn", "lost")
    for player in players:
        means = summary.results[player]
        if held.nobody_against:
            for name, outcome in zip(names, ("win", "draw", "loss"), strict=True):
                into.add(f"{name}.random", f"Games {name}, random games",
                         share(means[outcome].total, means[outcome].count), "share", source)  # fmt: skip
            break  # it is the same for all
        into.add(f"won.{player}.random", f"Won by {player}, random games",
                 share(means["win"].total, means["win"].count), "share", source)  # fmt: skip
        into.add(f"points.{player}.random", f"Points of {player}, random games",
                 share(*held.random.points(players.index(player), len(players))), "share", source)  # fmt: skip
    if held.nobody_against:
        if len(players) > 1 and held.game.model.pays:
            into.add("paid.random", "What all get, random games", summary.results[players[0]]["utility"].interval,
                     "paid", source)  # fmt: skip
        into.leave(["first_player.random"], held.nobody_against)
        return
    if held.nobody_is_first:
        into.leave(["first_player.random"], held.nobody_is_first)
    else:
        into.add("first_player.random", "Points of the first player, random games",
                 share(*held.random.points(held.first_seat, len(players))), "share", source, BALANCED)  # fmt: skip
    drawn = summary.results[players[0]]["draw"]
    into.add("drawn.random", f"Drawn by {players[0]}, random games" if len(players) > 2 else "Drawn, random games",
             share(drawn.total, drawn.count), "share", source)  # fmt: skip


def _searched(held: Gathered, into: Collected, how: str, games: list[Searched], source: str) -> None:
    """Games of search."""
    players, n = held.game.players, len(games)
    points = [game.points for game in games]
    if held.nobody_against:
        for name, worth in (("won", 1.0), ("lost", 0.0)):
            count = sum(p[0] == worth for p in points)
            into.add(f"{name}.{how}", f"Games {name}, {HOW[how]}", share(count, n), "share", source)
        into.leave([f"first_player.{how}"], held.nobody_against)
        return
    for seat, player in enumerate(players):
        into.add(f"points.{player}.{how}", f"Points of {player}, {HOW[how]}",
                 share(sum(p[seat] for p in points), n), "share", source)  # fmt: skip
    if held.nobody_is_first:
        into.leave([f"first_player.{how}"], held.nobody_is_first)
    else:
        into.add(f"first_player.{how}", f"Points of the first player, {HOW[how]}",
                 share(sum(p[held.first_seat] for p in points), n), "share", source, BALANCED)  # fmt: skip
    title = f"All equal, {HOW[how]}" if len(players) > 2 else f"Drawn, {HOW[how]}"
    into.add(f"drawn.{how}", title, share(sum(len(set(p)) == 1 for p in points), n), "share", source)


def _endings(held: Gathered, into: Collected) -> None:
    total = sum(held.random.endings.values())
    if not total:
        into.leave(["ending"], "no random game came to an end")
        return
    source = counted(total, "random game")
    counts = Counter[tuple[str, int]]()
    spans: dict[tuple[str, int], Span] = {}
    for number, span in enumerate(marked(held.game).lines[: LINES - 1]):
        if span is None:
            continue
        place = (span.where, span.start)
        spans[place] = span
        counts[place] += held.random.endings[number]
    for place, span in sorted(spans.items(), key=lambda item: (-counts[item[0]], item[0])):
        into.add(f"ending.{_line(span)}", f"Ended by line {_line(span)}: {_text(span)}",
                 share(counts[place], total), "share", source)  # fmt: skip


def _line(span: Span) -> str:
    return span.where.rpartition(":")[2]


def _text(span: Span) -> str:
    """The line on which the statement begins."""
    return next(_lines(span), "").strip()


def _lines(span: Span) -> Iterator[str]:
    text = span.source.text
    begin = text.rfind("\n", 0, span.start) + 1
    yield from text[begin:].split("\n")
