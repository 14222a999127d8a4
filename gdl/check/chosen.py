"""Which of the options that somebody has set an expression depends on. Its range may be wrong because of one of them.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gdl.check.declared import Declared
from gdl.check.ruleset import Ruleset
from gdl.syntax import tree as t
from gdl.text.findings import Fault, fault


def refused(declared: Declared, e: t.Expression) -> Fault | None:
    """The fault for an empty range that an option has caused, in the words of the option's own help; None if none has.
    """
    rules, given = declared.rules, declared.given_options
    name = next((name for name in _behind(rules, e) if name in given or name in rules.settings), None)
    if name is None:
        return None
    written = given[name] if name in given else rules.settings[name].value
    told = rules.options[name].help
    return fault("O806", e.span, f"the option `{name}` can't be {written.span.text.strip()}" + f": {told}" * bool(told),
                 "choose another value, or change an option that it must fit")  # fmt: skip


def _behind(rules: Ruleset, e: t.Expression) -> list[str]:
    """The options on which an expression depends, also by defines, in the order in which they stand."""
    found: dict[str, None] = {}
    todo: list[Any] = [e]
    seen = set[str]()
    while todo:
        part: Any = todo.pop(0)
        if isinstance(part, t.Name) and part.text not in seen:
            seen.add(part.text)
            if part.text in rules.options:
                found[part.text] = None
            todo += [d for has in (False, True) if (d := rules.defines.get((has, part.text)))]
        if isinstance(part, t.Node):
            todo += [getattr(part, f.name) for f in fields(part)]
        elif isinstance(part, tuple):
            todo += part
    return list(found)
