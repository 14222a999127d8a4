"""Hanabi in plain Python, as a referee beside the ruleset: from the rule sheet, and nothing of this project."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

COLOURS = ("red", "yellow", "green", "white", "blue")
Card = tuple[int, str]


@dataclass
class Held:
    """A card in a hand, and what clues have said of it: what it is, and what it isn't."""

    card: Card
    colour: str | None = None
    number: int | None = None
    not_colours: set[str] = field(default_factory=set)
    not_numbers: set[int] = field(default_factory=set)


class Hanabi:
    """A game on a table: a shuffled deck, hands of places that may be empty, tokens."""

    def __init__(
        self, players: int, random: Random, colours: int = 5, highest: int = 5, size: int = 0, clues: int = 8,
        fuses: int = 3, lenient: bool = False,
    ) -> None:  # fmt: skip
        self.names = "ABCDE"[:players]
        self.colours, self.numbers, self.clues, self.lenient = COLOURS[:colours], range(1, highest + 1), clues, lenient
        self.deck = [
            (number, colour) for colour in self.colours for number in self.numbers
            for _ in range(3 if number == 1 else 1 if number == highest else 2)
        ]  # fmt: skip
        random.shuffle(self.deck)
        self.blue, self.red = clues, fuses
        self.fireworks = dict.fromkeys(self.colours, 0)
        self.pile = Counter[Card]()
        self.hands: dict[str, list[Held | None]] = {name: [None] * 5 for name in self.names}
        self.to_deal = [(name, place) for place in range(size or (5 if players < 4 else 4)) for name in self.names]
        self.mover = 0
        self.turns_left: int | None = None
        self.drawing: tuple[str, int] | None = None
        self.is_over = False
        self.is_playing = False  # whether what is drawn is drawn in somebody's turn
        self._next_deal()

    def _next_deal(self) -> None:
        self.drawing = self.to_deal.pop(0) if self.to_deal and self.deck else None

    @property
    def points(self) -> int:
        return sum(self.fireworks.values())

    @property
    def me(self) -> str:
        return self.names[self.mover]

    def chances(self) -> dict[Card, int]:
        """How many of each card are in the deck."""
        return dict(Counter(self.deck))

    def draw(self) -> Card:
        """The place that waits gets the top card."""
        assert self.drawing is not None
        name, place = self.drawing
        card = self.deck.pop()
        self.hands[name][place] = Held(card)
        if not self.deck:
            self.turns_left = len(self.names)
        was_playing = self.is_playing
        self.is_playing, self.drawing = False, None
        if was_playing:
            self._end_turn(drew_last=not self.deck)
        else:
            self._next_deal()
        return card

    def legal(self) -> list[str]:
        places = [place + 1 for place, held in enumerate(self.hands[self.me]) if held]
        found = [f"play {place}" for place in places]
        if self.blue < self.clues:
            found += [f"discard {place}" for place in places]
        if self.blue:
            others = [name for name in self.names if name != self.me]
            for name in others:
                seen = {held.card[1] for held in self.hands[name] if held}
                found += [f"tell {name} {colour}" for colour in COLOURS if colour in seen]
            for name in others:
                seen_numbers = {held.card[0] for held in self.hands[name] if held}
                found += [f"tell {name} {number}" for number in self.numbers if number in seen_numbers]
        return found

    def take(self, text: str) -> None:
        what, *rest = text.split()
        if what == "tell":
            self._tell(*rest)
            self._end_turn()
            return
        place = int(rest[0]) - 1
        held = self.hands[self.me][place]
        assert held is not None
        number, colour = held.card
        self.hands[self.me][place] = None
        if what == "play" and self.fireworks[colour] == number - 1:
            self.fireworks[colour] = number
            if number == self.numbers[-1]:
                self.blue = min(self.blue + 1, self.clues)
        else:
            self.pile[held.card] += 1
            if what == "play":
                self.red -= 1
            else:
                self.blue += 1
        if self.deck:
            self.drawing, self.is_playing = (self.me, place), True
        else:
            self._end_turn()

    def _tell(self, name: str, what: str) -> None:
        self.blue -= 1
        for held in filter(None, self.hands[name]):
            if what.isdigit():
                number = int(what)
                if held.card[0] == number:
                    held.number = number
                else:
                    held.not_numbers.add(number)
            elif held.card[1] == what:
                held.colour = what
            else:
                held.not_colours.add(what)

    def _end_turn(self, drew_last: bool = False) -> None:
        if self.turns_left is not None and not drew_last:
            self.turns_left -= 1
        done = self.red == 0 or self.turns_left == 0 or self.points == len(self.colours) * len(self.numbers)
        self.mover = (self.mover + 1) % len(self.names)
        self.is_over = done or not self.legal()

    def result(self) -> int:
        """What each has at the end; -1 for a loss."""
        return -1 if self.red == 0 and not self.lenient else self.points
