"""H95: what rules give away of what is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar

from gdl.findings import Finding
from gdl.knowledge.flow import Flow, Leak, Sort
from gdl.lint.context import Context
from gdl.lint.rule import Rule, example
from gdl.syntax import tree as t
from gdl.syntax.source import Span

OF_PIECES = {
    "piece": "whether there is a piece",
    "owner": "whose piece it is",
    "kind": "what kind of piece it is",
    "number": "what number a piece bears",
}


def cards(more: str = "", turn: str = 'choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}',
          end: str = "pay p by count(p.pile) if no White.hand and no Black.hand", **others: str) -> str:  # fmt: skip
    """A whole small game of cards, of which an example need only say what matters to it."""
    head = (
        "type card = 1..6\ngame has deck: set of card = card\n"
        "player has hand: set of card\nplayer has pile: set of card\n"
        "hidden deck from player\nhidden p.hand from player - p\nhidden p.pile from player - p"
    )
    deal = "for p in player\n  deal 2 from deck to p.hand"
    return example(f"{head}\n{more}", board="", pieces="", setup=deal, turn=turn, end=end, looks="", **others)


class LeakRule(Rule):
    """Something hidden that somebody learns."""

    sort: ClassVar[Sort]

    def check(self, context: Context) -> Iterator[Finding]:
        found: dict[Span, list[Leak]] = {}
        for model in context.models:
            for leak in Flow(model).leaks() if model.hides else ():
                if leak.sort == self.sort and leak.span.source.name == context.source.name:
                    found.setdefault(leak.span, []).append(leak)
        for leaks in found.values():
            yield self.finding(leaks, context)

    def finding(self, leaks: Sequence[Leak], context: Context) -> Finding:
        """The finding about what is given away at one place."""
        return self.found(place(leaks[0]), self.message(leaks), self.hint(leaks[0]))

    def message(self, leaks: Sequence[Leak]) -> str:
        """What is given away."""
        raise NotImplementedError

    def hint(self, leak: Leak) -> str:
        """What to do."""
        raise NotImplementedError


def called(leaks: Sequence[Leak]) -> str:
    """What is hidden, as messages call it: “`hand`, which is hidden from”."""
    names = [OF_PIECES.get(name, f"`{name}`") for name in dict.fromkeys(leak.name for leak in leaks)]
    verb = "are" if len(names) > 1 else "is"
    sure = verb if all(leak.sure for leak in leaks) else "may be"
    return f"{' and '.join(names)}, which {sure} hidden from"


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
    """What a player may choose hangs on what is hidden from that player.

    Who looks at the list of moves then learns what they aren't to know: that a move is missing tells where an unseen
    piece stands, or which card somebody holds. Offer what follows from what the player knows, and let the rules do
    the rest behind the decision: an attempt that fails, say. If it is about what the player sees anyway, a comment
    says so. Where it can't be told from the text alone (whether a square is in sight, say), playing finds out:
    `gdl lint --play`, [H970](H970.md).
    """

    code, name, severity, sort = "H950", "options-tell", "warning", "options"
    bad = cards(turn="choose secretly c in me.hand where no d in opponent.hand where d > c\n"
                "me.hand -= {c}\nme.pile += {c}")  # fmt: skip
    good = cards(turn="choose secretly c in me.hand where no d in me.hand where d > c\n"
                 "me.hand -= {c}\nme.pile += {c}")  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"the options here tell {called(leaks)} the player who decides"

    def hint(self, leak: Leak) -> str:
        return "offer what follows from what this player knows, and look at the rest behind the decision"


class TextTells(LeakRule):
    """The text of a decision or a roll holds what is hidden.

    All are told how a decision was written, unless it is made `secretly`. A text that names what only some may know,
    or a number that follows from it, tells it to everybody.
    """

    code, name, severity, sort = "H951", "text-tells", "warning", "text"
    bad = cards(turn='choose c in me.hand as "{c} of {count(me.hand & {1, 2})}"\nme.hand -= {c}\nme.pile += {c}')
    good = cards()

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"all are told this text, and it tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "`secretly`? Or leave it out of the text"


class ToldAtOnce(LeakRule):
    """All are told a choice that is kept hidden afterwards, or was before.

    What is chosen without `secretly`, or rolled, is told to all. Here it goes into something hidden, or comes from
    there, and nothing open takes it up; so nobody but who remembers will see it again. Most likely `secretly` was
    forgotten. If all are meant to hear of it once (a discard that is shown, say), a comment says so.
    """

    code, name, severity, sort = "H952", "told-at-once", "warning", "told"
    bad = cards(turn='choose c in me.hand as "{c}"\nme.hand -= {c}\nme.pile += {c}')
    good = cards()

    def message(self, leaks: Sequence[Leak]) -> str:
        leak = leaks[0]
        if leak.by:
            by = "where it goes is hidden" if leak.by in OF_PIECES else f"`{leak.by}`, where it goes, is hidden"
            return f"all are told `{leak.name}` here, though {by}"
        return f"all are told here what is chosen of {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "`secretly`? Or keep what is told in something open"


class BecomesKnown(LeakRule):
    """Here something hidden becomes known.

    Something that all see gets a value that hangs on what is hidden from some: by itself, or by a condition around
    it. That is how a call or a showdown works; a comment `# lint: ignore H953` then says that it is meant. Where it
    isn't, hide what tells, too: in a game of hidden pieces even a counter of moves without a capture tells of captures.
    """

    code, name, severity, sort = "H953", "becomes-known", "note", "open"
    bad = cards("player has shown: set of card", turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                "me.shown = me.pile if no me.hand")  # fmt: skip
    good = cards("player has shown: set of card", turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                 "me.shown = me.pile if no me.hand  # lint: ignore H953 – the showdown")  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        by = " and ".join(dict.fromkeys(map(_what, leaks)))
        return f"by {by} it becomes known here: {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        hide = "hide the pieces, too?" if leak.by == "the board" else f"hide `{leak.by}`, too?"
        return f"if it is meant, say so in a comment: `# lint: ignore H953`; else {hide}"


def _what(leak: Leak) -> str:
    return leak.by if leak.by == "the board" else f"`{leak.by}`"


class OrderTells(LeakRule):
    """Who decides next, or whether anybody does, hangs on what is hidden.

    All see whose turn it is; so they learn what it hangs on. Let the decision come in any case, with an option that
    does nothing, or keep what it hangs on in something open first, so that it is seen where it becomes known.
    """

    code, name, severity, sort = "H954", "order-tells", "warning", "order"
    bad = cards(turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                'if c = 4\n  choose "well"')  # fmt: skip
    good = cards(turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                 'choose "well"')  # fmt: skip

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"whether and by whom it is decided next tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "let them decide in any case, or keep what it hangs on in something open first"


class ScoreTells(LeakRule):
    """The score that is shown beside the board tells what is hidden.

    Everybody sees it at any time. Count only what is open, or leave the `score` away: the result is told at the end.
    """

    code, name, severity, sort = "H955", "score-tells", "warning", "score"
    bad = cards("score p by count(p.pile & {3, 4})")
    good = cards("player has shown: set of card\nscore p by count(p.shown)",
                 turn="choose secretly c in me.hand\nme.hand -= {c}\nme.pile += {c}\n"
                 "me.shown = {c}  # lint: ignore H953 – called")

    def finding(self, leaks: Sequence[Leak], context: Context) -> Finding:
        score = next(iter(context.declarations(t.Score)), None)
        where = place(leaks[0]) if score is None else score.span
        return self.found(where, self.message(leaks), self.hint(leaks[0]))

    def message(self, leaks: Sequence[Leak]) -> str:
        return f"the score is shown to all, and it tells {called(leaks)} some"

    def hint(self, leak: Leak) -> str:
        return "count only what is open, or leave the score away"
