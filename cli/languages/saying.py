"""What is said at a terminal, in the language of who sits there. English stands in the code, and is the name by which a
catalogue knows a text; what a catalogue lacks is said in English. Nothing is read as long as English is spoken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

ENGLISH = "en"
CHOSEN = "GDL_LANGUAGE"
"""The variable that goes before the shell's own."""
SHELLS = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The shell's variables, the first that is set counts."""
LONGEST = 1_000
"""Signs of a text that is looked up by its form."""
_PLACE = re.compile(r"\{(\w+)\}")
_HELD = {
    "noun": "[A-Za-z0-9]+(?: [A-Za-z0-9]+)?",
    **dict.fromkeys(("count", "least", "greatest"), "[0-9,]+"),
    "Before": ".+",
}
"""What a place with such a name stands for; any other stands for any text, as short as may be."""
_AMOUNTS = ("high", "low", "score", "scores", "counts")
"""Places that hold numbers as rules count them: fractions are written as in the language."""
_OWN = re.compile(r"^'s\b")
_IS_OWN = r"(?:'s|(?<=s)')"
"""Behind a name: of White's king, or of Tigers' king."""
_POINT = re.compile(r"(?<=\d)\.(?=\d)")
_RULE = re.compile(r"n(?: % (\d+))? (!?)= ([\d.,]+)")


class _Spoken:
    """The language of this run."""

    code = ENGLISH
    texts: Mapping[str, str | Mapping[str, str]] = {}
    heard: Mapping[str, Mapping[str, str]] = {}
    plurals: Mapping[str, str] = {}
    decimal = "."


def wanted(environment: Mapping[str, str]) -> str:
    """The language that somebody's shell is set to: `de` of `de_AT.UTF-8`; English if it says nothing."""
    said = environment.get(CHOSEN) or next(filter(None, map(environment.get, SHELLS)), "")
    code = re.split(r"[_.@-]", said.lower(), maxsplit=1)[0]
    return ENGLISH if code in ("", "c", "posix") else code


def speak(code: str) -> bool:
    """Speak this language from now on; whether there is a catalogue of it: if not, it is English."""
    _Spoken.code, _Spoken.texts, _Spoken.heard, _Spoken.plurals = ENGLISH, {}, {}, {}
    _Spoken.decimal = "."
    if code == ENGLISH:
        return True
    from cli.languages import catalogues  # who speaks English needs none

    found = next((one for one in catalogues.known() if one.code == code), None)
    if found is None:
        return False
    _Spoken.code, _Spoken.plurals, _Spoken.decimal = code, found.plurals, found.decimal
    _Spoken.texts = {**found.texts, **found.terminal.texts}
    ours, shared = found.terminal.heard, found.heard
    _Spoken.heard = {kind: _first(ours.get(kind, {}), shared.get(kind, {})) for kind in {**ours, **shared}}
    return True


def _first(ours: Mapping[str, str], shared: Mapping[str, str]) -> Mapping[str, str]:
    """Forms of which those of the terminal alone are tried before those that pages have, too."""
    return {**ours, **{form: text for form, text in shared.items() if form not in ours}}


def spoken() -> str:
    """The code of the language that is spoken."""
    return _Spoken.code


def tr(text: str, /, **values: object) -> str:
    """A text; `{name}` stands for one of the values."""
    own = _Spoken.texts.get(text, text)
    return _filled_in(own if isinstance(own, str) else text, values)


def trn(one: str, many: str, n: int, /, **values: object) -> str:
    """One of two texts, by how many there are: `trn("{n} game", "{n} games", n)`. Languages may have more forms."""
    forms, plurals = _Spoken.texts.get(many), _Spoken.plurals
    if not isinstance(forms, Mapping):
        forms, plurals = {"one": one, "other": many}, {"one": "n = 1"}
    form = next((name for name, rule in plurals.items() if _is_counted(rule, n)), "other")
    return _filled_in(forms[form], {"n": f"{n:,}", **values})


def later(text: str) -> str:
    """Marks a text that stands where nobody is spoken to yet: whoever shows it says `tr(text)`."""
    return text


def heard(kind: str, text: str) -> str:
    """What rules and players say in English, known by its form; where the form isn't known it stays as it is."""
    if _Spoken.code == ENGLISH:
        return text
    found = _known(kind, text, {})
    return text if found is None else found


def listed(parts: Iterable[str]) -> str:
    """`A`, `A and B`, `A, B and C`."""
    *others, last = parts
    return tr("{those} and {last}", those=", ".join(others), last=last) if others else last


def _known(kind: str, text: str, found: dict[str, str | None]) -> str | None:
    """The text in this language; None if its form isn't known. In a form, a name with a capital letter stands for what
    must be known itself; if it is that of another kind, as `{Refusal}`, there. `found` holds what was looked up
    already, as a text may be cut in many ways."""
    forms = _Spoken.heard.get(kind, {})
    if text in forms:
        return forms[text]
    if len(text) > LONGEST:
        return None
    if text not in found:
        found[text] = next(filter(None, (_by_form(kind, text, form, found) for form in forms)), None)
    return found[text]


def _by_form(kind: str, text: str, form: str, found: dict[str, str | None]) -> str | None:
    """The text in this language, if it is of this form."""
    if not (cut := _pattern(form).fullmatch(text)):
        return None
    values: dict[str, str] = {}
    for name, part in cut.groupdict().items():
        if name in _AMOUNTS:
            said: str | None = _POINT.sub(_Spoken.decimal, part)
        elif not name[0].isupper():
            said = part
        elif (other := name.lower()) != kind and other in _Spoken.heard:
            said = _known(other, part, {})
        else:
            said = _known(kind, part, found)
        if said is None:
            return None
        values[name] = said
    return _filled_in(_Spoken.heard[kind][form], values)


@cache
def _pattern(form: str) -> re.Pattern[str]:
    parts = _PLACE.split(form)
    return re.compile(
        "".join(
            f"(?P<{part}>{_HELD.get(part, '.+?')})" if i % 2 else _OWN.sub(_IS_OWN, re.escape(part))
            for i, part in enumerate(parts)
        ),
        re.DOTALL,
    )


def _filled_in(text: str, values: Mapping[str, object]) -> str:
    return _PLACE.sub(lambda found: str(values.get(found[1], found[0])), text) if values else text


def _is_counted(rule: str, n: int) -> bool:
    """Whether a number is of a form, as CLDR writes its rules: `n % 10 = 2..4 and n % 100 != 12..14`."""
    return any(all(_holds(one, n) for one in some.split(" and ")) for some in rule.split(" or "))


def _holds(one: str, n: int) -> bool:
    found = _RULE.fullmatch(one)
    if found is None:
        return False
    number = n % int(found[1]) if found[1] else n
    spans = (part.partition("..") for part in found[3].split(","))
    return any(int(low) <= number <= int(high or low) for low, _, high in spans) != bool(found[2])
