"""The page about a rule, made from its class: what `gdl explain` shows, and `docs/lint/` holds."""

from __future__ import annotations

from gdl.lint.rule import Rule

_LINES = 40


def page(rule: type[Rule], message: str) -> str:
    """Markdown: the explanation, an example of what is wrong, what is said about it, and how it is right."""
    return "\n\n".join((
        f"# {rule.code} {rule.name}",
        f"*{rule.severity}*" + (", found by `gdl lint --play`" if rule.plays else ""),
        rule.explanation(),
        "## Wrong",
        f"```\n{_shortened(rule.bad)}\n```",
        *([f"```\n{message}\n```"] if message else []),
        "## Right",
        f"```\n{rule.good.rstrip()}\n```",
    )) + "\n"  # fmt: skip


def _shortened(text: str) -> str:
    """An example, without the end of one that is long for a reason."""
    lines = text.rstrip().split("\n")
    return "\n".join([*lines[:_LINES], "…"] if len(lines) > _LINES + 20 else lines)
