"""The syntax tree: what an author wrote, with the exact place of everything.

Other modules read it as `from gdl.syntax import tree as t`: `t.Name`, `t.Choose`, `t.Define`.
"""

# ruff: isort: skip_file
from gdl.syntax.tree.declarations import (
    Alias, Behind, Board, Comment, Declaration, Define, Direction, Enumeration, Game, Has, Hides, Kind, Lines, Look,
    Looks, Option, Pieces, Place, Players, Point, Removal, RemovePieces, Rename, Score, Section, SetOption, Shape,
    Sites, Tree, Word,
)  # fmt: skip
from gdl.syntax.tree.expressions import (
    After, Binary, Binder, Call, Case, Comprehension, Dot, Each, Element, Expression, Integer, Known, Name, Otherwise,
    Quantified, Query, Recent, Set, Text, Truth, TypeName, Unary,
)  # fmt: skip
from gdl.syntax.tree.node import Block, Node, Statement
from gdl.syntax.tree.statements import (
    Assign, By, Choose, Deal, Do, Either, Finish, For, If, Let, Most, Move, Put, Rank, Remove, Repeat, Roll, Say,
    Shuffle, Together, While,
)  # fmt: skip

__all__ = [
    "After", "Alias", "Assign", "Behind", "Binary", "Binder", "Block", "Board", "By", "Call", "Case", "Choose",
    "Comment", "Comprehension", "Deal", "Declaration", "Define", "Direction", "Do", "Dot", "Each", "Either",
    "Element", "Enumeration", "Expression", "Finish", "For", "Game", "Has", "Hides", "If", "Integer", "Kind", "Known",
    "Let", "Lines", "Look", "Looks", "Most", "Move", "Name", "Node", "Option", "Otherwise", "Pieces", "Place",
    "Players", "Point", "Put", "Quantified", "Query", "Rank", "Recent", "Removal", "Remove", "RemovePieces", "Rename",
    "Repeat", "Roll", "Say", "Score", "Section", "Set", "SetOption", "Shape", "Shuffle", "Sites", "Statement", "Text",
    "Together", "Tree", "Truth", "TypeName", "Unary", "While", "Word",
]  # fmt: skip
