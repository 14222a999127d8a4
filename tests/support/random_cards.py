"""Small card games that nobody would play: rules put together at random from all that is done with hidden things."""

from __future__ import annotations

from random import Random

HEAD = """game "Random cards {number}"
players A, B
type card = 1..{cards}
game has stock: pile(9) of card
game has side: pile(9) of card
player has heap: pile(9) of card
player has hand: set of card
player has sack: bag(3) of card
player has kept: card?
game has turns: 0..9
game has told: 0..99
{hidden}
setup
{setup}
turn
  turns += 1
{turn}
end
  draw if turns = 3 or stuck
"""
HIDDEN = (
    "hidden stock from player", "hidden side from {side}", "hidden p.heap from {heap}", "hidden p.hand from player - p",
    "hidden p.sack from player - p", "hidden p.kept from player - p",
)  # fmt: skip
PILES = ("stock", "side", "me.heap", "opponent.heap")
STOCKED = ("stock", "stock", "stock", *PILES)
SETS = ("me.hand", "opponent.hand")
BAGS = ("me.sack", "opponent.sack")
DEALT = (*SETS, *SETS, *BAGS, "side", "me.heap")


class Author:
    """Writes one game; the same for the same number."""

    def __init__(self, number: int) -> None:
        self.number, self.random = number, Random(number)
        self.names = 0

    def game(self) -> str:
        """The whole ruleset."""
        one = self.random.choice
        hidden = "\n".join(HIDDEN).format(side=one(("player", "A", "{}")), heap=one(("player", "player - p")))
        dealt = [f"deal 1 from stock to {where}" for where in ("p.hand", "p.heap", one(("p.sack", "p.hand", "side")))]
        setup = ["stock = card", *(["shuffle stock"] if one((1, 1, 0)) else []), "for p in player",
                 *(f"  {line}" for line in dealt)]  # fmt: skip
        known = {"number": "number", "card_0": "card"}
        turn = ["let number: 0..2 = 0", "let card_0: card? = {}", *self.choice(0, known)]
        turn += [*self.block(one((2, 3, 4)), 0, known), 'choose "go on"']
        lines = {"setup": setup, "turn": turn}
        text = {name: "\n".join(f"  {line}" for line in block) for name, block in lines.items()}
        return HEAD.format(number=self.number, cards=one((7, 8, 9)), hidden=hidden, **text)

    def name(self) -> str:
        """A name that isn't taken."""
        self.names += 1
        return f"x{self.names}"

    def block(self, many: int, depth: int, known: dict[str, str]) -> list[str]:
        """So many statements. `known`: the names of cards and numbers."""
        known = dict(known)
        return [line for _ in range(many) for line in self.statement(depth, known)]

    def statement(self, depth: int, known: dict[str, str]) -> list[str]:
        """One statement, in lines."""
        plain = (self.choice, self.take, self.take, self.lay, self.lay, self.pile, self.hold, self.hand_over)
        deep = (self.branch, self.branch, self.either, self.either, self.loop, self.until)
        return self.random.choice(plain if depth > 1 else (*plain, *deep))(depth, known)

    def inner(self, depth: int, known: dict[str, str]) -> list[str]:
        """A block within a statement."""
        return [f"  {line}" for line in self.block(self.random.choice((1, 1, 2)), depth + 1, known)]

    # ---- what values are asked

    def card(self, known: dict[str, str]) -> str:
        """A card, or what may be one."""
        named = [name for name, kind in known.items() if kind == "card"]
        return self.random.choice((*named * 3, "stock.top(1)", "side.top(1)", "me.heap.bottom(1)", "me.kept"))

    def many(self, known: dict[str, str]) -> str:
        """How many cards."""
        named = [name for name, kind in known.items() if kind == "number"]
        return self.random.choice((*named * 3, "1", "1", "2", "count(me.hand)", "side.height", "told"))

    def asks(self, known: dict[str, str]) -> str:
        """A condition."""
        one = self.random.choice
        what = one((*PILES, *SETS, "me.sack", "me.kept"))
        card, named = self.card(known), [f"{name} > {one('0124')}" for name, kind in known.items() if kind != "player"]
        return one((
            *named * 2, f"some {what}", f"no {what}", f"some {card}", f"count({what}) > 1", f"{card} = 2", "turns > 1",
            f"stock.height > {one('135')}", f"some me.hand & {{{card}}}", "me = A", f"some {one(PILES)}.top(2)",
        ))  # fmt: skip

    # ---- statements

    def choice(self, depth: int, known: dict[str, str]) -> list[str]:
        """A decision or roll; the card or number has a name then."""
        one, name = self.random.choice, self.name()
        secretly, kind = one(("", "secretly ")), one(("card", "number"))
        telling = one(("", " telling me")) if secretly else ""
        source = one(("me.hand", "me.hand", "me.sack", "card", "me.heap")) if kind == "card" else "0..2"
        if one((0, 1)):
            line = f"roll {secretly}{name} in {source}{telling}"
            if source in ("card", "0..2"):
                known[name] = kind
                return [line]
            return [f"if some {source}", f"  {line}", *self.inner(depth, {**known, name: kind})]
        if source in ("card", "0..2"):
            known[name] = kind
            return [f'choose {secretly}{name} in {source} as "{{{name}}}"']
        return ["either", f'  choose {secretly}{name} in {source} as "{{{name}}}"',
                *self.inner(depth, {**known, name: kind}), "or", f'  choose {secretly}"none"']  # fmt: skip

    def take(self, _depth: int, known: dict[str, str]) -> list[str]:
        """Cards go from somewhere."""
        one, pile, many = self.random.choice, self.random.choice(STOCKED), self.many(known)
        enough = f"{pile}.height >= {many}"
        guard = one(("", f" if {enough}", f" if {enough}", f" if {enough} and {self.asks(known)}"))
        card = self.card(known)
        return one((
            [f"deal {many} from {pile} to {one(DEALT)}{guard}"],
            [f"remove {many} {one(('of', 'under'))} {pile}{guard}"],
            [f"move {many} of {pile} to {one(PILES)}{guard}"],
            [f"{one(SETS)} -= {card}{guard}"],
            [f"me.kept = {card}", f"me.hand -= {card}"],
            [f"me.sack -= {card}{one((guard, f' if {card} in me.sack'))}"],
        ))  # fmt: skip

    def lay(self, _depth: int, known: dict[str, str]) -> list[str]:
        """A card comes to lie somewhere."""
        one, card = self.random.choice, self.card(known)
        guard = one(("", "", f" if {self.asks(known)}"))
        return one((
            [f"put {card} {one(('on', 'under'))} {one(PILES)}{guard}"],
            [f"put {card} on {one(PILES)}{guard}"],
            [f"{one(SETS)} += {card}{guard}"],
            [f"{one(BAGS)} += {card}{guard}"],
        ))  # fmt: skip

    def pile(self, _depth: int, known: dict[str, str]) -> list[str]:
        """Something is done with whole piles."""
        one, a, b = self.random.choice, self.random.choice(PILES), self.random.choice(PILES)
        guard = one(("", f" if {self.asks(known)}"))
        return [one((f"shuffle {a}", f"move {a} to {b}{guard}", f"{a} = {b}{guard}", f"{a} = {{}}{guard}",
                     f"stock = me.hand{guard}", "shuffle player.heap", f"player.heap = {{}}{guard}",
                     f"put {self.card(known)} on player.heap"))]  # fmt: skip

    def hand_over(self, _depth: int, known: dict[str, str]) -> list[str]:
        """Some cards go to the other player; perhaps all are told how many."""
        name, one = self.name(), self.random.choice
        which = one((f"x > {one('123')}", f"x = {self.card(known)}", "turns > 1"))
        told = [f"told = count({name})"] if one((0, 1)) else []
        return [f"let {name} = {{x in opponent.hand where {which}}}", *told, f"opponent.hand -= {name}",
                f"me.hand += {name}"]  # fmt: skip

    def hold(self, _depth: int, known: dict[str, str]) -> list[str]:
        """A value gets a name, or all are told a number."""
        name, value = self.name(), self.card(known)
        kept = self.random.choice(("told", "number", "card_0", "", ""))
        if kept == "told":
            return [f"told = count({self.random.choice((*PILES, *SETS))})"]
        if kept:
            return [f"number = {self.random.choice('012')}" if kept == "number" else f"card_0 = {value}"]
        known[name] = "card"
        return [f"let {name} = {value}"]

    def branch(self, depth: int, known: dict[str, str]) -> list[str]:
        """`if`, perhaps with `else`."""
        lines = [f"if {self.asks(known)}", *self.inner(depth, known)]
        return [*lines, *(["else", *self.inner(depth, known)] if self.random.choice((0, 1)) else [])]

    def either(self, depth: int, known: dict[str, str]) -> list[str]:
        """Two ways, of which one is chosen, perhaps secretly."""
        secretly = self.random.choice(("", "", "secretly "))
        where = self.random.choice(("", f" where {self.asks(known)}"))
        return ["either", f'  choose {secretly}"one"', *self.inner(depth, known),
                "or", f'  choose {secretly}"two"{where}', *self.inner(depth, known)]  # fmt: skip

    def loop(self, depth: int, known: dict[str, str]) -> list[str]:
        """For each player, or each of some cards, or a number of times."""
        name = self.name()
        kinds = {"player": "player", "me.hand": "card", "stock": "card", "1..2": "time"}
        what, kind = self.random.choice([*kinds.items()])
        where = self.random.choice(("", "", f" where {self.asks(known)}"))
        return [f"for {name} in {what}{where}", *self.inner(depth, {**known, name: kind})]

    def until(self, depth: int, known: dict[str, str]) -> list[str]:
        """Again and again."""
        if self.random.choice((0, 1)):
            pile = self.random.choice(PILES)
            return [f"while some {pile}", f"  deal 1 from {pile} to {self.random.choice(SETS)}", '  choose "more"']
        inner, known, name = self.inner(depth, known), dict(known), self.name()
        decides = self.random.choice((
            'choose "again"', 'choose secretly "again"', f'choose secretly {name} in 0..1 as "{{{name}}}"',
            f"roll {name} in 0..1", f"roll secretly {name} in 0..1",
        ))  # fmt: skip
        if name in decides:
            known[name] = "number"
        return ["repeat", *inner, f"  {decides}", f"until turns > 0 and {self.asks(known)}"]
