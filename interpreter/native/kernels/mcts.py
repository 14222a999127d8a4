"""Monte-Carlo tree search: any number of players, chance, wins that are proven, a tree kept from move to move.

Nodes hold no states: each iteration begins with the root's record, takes the options of its path again, and goes on
with a random game. Among a node's children goes the one with the greatest upper confidence bound (UCB1, Auer,
Cesa-Bianchi and Fischer 2002). What an option is worth is reckoned from its visits, as if there had been a few more
with the results that its move has had elsewhere in the tree (progressive history, Nijssen and Winands 2011); and, the
less it was visited the more, from all games through the node in which the move was made later on (RAVE, Gelly and
Silver 2007).
A node gets all its children at once, as soon as its visits are worth that work; ends among them settle it (decisive
moves, Teytaud and Teytaud 2010; proven values, Winands and others 2008). Outcomes of chance are taken in turn.

Where a policy was learnt, it says what options are worth before they are tried: as results of later moves of games that
weren't played (Gelly and Silver 2007). Where values were learnt, there are no random games; see `estimates.py`.
"""

from __future__ import annotations

from interpreter.graph.abi import FOLLOWING, GIVEN_UP, HUGE, PLIES, TRACE_PLIES, TRACING, TURNS
from interpreter.native.kernel_compiler.intrinsics import (
    fill,
    job,
    load8,
    load16,
    load32,
    load64,
    loadf,
    popcount,
    sqrt,
    store8,
    store32,
    store64,
    storef,
)
from interpreter.native.kernel_compiler.parameters import CAPACITY, FOLLOWS, RANKS, TRACE, P, looked_up, run
from interpreter.native.kernels.areas import ROOT, WORK
from interpreter.native.kernels.careful import careful_game
from interpreter.native.kernels.chains import forget_changes
from interpreter.native.kernels.chance import GAMMA, mix, pick
from interpreter.native.kernels.estimates import blur, estimate, lift_estimate, slow_down
from interpreter.native.kernels.evaluation import is_trained
from interpreter.native.kernels.greedy import greedy_game
from interpreter.native.kernels.halting import is_halted
from interpreter.native.kernels.known import known_worth
from interpreter.native.kernels.logarithm import log
from interpreter.native.kernels.nodes import (
    CHANCE,
    CHILDREN,
    FLAGS,
    LATER,
    MADE_SIZE,
    MADE_TABLE,
    MOVE,
    MOVES_TABLE,
    NODE,
    OPTIONS,
    PLAYER,
    ROOT_NODE,
    SETTLED,
    SUMS,
    VISITS,
    children,
    value,
)
from interpreter.native.kernels.policy import is_followed
from interpreter.native.kernels.policy_scores import look_at
from interpreter.native.kernels.records import KEPT, duplicate, utility
from interpreter.native.kernels.tree import counting, expand, guides, keep, leading_to, plant, settle

EXPLORE = 0.4
"""How much untried options are favoured …"""
GUIDED = 0.03
"""… and how much where a policy tells which of them look good."""
TRIED = 2.0
"""How many visits a child counts as having had before its first …"""
KNOWN = 8.0
"""… and how many results of its move elsewhere it takes to tell it from its siblings."""
MISLED = 0.04
"""The square of the error that results of later moves are thought to have at first …"""
LEARNT = 20.0
"""… and how many comparisons it takes to be as sure of another."""
COMPARED = 32
"""Options are compared that were visited so often, twice as often, and so on."""
WAIT = 32
"""A node is expanded after as many visits as it has options, divided by this, and one more."""
BLEND = 0.3
"""Where values were learnt: how much the estimate that came up from below counts beside the mean of iterations …"""
SEEN = 1.0
"""… how many visits an estimate counts as having had …"""
BOLD = 0.2
"""… and how much options are favoured that were seldom tried."""
LONGEST = TRACE_PLIES
"""Plies in a random game, and nodes in a path."""

RESULTS = ROOT_NODE + 16 + 8 * P
"""What an iteration came to, for each player."""
PATH = RESULTS + 8 * P
LEVELS = PATH + 4 * LONGEST
"""Scratch records: states between the root and the end of its turn, or those of careful games."""
UNIT = 1024.0
MANY = 1 << 20
"""So many games are halved, with what they came to."""
ROLLED = 0xFFFF
DEEPEST = 10
WORTH_LOOKING = 20_000
"""Options that are looked at in the root's turn before the first iteration."""

iteration: int = 0
manner: int = 0
"""How games are played: at random, or …"""
CAREFUL, GREEDY = 1, 2
"""… carefully, or greedily; or at random, …"""
RAVE = 3
"""… and results of later moves count as tries of an option. So the search explores less."""
misled: float = MISLED
"""The square of the error that results of later moves are found to have in this game …"""
compared: float = LEARNT
"""… and after how many comparisons."""


@job
def mcts_start(record: int, how: int) -> int:
    """Begin a search at a record, with random games (0), careful (1) or greedy ones (2), or by RAVE (3). Gives 0, or a
    number as of `run`.

    Four times a number on top of that makes it one of several searches, whose learnt values are blurred, each in its
    way: they would all look at the same otherwise.
    """
    global iteration, manner, misled, compared
    iteration, manner, misled, compared = 0, how & 3, MISLED, LEARNT
    blur(how // 4)
    duplicate(ROOT, record)
    run(ROOT, 0, -1, 0, HUGE)  # a record from outside doesn't say whether it waits for a decision or a roll
    plant()
    return look_ahead()


@job
def mcts_advance(k: int) -> int:
    """Go on from the state that option `k` of the root leads to, with what is known of it."""
    known = children(ROOT_NODE)
    options = run(ROOT, 1, k, 0, HUGE)
    if options < 0:
        return options
    if known:
        keep(k)
    if not known or (load8(ROOT_NODE, FLAGS) & SETTLED and not children(ROOT_NODE)):
        plant()  # also where a table has settled it, of whose options nothing is known then
    return look_ahead()


@job
def mcts(seed_key: int, count: int) -> int:
    """So many iterations, fewer if the root is settled before, or the search is halted: how many were made, or a
    negative number as of `run`."""
    global iteration
    for done in range(count):
        if load8(ROOT_NODE, FLAGS) & SETTLED or is_halted():
            return done
        iteration += 1
        status = iterate(mix(seed_key + iteration * GAMMA))
        if status == GIVEN_UP:
            return done
        if status < 0:
            return status
    return count


def iterate(key: int) -> int:
    """One iteration: down the tree, a random game, back up."""
    duplicate(WORK, ROOT)
    node, depth, status = ROOT_NODE, 0, 1
    while True:
        store32(PATH + 4 * depth, 0, node // 8)
        depth += 1
        if load8(node, FLAGS) & SETTLED or depth == LONGEST:
            break
        if load32(node, CHILDREN) == 0:
            waits = load32(node, VISITS) * WAIT < load32(node, OPTIONS) or load32(node, VISITS) == 0
            if waits and not is_trained():
                break
            status = expand(node, WORK)
            if status <= 0 or load8(node, FLAGS) & SETTLED or is_trained():
                break
        key = mix(key)
        k = next_outcome(node) if load8(node, FLAGS) & CHANCE else choose(node, pick(key, load32(node, OPTIONS)))
        if guides():
            look_at(WORK, load8(node, PLAYER))  # so that what comes next shows what this option has changed
        node = children(node) + k * NODE
        status = run(WORK, 1, leading_to(node, k), 0, counting())
        if status < 0:
            break
    if status < 0:
        return status
    if load8(node, FLAGS) & SETTLED:
        for player in range(P):
            storef(RESULTS + 8 * player, 0, value(node, player))
    elif is_trained():
        for player in range(P):
            storef(RESULTS + 8 * player, 0, estimate(node, player))
    elif looked_up(WORK):
        for player in range(P):
            storef(RESULTS + 8 * player, 0, known_worth(player))
    else:
        plies = load64(WORK, PLIES)
        status = played(key)
        if status < 0:
            return status
        if is_halted():
            return GIVEN_UP
        for player in range(P):
            storef(RESULTS + 8 * player, 0, 0.0 if status else utility(WORK, player))
        if manner != CAREFUL:
            learn(depth, load64(WORK, PLIES) - plies)
    back_up(depth)
    return 0


def played(key: int) -> int:
    """Play the game in WORK to its end."""
    if manner == CAREFUL:
        return careful_game(key, LONGEST, LEVELS)
    if RANKS and manner == GREEDY:
        return greedy_game(key, LONGEST, LEVELS)
    return run(WORK, LONGEST, -1, key, FOLLOWING if FOLLOWS and is_followed() else TRACING)


def choose(node: int, start: int) -> int:
    """The option to try next at a decision. Among equals, the first from `start` on."""
    me, first, count = load8(node, PLAYER), children(node), load32(node, OPTIONS)
    visits = load32(node, VISITS)
    expected = value(node, me) / visits if visits else 0.0
    valued = is_trained()
    eager = (BOLD if valued else GUIDED if guides() else EXPLORE) * sqrt(log(visits + 1.0))
    best, found = -1000.0, start
    k = start
    for _ in range(count):
        child = first + k * NODE
        score = 0.0
        if load8(child, FLAGS) & SETTLED:
            score = value(child, me)
        elif valued:
            tried = load32(child, VISITS) + SEEN
            guess = estimate(child, me)
            score = guess + (1.0 - BLEND) * (value(child, me) - load32(child, VISITS) * guess) / tried
            score += eager / sqrt(tried)
        else:
            move = MOVES_TABLE + 16 * load16(child, MOVE)
            prior = (loadf(move, 8) + KNOWN * expected) / (loadf(move) + KNOWN)
            tried = load32(child, VISITS) + TRIED
            score = (value(child, me) + TRIED * prior) / tried
            later = load64(child, LATER)
            games = float(later & 0xFFFFFFFF)
            if games > 0.0:
                alike = games / (1.0 + games * misled)
                score += alike / (alike + tried) * (((later >> 32) / UNIT + 0.5 * prior) / (games + 0.5) - score)
                if manner == RAVE:
                    tried += alike
            score += eager / sqrt(tried)
        if score > best:
            best, found = score, k
        k += 1
        if k == count:
            k = 0
    return found


def next_outcome(node: int) -> int:
    """Outcomes are equally likely: each in its turn, from one on that differs from node to node."""
    count = load32(node, OPTIONS)
    return (pick(mix(node), count) + load32(node, VISITS)) % count


def learn(depth: int, plies: int) -> None:
    """Note at all children of the nodes of the path whose moves have been made in this game how it ended."""
    stamp = iteration % 255 + 1
    if stamp == 1:
        fill(MADE_TABLE, 0, MADE_SIZE)
    for ply in range(plies):
        if load16(TRACE + 4 * ply, 2) != ROLLED:
            store8(MADE_TABLE + load16(TRACE + 4 * ply), 0, stamp)
    at = depth - 1
    while at >= 0:
        node = load32(PATH + 4 * at) * 8
        child = children(node)
        if child and not load8(node, FLAGS) & CHANCE:
            won = loadf(RESULTS + 8 * load8(node, PLAYER))
            more = (int(won * UNIT) << 32) + 1
            for _ in range(load32(node, OPTIONS)):
                if load8(MADE_TABLE + load16(child, MOVE)) == stamp:
                    later = load64(child, LATER) + more
                    if later & MANY:
                        later = (later >> 33 << 32) + (MANY >> 1)
                    store64(child, LATER, later)
                child += NODE
        if at and not load8(load32(PATH + 4 * at - 4) * 8, FLAGS) & CHANCE:
            store8(MADE_TABLE + load16(node, MOVE), 0, stamp)
        at -= 1


def back_up(depth: int) -> None:
    """Add the results to all nodes of the path, and see what is settled by its last."""
    settled = False
    at = depth - 1
    while at >= 0:
        node = load32(PATH + 4 * at) * 8
        if settled and not load8(node, FLAGS) & SETTLED:
            settle(node)
        settled = load8(node, FLAGS) & SETTLED != 0
        store32(node, VISITS, load32(node, VISITS) + 1)
        if at < depth - 1 and is_trained():
            slow_down(node, RESULTS)
        if not settled:
            for player in range(KEPT):
                storef(node + 8 * player, SUMS, value(node, player) + loadf(RESULTS + 8 * player))
            if is_trained():
                if at < depth - 1:
                    lift_estimate(node)
            elif at > 0:
                compare(node, load8(load32(PATH + 4 * at - 4) * 8, PLAYER))
                parent = load32(PATH + 4 * at - 4) * 8
                if not load8(parent, FLAGS) & CHANCE:
                    move = MOVES_TABLE + 16 * load16(node, MOVE)
                    storef(move, 0, loadf(move) + 1.0)
                    storef(move, 8, loadf(move, 8) + loadf(RESULTS + 8 * load8(parent, PLAYER)))
        at -= 1


def compare(node: int, player: int) -> None:
    """Learn how far results of later moves are off, now and then."""
    global misled, compared
    visits, later = load32(node, VISITS), load64(node, LATER)
    games = float(later & 0xFFFFFFFF)
    if visits >= COMPARED and popcount(visits) == 1 and games >= COMPARED:
        error = (later >> 32) / UNIT / games - value(node, player) / visits
        compared += 1.0
        misled += (max(error * error - 1.0 / visits, 0.0) - misled) / compared


# ---- the root's turn


def look_ahead() -> int:
    """Expand what can be reached in the root's turn, as far as that is worth while, so that no win in it is missed."""
    duplicate(LEVELS, ROOT)
    if guides():
        forget_changes()
    return look(ROOT_NODE, LEVELS, WORTH_LOOKING)


def look(node: int, record: int, worth: int) -> int:
    """The same from a node on."""
    if load8(node, FLAGS) & (SETTLED | CHANCE):
        return 0
    if load32(node, CHILDREN) == 0:
        if worth < load32(node, OPTIONS) and node != ROOT_NODE:
            return 0
        status = expand(node, record)
        if status <= 0:
            return status
    count, below = load32(node, OPTIONS), record + CAPACITY
    worth = worth // count
    if worth == 0 or below == LEVELS + DEEPEST * CAPACITY:
        return 0
    for k in range(count):
        if load8(node, FLAGS) & SETTLED:
            return 0
        child = children(node) + k * NODE
        duplicate(below, record)
        run(below, 1, leading_to(child, k), 0, counting())
        if load64(below, TURNS) == load64(ROOT, TURNS):
            status = look(child, below, worth)
            if status < 0:
                return status
            settle(node)
    if is_trained():
        lift_estimate(node)
    return 0
