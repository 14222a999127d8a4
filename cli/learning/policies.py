"""`gdl train --policy`: how good moves look, learnt from random games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import typer

from cli.learning.hidden import refuse_hidden
from cli.options.arguments import clear_errors, counted, stop
from cli.options.echo import say, say_json
from cli.options.exits import INTERRUPTED
from cli.terminal.scene.progress import bar
from gdl import files
from interpreter import Game
from interpreter.players.learning import policy as policies
from interpreter.players.learning.policy import Policy
from interpreter.players.learning.policy_training import learn, rounds
from interpreter.players.tried import forget


def learn_policy(
    load: Callable[[str], Game], name: str, output: Path | None, seed: int, games: int, threads: int,
    fresh: bool, as_json: bool,
) -> None:  # fmt: skip
    """Learn a policy, and keep it. If it is interrupted, the policy of the last whole round is kept."""
    with clear_errors():
        game = load(name)
        refuse_hidden(game)
        path = output or policies.own_file(game.model)
        if output is not None and files.is_there(path):
            _refuse_others(path, game, fresh)
        found, is_interrupted = _learnt(game, seed, games, threads, as_json)
        _save(path, found)
        if output is None:
            forget(game)
    said = found.lesson
    if as_json:
        say_json({"game": game.name, "rules": game.hash, "file": str(path), "bytes": path.stat().st_size,
                  **asdict(said), "shared": bool(found.turned), "interrupted": is_interrupted})  # fmt: skip
    else:
        say(f"{game.title}: {'interrupted; ' if is_interrupted else ''}learnt from "
            f"{counted(said.rounds * said.games, 'game')}, {counted(said.positions, 'position')}; "
            f"kept in {path}, {path.stat().st_size:,} bytes")  # fmt: skip
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _learnt(game: Game, seed: int, games: int, threads: int, quiet: bool) -> tuple[Policy, bool]:
    """The policy, and whether it was interrupted."""
    kept: Policy | None = None
    with bar(game.title, len(rounds(game)) * games, quiet) as show:

        def tell(done: int, policy: Policy | None) -> None:
            nonlocal kept
            kept = policy
            show(done, f"{game.title}: {done:,} games")

        try:
            return learn(game, seed, games, threads, tell), False
        except KeyboardInterrupt:
            if kept is None:
                stop("nothing has been learnt yet", INTERRUPTED)
            return kept, True


def _refuse_others(path: Path, game: Game, fresh: bool) -> None:
    """What isn't ours to overwrite is refused."""
    form = policies.FORM
    try:
        content = form.contents(path)
    except policies.PolicyError as problem:
        stop(f"{problem}; say another file")
    if not form.is_one(content):
        stop(f"{path}: it is no file of a policy; say another file")
    try:
        form.checked(path, content, game.model)
    except policies.PolicyError as problem:
        if not fresh:
            stop(f"{problem}; --fresh overwrites it")


def _save(path: Path, found: Policy) -> None:
    try:
        files.make_folder(path, 0o700)
        files.write(path, found.encoded())
    except (OSError, ValueError) as problem:
        stop(f"{path}: what was learnt can't be kept there ({getattr(problem, 'strerror', None) or problem})")
