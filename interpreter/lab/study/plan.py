"""What a study is to do: how many games of which sort, and how strong who searches is. It follows from the rules."""

from __future__ import annotations

from dataclasses import dataclass, replace

from interpreter.lab.study.cost import Cost

RANDOM_BUDGET, TRACE_BUDGET, SEARCH_BUDGET = 1e11, 5e10, 6e11
"""Instructions that each sort of games may take where nothing is said: some ten seconds, and a minute for searches."""
TRACED_ROWS = 150_000
SEARCH_PLIES = 2_000
"""The plies of a game of search, where random games have no end."""
OVERHEAD = 150_000
"""Instructions of an iteration besides its random game."""
PART = 0.7
"""What a game of search costs on average, as a part of one between the strongest."""
STRONG, WEAK, FEWEST = 64, 16, 8
"""It takes as many iterations to say something; so many at least; in so many games at least."""


UNKNOWN = Cost(1.0, 1.0, 1.0)


@dataclass(frozen=True)
class Plan:
    """How much is played; what is None is settled by what the rules cost."""

    random_games: int | None = None
    search_games: int | None = None
    strengths: tuple[int, ...] = ()
    """Iterations of the searches that play one another, the weakest first."""
    seed: int = 0
    traced_games: int | None = None
    """How many of the random games are looked at ply by ply."""
    plies_limit: int = 20_000
    """A random game of more plies is taken to have no end."""
    search_limit: int = 0
    """The same for games of search; 0: by the length of random games, if these have an end."""
    reason: str = ""
    """Why there are no games of search."""
    cost: Cost = UNKNOWN
    exact_states: int = 200_000
    """All states are counted where there seem to be no more than these."""


def settled(plan: Plan, cost: Cost, compiled: bool) -> Plan:
    """The plan with all numbers said."""
    instructions, length = max(cost.instructions, 1.0), max(cost.decisions, 1.0)
    games = plan.random_games
    if games is None:
        games = int(min(10_000, max(200, RANDOM_BUDGET / instructions)))
    traced = plan.traced_games
    if traced is None:
        traced = int(min(2_000, max(50, min(TRACED_ROWS / length, TRACE_BUDGET / instructions))))
    limit = int(max(200, 10 * length)) if cost.ends else SEARCH_PLIES
    plan = replace(plan, random_games=games, traced_games=min(traced, games), cost=cost,
                   search_limit=plan.search_limit or limit)  # fmt: skip
    if not compiled:
        return replace(plan, search_games=0, strengths=(), reason="searches need compiled rules")
    return _searches(plan, instructions, length)


def _searches(plan: Plan, instructions: float, length: float) -> Plan:
    """How many games of search, and how strong."""
    iteration = instructions / 2 + OVERHEAD
    affordable = SEARCH_BUDGET / (PART * 0.6 * length * iteration)
    games, top = plan.search_games, plan.strengths[-1] if plan.strengths else 0
    if games == 0:
        return replace(plan, strengths=(), reason="no games of search were asked for")
    if games is None:
        games = int(min(60, affordable / (top or STRONG)))
        if games < FEWEST and not top:
            games = int(min(FEWEST, affordable / WEAK))
        if games < FEWEST:
            millions = f"a random game alone takes {instructions / 1e6:,.0f} million instructions"
            why = millions if plan.cost.ends else "no random game that was tried came to its end"
            reason = f"a search takes too long here: {why}"
            return replace(plan, search_games=0, strengths=(), reason=(
                f"{reason}; `--search-games {FEWEST}` plays all the same"))  # fmt: skip
    strengths = plan.strengths
    if not strengths:
        least = int(min(400, max(WEAK, affordable / games))) // 4
        strengths = (least, 2 * least, 4 * least)
    return replace(plan, search_games=games, strengths=strengths)
