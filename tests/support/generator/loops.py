"""Branches and loops: if, for, repeat, most."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from generator.changes import Changes
from generator.code import ADD, NUMBER, ONE, RANGE, TEST, Code, Env, Name
from generator.place import Lines, Place, indented


class Loops(Changes):
    """Writes statements that hold blocks; `Flow` writes the blocks."""

    block: Callable[..., Lines]
    row: Callable[..., tuple[Lines, Env]]
    choose: Callable[..., tuple[Lines, Env]]
    roll: Callable[..., tuple[Lines, Env]]
    simple: Callable[..., tuple[Lines, Env]]
    guarded_decision: Callable[..., tuple[Lines, Env]]
    option: Callable[..., tuple[str, Name, int]]

    def branch(self, env: Env, place: Place, decide: bool) -> Lines:
        """`if … else …`."""
        inner = env.deeper
        lines = [f"if {self.truth(env).condition}", *indented(self.block(inner, place, decide))]
        if self.choices.once_in(4):
            lines += [f"else if {self.truth(inner).condition}", *indented(self.block(inner, place, decide))]
        if decide or self.choices.once_in(2):
            lines += ["else", *indented(self.block(inner, place, decide))]
        return lines

    def loop(self, env: Env, place: Place) -> Lines:
        """`for x in S`, without decisions."""
        text, inner, tuples = self.query(replace(env, room=min(env.room, 400)), 2)
        names = [replace(n, fixed=False) for n in inner.names[len(env.names) :]]
        inner = replace(env.bind(*names), room=env.room // max(tuples, 1), depth=env.depth - 1)
        quiet = replace(place, decisions=False, rolls=False, nested=place.nested - 1)
        return [f"for {text}", *indented(self.block(inner, quiet))]

    def deciding_loop(self, env: Env, place: Place) -> Lines:
        """`for x in S` with a decision or a roll in it."""
        text, name, _ = self.option(env, 3, False) if self.choices.mostly(3) else self.binder(env, None, 4)
        inner = env.bind(replace(name, fixed=False)).within(4)
        later = replace(place, first=False, width=min(place.width, 200))
        if place.rolls and self.choices.once_in(3):
            lines, inner = self.roll(inner, later)
        elif self.choices.once_in(3):
            lines, inner = self.guarded_decision(inner, later)
        else:
            lines, inner = self.choose(inner, later, sure=True)
        more, _ = self.simple(inner, later)
        return [f"for {text}", *indented([*lines, *more])]

    def counter(self, env: Env) -> tuple[Name, int, int]:
        """A local that counts rounds up to a number."""
        laps = 1 + self.choices.upto(2)
        name = env.fresh(NUMBER)
        return Name(Code(name, NUMBER, ONE, low=0, high=laps)), laps, self.choices.upto(2)

    def repeat(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """`repeat … until`, for a few rounds at most."""
        name, laps, way = self.counter(env)
        inner = env.bind(name)
        first = place.first and self.choices.once_in(3)
        body, last = self.row(inner, replace(place, width=min(place.width, 500), first=first), True)
        body.append(f"{name.text} += 1")
        if not place.first and self.choices.once_in(4):
            test = f"{name.text} < {laps}"
            if way:
                condition = self.truth(inner.deeper)
                test += f" and {condition.at(TEST)}"
            return [f"let {name.text}: 0..{laps} = 0", f"while {test}", *indented(body)], inner
        until = f"{name.text} = {laps}"
        if way:
            condition = self.truth(last.deeper)
            until += f" or {condition.at(ADD) if condition.level else condition.text}"
        return [f"let {name.text}: 0..{laps} = 0", "repeat", *indented(body), f"until {until}"], inner

    def most(self, env: Env, place: Place) -> tuple[Lines, Env]:
        """`most e`, over few ways."""
        name = Name(Code(env.fresh(NUMBER), NUMBER, ONE, low=-50, high=50), changes=True)
        inner = env.bind(name)
        few = replace(place, rolls=False, width=12, nested=min(place.nested, 1))
        values = [name.text] if self.choices.mostly(3) else [self.number(env.deeper).at(RANGE), name.text]
        by = self.choices.pick(("1", "2"))
        body, last = self.row(inner, few, True)
        body.append(f"{name.text} {self.choices.pick(('+=', '-='))} {by} if {self.truth(last.deeper).condition}")
        return [f"let {name.text}: -50..50 = 0", f"most {', '.join(values)}", *indented(body)], inner
