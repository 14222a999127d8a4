"""Policies in files: how good options look, for which rules, and how that was learnt.

A file (`learnt_files.py`) tells the rules' hash and how it was learnt. The scores are bytes.
"""

from __future__ import annotations

import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from gdl.model.model import Model
from interpreter.graph.abi import SCORE_BIAS, SIDES
from interpreter.native.compiled import Plan
from interpreter.native.record.policy_tables import HEAD, PolicyTables, policy_tables
from interpreter.players.learning.learnt_files import Form, unpacked

if TYPE_CHECKING:
    from interpreter.native.host.instance import Instance

MOST = 1 << 40


class PolicyError(Exception):
    """A file of a policy that can't be used, with the reason."""


FORM = Form(b"gdl-policy 1 ", ".policy", "policies", "a policy", "policies", PolicyError, PolicyError)


@dataclass(frozen=True)
class Lesson:
    """How a policy was learnt: what makes it again."""

    seed: int = 0
    rounds: int = 0
    games: int = 0
    positions: int = 0


@dataclass(frozen=True)
class Policy:
    """A score for all that a policy sees.

    `scores`: for each sort of decision those of a block, 128 more than they mean, for the first player and, where no
    symmetry exchanges the players, for each other one. `turned`: where a symmetry that exchanges two players takes each
    direction; empty if there is none. `always`: from which score on an option is always taken. `is_followed`: whether
    random games follow it; else it is for searches alone.
    """

    rules: str
    name: str
    scores: tuple[bytes, ...]
    turned: tuple[int, ...]
    always: int
    is_followed: bool = True
    lesson: Lesson = Lesson()

    def encoded(self) -> bytes:
        """As a file."""
        head = {"rules": self.rules, "name": self.name, "turned": self.turned, "always": self.always,
                "followed": self.is_followed,                 "lesson": asdict(self.lesson)}  # fmt: skip
        return FORM.encoded(head, b"".join(self.scores))

    def place(self, instance: Instance) -> None:
        """Lay it out in a module."""
        instance.write(instance.call("policy_at"), self.in_memory(instance.compiled.model))

    def in_memory(self, model: Model) -> bytes:
        """What is written where compiled rules look for it."""
        tables = tables_of(model)
        assert tables is not None, "it was learnt for these rules"
        area = bytearray(tables.end)
        area[:HEAD] = b"".join(n.to_bytes(4, "little") for n in (1, SCORE_BIAS + self.always, 1, self.is_followed))
        same = tuple(range(SIDES))
        for number in range(tables.views):
            order = self.turned + same[len(self.turned) :] if number else same
            at = HEAD + number * tables.view
            area[at : at + tables.view] = tables.seen(order)
        for number, decision in enumerate(tables.decisions):
            for player in range(tables.players):
                at = decision.offset + player * decision.size
                block = number if self.turned else number * tables.players + player
                area[at : at + decision.size] = self.scores[block]
        return bytes(area)


def tables_of(model: Model) -> PolicyTables | None:
    """What a policy for these rules sees; None if none can be learnt."""
    plan = Plan(model)
    return policy_tables(plan.graph, plan.record, plan.domains)


def of_rules(model: Model) -> Policy | None:
    """The policy that was learnt for these rules: the user's own before one that ships; None if there is none.

    Raises PolicyError where a file says that it is for these rules, and is broken.
    """
    found = FORM.of_rules(model)
    return decoded(*found, model) if found else None


def own_file(model: Model) -> Path:
    """Where the policy for these rules is kept that the user has learnt."""
    return FORM.own_file(model)


def read(path: Path, model: Model) -> Policy:
    """The policy in a file, for these rules; raises PolicyError."""
    return decoded(path, FORM.contents(path), model)


def decoded(path: Path, content: bytes, model: Model) -> Policy:
    """The policy that a file holds; raises PolicyError, which names the file and what to do."""
    head, packed = FORM.checked(path, content, model)
    tables = tables_of(model)
    try:
        if tables is None:
            raise ValueError("the rules have no board that a policy sees")
        turned = tuple(head["turned"])
        if turned and ({*turned} != {*range(len(tables.directions))} or len(turned) != len(tables.directions)):
            raise ValueError("directions that aren't there")
        always = head["always"]
        if type(always) is not int or not 0 <= SCORE_BIAS + always < 1024:
            raise ValueError("what is always taken")
        is_followed = head["followed"]
        if type(is_followed) is not bool:
            raise ValueError("whether it is followed")
        times = 1 if turned else tables.players
        sizes = [decision.size for decision in tables.decisions for _ in range(times)]
        held = unpacked(packed, sum(sizes), "scores")
        starts = [sum(sizes[:i]) for i in range(len(sizes))]
        said = Lesson(**{name: int(head["lesson"][name]) for name in asdict(Lesson())})
        if not all(0 <= count < MOST for count in asdict(said).values()):
            raise ValueError("how it was learnt")
    except (ValueError, TypeError, KeyError, OverflowError, zlib.error) as problem:
        raise PolicyError(f"{path}: it holds what no policy holds ({problem}); learn anew, or take it away") from None
    scores = tuple(held[at : at + size] for at, size in zip(starts, sizes, strict=True))
    return Policy(model.hash, model.name, scores, turned, always, is_followed, said)
