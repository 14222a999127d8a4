"""What every part of a syntax tree is: a node with its place. Expressions and statements both speak of statements."""

from __future__ import annotations

from dataclasses import dataclass

from gdl.text.source import Span


@dataclass(frozen=True, eq=False)
class Node:
    """Anything with a place in the text. Two nodes are the same only if they are the same object."""

    span: Span


@dataclass(frozen=True, eq=False)
class Statement(Node):
    """Anything that a block says is done, with its place in the text."""


Block = tuple[Statement, ...]
