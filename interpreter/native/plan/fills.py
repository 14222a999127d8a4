"""How floods, rays and images of sets are worked out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from gdl.model.build import as_masks
from gdl.model.meaning import shift_groups
from gdl.model.nodes import Const, Distance, Expr, Fill, Image, Op, Standing, Table, node
from gdl.model.types import TRUTHS, Base, Plain, Range, Size, Type
from interpreter.native.plan.planner import Planner
from interpreter.native.plan.rewriting import within_area

MAX_BYTES = 1 << 16
"""Tables of rays are no larger: they shall stay in the second fastest cache beside everything else. The rays of a board
of eight by eight take 4 KB, of nineteen by nineteen (six words) 139 KB, and those are walked. Walking all of them costs
chess and Reversi a factor of nearly two, Amazons one of more than four."""
MAX_IMAGE_SHIFTS, MAX_WIDE_IMAGE_SHIFTS = 8, 12
"""An image of a set takes so many shifts at most, of one word or of several; more are a loop over its elements. A loop
costs the more the more words are written in each round, so that more shifts pay."""


@dataclass(frozen=True)
class ImageByShifts:
    """The union of what is related to the elements of a set: a shift for each distance. Mask None: all elements."""

    groups: tuple[tuple[int, int | None], ...]


@dataclass(frozen=True)
class ImageByTable:
    """The same, element by element. `masks`: what is related to each position."""

    masks: tuple[int, ...]


ImagePlan = ImageByShifts | ImageByTable


@dataclass(frozen=True)
class Flood:
    """Whole fronts of sets, by a step that is the same wherever and whenever it is made. `continues`: from where the
    last one ended, if start and area have only grown since."""

    step: ImagePlan
    continues: bool


@dataclass(frozen=True)
class FloodByElements:
    """Fronts whose elements are gone through one by one, as the step depends on more than the element."""


@dataclass(frozen=True)
class RayByTable:
    """A ray from one site, looked up whole, and cut at the lowest or the highest bit of what is in its way: `rises`
    says which."""

    whole: Table
    rises: Table


@dataclass(frozen=True)
class RayWalked:
    """A ray made step by step."""


FillPlan = Flood | FloodByElements | RayByTable | RayWalked


def image_plan(planner: Planner, masks: tuple[int, ...], source: Base, target: Base) -> ImagePlan:
    """How the union of masks over a set is worked out."""
    return planner.once((masks, source, target, "image"), lambda: _image_plan(planner, masks, source, target))


def _image_plan(planner: Planner, masks: tuple[int, ...], source: Base, target: Base) -> ImagePlan:
    domains = planner.domains
    if not any(masks):
        return ImageByShifts(())
    padded = [0] * domains.size(source)
    for position, mask in zip(domains.positions(source), masks, strict=True):
        padded[position] = domains.mask(target, mask)
    most = MAX_IMAGE_SHIFTS if domains.words(source) == 1 else MAX_WIDE_IMAGE_SHIFTS
    groups = shift_groups(tuple(padded), most)
    if groups is None:
        return ImageByTable(tuple(padded))
    everything = domains.mask(source, (1 << len(masks)) - 1)
    return ImageByShifts(tuple((by, None if mask == everything else mask) for by, mask in groups))


def fill_plan(planner: Planner, e: Fill) -> FillPlan:
    """How everything that is reached is worked out."""
    return planner.once((e, "fill"), lambda: _fill_plan(planner, e))


def _fill_plan(planner: Planner, e: Fill) -> FillPlan:
    if e.start.type.size != Size.MANY:
        return planner.once((e.start, e.step, "ray"), lambda: _ray_plan(planner, e))
    if isinstance(e.step, Table) and e.step.arguments == (e.variable,):
        masks = as_masks(e.step.values[:-1], e.step.type)
        if masks is not None:
            step = image_plan(planner, masks, e.variable.type.base, e.type.base)
            return Flood(step, _grows(e.start) and _grows(e.area))
    return FloodByElements()


def group(planner: Planner, e: Op) -> Expr | None:
    """The same set as one filling, for some sites of an area together with what is reached from beside them within the
    area; None if it is something else, or if it would cost more.

    So groups begin: `s.group(mine)`. A filling that begins with the sites themselves needs no step before it. It makes
    its first step in its loop; that pays where steps are dear, or where there is often none to make.
    """
    if e.name != "union" or len(e.operands) != 2:
        return None
    return planner.once((e, "group"), lambda: _group(planner, e))


def _group(planner: Planner, e: Op) -> Expr | None:
    sites, reached = e.operands
    parts = reached.operands if isinstance(reached, Op) and reached.name == "both" else ()
    of = next((p for p in parts if isinstance(p, Fill) and p.area in parts), None)
    if of is None or len(parts) != 2 or not isinstance(of.start, Image) or of.start.of is not sites:
        return None
    is_inside = sites is of.area or (isinstance(sites, Op) and sites.name == "both" and of.area in sites.operands)
    if not is_inside or not isinstance(of.step, Table) or of.step.arguments != (of.variable,):
        return None
    whole = node(Fill, of.type, of.variable, of.step, sites, of.area)
    plan = fill_plan(planner, whole)
    if as_masks(of.step.values[:-1], of.step.type) != of.start.masks or not isinstance(plan, Flood):
        return None
    pays = isinstance(plan.step, ImageByTable) or (plan.continues and planner.domains.words(of.type.base) > 1)
    return within_area(whole) if pays else None


def distance_plan(planner: Planner, e: Distance) -> ImagePlan | None:
    """How a front of a distance goes on: as a whole set; None if its elements must be gone through one by one."""
    if not isinstance(e.step, Table) or e.step.arguments != (e.variable,):
        return None
    return image_plan(planner, as_masks(e.step.values[:-1], e.step.type), e.variable.type.base, e.variable.type.base)


def _grows(e: Expr) -> bool:
    """Whether a set loses nothing as long as pieces are only added."""
    match e:
        case Const() | Standing():
            return True
        case Op(name="union" | "both"):
            return all(map(_grows, e.operands))
        case Image():
            return _grows(e.of)
    return False


# ---- rays


def _ray_plan(planner: Planner, e: Fill) -> RayByTable | RayWalked:
    """Whole rays, and whether their steps rise, if each step leads to a higher position, or each to a lower one."""
    assert isinstance(e.step, Table)
    *outer, _ = e.step.arguments
    if isinstance(e.type.base, Range | Plain):
        return RayWalked()
    found = _deep(_whole, len(outer), e.step.values)
    if None in _leaves(found, len(outer)):
        return RayWalked()
    masks, start = _deep(lambda row: row[0], len(outer), found), e.start
    if isinstance(start, Table) and start.arguments[:-1] == (*outer,):  # a step, and straight on from there
        masks = _deep(_from, len(outer), masks, start.values)
        start = start.arguments[-1]
    if planner.domains.words(e.type.base) * 8 * sum(map(len, _leaves(masks, len(outer)))) > MAX_BYTES:
        return RayWalked()
    rises = _deep(lambda row: row[1], len(outer), found)
    return RayByTable(Table(e.type, masks, (*outer, start)), Table(Type(TRUTHS, Size.ONE), rises, (*outer,)))


@lru_cache
def _whole(steps: tuple[int, ...]) -> tuple[tuple[int, ...], bool] | None:
    """What is reached from each element by these steps, and from nothing; and whether all steps rise. None if some rise
    and some fall. (Positions are in the order of the elements.)"""
    rises = all(to > at for at, to in enumerate(steps[:-1]) if to >= 0)
    if not rises and any(to >= at for at, to in enumerate(steps[:-1])):
        return None
    masks = [0] * len(steps)
    for at in sorted(range(len(steps) - 1), reverse=rises):
        masks[at] = 1 << at | masks[steps[at]]
    return tuple(masks), rises


def _from(masks: tuple[int, ...], first: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(masks[at] for at in first)


def _deep(of: Callable[..., Any], depth: int, *nested: Any) -> Any:
    """A function of what nested tuples hold at a depth."""
    return of(*nested) if depth == 0 else tuple(_deep(of, depth - 1, *parts) for parts in zip(*nested, strict=True))


def _leaves(nested: Any, depth: int) -> list[Any]:
    """What nested tuples hold at a depth."""
    return [nested] if depth == 0 else [leaf for part in nested for leaf in _leaves(part, depth - 1)]


def flood_within(planner: Planner, e: Op) -> tuple[Fill, Flood] | None:
    """The flood among sets, if there is one, of which only what lies within its own area is asked for."""
    for of in e.operands:
        if isinstance(of, Fill) and of.area in e.operands and isinstance(plan := fill_plan(planner, of), Flood):
            return of, plan
    return None
