"""What was learnt for some rules, wherever it is: values and policies in files that a player names, that are found for
the rules, or that have come from another machine."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from interpreter.errors import PlayerError
from interpreter.game.rules import Rules
from interpreter.game.yaml_files import at_home

if TYPE_CHECKING:
    from gdl.model.model import Model
    from interpreter.players.learning.policy import Policy
    from interpreter.players.learning.weights import Weights

UNTAUGHT = "none"
"""In place of a file of weights, or of a policy: play without any."""
WEIGHTS, POLICY = ".weights", ".policy"
"""How the names of such files end."""
KEPT = 16
"""Files that have come from elsewhere, of which a process keeps the last ones."""
_arrived: OrderedDict[str, bytes] = OrderedDict()
_usual: WeakKeyDictionary[Rules, str] = WeakKeyDictionary()
_lock = Lock()


def weights_of(model: Model, source: str = "") -> Weights | None:
    """What values were learnt with: those of the file `source`, those that are found for the rules (""), or none;
    raises PlayerError where that can't be used."""
    if source == UNTAUGHT or source.endswith(POLICY):
        return None
    if model.unites:
        if source:
            raise PlayerError(f"{source}: values are for games in which one gains what others lose")
        return None
    weights, _ = _files()
    try:
        found: Weights | None = _read(weights, source, model)
    except weights.WeightsError as problem:
        raise PlayerError(str(problem)) from None
    return found


def policy_of(model: Model, source: str) -> Policy | None:
    """How good options look: by the file `source`, by what is found for the rules (""), or None; raises PlayerError
    where that can't be used."""
    if model.hides or (source and not source.endswith(POLICY)):
        return None
    _, policies = _files()
    try:
        found: Policy | None = _read(policies, source, model)
    except policies.PolicyError as problem:
        raise PlayerError(str(problem)) from None
    return found


def _files() -> tuple[ModuleType, ModuleType]:
    """What reads files of values, and of policies."""
    from interpreter.players.learning import policy, weights  # a first board needs nothing of what learns

    return weights, policy


def _read(files: ModuleType, source: str, model: Model) -> Any:
    """What such a file holds; None if none is named or found."""
    if (content := _arrived.get(source)) is not None:
        return files.decoded(Path(source), content, model)
    return files.read(at_home(source), model) if source else files.of_rules(model)


# ---- from machine to machine


def file_of_learnt(model: Model, source: str) -> bytes | None:
    """The values, or else the policy, as a file that can travel; None if there is neither. Raises PlayerError."""
    found = weights_of(model, source) or policy_of(model, source)
    return None if found is None else found.encoded()


def keep(content: bytes) -> str:
    """Keep a file of values, or of a policy, that has come from another machine; gives what names it here, in place of
    a file."""
    _, policies = _files()
    ending = POLICY if content.startswith(policies.FORM.magic) else WEIGHTS
    name = f"{hashlib.sha256(content).hexdigest()}{ending}"
    with _lock:
        _arrived[name] = content
        _arrived.move_to_end(name)
        while len(_arrived) > KEPT:
            _arrived.popitem(last=False)
    return name


def make_usual(game: Rules, source: str) -> None:
    """From now on, players of this game go by these values where they name none."""
    with _lock:
        _usual[game] = source


def usual(game: Rules) -> str:
    """What players of this game go by who name nothing; "" for what is found for the rules."""
    return _usual.get(game, "")
