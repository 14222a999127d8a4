"""What authors usually mean where a ruleset can't be read: the guesses, one after the other, the surest first."""

from __future__ import annotations

from collections.abc import Callable

from gdl.syntax.anywhere_slips import another, between, closed, going_on, missing, twice, unnamed, written
from gdl.syntax.block_slips import block_beside, choice_above_its_ways, colon, not_indented
from gdl.syntax.board_slips import board
from gdl.syntax.bracket_slips import brackets, parentheses
from gdl.syntax.card_slips import bag, cards
from gdl.syntax.condition_slips import chained, condition, quantifier
from gdl.syntax.declaration_slips import (
    declaration,
    definition,
    hidden,
    names_of_some_players,
    numbers_for_names,
    range_ends,
    renamed,
    replaced,
    whole_numbers,
)
from gdl.syntax.foreign_phrases import adjective, amount, counted_turns, in_a_row, player, several, whole_line, winner
from gdl.syntax.foreign_signs import sign
from gdl.syntax.leftover_slips import too_much
from gdl.syntax.list_slips import bar, comma, quotes
from gdl.syntax.misplaced import misplaced
from gdl.syntax.number_slips import numbered_kind, numbered_piece, point, through
from gdl.syntax.plain_slips import plain
from gdl.syntax.plain_words import plain_words
from gdl.syntax.query_slips import die, drawn_from, each, loop_behind, of_a_board, value_in_query
from gdl.syntax.sized_types import size_of_a_nameless_type
from gdl.syntax.spot import Spot
from gdl.syntax.statement_slips import first_word, limits, own_turn, statement
from gdl.syntax.table_slips import table
from gdl.syntax.vocabulary import KEYWORDS
from gdl.text.suggest import did_you_mean


def hint(spot: Spot) -> str:
    """What is probably meant, or an empty text; a `Hint` where that is sure."""
    return next((said for rule in _RULES if (said := rule(spot))), "")


def _keyword(spot: Spot) -> str:
    """A keyword that could stand there is misspelt. A word that is a keyword itself is another word."""
    if len(spot.found) < 2 or not spot.found.isalpha() or spot.found in KEYWORDS:
        return ""
    return did_you_mean(spot.found, [word for word in sorted(KEYWORDS) if word.upper() in spot.expected])


_RULES: tuple[Callable[[Spot], str], ...] = (
    twice, choice_above_its_ways, unnamed, board, bag, cards, numbered_kind, numbered_piece, point, through, too_much,
    table, misplaced, plain_words, plain, whole_line, hidden, replaced, renamed, size_of_a_nameless_type, limits,
    value_in_query, loop_behind, of_a_board, definition, declaration, names_of_some_players, numbers_for_names,
    die, drawn_from, own_turn, in_a_row, player, adjective, several, winner, counted_turns, statement, sign, bar,
    first_word, whole_numbers, each, quantifier, parentheses, condition, block_beside, colon, range_ends, brackets,
    chained, _keyword, not_indented, quotes, amount, comma, closed, another, written, missing, going_on, between,
)  # fmt: skip
