"""Somebody who plays a page with a finger or a mouse alone: sees what is offered, taps or drags it, and complains."""

from __future__ import annotations

import time
from random import Random
from typing import Any

from browser import QUIET
from patience import HANGS

LEAST = 24
"""Pixels that a target is across at least."""
STEPS = 6
"""Points by which a mouse comes along while it drags."""
OFFERED = ".site.can, .card.can, .choice:not(.back)"
ROUNDING = 0.05
"""Of what browsers measure."""

LOOK = """
([offered, least]) => {
  const status = document.querySelector(".status");
  const targets = [...(document.querySelector("dialog[open] .main") ? document.querySelectorAll("dialog[open] .main")
    : document.querySelectorAll(offered))];
  const name = (one) => one.dataset.site ?? one.dataset.card ?? one.textContent;
  return {
    status: status.textContent.trim(),
    mine: status.classList.contains("mine"),
    over: status.classList.contains("over"),
    plies: Number(document.querySelector(".slider input")?.max ?? 0),
    turn: Number([...document.querySelectorAll(".turns .turn")].at(-1)?.dataset.turn ?? 0),
    aside: document.documentElement.scrollWidth - document.documentElement.clientWidth, // phones widen innerWidth
    more: Boolean(document.querySelector(".more")),
    asked: Boolean(document.querySelector("dialog[open]")),
    picked: document.querySelectorAll(".picked, .card.chosen").length,
    trouble: document.querySelector(".trouble").textContent,
    names: targets.map(name),
    small: targets.map((one) => [name(one), one.getBoundingClientRect()])
      .filter(([, { width, height }]) => Math.min(width, height) < least)
      .map(([what, { width, height }]) => `${what}: ${width.toFixed(1)}x${height.toFixed(1)}`),
  };
}
"""
"""What a person sees of the page."""

REACH = """
([offered, number]) => {
  const asked = document.querySelectorAll("dialog[open] .main");
  const target = [...(asked.length ? asked : document.querySelectorAll(offered))][number];
  if (!target) return null;
  const seen = target.getBoundingClientRect();
  const isSeen = seen.top >= 0 && seen.bottom <= innerHeight && seen.left >= 0 && seen.right <= innerWidth;
  if (!isSeen) target.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = target.getBoundingClientRect();
  const parts = [0.5, 0.35, 0.65, 0.2, 0.8, 0.1, 0.9];
  for (const down of parts) for (const across of parts) {
    const x = left + across * width, y = top + down * height, there = document.elementFromPoint(x, y);
    if (there && (there === target || target.contains(there))) return [x, y];
  }
  return false;
}
"""
"""Where a finger meets a target, once it is scrolled to; false where something lies over all of it."""


class Complaint(AssertionError):
    """What a person can't do, or doesn't understand."""


class Finger:
    """Plays at random what pages offer. `drags`: the share of picks on the board that are dragged on from.

    Raises Complaint where an offer can't be reached or is smaller than 24 pixels, where nothing is asked, nothing
    happens, or the page is wider than its window.
    """

    def __init__(self, seed: int, drags: float = 0.0) -> None:
        self.random, self.drags = Random(seed), drags
        self.taps = self.dragged = self.plies = self.turns = 0

    def play(self, pages: list[Any], turns: int) -> bool:
        """Play on until the game is over or so many turns have begun; whether it is over. `pages`: one for each seat,
        or one for all."""
        ends = time.monotonic() + HANGS
        while True:
            views = [(page, self.look(page)) for page in pages]
            self.plies, self.turns = (max(view[what] for _, view in views) for what in ("plies", "turn"))
            if all(view["over"] for _, view in views):
                return True
            if self.turns >= turns and not any(view["asked"] or view["picked"] for _, view in views):
                return False
            mine = [(page, view) for page, view in views if view["asked"] or (view["mine"] and view["names"])]
            if not mine:  # a move is on its way, or the dice are
                if time.monotonic() > ends:
                    raise Complaint(f"nothing is offered: {[view['status'] for _, view in views]}")
                pages[0].wait_for_timeout(15)
                continue
            self.choose(*self.random.choice(mine))
            ends = time.monotonic() + HANGS

    def look(self, page: Any) -> dict[str, Any]:
        """What is to be seen; complains of what is always wrong."""
        view: dict[str, Any] = page.evaluate(LOOK, [OFFERED, LEAST - ROUNDING])
        if not view["status"]:
            raise Complaint("nothing is said of the game")
        if view["aside"] > 0:
            raise Complaint(f"the page is {view['aside']} pixels too wide: {view['status']}")
        return view

    def choose(self, page: Any, view: dict[str, Any]) -> None:
        """Tap, or drag, something that is offered, once the page isn't at work any more: what was shown before may be
        over."""
        if page.evaluate("window.unanswered !== undefined"):
            page.evaluate(QUIET, 0)
        if self.look(page) != view:
            return
        said = view["status"]
        if view["small"]:
            raise Complaint(f"smaller than {LEAST} pixels: {view['small'][:8]} ({said})")
        if view["more"]:
            raise Complaint(f"some options can only be typed ({said})")
        if not view["asked"] and not said.partition(".")[2].strip():
            raise Complaint(f"it isn't said what is asked: {said}")
        number = self.random.randrange(len(view["names"]))
        at = page.evaluate(REACH, [OFFERED, number])
        if at is None:
            return  # something has changed since
        if at is False:
            raise Complaint(f"a finger doesn't meet {view['names'][number]} ({said})")
        if self.drags and page.evaluate(IS_SITE, at) and self.random.random() < self.drags:
            if not self.drag(page, at):
                return
        elif page.evaluate("navigator.maxTouchPoints"):
            page.touchscreen.tap(*at)
        else:
            page.mouse.click(*at)
        self.taps += 1
        self.wait(page, view, view["names"][number])

    def drag(self, page: Any, at: list[float]) -> bool:
        """Lift what stands there and drop it where it may go; what can't be lifted is clicked. Says whether anything
        comes of it: where a piece may go can be out of sight, and then it is let go where it stood."""
        mouse = page.mouse
        mouse.move(*at)
        mouse.down()
        mouse.move(at[0] + 10, at[1] + 10, steps=3)
        is_lifted = page.evaluate('Boolean(document.querySelector(".board.dragging"))')
        targets = page.evaluate(TARGETS) if is_lifted else []
        mouse.move(*(self.random.choice(targets) if targets else at), steps=STEPS)
        mouse.up()
        self.dragged += bool(targets)
        return bool(targets) or not is_lifted

    def wait(self, page: Any, before: dict[str, Any], name: str) -> None:
        """Until something has come of it."""
        ends = time.monotonic() + HANGS
        while (now := self.look(page)) == before:
            if time.monotonic() > ends:
                raise Complaint(f"nothing comes of {name}: {now['status']}")
            page.wait_for_timeout(10)
        if now["trouble"]:
            raise Complaint(f"{name} is offered and refused: {now['trouble']}")


IS_SITE = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.site'))"
TARGETS = """() => [...document.querySelectorAll(".site.can")].map((site) => {
  const { left, top, width, height } = site.getBoundingClientRect();
  return [site, left + width / 2, top + height / 2];
}).filter(([site, x, y]) => document.elementFromPoint(x, y) === site).map(([, x, y]) => [x, y])"""
"""The middles of the sites in sight where what was lifted may go."""
