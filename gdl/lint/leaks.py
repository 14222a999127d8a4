"""H95: what rules give away of what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import ClassVar

from gdl.knowledge.flow import Flow
from gdl.knowledge.marks import in_vain
from gdl.knowledge.outputs import Leak, Sort
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.model.model import Model
from gdl.syntax import tree as t
from gdl.text.findings import Finding
from gdl.text.source import Span

MOST = 6
"""Combinations of options whose rules are looked at."""
OF_PIECES = {
    "piece": "whether there is a piece",
    "owner": "whose piece it is",
    "kind": "what kind of piece it is",
    "number": "what number a piece bears",
}


_PLAY = "choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}"


def cards(more: str = "", turn: str = _PLAY,
          end: str = "pay p by count(p.pile) if no White.hand and no Black.hand", **others: str) -> str:  # fmt: skip
    """A whole small game of cards, of which an example need only say what matters to it."""
    head = (
        "type card = 1..6\ngame has deck: set of card = card\n"
        "player has hand: set of card\nplayer has pile: set of card\n"
        "hidden deck from player\nhidden p.hand from player - p\nhidden p.pile from player - p"
    )
    deal = "for p in player\n  deal 2 from deck to p.hand"
    return example(f"{head}\n{more}", board="", pieces="", setup=deal, turn=turn, end=end, **others)


@lru_cache(maxsize=8)  # all rules ask for the same
def leaks_of(model: Model) -> list[Leak]:
    """What a model's rules give away."""
    return Flow(model).leaks()


class LeakRule(Rule):
    """Something hidden that somebody learns."""

    sort: ClassVar[Sort]
    once: ClassVar[bool] = False
    """Whether the same thing given away by the same is told once, at the first place."""

    def check(self, context: Context) -> Iterator[Finding]:
        models = [model for model in context.models if model.hides]
        some = models[:: max(len(models) // MOST, 1)][:MOST]
        every = [[leak for leak in leaks_of(model) if leak.sort == self.sort] for model in some]
        groups: dict[tuple[int, int], list[Leak]] = {}
        first: dict[tuple[str, str], tuple[int, int]] = {}
        for leak in dict.fromkeys(leak for leaks in every for leak in leaks):
            if leak.span.source.name == context.source.name:
                place = leak.span.start, leak.span.end
                if self.once:
                    place = first.setdefault((leak.name, leak.by), place)
                groups.setdefault(place, []).append(leak)
        for group in groups.values():
            yield self.finding(group, context)

    def finding(self, leaks: Sequence[Leak], context: Context) -> Finding:
        """The finding about what is given away at one place."""
        return self.found(place(leaks[0]), f"{self.message(leaks)}{limited(leaks, context)}", self.hint(leaks[0]))

    def message(self, leaks: Sequence[Leak]) -> str:
        """What is given away."""
        raise NotImplementedError

    def hint(self, leak: Leak) -> str:
        """What to do."""
        raise NotImplementedError


def called(leaks: Sequence[Leak]) -> str:
    """What is hidden, as messages call it: “`hand`, which is hidden from”."""
    names = [_of(name) for name in dict.fromkeys(leak.name for leak in leaks)]
    verb = "are" if len(names) > 1 else "is"
    sure = verb if all(leak.sure for leak in leaks) else "may be"
    return f"{' and '.join(names)}, which {sure} hidden from"


def limited(leaks: Sequence[Leak], context: Context) -> str:
    """On which condition the rules hide what is given away; "" if they always hide it, or in several ways."""
    names = {leak.by if leak.sort == "told" and leak.by else leak.name for leak in leaks}
    said = [_condition(item.players) for item in context.all_declarations(t.Hides) if item.name.text in names]
    return f" ({said[0]})" if len(said) == 1 and said[0] else ""


def _condition(players: t.Expression) -> str:
    """When something is hidden at all, by the players from whom; "" if that isn't said by a single condition."""
    match players:
        case t.Binary(operator="otherwise", left=t.Binary(operator="when", left=t.Set(items=()), right=condition)):
            return f"unless `{_line(condition)}`"
        case t.Binary(operator="otherwise", left=t.Binary(operator="when", right=condition), right=t.Set(items=())):
            return f"only when `{_line(condition)}`"
        case t.Binary(operator="when", right=condition):
            return f"only when `{_line(condition)}`"
        case t.Comprehension(query=t.Query(where=t.Node() as condition)):
            return f"only where `{_line(condition)}`"
    return ""


def _line(e: t.Expression) -> str:
    return " ".join(e.span.text.split())


def place(leak: Leak) -> Span:
    """Where the hidden thing is named in a statement, in its text if that tells it; else its first line."""
    text, start = leak.span.text, leak.span.start
    named = list(re.finditer(rf"(?:\b\w+\.)?\b{re.escape(leak.name)}\b", text))
    behind = [found for found in named if '"' in text[: found.start()]] if leak.sort == "text" else []
    others = [found for found in named if not found.group().startswith("me.")]
    for found in (*behind, *others, *named):
        return Span(leak.span.source, start + found.start(), start + found.end())
    first = text.split("\n", 1)[0].rstrip()
    return Span(leak.span.source, start, start + max(len(first), 1))


class OptionsTell(LeakRule):
    """A player's options depend on something hidden from that player.

    Then the list of moves tells a secret: a missing move shows where an unseen piece stands, or who
    holds a card. Offer only what follows from what the player knows. Let the rules do the rest after
    the decision; for example, an attempt may fail. If this player has seen the secret by then, say so in
    a comment: `# lint: ignore H950`. `gdl lint --play` looks for such faults, too, by playing:
    [H970](H970.md).
    """

    code, name, severity, sort = "H950", "options-tell", "warning", "options"
    bad = cards(turn="choose secretly c in me.hand where no d in opponent.hand where d > c\n"
                "me.hand -= {c}\nme.pile += {c}")  # fmt: skip
    good = cards(turn="choose secretly c in me.hand where no d in me.hand where d > c\n"
                 "me.hand -= {c}\nme.pile += {c}")  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"the options here tell {called(leaks)} the player who decides"

    def hint(self, leak: Leak) -> str:
        return "offer what follows from what this player knows, and do the rest after the decision"


class TextTells(LeakRule):
    """The text of a decision or a roll contains something hidden.

    Every player sees the text of a decision. With `secretly`, only the player who decides sees it, and
    those after `telling`. The player who decides reads the texts of all options before choosing. So
    make a text only from what its readers know. Even a number in it can tell a secret. Who is told,
    after `telling`, must not depend on a secret, either.
    """

    code, name, severity, sort = "H951", "text-tells", "warning", "text"
    bad = cards(turn='choose c in me.hand as "{c} of {count(me.hand & {1, 2})}"\nme.hand -= {c}\nme.pile += {c}')
    good = cards()

    def message(self, leaks: Sequence[Leak]) -> str:
        if all(leak.to == "decider" for leak in leaks):
            return f"the player who decides reads this text, and it tells {called(leaks)} them"
        if all(leak.to in ("decider", "told") for leak in leaks):
            return f"the list after `telling` shows who is told, and it tells {called(leaks)} some of them"
        return f"all players see this text, and it tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        if leak.to == "told":
            return "leave it out of the text, and out of what says who is told"
        return "leave it out of the text" if leak.to == "decider" else "add `secretly`, or leave it out of the text"


class TypedTells(LeakRule):
    """The texts that a player may type depend on something hidden from that player.

    Players never see the texts of a second `as`, but they can type them. They learn something
    hidden when the game accepts or refuses such a text. Make it from what the player knows.
    """

    code, name, severity, sort = "H958", "typed-tells", "warning", "typed"
    bad = cards(turn='choose secretly c in me.hand as "{c}" as "{c} of {count(opponent.hand & {1, 2})}"\n'
                "me.hand -= {c}\nme.pile += {c}")  # fmt: skip
    good = cards(turn='choose secretly c in me.hand as "{c}" as "card {c}"\nme.hand -= {c}\nme.pile += {c}')

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"which texts are understood here tells {called(leaks)} the player who decides"

    def hint(self, leak: Leak) -> str:
        return "make this text from what that player knows"


class ToldAtOnce(LeakRule):
    """All players see a choice that takes from something hidden or adds to it.

    Everybody sees a choice or a roll without `secretly`. Here it comes from something hidden, such as a
    hand, or goes there. No open value keeps it, so later only players who remember it know it. Perhaps
    `secretly` is missing. If all should see it once, such as a discard, say so in a comment:
    `# lint: ignore H952`.
    """

    code, name, severity, sort = "H952", "told-at-once", "warning", "told"
    bad = cards(turn='choose c in me.hand as "{c}"\nme.hand -= {c}\nme.pile += {c}')
    good = cards()

    def message(self, leaks: Sequence[Leak]) -> str:
        leak = leaks[0]
        if leak.by:
            by = "where it goes is hidden" if leak.by in OF_PIECES else f"`{leak.by}`, where it goes, is hidden"
            return f"all players see `{leak.name}` here, though {by}"
        return f"all players see here what is chosen of {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "add `secretly`, or keep the choice in something open"


class BecomesKnown(LeakRule):
    """Something hidden becomes known here.

    A value that all players see depends on something hidden from some of them, directly or through a
    condition. Even a counter of moves without a capture tells that an unseen piece was captured. If you
    mean it, as in a showdown, say so in a comment: `# lint: ignore H953`. Otherwise hide the value, too.
    """

    code, name, severity, sort, once = "H953", "becomes-known", "note", "open", True
    bad = cards("player has shown: set of card", turn=f"{_PLAY}\n"
                "me.shown = me.pile if no me.hand")  # fmt: skip
    good = cards("player has shown: set of card", turn=f"{_PLAY}\n"
                 "me.shown = me.pile if no me.hand  # lint: ignore H953 – the showdown")  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        places = len({leak.span.line for leak in leaks}) - 1
        more = f"; and in {places} more place{'s' * (places > 1)} below" if places else ""
        by = list(dict.fromkeys(map(_what, leaks)))
        if _is_shuffled(leaks[0]):
            return f"{' and '.join(by)} isn't hidden: all players see in which order it lies now{more}"
        return f"{' and '.join(by)} show{'s' * (len(by) == 1)} all players here: {called(leaks)} some{more}"

    def hint(self, leak: Leak) -> str:
        hide = "hide the pieces, too" if leak.by == "the board" else f"hide `{leak.by}`, too"
        dealt = re.match(r"deal\s.*\bfrom\s+(\S+)\s+to\b", leak.span.text)
        if _is_shuffled(leak):
            return f"{hide.removesuffix(', too')}, or say so in a comment if you mean it: `# lint: ignore H953`"
        is_pile = re.search(rf"\bhas\s+{re.escape(leak.name)}\b[^:\n]*:\s*pile\b", leak.span.source.text)
        if dealt and not is_pile:
            return f"`deal` deals face down; to deal face up, use `roll x in {dealt[1]}`, which all see; else {hide}"
        return f"if you mean it, say so in a comment: `# lint: ignore H953`; else {hide}"


def _is_shuffled(leak: Leak) -> bool:
    """Whether a pile is shuffled there: what is given away is its order, which has no name."""
    return leak.span.text.startswith("shuffle ")


def _what(leak: Leak) -> str:
    return leak.by if leak.by == "the board" else f"`{leak.by}`"


class OrderTells(LeakRule):
    """Who decides next depends on something hidden.

    Everybody sees whose turn it is, so they learn what it depends on: for example, whether an attempt
    failed. If you mean that, say so in a comment: `# lint: ignore H954`. Otherwise let the same player
    always decide, perhaps with an option that does nothing.
    """

    code, name, severity, sort = "H954", "order-tells", "note", "order"
    bad = cards(turn=f"{_PLAY}\n"
                'if c = 4\n  choose "well"')  # fmt: skip
    good = cards(turn=f"{_PLAY}\n"
                 'choose "well"')  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"all players see who decides next, and it tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "if you mean it, say so in a comment: `# lint: ignore H954`; else always let them decide"


class ScoreTells(LeakRule):
    """The score beside the board shows something hidden.

    Everybody sees the score all the time. Count only what is open. Or leave the `score` out; players
    see the result at the end.
    """

    code, name, severity, sort = "H955", "score-tells", "warning", "score"
    bad = cards("score p by count(p.pile & {3, 4})")
    good = cards("player has shown: set of card\nscore p by count(p.shown)",
                 turn=f"{_PLAY}\n"
                 "me.shown = {c}  # lint: ignore H953 – called")

    def finding(self, leaks: Sequence[Leak], context: Context) -> Finding:
        score = next(iter(context.declarations(t.Score)), None)
        where = place(leaks[0]) if score is None else score.span
        return self.found(where, f"{self.message(leaks)}{limited(leaks, context)}", self.hint(leaks[0]))

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"all players see the score, and it tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "count only what is open, or leave out the score"


class SightTells(LeakRule):
    """Who sees something depends on something hidden.

    Players see a `?` where something is hidden from them, so the `?` itself can tell a secret. If you
    hide only the mines, for example, the marks show where the mines are; hide the empty squares, too.
    Let sight depend on what the player knows: attempts made, or where the player's own pieces stand.
    """

    code, name, severity, sort = "H956", "sight-tells", "warning", "sight"
    bad = cards("player has mark: truth\nhidden p.mark from {q in player where 6 in q.next.hand}",
                turn=f"{_PLAY}\nme.mark = not me.mark")  # fmt: skip
    good = cards("player has mark: truth\nhidden p.mark from {q in player where 6 in q.hand}",
                 turn=f"{_PLAY}\nme.mark = not me.mark")  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        if leaks[0].name == leaks[0].by:
            return f"{_of(leaks[0].by)} is unseen only where it is of one sort, so that it isn't seen says which"
        return f"who doesn't see {_of(leaks[0].by)} learns {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "make it depend on what the player knows: the player's own pieces or attempts"


class HidesNothing(LeakRule):
    """A `hidden` hides nothing.

    There is nobody from whom it hides something. Or it hides the `number` of pieces that have none.
    """

    code, name, severity, sort = "H957", "hides-nothing", "warning", "nothing"
    bad = cards("game has open: truth\nhidden open from player - player",
                turn=f"{_PLAY}\nopen = not open")  # fmt: skip
    good = cards()

    def check(self, context: Context) -> Iterator[Finding]:
        every = [in_vain(model) for model in context.models]
        for leak in every[0] if every else ():
            if leak.span.source.name == context.source.name and all(leak in leaks for leaks in every):
                yield self.found(place(leak), self.message([leak]), self.hint(leak))  # whatever its condition

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"this hides {_of(leaks[0].name)} from nobody"

    def hint(self, leak: Leak) -> str:
        return "say from whom: `from player`, `from player - p`; or leave it out"


def _of(name: str) -> str:
    return OF_PIECES.get(name, f"`{name}`" if name.isidentifier() else name)
