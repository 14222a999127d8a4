"""Small games by the thousand, to be solved exactly: written from scratch, and shipped ones made small and changed.

They draw by counters and by repetition before or after somebody could win, pay, roll dice, go round for ever, let a
player move twice, are for one, two or three. The same number is always the same game.
"""

from __future__ import annotations

import re
from random import Random

from mutants import another_condition, another_line, another_word

from gdl import library
from gdl.check.checker import check
from gdl.model.model import Model
from gdl.text.source import Source

SMALL: dict[str, tuple[str, ...]] = {
    "tictactoe": ("m: 2", "n: 3", "k: 2", "m: 3", "n: 2", "k: 3"),
    "nim": ("heap_a: 2", "heap_b: 3", "heap_c: 1", "heap_c: 0", "limit: 2", "misere: true"),
    "kalah": ("houses: 1", "start: 2", "start: 3", "houses: 2"),
    "konane": ("size: 4",),
    "breakthrough": ("size: 4",),
    "hex": ("size: 2", "swap: false"),
    "y": ("size: 2", "swap: false"),
    "domineering": ("columns: 3", "rows: 2", "rows: 3"),
    "connect_four": ("columns: 3", "rows: 3", "line: 3"),
    "pig": ("goal: 10",),
}
"""Shipped rulesets, and options by which they become small."""


def checked(text: str) -> Model | None:
    """The model of a text, unless it has errors."""
    return check(Source("exact.gdl", text)).model


def game_text(number: int) -> str:
    """The game with this number: two of five are shipped ones that were changed."""
    random = Random(number)
    return changed(random) if random.random() < 0.4 else written(random)


# ---- from scratch ------------------------------------------------------------------------------------


def written(random: Random) -> str:
    """A game of numbers, or of men on a small board."""
    players = random.choice((["A", "B"],) * 6 + (["A"], ["A", "B", "C"]))
    lines = ['game "Exact"', f"players {', '.join(players)}"]
    pays, rolls, board = random.random() < 0.35, random.random() < 0.2, random.random() < 0.35
    top, turns = random.randint(3, 6), random.randint(2, 9)
    goes_round = random.random() < 0.4
    start = random.randint(0, top)
    if board:
        lines += [f"board grid({random.randint(2, 3)}, {random.randint(1, 2)})", "pieces man of player"]
    lines += [f"game has x: 0..{top} = {start}", "game has turns: 0..40", "game has quiet: 0..40"]
    lines += ["player has got: 0..60"]
    if random.random() < 0.2:
        lines += ["setup", f"  next = {random.choice(players)}"]
    lines += ["", "turn", *(["  roll d in 1..2"] if rolls else []), "  either"]
    ways = _board_ways(random) if board else []
    more = _ways(random, top, rolls, len(players))
    ways += random.sample([way for way in more if not goes_round or "got" not in way[-1]], random.randint(1, 3))
    for i, way in enumerate(ways):
        lines += [*(["  or"] if i else []), *(f"    {line}" for line in way)]
    last = random.choice(("turns += 1 if turns < 30", "x = 0", "next = me", "x = x", "x = x"))
    lines += ["  otherwise", f"    {last}"]
    lines += [f"  {line}" for line in _counting(random, top, 0.15 if goes_round else 0.6)]
    lines += ["", "end", *(f"  {line}" for line in _ends(random, top, turns, len(players), pays, board))]
    return "\n".join(lines) + "\n"


def _ways(random: Random, top: int, rolls: bool, players: int) -> list[list[str]]:
    more = random.randint(1, 2)
    gain = random.choice(("1", "2", "x", "x + 1", "d" if rolls else "1"))
    found = [
        [f'choose n in 1..{more} where x + n <= {top} as "u{{n}}"', "x += n"],
        [f'choose n in 1..{more} where x - n >= 0 as "d{{n}}"', "x -= n"],
        [f'choose "stay{random.randint(0, 9)}"'],
        ['choose "take" where me.got < 20', f"me.got += {gain}"],
        ['choose "jump" where x > 0', f"x = {random.randint(0, top)}"],
        ['choose "again" where x > 1', "x -= 1", "next = me"],
        ['choose "back" where x > 0', "x = x / 2", "quiet = 0"],
        ['choose "two"', f'choose n in 0..{top} where n = x or n = x - 1 as "t{{n}}"', "x = n"],
    ]
    if rolls:
        found += [['choose "gamble"', f"x = {random.randint(0, top)} when d = 1 otherwise x"]] * 2
    if players > 1:
        found += [['choose "give" where me.got > 0', "me.got -= 1", "me.next.got += 1"]]
    return found


def _board_ways(random: Random) -> list[list[str]]:
    found = [['choose s in empty as "{s}"', "put man of me on s"]]
    if random.random() < 0.7:
        found.append(['choose a in mine, b in a.adjacent & empty as "{a}-{b}"', "move a to b"])
    if random.random() < 0.5:
        found.append(['choose s in theirs as "x{s}"', "remove s", *(["quiet = 0"] if random.random() < 0.5 else [])])
    if random.random() < 0.4:
        found = [['choose s in mine as "off{s}"', "remove s"], *found]
    return found[: random.randint(1, 3)]


def _counting(random: Random, top: int, often: float) -> list[str]:
    found = []
    if random.random() < often:
        found.append("turns += 1 if turns < 40" if random.random() < 0.2 else f"turns += {random.choice((1, 1, 1, 2))}")
    if random.random() < often:
        found.append(random.choice((
            f"quiet = 0 when x = {random.randint(0, top)} otherwise quiet + 1", "quiet += 1", "quiet += 1 if me = A",
            "quiet = 0 when quiet > 5 otherwise quiet + 1", "for n in 1..2\n    quiet += 1", "quiet = quiet + 3 - 2",
        )))  # fmt: skip
    return found


def _ends(random: Random, top: int, turns: int, players: int, pays: bool, board: bool) -> list[str]:
    who = [*"ABC"[:players], "me", "next", *(["{A, B}"] if players > 1 else [])]
    place = lambda: f"x = {random.randint(0, top)}"  # noqa: E731
    whether = [place, place, lambda: f"me.got > {random.randint(1, 8)}", lambda: f"x > {random.randint(1, top)}",
               lambda: "stuck"]  # fmt: skip
    if board:
        whether += [lambda: "no empty", lambda: "some line in lines(2) where line within mine", lambda: "no theirs",
                    lambda: "count(mine) > 2"]  # fmt: skip

    def over() -> str:
        return random.choice(whether)()

    found = [
        f"{random.choice(('win', 'win', 'lose'))} {random.choice(who)} if {over()}" for _ in range(random.randint(1, 2))
    ]
    amount = "p.got" if players == 1 else random.choice(("p.got - p.next.got", "p.got", "p.got * 2 - p.next.got"))
    if pays:
        found.append(f"pay p by {amount} if {over()}")
    elif players > 1 and random.random() < 0.3:
        found.append(f"rank p by p.got if {over()}")
    rows = [row for row in ("x", "next", "got", "piece" if board else "", "quiet") if row]
    row = ", ".join(random.sample(rows, random.randint(1, len(rows))))
    whole = ", ".join(r for r in rows if r != "quiet")
    draws = [
        f"turns = {turns}", f"turns >= {turns}", f"quiet = {random.randint(1, 6)}", f"turns = {turns} and {place()}",
        f"quiet > {random.randint(1, 6)} or {place()}", f"repeats({row}) = {random.randint(1, 2)}",
        f"repeats({whole}) = {random.randint(1, 2)}", f"quiet = ({random.randint(1, 3)} when {place()} otherwise 5)",
        f"turns = {turns} or quiet = {random.randint(2, 7)}", f"repeats({whole}) = 1 and turns > 2",
    ]  # fmt: skip
    found += [f"draw if {condition}" for condition in random.sample(draws, random.choice((0, 1, 1, 1, 2, 2)))]
    random.shuffle(found)
    return found


# ---- shipped ones ------------------------------------------------------------------------------------


def changed(random: Random) -> str:
    """A shipped ruleset made small, in most cases with a counter that draws, or with changes of its text."""
    name = random.choice(sorted(SMALL))
    text = library.paths()[name].read_text(encoding="utf-8")
    options = SMALL[name]
    for option in options if len(options) < 3 else random.sample(options, random.randint(2, len(options))):
        key, value = option.split(": ")
        text = re.sub(rf"^(option {key}:.*?= *)\w+", rf"\g<1>{value}", text, count=1, flags=re.MULTILINE)
    text = re.sub(r"^players 2\.\.10$", "players A, B", text, flags=re.MULTILINE)
    if random.random() < 0.6:
        text = _with_counter(text, random)
    for _ in range(random.choice((0, 0, 1, 1, 2))):
        text = random.choice((another_word, another_condition, another_line))(text, random)
    return text


def _with_counter(text: str, random: Random) -> str:
    """A counter of turns, or the past, by which the game is drawn: first or last of what ends it."""
    if random.random() < 0.75:
        text = re.sub(r"^(turn)$", r"game has zz: 0..200\n\n\1", text, count=1, flags=re.MULTILINE)
        text = re.sub(r"\n+((?:#.*\n)*end)\n", r"\n  zz += 1\n\n\1\n", text, count=1)
        draw = f"  draw if zz = {random.randint(2, 12)}"
    else:
        draw = f"  draw if repeats({random.choice(('piece, next', 'piece', 'next'))}) = {random.randint(1, 2)}"
    if random.random() < 0.5:
        return re.sub(r"^end\n", f"end\n{draw}\n", text, count=1, flags=re.MULTILINE)
    head, found, tail = text.partition("\nlooks\n")
    return f"{head.rstrip()}\n{draw}\n{found}{tail}"
