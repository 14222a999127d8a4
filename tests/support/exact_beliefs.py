"""All histories that fit what a player knows, counted out one by one: what sampled beliefs are compared with."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from interpreter.players.beliefs.evidence import Evidence, Node


def histories(evidence: Evidence) -> Iterator[tuple[Node, Fraction]]:
    """Each history that fits, with its chance by the rules: options of others and outcomes of chance alike likely."""
    first = evidence.beginning()
    waiting = [(first, Fraction(1))] if first else []
    while waiting:
        node, chance = waiting.pop()
        if evidence.is_met(node):
            yield node, chance
            continue
        among = evidence.candidates(node)
        share = Fraction(1) if among.is_own else Fraction(1, among.ways)
        waiting += [(found, chance * share) for found in evidence.fitting(node, among)]


def distribution(evidence: Evidence) -> dict[tuple[Any, ...], Fraction]:
    """How likely each state is that fits, by its `key`; the sum is 1, or nothing fits."""
    found: dict[tuple[Any, ...], Fraction] = {}
    for node, chance in histories(evidence):
        found[node.state.key] = found.get(node.state.key, Fraction(0)) + chance
    total = sum(found.values(), Fraction(0))
    return {key: chance / total for key, chance in found.items()}
