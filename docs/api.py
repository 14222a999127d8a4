"""Writes the pages on the Python API from the docstrings: `python docs/api.py`. A test runs what they show.

`api.md` has what programs need; `api_internals.md` what stands behind it: compiled rules, and work that is split.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path

from interpreter.graph.backend import Jobs

PAGE = Path(__file__).with_name("api.md")
INSIDE = Path(__file__).with_name("api_internals.md")
HEAD = """\
# The Python API

The tests run every example. [Internals](api_internals.md) is for special programs. `python docs/api.py` writes this
page from the docstrings of the code: change those, not this page.

- Players, sites, pieces and moves have *labels*: texts, as in the rules and on the screen.
- A *utility* is a result as a number: from -1 for the last place to 1 for the first, or the payment in a game that
  pays. [Results](language.md#11-the-end) has the details.
- What the rules or a file don't allow raises a `GameError`; `str()` gives a message for people. A label that doesn't
  exist raises KeyError.
"""
HEAD_INSIDE = """\
# The Python API: internals

`python docs/api.py` writes this page, too. Most programs don't need it, because `Game` and `State` of [the Python
API](api.md) use these parts by themselves. Use them to split work among threads or machines, or to call compiled rules
directly.
"""
SECTIONS = [
    (
        "Games and states",
        """\
        >>> from interpreter import Game
        >>> game = Game.load("tictactoe")
        >>> state = game.start()
        >>> state.to_move, len(state.moves), state.moves[0].text
        ('X', 9, 'a1')
        >>> state.prompt  # the question, in words for people
        'Put a stone on an empty square.'
        >>> game.summary
        'Three of your stones in a row win. Each turn you put a stone on an empty square.'
        >>> for text in ("a1", "b1", "a2", "b2", "a3"):
        ...     state = state.play(text)
        >>> state.is_over, state.outcomes, state.results
        (True, {'X': 'win', 'O': 'loss'}, {'X': 1.0, 'O': -1.0})
        >>> state.line
        ['a1', 'b1', 'a2', 'b2', 'a3']
        >>> large = Game.load("tictactoe", m=5, n=5, k=4)  # options by their names
        >>> large.options, large.hash == game.hash
        ({'m': 5, 'n': 5, 'k': 4}, False)
        >>> middle = game.start().play("b2").play("a1")
        >>> position = middle.position()  # plain data, for YAML and JSON
        >>> position["to move"], position["pieces"]
        ('X', {'stone of X': ['b2'], 'stone of O': ['a1']})
        >>> game.position(position) == middle
        True
        """,
        ["interpreter:Game", "interpreter:State", "interpreter:Move", "interpreter:Piece"],
    ),
    (
        "Pickles and notebooks",
        """\
        >>> import pickle
        >>> from interpreter import Game
        >>> state = Game.load("sparks", base=5).start()
        >>> again = pickle.loads(pickle.dumps(state))  # the text of the rules, and the position
        >>> again == state, again.game.options["base"]
        (True, 5)
        >>> state._repr_svg_()[:4]  # a notebook shows a state as its board; a game as its beginning
        '<svg'
        """,
        [],
    ),
    (
        "Errors",
        """\
        >>> from interpreter import Game, GameError, LoadError
        >>> try:
        ...     Game.parse('game "G"')
        ... except LoadError as error:
        ...     print(error.findings[0].code)
        P501
        >>> try:
        ...     Game.load("tictactoe").start().play("z9")
        ... except GameError as error:
        ...     print(type(error).__name__)
        NotAMove
        """,
        [
            f"interpreter:{name}"
            for name in (
                "GameError", "LoadError", "RuleError", "MoveError", "NotAMove", "NotLegal", "Ambiguous",
                "PositionError", "PlayerError",
            )
        ],
    ),
    (
        "Random games, and counting",
        """\
        >>> from interpreter import Game
        >>> from interpreter.lab.tools.perft import perft
        >>> from interpreter.lab.tools.simulate import simulate
        >>> game = Game.load("tictactoe")
        >>> *_, summary = simulate(game, 1000, seed=1)
        >>> summary.games, 0.5 < summary.results["X"]["win"].mean < 0.7
        (1000, True)
        >>> low, high = summary.results["X"]["win"].share_interval  # 95 %
        >>> low < 0.585 < high
        True
        >>> [depth.sequences for depth in perft(game.start(), 3)]
        [9, 72, 504]
        >>> from interpreter.lab.tools.simulate import playouts
        >>> [(one.turns, one.end.outcomes["X"]) for one in playouts(game, 3, seed=1)]  # each with its moves, end.line
        [(9, 'draw'), (9, 'win'), (9, 'draw')]
        """,
        [
            "interpreter.lab.tools.simulate:simulate", "interpreter.lab.tools.simulate:playouts",
            "interpreter.lab.tools.simulate:playout", "interpreter.lab.tools.simulate:Playout",
            "interpreter.lab.tools.simulate:Summary", "interpreter.lab.tools.simulate:Mean",
            "interpreter.lab.tools.perft:perft", "interpreter.lab.tools.perft:divide",
            "interpreter.lab.tools.perft:Depth",
        ],
    ),
    (
        "Players",
        """\
        >>> from interpreter import Game
        >>> from interpreter.players import Seat, make
        >>> from interpreter.players.solving import solve
        >>> game = Game.load("tictactoe")
        >>> state = game.position({"to move": "X", "pieces": {"stone of X": ["a1", "b1"], "stone of O": ["a3", "b3"]}})
        >>> make("mcts:200", Seat(game, "X")).choose(state).text
        'c1'
        >>> solve(state).values
        {'X': 1.0, 'O': -1.0}
        >>> make("mcts:200", Seat(game, "X")).analyse(state).options[0].move.text
        'c1'
        >>> from interpreter.players import Player
        >>> class First(Player):  # your own player; `gdl match` and `Match` call it `mine.py:First`
        ...     def choose(self, state):
        ...         return state.moves[0]
        >>> players = {"X": First(Seat(game, "X")), "O": make("mcts:200", Seat(game, "O"))}
        >>> state = game.start()
        >>> while not state.is_over:
        ...     state = state.play(players[state.to_move].choose(state))
        >>> state.outcomes["O"]
        'win'
        >>> from interpreter.lab.matches import Match
        >>> match = Match(game, ["mcts:100", "random"], seed=1)
        >>> bouts = list(match.play(10))
        >>> match.games, match.standings[0].results["utility"].mean > 0
        (10, True)
        """,
        [
            "interpreter.players:Player", "interpreter.players:Seat", "interpreter.players:make",
            "interpreter.players:Analysis", "interpreter.players.analysis:Option", "interpreter.players:Prospect",
            "interpreter.lab.matches:Match", "interpreter.lab.matches:Bout",
            "interpreter.lab.matches:Standing", "interpreter.players.solving:solve",
            "interpreter.players.solving:Solution",
        ],
    ),
    (
        "Records",
        """\
        >>> from interpreter import Game
        >>> from interpreter.game import records
        >>> game = Game.load("tictactoe")
        >>> record = records.new(game, "tictactoe", seed=7)
        >>> record.turns = [["a1"], ["b2"]]
        >>> [step.move.text for step in records.replay(game, record)]
        ['a1', 'b2']
        """,
        [
            "interpreter.game.record_model:Record", "interpreter.game.records:new", "interpreter.game.records:read",
            "interpreter.game.records:write", "interpreter.game.records:replay", "interpreter.game.records:load_game",
            "interpreter.game.records:rules_changed", "interpreter.game.records:RecordError",
            "interpreter.game.records:ReplayError", "interpreter.game.plies:Step",
        ],
    ),
    (
        "Scenarios",
        """\
        >>> from interpreter.game import scenarios
        >>> file = next(path for path in scenarios.shipped() if path.parent.name == "tictactoe")
        >>> all(result.passed for result in scenarios.run(scenarios.read(file)))
        True
        """,
        [
            "interpreter.game.scenarios:shipped", "interpreter.game.scenarios:read", "interpreter.game.scenarios:run",
            "interpreter.game.scenarios:Result", "interpreter.game.scenarios:Problem",
        ],
    ),
]  # fmt: skip
INTERNALS = [
    (
        "Compiled rules",
        """\
        >>> from interpreter import Game
        >>> Game.load("tictactoe").native is not None
        True
        >>> Game.load("tictactoe", backend="reference").native is None
        True
        """,
        ["interpreter.native.host.jobs:Native", "interpreter.native.host.jobs:GivenUp"],
    ),
    (
        "Work that is split",
        """\
        >>> from interpreter import Game
        >>> from interpreter.work.chunks import threads
        >>> from interpreter.lab.tools.simulate import Games, play, simulate
        >>> game = Game.load("tictactoe")
        >>> parts = [Games(1, 0, 600), Games(1, 600, 400)]
        >>> sums = [played.sums for played in threads(game, 2).each(play, parts)]
        >>> games, decisions = (sum(column) for column in list(zip(*sums))[:2])
        >>> *_, summary = simulate(game, 1000, seed=1)
        >>> (games, decisions / games) == (1000, summary.decisions.mean)
        True
        """,
        [
            "interpreter.work.chunks:Workers", "interpreter.work.chunks:threads",
            "interpreter.work.chunks:WorkersLostError", "interpreter.bridges.cluster.connection:connected",
            "interpreter.bridges.cluster.connection:ClusterError", "interpreter.bridges.cluster.remote:remote",
            "interpreter.lab.tools.simulate:Games", "interpreter.lab.tools.simulate:play",
        ],
    ),
]  # fmt: skip
INNER = {"Game.run", "Game.follow", "Game.piece", "Game.machine", "Game.data_of", "Game.data_of_view", "Game.line_of",
         "Native.instance", "Native.encoded", "Native.perft", "Native.behind", "Native.sequences",
         "Native.room", "Native.played_by", "State.draw", "State.described", "State.decision", "Move.choose",
         "Move.key", "Match.close", "Match.pairing", "Standing.add", "Summary.add", "Mean.add", "Mean.total",
         "Mean.squares", "Record.head", "Record.course", "Seat.weights", "Rules.machine", "Rules.run",
         "Rules.error", "Rules.piece", "Rules.scores", "Rules.observer", "Rules.token", "Situation.ways",
         "Situation.draw", "Situation.knowledge", "Situation.told", "Situation.path", "Situation.cell",
         "Situation.described", "Situation.key", "Situation.decision", "Situation.said_at_end"}  # fmt: skip
"""Public within the program, but of no use outside."""

SHARED = {"Rules", "Situation"}
"""Bases whose members are shown with those of the class."""

PROMISED = "As `backend.Jobs` says."
"""The docstring of a method that does what its interface says."""

MADE = {"Match", "Player"}
"""Classes that programs make themselves, with more than their attributes."""


def pages() -> dict[Path, str]:
    """The pages."""
    return {PAGE: page(HEAD, SECTIONS), INSIDE: page(HEAD_INSIDE, INTERNALS)}


def page(head: str, sections: list[tuple[str, str, list[str]]]) -> str:
    """A whole page."""
    titles = [title for title, _, _ in sections]
    parts = [head, " · ".join(f"[{title}](#{anchor(title)})" for title in titles) + "\n"]
    for title, example, names in sections:
        parts.append(f"## {title}\n\n```python\n{textwrap.dedent(example)}```\n")
        parts += [entry(*name.split(":")) for name in names]
    return "\n".join(parts)


def anchor(title: str) -> str:
    """Where a link to a section leads."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def entry(module: str, name: str) -> str:
    """A class with its members, or a function."""
    found = getattr(importlib.import_module(module), name)
    node = definition(inspect.getsourcefile(inspect.unwrap(found)) or "", name)
    lines = [f"### {module}.{name}\n"]
    if isinstance(node, ast.FunctionDef):
        lines.append(f"`{signature(node)}`\n")
    elif name in MADE:
        init = next(one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == "__init__")
        lines.append(f"`{signature(init, name)}`\n")
    lines.append(f"{inspect.cleandoc(ast.get_docstring(node) or '')}\n")
    if isinstance(node, ast.ClassDef):
        rows = [*inherited(found), *members(node)]
        lines += ["\n".join(together(rows)) + "\n"] * bool(rows)
    return "\n".join(lines)


def together(rows: list[str]) -> Iterator[str]:
    """The same list with a single line for attributes that need no text, where several follow each other."""
    for bare, group in groupby(rows, lambda row: row.endswith("`")):
        found = list(group)
        yield from ["- " + ", ".join(row.removeprefix("- ") for row in found)] if bare else found


def inherited(found: type) -> Iterator[str]:
    """The members of shared bases that the class doesn't define itself."""
    for base in found.__mro__[1:]:
        if base.__name__ in SHARED:
            node = definition(inspect.getsourcefile(base) or "", base.__name__)
            assert isinstance(node, ast.ClassDef)
            own = tuple(f"- `{name}{mark}" for name in vars(found) for mark in ("(", " ", ":"))
            yield from (row for row in members(node) if not row.startswith(own))


@cache
def tree(file: str) -> ast.Module:
    """A module's syntax."""
    return ast.parse(Path(file).read_text(encoding="utf-8"))


def definition(file: str, name: str) -> ast.ClassDef | ast.FunctionDef:
    """Where a class or function is defined."""
    nodes = (node for node in tree(file).body if isinstance(node, ast.ClassDef | ast.FunctionDef))
    return next(node for node in nodes if node.name == name)


def members(node: ast.ClassDef) -> Iterator[str]:
    """A line for each public attribute, property and method; attributes have their text below them, if any."""
    body: list[ast.stmt] = []
    for one in node.body:
        body += one.body if isinstance(one, ast.FunctionDef) and one.name == "__init__" else [one]
    for one, then in zip(body, [*body[1:], None], strict=True):
        match one:
            case ast.AnnAssign(target=ast.Name(id=name) | ast.Attribute(attr=name), annotation=kind):
                told = isinstance(one.target, ast.Name) or text_of(then)
                if not name.startswith("_") and told and f"{node.name}.{name}" not in INNER:
                    yield item(f"{name}: {ast.unparse(kind)}", text_of(then))
            case ast.Assign(targets=[ast.Attribute(attr=name)]) if text_of(then) and not name.startswith("_"):
                yield item(name, text_of(then))
            case ast.FunctionDef(name=name) if not name.startswith("_") and f"{node.name}.{name}" not in INNER:
                marks = {getattr(mark, "id", "") for mark in one.decorator_list}
                gives = f" -> {ast.unparse(one.returns)}" if one.returns else ""
                shown = f"{name}{gives}" if marks & {"property", "cached_property"} else signature(one)
                text = ast.get_docstring(one) or ""
                yield item(shown, promised(name) if text == PROMISED else text)


def promised(name: str) -> str:
    """What the interface of jobs says of a method."""
    return inspect.getdoc(getattr(Jobs, name)) or ""


def text_of(node: ast.stmt | None) -> str:
    """The text that describes the attribute before it."""
    match node:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return inspect.cleandoc(text)
    return ""


def item(head: str, text: str) -> str:
    """A line of a list, with everything that belongs to it."""
    return textwrap.indent(f"- `{head}`" + (f": {text}" if text else ""), "  ").removeprefix("  ")


def signature(node: ast.FunctionDef, name: str = "") -> str:
    """How it is called."""
    arguments = ast.unparse(node.args)
    for first in ("self", "cls"):
        arguments = arguments.removeprefix(f"{first}, /, ").removeprefix(f"{first}, ")
        arguments = "" if arguments == first else arguments
    kind = f" -> {ast.unparse(node.returns)}" if node.returns and not name else ""
    return f"{name or node.name}({arguments}){kind}"


if __name__ == "__main__":
    for file, text in pages().items():
        file.write_text(text, encoding="utf-8")
